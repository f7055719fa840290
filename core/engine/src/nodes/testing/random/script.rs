//! Random scripts of the external input of trees, frame by frame.

use std::sync::Arc;

use super::{Dice, WORDS, is_list};
use crate::Program;
use crate::model::Document;
use crate::runtime;
use crate::runtime::{NodeIndex, Outcome, Status};
use crate::value::Value;

/// Something that happens to a tree between two frames.
#[derive(Clone, Debug)]
pub enum ScriptEvent {
    Write(Arc<str>, Value),
    Event(&'static str, Option<Value>),
    Force(usize, Status),
    Interrupt(&'static str, Outcome),
    Pause,
    Resume,
    Disable,
    Enable,
    Restart,
}

/// What happens before a frame, and the length of the frame.
#[derive(Clone, Debug)]
pub struct ScriptFrame {
    pub happenings: Vec<ScriptEvent>,
    pub bits: u64,
    pub dt: f64,
}

/// Draws a random script of `frames` frames. In `eventful` of 100 frames something happens before the frame.
pub fn script(seed: u64, frames: usize, eventful: usize, document: &Document) -> Vec<ScriptFrame> {
    drawn_script(&mut Dice::new(seed ^ 0x5eed), frames, eventful, document)
}

/// Like [`script`], drawn from these dice.
pub fn drawn_script(
    dice: &mut Dice,
    frames: usize,
    eventful: usize,
    document: &Document,
) -> Vec<ScriptFrame> {
    (0..frames)
        .map(|_| {
            let count = if dice.percent(eventful) {
                1 + dice.below(3)
            } else {
                0
            };
            ScriptFrame {
                happenings: (0..count).map(|_| happening(dice, document)).collect(),
                bits: dice.below(64) as u64,
                dt: dice.of(&[0.1, 0.5, 0.5, 1.0, 0.0, 1.0 / 60.0]),
            }
        })
        .collect()
}

fn happening(dice: &mut Dice, document: &Document) -> ScriptEvent {
    match dice.below(40) {
        0..=23 => {
            let without_lists = dice.percent(75);
            let mut variables: Vec<_> = document.variables.iter().collect();
            let only_lists = variables.iter().all(|v| is_list(&v.value_type));
            variables.retain(|v| only_lists || !(without_lists && is_list(&v.value_type)));
            let variable = dice.of(&variables);
            let value = if dice.percent(85) {
                dice.value(&variable.value_type)
            } else {
                dice.wild_value()
            };
            ScriptEvent::Write(variable.name.clone(), value)
        }
        24..=28 => {
            let payload = dice.percent(50).then(|| dice.wild_value());
            ScriptEvent::Event(dice.of(&WORDS), payload)
        }
        29..=32 => ScriptEvent::Force(dice.below(1000), dice.of(&Status::ALL)),
        33 | 34 => ScriptEvent::Interrupt(dice.of(&WORDS), Outcome::of(dice.percent(50))),
        35 => ScriptEvent::Pause,
        36 | 37 => ScriptEvent::Resume,
        38 => [ScriptEvent::Disable, ScriptEvent::Restart][dice.below(2)].clone(),
        _ => ScriptEvent::Enable,
    }
}

/// Returns the leaf that a number in a script stands for.
pub fn leaf<W: runtime::World + ?Sized>(program: &Program<W>, number: usize) -> NodeIndex {
    let leaves: Vec<_> = program
        .indices()
        .filter(|n| program.category(*n).is_leaf())
        .collect();
    leaves[number % leaves.len()]
}
