//! Notices when files change on disk. Watches folders, because many programs save by replacing the file; what the system does not watch is looked at
//! every two seconds. Only says that something happened, or that something may have been missed; whoever asked looks at the files and judges.

mod news;
mod polling;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

use news::News;
use polling::Polling;

/// How long a file must be quiet before it is looked at.
const QUIET: Duration = Duration::from_millis(200);

/// What happened since the last look.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Something happened at these paths, each once.
    pub paths: Vec<PathBuf>,
    /// Something was missed: every file may have changed.
    pub any_file: bool,
}

/// Watches the folders of the open files.
pub struct Watcher {
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    polling: Polling,
    /// The open files, with the forms in which each can be named.
    files: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// Folders that are watched, with how many reasons there are for each.
    folders: BTreeMap<PathBuf, usize>,
    /// Folders in which it matters what comes and goes.
    listed: Vec<PathBuf>,
    news: News,
    /// The system does not watch some folder that is there, and nobody was told.
    has_trouble: bool,
    was_told: bool,
}

impl Watcher {
    /// A watcher that calls `wake` when there is something to look at. In listed folders it looks at what `concerns` says.
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

    /// Starts watching this file.
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

    /// Watches what comes and goes in these folders, and in no others that were named so before.
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

    /// Stops watching this file.
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

    /// Asks the system to watch a folder, or looks at it by ourselves.
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

    /// What happened since the last call.
    pub fn changes(&mut self) -> Changes {
        let (gone, back) = self.news.take_moved();
        let mut changes = self.news.take();
        for folder in gone {
            // The system watches what the folder was, which may be another one by now or lie elsewhere.
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

    /// Whether the system does not watch some folder, told once.
    pub fn take_trouble(&mut self) -> bool {
        let is_new = self.has_trouble && !self.was_told;
        self.was_told |= is_new;
        is_new
    }

    /// The system watches nothing any more, as where it has no watches left. For tests.
    pub fn lose(&mut self) {
        self.debouncer = None;
        let folders: Vec<PathBuf> = self.folders.keys().cloned().collect();
        for folder in folders {
            self.begin(&folder);
        }
    }
}

/// Whether changes in a folder may be made by another machine, of which the system does not tell.
#[cfg(target_os = "linux")]
fn is_elsewhere(folder: &Path) -> bool {
    /// NFS, SMB (three times), CIFS' successor, FUSE, 9P, `VirtualBox`, Ceph: the numbers by which Linux knows them.
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

/// The path of the file, and that of what it is a link to: a change of either can change what is read.
fn names_of(file: &Path) -> Vec<PathBuf> {
    let written = std::path::absolute(file).ok();
    let meant = file.canonicalize().ok();
    // A folder that is reached by a link is told of by the path by which it is watched.
    let mut names: Vec<PathBuf> = [written, meant].into_iter().flatten().collect();
    names.dedup();
    names
}

fn report(result: DebounceEventResult, news: &News) {
    let Ok(events) = result else {
        // Whatever went wrong, changes may have gone unseen.
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
