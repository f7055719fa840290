//! Writes a recording as the lines of its file. Refuses recordings that could not be read again.

use thiserror::Error;
use treewright_core::limits::{FILE_BYTES, RECORDING_BYTES, in_megabytes};

use super::MAX_NODES;
use super::frame::frame_line;
use super::head::{Setup, head};
use super::sources::Sources;
use crate::recording::{FrameRecord, Recording};
use crate::scenario_json::MAX_FRAMES;

/// The reason why a recording cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum WriteError {
    /// No frame has run.
    #[error("no frame has run yet")]
    NothingHappened,
    /// The start of the run was forgotten to save memory.
    #[error("the start of the run was discarded: the first recorded frame is {0}")]
    BeginningForgotten(u64),
    /// The file would exceed the maximum size.
    #[error("the recording would exceed the limit of {} MB per file or of {} MB per line", in_megabytes(RECORDING_BYTES), in_megabytes(FILE_BYTES as u64))]
    TooLarge,
    /// The recording exceeds the maximum number of frames.
    #[error("the recording exceeds the limit of {MAX_FRAMES} frames")]
    TooLong,
}

impl WriteError {
    /// A stable name, for translation.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingHappened => "nothing_happened",
            Self::BeginningForgotten(_) => "beginning_forgotten",
            Self::TooLarge => "too_large",
            Self::TooLong => "too_long",
        }
    }
}

/// Counts the bytes of a recording's file, to keep it within the size that can be read.
#[derive(Clone, Copy, Debug, Default)]
pub struct FileBudget {
    taken: u64,
}

impl FileBudget {
    /// Returns whether this line (without its line break) still fits into the file, and counts it if so.
    pub fn takes(&mut self, line: &str) -> bool {
        let length = line.len() + 1;
        let all = self.taken + length as u64;
        let fits = length <= FILE_BYTES && all <= RECORDING_BYTES;
        if fits {
            self.taken = all;
        }
        fits
    }
}

/// Calls `take` with each line of a recording's file, without line breaks, until it returns `false`. `sources` are the files of
/// each of its programs. Afterwards the recording is at the same moment as before.
///
/// # Errors
/// There is nothing to write, the start of the run is not stored, so that it could not be repeated, or the file would be too
/// large to be read.
pub fn lines(
    recording: &mut Recording,
    setup: &Setup,
    sources: &[Sources],
    mut take: impl FnMut(&str) -> bool,
) -> Result<(), WriteError> {
    if recording.first_frame() > 0 {
        let first = recording.first_frame() + 1;
        return Err(WriteError::BeginningForgotten(first));
    }
    if recording.last_frame() == 0 {
        return Err(WriteError::NothingHappened);
    }
    if recording.last_frame() > MAX_FRAMES {
        return Err(WriteError::TooLong);
    }
    let mut room = FileBudget::default();
    let nodes = |record: &FrameRecord| {
        let agents = record.agents.iter();
        let nodes = agents.map(|frame| recording.programs()[frame.program].len());
        nodes.sum::<usize>()
    };
    let mut is_readable = recording.records().all(|record| nodes(record) <= MAX_NODES);
    let mut goes_on = true;
    let mut push = |line: &str| {
        is_readable = is_readable && room.takes(line);
        goes_on = goes_on && is_readable && take(line);
        goes_on
    };
    if push(&head(setup)) {
        recording.revisit(|recording, record| {
            let before = recording.programs_before(record.frame);
            push(&frame_line(recording, record, before, setup, sources))
        });
    }
    if is_readable {
        Ok(())
    } else {
        Err(WriteError::TooLarge)
    }
}

/// Returns the text of a recording's file, with the lines of [`lines`].
///
/// # Errors
/// As for [`lines`].
pub fn write(
    recording: &mut Recording,
    setup: &Setup,
    sources: &[Sources],
) -> Result<String, WriteError> {
    let mut text = String::new();
    lines(recording, setup, sources, |line| {
        text.push_str(line);
        text.push('\n');
        true
    })?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_files_stay_within_the_readable_size() {
        let mut room = FileBudget::default();
        let longest = "x".repeat(FILE_BYTES - 1);
        assert!(room.takes(&longest));
        assert!(!room.takes(&(longest + "x")));
        let mut room = FileBudget {
            taken: RECORDING_BYTES - 3,
        };
        assert!(!room.takes("xyz"));
        assert!(room.takes("xy"));
        assert!(!room.takes(""));
    }
}
