//! `treewright export`: writes trees in other tools' formats.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_core::format::exchange::{self, ExchangeFormat, ExportedFile, WriteOptions};

use super::input::{self, Tree, Unusable};
use super::replacing::Replacing;
use super::report::Report;
use super::transfer::{Summary, Transferred, WriteArguments, not_written, tell_progress, writable};
use super::{Outcome, Output, Streams};
use crate::host::exchange::write_below;
use crate::host::files::{self, SaveError};

#[derive(Debug, Args)]
pub struct Export {
    /// Trees
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: ExchangeFormat,

    /// The file for a single tree, or the folder for several, in which they lie as the trees do [default: beside each tree]
    #[arg(short, long, value_name = "OUT")]
    output_path: Option<PathBuf>,

    /// Replace what is there. Without it an export replaces only what an export in the same format may have written before: no tree, library or scenario, and no file whose name or text is of another format
    #[arg(long)]
    force: bool,

    /// For nested save JSON: the key that holds a node's type
    #[arg(
        long,
        value_name = "KEY",
        default_value = "",
        hide_default_value = true
    )]
    type_key: String,

    #[command(flatten)]
    write: WriteArguments,

    #[command(flatten)]
    output: Output,
}

impl Export {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let options = self.write.options(&self.type_key);
        let common = common_folder(&self.files);
        for (index, file) in self.files.iter().enumerate() {
            tell_progress(streams, self.output, (index, self.files.len()))?;
            match input::read_tree(file) {
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
                Ok(tree) => {
                    let place = self.place(file, common.as_deref());
                    let job = Job {
                        file,
                        tree: &tree,
                        format: self.to,
                        options: &options,
                        replacing: Replacing::Exports.or_forced(self.force),
                    };
                    job.run(streams, self.output, &mut summary, &place)?;
                }
            }
        }
        summary.finish(streams, self.output)
    }

    /// Where a tree is written: of several, those of different folders lie in different folders again.
    fn place(&self, file: &Path, common: Option<&Path>) -> Place {
        let Some(path) = &self.output_path else {
            return Place::Folder(file.parent().unwrap_or(Path::new("")).to_owned());
        };
        match Place::of(path, self.files.len() > 1) {
            Place::Folder(folder) => {
                let own = folder_of(file);
                let below = common.and_then(|common| own.as_deref()?.strip_prefix(common).ok());
                Place::Folder(folder.join(below.unwrap_or(Path::new(""))))
            }
            file @ Place::File(_) => file,
        }
    }
}

/// The folder in which a file lies, without any link.
fn folder_of(file: &Path) -> Option<PathBuf> {
    let folder = file.parent().filter(|above| *above != Path::new(""));
    folder.unwrap_or(Path::new(".")).canonicalize().ok()
}

/// The deepest folder in or below which all of these files lie; none if there is no such folder.
fn common_folder(files: &[PathBuf]) -> Option<PathBuf> {
    let mut folders = files.iter().filter_map(|file| folder_of(file));
    let first = folders.next()?;
    folders.try_fold(first, |common, folder| {
        let above = common.ancestors().find(|above| folder.starts_with(above));
        above.map(Path::to_owned)
    })
}

/// Where something is written.
#[derive(Debug)]
pub enum Place {
    /// Under a name of its own in this folder.
    Folder(PathBuf),
    /// In this file.
    File(PathBuf),
}

