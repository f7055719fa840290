//! Which changes of real files and folders are reported, and which do not wake the window.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use notify::event::{EventKind, Flag};
use notify_debouncer_full::DebouncedEvent;
use tempfile::TempDir;

use super::*;

struct WatchedFolder {
    folder: TempDir,
    watcher: Watcher,
    woken: Arc<AtomicUsize>,
}

fn is_tree(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".bt.json")
}

impl WatchedFolder {
    /// A watcher of the file `inner/tree.bt.json`.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let woken = Arc::new(AtomicUsize::new(0));
        let count = woken.clone();
        let wake = move || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        let mut watched = Self {
            watcher: Watcher::new(is_tree, wake),
            folder,
            woken,
        };
        fs::create_dir(watched.path("inner")).unwrap();
        fs::write(watched.tree(), "1").unwrap();
        let tree = watched.tree();
        watched.watcher.watch(&tree);
        watched
    }

    fn path(&self, name: &str) -> PathBuf {
        crate::host::files::real_path(self.folder.path())
            .unwrap()
            .join(name)
    }

    fn tree(&self) -> PathBuf {
        self.path("inner/tree.bt.json")
    }

    /// Waits until a change of the file is reported.
    fn assert_reported(&mut self, path: &Path) {
        for _ in 0..1_000 {
            let changes = self.watcher.changes();
            if changes.any_file || changes.paths.iter().any(|changed| changed == path) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        panic!("no change of {} was reported", path.display());
    }

    fn replace(&self, text: &str) {
        fs::write(self.path("inner/.new"), text).unwrap();
        fs::rename(self.path("inner/.new"), self.tree()).unwrap();
    }
}

#[test]
fn writes_replacements_and_deletions_are_reported() {
    let mut watched = WatchedFolder::new();
    let tree = watched.tree();
    fs::write(&tree, "22").unwrap();
    watched.assert_reported(&tree);
    for text in ["333", "4444", "55555"] {
        watched.replace(text);
        watched.assert_reported(&tree);
    }
    fs::remove_file(&tree).unwrap();
    watched.assert_reported(&tree);
    fs::create_dir(&tree).unwrap();
    watched.assert_reported(&tree);
    fs::remove_dir(&tree).unwrap();
    watched.assert_reported(&tree);
    fs::write(&tree, "again").unwrap();
    watched.assert_reported(&tree);
}

#[test]
fn a_recreated_folder_is_watched_again() {
    let mut watched = WatchedFolder::new();
    let tree = watched.tree();
    fs::remove_dir_all(watched.path("inner")).unwrap();
    watched.assert_reported(&tree);
    fs::create_dir(watched.path("inner")).unwrap();
    fs::write(&tree, "new").unwrap();
    watched.assert_reported(&tree);
    // By the system: the poller that waited for the folder has nothing to do any more.
    for _ in 0..1_000 {
        watched.watcher.changes();
        if !watched.watcher.polling.polls(&watched.path("inner")) {
            break;
        }
        thread::sleep(Duration::from_millis(20));
    }
    assert!(!watched.watcher.polling.polls(&watched.path("inner")));
    watched.replace("newer");
    watched.assert_reported(&tree);
    assert!(!watched.watcher.take_unwatched_warning());
}

#[test]
fn unwatched_files_are_polled() {
    let mut watched = WatchedFolder::new();
    let tree = watched.tree();
    assert!(!watched.watcher.take_unwatched_warning());
    watched.watcher.lose();
    assert!(watched.watcher.take_unwatched_warning());
    assert!(
        !watched.watcher.take_unwatched_warning(),
        "must be reported only once"
    );
    // It must have been polled once before a change can be detected.
    thread::sleep(Duration::from_millis(300));
    for text in ["22", "333"] {
        watched.replace(text);
        watched.assert_reported(&tree);
    }
    let inner = watched.path("inner");
    fs::remove_dir_all(&inner).unwrap();
    watched.assert_reported(&tree);
    fs::create_dir(&inner).unwrap();
    fs::write(&tree, "again").unwrap();
    watched.assert_reported(&tree);
    assert!(!watched.watcher.take_unwatched_warning());
}

#[test]
fn many_irrelevant_changes_do_not_wake_the_window() {
    let mut watched = WatchedFolder::new();
    let inner = watched.path("inner");
    watched.watcher.watch_folders(std::slice::from_ref(&inner));
    for number in 0..10_000 {
        fs::write(inner.join(format!("{number}.o")), "").unwrap();
    }
    let own = inner.join(".tree.bt.json.treewright-abc123.tmp");
    fs::write(own, "").unwrap();
    // If the last change is reported alone, all earlier ones were received.
    let last = inner.join("last.bt.json");
    fs::write(&last, "").unwrap();
    for _ in 0..1_000 {
        let changes = watched.watcher.changes();
        // Every file is to be checked only if the system itself lost events.
        if changes.any_file {
            return;
        }
        if !changes.paths.is_empty() {
            assert_eq!(changes.paths, std::slice::from_ref(&last));
            assert_eq!(watched.woken.load(Ordering::Relaxed), 1);
            return;
        }
        thread::sleep(Duration::from_millis(20));
    }
    panic!("the last change was not reported");
}

#[test]
fn many_relevant_changes_are_reported_as_one() {
    let folder = PathBuf::from("/trees");
    let queue = ChangeQueue::new(is_tree, || {});
    queue.set_listed(std::slice::from_ref(&folder));
    let paths = (0..10_000).map(|number| folder.join(format!("{number}.bt.json")));
    queue.report(paths);
    let changes = queue.take();
    assert!(changes.any_file && changes.paths.is_empty());
}

#[test]
fn missed_events_mean_that_any_file_may_have_changed() {
    let overflow = notify::Event::new(EventKind::Other).set_flag(Flag::Rescan);
    let overflow = DebouncedEvent::new(overflow, std::time::Instant::now());
    let error = notify::Error::generic("the queue overflowed");
    for (result, is_all) in [
        (Ok(vec![overflow]), true),
        (Err(vec![error]), true),
        (Ok(Vec::new()), false),
    ] {
        let woken = Arc::new(AtomicUsize::new(0));
        let count = woken.clone();
        let queue = ChangeQueue::new(is_tree, move || {
            count.fetch_add(1, Ordering::Relaxed);
        });
        report(result, &queue);
        assert_eq!(queue.take().any_file, is_all);
        assert_eq!(woken.load(Ordering::Relaxed) > 0, is_all);
    }
}
