//! The events of each frame as plain data, with nodes by their index in the program, and what records them. Knows
//! nothing about files.

mod flight;
mod keyframe;
mod numbers;
mod packed;

use std::fmt;
use std::sync::Arc;

use crate::runtime::{
    AgentId, Beside, EndStatus, NodeError, NodeIndex, Outcome, Status, Tasks, Tracer,
    TreeInstanceOf, VariableSlot, World,
};
use crate::told::Message;
use crate::value::Value;

pub use flight::{FlightChunk, FlightFrame, FlightLog, FlightRecorder, FlightTree};
pub use keyframe::{Keyframe, RunningNode};
pub use numbers::EventNumbers;
use packed::{Kind, PackedEvents, Position};

/// An event of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A task was entered.
    Start(NodeIndex),
    /// A leaf returned this status.
    Update(NodeIndex, Status),
    /// A task left its run stack.
    End(NodeIndex, EndStatus),
    /// A watched conditional was checked again and returned this status.
    Check(NodeIndex, Status),
    /// A conditional abort happened. The ends that it caused follow.
    Abort {
        /// The conditional whose result changed.
        conditional: NodeIndex,
        /// The composite inside which tasks were interrupted.
        scope: NodeIndex,
    },
    /// A task logged a message.
    Log(NodeIndex, Arc<str>),
    /// A task set a marker.
    Mark(NodeIndex, Arc<str>),
    /// A task failed with an error.
    Error(NodeIndex, Message),
    /// An event of the background tree of this name. Boxed to keep the enum small: recordings store millions of
    /// events, and few are of this type.
    Beside(Box<(Arc<str>, BesideEvent)>),
}

impl TraceEvent {
    /// The node of the event; for an abort the conditional. `None` for events of background trees.
    pub fn node(&self) -> Option<NodeIndex> {
        match self {
            Self::Start(node)
            | Self::Update(node, _)
            | Self::End(node, _)
            | Self::Check(node, _)
            | Self::Abort {
                conditional: node, ..
            }
            | Self::Log(node, _)
            | Self::Mark(node, _)
            | Self::Error(node, _) => Some(*node),
            Self::Beside(_) => None,
        }
    }

    /// The text of a log message, marker or error, including those of background trees.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Log(_, text) | Self::Mark(_, text) => Some(text),
            Self::Error(_, why) => Some(why.english()),
            Self::Beside(beside) => match &beside.1 {
                BesideEvent::Log(text) | BesideEvent::Mark(text) => Some(text),
                BesideEvent::Error(why) => Some(why.english()),
                BesideEvent::Started | BesideEvent::Ended(_) => None,
            },
            _ => None,
        }
    }
}

/// An event of a background tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BesideEvent {
    /// A task of the main tree started it.
    Started,
    /// It ended by itself or was stopped.
    Ended(EndStatus),
    /// One of its tasks logged a message.
    Log(Arc<str>),
    /// One of its tasks set a marker.
    Mark(Arc<str>),
    /// One of its tasks failed with an error.
    Error(Message),
}

/// A task wrote a variable. Writes are separate from events: events say what the tree did, writes what it changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// The number of events in the frame that came before the write.
    pub after: usize,
    /// The task that wrote; `None` for tasks of background trees.
    pub node: Option<NodeIndex>,
    /// The variable's name.
    pub variable: Arc<str>,
    /// The new value.
    pub value: Value,
}

/// Data that a task attached to a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Datum {
    /// The number of events in the frame that came before it.
    pub after: usize,
    /// The task that attached it; `None` for tasks of background trees.
    pub node: Option<NodeIndex>,
    /// Its name.
    pub name: Arc<str>,
    /// Its value.
    pub value: Value,
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.name, self.value)
    }
}

/// What the tasks of a tree attached to a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrameData {
    /// The data, in order.
    pub list: Vec<Datum>,
    /// How many more there were that had no room ([`MAX_DATA`](crate::runtime::MAX_DATA)).
    pub dropped: u32,
}

