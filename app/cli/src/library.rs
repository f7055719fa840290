//! Task libraries that are named on the command line: read, and what is wrong with each as reports.

use std::path::Path;
use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_session::host::libraries;
use treewright_session::host::libraries::{Fault, LibraryFile, LibraryProblem, Place};

use super::report::Report;

/// The end of the names of their files.
const LIBRARY: &str = ".tasks.json";

/// Whether a file holds a task library, by its name.
pub fn is_library(file: &Path) -> bool {
    file.to_string_lossy().ends_with(LIBRARY)
}

/// Reads a library.
pub fn read(path: &Path) -> Result<LibraryFile, Vec<Report>> {
    libraries::read(path).map_err(|faults| {
        let reports = faults.into_iter().map(|fault| reported(path, fault));
        reports.collect()
    })
}

/// What is wrong with a library on top of others, its text, and whether it could be read at all.
pub fn add(all: &mut NodeLibrary, path: &Path) -> (Vec<Report>, Option<Arc<str>>, bool) {
    let file = match read(path) {
        Ok(file) => file,
        Err(reports) => {
            let text = reports.first().and_then(|report| report.text.clone());
            return (reports, text, false);
        }
    };
    let called = path.display().to_string();
    let taken = all.add_library(&called, &file.library).into_iter();
    let reports = taken.map(|name| {
        let place = Place {
            file: path.to_owned(),
            text: Some(file.text.clone()),
            position: file.positions.get(name.index).copied(),
        };
        reported(path, (Fault::Taken(name), place))
    });
    (reports.collect(), Some(file.text.clone()), true)
}

fn reported(path: &Path, (fault, place): (Fault, Place)) -> Report {
    let problem = LibraryProblem {
        reference: path.display().to_string(),
        index: 0,
        fault,
        place: Some(place),
    };
    Report::of_library(path, None, &problem)
}
