//! `treewright export`: writes trees in the formats of other tools, and pages of trees and recordings.

mod page;

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use treewright_core::diagnostic::Diagnostic;
use treewright_core::model::Document;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, Exported, WriteOptions};
use treewright_insight::recording_json::Sources;
use treewright_session::file_names::output_path;
use treewright_session::host::exchange::ExportedFile;
use treewright_session::host::outputs::{OutputKind, Outputs, Replacing};
use treewright_session::host::recordings::is_recording;
use treewright_session::host::{files, outputs};
use treewright_session::i18n::Texts;
use treewright_session::workspace::export::{self, ExportSource};

use super::input::{self, Tree, Unusable, unusable};
use super::report::Report;
use super::transfer::{
    Summary, Transferred, WriteArguments, not_written, writable, write_progress,
};
use super::{Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Export {
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[arg(long, value_name = "FORMAT", value_parser = writable())]
    to: ExchangeFormat,

    #[arg(short, long, value_name = "OUT")]
    output_path: Option<PathBuf>,

    #[arg(long)]
    force: bool,

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
    pub(super) output: Output,
}

impl Export {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let mut summary = Summary::default();
        let options = self.write.options(&self.type_key);
        let common = common_folder(&self.files);
        let mut outputs = Outputs::new(Replacing::SameFormat.or_forced(self.force));
        outputs.reads(self.files.iter().map(PathBuf::as_path));
        for (index, file) in self.files.iter().enumerate() {
            write_progress(streams, self.output, (index, self.files.len()))?;
            if self.to.is_in_language() && is_recording(file) {
                let target = self.target(file, common.as_deref());
                let results = (&mut summary, &mut outputs);
                page::write(file, streams, self.output, results, &target)?;
                continue;
            }
            match input::read_tree(file, streams.texts) {
                Err(unusable) => summary.fail(streams, self.output, unusable)?,
                Ok(tree) => {
                    let target = self.target(file, common.as_deref());
                    let job = Job {
                        file,
                        tree: &tree,
                        format: self.to,
                        options: &options,
                    };
                    let results = (&mut summary, &mut outputs);
                    job.run(streams, self.output, results, &target)?;
                }
            }
        }
        summary.finish(streams, self.output)
    }

    /// Where a tree is written. Several trees keep their folders relative to the common one.
    fn target(&self, file: &Path, common: Option<&Path>) -> Target {
        let Some(path) = &self.output_path else {
            let folder = file.parent().unwrap_or(Path::new(""));
            return Target::Folder(folder.to_owned(), PathBuf::new());
        };
        match Target::of(path, self.files.len() > 1) {
            Target::Folder(folder, _) => {
                let own = real_folder(file);
                let below = common.and_then(|common| own.as_deref()?.strip_prefix(common).ok());
                Target::Folder(folder, below.unwrap_or(Path::new("")).to_owned())
            }
            target => target,
        }
    }
}

/// The folder of a file, with links resolved.
fn real_folder(file: &Path) -> Option<PathBuf> {
    files::real_path(&files::folder_of(file)).ok()
}

/// Returns the deepest folder that contains all of these files; `None` if there is none.
fn common_folder(files: &[PathBuf]) -> Option<PathBuf> {
    let mut folders = files.iter().filter_map(|file| real_folder(file));
    let first = folders.next()?;
    folders.try_fold(first, |common, folder| {
        let above = common.ancestors().find(|above| folder.starts_with(above));
        above.map(Path::to_owned)
    })
}

/// Where a tree is written.
#[derive(Debug)]
pub enum Target {
    /// In the first folder, in a subfolder at the second path, under the exported file's own name. Links out of the first folder are not followed.
    Folder(PathBuf, PathBuf),
    /// In this file.
    File(PathBuf),
    /// In a folder, at this path. Links out of the folder are not followed.
    Below(PathBuf, PathBuf),
}

impl Target {
    /// The target that the user means: a folder if it is one, if the path ends like one, or if several files are written.
    fn of(path: &Path, several: bool) -> Self {
        let ends_as_folder = path.to_string_lossy().ends_with(['/', '\\']);
        if several || ends_as_folder || path.is_dir() {
            Self::Folder(path.to_owned(), PathBuf::new())
        } else {
            Self::File(path.to_owned())
        }
    }

    /// Returns a folder, and the files to write there with their paths in it.
    fn files(&self, of: &Path, files: Vec<exchange::ExportedFile>) -> (PathBuf, Vec<ExportedFile>) {
        let files = files.into_iter().map(|file| ExportedFile {
            path: output_path(of, &file.path),
            bytes: file.bytes,
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

    /// Prepares the same files for writing: links are followed only to the file that the user has named.
    fn outputs<'a>(&self, folder: &Path, files: &'a [ExportedFile]) -> Vec<outputs::Output<'a>> {
        let outputs = files.iter().enumerate().map(|(index, file)| {
            let place = match self {
                Self::File(path) if index == 0 => outputs::OutputTarget::Named(path.clone()),
                _ => outputs::OutputTarget::below(folder, &file.path),
            };
            let bytes = &file.bytes;
            outputs::Output { place, bytes }
        });
        outputs.collect()
    }
}

/// A tree to write in a format.
pub struct Job<'a> {
    /// The file from which the tree was read.
    pub file: &'a Path,
    pub tree: &'a Tree,
    pub format: ExchangeFormat,
    pub options: &'a WriteOptions,
}

