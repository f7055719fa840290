//! The uses of the document's trees by Subtree nodes, and the events that were sent to the run from outside. Plain data.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::value::Value;

/// A use of one of the document's trees by a Subtree node. Each has its own values of the variables with the scope `subtree`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UseView {
    /// The id of the Subtree node in the program, which differs between uses inside of other uses.
    pub id: NodeId,
    /// The document's nodes that represent the Subtree nodes on the way to it, outermost first; it is the last one.
    pub path: Vec<NodeId>,
    pub is_running: bool,
}

/// An event that was sent to the run from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct SentEvent {
    /// The frame that received it.
    pub frame: u64,
    pub name: Arc<str>,
    pub payload: Option<Value>,
    /// The number of the agent that received it, or `None` for all.
    pub agent: Option<u64>,
}
