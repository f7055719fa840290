//! Reads files of other tools as the documents that they are imported as; reports why one cannot be read.

use std::path::Path;

use treewright_core::diagnostic::Problems;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, ReadOptions};
use treewright_session::host::exchange::{Import, ImportFault};
use treewright_session::host::held;
use treewright_session::i18n::Texts;

use super::{Report, Tree, Unusable, lossy, of_format, unreadable_file, unusable};

/// Reads a file of another tool, or a document. `None` detects the format.
pub fn import(
    file: &Path,
    format: Option<ExchangeFormat>,
    options: &ReadOptions,
    texts: &Texts,
) -> Result<Import, Unusable> {
    let read = treewright_session::host::exchange::import(file, format, options);
    let mut read = read.map_err(|fault| unreadable(file, fault, texts))?;
    read.imported.lay_out();
    Ok(read)
}

/// Why a file of another tool cannot be read.
pub fn unreadable(file: &Path, fault: ImportFault, texts: &Texts) -> Unusable {
    match fault {
        ImportFault::Read(error) => unreadable_file(file, &error, texts),
        ImportFault::Format(what) => {
            let (_, error, bytes) = *what;
            of_format(file, &error, &bytes, texts)
        }
        ImportFault::Syntax(what) => of_format(file, &what.0, &what.1, texts),
        ImportFault::Rules => unusable(substitution_rules(file, texts)),
        ImportFault::Unknown => {
            let readable = ExchangeFormat::ALL.into_iter().filter(|f| f.is_readable());
            let names: Vec<&str> = readable.map(ExchangeFormat::name).collect();
            let message = texts.tr("cli.read.unknown_format");
            let remedy = texts.tr_with("cli.remedy.from", &[("formats", &names.join(", "))]);
            unusable(Report::error(file, "unknown_format", message).with_remedy(remedy))
        }
    }
}

/// The report on a file of substitution rules, which has no tree.
pub fn substitution_rules(file: &Path, texts: &Texts) -> Report {
    Report::error(
        file,
        "substitution_rules",
        texts.tr("cli.read.substitution_rules"),
    )
    .with_remedy(texts.tr("cli.remedy.substitution_rules"))
}

/// The tree of a file that was imported.
pub(super) fn tree(
    file: &Path,
    import: &Import,
    bytes: &[u8],
    texts: &Texts,
) -> Result<Tree, Unusable> {
    let Some(first) = import.imported.documents.first() else {
        let report = Report::error(file, "no_tree", texts.tr("cli.read.no_tree"))
            .with_remedy(texts.tr("cli.remedy.import_library"));
        return Err(unusable(report));
    };
    let sources = import
        .imported
        .sources()
        .map_err(|error| unusable(Report::error(file, error.code(), texts.write_error(&error))))?;
    let unpacked = sources.unpack();
    let unpacked = unpacked.map_err(|error| of_format(file, &error, bytes, texts))?;
    let document = unpacked.document.clone();
    let mut libraries = held::libraries(&sources, &document.libraries, |_| None);
    let library = libraries.combined();
    let library_reports = libraries.problems.iter();
    let library_reports =
        library_reports.map(|problem| Report::of_library(file, None, problem, texts));
    let library_reports = library_reports.collect();
    let related = held::related(&sources, unpacked, |_| None);
    let mut diagnostics: Problems = first.remarks.iter().cloned().collect();
    diagnostics.append(exchange::problems(&related.project(&document), &library));
    Ok(Tree {
        format: import.format,
        library_reports,
        library_files: libraries.paths,
        libraries: libraries.files,
        program_library: related.program_node_types(&library),
        related,
        document,
        library,
        diagnostics,
        text: lossy(bytes),
        fingerprint: import.fingerprint,
    })
}
