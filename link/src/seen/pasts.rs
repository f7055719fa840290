//! The pasts of a game's agents, as its messages tell them. What belongs to a program whose tree is not known yet waits for
//! that, within limits. Knows no files and no names.

use std::collections::BTreeMap;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::{self, RunningNode};
use treewright_insight::told_past::{Beginning, FrameMoment, SharedLimit, Stretch, ToldPast};

use super::clock::Clock;
use crate::protocol::{Frames, Keyframe};

/// The most messages that wait for the tree of a program.
const MOST_WAITING: usize = 4_096;

/// What waits for a tree.
enum Waiting {
    Keyframe(Keyframe),
    Frames(Frames),
}

/// The pasts of agents.
pub(super) struct Pasts {
    past: ToldPast,
    /// The numbers of the game's programs in the past.
    numbers: BTreeMap<u32, usize>,
    /// The last keyframe of each agent, until its next frame is told.
    keyframes: BTreeMap<u64, Keyframe>,
    waiting: BTreeMap<u32, Vec<Waiting>>,
    clock: Clock,
    strange: usize,
}

impl Pasts {
    pub fn sharing(limit: &SharedLimit) -> Self {
        Self {
            past: ToldPast::sharing(limit),
            numbers: BTreeMap::new(),
            keyframes: BTreeMap::new(),
            waiting: BTreeMap::new(),
            clock: Clock::default(),
            strange: 0,
        }
    }

    pub fn past(&self) -> &ToldPast {
        &self.past
    }

    pub fn keep_within_limit(&mut self) {
        self.past.keep_within_limit();
    }

    /// Returns how many events were left out.
    pub fn strange(&self) -> usize {
        self.strange
    }

    /// Returns the number of the game for a program of the past.
    pub fn number_of(&self, program: usize) -> Option<u32> {
        let mut numbers = self.numbers.iter();
        numbers.find_map(|(told, own)| (*own == program).then_some(*told))
    }

    /// Adds a program whose tree is known now, and what has waited for it.
    pub fn take_program(&mut self, number: u32, program: Arc<Program<()>>) {
        self.numbers
            .entry(number)
            .or_insert_with(|| self.past.add_program(program));
        for waiting in self.waiting.remove(&number).unwrap_or_default() {
            match waiting {
                Waiting::Keyframe(keyframe) => self.take_keyframe(keyframe),
                Waiting::Frames(frames) => self.take_frames(frames),
            }
        }
    }

    fn wait(&mut self, program: u32, what: Waiting) {
        let waiting = self.waiting.entry(program).or_default();
        if waiting.len() < MOST_WAITING {
            waiting.push(what);
        }
    }

    pub fn take_keyframe(&mut self, keyframe: Keyframe) {
        if self.numbers.contains_key(&keyframe.program) {
            self.keyframes.insert(keyframe.agent, keyframe);
        } else {
            self.wait(keyframe.program, Waiting::Keyframe(keyframe));
        }
    }

    pub fn take_frames(&mut self, frames: Frames) {
        let Some(program) = self.numbers.get(&frames.program).copied() else {
            return self.wait(frames.program, Waiting::Frames(frames));
        };
        let nodes = self.past.programs()[program].len();
        let (seen, strange) = frames.unpack(nodes);
        self.strange += strange;
        let agent = AgentId(frames.agent);
        if let Some(first) = seen.first() {
            let dt = first.dt.seconds();
            self.begin(agent, (program, first.frame), dt);
        }
        for frame in seen {
            let dt = frame.dt.seconds();
            let time = self.clock.end_of(frame.frame.saturating_sub(1), dt) + dt;
            self.clock.note(frame.frame, time);
            let moment = FrameMoment {
                frame: frame.frame,
                dt,
                time,
            };
            let of = &self.past.programs()[program];
            let inputs = frame.done.iter().flat_map(|verb| verb.inputs(agent, of));
            let inputs = inputs.collect();
            self.past.push_tree(program, moment, frame.tree, inputs);
        }
    }

    /// Begins a stretch with the keyframe of an agent, unless this frame continues what is known.
    fn begin(&mut self, agent: AgentId, (program, frame): (usize, u64), dt: f64) {
        let keyframe = self.keyframes.remove(&agent.number());
        let Some(before) = frame.checked_sub(1) else {
            return;
        };
        let Some(keyframe) = keyframe.filter(|keyframe| keyframe.frame == before) else {
            return;
        };
        if self.past.is_continued(agent, program, before) {
            return;
        }
        let time = self.clock.end_of(before, dt);
        let nodes = self.past.programs()[program].clone();
        let mut beginning = beginning(&nodes, &keyframe, time);
        let previous = self.past.stretches(agent).next_back();
        if let Some(previous) = previous.filter(|known| known.last_frame() == before) {
            carry_over(previous, &nodes, &mut beginning);
        }
        self.past.begin(agent, program, &beginning);
    }
}

/// Adds what is known of the nodes that the program before it has, too: since when they have been running, and how they ended.
fn carry_over(previous: &Stretch, program: &Program<()>, beginning: &mut Beginning) {
    let runs = &previous.now().runs;
    let run_of = |node: NodeIndex| runs.get(previous.program().index(program.id(node))?);
    for running in &mut beginning.running {
        let run = run_of(running.node).filter(|run| run.state.is_running());
        running.since = run.map(|run| run.since_frame).filter(|frame| *frame > 0);
    }
    let runs_now = |node: &NodeIndex| beginning.running.iter().any(|run| run.node == *node);
    let others = program.indices().filter(|node| !runs_now(node));
    let ended = others.filter_map(|node| Some((node, run_of(node)?.state)));
    beginning.ended = ended.filter(|(_, state)| !state.is_running()).collect();
}

/// Returns what a keyframe tells.
fn beginning(program: &Program<()>, told: &Keyframe, time: f64) -> Beginning {
    let is_known = |node: &NodeIndex| node.get() < program.len();
    let running = told.running.iter().map(|node| NodeIndex(*node));
    let running = running.filter(is_known);
    let keyframe = trace::Keyframe {
        frame: told.frame,
        state: told.state,
        running: running
            .map(|node| RunningNode { node, since: None })
            .collect(),
        variables: told
            .variables
            .iter()
            .map(|(name, value)| (name.clone(), value.0.clone()))
            .collect(),
    };
    let known = Beginning::with_keyframe((told.frame, time), &keyframe);
    if told.ran > 0 {
        return known;
    }
    // Its tree has not run yet, so neither has any of its nodes.
    Beginning {
        ended: Beginning::of_start_without_variables(program).ended,
        is_start: true,
        ..known
    }
}
