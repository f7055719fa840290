//! Files of other tools that commands read, as the documents that they become; and why one cannot be read.

use std::path::Path;

use treewright_core::diagnostic::Problems;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, ReadOptions};
use treewright_session::host::exchange::{Import, ImportFault};
use treewright_session::host::held;

use super::{Report, Tree, Unusable, cannot_read, lossy, of_format};

/// Reads a file of another tool, or a document. Without a format it is found out.
pub fn import(
    file: &Path,
    format: Option<ExchangeFormat>,
    options: &ReadOptions,
) -> Result<Import, Unusable> {
    let read = treewright_session::host::exchange::import(file, format, options);
    let mut read = read.map_err(|fault| unreadable(file, fault))?;
    read.imported.lay_out();
    Ok(read)
}

/// Why a file of another tool cannot be read.
pub fn unreadable(file: &Path, fault: ImportFault) -> Unusable {
    match fault {
        ImportFault::Read(error) => cannot_read(file, &error),
        ImportFault::Format(what) => {
            let (_, error, bytes) = *what;
            of_format(file, &error, &bytes)
        }
        ImportFault::Syntax(what) => of_format(file, &what.0, &what.1),
        ImportFault::Rules => unusable(rules(file)),
        ImportFault::Unknown => {
            let readable = ExchangeFormat::ALL.into_iter().filter(|f| f.is_readable());
            let names: Vec<&str> = readable.map(ExchangeFormat::name).collect();
            let message = "this is of no format that can be read";
            unusable(
                Report::error(file, "unknown_format", message).with_remedy(format!(
                    "If it is of one of these, say so with --from: {}.",
                    names.join(", ")
                )),
            )
        }
    }
}

/// What substitution rules are, and where they are used.
pub fn rules(file: &Path) -> Report {
    let message = "these are substitution rules of BehaviorTree.CPP: they hold no tree";
    Report::error(file, "substitution_rules", message)
        .with_remedy("Open a tree in the editor, then this file: its rules become stand-ins.")
}

/// The tree of a file that was read.
pub(super) fn tree(file: &Path, import: &Import, bytes: &[u8]) -> Result<Tree, Unusable> {
    let Some(first) = import.imported.documents.first() else {
        let message = "there is no tree in it, only kinds of nodes";
        let report = Report::error(file, "no_tree", message)
            .with_remedy("`treewright import` makes a task library of it.");
        return Err(unusable(report));
    };
    let sources = import
        .imported
        .sources()
        .map_err(|error| unusable(Report::error(file, error.code(), error.to_string())))?;
    let unpacked = sources.unpack();
    let unpacked = unpacked.map_err(|error| of_format(file, &error, bytes))?;
    let document = unpacked.document.clone();
    let mut libraries = held::libraries(&sources, &document.libraries, |_| None);
    let library = libraries.combined();
    let library_reports = libraries.problems.iter();
    let library_reports = library_reports.map(|problem| Report::of_library(file, None, problem));
    let library_reports = library_reports.collect();
    let related = held::related(&sources, unpacked, |_| None);
    let mut diagnostics: Problems = first.remarks.iter().cloned().collect();
    diagnostics.append(exchange::problems(&related.project(&document), &library));
    Ok(Tree {
        format: import.format,
        library_reports,
        library_files: libraries.paths,
        libraries: libraries.files,
        kinds_in_program: related.kinds_in_program(&library),
        related,
        document,
        library,
        diagnostics,
        text: lossy(bytes),
        fingerprint: import.fingerprint,
    })
}

fn unusable(report: Report) -> Unusable {
    Unusable {
        report: Box::new(report),
        text: None,
    }
}
