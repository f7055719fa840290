//! Which files are recordings of runs, and how to open them: as a stream, since they may be larger than memory. Does not parse them.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use treewright_core::limits::RECORDING_BYTES;

use super::files::{self, ReadError};

/// A recording that is being read.
pub type Reader = BufReader<File>;

/// How many bytes of run history are kept when a recording is replayed to be shown or compared frame by frame.
pub const KEPT_BYTES: usize = 16 << 20;

/// Returns whether the file name is that of a recording.
pub fn is_recording(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("jsonl")
}

/// Opens a recording. It may be larger than other files, because it grows with each frame.
///
/// # Errors
/// Like [`files::read`].
pub fn open(file: &Path) -> Result<Reader, ReadError> {
    let (file, _) = files::open_up_to(file, RECORDING_BYTES)?;
    Ok(BufReader::new(file))
}
