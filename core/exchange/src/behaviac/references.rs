//! Which file a referenced behaviour is in. References start at the folder of all behaviours, which no file names: it is the nearest folder above a
//! file from which its reference leads to another one.

use rustc_hash::FxHashMap;
use treewright_core::project::resolve;

use super::parts::Behavior;
use crate::common::Surroundings;

/// Finds the files of behaviours.
pub(super) struct References<'a> {
    around: &'a dyn Surroundings,
    /// The folders above the opened one: a file that was opened alone may be named from one of them.
    above: String,
    /// The files that are read together, by what each calls its behaviour.
    named: FxHashMap<String, String>,
}

impl<'a> References<'a> {
    pub(super) fn new(around: &'a dyn Surroundings) -> Self {
        Self {
            around,
            above: around.above(),
            named: FxHashMap::default(),
        }
    }

    /// Makes the behaviour of a file known by its name. Of several with one name the first counts.
    pub(super) fn add(&mut self, path: &str, behavior: &Behavior) {
        if !behavior.name.is_empty() {
            let file = self.named.entry(name_of(&behavior.name));
            file.or_insert_with(|| path.to_owned());
        }
    }

    /// The file below the opened folder of the behaviour that a file calls so, whether it is there or not.
    pub(super) fn file(&self, from: &str, behavior: &Behavior, reference: &str) -> String {
        let name = name_of(reference);
        let file = format!("{name}.xml");
        let from = joined(&self.above, from);
        let below = |folder: &str| {
            let path = resolve(&joined(folder, "x"), &file).ok()?;
            self.inside(&path)
        };
        // Exported, a behaviour is called by its path.
        let own = name_of(&from);
        let told = own.strip_suffix(&name_of(&behavior.name));
        let told = told.filter(|root| root.is_empty() || root.ends_with('/'));
        let told = told.filter(|_| !behavior.name.is_empty());
        let told = told.map(|root| root.trim_end_matches('/'));
        let folders = || std::iter::successors(folder_of(&from), |folder| folder_of(folder));
        let is_there = |path: &String| self.around.has(path);
        let at = |folder: &str| below(folder).filter(is_there);
        let found = told.and_then(at).or_else(|| folders().find_map(at));
        let found = found.or_else(|| self.named.get(&name).cloned());
        // It is not there: most likely it would be where the folders have the names that the reference has.
        let first = name.split_once('/').map(|(first, _)| first);
        let alike = |folder: &&str| folder.rsplit('/').next() == first;
        let alike = || folder_of(folders().find(alike)?).and_then(below);
        found
            .or_else(|| told.and_then(below))
            .or_else(alike)
            .or_else(|| folders().find_map(below))
            .unwrap_or_else(|| "unknown.xml".to_owned())
    }

    /// Where a path lies below the opened folder.
    fn inside(&self, path: &str) -> Option<String> {
        if self.above.is_empty() {
            return Some(path.to_owned());
        }
        let inside = path.strip_prefix(&*self.above)?.strip_prefix('/')?;
        Some(inside.to_owned())
    }
}

/// A name without the ending of a file.
fn name_of(path: &str) -> String {
    let path = path.replace('\\', "/");
    path.strip_suffix(".xml").map(str::to_owned).unwrap_or(path)
}

fn joined(folder: &str, path: &str) -> String {
    if folder.is_empty() {
        return path.to_owned();
    }
    format!("{folder}/{path}")
}

/// The folder that holds a file or folder: empty for the outermost, none for that itself.
fn folder_of(path: &str) -> Option<&str> {
    match path.rsplit_once('/') {
        Some((folder, _)) => Some(folder),
        None => (!path.is_empty()).then_some(""),
    }
}
