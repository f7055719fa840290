//! Tells a past what a flight recorder recorded in a game: frames of many trees, of which some sleep and some parts may be
//! overwritten. Knows neither the recorder's memory nor how its frames travel.

use treewright_core::runtime::{AgentId, EndStatus, NodeIndex, Status};
use treewright_core::trace::{FlightFrame, FlightTree, TraceEvent};

use super::{Beginning, Stretch, ToldFrame, ToldPast};
use crate::recording::RunInput;

/// Follows the frames of a flight recorder, in order.
///
/// A tree is known from a keyframe on, or from the frame in which it starts. A tree that is missing in a whole frame has slept, so
/// nothing happened to it. In a frame that was cut, it may have run: that is a gap.
#[derive(Debug, Default)]
pub struct FlightFollower {
    /// The game time at the end of the last frame, in seconds.
    time: f64,
}

impl FlightFollower {
    /// Tells a past the next frame. `program_of` returns the number of an agent's program in the past; `None` if it is not followed
    /// or no longer exists.
    pub fn tell(
        &mut self,
        past: &mut ToldPast,
        frame: FlightFrame,
        program_of: &dyn Fn(AgentId) -> Option<usize>,
    ) {
        let before = (frame.frame.saturating_sub(1), self.time);
        self.time += frame.dt;
        for (agent, keyframe) in &frame.keyframes {
            let beginning = Beginning::with_keyframe(before, keyframe);
            begin(past, *agent, &beginning, program_of);
        }
        let mut asleep: Vec<AgentId> = past.agents().filter(|_| !frame.is_cut).collect();
        for tree in frame.trees {
            asleep.retain(|agent| *agent != tree.agent);
            if tree.events.first() == Some(&TraceEvent::Start(ROOT)) {
                let beginning = Beginning {
                    frame: before.0,
                    time: before.1,
                    ..Beginning::of_nothing()
                };
                begin(past, tree.agent, &beginning, program_of);
            }
            self.push(past, (before.0, frame.dt), tree, program_of);
        }
        for agent in asleep {
            let slept = FlightTree {
                agent,
                ..FlightTree::default()
            };
            self.push(past, (before.0, frame.dt), slept, program_of);
        }
    }

    /// Tells the frame of a tree, if all before it is known.
    fn push(
        &self,
        past: &mut ToldPast,
        (before, dt): (u64, f64),
        tree: FlightTree,
        program_of: &dyn Fn(AgentId) -> Option<usize>,
    ) {
        if let Some(program) = program_of(tree.agent) {
            let moment = FrameMoment {
                frame: before + 1,
                dt,
                time: self.time,
            };
            past.push_tree(program, moment, tree, Vec::new());
        }
    }
}

/// Which frame something is about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameMoment {
    /// Its number.
    pub frame: u64,
    /// Its duration in seconds.
    pub dt: f64,
    /// The game time at its end, in seconds.
    pub time: f64,
}

const ROOT: NodeIndex = NodeIndex(0);

impl ToldPast {
    /// Returns whether what comes after this frame of an agent that runs this program continues what is known.
    pub fn is_continued(&self, agent: AgentId, program: usize, after: u64) -> bool {
        let last = self.stretches(agent).next_back();
        last.is_some_and(|last| last.last_frame() == after && last.program_number() == program)
    }

    /// Adds what the tree of an agent did in a frame, if all before it is known. `inputs` came from outside before the frame, as did the
    /// values in `tree`. Returns whether all before is known.
    pub fn push_tree(
        &mut self,
        program: usize,
        moment: FrameMoment,
        tree: FlightTree,
        mut inputs: Vec<RunInput>,
    ) -> bool {
        let agent = tree.agent;
        if !self.is_continued(agent, program, moment.frame.wrapping_sub(1)) {
            return false;
        }
        let Some(last) = self.stretches(agent).next_back() else {
            return false;
        };
        let status = status_after(last, &tree.events);
        let set = |(name, value)| RunInput::Set { agent, name, value };
        inputs.extend(tree.outside.into_iter().map(set));
        let told = ToldFrame {
            dt: moment.dt,
            time: moment.time,
            inputs,
            status,
            events: tree.events,
            writes: tree.writes,
            data: tree.data,
            learned: Vec::new(),
        };
        self.push(agent, told).is_some()
    }
}

/// Begins a stretch, unless all before the frame is known already.
fn begin(
    past: &mut ToldPast,
    agent: AgentId,
    beginning: &Beginning,
    program_of: &dyn Fn(AgentId) -> Option<usize>,
) {
    if let Some(program) = program_of(agent)
        && !past.is_continued(agent, program, beginning.frame)
    {
        past.begin(agent, program, beginning);
    }
}

/// Returns how the tree stands after these events.
fn status_after(stretch: &Stretch, events: &[TraceEvent]) -> Status {
    let changed = events.iter().rev().find_map(|event| match event {
        TraceEvent::Start(ROOT) | TraceEvent::End(ROOT, EndStatus::Inactive) => {
            Some(Status::Running)
        }
        TraceEvent::End(ROOT, EndStatus::Success) => Some(Status::Success),
        TraceEvent::End(ROOT, EndStatus::Failure) => Some(Status::Failure),
        _ => None,
    });
    changed.unwrap_or(stretch.now().status)
}
