//! Reads a file to be opened on a background thread: detects its format, reads it together with what it refers to, and positions nodes that have no
//! positions. The window waits for a small file; the user can cancel reading a large one. Does not create documents of the editor.

use std::path::{Path, PathBuf};
use std::time::Duration;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::{FormatError, WriteError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, FileKin, ImportCounts, ReadOptions, substitution_json};
use treewright_insight::recording_json::{ParsedSources, Sources};
use treewright_link::live_file::LiveRecord;
use treewright_robot::logged_run::{LoggedRun, RunFault};

use super::exchange::{Import, ImportFault, MAX_ENTRIES, foreign_files, import, kin_of};
use super::files::{self, Fingerprint, ReadError};
use super::job::{CancelToken, Job, JobEnd, WithholdResults};
use super::recordings::{self, is_live_record, is_recording, is_robot_log};
use crate::file_names::slashed;

/// The window waits for a file of at most this many bytes, which is read before any progress could be shown.
const SMALL_BYTES: u64 = 256 * 1024;
/// How long the window waits: for a small file, and for a large one.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_millis(50));
/// How many files of a folder are searched for trees at most.
const MAX_SIBLINGS: usize = 200;

/// Positions the nodes of a document that has no positions; returns whether it did.
pub type PlaceNodes = dyn Fn(&mut Document) -> bool + Send;

/// A file to be read.
pub struct ReadRequest {
    pub path: PathBuf,
    /// Positions nodes without positions.
    pub place: Box<PlaceNodes>,
    /// Whether another tool's file without a tree becomes an empty document with that file's node types.
    pub even_without_tree: bool,
    /// The most memory in bytes that the run in a robot's log may take.
    pub run_limit: usize,
}

/// The content of a file.
pub enum OpenedContent {
    /// A document of this program.
    Own(Box<OwnDocument>),
    /// A document of another tool.
    Foreign(Box<ForeignDocument>),
    /// Another tool's file without a tree.
    NoTree(NoTree),
    /// A recording, opened but not read.
    Recording(recordings::Reader),
    /// The log of a robot.
    RobotLog(Box<LoggedRun>),
    /// What agents of a game did.
    GameRecord(Box<LiveRecord>),
    /// Substitution rules, not parsed.
    Rules(Vec<u8>),
}

/// A document that was read.
pub struct OwnDocument {
    pub read: native::ReadDocument,
    /// Fingerprint of the file's content.
    pub fingerprint: Fingerprint,
    /// Whether its nodes had no positions and were positioned.
    pub placed: bool,
}

/// A document that was imported from another tool's file.
pub struct ForeignDocument {
    pub format: ExchangeFormat,
    /// Fingerprint of the file's content.
    pub fingerprint: Fingerprint,
    /// The files that the import produces.
    pub held: Sources,
    /// The documents in those files.
    pub unpacked: ParsedSources,
    /// Whether its nodes had no positions and were positioned.
    pub placed: bool,
    /// Import notes that cannot be derived from the document.
    pub from_reader: Vec<Diagnostic>,
    /// All import notes.
    pub remarks: Vec<Diagnostic>,
    /// How many nodes were imported, and how.
    pub tally: ImportCounts,
}

/// Another tool's file without a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTree {
    /// The file only marks its folder as a project.
    pub marks_folder: bool,
    /// How many node types it declares.
    pub kinds: usize,
    /// The trees of its folder: file, and path relative to the folder.
    pub trees: Vec<(PathBuf, String)>,
}

/// Why a file cannot be opened.
#[derive(Debug)]
pub enum OpenError {
    Read(ReadError),
    /// It is not a valid document.
    Format(FormatError),
    /// Another tool's file is not valid.
    Import(ImportFault),
    /// A robot's log is damaged, or its tree cannot be shown.
    RobotLog(RunFault),
    /// The imported document cannot be serialized.
    Write(WriteError),
    /// Reading ended early: cancelled, panicked or without a thread.
    Ended(JobEnd),
}

pub type OpenResult = Result<OpenedContent, OpenError>;

/// A file that is being read in the background.
pub struct FileReadJob {
    job: Job<OpenResult>,
    patience: Duration,
}

impl FileReadJob {
    /// Starts reading; `wake` is called when the result is ready.
    pub fn begin(mut wanted: ReadRequest, wake: impl Fn() + Send + Sync + 'static) -> Self {
        // A path without a folder is made absolute, because its folder is searched as well.
        wanted.path = files::from_root(&wanted.path);
        let patience = patience(&wanted.path);
        let job = Job::begin("reading", wake, move |work| read(&wanted, &work.stop));
        Self { job, patience }
    }

    /// Withholds the result while `hold` is set.
    #[must_use]
    pub fn held_by(self, hold: WithholdResults) -> Self {
        let job = self.job.withheld_by(hold);
        Self { job, ..self }
    }

    /// Returns whether the result can be taken.
    pub fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// Waits for the result as long as [`patience`] allows. `None` if that is not enough.
    pub fn wait_briefly(&self) -> Option<OpenResult> {
        self.job.wait_for(self.patience).map(flatten_result)
    }

    /// Waits for the result as long as it takes.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn take_at_last(&self) -> OpenResult {
        flatten_result(self.job.wait())
    }

    /// Takes the result if it is ready.
    pub fn take(&self) -> Option<OpenResult> {
        self.job.take().map(flatten_result)
    }
}

fn flatten_result(told: Result<OpenResult, JobEnd>) -> OpenResult {
    told.unwrap_or_else(|ended| Err(OpenError::Ended(ended)))
}

