//! The file in the project folder that keeps breakpoints. Each change reads it, changes the part of one document, and writes it, so that
//! several windows can share it. What it means is the core's.

use std::path::{Path, PathBuf};

use treewright_core::breakpoint::Breakpoint;
use treewright_core::format::FormatError;
use treewright_core::format::breakpoints_json::{self, ProjectBreakpoints};

use super::files::{self, Expected, Fingerprint, ReadError, SaveError};
use super::project::Project;

/// The folder for what the editor keeps beside a project's documents, and the file in it.
const FOLDER: &str = ".treewright";
const FILE: &str = "breakpoints.json";

/// The largest file that is read, in bytes.
const MOST_BYTES: u64 = 16 * 1024 * 1024;

/// Why breakpoints could not be read or kept.
#[derive(Debug)]
pub enum BreakpointFault {
    /// The file cannot be read.
    Read(PathBuf, ReadError),
    /// It holds something else, or is damaged.
    Format(PathBuf, FormatError),
    /// It cannot be written.
    Save(PathBuf, SaveError),
}

/// Where the breakpoints of a document are kept.
struct Place {
    file: PathBuf,
    document: String,
}

impl Place {
    fn of(document: &Path) -> Option<Self> {
        let project = Project::of(document).ok()?;
        Some(Self {
            file: project.folder().join(FOLDER).join(FILE),
            document: project.own_path(document),
        })
    }

    /// All that the file holds, and what is expected there when it is written.
    fn read(&self) -> Result<(ProjectBreakpoints, Expected), BreakpointFault> {
        let bytes = match files::read_up_to(&self.file, MOST_BYTES) {
            Ok(bytes) => bytes,
            Err(ReadError::NotFound) => {
                return Ok((ProjectBreakpoints::default(), Expected::Nothing));
            }
            Err(error) => return Err(BreakpointFault::Read(self.file.clone(), error)),
        };
        let all = breakpoints_json::read(&bytes)
            .map_err(|error| BreakpointFault::Format(self.file.clone(), error))?;
        Ok((all, Expected::Version(Fingerprint::of(&bytes))))
    }
}

/// The breakpoints of the document in this file.
///
/// # Errors
/// If there is a file of breakpoints that cannot be read.
pub fn load(document: &Path) -> Result<Vec<Breakpoint>, BreakpointFault> {
    let Some(place) = Place::of(document) else {
        return Ok(Vec::new());
    };
    let (mut all, _) = place.read()?;
    Ok(all.documents.remove(&place.document).unwrap_or_default())
}

/// Keeps the breakpoints of the document in this file. A file that cannot be read is left as it is.
///
/// # Errors
/// If they could not be kept.
pub fn save(document: &Path, breakpoints: &[Breakpoint]) -> Result<(), BreakpointFault> {
    let Some(place) = Place::of(document) else {
        return Ok(());
    };
    let (mut all, expected) = place.read()?;
    if breakpoints.is_empty() {
        if all.documents.remove(&place.document).is_none() {
            return Ok(());
        }
    } else {
        all.documents
            .insert(place.document.clone(), breakpoints.to_vec());
    }
    let failed = |error| BreakpointFault::Save(place.file.clone(), error);
    if let Some(folder) = place.file.parent() {
        files::make_folder(folder).map_err(|error| failed(error.into()))?;
    }
    let text = breakpoints_json::write(&all);
    files::save(&place.file, text.as_bytes(), expected).map_err(failed)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_document_has_its_own_and_keeps_those_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (
            folder.path().join("a.bt.json"),
            folder.path().join("b.bt.json"),
        );
        for file in [&a, &b] {
            std::fs::write(file, "{}").unwrap();
        }
        assert_eq!(load(&a).unwrap(), []);
        let first = vec![Breakpoint::on_start("n1".into())];
        let second = vec![Breakpoint::on_start("n2".into())];
        save(&a, &first).unwrap();
        save(&b, &second).unwrap();
        assert_eq!(load(&a).unwrap(), first);
        assert_eq!(load(&b).unwrap(), second);
        save(&a, &[]).unwrap();
        assert_eq!(load(&a).unwrap(), []);
        assert_eq!(load(&b).unwrap(), second);
    }

    #[test]
    fn a_damaged_file_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        let file = folder.path().join(FOLDER).join(FILE);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "{ not mine").unwrap();
        assert!(matches!(load(&document), Err(BreakpointFault::Format(..))));
        let kept = save(&document, &[Breakpoint::on_start("n1".into())]);
        assert!(matches!(kept, Err(BreakpointFault::Format(..))));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{ not mine");
    }

    #[test]
    fn nothing_is_written_where_there_is_nothing_to_keep() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        save(&document, &[]).unwrap();
        assert!(!folder.path().join(FOLDER).exists());
    }
}
