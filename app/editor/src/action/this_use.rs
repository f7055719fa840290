//! Requests about the overrides of a Subtree node, and about editing one use of a tree from inside.

use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_core::ids::NodeId;
use treewright_session::workspace::open_document::DocumentId;

#[derive(Clone, Debug)]
pub enum UseAction {
    /// Shows the tree that the selected node runs, or the present one, to edit only this use of it.
    Edit,
    /// Edits only the use through which the present tree was entered.
    EditPresent,
    /// Edits the tree itself again, for all its uses.
    EditFile,
    /// Changes the document of the Subtree node whose use is edited.
    Do(Command),
    /// Removes overrides: the use has the values of the file again.
    Reset(Overrides),
    /// Gives the file the values of overrides, and removes these.
    Apply(Overrides),
}

/// Overrides of a Subtree node.
#[derive(Clone, Debug)]
pub struct Overrides {
    pub document: DocumentId,
    pub node: NodeId,
    /// The path and the parameter of the only one that is meant.
    pub only: Option<(Arc<str>, Arc<str>)>,
}
