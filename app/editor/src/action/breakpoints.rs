//! What can be asked of breakpoints and watch expressions.

use treewright_core::ids::NodeId;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent};

/// Changes of the breakpoints and watches of the document in front.
#[derive(Clone, Debug)]
pub enum BreakpointAction {
    /// Adds one and opens it for editing.
    Add(Breakpoint),
    /// Adds one that waits for this of the selected node.
    AddForSelected(NodeEvent),
    /// Makes the one at this place another.
    Change(usize, Breakpoint),
    /// Takes the one at this place away.
    Remove(usize),
    /// Sets one on the start of these nodes, or clears all that they have.
    Set(Vec<NodeId>, bool),
    /// Takes the one that stands in the document itself over into the project's list, to be changed there.
    TakeOver(NodeId),
    /// Lets all stop, or none.
    EnableAll(bool),
    /// Takes all away.
    RemoveAll,
    /// Shows the value of one more expression.
    Watch(String),
    /// Makes the watch at this place another; an empty one is taken away.
    ChangeWatch(usize, String),
}
