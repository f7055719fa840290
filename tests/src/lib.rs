//! What tests and benchmarks of the workspace share: the conformance vectors and how they are run, what is made from the code, and where samples lie.

pub mod conformance;
pub mod published;

use std::path::PathBuf;

/// The folder of other tools' sample files, which belong to others and are no part of this project: the variable
/// `TREEWRIGHT_SAMPLES` names it. None, with a word about it, if it does not; a test that needs them has nothing to do then.
pub fn samples() -> Option<PathBuf> {
    let folder = std::env::var_os("TREEWRIGHT_SAMPLES").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: TREEWRIGHT_SAMPLES does not name a folder of other tools' files");
    }
    folder
}
