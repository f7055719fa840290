//! Files in a project's `.treewright` folder that store data about its documents. Each change reads the file, replaces the part of one document and
//! writes it, so that several windows can share it. Links are not followed, so that a project cannot make the program read or write files elsewhere.
//! Does not interpret the data.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use treewright_core::limits::PROGRAM_FILE_BYTES;

use super::files::{Expected, Fingerprint, IfMissing, NoFollowFolder, ReadError, SaveError};
use super::project::Project;

/// The folder for data about a project's documents.
const FOLDER: &str = ".treewright";

/// Returns the path that a file has after a move. Paths are relative to the project folder.
pub type NewPath<'a> = &'a dyn Fn(&str) -> String;

/// A file in that folder, as used by one document.
#[derive(Debug)]
pub struct SideFile {
    /// Its absolute path; the file may not exist.
    pub path: PathBuf,
    /// The path relative to the project folder.
    inside: PathBuf,
    /// The document's path relative to the project folder, used as its key in the file.
    pub document: String,
    pub project: PathBuf,
}

impl SideFile {
    /// Returns the file `name` of a document's project. `None` if the document's folder cannot be read.
    pub fn of(document: &Path, name: &str) -> Option<Self> {
        let project = Project::of(document).ok()?;
        let document = project.relative_path(document);
        Some(Self::in_project(project.folder(), document, name))
    }

    /// The file `name` of a project, for a document with this path in it.
    pub fn in_project(project: &Path, document: String, name: &str) -> Self {
        Self {
            path: project.join(FOLDER).join(name),
            inside: Path::new(FOLDER).join(name),
            document,
            project: project.to_owned(),
        }
    }

    /// Returns the content, if the file exists, and what a later write must expect.
    ///
    /// # Errors
    /// If the file exists but cannot be read.
    pub fn read(&self) -> Result<(Option<Vec<u8>>, Expected), ReadError> {
        let folder = match NoFollowFolder::folder_of(&self.project, &self.inside, IfMissing::Leave)
        {
            Ok(Some(folder)) => folder,
            Ok(None) => return Ok((None, Expected::Nothing)),
            Err(SaveError::Link(_)) => return Err(ReadError::Link),
            Err(error) => return Err(std::io::Error::other(error.to_string()).into()),
        };
        match folder.read(self.name(), PROGRAM_FILE_BYTES as u64) {
            Ok(bytes) => {
                let version = Expected::Version(Fingerprint::of(&bytes));
                Ok((Some(bytes), version))
            }
            Err(ReadError::NotFound) => Ok((None, Expected::Nothing)),
            Err(error) => Err(error),
        }
    }

    /// # Errors
    /// If the file cannot be written, is not as expected any more, or would exceed the size limit for reading.
    pub fn write(&self, text: &str, expected: Expected) -> Result<(), SaveError> {
        if text.len() > PROGRAM_FILE_BYTES {
            return Err(SaveError::NoRoom {
                folder: self.project.clone(),
                bytes: text.len() as u64,
                why: io::ErrorKind::FileTooLarge.into(),
            });
        }
        match NoFollowFolder::folder_of(&self.project, &self.inside, IfMissing::Make)? {
            Some(folder) => folder
                .save(self.name(), text.as_bytes(), expected)
                .map(drop),
            None => Err(SaveError::NoFolder(self.project.clone())),
        }
    }

    /// Replaces the document's entries in `all`. Returns whether anything is to be written: `false` if there were and are no entries.
    pub fn replace_entries<T: Clone>(&self, all: &mut BTreeMap<String, Vec<T>>, own: &[T]) -> bool {
        if own.is_empty() {
            return all.remove(&self.document).is_some();
        }
        all.insert(self.document.clone(), own.to_vec());
        true
    }

    /// Gives the entries of `all` to the new paths of their documents. Returns whether any has a new one.
    pub fn follow_moves<T>(all: &mut BTreeMap<String, Vec<T>>, new_path: NewPath<'_>) -> bool {
        let moved = all.keys().any(|path| new_path(path) != *path);
        let entries = std::mem::take(all).into_iter();
        *all = entries
            .map(|(path, entries)| (new_path(&path), entries))
            .collect();
        moved
    }

    fn name(&self) -> &Path {
        Path::new(self.inside.file_name().unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_too_large_to_read_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        let side = SideFile::of(&document, "kept.json").unwrap();
        let most = " ".repeat(PROGRAM_FILE_BYTES);
        side.write(&most, Expected::Nothing).unwrap();
        let (read, expected) = side.read().unwrap();
        assert_eq!(read.map(|bytes| bytes.len()), Some(PROGRAM_FILE_BYTES));
        let refused = side.write(&(most + " "), expected);
        assert!(matches!(refused, Err(SaveError::NoRoom { .. })));
        assert!(side.read().is_ok());
    }
}
