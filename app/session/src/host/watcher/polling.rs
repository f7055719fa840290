//! Polls, every two seconds, folders that the system does not watch: when no more watches are available, on network drives, and deleted folders that
//! may return. Not the library's poller, which neither waits for a missing folder nor knows which files matter.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use super::news::News;
use crate::host::files;
use crate::host::job::{Job, Stop, Work};

/// Time between two polls.
const PAUSE: Duration = Duration::from_secs(2);
/// How long cancelling takes at most.
const NAP: Duration = Duration::from_millis(50);
/// How many entries of a folder are examined at most.
const MOST_ENTRIES: usize = 20_000;

/// Length and modification time of a file, known without reading it.
type Sight = (u64, Option<SystemTime>);
type Sights = BTreeMap<PathBuf, Sight>;
type Folders = Arc<Mutex<BTreeMap<PathBuf, Seen>>>;

/// The state of a folder when it was last polled.
#[derive(Clone)]
struct Seen {
    is_there: bool,
    /// `None` before the first poll.
    files: Option<Sights>,
}

/// The polled folders.
#[derive(Default)]
pub(super) struct Polling {
    folders: Folders,
    looking: Option<Job<()>>,
}

impl Polling {
    /// Starts polling a folder.
    pub fn add(&mut self, folder: &Path, news: &News) {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.entry(folder.to_owned()).or_insert_with(|| Seen {
            is_there: folder.is_dir(),
            files: None,
        });
        drop(folders);
        if self.looking.is_none() {
            let (folders, news) = (self.folders.clone(), news.clone());
            let look = move |work: &Work<()>| {
                watch(&folders, &news, &work.stop);
                None
            };
            self.looking = Some(Job::begin("polling", || {}, look));
        }
    }

    /// Stops polling a folder. Returns whether it was polled.
    pub fn remove(&mut self, folder: &Path) -> bool {
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        let was_there = folders.remove(folder).is_some();
        if folders.is_empty() {
            // A thread without folders would wake the machine for nothing.
            self.looking = None;
        }
        was_there
    }

    /// Returns whether this folder is polled.
    pub fn looks_at(&self, folder: &Path) -> bool {
        let folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        folders.contains_key(folder)
    }
}

fn watch(folders: &Folders, news: &News, stop: &Stop) {
    while !stop.is_wanted() {
        let all: Vec<(PathBuf, Seen)> = {
            let folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
            let all = folders.iter();
            all.map(|(path, seen)| (path.clone(), seen.clone()))
                .collect()
        };
        for (folder, before) in all {
            let now = look(&folder, news, &before);
            let mut folders = folders.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(seen) = folders.get_mut(&folder) {
                *seen = now;
            }
        }
        let naps = PAUSE.as_millis() / NAP.as_millis();
        for _ in 0..naps {
            if stop.is_wanted() {
                return;
            }
            thread::sleep(NAP);
        }
    }
}

/// Polls a folder, and reports differences from the previous state.
fn look(folder: &Path, news: &News, before: &Seen) -> Seen {
    let (is_there, now) = (folder.is_dir(), sights(folder, news));
    if let Some(before) = &before.files {
        let is_other = |path: &&PathBuf| before.get(*path) != now.get(*path);
        let all = before.keys().chain(now.keys());
        news.at(all.filter(is_other).cloned());
    }
    if is_there && !before.is_there {
        news.is_back(folder);
    }
    Seen {
        is_there,
        files: Some(now),
    }
}

/// Returns the state of the files in a folder that matter.
fn sights(folder: &Path, news: &News) -> Sights {
    let entries = files::readable_entries(folder);
    let paths = entries.take(MOST_ENTRIES).map(|entry| entry.path);
    let mattering = paths.filter(|path| news.matters(path));
    let seen = mattering.filter_map(|path| {
        let about = fs::metadata(&path).ok()?;
        Some((path, (about.len(), about.modified().ok())))
    });
    seen.collect()
}
