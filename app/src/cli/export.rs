//! `treewright export`: writes trees in other tools' formats.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_core::format::exchange::{self, ExchangeFormat, ExportedFile, WriteOptions};

use super::input::{self, Tree, Unusable};
use super::report::Report;
use super::transfer::{Summary, Transferred, WriteArguments, not_written, tell_progress, writable};
use super::{Outcome, Output, Streams};
use crate::host::exchange::write_below;
use crate::host::files::Expected;

#[derive(Debug, Args)]
pub struct Export {
    /// Trees
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: ExchangeFormat,

    /// The file for a single tree, or the folder for several; what is there is replaced [default: beside each tree]
    #[arg(short, long, value_name = "OUT")]
    output_path: Option<PathBuf>,

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
        for (index, file) in self.files.iter().enumerate() {
            tell_progress(streams, self.output, (index, self.files.len()))?;
            match input::read_tree(file) {
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
                Ok(tree) => {
                    let place = self.place(file);
                    let job = Job {
                        file,
                        tree: &tree,
                        format: self.to,
                        options: &options,
                        expected: Expected::Anything,
                    };
                    job.run(streams, self.output, &mut summary, &place)?;
                }
            }
        }
        summary.finish(streams, self.output)
    }

    fn place(&self, file: &Path) -> Place {
        match &self.output_path {
            None => Place::Folder(file.parent().unwrap_or(Path::new("")).to_owned()),
            Some(path) => Place::of(path, self.files.len() > 1),
        }
    }
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
    pub expected: Expected,
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
        let targets: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.path)).collect();
        let claimed = summary.claim(self.file, &targets[..targets.len().min(1)]);
        match claimed.and_then(|()| self.save(&folder, &files)) {
            Ok(paths) => {
                let line = Transferred::new(self.file, formats, document, &exported.remarks);
                summary.add(line.written_to(&paths));
                Ok(())
            }
            Err(unusable) => summary.fail(streams, output, unusable),
        }
    }

    fn save(&self, folder: &Path, files: &[ExportedFile]) -> Result<Vec<PathBuf>, Unusable> {
        let source = self.file.canonicalize().ok();
        let same = |file: &&ExportedFile| folder.join(&file.path).canonicalize().ok() == source;
        if source.is_some() && files.iter().any(|file| same(&file)) {
            let message = "it would be written over the file that it was read from";
            let report = Report::error(self.file, "onto_itself", message)
                .with_remedy("Choose another place with -o.");
            return Err(unusable(report));
        }
        write_below(folder, files, self.expected)
            .map_err(|(path, error)| not_written(&path, &error))
    }
}

fn unusable(report: Report) -> Unusable {
    Unusable {
        report: Box::new(report),
        text: None,
    }
}
