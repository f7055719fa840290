//! A run that is known only by what was told of it: events, writes and frame times of agents whose leaves run elsewhere, in a game or
//! a robot. It cannot be run again, begins somewhere, may have gaps, and says "not known" of what it was not told.
//!
//! The known frames of an agent are divided into [`Stretch`]es without gaps. All answers about a frame come from its stretch, so
//! what happened in a gap is never guessed. Frames are the same records as those of a
//! [`Recording`](crate::recording::Recording), and explanations see both as a [`Past`](crate::recording::Past).
//!
//! Knows neither who told it nor how.

mod flight;
mod known_state;
mod learned_values;
mod observers;
mod shared_limit;
mod stretch;

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex, Status, TreeState};
use treewright_core::trace::{FrameData, Keyframe, RunningNode, TraceEvent, Write};
use treewright_core::value::Value;

pub use flight::{FlightFollower, FrameMoment};
pub use known_state::{KnownRuns, KnownState};
use shared_limit::Part;
pub use shared_limit::SharedLimit;
pub use stretch::Stretch;

use crate::breakpoint::{BreakpointHit, BreakpointSet};
use crate::history::NodeState;
use crate::occurrence::{Occurrence, Search};
use crate::recording::{FrameRecord, RunInput};

/// What is known of an agent where a stretch of its past begins.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// The frame after which it begins.
    pub frame: u64,
    /// The game time at the end of that frame, in seconds.
    pub time: f64,
    /// Running until the root has ended; after that, how it ended.
    pub status: Status,
    /// The nodes that run, in pre-order.
    pub running: Vec<RunningNode>,
    /// How nodes that do not run ended last, as far as that is known; Idle if a node has not run.
    pub ended: Vec<(NodeIndex, NodeState)>,
    /// The values of variables, as far as they are known.
    pub variables: Vec<(Arc<str>, Value)>,
    /// The leaves whose results were set from outside and not used since.
    pub forced: Vec<NodeIndex>,
    /// Whether the tree starts here: nothing has happened to it before.
    pub is_start: bool,
}

impl Beginning {
    /// Returns what is known before the first frame of a tree whose variables have their initial values.
    pub fn of_start(program: &Program<()>) -> Self {
        let declared = program.tree_variables().iter();
        let declared = declared.chain(program.global_variables());
        let variables = declared.map(|variable| (variable.name.clone(), variable.initial.clone()));
        Self {
            variables: variables.collect(),
            ..Self::of_start_without_variables(program)
        }
    }

    /// Returns what is known before the first frame of a tree whose variables are never told.
    pub fn of_start_without_variables(program: &Program<()>) -> Self {
        let idle = program.indices().map(|node| (node, NodeState::Idle));
        Self {
            ended: idle.collect(),
            is_start: true,
            ..Self::of_nothing()
        }
    }

    /// Returns that nothing runs, and that nothing else is known.
    pub fn of_nothing() -> Self {
        Self {
            frame: 0,
            time: 0.0,
            status: Status::Running,
            running: Vec::new(),
            ended: Vec::new(),
            variables: Vec::new(),
            forced: Vec::new(),
            is_start: false,
        }
    }

    /// Returns what a keyframe tells, that was taken after a frame. How the other nodes ended is not known.
    pub fn with_keyframe((frame, time): (u64, f64), keyframe: &Keyframe) -> Self {
        Self {
            frame,
            time,
            status: match keyframe.state {
                TreeState::Finished(status) => status,
                _ => Status::Running,
            },
            running: keyframe.running.clone(),
            variables: keyframe.variables.clone(),
            ..Self::of_nothing()
        }
    }
}

/// A frame of an agent, as far as it is known.
#[derive(Clone, Debug)]
pub struct ToldFrame {
    /// Its duration in seconds; 0 if that is not known.
    pub dt: f64,
    /// The game time at its end, in seconds.
    pub time: f64,
    /// What came from outside before it, as far as that is known: writes, events, forced results.
    pub inputs: Vec<RunInput>,
    /// Running until the root has ended; from that frame on, how it ended.
    pub status: Status,
    /// The events in order.
    pub events: Vec<TraceEvent>,
    /// The writes of variables by nodes of the tree, in order.
    pub writes: Vec<Write>,
    /// The data that tasks attached to the frame.
    pub data: FrameData,
    /// Values of variables that were asked for: written since the last time, but not known by whom.
    pub learned: Vec<(Arc<str>, Value)>,
}

