//! Reads a file that is to be opened, in a thread of its own: finds out what it is, reads it with what it refers to, and gives places to nodes
//! that have none. A small file is there at once; whoever asks for a large one can think better of it. Makes no documents of the editor.

use std::path::{Path, PathBuf};
use std::time::Duration;

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::{FormatError, WriteError, native};
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_exchange as exchange;
use treewright_exchange::{ExchangeFormat, FileKin, ReadOptions, Tally, substitution_json};
use treewright_insight::recording_json::{Sources, Unpacked};

use super::exchange::{Import, ImportFault, MAX_ENTRIES, foreign_files, import, kin_of};
use super::files::{self, Fingerprint, ReadError};
use super::job::{Ended, Hold, Job, Stop};
use super::recordings::{self, is_recording};
use crate::file_names::slashed;

/// A file of no more bytes than this is waited for: it is read before anybody could be told that it is.
const SMALL: u64 = 256 * 1024;
/// For how long the window waits for a small file, and for another one.
const PATIENCE: (Duration, Duration) = (Duration::from_secs(2), Duration::from_millis(50));
/// The most files of a folder that are looked through for trees.
const MOST_BESIDE: usize = 200;

/// Gives places to the nodes of a document that has none; says whether it did.
pub type Place = dyn Fn(&mut Document) -> bool + Send;

/// What a file is to be read for.
pub struct Wanted {
    /// The file.
    pub path: PathBuf,
    /// What gives places to nodes.
    pub place: Box<Place>,
    /// A file of another tool that holds no tree becomes an empty document with its kinds of nodes.
    pub even_without_tree: bool,
}

/// What a file gave.
pub enum Content {
    /// A document.
    Own(Box<Own>),
    /// A document of another tool.
    Foreign(Box<Foreign>),
    /// Another tool's file without a tree.
    NoTree(NoTree),
    /// A recording, which is not looked into here.
    Recording(recordings::Reader),
    /// Rules for what leaves are played by, not looked into here either.
    Rules(Vec<u8>),
}

/// A document that was read.
pub struct Own {
    /// What the reader gave.
    pub read: native::Read,
    /// What the file held.
    pub fingerprint: Fingerprint,
    /// Its nodes had no places and were given some.
    pub placed: bool,
}

/// A document of another tool that was read.
pub struct Foreign {
    /// Its format.
    pub format: ExchangeFormat,
    /// What the file held.
    pub fingerprint: Fingerprint,
    /// The files that it became.
    pub held: Sources,
    /// The same, read.
    pub unpacked: Unpacked,
    /// Its nodes had no places and were given some.
    pub placed: bool,
    /// What the reader had to say that nothing in the document tells.
    pub from_reader: Vec<Diagnostic>,
    /// All that did not go over as it is.
    pub remarks: Vec<Diagnostic>,
    /// How many nodes went over, and how.
    pub tally: Tally,
}

/// Another tool's file that holds no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTree {
    /// It only says that its folder belongs together.
    pub marks_folder: bool,
    /// How many kinds of nodes it declares.
    pub kinds: usize,
    /// The trees of its folder, each with its path from there.
    pub trees: Vec<(PathBuf, String)>,
}

/// Why a file cannot be opened.
#[derive(Debug)]
pub enum Fault {
    /// The file cannot be read at all.
    Read(ReadError),
    /// It holds no good document.
    Format(FormatError),
    /// It is no good file of another tool.
    Import(ImportFault),
    /// It cannot be held as this program's own files.
    Write(WriteError),
    /// It was not read to the end.
    Ended(Ended),
}

/// What came of reading a file.
pub type Outcome = Result<Content, Fault>;

/// A file that is being read.
pub struct Reading {
    job: Job<Outcome>,
    patience: Duration,
}

impl Reading {
    /// Begins; `wake` is called when there is something to take.
    pub fn begin(mut wanted: Wanted, wake: impl Fn() + Send + Sync + 'static) -> Self {
        // The folder of a file that was named without one is looked through as well.
        wanted.path = std::path::absolute(&wanted.path).unwrap_or(wanted.path);
        let patience = patience(&wanted.path);
        let job = Job::begin("reading", wake, move |work| read(&wanted, &work.stop));
        Self { job, patience }
    }

    /// The same, of which nothing arrives while this holds it.
    #[must_use]
    pub fn held_by(self, hold: Hold) -> Self {
        let job = self.job.held_by(hold);
        Self { job, ..self }
    }

