//! A scenario file's text to a scenario.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::value::RawValue;
use treewright_core::format::distinct::Distinct;
use treewright_core::format::field_error::FieldError;
use treewright_core::format::json_text::{decode_json, offset_of, position_of};
use treewright_core::format::literal::read_literal;
use treewright_core::format::{FormatError, FormatErrorKind, stand_in_json};
use treewright_core::model::{StandIn, WrongNumber};
use treewright_core::runtime::{Event, Status};
use treewright_core::value::Value;
use treewright_core::{Message, told};

use super::shapes::{
    File, FileAbort, FileEvent, FileFrames, FileInterruption, FileStep, ResultName, StatusName,
};
use super::{FORMAT, MAX_DT, MAX_FRAMES, VERSION};
use crate::headed;
use crate::scenario::{Expectation, ExpectedAbort, Frames, Scenario, Step};

impl From<FileFrames> for Frames {
    fn from(FileFrames { from, to }: FileFrames) -> Self {
        Self { from, to }
    }
}

/// Reads a scenario file.
///
/// # Errors
/// Says what is wrong and where.
pub fn read(bytes: &[u8]) -> Result<Scenario, FormatError> {
    let text = decode_json(bytes)?;
    let file: File<'_> = headed::read(text, FORMAT, VERSION)?;
    let dts = file.steps.iter().map(|step| step.dt).chain([file.dt]);
    if dts.flatten().any(|dt| !(0.0..=MAX_DT).contains(&dt)) {
        let most = FieldError::Seconds { most: MAX_DT };
        return Err(wrong(text, "\"dt\"", most));
    }
    let mut steps = BTreeMap::new();
    for (i, step) in file.steps.0.into_iter().enumerate() {
        let frame = step.frame;
        let source = Source { text, step: i };
        if steps.insert(frame, source.step_of(step)?).is_some() {
            return Err(wrong(text, "\"steps\"", ScenarioFault::TwoSteps { frame }));
        }
    }
    let is_back = |frames: &&FileFrames| frames.from == 0 || frames.from > frames.to;
    if let Some(FileFrames { from, to }) = file.no_aborts.iter().find(is_back) {
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
    Ok(Scenario {
        name: file.name,
        description: file.description,
        tree: file.tree,
        dt: file.dt.unwrap_or(Scenario::default().dt),
        seed: file.seed,
        frames,
        leaves: leaves(text, file.leaves)?,
        steps,
        no_aborts: file.no_aborts.0.into_iter().map(Frames::from).collect(),
        schema: file.schema,
    })
}

fn leaves(
    text: &str,
    leaves: Distinct<Arc<str>, &RawValue>,
) -> Result<Vec<(Arc<str>, StandIn)>, FormatError> {
    let leaf = |(name, raw): (Arc<str>, &RawValue)| {
        let read =
            stand_in_json::read(raw.get()).and_then(|stand_in| match stand_in.wrong_number() {
                None => Ok(stand_in),
                Some(WrongNumber::Probability(_)) => Err(FieldError::StandInChance),
                Some(WrongNumber::Seconds(_)) => Err(FieldError::StandInSeconds {
                    most: StandIn::MOST_SECONDS,
                }),
            });
        let wrong = |error: FieldError| FormatError {
            position: Some(position_of(text, offset_of(text, raw.get()))),
            path: format!("leaves.{name}"),
            ..FormatError::new(error.into())
        };
        let stand_in = read.map_err(wrong)?;
        Ok((name, stand_in))
    };
    leaves.into_iter().map(leaf).collect()
}

told! {
    /// What is wrong with the frames of a scenario's file.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ScenarioFault of "scenario_fault" {
        /// Two steps are at one frame.
        TwoSteps {
            /// The frame.
            frame: u64,
        } = "two_steps", "two steps stand at frame {frame}: make them one";
        /// Frames without aborts are no frames.
        NoFrames {
            /// The first.
            from: u64,
            /// The last.
            to: u64,
        } = "no_frames", "frames {from} to {to}: `from` is a frame, of which the first is 1, and `to` is none before it";
        /// It has more frames than are run.
        MostFrames {
            /// The most.
            most: u64,
            /// How many it has.
            frames: u64,
        } = "most_frames", "a scenario has at most {most} frames, not {frames}";
    }
}

/// The text, and which step of it is read, to tell where a value stands.
#[derive(Clone, Copy)]
struct Source<'a> {
    text: &'a str,
    step: usize,
}

impl Source<'_> {
    fn step_of(self, step: FileStep<'_>) -> Result<Step, FormatError> {
        let event = |(i, event): (usize, FileEvent<'_>)| {
            let payload = event.payload.map(|raw| {
                let path = || format!("events[{i}].payload");
                self.value(raw, path)
            });
            Ok(Event {
                name: event.name,
                payload: payload.transpose()?,
            })
        };
        let events = step.events.into_iter().enumerate().map(event);
        let expect = step.expect;
        let abort = |abort: FileAbort| ExpectedAbort {
            conditional: abort.conditional,
            scope: abort.scope,
        };
        let force = |(name, status): (Arc<str>, StatusName)| (name, status.into());
        let interrupt = |FileInterruption { key, result }| (key, result == ResultName::Success);
        let aborts = expect.aborts.map(IntoIterator::into_iter);
        Ok(Step {
            dt: step.dt,
            set: self.values(step.set, "set")?,
            events: events.collect::<Result<_, _>>()?,
            force: step.force.into_iter().map(force).collect(),
            interrupt: step.interrupt.into_iter().map(interrupt).collect(),
            expect: Expectation {
                status: expect.status.map(Status::from),
                nodes: expect.nodes.into_iter().collect(),
                ended: expect.ended.into_iter().collect(),
                running: expect.running,
                variables: self.values(expect.variables, "expect.variables")?,
                aborts: aborts.map(|list| list.map(abort).collect()),
            },
        })
    }

    fn values(
        self,
        values: Distinct<Arc<str>, &RawValue>,
        field: &str,
    ) -> Result<Vec<(Arc<str>, Value)>, FormatError> {
        let value = |(name, raw): (Arc<str>, &RawValue)| {
            let value = self.value(raw, || format!("{field}.{name}"))?;
            Ok((name, value))
        };
        values.into_iter().map(value).collect()
    }

    fn value(self, raw: &RawValue, path: impl Fn() -> String) -> Result<Value, FormatError> {
        match read_literal(raw.get()) {
            Ok(literal) => Ok(literal.value),
            Err(kind) => Err(FormatError {
                position: Some(position_of(self.text, offset_of(self.text, raw.get()))),
                path: format!("steps[{}].{}", self.step, path()),
                kind,
            }),
        }
    }
}

/// Something wrong near the first place where the text holds this.
fn wrong(text: &str, near: &str, message: impl Into<Message>) -> FormatError {
    FormatError {
        position: text.find(near).map(|at| position_of(text, at)),
        ..FormatError::new(FormatErrorKind::WrongField {
            message: message.into(),
        })
    }
}