impl FrameData {
    /// Returns whether nothing was attached.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.dropped == 0
    }
}

/// A frame: its events, and the state of the tree after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameTrace {
    /// The number of the frame, from 1.
    pub frame: u64,
    /// The result of the tree: Running until the frame in which the root ends.
    pub status: Status,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// The run stacks after the frame: one per branch that runs, as a Parallel runs several.
    pub stacks: Vec<Vec<NodeIndex>>,
}

/// Records the events of frames.
///
/// An event takes four bytes until it is taken. For a run of which only the last part is of interest, use a
/// [`FlightRecorder`].
#[derive(Clone, Debug, Default)]
pub struct FrameRecorder {
    events: PackedEvents,
    writes: Vec<Write>,
    /// Whether `writes` belong to a frame whose events were taken already.
    are_writes_stale: bool,
    /// The trees of a manager that ran, with the numbers of events and writes before each.
    trees: Vec<(AgentId, usize, usize)>,
    /// The data of each tree that attached some; stale like `writes`.
    data: Vec<(AgentId, FrameData)>,
}

impl FrameRecorder {
    /// Returns the events since the last call, with the current state of the tree.
    pub fn take_frame<W: World + ?Sized, B: Tasks>(
        &mut self,
        instance: &TreeInstanceOf<W, B>,
        status: Status,
    ) -> FrameTrace {
        FrameTrace {
            frame: instance.frame(),
            status,
            events: self.take_events(),
            stacks: instance.stacks().collect(),
        }
    }

    /// Returns the events since the last call. Keeps its buffer, so that recording rarely allocates.
    pub fn take_events(&mut self) -> Vec<TraceEvent> {
        self.drain().unpack(usize::MAX)
    }

    /// Drains the events since the last call of this or of [`Self::take_events`]. Keeps its buffer, so that observing
    /// a run without storing it does not allocate.
    #[inline]
    pub fn drain_events(&mut self) -> impl Iterator<Item = TraceEvent> {
        self.drain()
    }

    #[inline]
    fn drain(&mut self) -> Drain<'_> {
        self.drop_old_writes();
        self.are_writes_stale = true;
        self.trees.clear();
        Drain {
            events: &mut self.events,
            at: Position::default(),
        }
    }

    /// Returns the variable writes of the frame. Call it right before or after taking the frame's events; otherwise
    /// the writes are discarded.
    pub fn take_writes(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.writes)
    }

    /// Returns the data that tasks attached to the frame, of each tree that has some. Call it right before or after taking
    /// the frame's events; otherwise the data are discarded. A tree without a manager is number 0.
    pub fn take_data(&mut self) -> Vec<(AgentId, FrameData)> {
        std::mem::take(&mut self.data)
    }

    /// Returns the events and writes of each tree of a manager since the last call, in the order in which the trees
    /// ran.
    pub fn take_trees(&mut self) -> Vec<(AgentId, Vec<TraceEvent>, Vec<Write>)> {
        self.drop_old_writes();
        let mut writes = self.take_writes().into_iter();
        let trees = std::mem::take(&mut self.trees);
        let all = (AgentId::default(), self.events.len(), writes.len());
        let ends = trees.iter().skip(1).chain([&all]);
        let mut events = self.drain();
        let taken = trees.iter().zip(ends).map(|(tree, end)| {
            let (agent, first_event, first_write) = *tree;
            let own = writes.by_ref().take(end.2 - first_write);
            let own = own.map(|write| Write {
                after: write.after - first_event,
                ..write
            });
            (agent, events.unpack(end.1 - first_event), own.collect())
        });
        taken.collect()
    }

    #[inline]
    fn drop_old_writes(&mut self) {
        if std::mem::take(&mut self.are_writes_stale) {
            self.writes.clear();
            self.data.clear();
        }
    }

    /// Returns the data of the tree that is running, and the number of its events so far.
    fn data_of_tree(&mut self) -> (&mut FrameData, usize) {
        self.drop_old_writes();
        let (agent, first) = match self.trees.last() {
            Some((agent, first, _)) => (*agent, *first),
            None => (AgentId::default(), 0),
        };
        let is_new = self.data.last().is_none_or(|(last, _)| *last != agent);
        if is_new {
            self.data.push((agent, FrameData::default()));
        }
        let place = self.data.len() - 1;
        (&mut self.data[place].1, self.events.len() - first)
    }

    fn note_datum(&mut self, node: Option<NodeIndex>, name: &Arc<str>, value: &Value) {
        let (data, after) = self.data_of_tree();
        data.list.push(Datum {
            after,
            node,
            name: name.clone(),
            value: value.clone(),
        });
    }

    fn note_write(&mut self, node: Option<NodeIndex>, variable: &Arc<str>, value: &Value) {
        self.drop_old_writes();
        self.writes.push(Write {
            after: self.events.len(),
            node,
            variable: variable.clone(),
            value: value.clone(),
        });
    }
}

