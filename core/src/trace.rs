//! What happened in each frame, as plain data, by place in the program. Knows nothing about how it is written to a file.

mod abort_story;

use std::sync::Arc;

pub use abort_story::{AbortStory, aborts};

use crate::runtime::{Beside, EndStatus, NodeIndex, Status, Tasks, Tracer, TreeInstance};

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
    Error(NodeIndex, Arc<str>),
    /// A tree that runs beside this one did something.
    Beside(Arc<str>, BesideEvent),
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
    Error(Arc<str>),
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
        std::mem::replace(&mut self.events, Vec::with_capacity(room))
    }
}

impl Tracer for FrameRecorder {
    fn start(&mut self, node: NodeIndex) {
        self.events.push(TraceEvent::Start(node));
    }

    fn update(&mut self, node: NodeIndex, status: Status) {
        self.events.push(TraceEvent::Update(node, status));
    }

    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.events.push(TraceEvent::End(node, status));
    }

    fn check(&mut self, node: NodeIndex, status: Status) {
        self.events.push(TraceEvent::Check(node, status));
    }

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
            Beside::Error(text) => BesideEvent::Error(text.into()),
        };
        self.events.push(TraceEvent::Beside(tree.clone(), event));
    }

    fn error(&mut self, node: NodeIndex, text: &str) {
        self.events.push(TraceEvent::Error(node, text.into()));
    }
}