    /// Whether there is something to take.
    pub fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// What came of it if that does not take longer than anybody would notice.
    pub fn take_soon(&self) -> Option<Outcome> {
        self.job.take_within(self.patience).map(flat)
    }

    /// What came of it, however long that takes.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn take_at_last(&self) -> Outcome {
        flat(self.job.take_at_last())
    }

    /// What came of it, once it is there.
    pub fn take(&self) -> Option<Outcome> {
        self.job.take().map(flat)
    }
}

fn flat(told: Result<Outcome, Ended>) -> Outcome {
    told.unwrap_or_else(|ended| Err(Fault::Ended(ended)))
}

/// For how long the window waits for a file before it goes on without it.
pub fn patience(path: &Path) -> Duration {
    let (small, large) = PATIENCE;
    // However small these are, their folder may hold anything.
    if kin_of(path).is_some_and(FileKin::is_above_trees) {
        return large;
    }
    let size = std::fs::metadata(path).map_or(0, |file| file.len());
    if size <= SMALL { small } else { large }
}

/// None if it was stopped.
fn read(wanted: &Wanted, stop: &Stop) -> Option<Outcome> {
    let path = &wanted.path;
    files::clear_leftovers(&files::folder_of(path));
    if is_recording(path) {
        let read = recordings::open(path).map(Content::Recording);
        return Some(read.map_err(Fault::Read));
    }
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return Some(Err(Fault::Read(error))),
    };
    if substitution_json::detect(&bytes) {
        return Some(Ok(Content::Rules(bytes)));
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let format = exchange::detect(&name, &bytes);
    if format.is_some_and(|format| format != ExchangeFormat::Native) {
        drop(bytes);
        return foreign(wanted, stop).transpose();
    }
    let fingerprint = Fingerprint::of(&bytes);
    on_purpose::panic_at("loader");
    let read = native::read(&bytes).map_err(Fault::Format);
    if stop.is_wanted() {
        return None;
    }
    Some(read.map(|mut read| {
        let placed = (wanted.place)(&mut read.document);
        Content::Own(Box::new(Own {
            read,
            fingerprint,
            placed,
        }))
    }))
}

fn foreign(wanted: &Wanted, stop: &Stop) -> Result<Option<Content>, Fault> {
    let is_stopped = || stop.is_wanted();
    on_purpose::panic_at("importer");
    let read = import(&wanted.path, None, &ReadOptions::default()).map_err(Fault::Import)?;
    if is_stopped() {
        return Ok(None);
    }
    if is_without_tree(&read) && !wanted.even_without_tree {
        return Ok(without_tree(&wanted.path, &read, stop).map(Content::NoTree));
    }
    let held = read.imported.sources().map_err(Fault::Write)?;
    if is_stopped() {
        return Ok(None);
    }
    let mut unpacked = held.unpack().map_err(Fault::Format)?;
    if is_stopped() {
        return Ok(None);
    }
    let placed = (wanted.place)(&mut unpacked.document);
    let first = read.imported.documents.into_iter().next();
    let from_reader = first.map_or_else(Vec::new, |first| first.remarks);
    let mut remarks = from_reader.clone();
    remarks.extend(exchange::standing(&unpacked.document));
    Ok(Some(Content::Foreign(Box::new(Foreign {
        format: read.format,
        fingerprint: read.fingerprint,
        tally: Tally::of(&unpacked.document, &remarks),
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

/// What can be said of a file without a tree; none if it was stopped.
fn without_tree(path: &Path, read: &Import, stop: &Stop) -> Option<NoTree> {
    let libraries = read.imported.libraries.iter();
    let kinds = libraries.map(|library| library.library.tasks.len()).sum();
    let kin = kin_of(path);
    let folder = path.parent().unwrap_or(&read.folder);
    let candidates: Vec<PathBuf> = if kin.is_some_and(FileKin::is_above_trees) {
        foreign_files(&[folder.to_owned()]).files
    } else {
        beside(path, folder)
    };
    let mut trees = Vec::new();
    for file in candidates.into_iter().take(MOST_BESIDE) {
        if stop.is_wanted() {
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

/// The other files of a folder that may be trees of the same tool, by their names. Links are none of them: they may lead out of the folder.
fn beside(path: &Path, folder: &Path) -> Vec<PathBuf> {
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
