//! Which files are recordings of runs, and how to open them: as a stream, since they may be larger than memory. Does not parse them.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;

use treewright_core::limits::RECORDING_BYTES;
use treewright_link::live_file;

use super::files::{self, ReadError};

/// The most bytes of a robot's log that are read: 28 million changes.
const ROBOT_LOG_BYTES: u64 = 256 << 20;

/// A recording that is being read.
pub type Reader = BufReader<File>;

/// How many bytes of run history are kept when a recording is replayed to be shown or compared frame by frame.
pub const KEPT_BYTES: usize = 16 << 20;

/// Returns whether the file name is that of a recording.
pub fn is_recording(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("jsonl") && !is_live_record(file)
}

/// Returns whether the file name is that of what agents of a game did.
pub fn is_live_record(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    name.to_ascii_lowercase().ends_with(live_file::ENDING)
}

/// Returns whether the file name is that of a robot's log.
pub fn is_robot_log(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("btlog")
}

/// Reads a robot's log. The program that writes it may go on writing: what is there now is read.
///
/// # Errors
/// Like [`files::read`].
pub fn read_robot_log(file: &Path) -> Result<Vec<u8>, ReadError> {
    let (file, length) = files::open_up_to(file, ROBOT_LOG_BYTES)?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a recording. It may be larger than other files, because it grows with each frame.
///
/// # Errors
/// Like [`files::read`].
pub fn open(file: &Path) -> Result<Reader, ReadError> {
    let (file, _) = files::open_up_to(file, RECORDING_BYTES)?;
    Ok(BufReader::new(file))
}
