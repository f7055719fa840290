//! Breakpoints: where a run is to stop, or to say something. Knows traces; neither files nor how a run is stopped.

mod armed;

use std::sync::Arc;

pub use armed::{Armory, Hit};
use treewright_core::ids::NodeId;
use treewright_core::model::Extra;
use treewright_core::runtime::EndStatus;
use treewright_core::value::Value;

/// The most breakpoints that one document can have.
pub const MAX_BREAKPOINTS: usize = 1000;

/// Where a run is to stop.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// What it waits for.
    pub at: StopAt,
    /// Whether it counts at all.
    pub enabled: bool,
    /// It counts from this hit on; 1 is the first.
    pub from_hit: u64,
    /// Says this instead of stopping; `{name}` stands for what the variable of that name holds then.
    pub log: Option<Arc<str>>,
    /// Fields of its file that this version does not know.
    pub extra: Extra,
}

/// What a breakpoint waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum StopAt {
    /// Something that a node does.
    Node(NodeId, NodeEvent),
    /// A task writes the variable of this name, whatever it held. Stops when the task has answered.
    Written(Arc<str>),
    /// The variable of this name comes to hold this value, whoever wrote it. Stops when the task that wrote it has answered.
    Becomes(Arc<str>, Value),
    /// This expression comes to hold. Stops when the task that made it so has answered; in the first frame, before anything happens, if it holds from the start.
    Expression(Arc<str>),
}

/// What a node does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEvent {
    /// It is entered. Stops before that.
    Start,
    /// It ends, with this status or with any. Stops after that.
    End(Option<EndStatus>),
    /// A conditional abort that it fires, whose scope it is, or that interrupts it. Stops before anything is interrupted.
    Abort,
}

impl Breakpoint {
    /// One that stops each time.
    pub fn new(at: StopAt) -> Self {
        Self {
            at,
            enabled: true,
            from_hit: 1,
            log: None,
            extra: Extra::new(),
        }
    }

    /// One that stops whenever this node is entered.
    pub fn on_start(node: NodeId) -> Self {
        Self::new(StopAt::Node(node, NodeEvent::Start))
    }

    /// The node that it is about, if it is about one.
    pub fn node(&self) -> Option<&NodeId> {
        match &self.at {
            StopAt::Node(node, _) => Some(node),
            _ => None,
        }
    }

    /// Whether the run stops at it rather than only saying something.
    pub fn stops(&self) -> bool {
        self.log.is_none()
    }
}

impl StopAt {
    /// The variable that it is about, if it is about one.
    pub fn variable(&self) -> Option<&Arc<str>> {
        match self {
            Self::Written(name) | Self::Becomes(name, _) => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