/// Returns how long the window waits for a file before it continues without it.
pub fn patience(path: &Path) -> Duration {
    let (small, large) = PATIENCE;
    // The file itself may be small, but its folder may contain anything.
    if kin_of(path).is_some_and(FileKin::has_trees_in_subfolders) {
        return large;
    }
    let size = std::fs::metadata(path).map_or(0, |file| file.len());
    if size <= SMALL_BYTES { small } else { large }
}

/// Returns `None` if cancelled.
fn read(wanted: &ReadRequest, stop: &CancelToken) -> Option<OpenResult> {
    let path = &wanted.path;
    files::clear_leftovers(&files::folder_of(path));
    if is_recording(path) {
        let read = recordings::open(path).map(OpenedContent::Recording);
        return Some(read.map_err(OpenError::Read));
    }
    if is_robot_log(path) {
        return Some(robot_log(wanted));
    }
    if is_live_record(path) {
        return Some(game_record(wanted));
    }
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Some(Err(OpenError::Read(error))),
    };
    if substitution_json::detect(&bytes) {
        return Some(Ok(OpenedContent::Rules(bytes)));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let format = exchange::detect(&name, &bytes);
    if format.is_some_and(|format| format != ExchangeFormat::Native) {
        drop(bytes);
        return foreign(wanted, stop).transpose();
    }
    let fingerprint = Fingerprint::of(&bytes);
    on_purpose::panic_at("loader");
    let read = native::read(&bytes).map_err(OpenError::Format);
    if stop.is_cancelled() {
        return None;
    }
    Some(read.map(|mut read| {
        let placed = (wanted.place)(&mut read.document);
        OpenedContent::Own(Box::new(OwnDocument {
            read,
            fingerprint,
            placed,
        }))
    }))
}

fn robot_log(wanted: &ReadRequest) -> OpenResult {
    let bytes = recordings::read_robot_log(&wanted.path).map_err(OpenError::Read)?;
    let name = wanted.path.file_stem().unwrap_or_default();
    let read = LoggedRun::read(&name.to_string_lossy(), &bytes, wanted.run_limit);
    let mut read = read.map_err(OpenError::RobotLog)?;
    (wanted.place)(&mut read.tree.files.document);
    Ok(OpenedContent::RobotLog(Box::new(read)))
}

fn game_record(wanted: &ReadRequest) -> OpenResult {
    let file = recordings::open(&wanted.path).map_err(OpenError::Read)?;
    let record = LiveRecord::read(file, wanted.run_limit);
    let record = record.map_err(OpenError::Format)?;
    Ok(OpenedContent::GameRecord(Box::new(record)))
}

fn foreign(wanted: &ReadRequest, stop: &CancelToken) -> Result<Option<OpenedContent>, OpenError> {
    let is_stopped = || stop.is_cancelled();
    on_purpose::panic_at("importer");
    let read = import(&wanted.path, None, &ReadOptions::default()).map_err(OpenError::Import)?;
    if is_stopped() {
        return Ok(None);
    }
    if is_without_tree(&read) && !wanted.even_without_tree {
        return Ok(describe_without_tree(&wanted.path, &read, stop).map(OpenedContent::NoTree));
    }
    let held = read.imported.sources().map_err(OpenError::Write)?;
    if is_stopped() {
        return Ok(None);
    }
    let mut unpacked = held.unpack().map_err(OpenError::Format)?;
    if is_stopped() {
        return Ok(None);
    }
    let placed = (wanted.place)(&mut unpacked.document);
    let first = read.imported.documents.into_iter().next();
    let from_reader = first.map_or_else(Vec::new, |first| first.remarks);
    let mut remarks = from_reader.clone();
    remarks.extend(exchange::standing(&unpacked.document));
    Ok(Some(OpenedContent::Foreign(Box::new(ForeignDocument {
        format: read.format,
        fingerprint: read.fingerprint,
        tally: ImportCounts::of(&unpacked.document, &remarks),
        held,
        unpacked,
        placed,
        from_reader,
        remarks,
    }))))
}

fn is_without_tree(read: &Import) -> bool {
    let mut documents = read.imported.documents.iter();
    documents.all(|imported| imported.document.node_count() == 0)
}

/// Describes a file without a tree. `None` if cancelled.
fn describe_without_tree(path: &Path, read: &Import, stop: &CancelToken) -> Option<NoTree> {
    let libraries = read.imported.libraries.iter();
    let kinds = libraries.map(|library| library.library.tasks.len()).sum();
    let kin = kin_of(path);
    let folder = path.parent().unwrap_or(&read.folder);
    let candidates: Vec<PathBuf> = if kin.is_some_and(FileKin::has_trees_in_subfolders) {
        foreign_files(&[folder.to_owned()]).files
    } else {
        sibling_candidates(path, folder)
    };
    let mut trees = Vec::new();
    for file in candidates.into_iter().take(MAX_SIBLINGS) {
        if stop.is_cancelled() {
            return None;
        }
        let other = import(&file, None, &ReadOptions::default());
        if other.is_ok_and(|other| !is_without_tree(&other)) {
            let shown = slashed(file.strip_prefix(folder).unwrap_or(&file));
            trees.push((file, shown));
        }
    }
    Some(NoTree {
        marks_folder: kin == Some(FileKin::Workspace),
        kinds,
        trees,
    })
}

/// Returns the other files of a folder that may be trees of the same tool, judged by their names. Skips links, which may lead out of the folder.
fn sibling_candidates(path: &Path, folder: &Path) -> Vec<PathBuf> {
    let kin = kin_of(path);
    let is_kin = |file: &PathBuf| kin_of(file) == kin && file != path;
    let entries = files::readable_entries(folder).take(MAX_ENTRIES);
    let files = entries.filter(files::Entry::is_file);
    let mut files: Vec<PathBuf> = files.map(|entry| entry.path).filter(is_kin).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests;
