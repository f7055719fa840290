//! A scenario file's text to a scenario.

use std::collections::BTreeMap;

use treewright_core::format::json_text::{decode_json, position_of};
use treewright_core::format::{FormatError, FormatErrorKind};

use super::shapes::{File, Played};
use super::{FORMAT, MAX_DT, MAX_FRAMES, VERSION};
use crate::headed;
use crate::scenario::{Frames, Scenario, Step};

/// Reads a scenario file.
///
/// # Errors
/// Says what is wrong and where.
pub fn read(bytes: &[u8]) -> Result<Scenario, FormatError> {
    let text = decode_json(bytes)?;
    let file: File = headed::read(text, FORMAT, VERSION)?;
    let dts = file.steps.iter().map(|step| step.dt).chain([file.dt]);
    if dts.flatten().any(|dt| !(0.0..=MAX_DT).contains(&dt)) {
        let message = format!("`dt` is a number of seconds from 0 to {MAX_DT}");
        return Err(wrong(text, "\"dt\"", &message));
    }
    let mut steps = BTreeMap::new();
    for step in file.steps.0 {
        let frame = step.frame;
        if steps.insert(frame, Step::from(step)).is_some() {
            let message = format!("two steps stand at frame {frame}: make them one");
            return Err(wrong(text, "\"steps\"", &message));
        }
    }
    let is_back = |frames: &&Frames| frames.from == 0 || frames.from > frames.to;
    if let Some(Frames { from, to }) = file.no_aborts.iter().find(is_back) {
        let message = format!(
            "frames {from} to {to}: `from` is a frame, of which the first is 1, and `to` is none before it"
        );
        return Err(wrong(text, "\"no_aborts\"", &message));
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
        let message = format!("a scenario has at most {MAX_FRAMES} frames, not {frames}");
        return Err(wrong(text, near, &message));
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

/// Something wrong near the first place where the text holds this.
fn wrong(text: &str, near: &str, message: &str) -> FormatError {
    FormatError {
        position: text.find(near).map(|at| position_of(text, at)),
        ..FormatError::new(FormatErrorKind::WrongField {
            message: message.to_owned(),
        })
    }
}