impl Job<'_> {
    /// Writes the tree, and adds the result to the summary.
    pub fn run(
        &self,
        streams: &mut Streams<'_>,
        output: Output,
        (summary, outputs): (&mut Summary, &mut Outputs),
        target: &Target,
    ) -> io::Result<()> {
        let texts = streams.texts;
        if self.format == ExchangeFormat::Native && self.tree.format != ExchangeFormat::Native {
            let message = texts.tr("cli.convert.needs_others");
            let report = Report::error(self.file, "use_import", message)
                .with_remedy(texts.tr("cli.remedy.import_all"));
            return summary.fail(streams, output, unusable(report));
        }
        let document = &self.tree.document;
        let source = ExportSource {
            project: self.tree.project(),
            library: self.tree.program_library(),
            sources: &|| Sources::of(&self.tree.project(), self.tree.library_texts()).ok(),
            recording: None,
        };
        let delivery = Delivery {
            file: self.file,
            formats: (self.tree.format, self.format),
            document,
            written: export::write(self.format, &source, self.options, texts),
        };
        outputs.reads(self.tree.depends_on());
        let main = delivery.run(streams, output, (summary, outputs), target)?;
        let folder = main.map(|main| files::folder_of(&main));
        let missing = folder.map(|folder| self.missing_libraries(&folder, texts));
        missing
            .into_iter()
            .flatten()
            .try_for_each(|report| summary.add_report(streams, output, report))
    }

    /// Warns of the task libraries that a game's config names and that do not exist there.
    fn missing_libraries(&self, folder: &Path, texts: &Texts) -> Vec<Report> {
        if !self.format.is_game_config() {
            return Vec::new();
        }
        let named = self.tree.document.libraries.iter();
        let missing = named.filter(|named| !folder.join(named).is_file());
        let report = |named: &String| {
            let message = texts.tr_with("cli.export.library_missing", &[("library", named)]);
            let report = Report::warning(self.file, "library_not_beside", message);
            report.with_remedy(texts.tr("cli.remedy.copy_library"))
        };
        missing.map(report).collect()
    }
}

/// The files of an export, to be saved.
struct Delivery<'a> {
    /// The file that was read.
    file: &'a Path,
    /// The formats that are read and written.
    formats: (ExchangeFormat, ExchangeFormat),
    document: &'a Document,
    /// The files, or what the format cannot express.
    written: Result<Exported, Vec<Diagnostic>>,
}

impl Delivery<'_> {
    /// Saves the files, and adds the result to the summary. Returns the path of the main file if all were saved.
    fn run(
        self,
        streams: &mut Streams<'_>,
        output: Output,
        (summary, outputs): (&mut Summary, &mut Outputs),
        target: &Target,
    ) -> io::Result<Option<PathBuf>> {
        let (document, texts) = (self.document, streams.texts);
        let exported = match self.written {
            Ok(exported) => exported,
            Err(refused) => {
                summary.add_notes(streams, output, (self.file, document), &refused)?;
                summary.add(Transferred::new(
                    self.file,
                    self.formats,
                    document,
                    &refused,
                ));
                return Ok(None);
            }
        };
        summary.add_notes(streams, output, (self.file, document), &exported.remarks)?;
        let (folder, files) = target.files(self.file, exported.files);
        let checked = summary.check_not_written_before(self.file, (&folder, &files), texts);
        let kind = OutputKind::Export(self.formats.1);
        let saved = checked
            .and_then(|()| save(self.file, (outputs, kind), target, (&folder, &files), texts));
        match saved {
            Ok(paths) => {
                summary.note_written(self.file, (&folder, &files));
                let line = Transferred::new(self.file, self.formats, document, &exported.remarks);
                summary.add(line.written_to(&paths));
                Ok(files.first().map(|file| folder.join(&file.path)))
            }
            Err(unusable) => {
                let is_written = |file: &&ExportedFile| {
                    files::read(&folder.join(&file.path)).is_ok_and(|bytes| bytes == file.bytes)
                };
                let written: Vec<_> = files.iter().filter(is_written).cloned().collect();
                summary.note_written(self.file, (&folder, &written));
                summary.fail(streams, output, unusable)?;
                Ok(None)
            }
        }
    }
}

/// Saves files in a folder; not over the file of which they are made.
fn save(
    source: &Path,
    (outputs, kind): (&mut Outputs, OutputKind),
    target: &Target,
    (folder, files): (&Path, &[ExportedFile]),
    texts: &Texts,
) -> Result<Vec<PathBuf>, Unusable> {
    let real = files::real_path(source).ok();
    let same = |file: &&ExportedFile| files::real_path(&folder.join(&file.path)).ok() == real;
    if real.is_some() && files.iter().any(|file| same(&file)) {
        let message = texts.tr("cli.export.onto_itself");
        let report = Report::error(source, "onto_itself", message)
            .with_remedy(texts.tr("cli.remedy.other_target"));
        return Err(unusable(report));
    }
    outputs
        .write(kind, &target.outputs(folder, files))
        .map_err(|(path, error)| not_written(&path, &error, texts))
}
