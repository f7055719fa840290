//! What is known of an agent at a moment of its told past: the states of its nodes and the values of its variables, as far as they
//! are known. Knows neither earlier nor later frames.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::{RunningNode, TraceEvent};
use treewright_core::value::Value;

use super::Beginning;
use crate::history::{NodeRun, NodeRuns, NodeState};
use crate::recording::{AgentFrame, FrameRecord, RunInput};

/// The states of a program's nodes, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownRuns {
    runs: NodeRuns,
    known: Box<[bool]>,
}

impl KnownRuns {
    fn of(nodes: usize, beginning: &Beginning) -> Self {
        let mut known = Self {
            runs: NodeRuns::new(nodes),
            known: vec![false; nodes].into(),
        };
        for (node, state) in &beginning.ended {
            let has_run = *state != NodeState::Idle;
            known.put(*node, *state, (0, u32::from(has_run)));
        }
        for RunningNode { node, since } in &beginning.running {
            known.put(*node, NodeState::Running, (since.unwrap_or_default(), 1));
        }
        known
    }

    fn put(&mut self, node: NodeIndex, state: NodeState, (since_frame, visits): (u64, u32)) {
        self.learn(node);
        let run = NodeRun {
            state,
            since_frame,
            visits,
        };
        self.runs.put(node, run);
    }

    fn learn(&mut self, node: NodeIndex) {
        if let Some(known) = self.known.get_mut(node.get()) {
            *known = true;
        }
    }

    fn note(&mut self, events: &[TraceEvent], frame: u64) {
        self.runs.note(events, frame);
        for event in events {
            if let TraceEvent::Start(node) | TraceEvent::End(node, _) = event {
                self.learn(*node);
            }
        }
    }

    /// Returns the state of a node; `None` if it is not known. Starts before the known past are not counted.
    pub fn get(&self, node: NodeIndex) -> Option<NodeRun> {
        let is_known = self.known.get(node.get()) == Some(&true);
        is_known.then(|| self.runs.get(node))
    }

    /// Returns whether a node is known to run.
    pub fn is_running(&self, node: NodeIndex) -> bool {
        self.get(node).is_some_and(|run| run.state.is_running())
    }

    fn bytes(&self) -> usize {
        self.runs.memory() + self.known.len()
    }
}

/// What is known of an agent at a moment.
#[derive(Clone, Debug)]
pub struct KnownState {
    /// The frame.
    pub frame: u64,
    /// The game time at its end, in seconds.
    pub time: f64,
    /// Running until the root has ended; after that, how it ended.
    pub status: Status,
    /// The states of its nodes.
    pub runs: KnownRuns,
    variables: FxHashMap<Arc<str>, Value>,
    /// The leaves whose results were set from outside and not used since.
    forced: Vec<NodeIndex>,
}

impl KnownState {
    pub(super) fn of(nodes: usize, beginning: &Beginning) -> Self {
        Self {
            frame: beginning.frame,
            time: beginning.time,
            status: beginning.status,
            runs: KnownRuns::of(nodes, beginning),
            variables: beginning.variables.iter().cloned().collect(),
            forced: beginning.forced.clone(),
        }
    }

    /// Returns the value of a variable; `None` if it is not known.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.variables.get(name)
    }

    /// Returns the names and values of all known variables, in no particular order.
    pub fn variables(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.variables.iter()
    }

    /// Returns whether the result of a leaf was set from outside and not used yet.
    pub(super) fn is_forced(&self, leaf: NodeIndex) -> bool {
        self.forced.contains(&leaf)
    }

    /// Goes on to the moment after the first `events` events of the next frame.
    pub(super) fn follow(&mut self, record: &FrameRecord, events: usize) {
        self.frame = record.frame;
        self.time = record.time;
        // As in a record, that is the status at the end of the frame.
        self.status = record
            .agents
            .first()
            .map_or(self.status, |part| part.status);
        for input in &record.inputs {
            match input {
                RunInput::Set { name, value, .. } => self.set(name, value),
                RunInput::Force { node, .. } => self.forced.push(*node),
                _ => {}
            }
        }
        for part in &record.agents {
            self.follow_part(part, record.frame, events);
        }
    }

    fn follow_part(&mut self, part: &AgentFrame, frame: u64, events: usize) {
        let count = events.min(part.events.len());
        let happened = &part.events[..count];
        self.runs.note(happened, frame);
        if !self.forced.is_empty() {
            let is_used = |leaf: &NodeIndex| {
                happened.iter().any(|event| {
                    matches!(event, TraceEvent::Update(node, _) | TraceEvent::Check(node, _) if node == leaf)
                })
            };
            self.forced.retain(|leaf| !is_used(leaf));
        }
        // A write belongs to the event that follows it, in which its task returns.
        let has_happened = |after: usize| after < count || count == part.events.len();
        for write in part.writes.iter().filter(|write| has_happened(write.after)) {
            self.set(&write.variable, &write.value);
        }
    }

    /// Takes values that were learned by asking.
    pub(super) fn learn<'v>(&mut self, values: impl Iterator<Item = (&'v Arc<str>, &'v Value)>) {
        for (name, value) in values {
            self.set(name, value);
        }
    }

    fn set(&mut self, name: &Arc<str>, value: &Value) {
        match self.variables.get_mut(name) {
            Some(held) => held.clone_from(value),
            None => {
                self.variables.insert(name.clone(), value.clone());
            }
        }
    }

    /// Estimates the memory in bytes.
    pub(super) fn bytes(&self) -> usize {
        let values = self.variables.values().map(Value::heap_bytes);
        size_of::<Self>()
            + self.runs.bytes()
            + self.variables.capacity() * size_of::<(Arc<str>, Value)>()
            + values.sum::<usize>()
    }
}
