//! Detects changes of files on disk. Watches folders, because many programs save by replacing the file; polls every two seconds what the system does
//! not watch. Only reports that something changed or may have been missed; the caller examines the files.

mod news;
mod polling;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use news::News;
use polling::Polling;

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
    polling: Polling,
    /// The open files, with all paths under which each may be reported.
    files: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The watched folders, with a reference count for each.
    folders: BTreeMap<PathBuf, usize>,
    /// Folders in which created and deleted files matter.
    listed: Vec<PathBuf>,
    news: News,
    /// The system does not watch some existing folder.
    has_trouble: bool,
    was_told: bool,
}

impl Watcher {
    /// Creates a watcher that calls `wake` when there are changes. In listed folders, `concerns` decides which files matter.
    pub fn new(concerns: fn(&Path) -> bool, wake: impl Fn() + Send + Sync + 'static) -> Self {
        let news = News::new(concerns, wake);
        let told = news.clone();
        let debouncer = new_debouncer(QUIET, None, move |result| report(result, &told));
        Self {
            debouncer: debouncer.ok(),
            polling: Polling::default(),
            files: BTreeMap::new(),
            folders: BTreeMap::new(),
            listed: Vec::new(),
            news,
            has_trouble: false,
            was_told: false,
        }
    }

    pub fn watch(&mut self, file: &Path) {
        self.unwatch(file);
        let names = names_of(file);
        for name in &names {
            self.news.add_file(name);
            if let Some(folder) = name.parent() {
                self.use_folder(folder);
            }
        }
        self.files.insert(file.to_owned(), names);
    }

    /// Watches for created and deleted files in exactly these folders; replaces the previous list.
    pub fn watch_folders(&mut self, folders: &[PathBuf]) {
        let (old, new) = (std::mem::take(&mut self.listed), folders.to_vec());
        self.news.set_listed(&new);
        for folder in new.iter().filter(|folder| !old.contains(folder)) {
            self.use_folder(folder);
        }
        for folder in old.iter().filter(|folder| !new.contains(folder)) {
            self.leave_folder(folder);
        }
        self.listed = new;
    }

    pub fn unwatch(&mut self, file: &Path) {
        for name in self.files.remove(file).unwrap_or_default() {
            self.news.remove_file(&name);
            if let Some(folder) = name.parent() {
                self.leave_folder(folder);
            }
        }
    }

    fn use_folder(&mut self, folder: &Path) {
        let users = self.folders.entry(folder.to_owned()).or_default();
        *users += 1;
        if *users == 1 {
            self.news.add_folder(folder);
            self.begin(folder);
        }
    }

    /// Has the system watch a folder, or polls it if that is not possible.
    fn begin(&mut self, folder: &Path) {
        let debouncer = self.debouncer.as_mut();
        let is_watched = debouncer
            .is_some_and(|debouncer| debouncer.watch(folder, RecursiveMode::NonRecursive).is_ok());
        if is_watched && !is_elsewhere(folder) {
            self.polling.remove(folder);
            return;
        }
        self.has_trouble |= folder.is_dir();
        self.polling.add(folder, &self.news);
    }

    fn end(&mut self, folder: &Path) {
        self.polling.remove(folder);
        if let Some(debouncer) = &mut self.debouncer {
            let _ = debouncer.unwatch(folder);
        }
    }

    fn leave_folder(&mut self, folder: &Path) {
        let Some(users) = self.folders.get_mut(folder) else {
            return;
        };
        *users -= 1;
        if *users == 0 {
            self.folders.remove(folder);
            self.news.remove_folder(folder);
            self.end(folder);
        }
    }

    /// Returns the changes since the last call.
    pub fn changes(&mut self) -> Changes {
        let (gone, back) = self.news.take_moved();
        let mut changes = self.news.take();
        for folder in gone {
            // The system still watches the old folder, which may have been replaced or moved.
            if self.folders.contains_key(&folder) {
                self.end(&folder);
                self.begin(&folder);
                changes.paths.extend(self.news.files_in(&folder));
            }
        }
        for folder in back {
            if self.folders.contains_key(&folder) && self.polling.looks_at(&folder) {
                self.begin(&folder);
                changes.paths.extend(self.news.files_in(&folder));
            }
        }
        changes
    }

    /// Returns `true` once if the system does not watch some folder.
    pub fn take_trouble(&mut self) -> bool {
        let is_new = self.has_trouble && !self.was_told;
        self.was_told |= is_new;
        is_new
    }

    /// Test hook: acts as if the system had no watches left.
    pub fn lose(&mut self) {
        self.debouncer = None;
        let folders: Vec<PathBuf> = self.folders.keys().cloned().collect();
        for folder in folders {
            self.begin(&folder);
        }
    }
}

/// Returns whether another machine may change files in the folder, which the system does not report.
#[cfg(target_os = "linux")]
fn is_elsewhere(folder: &Path) -> bool {
    /// File system types on Linux: NFS, SMB (three times), its successor of CIFS, FUSE, 9P, `VirtualBox`, Ceph.
    const ELSEWHERE: [u32; 8] = [
        0x6969,
        0x517B,
        0xFF53_4D42,
        0xFE53_4D42,
        0x6573_5546,
        0x0102_1997,
        0x786F_4256,
        0x00C3_6400,
    ];
    rustix::fs::statfs(folder).is_ok_and(|about| ELSEWHERE.contains(&(about.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
fn is_elsewhere(_folder: &Path) -> bool {
    false
}

/// Returns the path of the file and that of its link target: a change of either may change what is read.
fn names_of(file: &Path) -> Vec<PathBuf> {
    let written = std::path::absolute(file).ok();
    let meant = file.canonicalize().ok();
    // Folders reached through a link are reported under the path by which they are watched.
    let mut names: Vec<PathBuf> = [written, meant].into_iter().flatten().collect();
    names.dedup();
    names
}

fn report(result: DebounceEventResult, news: &News) {
    let Ok(events) = result else {
        // Whatever went wrong, changes may have been missed.
        return news.missed();
    };
    if events.iter().any(|event| event.need_rescan()) {
        news.missed();
    }
    let changes = events.into_iter().filter(|event| !event.kind.is_access());
    news.at(changes.flat_map(|event| event.event.paths));
}

#[cfg(test)]
mod tests;
