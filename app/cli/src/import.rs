//! `treewright import`: writes other tools' files as documents and task libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::FormatError;
use treewright_core::limits::FILE_BYTES;
use treewright_core::project::resolve;
use treewright_exchange as exchange;
use treewright_exchange::{
    ExchangeFormat, Imported, ImportedDocument, ImportedPaths, ProblemCounts, free_path,
};
use treewright_session::host::exchange::{
    ExportedFile, Folder, Listing, OpenedForeignFile, document_file, foreign_files, library_file,
    make_project, read_together,
};
use treewright_session::host::files;
use treewright_session::host::outputs::{
    Output as OutputFile, OutputKind, OutputTarget, Outputs, Replacing,
};
use treewright_session::i18n::Texts;

use super::input::{self, Unusable, unusable};
use super::report::Report;
use super::transfer::{ReadArguments, Summary, Transferred, not_written, write_progress};
use super::walk::not_searched;
use super::{Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Import {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(short, long, value_name = "DIR")]
    output_folder: PathBuf,

    #[arg(long)]
    force: bool,

    #[command(flatten)]
    read: ReadArguments,

    #[command(flatten)]
    pub(super) output: Output,
}

/// The most bytes of files that are imported together: the limit of a single file.
const BATCH_BYTES: usize = FILE_BYTES;

impl Import {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let Listing {
            files,
            missed,
            rules,
        } = foreign_files(&self.files);
        for (folder, why) in &missed {
            summary.fail(
                streams,
                self.output,
                not_searched(folder, why, streams.texts),
            )?;
        }
        for file in &rules {
            let severity = "warning";
            let report = Report {
                severity,
                ..input::substitution_rules(file, streams.texts)
            };
            summary.add_report(streams, self.output, report)?;
        }
        let mut importing = Importing {
            command: self,
            folder: Folder::around_all(&self.files),
            known: BTreeMap::new(),
            taken: BTreeSet::new(),
            written: BTreeSet::new(),
            outputs: Outputs::new(Replacing::Nothing.or_forced(self.force)),
        };
        let mut batches: Vec<Batch> = Vec::new();
        // Names that are not valid Unicode may look the same.
        let (mut seen, mut paths) = (BTreeSet::new(), BTreeSet::<String>::new());
        for (index, file) in files.iter().enumerate() {
            write_progress(streams, self.output, (index, files.len()))?;
            let mut opened = match OpenedForeignFile::of(file, &importing.folder, self.read.from) {
                Ok(opened) => opened,
                Err(fault) => {
                    summary.fail(
                        streams,
                        self.output,
                        input::unreadable(file, fault, streams.texts),
                    )?;
                    continue;
                }
            };
            if !seen.insert(files::real_path(file).unwrap_or_else(|_| file.clone())) {
                continue;
            }
            opened.path = free_path(&opened.path, |path| paths.contains(path));
            paths.insert(opened.path.clone());
            let is_for = |batch: &Batch| batch.opened[0].format == opened.format;
            match batches.iter().position(is_for) {
                Some(place) if batches[place].bytes() + opened.bytes.len() > BATCH_BYTES => {
                    let full = std::mem::replace(&mut batches[place], Batch::of(file, opened));
                    importing.import_batch(streams, &mut summary, &full)?;
                }
                Some(place) => batches[place].add(file, opened),
                None => batches.push(Batch::of(file, opened)),
            }
        }
        for batch in &batches {
            importing.import_batch(streams, &mut summary, batch)?;
        }
        self.check(&mut summary, &importing.written, streams.texts);
        summary.finish(streams, self.output)
    }

    /// Counts the problems that `treewright check` finds in the documents that were written, now that all of them exist.
    fn check(&self, summary: &mut Summary, written: &BTreeSet<PathBuf>, texts: &Texts) {
        let documents = written.iter().filter(|path| is_tree(path));
        for path in documents {
            let file = self.output_folder.join(path);
            // It was just written; reading fails only if another program has removed it.
            if let Ok(tree) = input::read_tree(&file, texts) {
                let libraries = tree.library_reports();
                let errors = libraries.iter().filter(|report| report.is_error()).count();
                let mut found = ProblemCounts::of(&tree.diagnostics);
                found.errors += errors;
                found.warnings += libraries.len() - errors;
                summary.add_checked(&file, found);
            }
        }
    }
}

/// Files of one format that are imported together, so that they find each other's trees.
struct Batch {
    files: Vec<PathBuf>,
    opened: Vec<OpenedForeignFile>,
}

impl Batch {
    fn of(file: &Path, opened: OpenedForeignFile) -> Self {
        Self {
            files: vec![file.to_owned()],
            opened: vec![opened],
        }
    }

    fn add(&mut self, file: &Path, opened: OpenedForeignFile) {
        self.files.push(file.to_owned());
        self.opened.push(opened);
    }

    fn bytes(&self) -> usize {
        self.opened.iter().map(|opened| opened.bytes.len()).sum()
    }
}

/// A document of a batch.
struct DocumentToWrite<'a> {
    /// The format of the file, and that of the document.
    formats: (ExchangeFormat, ExchangeFormat),
    /// The document and its index in the batch.
    document: (usize, &'a ImportedDocument),
    /// All libraries of the batch, each with the index of the first document that names it.
    libraries: &'a [(Option<usize>, ExportedFile)],
}

/// The state of the command. All files are in one folder, and each becomes one document.
struct Importing<'a> {
    command: &'a Import,
    folder: Folder,
    /// The documents and libraries of earlier batches, by the name of their format.
    known: BTreeMap<&'static str, ImportedPaths>,
    /// The paths of all documents and libraries.
    taken: BTreeSet<String>,
    written: BTreeSet<PathBuf>,
    outputs: Outputs,
}