/// Unpacks events, and removes all of them in the end.
struct Drain<'e> {
    events: &'e mut PackedEvents,
    at: Position,
}

impl Drain<'_> {
    /// Returns the next `count` events, or what is left.
    fn unpack(&mut self, count: usize) -> Vec<TraceEvent> {
        self.events.unpack(&mut self.at, count)
    }
}

impl Iterator for Drain<'_> {
    type Item = TraceEvent;

    #[inline]
    fn next(&mut self) -> Option<TraceEvent> {
        self.events.next_event(&mut self.at)
    }

    #[inline]
    fn fold<R, F: FnMut(R, TraceEvent) -> R>(mut self, init: R, each: F) -> R {
        self.events.fold(&mut self.at, init, each)
    }
}

impl Drop for Drain<'_> {
    #[inline]
    fn drop(&mut self) {
        self.events.clear();
    }
}

impl Tracer for FrameRecorder {
    fn tree(&mut self, agent: AgentId) {
        self.drop_old_writes();
        self.trees
            .push((agent, self.events.len(), self.writes.len()));
    }

    #[inline]
    fn start(&mut self, node: NodeIndex) {
        self.events.start(node);
    }

    #[inline]
    fn start_path(&mut self, first: NodeIndex, last: NodeIndex) {
        self.events.start_path(first, last);
    }

    #[inline]
    fn update(&mut self, node: NodeIndex, status: Status) {
        self.events.update(node, status);
    }

    #[inline]
    fn complete(&mut self, leaf: NodeIndex, outcome: Outcome) {
        self.events.complete(leaf, outcome);
    }

    #[inline]
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.events.end(node, status);
    }

    #[inline]
    fn check(&mut self, node: NodeIndex, status: Status) {
        self.events.check(node, status);
    }

    #[inline]
    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.events.abort(conditional, scope);
    }

    fn log(&mut self, node: NodeIndex, text: &str) {
        self.events.text(Kind::LOG, node, text);
    }

    fn mark(&mut self, node: NodeIndex, text: &str) {
        self.events.text(Kind::MARK, node, text);
    }

    fn beside(&mut self, tree: &Arc<str>, what: Beside<'_>) {
        match what {
            Beside::Wrote(variable, value) => self.note_write(None, variable, value),
            Beside::Data(name, value) => self.note_datum(None, name, value),
            _ => self.events.beside(tree, what),
        }
    }

    fn error(&mut self, error: &NodeError) {
        self.events.error(error);
    }

    fn wrote(&mut self, node: NodeIndex, _: VariableSlot, variable: &Arc<str>, value: &Value) {
        self.note_write(Some(node), variable, value);
    }

    fn data(&mut self, node: NodeIndex, name: &Arc<str>, value: &Value) {
        self.note_datum(Some(node), name, value);
    }

    fn data_dropped(&mut self, count: u32) {
        let (data, _) = self.data_of_tree();
        data.dropped = data.dropped.saturating_add(count);
    }
}
