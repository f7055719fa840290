//! The list of files that exports, images and merges wrote for this user, shared by the command line and the editor. It is in the user's state
//! folder, since files in a project prove nothing.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::host::files::{self, Expected, Fingerprint};

/// The name of the list in the state folder.
const FILE: &str = "written.json";
/// The version that is written, and the latest that can be read.
const VERSION: u64 = 1;
/// How many files the list has at most.
const MAX_FILES: usize = 20_000;
/// Size limit of the list in bytes: more than [`MAX_FILES`] long paths need.
const MAX_BYTES: u64 = 64 << 20;
/// How often a save is retried because another program changed the list meanwhile.
const MAX_TRIES: usize = 8;

#[derive(Clone, Debug, Serialize, Deserialize)]
struct WrittenFile {
    /// The path without links.
    file: PathBuf,
    /// The code of the output kind.
    kind: String,
    /// Fingerprint of the content that was written.
    held: Fingerprint,
}

/// The content of the list, latest first.
#[derive(Debug, Default, Serialize, Deserialize)]
struct StoredList {
    version: u64,
    files: Vec<WrittenFile>,
}

/// The list, plus what was written since it was read.
#[derive(Debug, Default)]
pub struct WrittenFiles {
    list: Option<PathBuf>,
    known: HashMap<PathBuf, (String, Fingerprint)>,
    new: Vec<WrittenFile>,
}

impl WrittenFiles {
    /// Reads the list in this state folder. An unreadable list counts as empty.
    pub fn in_state(state: Option<&Path>) -> Self {
        let list = state.map(|state| state.join(FILE));
        let known = list.as_deref().map(|list| read(list).0);
        let known = known.unwrap_or_default().files.into_iter().rev();
        Self {
            list,
            known: known
                .map(|entry| (entry.file, (entry.kind, entry.held)))
                .collect(),
            new: Vec::new(),
        }
    }

    /// Returns the fingerprint of the last output of this kind in a file.
    pub fn version(&self, file: &Path, kind: &str) -> Option<Fingerprint> {
        let (known, held) = self.known.get(file)?;
        (known == kind).then_some(*held)
    }

    /// Adds a known output for as long as this list is in use, without saving it.
    pub fn add_known(&mut self, file: PathBuf, kind: &str, held: Fingerprint) {
        self.known.insert(file, (kind.to_owned(), held));
    }

    /// Records that an output of this kind was written.
    pub fn record(&mut self, file: PathBuf, kind: &str, held: Fingerprint) {
        if self.version(&file, kind) == Some(held) {
            return;
        }
        self.add_known(file.clone(), kind, held);
        self.new.push(WrittenFile {
            file,
            kind: kind.to_owned(),
            held,
        });
    }

    /// Saves the new entries at the front of the list on disk. Failures are ignored.
    pub fn save(&mut self) {
        let (Some(path), false) = (&self.list, self.new.is_empty()) else {
            return;
        };
        if let Some(folder) = path.parent()
            && files::make_private_folder(folder).is_err()
        {
            return;
        }
        for _ in 0..MAX_TRIES {
            let (there, expected) = read(path);
            if there.version > VERSION {
                return;
            }
            let mut seen = HashSet::new();
            let mut files: Vec<WrittenFile> = self.new.iter().rev().cloned().collect();
            files.extend(there.files);
            files.retain(|entry| seen.insert(entry.file.clone()));
            files.truncate(MAX_FILES);
            let list = StoredList {
                version: VERSION,
                files,
            };
            let Ok(text) = serde_json::to_string(&list) else {
                return;
            };
            if files::keep_private(path, text.as_bytes(), expected).is_ok() {
                break;
            }
        }
        self.new.clear();
    }
}

/// Reads the list, and what a save must expect. A damaged list is replaced, because it only saves questions.
fn read(path: &Path) -> (StoredList, Expected) {
    match files::read_up_to(path, MAX_BYTES) {
        Ok(bytes) => {
            let list = serde_json::from_slice(&bytes).unwrap_or_default();
            (list, Expected::Version(Fingerprint::of(&bytes)))
        }
        Err(files::ReadError::NotFound) => (StoredList::default(), Expected::Nothing),
        Err(_) => (StoredList::default(), Expected::Anything),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_programs_share_the_list() {
        let state = tempfile::tempdir().unwrap();
        let state = state.path().join("deep");
        let mut one = WrittenFiles::in_state(Some(&state));
        let mut other = WrittenFiles::in_state(Some(&state));
        let held = Fingerprint::of(b"x");
        one.record("/a".into(), "dot", held);
        other.record("/b".into(), "svg", held);
        one.save();
        other.save();
        let both = WrittenFiles::in_state(Some(&state));
        assert_eq!(both.version(Path::new("/a"), "dot"), Some(held));
        assert_eq!(both.version(Path::new("/b"), "svg"), Some(held));
        assert_eq!(
            both.version(Path::new("/b"), "dot"),
            None,
            "of another kind"
        );
    }

    #[test]
    fn the_last_version_counts_and_a_damaged_list_is_empty() {
        let state = tempfile::tempdir().unwrap();
        for text in [b"one", b"two"] {
            let mut list = WrittenFiles::in_state(Some(state.path()));
            list.record("/a".into(), "dot", Fingerprint::of(text));
            list.save();
        }
        let list = WrittenFiles::in_state(Some(state.path()));
        let held = list.version(Path::new("/a"), "dot");
        assert_eq!(held, Some(Fingerprint::of(b"two")));
        std::fs::write(state.path().join(FILE), "{").unwrap();
        let mut list = WrittenFiles::in_state(Some(state.path()));
        assert_eq!(list.version(Path::new("/a"), "dot"), None);
        list.record("/a".into(), "dot", Fingerprint::of(b"three"));
        list.save();
        let list = WrittenFiles::in_state(Some(state.path()));
        assert!(list.version(Path::new("/a"), "dot").is_some());
    }
}
