//! Reads scenario files.

use std::collections::BTreeMap;

use treewright_core::format::field_error::FieldError;
use treewright_core::format::json_text::{decode_json, position_of};
use treewright_core::format::{FormatError, FormatErrorKind};
use treewright_core::{Message, told};

use super::shapes::{File, Played};
use super::{FORMAT, MAX_DT, MAX_FRAMES, VERSION};
use crate::file_header;
use crate::scenario::{FrameRange, Scenario, ScenarioStep};

/// Reads a scenario file.
///
/// # Errors
/// The first problem, with its location.
pub fn read(bytes: &[u8]) -> Result<Scenario, FormatError> {
    let text = decode_json(bytes)?;
    let file: File = file_header::read(text, FORMAT, VERSION)?;
    let dts = file.steps.iter().map(|step| step.dt).chain([file.dt]);
    if dts.flatten().any(|dt| !(0.0..=MAX_DT).contains(&dt)) {
        let most = FieldError::Seconds { most: MAX_DT };
        return Err(wrong(text, "\"dt\"", most));
    }
    let mut steps = BTreeMap::new();
    for step in file.steps.0 {
        let frame = step.frame;
        if steps.insert(frame, ScenarioStep::from(step)).is_some() {
            return Err(wrong(text, "\"steps\"", ScenarioFault::TwoSteps { frame }));
        }
    }
    let is_back = |frames: &&FrameRange| frames.from == 0 || frames.from > frames.to;
    if let Some(FrameRange { from, to }) = file.no_aborts.iter().find(is_back) {
        let (from, to) = (*from, *to);
        return Err(wrong(
            text,
            "\"no_aborts\"",
            ScenarioFault::NoFrames { from, to },
        ));
    }
    let quiet = file.no_aborts.iter().map(|frames| frames.to);
    let last = steps.keys().copied().chain(quiet).max().unwrap_or(1);
    let frames = file.frames.unwrap_or(last);
    if frames > MAX_FRAMES {
        let near = match file.frames {
            Some(_) => "\"frames\"",
            None if steps.contains_key(&last) => "\"steps\"",
            None => "\"no_aborts\"",
        };
        let most = MAX_FRAMES;
        return Err(wrong(
            text,
            near,
            ScenarioFault::MostFrames { most, frames },
        ));
    }
    let played = |(leaf, Played(stand_in))| (leaf, stand_in);
    Ok(Scenario {
        name: file.name,
        description: file.description,
        tree: file.tree,
        dt: file.dt.unwrap_or(Scenario::default().dt),
        seed: file.seed,
        frames,
        leaves: file.leaves.into_iter().map(played).collect(),
        steps,
        no_aborts: file.no_aborts.0,
        schema: file.schema,
    })
}

told! {
    /// A problem with the frames of a scenario's file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ScenarioFault of "scenario_fault" {
        /// Two steps have the same frame.
        TwoSteps {
            /// The frame.
            frame: u64,
        } = "two_steps", "there are two steps in frame {frame}: merge them";
        /// An invalid range of frames without aborts.
        NoFrames {
            /// The first frame.
            from: u64,
            /// The last frame.
            to: u64,
        } = "no_frames", "invalid frames {from} to {to}: `from` must be at least 1, and `to` must not be less than `from`";
        /// The scenario has too many frames.
        MostFrames {
            /// The maximum.
            most: u64,
            /// The number of frames in the file.
            frames: u64,
        } = "most_frames", "the scenario has too many frames: limit {most}, found {frames}";
    }
}

/// Creates an error near the first occurrence of a text in the file.
fn wrong(text: &str, near: &str, message: impl Into<Message>) -> FormatError {
    FormatError {
        position: text.find(near).map(|at| position_of(text, at)),
        ..FormatError::new(FormatErrorKind::WrongField {
            message: message.into(),
        })
    }
}
