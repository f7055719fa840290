//! The files in the folder `.treewright` of a project that keep something of its documents beside them. Each change reads such a file, changes
//! the part of one document, and writes it, so that several windows can share it. No link is followed, so that no project can have
//! files elsewhere read or written. Knows nothing of what they hold.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use treewright_core::limits::KEPT_BYTES;

use super::files::{Expected, Fingerprint, Missing, ReadError, SaveError, Unlinked};
use super::project::Project;

/// The folder for what is kept beside a project's documents.
const FOLDER: &str = ".treewright";

/// A file beside a project's documents, as one of them sees it.
#[derive(Debug)]
pub struct SideFile {
    /// Where it is, or would be.
    pub path: PathBuf,
    /// The same from the project folder.
    inside: PathBuf,
    /// The path of the document in the project folder, by which the file knows it.
    pub document: String,
    /// The project folder.
    pub project: PathBuf,
}

impl SideFile {
    /// The one of this name, of the project of a document. None if the document's folder cannot be looked at.
    pub fn of(document: &Path, name: &str) -> Option<Self> {
        let project = Project::of(document).ok()?;
        Some(Self {
            path: project.folder().join(FOLDER).join(name),
            inside: Path::new(FOLDER).join(name),
            document: project.own_path(document),
            project: project.folder().to_owned(),
        })
    }

    /// What it holds, and what is expected there when it is written; nothing if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<(Option<Vec<u8>>, Expected), ReadError> {
        let folder = match Unlinked::folder_of(&self.project, &self.inside, Missing::Leave) {
            Ok(Some(folder)) => folder,
            Ok(None) => return Ok((None, Expected::Nothing)),
            Err(SaveError::Link(_)) => return Err(ReadError::Link),
            Err(error) => return Err(std::io::Error::other(error.to_string()).into()),
        };
        match folder.read(self.name(), KEPT_BYTES as u64) {
            Ok(bytes) => {
                let version = Expected::Version(Fingerprint::of(&bytes));
                Ok((Some(bytes), version))
            }
            Err(ReadError::NotFound) => Ok((None, Expected::Nothing)),
            Err(error) => Err(error),
        }
    }

    /// Writes it.
    ///
    /// # Errors
    /// If that is not possible, or it is not what was expected any more, or would be larger than what is read.
    pub fn write(&self, text: &str, expected: Expected) -> Result<(), SaveError> {
        if text.len() > KEPT_BYTES {
            return Err(SaveError::NoRoom {
                folder: self.project.clone(),
                bytes: text.len() as u64,
                why: io::ErrorKind::FileTooLarge.into(),
            });
        }
        match Unlinked::folder_of(&self.project, &self.inside, Missing::Make)? {
            Some(folder) => folder
                .save(self.name(), text.as_bytes(), expected)
                .map(drop),
            None => Err(SaveError::NoFolder(self.project.clone())),
        }
    }

    /// Puts what is kept of the document among what is kept of all; false if there was nothing, and is nothing.
    pub fn keep<T: Clone>(&self, all: &mut BTreeMap<String, Vec<T>>, own: &[T]) -> bool {
        if own.is_empty() {
            return all.remove(&self.document).is_some();
        }
        all.insert(self.document.clone(), own.to_vec());
        true
    }

    fn name(&self) -> &Path {
        Path::new(self.inside.file_name().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_written_than_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        let side = SideFile::of(&document, "kept.json").unwrap();
        let most = " ".repeat(KEPT_BYTES);
        side.write(&most, Expected::Nothing).unwrap();
        let (read, expected) = side.read().unwrap();
        assert_eq!(read.map(|bytes| bytes.len()), Some(KEPT_BYTES));
        let refused = side.write(&(most + " "), expected);
        assert!(matches!(refused, Err(SaveError::NoRoom { .. })));
        assert!(side.read().is_ok());
    }
}
