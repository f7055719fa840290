//! Copies of unsaved work, so that a crash costs at most a few seconds. Each copy is a file in the state folder:
//! one line that says where the work belongs, then the document as it would be saved.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::files::{self, Expected, Fingerprint, SaveError};

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
    /// The process that wrote it; another one must not offer it while this one lives.
    pub process: u32,
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

/// The folder of the copies.
#[derive(Clone, Debug)]
pub struct Recovery {
    folder: PathBuf,
}

impl Recovery {
    /// Copies below this state folder.
    pub fn new(state: &Path) -> Self {
        Self {
            folder: state.join("recovery"),
        }
    }

    /// Writes the copy of one document, and says where; `key` tells documents of one process apart.
    ///
    /// # Errors
    /// As for any save.
    pub fn write(&self, key: u64, head: &CopyHead, document: &str) -> Result<PathBuf, SaveError> {
        fs::create_dir_all(&self.folder)?;
        let head = serde_json::to_string(head).map_err(std::io::Error::other)?;
        let bytes = format!("{head}\n{document}");
        let file = self.file(key);
        files::save(&file, bytes.as_bytes(), Expected::Anything)?;
        Ok(file)
    }

    /// Removes the copy of one document; its work is saved or given up.
    pub fn remove(&self, key: u64) {
        Self::forget(&self.file(key));
    }

    /// Removes a copy that was found.
    pub fn forget(file: &Path) {
        files::remove(file);
    }

    /// Copies that earlier processes left, in a fixed order. Files that are no copies are left alone.
    pub fn find(&self) -> Vec<FoundCopy> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        files.sort();
        files
            .into_iter()
            .filter(|file| file.extension().is_some_and(|e| e == "copy"))
            .filter_map(|file| read_copy(&file))
            .filter(|copy| !is_alive(copy.head.process))
            .collect()
    }

    fn file(&self, key: u64) -> PathBuf {
        let process = std::process::id();
        self.folder.join(format!("{process}-{key}.copy"))
    }
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

/// Whether another process of this number runs. Where that cannot be told, its copies are offered.
fn is_alive(process: u32) -> bool {
    process == std::process::id() || Path::new("/proc").join(process.to_string()).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_a_dead_process_is_found_with_its_work() {
        let state = tempfile::tempdir().unwrap();
        let recovery = Recovery::new(state.path());
        let head = CopyHead {
            path: Some(PathBuf::from("/trees/guard.bt.json")),
            fingerprint: Some(Fingerprint::of(b"what it held")),
            title: "guard".to_owned(),
            // No system numbers processes that high.
            process: u32::MAX,
        };
        recovery.write(7, &head, "{\n}\n").unwrap();
        let found = recovery.find();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].head, head);
        assert_eq!(found[0].bytes, b"{\n}\n");
        Recovery::forget(&found[0].file);
        assert!(recovery.find().is_empty());
    }

    #[test]
    fn copies_of_living_processes_are_not_offered() {
        let state = tempfile::tempdir().unwrap();
        let recovery = Recovery::new(state.path());
        let head = CopyHead {
            process: std::process::id(),
            ..CopyHead::default()
        };
        recovery.write(1, &head, "{}").unwrap();
        assert!(recovery.find().is_empty());
        recovery.remove(1);
        assert_eq!(
            fs::read_dir(state.path().join("recovery")).unwrap().count(),
            0
        );
    }
}
