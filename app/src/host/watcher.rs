//! Notices when files change on disk. Watches folders, because many programs save by replacing the file.
//! Only says that something happened, or that something may have been missed; whoever asked looks at the files and judges.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// How long a file must be quiet before it is looked at.
const QUIET: Duration = Duration::from_millis(150);

/// What happened since the last look.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Something happened at these paths, each once.
    pub paths: Vec<PathBuf>,
    /// Something was missed: every file may have changed.
    pub any_file: bool,
}

enum Event {
    At(PathBuf),
    Missed,
}

/// Watches the folders of the open files.
pub struct Watcher {
    debouncer: Option<Debouncer<RecommendedWatcher, RecommendedCache>>,
    /// The open files, with the folders in which each can change.
    files: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// Folders that are watched, with how many reasons there are for each.
    folders: BTreeMap<PathBuf, usize>,
    /// Folders in which it matters what comes and goes.
    listed: Vec<PathBuf>,
    events: Receiver<Event>,
}

impl Watcher {
    /// A watcher that calls `wake` when there is something to look at.
    /// A system that cannot watch gives a watcher that never says anything.
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let (sender, events) = channel();
        let debouncer = new_debouncer(QUIET, None, move |result| report(result, &sender, &wake));
        Self {
            debouncer: debouncer.ok(),
            files: BTreeMap::new(),
            folders: BTreeMap::new(),
            listed: Vec::new(),
            events,
        }
    }

    /// Whether the system can watch at all.
    pub fn can_watch(&self) -> bool {
        self.debouncer.is_some()
    }

    /// Starts watching this file.
    pub fn watch(&mut self, file: &Path) {
        self.unwatch(file);
        let folders = folders_of(file);
        for folder in &folders {
            self.use_folder(folder);
        }
        self.files.insert(file.to_owned(), folders);
    }

    /// Watches what comes and goes in these folders, and in no others that were named so before.
    pub fn watch_folders(&mut self, folders: &[PathBuf]) {
        let (old, new) = (std::mem::take(&mut self.listed), folders.to_vec());
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
        for folder in self.files.remove(file).unwrap_or_default() {
            self.leave_folder(&folder);
        }
    }

    fn use_folder(&mut self, folder: &Path) {
        let users = self.folders.entry(folder.to_owned()).or_default();
        *users += 1;
        if *users == 1
            && let Some(debouncer) = &mut self.debouncer
        {
            // A folder that cannot be watched only costs the notice; saving still checks.
            let _ = debouncer.watch(folder, RecursiveMode::NonRecursive);
        }
    }

    fn leave_folder(&mut self, folder: &Path) {
        let Some(users) = self.folders.get_mut(folder) else {
            return;
        };
        *users -= 1;
        if *users == 0 {
            self.folders.remove(folder);
            if let Some(debouncer) = &mut self.debouncer {
                let _ = debouncer.unwatch(folder);
            }
        }
    }

    /// What happened since the last call.
    pub fn changes(&mut self) -> Changes {
        gather(&self.events)
    }
}

fn gather(events: &Receiver<Event>) -> Changes {
    let mut changes = Changes::default();
    for event in events.try_iter() {
        match event {
            Event::At(path) => changes.paths.push(path),
            Event::Missed => changes.any_file = true,
        }
    }
    changes.paths.sort();
    changes.paths.dedup();
    changes
}

/// The folder of the file, and that of what it is a link to: either can change what is read.
fn folders_of(file: &Path) -> Vec<PathBuf> {
    let named = std::path::absolute(file).ok();
    let meant = file.canonicalize().ok();
    let mut folders: Vec<PathBuf> = [named, meant]
        .into_iter()
        .flatten()
        .filter_map(|path| path.parent().map(Path::to_owned))
        .collect();
    folders.dedup();
    folders
}

fn report(result: DebounceEventResult, sender: &Sender<Event>, wake: &impl Fn()) {
    let mut any = false;
    let mut send = |event| any |= sender.send(event).is_ok();
    match result {
        Ok(events) => {
            for event in events {
                if event.need_rescan() {
                    send(Event::Missed);
                } else if !event.kind.is_access() {
                    event
                        .event
                        .paths
                        .into_iter()
                        .map(Event::At)
                        .for_each(&mut send);
                }
            }
        }
        // Whatever went wrong, changes may have gone unseen.
        Err(_) => send(Event::Missed),
    }
    if any {
        wake();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use notify::event::{EventKind, Flag};
    use notify_debouncer_full::DebouncedEvent;

    use super::*;

    fn reported(result: DebounceEventResult) -> (Changes, bool) {
        let (sender, events) = channel();
        let woken = Cell::new(false);
        report(result, &sender, &|| woken.set(true));
        (gather(&events), woken.get())
    }

    #[test]
    fn what_the_system_missed_is_a_reason_to_look_at_every_file() {
        let overflow = notify::Event::new(EventKind::Other).set_flag(Flag::Rescan);
        let overflow = DebouncedEvent::new(overflow, std::time::Instant::now());
        let error = notify::Error::generic("the queue overflowed");
        for result in [Ok(vec![overflow]), Err(vec![error])] {
            let (changes, woken) = reported(result);
            assert!(changes.any_file && woken);
        }
        assert_eq!(reported(Ok(Vec::new())), (Changes::default(), false));
    }
}
