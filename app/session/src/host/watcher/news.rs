//! What happened in watched folders since somebody asked, and what of all that happens is of interest: a build may write ten thousand files beside a
//! tree, which nobody shall be woken for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Changes;
use crate::host::files::is_temporary;

/// With more paths than this it is easier to look at everything.
const MOST: usize = 500;

/// Shared by those that hear of changes and by whoever asks for them.
#[derive(Clone)]
pub(super) struct News(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    /// Which other files of listed folders matter.
    concerns: fn(&Path) -> bool,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct State {
    /// The files that somebody has open, in each form in which the system may name them.
    files: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
    listed: BTreeSet<PathBuf>,
    changes: Changes,
    /// Watched folders that went or were moved.
    gone: BTreeSet<PathBuf>,
    /// Folders that can be watched again.
    back: BTreeSet<PathBuf>,
}

impl News {
    pub fn new(concerns: fn(&Path) -> bool, wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self(Arc::new(Shared {
            state: Mutex::default(),
            concerns,
            wake: Box::new(wake),
        }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing in there can be left half done.
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

    /// The files of a folder that somebody has open.
    pub fn files_in(&self, folder: &Path) -> Vec<PathBuf> {
        let state = self.state();
        let files = state.files.keys();
        files
            .filter(|file| file.parent() == Some(folder))
            .cloned()
            .collect()
    }

    /// Whether a change of this path matters to anybody.
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

    /// Something happened at these paths.
    pub fn at(&self, paths: impl IntoIterator<Item = PathBuf>) {
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
        if state.changes.paths.len() > MOST {
            state.changes.paths.clear();
            state.changes.any_file = true;
        }
        drop(state);
        (self.0.wake)();
    }

    /// Something was missed.
    pub fn missed(&self) {
        self.state().changes.any_file = true;
        (self.0.wake)();
    }

    /// A folder is there again.
    pub fn is_back(&self, folder: &Path) {
        self.state().back.insert(folder.to_owned());
        (self.0.wake)();
    }

    /// What happened since the last call.
    pub fn take(&self) -> Changes {
        let mut changes = std::mem::take(&mut self.state().changes);
        changes.paths.sort();
        changes.paths.dedup();
        changes
    }

    /// The folders that may not be watched any more, and those that can be again.
    pub fn take_moved(&self) -> (BTreeSet<PathBuf>, BTreeSet<PathBuf>) {
        let mut state = self.state();
        (
            std::mem::take(&mut state.gone),
            std::mem::take(&mut state.back),
        )
    }
}
