//! Detects changes of files on disk. Watches folders, because many programs save by replacing the file; polls every two seconds what the system does
//! not watch. Only reports that something changed or may have been missed; the caller examines the files.

mod change_queue;
mod polling;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use change_queue::ChangeQueue;
use polling::Poller;

/// How long a file must be unchanged before it is reported.
const QUIET: Duration = Duration::from_millis(200);

/// The changes since the last call.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// The changed paths, without duplicates.
    pub paths: Vec<PathBuf>,
    /// Events were missed: every file may have changed.
    pub any_file: bool,
}

/// Watches the folders of the open files.
pub struct Watcher {
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    polling: Poller,
    /// The open files, with all paths under which each may be reported.
    files: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The watched folders, with a reference count for each.
    folders: BTreeMap<PathBuf, usize>,
    /// Folders in which created and deleted files matter.
    listed: Vec<PathBuf>,
    queue: ChangeQueue,
    /// The system does not watch some existing folder.
    is_unwatched: bool,
    was_reported: bool,
}

impl Watcher {
    /// Creates a watcher that calls `wake` when there are changes. In listed folders, `concerns` decides which files matter.
    pub fn new(concerns: fn(&Path) -> bool, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let queue = ChangeQueue::new(concerns, wake);
        let told = queue.clone();
        let debouncer = new_debouncer(QUIET, None, move |result| report(result, &told));
        Self {
            debouncer: debouncer.ok(),
            polling: Poller::default(),
            files: BTreeMap::new(),
            folders: BTreeMap::new(),
            listed: Vec::new(),
            queue,
            is_unwatched: false,
            was_reported: false,
        }
    }

    pub fn watch(&mut self, file: &Path) {
        self.unwatch(file);
        let names = watched_paths(file);
        for name in &names {
            self.queue.add_file(name);
            if let Some(folder) = name.parent() {
                self.acquire_folder(folder);
            }
        }
        self.files.insert(file.to_owned(), names);
    }

    /// Watches for created and deleted files in exactly these folders; replaces the previous list.
    pub fn watch_folders(&mut self, folders: &[PathBuf]) {
        let (old, new) = (std::mem::take(&mut self.listed), folders.to_vec());
        self.queue.set_listed(&new);
        for folder in new.iter().filter(|folder| !old.contains(folder)) {
            self.acquire_folder(folder);
        }
        for folder in old.iter().filter(|folder| !new.contains(folder)) {
            self.release_folder(folder);
        }
        self.listed = new;
    }

    pub fn unwatch(&mut self, file: &Path) {
        for name in self.files.remove(file).unwrap_or_default() {
            self.queue.remove_file(&name);
            if let Some(folder) = name.parent() {
                self.release_folder(folder);
            }
        }
    }

    fn acquire_folder(&mut self, folder: &Path) {
        let users = self.folders.entry(folder.to_owned()).or_default();
        *users += 1;
        if *users == 1 {
            self.queue.add_folder(folder);
            self.start_watching(folder);
        }
    }

    /// Has the system watch a folder, or polls it if that is not possible.
    fn start_watching(&mut self, folder: &Path) {
        let debouncer = self.debouncer.as_mut();
        let is_watched = debouncer
            .is_some_and(|debouncer| debouncer.watch(folder, RecursiveMode::NonRecursive).is_ok());
        if is_watched && !is_remote(folder) {
            self.polling.remove(folder);
            return;
        }
        self.is_unwatched |= folder.is_dir();
        self.polling.add(folder, &self.queue);
    }

    fn stop_watching(&mut self, folder: &Path) {
        self.polling.remove(folder);
        if let Some(debouncer) = &mut self.debouncer {
            let _ = debouncer.unwatch(folder);
        }
    }

    fn release_folder(&mut self, folder: &Path) {
        let Some(users) = self.folders.get_mut(folder) else {
            return;
        };
        *users -= 1;
        if *users == 0 {
            self.folders.remove(folder);
            self.queue.remove_folder(folder);
            self.stop_watching(folder);
        }
    }

    /// Returns the changes since the last call.
    pub fn changes(&mut self) -> Changes {
        let (gone, back) = self.queue.take_moved_folders();
        let mut changes = self.queue.take();
        for folder in gone {
            // The system still watches the old folder, which may have been replaced or moved.
            if self.folders.contains_key(&folder) {
                self.stop_watching(&folder);
                self.start_watching(&folder);
                changes.paths.extend(self.queue.files_in(&folder));
            }
        }
        for folder in back {
            if self.folders.contains_key(&folder) && self.polling.polls(&folder) {
                self.start_watching(&folder);
                changes.paths.extend(self.queue.files_in(&folder));
            }
        }
        changes
    }

    /// Returns `true` once if the system does not watch some folder.
    pub fn take_unwatched_warning(&mut self) -> bool {
        let is_new = self.is_unwatched && !self.was_reported;
        self.was_reported |= is_new;
        is_new
    }

    /// Test hook: acts as if the system had no watches left.
    pub fn lose(&mut self) {
        self.debouncer = None;
        let folders: Vec<PathBuf> = self.folders.keys().cloned().collect();
        for folder in folders {
            self.start_watching(&folder);
        }
    }
}

/// Returns whether another machine may change files in the folder, which the system does not report.
#[cfg(target_os = "linux")]
fn is_remote(folder: &Path) -> bool {
    /// File system types on Linux: NFS, SMB (three times), its successor of CIFS, FUSE, 9P, `VirtualBox`, Ceph.
    const REMOTE_TYPES: [u32; 8] = [
        0x6969,
        0x517B,
        0xFF53_4D42,
        0xFE53_4D42,
        0x6573_5546,
        0x0102_1997,
        0x786F_4256,
        0x00C3_6400,
    ];
    rustix::fs::statfs(folder).is_ok_and(|about| REMOTE_TYPES.contains(&(about.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
fn is_remote(_folder: &Path) -> bool {
    false
}

/// Returns the path of the file and that of its link target: a change of either may change what is read.
fn watched_paths(file: &Path) -> Vec<PathBuf> {
    let written = std::path::absolute(file).ok();
    let meant = super::files::real_path(file).ok();
    // Folders reached through a link are reported under the path by which they are watched.
    let mut names: Vec<PathBuf> = [written, meant].into_iter().flatten().collect();
    names.dedup();
    names
}

fn report(result: DebounceEventResult, queue: &ChangeQueue) {
    let Ok(events) = result else {
        // Whatever went wrong, changes may have been missed.
        return queue.report_missed();
    };
    if events.iter().any(|event| event.need_rescan()) {
        queue.report_missed();
    }
    let changes = events.into_iter().filter(|event| !event.kind.is_access());
    queue.report(changes.flat_map(|event| event.event.paths));
}

#[cfg(test)]
mod tests;
