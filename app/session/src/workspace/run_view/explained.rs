//! What is said of a run besides what happens in it: its observers, and the reasons of what nodes do.

use treewright_core::Message;
use treewright_core::abort::AbortType;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{Prospect, Status};

/// A watched conditional or guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObserverView {
    /// It.
    pub conditional: NodeId,
    /// The composite inside which it may interrupt; none while dormant.
    pub scope: Option<NodeId>,
    /// What it may interrupt.
    pub kind: AbortType,
    /// What it answered last.
    pub answer: Status,
    /// Why it may or may not fire now.
    pub prospect: Prospect<NodeId>,
    /// What runs and would be interrupted if it fired, from the top down.
    pub interrupted: Vec<NodeId>,
}

impl ObserverView {
    /// Whether it has to do with this node: it is it, its scope, or would be interrupted.
    pub fn concerns(&self, node: &NodeId) -> bool {
        self.conditional == *node
            || self.scope.as_ref() == Some(node)
            || self.interrupted.contains(node)
    }
}

/// What is watched, in the order in which it is asked, and what would be and has not answered yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObserversView {
    /// What is watched.
    pub observers: Vec<ObserverView>,
    /// What would be.
    pub idle: Vec<NodeId>,
}

/// A reason why a node does what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// In words.
    pub sentence: Message,
    /// The node that it is about.
    pub node: NodeId,
    /// The frame and the event in it that decided; none if no event did.
    pub place: Option<(u64, usize)>,
}
