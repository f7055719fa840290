//! What happened in each frame, as plain data, by place in the program. Knows nothing about how it is written to a file.

use std::sync::Arc;

use crate::runtime::{
    AgentId, Beside, EndStatus, NodeIndex, Status, Tasks, Tracer, TreeInstance, VariableSlot,
};
use crate::told::Message;
use crate::value::Value;

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceEvent {
    /// A task was entered.
    Start(NodeIndex),
    /// A leaf answered.
    Update(NodeIndex, Status),
    /// A task left its run stack.
    End(NodeIndex, EndStatus),
    /// A watched conditional was asked again.
    Check(NodeIndex, Status),
    /// A conditional abort fired; the ends that it caused follow.
    Abort {
        /// The conditional whose answer changed.
        conditional: NodeIndex,
        /// The composite inside which things were interrupted.
        scope: NodeIndex,
    },
    /// A task said something to people.
    Log(NodeIndex, Arc<str>),
    /// A task set a mark.
    Mark(NodeIndex, Arc<str>),
    /// A task could not do its work.
    Error(NodeIndex, Message),
    /// A tree that runs beside this one, of this name, did something. Boxed, since recordings keep millions of events and few are of this kind.
    Beside(Box<(Arc<str>, BesideEvent)>),
}

impl TraceEvent {
    /// The node that it is about; of an abort, the conditional.
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

    /// What was said, if anything was.
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

/// What a tree did that runs beside another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BesideEvent {
    /// A task started it.
    Started,
    /// It ended, or was stopped.
    Ended(EndStatus),
    /// A task of it said something to people.
    Log(Arc<str>),
    /// A task of it set a mark.
    Mark(Arc<str>),
    /// A task of it could not do its work.
    Error(Message),
}

/// A task wrote a variable. Kept apart from the events, which say what a tree did, not what came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    /// How many events of the frame happened before it.
    pub after: usize,
    /// The task; none if it is one of a tree beside this one.
    pub node: Option<NodeIndex>,
    /// The variable's name.
    pub variable: Arc<str>,
    /// What it holds now.
    pub value: Value,
}

/// A frame: what happened in it, and where the tree stood after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameTrace {
    /// Its number, counted from 1.
    pub frame: u64,
    /// Running until the frame in which the root ended.
    pub status: Status,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// The run stacks after the frame.
    pub stacks: Vec<Vec<NodeIndex>>,
}

/// Collects the events of a frame.
#[derive(Clone, Debug, Default)]
pub struct FrameRecorder {
    events: Vec<TraceEvent>,
    writes: Vec<Write>,
    /// Whether the writes are of a frame whose events have been taken.
    are_writes_over: bool,
    /// The trees of a manager, with the numbers of events and writes before each.
    trees: Vec<(AgentId, usize, usize)>,
}

impl FrameRecorder {
    /// What happened since the last call, and where the tree stands now.
    pub fn take_frame<W, B: Tasks>(
        &mut self,
        instance: &TreeInstance<W, B>,
        status: Status,
    ) -> FrameTrace {
        FrameTrace {
            frame: instance.frame(),
            status,
            events: self.take_events(),
            stacks: instance.stacks().collect(),
        }
    }

    /// What happened since the last call. The next frame is expected to be about as eventful, so that recording it seldom allocates.
    pub fn take_events(&mut self) -> Vec<TraceEvent> {
        let room = self.events.len();
        self.drop_old_writes();
        self.are_writes_over = true;
        std::mem::replace(&mut self.events, Vec::with_capacity(room))
    }

    /// What happened since the last call of this or of [`Self::take_events`], to be looked at while it is forgotten. Its room is kept, so
    /// that a run which is only watched allocates nothing for that.
    pub fn drain_events(&mut self) -> impl Iterator<Item = TraceEvent> {
        self.drop_old_writes();
        self.are_writes_over = true;
        self.trees.clear();
        self.events.drain(..)
    }

    /// What tasks wrote in the frame whose events are taken right before or after this. Those that nobody takes are forgotten.
    pub fn take_writes(&mut self) -> Vec<Write> {
        std::mem::take(&mut self.writes)
    }

    /// What happened to each tree of a manager since the last call, in the order in which they ran.
    pub fn take_trees(&mut self) -> Vec<(AgentId, Vec<TraceEvent>, Vec<Write>)> {
        let (mut events, mut writes) = (self.take_events(), self.take_writes());
        let mut taken = Vec::with_capacity(self.trees.len());
        for (agent, first_event, first_write) in self.trees.drain(..).rev() {
            let mut own = writes.split_off(first_write);
            for write in &mut own {
                write.after -= first_event;
            }
            taken.push((agent, events.split_off(first_event), own));
        }
        taken.reverse();
        taken
    }

    fn drop_old_writes(&mut self) {
        if std::mem::take(&mut self.are_writes_over) {
            self.writes.clear();
        }
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

impl Tracer for FrameRecorder {
    fn tree(&mut self, agent: AgentId) {
        self.drop_old_writes();
        self.trees
            .push((agent, self.events.len(), self.writes.len()));
    }

    #[inline]
    fn start(&mut self, node: NodeIndex) {
        self.events.push(TraceEvent::Start(node));
    }

    #[inline]
    fn update(&mut self, node: NodeIndex, status: Status) {
        self.events.push(TraceEvent::Update(node, status));
    }

    #[inline]
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.events.push(TraceEvent::End(node, status));
    }

    #[inline]
    fn check(&mut self, node: NodeIndex, status: Status) {
        self.events.push(TraceEvent::Check(node, status));
    }

    #[inline]
    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.events.push(TraceEvent::Abort { conditional, scope });
    }

    fn log(&mut self, node: NodeIndex, text: &str) {
        self.events.push(TraceEvent::Log(node, text.into()));
    }

    fn mark(&mut self, node: NodeIndex, text: &str) {
        self.events.push(TraceEvent::Mark(node, text.into()));
    }

    fn beside(&mut self, tree: &Arc<str>, what: Beside<'_>) {
        let event = match what {
            Beside::Started => BesideEvent::Started,
            Beside::Ended(status) => BesideEvent::Ended(status),
            Beside::Log(text) => BesideEvent::Log(text.into()),
            Beside::Mark(text) => BesideEvent::Mark(text.into()),
            Beside::Error(why) => BesideEvent::Error(why.clone()),
            Beside::Wrote(variable, value) => return self.note_write(None, variable, value),
        };
        let event = TraceEvent::Beside(Box::new((tree.clone(), event)));
        self.events.push(event);
    }

    fn error(&mut self, node: NodeIndex, why: &Message) {
        self.events.push(TraceEvent::Error(node, why.clone()));
    }

    fn wrote(&mut self, node: NodeIndex, _: VariableSlot, variable: &Arc<str>, value: &Value) {
        self.note_write(Some(node), variable, value);
    }
}
