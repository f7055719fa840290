//! Notices when files change on disk. Watches folders, because many programs save by replacing the file.
//! Only says that something happened; whoever asked looks at the file and judges.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// How long a file must be quiet before it is looked at.
const QUIET: Duration = Duration::from_millis(150);

/// Watches the folders of the open files.
pub struct Watcher {
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    /// Folders that are watched, with how many open files each has.
    folders: BTreeMap<PathBuf, usize>,
    changes: Receiver<PathBuf>,
}

impl Watcher {
    /// A watcher that calls `wake` when there is something to look at.
    /// A system that cannot watch gives a watcher that never says anything.
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let (sender, changes) = channel();
        let debouncer = new_debouncer(QUIET, None, move |result| report(result, &sender, &wake));
        Self {
            debouncer: debouncer.ok(),
            folders: BTreeMap::new(),
            changes,
        }
    }

    /// Starts watching this file.
    pub fn watch(&mut self, file: &Path) {
        let Some(folder) = folder_of(file) else {
            return;
        };
        let users = self.folders.entry(folder.clone()).or_default();
        *users += 1;
        if *users == 1
            && let Some(debouncer) = &mut self.debouncer
        {
            // A folder that cannot be watched only costs the notice; saving still checks.
            let _ = debouncer.watch(&folder, RecursiveMode::NonRecursive);
        }
    }

    /// Stops watching this file.
    pub fn unwatch(&mut self, file: &Path) {
        let Some(folder) = folder_of(file) else {
            return;
        };
        if let Some(users) = self.folders.get_mut(&folder) {
            *users -= 1;
            if *users == 0 {
                self.folders.remove(&folder);
                if let Some(debouncer) = &mut self.debouncer {
                    let _ = debouncer.unwatch(&folder);
                }
            }
        }
    }

    /// The paths at which something happened since the last call, each once.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let mut paths: Vec<PathBuf> = self.changes.try_iter().collect();
        paths.sort();
        paths.dedup();
        paths
    }
}

fn folder_of(file: &Path) -> Option<PathBuf> {
    let file = std::path::absolute(file).ok()?;
    file.parent().map(Path::to_owned)
}

fn report(result: DebounceEventResult, sender: &Sender<PathBuf>, wake: &impl Fn()) {
    let Ok(events) = result else {
        return;
    };
    let mut any = false;
    for path in events
        .into_iter()
        .filter(|event| !event.kind.is_access())
        .flat_map(|event| event.event.paths)
    {
        any |= sender.send(path).is_ok();
    }
    if any {
        wake();
    }
}
