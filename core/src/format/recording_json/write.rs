//! A recording to the text of its file.

use thiserror::Error;

use super::frame::FrameLine;
use super::head::{Setup, head};
use super::sources::Sources;
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
}

impl NotWritten {
    /// A stable name, for translations.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NothingHappened => "nothing_happened",
            Self::BeginningForgotten(_) => "beginning_forgotten",
        }
    }
}

/// The text of a recording's file. `sources` are the files of each of its programs. What is shown of the recording afterwards is what was shown.
///
/// # Errors
/// If there is nothing to write, or its beginning is not kept: it could not be run again.
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
    text.push('\n');
    let mut before = 0;
    recording.revisit(|recording, record| {
        let line = FrameLine::of(recording, record, before, sources);
        text.push_str(&line.write(setup.dt));
        text.push('\n');
        before = record.program;
    });
    Ok(text)
}
