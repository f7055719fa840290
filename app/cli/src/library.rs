//! Reads the task libraries that the command line names, and reports their problems.

use std::path::Path;
use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_session::host::libraries;
use treewright_session::host::libraries::{
    LibraryError, LibraryFile, LibraryPosition, LibraryProblem,
};
use treewright_session::i18n::Texts;

use super::report::Report;

/// The ending of library files.
const LIBRARY: &str = ".tasks.json";

/// Whether a file is a task library, by its name.
pub fn is_library(file: &Path) -> bool {
    file.to_string_lossy().ends_with(LIBRARY)
}

/// Reads a library.
pub fn read(path: &Path, texts: &Texts) -> Result<LibraryFile, Vec<Report>> {
    libraries::read(path).map_err(|faults| {
        let reports = faults.into_iter().map(|fault| report(path, fault, texts));
        reports.collect()
    })
}

/// Adds a library to others. Returns its problems, its text, and whether it could be read.
pub fn add(
    all: &mut NodeLibrary,
    path: &Path,
    texts: &Texts,
) -> (Vec<Report>, Option<Arc<str>>, bool) {
    let file = match read(path, texts) {
        Ok(file) => file,
        Err(reports) => {
            let text = reports.first().and_then(|report| report.text.clone());
            return (reports, text, false);
        }
    };
    let name = path.display().to_string();
    let taken = all.add_library(&name, &file.library).into_iter();
    let reports = taken.map(|name| {
        let place = LibraryPosition {
            file: path.to_owned(),
            text: Some(file.text.clone()),
            position: file.positions.get(name.index).copied(),
        };
        report(path, (LibraryError::Taken(name), place), texts)
    });
    (reports.collect(), Some(file.text.clone()), true)
}

fn report(path: &Path, (fault, place): (LibraryError, LibraryPosition), texts: &Texts) -> Report {
    let problem = LibraryProblem {
        reference: path.display().to_string(),
        index: 0,
        fault,
        place: Some(place),
    };
    Report::of_library(path, None, &problem, texts)
}
