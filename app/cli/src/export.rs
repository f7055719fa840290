//! `treewright export`: writes trees in other tools' formats.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, WriteOptions};
use treewright_session::file_names::made_of;
use treewright_session::host::exchange::ExportedFile;
use treewright_session::host::outputs::{Kind, Outputs, Replacing};
use treewright_session::host::{files, outputs};

use super::input::{self, Tree, Unusable};
use super::report::Report;
use super::transfer::{Summary, Transferred, WriteArguments, not_written, tell_progress, writable};
use super::{Outcome, Output, Streams};

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

    /// Replace what is there. Without it an export replaces only what an earlier one wrote, or, with -o FILE, a file of the same format: no tree, library or scenario
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
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads(self.files.iter().map(PathBuf::as_path));
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
                    };
                    let made = (&mut summary, &mut outputs);
                    job.run(streams, self.output, made, &place)?;
                }
            }
        }
        summary.finish(streams, self.output)
    }

    /// Where a tree is written: of several, those of different folders lie in different folders again.
    fn place(&self, file: &Path, common: Option<&Path>) -> Place {
        let Some(path) = &self.output_path else {
            let folder = file.parent().unwrap_or(Path::new(""));
            return Place::Folder(folder.to_owned(), PathBuf::new());
        };
        match Place::of(path, self.files.len() > 1) {
            Place::Folder(folder, _) => {
                let own = folder_of(file);
                let below = common.and_then(|common| own.as_deref()?.strip_prefix(common).ok());
                Place::Folder(folder, below.unwrap_or(Path::new("")).to_owned())
            }
            place => place,
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
    /// Under a name of its own in the folder at this path below one, which no link leads out of.
    Folder(PathBuf, PathBuf),
    /// In this file.
    File(PathBuf),
    /// At this path below a folder, which no link leads out of.
    Below(PathBuf, PathBuf),
}

impl Place {
    /// What the user means: a folder if it is one, its name ends like one, or there are several things to write.
    fn of(path: &Path, several: bool) -> Self {
        let says_folder = path.to_string_lossy().ends_with(['/', '\\']);
        if several || says_folder || path.is_dir() {
            Self::Folder(path.to_owned(), PathBuf::new())
        } else {
            Self::File(path.to_owned())
        }
    }

    /// The folder, and the files to write below it, which were made of that one.
    fn files(&self, of: &Path, files: Vec<exchange::ExportedFile>) -> (PathBuf, Vec<ExportedFile>) {
        let files = files.into_iter().map(|file| ExportedFile {
            path: made_of(of, &file.path),
            text: file.text,
        });
        let mut files: Vec<ExportedFile> = files.collect();
        match self {
            Self::Folder(folder, below) => {
                for file in &mut files {
                    file.path = below.join(&file.path);
                }
                (folder.clone(), files)
            }
            Self::File(path) => {
                if let (Some(first), Some(name)) = (files.first_mut(), path.file_name()) {
                    first.path = name.into();
                }
                let folder = path.parent().unwrap_or(Path::new(""));
                (folder.to_owned(), files)
            }
            Self::Below(folder, path) => {
                for (index, file) in files.iter_mut().enumerate() {
                    file.path = match index {
                        0 => path.clone(),
                        _ => path.with_file_name(&file.path),
                    };
                }
                (folder.clone(), files)
            }
        }
    }

    /// The same files as they are written: only a file that the user named may be reached through a link.
    fn outputs<'a>(&self, folder: &Path, files: &'a [ExportedFile]) -> Vec<outputs::Output<'a>> {
        let outputs = files.iter().enumerate().map(|(index, file)| {
            let place = match self {
                Self::File(path) if index == 0 => outputs::Place::Named(path.clone()),
                _ => outputs::Place::below(folder, &file.path),
            };
            let bytes = file.text.as_bytes();
            outputs::Output { place, bytes }
        });
        outputs.collect()
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
}

impl Job<'_> {
    /// Writes it, and tells what became of it. Gives where it was written.
    pub fn run(
        &self,
        streams: &mut Streams<'_>,
        output: Output,
        (summary, outputs): (&mut Summary, &mut Outputs),
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
        let (folder, files) = place.files(self.file, exported.files);
        let unclaimed = summary.check_unclaimed(self.file, (&folder, &files));
        outputs.reads(self.tree.depends_on());
        match unclaimed.and_then(|()| self.save(outputs, place, (&folder, &files))) {
            Ok(paths) => {
                summary.claim(self.file, (&folder, &files));
                let line = Transferred::new(self.file, formats, document, &exported.remarks);
                summary.add(line.written_to(&paths));
                let main = files.first().map(|file| folder.join(&file.path));
                self.missing_libraries(&files::folder_of(&main.unwrap_or(folder)))
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

    fn save(
        &self,
        outputs: &mut Outputs,
        place: &Place,
        (folder, files): (&Path, &[ExportedFile]),
    ) -> Result<Vec<PathBuf>, Unusable> {
        let source = self.file.canonicalize().ok();
        let same = |file: &&ExportedFile| folder.join(&file.path).canonicalize().ok() == source;
        if source.is_some() && files.iter().any(|file| same(&file)) {
            let message = "it would be written over the file that it was read from";
            let report = Report::error(self.file, "onto_itself", message)
                .with_remedy("Choose another place for it.");
            return Err(unusable(report));
        }
        outputs
            .write(Kind::Export(self.format), &place.outputs(folder, files))
            .map_err(|(path, error)| not_written(&path, &error))
    }
}

fn unusable(report: Report) -> Unusable {
    Unusable {
        report: Box::new(report),
        text: None,
    }
}
