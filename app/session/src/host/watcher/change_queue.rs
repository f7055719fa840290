//! Collects and filters changes in watched folders. A build may write ten thousand files next to a tree, for which the window must not wake up.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Changes;
use crate::host::files::is_temporary;

/// With more paths than this, it is cheaper to check every file.
const MAX_PATHS: usize = 500;

/// Shared by the threads that report changes and the caller that takes them.
#[derive(Clone)]
pub(super) struct ChangeQueue(Arc<SharedQueue>);

struct SharedQueue {
    state: Mutex<QueueState>,
    /// Which files of listed folders matter, apart from open ones.
    concerns: fn(&Path) -> bool,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct QueueState {
    /// Reference counts of the open files, under each path that the system may report.
    files: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
    listed: BTreeSet<PathBuf>,
    changes: Changes,
    /// Watched folders that were deleted or moved.
    gone: BTreeSet<PathBuf>,
    /// Folders that can be watched again.
    back: BTreeSet<PathBuf>,
}

impl ChangeQueue {
    pub fn new(concerns: fn(&Path) -> bool, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(SharedQueue {
            state: Mutex::default(),
            concerns,
            wake: Box::new(wake),
        }))
    }

    fn state(&self) -> MutexGuard<'_, QueueState> {
        // Nothing in there can be left half done by a panic.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn add_file(&self, file: &Path) {
        *self.state().files.entry(file.to_owned()).or_default() += 1;
    }

    pub fn remove_file(&self, file: &Path) {
        let files = &mut self.state().files;
        if let Some(users) = files.get_mut(file) {
            *users -= 1;
            if *users == 0 {
                files.remove(file);
            }
        }
    }

    pub fn set_listed(&self, folders: &[PathBuf]) {
        self.state().listed = folders.iter().cloned().collect();
    }

    pub fn add_folder(&self, folder: &Path) {
        self.state().folders.insert(folder.to_owned());
    }

    pub fn remove_folder(&self, folder: &Path) {
        self.state().folders.remove(folder);
    }

    /// Returns the open files in a folder.
    pub fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let state = self.state();
        let files = state.files.keys();
        files
            .filter(|file| file.parent() == Some(folder))
            .cloned()
            .collect()
    }

    /// Returns whether a change of this path matters.
    pub fn matters(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_temporary(&name) {
            return false;
        }
        let state = self.state();
        let parent = path.parent().unwrap_or(path);
        state.files.contains_key(path)
            || state.listed.contains(path)
            || state.listed.contains(parent) && (self.0.concerns)(path)
    }

    /// Records changes of these paths and wakes the caller if any of them matters.
    pub fn report(&self, paths: impl IntoIterator<Item = PathBuf>) {
        let paths: BTreeSet<PathBuf> = paths.into_iter().collect();
        let mut mattering: Vec<PathBuf> = Vec::new();
        for path in paths {
            if self.state().folders.contains(&path) {
                self.state().gone.insert(path.clone());
                mattering.push(path);
            } else if self.matters(&path) {
                mattering.push(path);
            }
        }
        if mattering.is_empty() {
            return;
        }
        let mut state = self.state();
        state.changes.paths.extend(mattering);
        if state.changes.paths.len() > MAX_PATHS {
            state.changes.paths.clear();
            state.changes.any_file = true;
        }
        drop(state);
        (self.0.wake)();
    }

    /// Records that events were missed.
    pub fn report_missed(&self) {
        self.state().changes.any_file = true;
        (self.0.wake)();
    }

    /// Records that a folder exists again.
    pub fn report_folder_back(&self, folder: &Path) {
        self.state().back.insert(folder.to_owned());
        (self.0.wake)();
    }

    /// Returns the changes since the last call.
    pub fn take(&self) -> Changes {
        let mut changes = std::mem::take(&mut self.state().changes);
        changes.paths.sort();
        changes.paths.dedup();
        changes
    }

    /// Returns the folders that may no longer be watched, and those that can be watched again.
    pub fn take_moved_folders(&self) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
        let mut state = self.state();
        (
            std::mem::take(&mut state.gone),
            std::mem::take(&mut state.back),
        )
    }
}