/// The told past of some agents.
pub struct ToldPast {
    programs: Vec<Arc<Program<()>>>,
    /// Ascending by agent.
    agents: Vec<(AgentId, VecDeque<Stretch>)>,
    memory: Part,
}

impl Default for ToldPast {
    fn default() -> Self {
        Self::sharing(&SharedLimit::default())
    }
}

impl ToldPast {
    /// Creates an empty past that takes about this many bytes at most. The last part of each agent's is always kept.
    pub fn with_limit(bytes: usize) -> Self {
        Self::sharing(&SharedLimit::of(bytes))
    }

    /// Creates an empty past that shares its memory with others. The last part of each agent's is always kept.
    pub fn sharing(limit: &SharedLimit) -> Self {
        Self {
            programs: Vec::new(),
            agents: Vec::new(),
            memory: Part::of(limit),
        }
    }

    /// Changes how many bytes it takes at most, with all that share its memory.
    pub fn set_limit(&mut self, bytes: usize) {
        self.memory.limit().set(bytes);
        self.keep_within_limit();
    }

    /// Adds a program, and returns its number.
    pub fn add_program(&mut self, program: Arc<Program<()>>) -> usize {
        self.programs.push(program);
        self.programs.len() - 1
    }

    /// Returns all programs by their numbers.
    pub fn programs(&self) -> &[Arc<Program<()>>] {
        &self.programs
    }

    /// Begins a stretch: the first one of an agent, or one after a gap or with another program. Returns whether that is possible: it
    /// may not begin before the end of the one before.
    pub fn begin(&mut self, agent: AgentId, program: usize, beginning: &Beginning) -> bool {
        let Some(of) = self.programs.get(program).cloned() else {
            return false;
        };
        let stretches = self.stretches_mut(agent);
        let last = stretches.back();
        if last.is_some_and(|last| beginning.frame < last.last_frame()) {
            return false;
        }
        if last.is_some_and(Stretch::is_empty) {
            // It has nothing to tell.
            stretches.pop_back();
        }
        stretches.push_back(Stretch::new((agent, program), of, beginning));
        true
    }

    /// Adds the next frame of an agent. Returns its record; `None` if nothing of the agent has begun.
    pub fn push(&mut self, agent: AgentId, frame: ToldFrame) -> Option<Arc<FrameRecord>> {
        let record = self.stretches_mut(agent).back_mut()?.push(frame);
        self.keep_within_limit();
        Some(record)
    }

    /// Adds what another past knows of an agent and this one does not know yet. `program_of` returns the number here of a program there;
    /// what the agent did with others is left out.
    pub fn follow(
        &mut self,
        other: &Self,
        agent: AgentId,
        program_of: &dyn Fn(usize) -> Option<usize>,
    ) {
        for stretch in other.stretches(agent) {
            let last = self.stretches(agent).next_back().map(Stretch::last_frame);
            if last.is_some_and(|last| last >= stretch.last_frame()) && !stretch.is_empty() {
                continue;
            }
            let Some(program) = program_of(stretch.program_number()) else {
                continue;
            };
            let after = last.unwrap_or_default().max(stretch.first_frame());
            if !self.is_continued(agent, program, after) {
                let beginning = stretch.at(after).map(|known| stretch.beginning_at(&known));
                if !beginning.is_some_and(|beginning| self.begin(agent, program, &beginning)) {
                    continue;
                }
            }
            for frame in after + 1..=stretch.last_frame() {
                if let Some(told) = stretch.told(frame) {
                    self.push(agent, told);
                }
            }
        }
    }

    fn stretches_mut(&mut self, agent: AgentId) -> &mut VecDeque<Stretch> {
        let place = self.agents.binary_search_by_key(&agent, |(id, _)| *id);
        let place = place.unwrap_or_else(|place| {
            self.agents.insert(place, (agent, VecDeque::new()));
            place
        });
        &mut self.agents[place].1
    }