impl Importing<'_> {
    /// Writes the documents and libraries of a batch, and adds the results to the summary.
    fn import_batch(
        &mut self,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
        batch: &Batch,
    ) -> io::Result<()> {
        let (command, output) = (self.command, self.command.output);
        let formats = (batch.opened[0].format, ExchangeFormat::Native);
        let earlier = self.known.entry(formats.0.name()).or_default();
        let known = earlier.clone();
        let read = read_together(&batch.opened, &self.folder, &command.read.options());
        let mut imported = Imported::default();
        imported.add(read.imported, earlier);
        let moved: BTreeMap<_, _> = imported
            .assign_free_paths(&mut self.taken)
            .into_iter()
            .collect();
        imported.lay_out();
        let mut named_by: BTreeMap<String, usize> = BTreeMap::new();
        for (index, made) in imported.documents.iter().enumerate() {
            let named = made.document.libraries.iter();
            for path in named.filter_map(|named| resolve(&made.path, named).ok()) {
                named_by.entry(path).or_insert(index);
            }
        }
        let libraries = imported.libraries.iter();
        let libraries = libraries.map(|made| (named_by.get(&made.path), library_file(made)));
        let libraries: Vec<_> = libraries.map(|(by, file)| (by.copied(), file)).collect();
        let mut failed: BTreeMap<usize, FormatError> = read.failed.into_iter().collect();
        let made = imported.documents.iter().enumerate();
        let mut made: BTreeMap<&str, _> = made.map(|made| (&*made.1.source, made)).collect();
        for (place, (file, opened)) in batch.files.iter().zip(&batch.opened).enumerate() {
            if let Some(error) = failed.remove(&place) {
                let unusable = input::of_format(file, &error, &opened.bytes, streams.texts);
                summary.fail(streams, output, unusable)?;
            } else if let Some(document) = made.remove(&*opened.path) {
                self.write_document(
                    streams,
                    summary,
                    (file, true),
                    DocumentToWrite {
                        formats,
                        document,
                        libraries: &libraries,
                    },
                )?;
                if let Some(path) = moved.get(&opened.path) {
                    summary.add_report(streams, output, renamed(file, path, streams.texts))?;
                }
            } else if !known.has(&opened.path) {
                let unnamed = libraries.iter().filter(|(named_by, _)| named_by.is_none());
                let own: Vec<_> = unnamed.map(|(_, file)| file.clone()).collect();
                match self.write(&own, streams.texts) {
                    Ok(paths) => {
                        let line = Transferred::without_tree(file, formats);
                        summary.add(line.written_to(&paths));
                    }
                    Err(unusable) => summary.fail(streams, output, unusable)?,
                }
            }
        }
        // Documents that the files need and the command line does not name.
        for document in imported.documents.iter().enumerate() {
            if made.remove(&*document.1.source).is_some() {
                let file = self.folder.root().join(&document.1.source);
                self.write_document(
                    streams,
                    summary,
                    (&file, false),
                    DocumentToWrite {
                        formats,
                        document,
                        libraries: &libraries,
                    },
                )?;
            }
        }
        Ok(())
    }

    /// Writes a document with the libraries that it is the first to name, and adds the result to the summary.
    fn write_document(
        &mut self,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
        (file, is_named): (&Path, bool),
        DocumentToWrite {
            formats,
            document: (index, made),
            libraries,
        }: DocumentToWrite<'_>,
    ) -> io::Result<()> {
        let texts = streams.texts;
        let document = document_file(is_named.then_some(file), made).map_err(|error| {
            unusable(Report::error(file, error.code(), texts.write_error(&error)))
        });
        let own = libraries.iter().filter(|(by, _)| *by == Some(index));
        let own = own.map(|(_, file)| file.clone());
        let written = document.and_then(|document| {
            let files: Vec<ExportedFile> = std::iter::once(document).chain(own).collect();
            self.write(&files, texts)
        });
        let output = self.command.output;
        match written {
            Ok(paths) => {
                let mut notes: Vec<Diagnostic> = made.remarks.clone();
                notes.extend(exchange::standing(&made.document));
                summary.add_notes(streams, output, (file, &made.document), &notes)?;
                let line = Transferred::new(file, formats, &made.document, &notes);
                summary.add(line.written_to(&paths));
                Ok(())
            }
            Err(unusable) => summary.fail(streams, output, unusable),
        }
    }

    fn write(&mut self, files: &[ExportedFile], texts: &Texts) -> Result<Vec<PathBuf>, Unusable> {
        let folder = &self.command.output_folder;
        let written = files.iter().map(|file| OutputFile {
            place: OutputTarget::below(folder, &file.path),
            bytes: &file.bytes,
        });
        let written: Vec<_> = written.collect();
        let paths = self
            .outputs
            .write(OutputKind::Export(ExchangeFormat::Native), &written)
            .and_then(|paths| make_project(folder, files).map(|()| paths))
            .map_err(|(path, error)| not_written(&path, &error, texts))?;
        let files = files.iter().map(|file| file.path.clone());
        self.written.extend(files);
        Ok(paths)
    }
}

fn renamed(file: &Path, path: &str, texts: &Texts) -> Report {
    let message = texts.tr_with("cli.import.renamed", &[("path", path)]);
    Report::warning(file, "renamed", message)
}

fn is_tree(file: &Path) -> bool {
    file.as_os_str().as_encoded_bytes().ends_with(b".bt.json")
}
