//! Inputs that were recorded in frames which the run left, and that happen again as it goes on. Knows neither documents nor names of
//! nodes: who applies them translates variables that were renamed since.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::runtime::AgentId;

use super::agent_programs::AgentPrograms;
use super::frame_record::{FrameRecord, RunInput};
use super::{Recording, RunInputError};

/// The durations of frames to come, and the inputs before them.
#[derive(Clone, Debug, Default)]
pub(super) struct RecordedInputs {
    /// The first of the frames to come.
    first: u64,
    seconds: VecDeque<f64>,
    inputs: VecDeque<RecordedInput>,
    agents: AgentMap,
}

/// An input that was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedInput {
    /// The frame before which it happened.
    pub frame: u64,
    /// The index in [`Recording::programs`] of the program that its agent ran then, or the agent that it added; of an input for all
    /// agents, that of the first one.
    pub program: usize,
    /// The input. Its agent is that of today, unless it does not exist.
    pub input: RunInput,
    /// Where the ids of agents come from.
    numbering: Numbering,
    /// The agent that it added.
    added: Option<AgentId>,
}

/// Numbers the pieces of recorded runs of which inputs are to happen again: an agent that was added in one of them may have another id
/// when it is added again.
type Numbering = u32;

/// The agents that were added again.
#[derive(Clone, Debug, Default)]
struct AgentMap {
    /// The numbering of the run as it goes on.
    now: Numbering,
    /// For agents that were to be added again, which they are in a later numbering; `None` if they were not added.
    later: FxHashMap<(Numbering, AgentId), Option<(Numbering, AgentId)>>,
}

impl AgentMap {
    /// Which agent of today an agent is, whether it exists or not; `None` if it was not added again.
    fn today(&self, mut numbering: Numbering, mut agent: AgentId) -> Option<AgentId> {
        while numbering < self.now {
            match self.later.get(&(numbering, agent)) {
                Some(later) => (numbering, agent) = (*later)?,
                // It was there before what was left, and still is.
                None => numbering += 1,
            }
        }
        Some(agent)
    }

