//! `treewright import`: makes documents and task libraries of other tools' files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::exchange::{self, ExchangeFormat, Findings};

use super::input::{self, Unusable};
use super::replacing::Replacing;
use super::report::Report;
use super::transfer::{ReadArguments, Summary, Transferred, not_written, tell_progress};
use super::{Outcome, Output, Streams};
use crate::host::exchange::{
    Found, Import as Read, Listing, Missed, foreign_files, make_project, own_files, write_below,
};

#[derive(Debug, Args)]
pub struct Import {
    /// Files of other tools, or folders of them
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The folder for what is made; documents lie in it as their files lie in theirs
    #[arg(short, long, value_name = "DIR")]
    output_folder: PathBuf,

    /// Replace files that are there
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    read: ReadArguments,

    #[command(flatten)]
    output: Output,
}

impl Import {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let Listing {
            files,
            missed,
            rules,
        } = foreign_files(&self.files);
        for (folder, why) in &missed {
            summary.fail(streams, self.output, overlooked(folder, why))?;
        }
        for file in &rules {
            let severity = "warning";
            let report = Report {
                severity,
                ..input::rules(file)
            };
            summary.note(streams, self.output, report)?;
        }
        let mut written = BTreeMap::new();
        // The files that are named are told in their turn.
        let named = files
            .iter()
            .filter_map(|found| found.file.canonicalize().ok());
        let mut told: BTreeSet<PathBuf> = named.collect();
        for (index, Found { file, below }) in files.iter().enumerate() {
            tell_progress(streams, self.output, (index, files.len()))?;
            let read = input::import(file, self.read.from, &self.read.options());
            let done =
                read.and_then(|read| Ok((self.write((file, below), &read, &mut written)?, read)));
            match done {
                Ok((paths, read)) => {
                    self.tell(streams, &mut summary, &mut told, (file, &read, &paths))?;
                }
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
            }
        }
        self.check(&mut summary, &written);
        summary.finish(streams, self.output)
    }

    /// Counts what `treewright check` finds in the documents that were written, now that all of them are there.
    fn check(&self, summary: &mut Summary, written: &BTreeMap<String, String>) {
        let documents = written.keys().filter(|path| path.ends_with(".bt.json"));
        for path in documents {
            let file = self.output_folder.join(path);
            // It was just written, so it can be read, or else somebody took it away again.
            if let Ok(tree) = input::read_tree(&file) {
                let libraries = tree.library_reports();
                let errors = libraries.iter().filter(|report| report.is_error()).count();
                let mut found = Findings::of(&tree.diagnostics);
                found.errors += errors;
                found.warnings += libraries.len() - errors;
                summary.add_checked(&file, found);
            }
        }
    }

    /// Writes what a file gave. Other files of the same command may have given the same.
    fn write(
        &self,
        (file, below): (&Path, &str),
        read: &Read,
        written: &mut BTreeMap<String, String>,
    ) -> Result<Vec<PathBuf>, Unusable> {
        let mut files = own_files(&read.imported).map_err(|error| Unusable {
            report: Box::new(Report::error(file, error.code(), error.to_string())),
            text: None,
        })?;
        for made in &mut files {
            made.path.insert_str(0, below);
        }
        let other = |path: &str, text: &str| written.get(path).is_some_and(|known| known != text);
        if let Some(twice) = files.iter().find(|f| other(&f.path, &f.text)) {
            let message = format!("another file was already made into {}", twice.path);
            let report = Report::error(file, "made_twice", message)
                .with_remedy("Import it into a folder of its own.");
            return Err(Unusable {
                report: Box::new(report),
                text: None,
            });
        }
        let expected = Replacing::Nothing.or_forced(self.force).expected();
        let paths = write_below(&self.output_folder, &files, expected)
            .and_then(|paths| make_project(&self.output_folder, &files).map(|()| paths))
            .map_err(|(path, error)| not_written(&path, &error))?;
        written.extend(files.into_iter().map(|file| (file.path, file.text)));
        Ok(paths)
    }

    /// Tells what became of a file and of those that it needs, each of which is told once.
    fn tell(
        &self,
        streams: &mut Streams<'_>,
        summary: &mut Summary,
        told: &mut BTreeSet<PathBuf>,
        (file, read, paths): (&Path, &Read, &[PathBuf]),
    ) -> io::Result<()> {
        let formats = (read.format, ExchangeFormat::Native);
        for (index, imported) in read.imported.documents.iter().enumerate() {
            let needed = read.folder.join(&imported.source);
            if index > 0 && !told.insert(needed.clone()) {
                continue;
            }
            let mut remarks: Vec<Diagnostic> = imported.remarks.clone();
            remarks.extend(exchange::standing(&imported.document));
            let (source, written) = if index == 0 {
                (file, paths)
            } else {
                (&*needed, &[][..])
            };
            let about = (source, &imported.document);
            summary.remark(streams, self.output, about, &remarks)?;
            let line = Transferred::new(source, formats, &imported.document, &remarks);
            summary.add(line.written_to(written));
        }
        if read.imported.documents.is_empty() {
            summary.add(Transferred::only_kinds(file, formats).written_to(paths));
        }
        Ok(())
    }
}

/// Files of a folder may have been missed.
fn overlooked(folder: &Path, why: &Missed) -> Unusable {
    let remedy = match why {
        Missed::TooMany | Missed::TooDeep => "Import the folders inside it one by one.",
        Missed::Unreadable(_) => "Check that the folder may be read.",
    };
    Unusable {
        report: Box::new(Report::error(folder, why.code(), why.to_string()).with_remedy(remedy)),
        text: None,
    }
}
