//! A part of an agent's told past without gaps: its frames, with what was known at some of them to start from.

use std::collections::VecDeque;
use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex, TreeState};
use treewright_core::trace::{Keyframe, RunningNode, Write};
use treewright_core::value::Value;

use super::known_state::KnownState;
use super::learned_values::{self, LearnedValues};
use super::{Beginning, ToldFrame};
use crate::history::{RunHistory, ValueSource};
use crate::recording::{AgentFrame, FrameRecord, LastWrite, Past, RunInput, WriteIndex};
use crate::why::AgentPast;

/// The most frames between two keyframes. Few in tests, so that short runs cross many of them.
const FRAMES_BETWEEN: u64 = if cfg!(test) { 4 } else { 64 };
/// The most events between two keyframes.
const EVENTS_BETWEEN: usize = 10_000;

/// A part of an agent's told past without gaps, in which it ran one program.
pub struct Stretch {
    agent: AgentId,
    number: usize,
    program: Arc<Program<()>>,
    /// What is known at some frames, ascending; the first one is where it begins. Never empty.
    keyframes: VecDeque<KnownState>,
    /// The frames after the first keyframe.
    frames: VecDeque<Arc<FrameRecord>>,
    learned: LearnedValues,
    /// What is known after the last frame.
    now: KnownState,
    /// Whether the tree starts where it begins.
    is_start: bool,
    running_before: Vec<NodeIndex>,
    written: WriteIndex,
    history: RunHistory,
    /// The events since the last keyframe.
    events: usize,
    /// The memory of frames and keyframes.
    bytes: usize,
    /// The memory of the history when it was last measured.
    history_bytes: usize,
}

impl Stretch {
    pub(super) fn new(
        (agent, number): (AgentId, usize),
        program: Arc<Program<()>>,
        beginning: &Beginning,
    ) -> Self {
        let known = KnownState::of(program.len(), beginning);
        let keyframe = Keyframe {
            frame: beginning.frame,
            state: TreeState::Enabled,
            running: beginning.running.clone(),
            variables: beginning.variables.clone(),
        };
        let moment = (beginning.frame, beginning.time);
        let by = if beginning.is_start {
            ValueSource::Declaration
        } else {
            ValueSource::Unknown
        };
        let history = RunHistory::beginning_with(&program, moment, &keyframe, &by);
        let mut stretch = Self {
            agent,
            number,
            program,
            keyframes: VecDeque::new(),
            frames: VecDeque::new(),
            learned: LearnedValues::default(),
            now: known,
            is_start: beginning.is_start,
            running_before: Vec::new(),
            written: WriteIndex::default(),
            history,
            events: 0,
            bytes: 0,
            history_bytes: 0,
        };
        stretch.add_keyframe();
        stretch.note_beginning();
        stretch
    }

    /// Returns the agent.
    pub fn agent(&self) -> AgentId {
        self.agent
    }

    /// Returns the program that it ran.
    pub fn program(&self) -> &Arc<Program<()>> {
        &self.program
    }

    /// Returns the number of that program.
    pub fn program_number(&self) -> usize {
        self.number
    }

    /// Returns the first frame of which the end is known: the one after which the stretch begins.
    pub fn first_frame(&self) -> u64 {
        self.keyframes.front().map_or(0, |known| known.frame)
    }

    /// Returns the last known frame.
    pub fn last_frame(&self) -> u64 {
        self.now.frame
    }

    /// Returns whether it has no frames.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Returns a frame.
    pub fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>> {
        let place = frame.checked_sub(self.first_frame() + 1)?;
        self.frames.get(usize::try_from(place).ok()?)
    }

    /// Returns the run by node and by variable.
    pub fn history(&self) -> &RunHistory {
        &self.history
    }

    /// Returns what is known after the last frame.
    pub fn now(&self) -> &KnownState {
        &self.now
    }

    /// Returns what is known at the end of a frame; `None` for frames outside of the stretch.
    pub fn at(&self, frame: u64) -> Option<KnownState> {
        if frame < self.first_frame() || frame > self.last_frame() {
            return None;
        }
        let before = self.keyframes.partition_point(|known| known.frame <= frame);
        let mut known = self.keyframes.get(before.checked_sub(1)?)?.clone();
        while let Some(next) = self
            .record(known.frame + 1)
            .filter(|next| next.frame <= frame)
        {
            known.follow(next, usize::MAX);
            known.learn(self.learned.in_frame(next.frame));
        }
        Some(known)
    }

    /// Returns what is known inside a frame, after its first `events` events; `None` for frames outside of the stretch.
    pub fn at_event(&self, frame: u64, events: usize) -> Option<KnownState> {
        let record = self.record(frame)?;
        let mut known = self.at(frame - 1)?;
        known.follow(record, events);
        Some(known)
    }

    /// Returns the run stacks in a known state, the main one first, each from its first task to its top.
    pub fn stacks(&self, known: &KnownState) -> Vec<Vec<NodeIndex>> {
        self.program.stacks_of(|node| known.runs.is_running(node))
    }

    /// Returns the last frame up to this one in which a variable was written, as far as it is known.
    pub fn written(&self, variable: &str, until: u64) -> Option<u64> {
        let written = self.written.last(variable, until, |_, _| true);
        written.max(self.learned.last(variable, until))
    }

