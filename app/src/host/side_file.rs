//! The files in the folder `.treewright` of a project that keep something of its documents beside them. Each change reads such a file, changes
//! the part of one document, and writes it, so that several windows can share it. Knows nothing of what they hold.

use std::path::{Path, PathBuf};

use treewright_core::limits::KEPT_BYTES;

use super::files::{self, Expected, Fingerprint, ReadError, SaveError};
use super::project::Project;

/// The folder for what is kept beside a project's documents.
const FOLDER: &str = ".treewright";

/// A file beside a project's documents, as one of them sees it.
#[derive(Debug)]
pub struct SideFile {
    /// Where it is, or would be.
    pub path: PathBuf,
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
            document: project.own_path(document),
            project: project.folder().to_owned(),
        })
    }

    /// What it holds, and what is expected there when it is written; nothing if there is no such file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<(Option<Vec<u8>>, Expected), ReadError> {
        match files::read_up_to(&self.path, KEPT_BYTES as u64) {
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
    /// If that is not possible, or it is not what was expected any more.
    pub fn write(&self, text: &str, expected: Expected) -> Result<(), SaveError> {
        if let Some(folder) = self.path.parent() {
            files::make_folder(folder)?;
        }
        files::save(&self.path, text.as_bytes(), expected).map(|_| ())
    }
}