    /// An input that added an agent has happened again, or not.
    fn note(&mut self, recorded: &RecordedInput, added_now: Option<AgentId>) {
        if let Some(added) = recorded.added {
            let now = added_now.map(|agent| (self.now, agent));
            self.later.insert((recorded.numbering, added), now);
        }
    }
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
    /// The durations and inputs of frames. `programs` are those before them. What was to happen after these frames still is.
    pub fn of(frames: &[Arc<FrameRecord>], mut programs: AgentPrograms, mut later: Self) -> Self {
        let Some(first) = frames.first().map(|record| record.frame) else {
            return later;
        };
        let numbering = later.agents.now;
        let seconds = frames.iter().map(|record| record.dt);
        let mut inputs = VecDeque::new();
        for record in frames {
            for input in &record.inputs {
                let recorded = RecordedInput {
                    frame: record.frame,
                    program: program_of(input, &programs),
                    numbering,
                    added: matches!(input, RunInput::Add { .. }).then(|| programs.next_agent()),
                    input: input.clone(),
                };
                programs.follow(input);
                // The trees are those of now.
                if !matches!(input, RunInput::Swap { .. }) {
                    inputs.push_back(recorded);
                }
            }
        }
        let mut all = Self {
            first,
            seconds: seconds.collect(),
            inputs,
            agents: AgentMap {
                now: numbering + 1,
                later: later.agents.later,
            },
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

    /// The programs that ran when the inputs were recorded.
    pub fn programs(&self) -> impl Iterator<Item = usize> {
        self.inputs.iter().map(|input| input.program)
    }

    /// The programs of the agents that the inputs added.
    pub fn added_programs(&self) -> impl Iterator<Item = usize> {
        let added = self.inputs.iter().filter(|input| input.added.is_some());
        added.map(|input| input.program)
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

/// Whether two inputs before the same frame are about the same variable or the same leaf. `is_shared` returns whether an agent shares a
/// variable with others.
pub(super) fn concern_the_same(
    one: &RunInput,
    other: &RunInput,
    is_shared: impl Fn(AgentId, &str) -> bool,
) -> bool {
    match (one, other) {
        (
            RunInput::Set { agent, name, .. },
            RunInput::Set {
                agent: by,
                name: written,
                ..
            },
        ) => {
            let is_same = || agent == by || (is_shared(*agent, name) && is_shared(*by, name));
            name == written && is_same()
        }
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

/// The program of the agent that an input is about.
fn program_of(input: &RunInput, programs: &AgentPrograms) -> usize {
    let agent = match input {
        RunInput::Add { program, .. } => return *program,
        RunInput::Send { agent, .. } => *agent,
        RunInput::Set { agent, .. }
        | RunInput::Force { agent, .. }
        | RunInput::Interrupt { agent, .. }
        | RunInput::Seed { agent, .. }
        | RunInput::Remove { agent } => Some(*agent),
        RunInput::Swap { .. } => None,
    };
    let own = agent.and_then(|agent| programs.of(agent));
    own.unwrap_or_else(|| programs.default_program())
}

/// The agent that an input names.
fn agent_of(input: &mut RunInput) -> Option<&mut AgentId> {
    match input {
        RunInput::Set { agent, .. }
        | RunInput::Force { agent, .. }
        | RunInput::Interrupt { agent, .. }
        | RunInput::Seed { agent, .. }
        | RunInput::Remove { agent } => Some(agent),
        RunInput::Send { agent, .. } => agent.as_mut(),
        RunInput::Add { .. } | RunInput::Swap { .. } => None,
    }
}

impl Recording {
    /// Returns the last frame that is still to run as it was recorded before the run left it, and the number of inputs that are to happen
    /// again; `None` if there is no such frame.
    pub fn recorded_ahead(&self) -> Option<(u64, usize)> {
        Some((self.ahead.last_frame()?, self.ahead.inputs.len()))
    }

    /// Lets an input happen before a later frame that is still to run as it was recorded when the run left it last. It goes before a
    /// recorded one about the same variable or leaf. `program` is the index of the program that its agent ran in that frame.
    pub fn plan_input(&mut self, frame: u64, program: usize, input: RunInput) {
        let planned = RecordedInput {
            frame,
            program,
            numbering: self.ahead.agents.now.saturating_sub(1),
            added: None,
            input,
        };
        let now = &self.now;
        self.ahead.inputs.retain(|other| {
            let is_shared = |agent, name: &str| now.shares(agent, name);
            other.frame != frame || !concern_the_same(&other.input, &planned.input, is_shared)
        });
        let inputs = &self.ahead.inputs;
        let place = inputs.partition_point(|other| other.frame <= frame);
        self.ahead.inputs.insert(place, planned);
    }

    /// Lets an input not happen that was recorded before a later frame.
    pub fn leave_out_input(&mut self, frame: u64, input: &RunInput) {
        let RecordedInputs { inputs, agents, .. } = &mut self.ahead;
        inputs.retain(|other| {
            let is_left_out = other.frame == frame && other.input == *input;
            if is_left_out {
                agents.note(other, None);
            }
            !is_left_out
        });
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
        for mut recorded in inputs {
            match self.repeat(&mut recorded, overruling, &name_now) {
                Ok(input) => frame.repeated.push(input),
                Err(why) => frame.unfit.push((recorded, why)),
            }
        }
        Some(frame)
    }

    fn repeat(
        &mut self,
        recorded: &mut RecordedInput,
        overruling: &[RunInput],
        name_now: impl Fn(usize, &Arc<str>) -> Arc<str>,
    ) -> Result<RunInput, Unfit> {
        // Until it has happened.
        self.ahead.agents.note(recorded, None);
        if let Some(agent) = agent_of(&mut recorded.input) {
            let today = self.ahead.agents.today(recorded.numbering, *agent);
            *agent = today.ok_or(Unfit::Refused(RunInputError::UnknownAgent))?;
        }
        let mut input = recorded.input.clone();
        match &mut input {
            RunInput::Set { name, .. } => *name = name_now(recorded.program, name),
            RunInput::Force { agent, node, .. } => {
                let id = self.programs[recorded.program].id(*node);
                let now = self.program_of(*agent);
                let now = now.ok_or(Unfit::Refused(RunInputError::UnknownAgent))?;
                let now = now.index(id);
                *node = now.ok_or(Unfit::Refused(RunInputError::UnknownNode))?;
            }
            RunInput::Add { program, .. } => *program = self.newest_version(*program),
            _ => {}
        }
        let is_shared = |agent, name: &str| self.now.shares(agent, name);
        let is_overruled = |other| concern_the_same(&input, other, is_shared);
        if overruling.iter().any(is_overruled) {
            return Err(Unfit::Overruled);
        }
        let next = self.now.programs.next_agent();
        self.apply(input.clone()).map_err(Unfit::Refused)?;
        self.ahead.agents.note(recorded, Some(next));
        Ok(input)
    }

    /// The program that agents of the tree of a program run now; if there are none, its newest version.
    pub(super) fn newest_version(&self, number: usize) -> usize {
        let mut running = self.now.programs.programs();
        let found = running.find(|of| self.are_versions(*of, number));
        found.unwrap_or_else(|| {
            let mut newest = (number..self.programs.len()).rev();
            let found = newest.find(|of| self.are_versions(*of, number));
            found.unwrap_or(number)
        })
    }
}