    /// Returns the agents of which something is known, ascending.
    pub fn agents(&self) -> impl Iterator<Item = AgentId> {
        self.agents.iter().map(|(agent, _)| *agent)
    }

    /// Returns the stretches of an agent's past, in order.
    pub fn stretches(&self, agent: AgentId) -> impl DoubleEndedIterator<Item = &Stretch> {
        let place = self.agents.binary_search_by_key(&agent, |(id, _)| *id);
        place.into_iter().flat_map(|place| &self.agents[place].1)
    }

    /// Returns the stretch that knows the end of this frame; `None` in a gap.
    pub fn stretch(&self, agent: AgentId, frame: u64) -> Option<&Stretch> {
        let mut stretches = self.stretches(agent).rev();
        // Where one begins when another one has just ended, the one that knows the frame itself comes first.
        let known = stretches.find(|stretch| stretch.record(frame).is_some());
        known.or_else(|| {
            let mut stretches = self.stretches(agent);
            stretches.find(|stretch| stretch.first_frame() == frame)
        })
    }

    /// Returns the first and the last frame of which the end is known of any agent; `None` if nothing is known.
    pub fn frames(&self) -> Option<(u64, u64)> {
        let all = || self.agents.iter().flat_map(|(_, stretches)| stretches);
        let first = all().map(Stretch::first_frame).min()?;
        let last = all().map(Stretch::last_frame).max()?;
        Some((first, last))
    }

    /// Returns the occurrences of what is sought in these frames of an agent, in order. `search` prepares the search for the program of
    /// a stretch.
    pub fn occurrences(
        &self,
        agent: AgentId,
        frames: &RangeInclusive<u64>,
        search: &dyn Fn(&Stretch) -> Option<Search>,
    ) -> Vec<Occurrence> {
        let found = self.stretches(agent).filter_map(|stretch| {
            let found = search(stretch)?;
            Some(found.occurrences(&**stretch.program(), stretch.history(), frames.clone()))
        });
        found.flatten().collect()
    }

    /// Passes a known frame of an agent to breakpoints, as if it had just run. Returns the hits in order.
    pub fn hits(
        &self,
        breakpoints: &mut BreakpointSet,
        agent: AgentId,
        frame: u64,
    ) -> Vec<BreakpointHit> {
        let Some(stretch) = self.stretch(agent, frame) else {
            return Vec::new();
        };
        let known = stretch.record(frame).zip(stretch.at_event(frame, 0));
        let Some((record, before)) = known else {
            return Vec::new();
        };
        let set = record.inputs.iter().filter_map(|input| match input {
            RunInput::Set { name, .. } => Some(name.clone()),
            _ => None,
        });
        let set: Vec<Arc<str>> = set.collect();
        let read = |name: &str| before.variable(name).cloned();
        let mut hits = breakpoints.before_frame(agent.number(), frame, &set, &read);
        if let Some(part) = record.of(agent) {
            let told = (&*part.events, &*part.writes);
            hits.extend(breakpoints.after_frame(
                agent.number(),
                frame,
                Some(&**stretch.program()),
                told,
            ));
        }
        hits
    }

    /// Estimates the memory in bytes, without programs.
    pub fn bytes(&self) -> usize {
        let all = self.agents.iter().flat_map(|(_, stretches)| stretches);
        all.map(Stretch::bytes).sum()
    }

    /// Forgets the oldest frames of all agents until the rest is within the limit. Happens by itself when frames are added; of
    /// pasts that share their memory, those that nothing is added to must be told.
    pub fn keep_within_limit(&mut self) {
        while !self.memory.count(self.bytes()) {
            let oldest = self.agents.iter().enumerate();
            let oldest = oldest.filter(|(_, (_, stretches))| {
                stretches.len() > 1 || stretches.front().is_some_and(Stretch::can_forget)
            });
            let oldest = oldest
                .min_by_key(|(_, (_, stretches))| stretches.front().map(Stretch::first_frame));
            let Some((place, _)) = oldest else {
                return;
            };
            let stretches = &mut self.agents[place].1;
            if !stretches.front_mut().is_some_and(Stretch::forget) {
                stretches.pop_front();
            }
        }
    }
}

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
