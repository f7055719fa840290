//! Shared code of the workspace's tests and benchmarks: conformance cases and their generator, generated files that are committed, and the path of samples.

pub mod conformance;
pub mod fake_robot;
pub mod published;
pub mod vectors;

use std::ffi::OsString;
use std::path::PathBuf;

/// Returns the folder of other tools' sample files, which belong to third parties and are not part of this project. The variable `TREEWRIGHT_SAMPLES`
/// names it. If it is not set, prints a note and returns `None`; tests that need samples then have nothing to do. With `TREEWRIGHT_REQUIRE_SAMPLES`
/// set, it panics instead.
pub fn samples() -> Option<PathBuf> {
    let is_required = std::env::var_os("TREEWRIGHT_REQUIRE_SAMPLES").is_some();
    named(std::env::var_os("TREEWRIGHT_SAMPLES"), is_required)
}

fn named(folder: Option<OsString>, is_required: bool) -> Option<PathBuf> {
    let folder = folder.map(PathBuf::from).filter(|folder| folder.is_dir());
    assert!(
        folder.is_some() || !is_required,
        "TREEWRIGHT_SAMPLES does not name a folder"
    );
    if folder.is_none() {
        println!("skipped: TREEWRIGHT_SAMPLES does not name a folder of other tools' files");
    }
    folder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_samples_are_skipped_if_not_required() {
        assert_eq!(named(None, false), None);
        let here = env!("CARGO_MANIFEST_DIR");
        assert_eq!(named(Some(here.into()), true), Some(here.into()));
    }

    #[test]
    #[should_panic(expected = "does not name a folder")]
    fn missing_samples_fail_if_required() {
        named(Some("no/such/folder".into()), true);
    }
}
