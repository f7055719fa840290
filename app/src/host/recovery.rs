//! Copies of unsaved work, so that a crash costs at most a few seconds. Each copy is a file in the state folder:
//! one line that says where the work belongs, then the document as it would be saved.
//!
//! The copies of a session bear its name, and while it lives it holds the lock on a file of that name. The system lets go of the lock whatever
//! way a process ends, so the next start knows whose work is left over; numbers of processes repeat, and those that ended may linger.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{self, Expected, Fingerprint, SaveError, lock};

/// The first line of a copy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopyHead {
    /// The file that the work belongs to; none if it never had one.
    pub path: Option<PathBuf>,
    /// What that file held when it was last read or written; missing in copies of earlier versions.
    #[serde(default)]
    pub fingerprint: Option<Fingerprint>,
    /// What the document is called.
    pub title: String,
    /// The file of another tool that it came from, as long as it has none of its own.
    #[serde(default)]
    pub origin: Option<PathBuf>,
}

/// A copy that was found at start.
#[derive(Clone, Debug)]
pub struct FoundCopy {
    /// Where it lies.
    pub file: PathBuf,
    /// What it says of itself.
    pub head: CopyHead,
    /// The document.
    pub bytes: Vec<u8>,
}

/// A session that keeps copies, or one that ended and whose copies this one offers: nobody else shall offer them meanwhile.
#[derive(Debug)]
struct Session {
    name: String,
    lock: PathBuf,
    /// Held for as long as this lives.
    _held: File,
}

/// The folder of the copies.
#[derive(Debug)]
pub struct Recovery {
    folder: PathBuf,
    /// Begun with the first copy.
    own: Option<Session>,
    ended: Vec<Session>,
}

impl Recovery {
    /// Copies below this state folder.
    pub fn new(state: &Path) -> Self {
        Self {
            folder: state.join("recovery"),
            own: None,
            ended: Vec::new(),
        }
    }

    /// Writes the copy of one document, and says where; `key` tells documents of one session apart.
    ///
    /// # Errors
    /// As for any save.
    pub fn write(
        &mut self,
        key: u64,
        head: &CopyHead,
        document: &str,
    ) -> Result<PathBuf, SaveError> {
        if self.own.is_none() {
            fs::create_dir_all(&self.folder)?;
            let (lock, file) = lock::begin(&self.folder, "session-")?;
            let name = lock.file_stem().unwrap_or_default();
            self.own = Some(Session {
                name: name.to_string_lossy().into_owned(),
                lock,
                _held: file,
            });
        }
        let head = serde_json::to_string(head).map_err(io::Error::other)?;
        let bytes = format!("{head}\n{document}");
        let file = self.file(key).ok_or(SaveError::NotAFile)?;
        files::save(&file, bytes.as_bytes(), Expected::Anything)?;
        Ok(file)
    }

    /// Removes the copy of one document; its work is saved or given up.
    pub fn remove(&self, key: u64) {
        if let Some(file) = self.file(key) {
            Self::forget(&file);
        }
    }

    /// Removes a copy that was found.
    pub fn forget(file: &Path) {
        files::remove(file);
    }

    /// Copies that sessions left which have ended, in a fixed order. Files that are no copies are left alone.
    pub fn find(&mut self) -> Vec<FoundCopy> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        let copies = files.into_iter().filter(|file| has_ending(file, "copy"));
        copies
            .filter(|file| self.may_offer(file))
            .filter_map(|file| read_copy(&file))
            .collect()
    }

    /// Whether the session that wrote a copy has ended, and nobody else offers what it left.
    fn may_offer(&mut self, copy: &Path) -> bool {
        let Some(session) = session_of(copy) else {
            return false;
        };
        if self.own.as_ref().is_some_and(|own| own.name == session) {
            return false;
        }
        if self.ended.iter().any(|ended| ended.name == session) {
            return true;
        }
        let lock = self.folder.join(format!("{session}.lock"));
        match lock::try_to_hold(&lock) {
            lock::Hold::Held(held) => {
                self.ended.push(Session {
                    name: session,
                    lock,
                    _held: held,
                });
                true
            }
            lock::Hold::Taken => false,
            // Where that cannot be told, its copies are offered.
            lock::Hold::Unknown => true,
        }
    }

    fn file(&self, key: u64) -> Option<PathBuf> {
        let name = &self.own.as_ref()?.name;
        Some(self.folder.join(format!("{name}-{key}.copy")))
    }
}