impl Place {
    /// What the user means: a folder if it is one, its name ends like one, or there are several things to write.
    fn of(path: &Path, several: bool) -> Self {
        let says_folder = path.to_string_lossy().ends_with(['/', '\\']);
        if several || says_folder || path.is_dir() {
            Self::Folder(path.to_owned())
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The folder, and the files to write below it.
    fn files(&self, mut files: Vec<ExportedFile>) -> (PathBuf, Vec<ExportedFile>) {
        match self {
            Self::Folder(folder) => (folder.clone(), files),
            Self::File(path) => {
                if let (Some(first), Some(name)) = (files.first_mut(), path.file_name()) {
                    first.path = name.to_string_lossy().into_owned();
                }
                let folder = path.parent().unwrap_or(Path::new(""));
                (folder.to_owned(), files)
            }
        }
    }
}

/// A tree to be written in a format.
pub struct Job<'a> {
    /// Its file.
    pub file: &'a Path,
    /// The tree.
    pub tree: &'a Tree,
    /// The format.
    pub format: ExchangeFormat,
    /// How it is written.
    pub options: &'a WriteOptions,
    /// What may be there already.
    pub replacing: Replacing,
}

impl Job<'_> {
    /// Writes it, and tells what became of it. Gives where it was written.
    pub fn run(
        &self,
        streams: &mut Streams<'_>,
        output: Output,
        summary: &mut Summary,
        place: &Place,
    ) -> io::Result<()> {
        if self.format == ExchangeFormat::Native && self.tree.format != ExchangeFormat::Native {
            let message =
                "a tree of another tool needs its task library and the trees that it runs";
            let report = Report::error(self.file, "use_import", message)
                .with_remedy("`treewright import` writes them all.");
            return summary.fail(streams, output, unusable(report));
        }
        let (project, library) = (self.tree.project(), self.tree.kinds());
        let formats = (self.tree.format, self.format);
        let document = &self.tree.document;
        let written = exchange::write(self.format, &project, library, self.options);
        let exported = match written {
            Ok(exported) => exported,
            Err(refused) => {
                summary.remark(streams, output, (self.file, document), &refused)?;
                summary.add(Transferred::new(self.file, formats, document, &refused));
                return Ok(());
            }
        };
        summary.remark(streams, output, (self.file, document), &exported.remarks)?;
        let (folder, files) = place.files(exported.files);
        let unclaimed = summary.check_unclaimed(self.file, (&folder, &files));
        match unclaimed.and_then(|()| self.save(&folder, &files)) {
            Ok(paths) => {
                summary.claim(self.file, (&folder, &files));
                let line = Transferred::new(self.file, formats, document, &exported.remarks);
                summary.add(line.written_to(&paths));
                self.missing_libraries(&folder)
                    .into_iter()
                    .try_for_each(|report| summary.note(streams, output, report))
            }
            Err(unusable) => {
                let is_written = |file: &&ExportedFile| {
                    files::read(&folder.join(&file.path))
                        .is_ok_and(|bytes| bytes == file.text.as_bytes())
                };
                let written: Vec<_> = files.iter().filter(is_written).cloned().collect();
                summary.claim(self.file, (&folder, &written));
                summary.fail(streams, output, unusable)
            }
        }
    }

    /// The task libraries that a game's config names and that do not lie where it names them.
    fn missing_libraries(&self, folder: &Path) -> Vec<Report> {
        if self.format != ExchangeFormat::GameConfig {
            return Vec::new();
        }
        let named = self.tree.document.libraries.iter();
        let missing = named.filter(|named| !folder.join(named).is_file());
        let report = |named: &String| {
            let message =
                format!("the config names the task library `{named}`, which is not there");
            let report = Report::warning(self.file, "library_not_beside", message);
            report
                .with_remedy("Copy it there; a game that registers its tasks itself needs no file.")
        };
        missing.map(report).collect()
    }

    fn save(&self, folder: &Path, files: &[ExportedFile]) -> Result<Vec<PathBuf>, Unusable> {
        let source = self.file.canonicalize().ok();
        let same = |file: &&ExportedFile| folder.join(&file.path).canonicalize().ok() == source;
        if source.is_some() && files.iter().any(|file| same(&file)) {
            let message = "it would be written over the file that it was read from";
            let report = Report::error(self.file, "onto_itself", message)
                .with_remedy("Choose another place for it.");
            return Err(unusable(report));
        }
        if let Some(taken) = self.replacing.refused(self.format, folder, files) {
            return Err(not_written(&taken, &SaveError::Exists));
        }
        write_below(folder, files, self.replacing.expected())
            .map_err(|(path, error)| not_written(&path, &error))
    }
}

fn unusable(report: Report) -> Unusable {
    Unusable {
        report: Box::new(report),
        text: None,
    }
}
