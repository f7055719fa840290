//! Which files hold recordings of runs, and how they are read: line by line, since they may be larger than memory. Does not know what is in them.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use treewright_core::limits::RECORDING_BYTES;

use super::files::{self, ReadError};

/// A recording that is being read.
pub type Reader = BufReader<File>;

/// How many bytes of a run are kept where it is done again to be shown or compared frame by frame.
pub const KEPT_BYTES: usize = 16 << 20;

/// Whether a file holds a recording of a run, by its name.
pub fn is_recording(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("jsonl")
}

/// Opens a recording, which may be larger than other files: it grows with each frame.
///
/// # Errors
/// As [`files::read`].
pub fn open(file: &Path) -> Result<Reader, ReadError> {
    let (file, _) = files::open_up_to(file, RECORDING_BYTES)?;
    Ok(BufReader::new(file))
}
