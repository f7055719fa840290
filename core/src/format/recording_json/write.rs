//! A recording to the text of its file.

use thiserror::Error;

use super::frame::FrameLine;
use super::head::{Setup, head};
use super::sources::Sources;
use crate::limits::{FILE_BYTES, RECORDING_BYTES};
use crate::recording::Recording;

/// Why a recording cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotWritten {
    /// No frame was run.
    #[error("no frame was run yet")]
    NothingHappened,
    /// Its beginning was forgotten because memory was short.
    #[error("the beginning of the run is no longer kept: frame {0} is the first that is")]
    BeginningForgotten(u64),
    /// Its file would be larger than one that is read.
    #[error("its file would be larger than the {} MB that are read", RECORDING_BYTES >> 20)]
    TooLarge,
}

impl NotWritten {
    /// A stable name, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingHappened => "nothing_happened",
            Self::BeginningForgotten(_) => "beginning_forgotten",
            Self::TooLarge => "too_large",
        }
    }
}

/// The text of a recording's file. `sources` are the files of each of its programs. What is shown of the recording afterwards is what was shown.
///
/// # Errors
/// If there is nothing to write, or its beginning is not kept: it could not be run again; or if the file would be too large to be read.
pub fn write(
    recording: &mut Recording,
    setup: &Setup,
    sources: &[Sources],
) -> Result<String, NotWritten> {
    if recording.first_frame() > 0 {
        let first = recording.first_frame() + 1;
        return Err(NotWritten::BeginningForgotten(first));
    }
    if recording.last_frame() == 0 {
        return Err(NotWritten::NothingHappened);
    }
    let mut text = head(setup);
    let mut is_readable = text.len() <= FILE_BYTES;
    text.push('\n');
    let mut before = 0;
    recording.revisit(|recording, record| {
        if !is_readable {
            return;
        }
        let line = FrameLine::of(recording, record, before, sources).write(setup.dt);
        is_readable = line.len() <= FILE_BYTES && text.len() + line.len() < RECORDING_BYTES;
        text.push_str(&line);
        text.push('\n');
        before = record.program;
    });
    if is_readable {
        Ok(text)
    } else {
        Err(NotWritten::TooLarge)
    }
}