impl Drop for Recovery {
    /// Sessions that leave no copies leave nothing.
    fn drop(&mut self) {
        let names = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let left: Vec<_> = names
            .map(|entry| entry.path())
            .filter(|file| has_ending(file, "copy"))
            .filter_map(|file| session_of(&file))
            .collect();
        for session in self.own.iter().chain(&self.ended) {
            if !left.contains(&session.name) {
                files::remove(&session.lock);
            }
        }
    }
}

fn has_ending(file: &Path, ending: &str) -> bool {
    file.extension().is_some_and(|e| e == ending)
}

/// The session that a copy bears in its name.
fn session_of(copy: &Path) -> Option<String> {
    let name = copy.file_stem()?.to_str()?;
    let (session, _) = name.rsplit_once('-')?;
    Some(session.to_owned())
}

fn read_copy(file: &Path) -> Option<FoundCopy> {
    let mut bytes = files::read(file).ok()?;
    let end = bytes.iter().position(|b| *b == b'\n')?;
    let head = serde_json::from_slice(&bytes[..end]).ok()?;
    bytes.drain(..=end);
    Some(FoundCopy {
        file: file.to_owned(),
        head,
        bytes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_in(state: &Path) -> Vec<String> {
        let entries = fs::read_dir(state.join("recovery")).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect()
    }

    #[test]
    fn a_copy_of_a_session_that_ended_is_found_with_its_work() {
        let state = tempfile::tempdir().unwrap();
        let mut dead = Recovery::new(state.path());
        let head = CopyHead {
            path: Some(PathBuf::from("/trees/guard.bt.json")),
            fingerprint: Some(Fingerprint::of(b"what it held")),
            title: "guard".to_owned(),
            origin: None,
        };
        dead.write(7, &head, "{\n}\n").unwrap();
        drop(dead);
        let mut recovery = Recovery::new(state.path());
        let found = recovery.find();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].head, head);
        assert_eq!(found[0].bytes, b"{\n}\n");
        // Who offers it keeps it from others, for as long as it lives.
        assert!(Recovery::new(state.path()).find().is_empty());
        assert_eq!(recovery.find().len(), 1);
        drop(recovery);
        let mut recovery = Recovery::new(state.path());
        let found = recovery.find();
        Recovery::forget(&found[0].file);
        assert!(recovery.find().is_empty());
        drop(recovery);
        assert!(names_in(state.path()).is_empty());
    }

    #[test]
    fn copies_of_living_sessions_are_not_offered() {
        let state = tempfile::tempdir().unwrap();
        let mut recovery = Recovery::new(state.path());
        recovery.write(1, &CopyHead::default(), "{}").unwrap();
        assert!(recovery.find().is_empty());
        assert!(Recovery::new(state.path()).find().is_empty());
        recovery.remove(1);
        drop(recovery);
        assert!(names_in(state.path()).is_empty());
    }

    #[test]
    fn a_copy_without_a_lock_is_offered() {
        let state = tempfile::tempdir().unwrap();
        let folder = state.path().join("recovery");
        fs::create_dir(&folder).unwrap();
        // As earlier versions wrote them, with the number of a process that runs.
        let head = format!(
            r#"{{"path":null,"title":"guard","process":{}}}"#,
            std::process::id()
        );
        fs::write(folder.join("1-4.copy"), format!("{head}\n{{}}")).unwrap();
        fs::write(folder.join("notes.txt"), "not ours").unwrap();
        let found = Recovery::new(state.path()).find();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].head.title, "guard");
    }
}
