//! Which files hold recordings of runs, and their bytes. Does not know what is in them.

use std::path::Path;

use treewright_core::limits::RECORDING_BYTES;

use super::files::{self, ReadError};

/// Whether a file holds a recording of a run, by its name.
pub fn is_recording(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("jsonl")
}

/// Reads a recording, which may be larger than other files: it grows with each frame.
///
/// # Errors
/// As [`files::read`].
pub fn read(file: &Path) -> Result<Vec<u8>, ReadError> {
    files::read_up_to(file, RECORDING_BYTES as u64)
}
