//! Inputs that were recorded in frames which the run left, and that happen again as it goes on. Knows neither documents nor names of
//! nodes: who applies them translates variables that were renamed since.

use std::collections::VecDeque;
use std::sync::Arc;

use super::frame_record::{FrameRecord, RunInput};
use super::{Recording, RunInputError};

/// The durations of frames to come, and the inputs before them.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedInputs {
    /// The first of the frames to come.
    first: u64,
    seconds: VecDeque<f64>,
    inputs: VecDeque<RecordedInput>,
}

/// An input that was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedInput {
    /// The frame before which it happened.
    pub frame: u64,
    /// The index in [`Recording::programs`] of the program that ran then.
    pub program: usize,
    /// The input.
    pub input: RunInput,
}

/// Why a recorded input does not happen again.
#[derive(Clone, Debug, PartialEq)]
pub enum Unfit {
    /// Another input before the same frame is about the same variable or leaf.
    Overruled,
    /// It is not possible any more.
    Refused(RunInputError),
}

/// A frame that is about to run as it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct RepeatedFrame {
    /// Its duration in seconds.
    pub seconds: f64,
    /// The inputs that happen again, as they were applied.
    pub repeated: Vec<RunInput>,
    /// The inputs that do not happen again, and why.
    pub unfit: Vec<(RecordedInput, Unfit)>,
}

impl RecordedInputs {
    /// The durations and inputs of frames. `program` is the index of the program before them. What was to happen after these frames
    /// still is.
    pub fn of(frames: &[Arc<FrameRecord>], mut program: usize, mut later: Self) -> Self {
        let Some(first) = frames.first().map(|record| record.frame) else {
            return later;
        };
        let seconds = frames.iter().map(|record| record.dt);
        let mut inputs = VecDeque::new();
        for record in frames {
            for input in &record.inputs {
                if let RunInput::Swap { program: number } = input {
                    // The tree is that of now.
                    program = *number;
                    continue;
                }
                inputs.push_back(RecordedInput {
                    frame: record.frame,
                    program,
                    input: input.clone(),
                });
            }
        }
        let mut all = Self {
            first,
            seconds: seconds.collect(),
            inputs,
        };
        all.seconds.append(&mut later.seconds);
        all.inputs.append(&mut later.inputs);
        all
    }

    /// Leaves out the inputs before the first frame, which have been applied already.
    pub fn without_first(mut self) -> Self {
        let first = self.first;
        self.inputs.retain(|input| input.frame != first);
        self
    }

    /// The first program that ran when one of the inputs was recorded.
    pub fn first_program(&self) -> Option<usize> {
        self.inputs.iter().map(|input| input.program).min()
    }

    fn last_frame(&self) -> Option<u64> {
        (!self.seconds.is_empty()).then(|| self.first + self.seconds.len() as u64 - 1)
    }

    /// Removes the next frame, and returns its duration and inputs.
    fn next(&mut self, frame: u64) -> Option<(f64, Vec<RecordedInput>)> {
        if frame != self.first {
            return None;
        }
        let seconds = self.seconds.pop_front()?;
        self.first += 1;
        let count = self.inputs.partition_point(|input| input.frame <= frame);
        Some((seconds, self.inputs.drain(..count).collect()))
    }
}

/// Whether two inputs before the same frame are about the same variable or the same leaf.
pub(super) fn concern_the_same(
    one: &RunInput,
    other: &RunInput,
    is_global: impl Fn(&str) -> bool,
) -> bool {
    match (one, other) {
        (
            RunInput::Set { agent, name, .. },
            RunInput::Set {
                agent: by,
                name: written,
                ..
            },
        ) => name == written && (agent == by || is_global(name)),
        (
            RunInput::Force { agent, node, .. },
            RunInput::Force {
                agent: by,
                node: forced,
                ..
            },
        ) => (agent, node) == (by, forced),
        _ => false,
    }
}

impl Recording {
    /// Returns the last frame that is still to run as it was recorded before the run left it, and the number of inputs that are to happen
    /// again; `None` if there is no such frame.
    pub fn recorded_ahead(&self) -> Option<(u64, usize)> {
        Some((self.ahead.last_frame()?, self.ahead.inputs.len()))
    }

    /// Lets an input happen before a later frame that is still to run as it was recorded. It goes before a recorded one about the same
    /// variable or leaf.
    pub fn plan_input(&mut self, planned: RecordedInput) {
        let program = self.program().clone();
        let is_global = |name: &str| program.is_global(name);
        self.ahead.inputs.retain(|other| {
            other.frame != planned.frame
                || !concern_the_same(&other.input, &planned.input, is_global)
        });
        let place = self
            .ahead
            .inputs
            .partition_point(|other| other.frame <= planned.frame);
        self.ahead.inputs.insert(place, planned);
    }

    /// Lets an input not happen that was recorded before a later frame.
    pub fn leave_out_input(&mut self, frame: u64, input: &RunInput) {
        let inputs = &mut self.ahead.inputs;
        inputs.retain(|other| other.frame != frame || other.input != *input);
    }

    /// Lets the recorded inputs not happen again.
    pub fn drop_recorded_inputs(&mut self) {
        self.ahead = RecordedInputs::default();
    }

    /// Applies the inputs that were recorded before the next frame, except those about what other inputs in `overruling` are about.
    /// `name_now` returns the present name of a variable that had this name in a program. Returns `None` if the next frame is not to
    /// run as it was recorded, or an earlier one is shown.
    pub fn repeat_inputs(
        &mut self,
        overruling: &[RunInput],
        name_now: impl Fn(usize, &Arc<str>) -> Arc<str>,
    ) -> Option<RepeatedFrame> {
        if self.is_in_the_past() || self.inside.is_some() {
            return None;
        }
        let (seconds, inputs) = self.ahead.next(self.now.frame + 1)?;
        let mut frame = RepeatedFrame {
            seconds,
            repeated: Vec::new(),
            unfit: Vec::new(),
        };
        for recorded in inputs {
            match self.repeat(&recorded, overruling, &name_now) {
                Ok(input) => frame.repeated.push(input),
                Err(why) => frame.unfit.push((recorded, why)),
            }
        }
        Some(frame)
    }

    fn repeat(
        &mut self,
        recorded: &RecordedInput,
        overruling: &[RunInput],
        name_now: impl Fn(usize, &Arc<str>) -> Arc<str>,
    ) -> Result<RunInput, Unfit> {
        let mut input = recorded.input.clone();
        match &mut input {
            RunInput::Set { name, .. } => *name = name_now(recorded.program, name),
            RunInput::Force { node, .. } => {
                let id = self.programs[recorded.program].id(*node);
                let now = self.program().index(id);
                *node = now.ok_or(Unfit::Refused(RunInputError::UnknownNode))?;
            }
            _ => {}
        }
        let program = self.program().clone();
        let is_overruled = |other| concern_the_same(&input, other, |name| program.is_global(name));
        if overruling.iter().any(is_overruled) {
            return Err(Unfit::Overruled);
        }
        self.apply(input.clone()).map_err(Unfit::Refused)?;
        Ok(input)
    }
}
