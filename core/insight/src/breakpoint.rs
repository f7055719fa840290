//! Breakpoints: where a run stops or logs a message. Knows traces, but neither files nor how a run is stopped.

mod armed;
mod condition;

use std::sync::Arc;

pub use armed::{BreakpointHit, BreakpointSet};
pub(crate) use armed::{is_true, type_of};
pub use condition::ProgramCondition;
use treewright_core::expression;
use treewright_core::ids::NodeId;
use treewright_core::model::Extra;
use treewright_core::runtime::EndStatus;
use treewright_core::value::Value;

/// The maximum number of breakpoints per document.
pub const MAX_BREAKPOINTS: usize = 1000;

/// A breakpoint of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakpoint {
    /// The event that it waits for.
    pub at: StopAt,
    /// Whether it is active.
    pub enabled: bool,
    /// For a breakpoint on a node: an expression that must be true when the event happens, or the event does not count.
    pub condition: Option<Arc<str>>,
    /// The first hit at which it stops; counted from 1.
    pub from_hit: u64,
    /// A message to log instead of stopping; `{name}` is replaced by the current value of that variable.
    pub log: Option<Arc<str>>,
    /// Unknown fields of the file, kept for later versions.
    pub extra: Extra,
}

/// The event that a breakpoint waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum StopAt {
    /// An event of a node.
    Node(NodeId, NodeEvent),
    /// A task writes the variable of this name, even if the value does not change. Stops when the task has returned.
    Written(Arc<str>),
    /// The variable of this name changes to this value, by a task or from outside. Pauses when the writing task has returned.
    Becomes(Arc<str>, Value),
    /// This expression becomes true. Stops when the task that made it true has returned; if it is true from the start, in the
    /// first frame before anything happens.
    Expression(Arc<str>),
}

/// An event of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEvent {
    /// The node starts. Stops before that.
    Start,
    /// The node ends, with this status or with any. Stops after that.
    End(Option<EndStatus>),
    /// A conditional abort fired by the node, with the node as its scope, or interrupting the node. Stops before anything is
    /// interrupted.
    Abort,
}

impl Breakpoint {
    /// Renames a variable in what it waits for, its condition and its message.
    pub fn rename_variable(&mut self, from: &str, to: &str) {
        let renamed = |text: &str| Arc::from(expression::rename(text, from, to));
        match &mut self.at {
            StopAt::Written(name) | StopAt::Becomes(name, _) if **name == *from => {
                *name = to.into();
            }
            StopAt::Expression(text) => *text = renamed(text),
            StopAt::Written(_) | StopAt::Becomes(..) | StopAt::Node(..) => {}
        }
        self.condition = self.condition.as_deref().map(renamed);
        let log = self.log.as_deref();
        let (from, to) = (format!("{{{from}}}"), format!("{{{to}}}"));
        self.log = log.map(|text| text.replace(&from, &to).into());
    }

    /// Creates an enabled breakpoint that stops at every hit.
    pub fn new(at: StopAt) -> Self {
        Self {
            at,
            enabled: true,
            condition: None,
            from_hit: 1,
            log: None,
            extra: Extra::new(),
        }
    }

    /// Creates a breakpoint that stops whenever this node starts.
    pub fn on_start(node: NodeId) -> Self {
        Self::new(StopAt::Node(node, NodeEvent::Start))
    }

    /// Returns the node, for a breakpoint on a node.
    pub fn node(&self) -> Option<&NodeId> {
        match &self.at {
            StopAt::Node(node, _) => Some(node),
            _ => None,
        }
    }

    /// Returns the expression that it waits for, or the condition of a breakpoint on a node.
    pub fn expression(&self) -> Option<&str> {
        match &self.at {
            StopAt::Expression(text) => Some(text),
            StopAt::Node(..) => self.condition.as_deref(),
            StopAt::Written(_) | StopAt::Becomes(..) => None,
        }
    }

    /// Returns whether the run stops, as opposed to only logging a message.
    pub fn stops(&self) -> bool {
        self.log.is_none()
    }
}

impl StopAt {
    /// Returns the variable, for a breakpoint on a variable.
    pub fn variable(&self) -> Option<&Arc<str>> {
        match self {
            Self::Written(name) | Self::Becomes(name, _) => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests;
