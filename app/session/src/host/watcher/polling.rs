//! Polls, every two seconds, folders that the system does not watch: when no more watches are available, on network drives, and deleted folders that
//! may return. Not the library's poller, which neither waits for a missing folder nor knows which files matter.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use super::change_queue::ChangeQueue;
use crate::host::files;
use crate::host::job::{CancelToken, Job, JobContext};

/// Time between two polls.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How long cancelling takes at most.
const CANCEL_CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// How many entries of a folder are examined at most.
const MAX_ENTRIES: usize = 20_000;

/// Length and modification time of a file, known without reading it.
type FileStamp = (u64, Option<SystemTime>);
type FileStamps = BTreeMap<PathBuf, FileStamp>;
type Folders = Arc<Mutex<BTreeMap<PathBuf, FolderState>>>;

/// The state of a folder when it was last polled.
#[derive(Clone)]
struct FolderState {
    is_there: bool,
    /// `None` before the first poll.
    files: Option<FileStamps>,
}

/// The polled folders.
#[derive(Default)]
pub(super) struct Poller {
    folders: Folders,
    job: Option<Job<()>>,
}

impl Poller {
    /// Starts polling a folder.
    pub fn add(&mut self, folder: &Path, queue: &ChangeQueue) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders
            .entry(folder.to_owned())
            .or_insert_with(|| FolderState {
                is_there: folder.is_dir(),
                files: None,
            });
        drop(folders);
        if self.job.is_none() {
            let (folders, queue) = (self.folders.clone(), queue.clone());
            let poll = move |work: &JobContext<()>| {
                poll_until_cancelled(&folders, &queue, &work.stop);
                None
            };
            self.job = Some(Job::begin("polling", || {}, poll));
        }
    }

    /// Stops polling a folder. Returns whether it was polled.
    pub fn remove(&mut self, folder: &Path) -> bool {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let was_there = folders.remove(folder).is_some();
        if folders.is_empty() {
            // A thread without folders would wake the machine for nothing.
            self.job = None;
        }
        was_there
    }

    /// Returns whether this folder is polled.
    pub fn polls(&self, folder: &Path) -> bool {
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.contains_key(folder)
    }
}

fn poll_until_cancelled(folders: &Folders, queue: &ChangeQueue, stop: &CancelToken) {
    while !stop.is_cancelled() {
        let all: Vec<(PathBuf, FolderState)> = {
            let folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
            let all = folders.iter();
            all.map(|(path, seen)| (path.clone(), seen.clone()))
                .collect()
        };
        for (folder, before) in all {
            let now = poll_folder(&folder, queue, &before);
            let mut folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(seen) = folders.get_mut(&folder) {
                *seen = now;
            }
        }
        let checks = POLL_INTERVAL.as_millis() / CANCEL_CHECK_INTERVAL.as_millis();
        for _ in 0..checks {
            if stop.is_cancelled() {
                return;
            }
            thread::sleep(CANCEL_CHECK_INTERVAL);
        }
    }
}

/// Polls a folder, and reports differences from the previous state.
fn poll_folder(folder: &Path, queue: &ChangeQueue, before: &FolderState) -> FolderState {
    let (is_there, now) = (folder.is_dir(), file_stamps(folder, queue));
    if let Some(before) = &before.files {
        let is_other = |path: &&PathBuf| before.get(*path) != now.get(*path);
        let all = before.keys().chain(now.keys());
        queue.report(all.filter(is_other).cloned());
    }
    if is_there && !before.is_there {
        queue.report_folder_back(folder);
    }
    FolderState {
        is_there,
        files: Some(now),
    }
}

/// Returns the state of the files in a folder that matter.
fn file_stamps(folder: &Path, queue: &ChangeQueue) -> FileStamps {
    let entries = files::readable_entries(folder);
    let paths = entries.take(MAX_ENTRIES).map(|entry| entry.path);
    let mattering = paths.filter(|path| queue.matters(path));
    let seen = mattering.filter_map(|path| {
        let about = fs::metadata(&path).ok()?;
        Some((path, (about.len(), about.modified().ok())))
    });
    seen.collect()
}
