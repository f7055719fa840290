//! Actions on breakpoints and watch expressions.

use treewright_core::ids::NodeId;
use treewright_insight::breakpoint::{Breakpoint, NodeEvent};

/// Changes to the breakpoints and watches of the active document.
#[derive(Clone, Debug)]
pub enum BreakpointAction {
    /// Adds a breakpoint and opens it for editing.
    Add(Breakpoint),
    /// Adds a breakpoint on this event of the selected node.
    AddForSelected(NodeEvent),
    /// Replaces the breakpoint at this index.
    Change(usize, Breakpoint),
    /// Removes the breakpoint at this index.
    Remove(usize),
    /// Sets a breakpoint on the start of these nodes, or removes all their breakpoints.
    Set(Vec<NodeId>, bool),
    /// Moves the breakpoint that is stored in the document itself to the project's list, where it can be edited.
    TakeOver(NodeId),
    /// Enables or disables all breakpoints.
    EnableAll(bool),
    /// Removes all breakpoints.
    RemoveAll,
    /// Adds a watch expression.
    Watch(String),
    /// Replaces the watch at this index; an empty text removes it.
    ChangeWatch(usize, String),
}