    /// Returns its frames as explanations see them.
    pub fn past(&self) -> AgentPast<'_, Self> {
        AgentPast::new(self, self.agent, self.number)
    }

    /// Estimates the memory in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.bytes + self.history_bytes
    }

    /// Returns a frame as it was told.
    pub(super) fn told(&self, frame: u64) -> Option<ToldFrame> {
        let record = self.record(frame)?;
        let part = record.of(self.agent)?.clone();
        Some(ToldFrame {
            dt: record.dt,
            time: record.time,
            inputs: record.inputs.clone(),
            status: part.status,
            events: part.events,
            writes: part.writes,
            data: part.data,
            learned: self
                .learned
                .in_frame(frame)
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        })
    }

    /// Returns what is known at a moment of it, as a beginning.
    pub(super) fn beginning_at(&self, known: &KnownState) -> Beginning {
        let (mut running, mut ended) = (Vec::new(), Vec::new());
        for node in self.program.indices() {
            match known.runs.get(node) {
                Some(run) if run.state.is_running() => running.push(RunningNode {
                    node,
                    since: Some(run.since_frame).filter(|since| *since > 0),
                }),
                Some(run) => ended.push((node, run.state)),
                None => {}
            }
        }
        let variables = known.variables();
        Beginning {
            frame: known.frame,
            time: known.time,
            status: known.status,
            running,
            ended,
            variables: variables
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
            forced: Vec::new(),
            is_start: self.is_start && known.frame == self.first_frame(),
        }
    }

    pub(super) fn push(&mut self, told: ToldFrame) -> Arc<FrameRecord> {
        for input in &told.inputs {
            if let RunInput::Set { name, value, .. } = input {
                self.history
                    .note_outside(name, value.clone(), ValueSource::Outside);
            }
        }
        for (name, value) in &told.learned {
            self.history
                .note_outside(name, value.clone(), ValueSource::Unknown);
        }
        self.history
            .note(&self.program, told.time, &told.events, &told.writes);
        self.history.note_data(&self.program, &told.data);
        self.events += told.events.len();
        let record = Arc::new(FrameRecord {
            frame: self.last_frame() + 1,
            dt: told.dt,
            time: told.time,
            inputs: told.inputs,
            agents: vec![AgentFrame {
                agent: self.agent,
                program: self.number,
                status: told.status,
                events: told.events,
                writes: told.writes,
                data: told.data,
            }],
            default_program: self.number,
            next_agent: AgentId(self.agent.number() + 1),
        });
        self.now.follow(&record, usize::MAX);
        self.now
            .learn(told.learned.iter().map(|(name, value)| (name, value)));
        for (name, value) in told.learned {
            self.bytes += learned_values::bytes_of(&value);
            self.learned.add(record.frame, name, value);
        }
        self.written.note(&record);
        self.bytes += record.bytes();
        self.frames.push_back(record.clone());
        let last = self.keyframes.back().map_or(0, |known| known.frame);
        if self.now.frame - last >= FRAMES_BETWEEN || self.events >= EVENTS_BETWEEN {
            self.add_keyframe();
        }
        record
    }

    fn add_keyframe(&mut self) {
        self.events = 0;
        self.bytes += self.now.bytes();
        self.history_bytes = self.history.memory();
        self.keyframes.push_back(self.now.clone());
    }

    fn note_beginning(&mut self) {
        if let Some(first) = self.keyframes.front() {
            let nodes = self.program.indices();
            self.running_before = nodes.filter(|node| first.runs.is_running(*node)).collect();
        }
    }

    /// Returns whether frames can be forgotten.
    pub(super) fn can_forget(&self) -> bool {
        self.keyframes.len() > 1
    }

    /// Forgets the frames up to the next keyframe, which is then where it begins. Returns whether there were any.
    pub(super) fn forget(&mut self) -> bool {
        if !self.can_forget() {
            return false;
        }
        let Some(first) = self.keyframes.pop_front() else {
            return false;
        };
        let until = self.first_frame();
        let gone = (until - first.frame) as usize;
        let gone = self.frames.drain(..gone).map(|frame| frame.bytes());
        let gone = gone.sum::<usize>() + self.learned.forget(until);
        self.bytes -= first.bytes() + gone;
        self.is_start = false;
        self.written.forget(until);
        self.history.forget(until);
        self.history_bytes = self.history.memory();
        self.note_beginning();
        true
    }
}

impl Past for Stretch {
    fn program_at(&self, _number: usize) -> &Arc<Program<()>> {
        &self.program
    }

    fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>> {
        self.record(frame)
    }

    fn first_frame_of_program(&self, _agent: AgentId, _number: usize) -> u64 {
        self.first_frame() + 1
    }

    fn last_write(
        &self,
        agent: AgentId,
        name: &str,
        moment: (u64, usize),
        counts: &dyn Fn(u64, &Write) -> bool,
    ) -> LastWrite<'_> {
        let found = self
            .written
            .last_write(self, agent, name, moment, (&|_, _| true, counts));
        let known_until = match found {
            Some(LastWrite::Task { frame, .. } | LastWrite::Input { frame, .. }) => frame,
            _ => 0,
        };
        // A value that was learned since was written by somebody else.
        if self.learned.last(name, moment.0) >= Some(known_until.max(1)) {
            return LastWrite::Unknown;
        }
        found.unwrap_or(if self.is_start {
            LastWrite::Never
        } else {
            LastWrite::Unknown
        })
    }

    fn value_before_writes(&self, _number: usize, variable: &str) -> Option<Value> {
        self.keyframes.front()?.variable(variable).cloned()
    }

    fn knows_variable(&self, variable: &str) -> bool {
        self.now.variable(variable).is_some()
    }

    fn running_before(&self) -> &[NodeIndex] {
        &self.running_before
    }

    fn is_from_the_start(&self) -> bool {
        self.is_start
    }

    fn was_forced_before(&self, leaf: NodeIndex) -> bool {
        self.keyframes
            .front()
            .is_some_and(|first| first.is_forced(leaf))
    }

    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        let lanes = nodes.iter().filter_map(|node| self.history.lane(*node));
        lanes.filter_map(|lane| lane.last_event(until)).max()
    }
}
