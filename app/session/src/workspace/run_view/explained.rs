//! Explanations of a run: its observers, and the reasons for what nodes do.

use treewright_core::Message;
use treewright_core::abort::AbortType;
use treewright_core::ids::NodeId;
use treewright_core::runtime::{Prospect, Status};
use treewright_core::value::Value;
use treewright_insight::why::ReasonStep;

use crate::workspace::node_mapping::ShownNode;

/// A watched conditional or guard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObserverView {
    pub conditional: ShownNode,
    /// The composite in which it may abort nodes; `None` while dormant.
    pub scope: Option<ShownNode>,
    /// What it may abort.
    pub kind: AbortType,
    /// Its last result.
    pub answer: Status,
    /// Why it may or may not abort now.
    pub prospect: Prospect<ShownNode>,
    /// The running nodes that it would interrupt, from the top down.
    pub interrupted: Vec<NodeId>,
}

impl ObserverView {
    /// Returns whether the node is the conditional or its scope, or would be interrupted.
    pub fn concerns(&self, node: &NodeId) -> bool {
        self.conditional.id == *node
            || self.scope.as_ref().is_some_and(|scope| scope.id == *node)
            || self.interrupted.contains(node)
    }
}

/// The observers in the order in which they are checked, and conditionals that have not been checked yet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObserversView {
    pub observers: Vec<ObserverView>,
    /// Conditionals that will be watched once they have been checked.
    pub idle: Vec<ShownNode>,
}

/// A reason why a node does what it does.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub sentence: Message,
    /// The node that the sentence is about.
    pub node: ShownNode,
    /// The decisive frame, or `None` if no event decided.
    pub frame: Option<u64>,
    /// The condition that decided, with the values that it read.
    pub condition: Option<DecidedBy>,
    /// Whether this has reasons that are not listed yet.
    pub leads_on: bool,
    /// The reason in the recording, to ask for its reasons.
    pub step: ReasonStep,
    /// The agent whose reason it is.
    pub agent: u64,
    /// The agent of the node, and the tree of that agent: another agent's if one did what the sentence says.
    pub of: (u64, usize),
    /// The number of the program that ran.
    pub program: usize,
}

/// A condition whose answer decided.
#[derive(Clone, Debug, PartialEq)]
pub struct DecidedBy {
    pub node: NodeId,
    /// Whether it was true.
    pub holds: bool,
    /// The variables that it read, by the names that it uses, with their values.
    pub values: Vec<(String, Value)>,
}
