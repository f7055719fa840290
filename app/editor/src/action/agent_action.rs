//! Actions on the agents of a run.

use std::path::PathBuf;

use treewright_core::ids::NodeId;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::run_session::VariableSpread;
use treewright_session::workspace::run_view::AgentScope;

/// The tree that new agents run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentTree {
    /// That of an open document.
    Open(DocumentId),
    /// That of a file, which is opened.
    File(PathBuf),
}

/// Changes or shows the agents of the active document's run.
#[derive(Clone, Debug)]
pub enum AgentAction {
    /// Adds an instance of the tree.
    Add,
    /// Opens the window that adds several.
    AskForMany,
    /// Closes that window.
    CloseWindow,
    /// Adds several instances of a tree, with different values of these variables.
    AddMany {
        tree: AgentTree,
        count: usize,
        spreads: Vec<VariableSpread>,
    },
    /// Adds the agents that were added to an earlier run.
    AddEarlier,
    /// Removes the shown agent from the run.
    RemoveShown,
    /// Lists the agents that run a node.
    ListRunning(NodeId),
    /// Shows the lanes of a second agent on the timeline: of the one with this number, or of another one than the shown one.
    Compare(Option<u64>),
    /// Sets whether something is found in time for the shown agent or for all.
    FindIn(AgentScope),
    /// Sets whether breakpoints stop the run for the shown agent or for all.
    StopFor(AgentScope),
}
