//! The file in the project folder that stores breakpoints. The core defines its content.

use std::io;
use std::path::{Path, PathBuf};

use treewright_core::format::FormatError;
use treewright_insight::breakpoint::{Breakpoint, StopAt};
use treewright_insight::breakpoints_json;
use treewright_insight::breakpoints_json::{MAX_DOCUMENTS, ProjectBreakpoints};

use super::files::{Expected, ReadError, SaveError};
use super::side_file::{NewPath, SideFile};

const FILE: &str = "breakpoints.json";

/// Why breakpoints could not be loaded or saved.
#[derive(Debug)]
pub enum BreakpointFault {
    Read(PathBuf, ReadError),
    /// The file has another format or is damaged.
    Format(PathBuf, FormatError),
    Save(PathBuf, SaveError),
}

/// Returns the content of the file, and what a later write must expect to find there.
fn read(side: &SideFile) -> Result<(ProjectBreakpoints, Expected), BreakpointFault> {
    let read = side.read();
    let (bytes, expected) =
        read.map_err(|error| BreakpointFault::Read(side.path.clone(), error))?;
    let all = match bytes {
        Some(bytes) => breakpoints_json::read(&bytes)
            .map_err(|error| BreakpointFault::Format(side.path.clone(), error))?,
        None => ProjectBreakpoints::default(),
    };
    Ok((all, expected))
}

/// Returns the breakpoints of this document.
///
/// # Errors
/// If the file of breakpoints exists but cannot be read.
pub fn load(document: &Path) -> Result<Vec<Breakpoint>, BreakpointFault> {
    let Some(side) = SideFile::of(document, FILE) else {
        return Ok(Vec::new());
    };
    let (mut all, _) = read(&side)?;
    Ok(all.documents.remove(&side.document).unwrap_or_default())
}

/// Returns the breakpoints of the project of this document.
///
/// # Errors
/// If the file of breakpoints exists but cannot be read.
pub fn of_project(document: &Path) -> Result<ProjectBreakpoints, BreakpointFault> {
    match SideFile::of(document, FILE) {
        Some(side) => Ok(read(&side)?.0),
        None => Ok(ProjectBreakpoints::default()),
    }
}

/// Returns the path of this document in its project, as the file of breakpoints names it.
pub fn path_in_project(document: &Path) -> Option<String> {
    Some(SideFile::of(document, FILE)?.document)
}

/// Saves the breakpoints of this document, without those whose expression is still empty, which the file cannot have. An unreadable file
/// is left unchanged.
///
/// # Errors
/// If they could not be saved.
pub fn save(document: &Path, breakpoints: &[Breakpoint]) -> Result<(), BreakpointFault> {
    let Some(side) = SideFile::of(document, FILE) else {
        return Ok(());
    };
    let (mut all, expected) = read(&side)?;
    let is_empty = |at: &StopAt| matches!(at, StopAt::Expression(text) if text.trim().is_empty());
    let complete = breakpoints.iter().filter(|one| !is_empty(&one.at));
    let complete: Vec<Breakpoint> = complete.cloned().collect();
    if !side.replace_entries(&mut all.documents, &complete) {
        return Ok(());
    }
    if all.documents.len() > MAX_DOCUMENTS {
        // The user can remove entries of deleted documents by hand; writing more would make the file unreadable.
        let error = SaveError::Io(io::ErrorKind::FileTooLarge.into());
        return Err(BreakpointFault::Save(side.path, error));
    }
    write(&side, &all, expected)
}

/// Keeps the breakpoints of documents that have moved.
///
/// # Errors
/// If the file of breakpoints exists but cannot be read or replaced.
pub fn follow_moves(project: &Path, new_path: NewPath<'_>) -> Result<(), BreakpointFault> {
    let side = SideFile::in_project(project, String::new(), FILE);
    let (mut all, expected) = read(&side)?;
    if SideFile::follow_moves(&mut all.documents, new_path) {
        write(&side, &all, expected)?;
    }
    Ok(())
}

fn write(
    side: &SideFile,
    all: &ProjectBreakpoints,
    expected: Expected,
) -> Result<(), BreakpointFault> {
    side.write(&breakpoints_json::write(all), expected)
        .map_err(|error| BreakpointFault::Save(side.path.clone(), error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_keeps_the_breakpoints_of_other_documents() {
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
    fn an_expression_that_is_not_written_yet_does_not_make_the_file_unreadable() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        let first = Breakpoint::on_start("n1".into());
        let empty = Breakpoint {
            at: StopAt::Expression("".into()),
            enabled: false,
            ..first.clone()
        };
        save(&document, &[first.clone(), empty.clone()]).unwrap();
        assert_eq!(load(&document).unwrap(), std::slice::from_ref(&first));
        let written = Breakpoint {
            at: StopAt::Expression("true".into()),
            ..empty
        };
        let both = [first, written];
        save(&document, &both).unwrap();
        assert_eq!(load(&document).unwrap(), both);
    }

    #[test]
    fn a_damaged_file_is_reported_and_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        let file = folder.path().join(".treewright").join(FILE);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, "{ not mine").unwrap();
        assert!(matches!(load(&document), Err(BreakpointFault::Format(..))));
        let kept = save(&document, &[Breakpoint::on_start("n1".into())]);
        assert!(matches!(kept, Err(BreakpointFault::Format(..))));
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{ not mine");
    }

    #[test]
    fn no_file_is_created_without_breakpoints() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        save(&document, &[]).unwrap();
        assert!(!folder.path().join(".treewright").exists());
    }

    #[test]
    fn a_file_too_large_to_read_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let document = folder.path().join("a.bt.json");
        std::fs::write(&document, "{}").unwrap();
        let file = folder.path().join(".treewright").join(FILE);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        let mut all = ProjectBreakpoints::default();
        let some = vec![Breakpoint::on_start("n1".into())];
        let others = (1..MAX_DOCUMENTS).map(|i| (format!("{i}.bt.json"), some.clone()));
        all.documents.extend(others);
        std::fs::write(&file, breakpoints_json::write(&all)).unwrap();
        save(&document, &some).unwrap();
        assert_eq!(load(&document).unwrap(), some);
        let one_too_many = folder.path().join("b.bt.json");
        std::fs::write(&one_too_many, "{}").unwrap();
        let refused = save(&one_too_many, &some);
        assert!(matches!(refused, Err(BreakpointFault::Save(..))));
        assert_eq!(load(&document).unwrap(), some);
    }
}
