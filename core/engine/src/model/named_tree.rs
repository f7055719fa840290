//! Trees of a document that have a name, so that a Subtree node can run them, and what such a node changes inside one.
//! Knows nothing about how they run.

use std::sync::Arc;

use super::{Extra, ParameterValue};
use crate::ids::NodeId;

/// The task of nodes that run a named tree, of their document or of another.
pub const SUBTREE: &str = "Subtree";
/// The parameter of such a node that names the tree; empty for the main tree.
pub const TREE_PARAMETER: &str = "tree";
/// The parameter of such a node that names the other document's file, relative to its own; empty for its own.
pub const FILE_PARAMETER: &str = "file";

/// A name for the tree below a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTree {
    /// Unique in the document, not empty.
    pub name: Arc<str>,
    /// The node at its top; a damaged file may name one that does not exist.
    pub root: NodeId,
    /// Fields that this version does not know.
    pub extra: Extra,
}

impl NamedTree {
    /// A name for the tree below `root`.
    pub fn new(name: impl Into<Arc<str>>, root: impl Into<NodeId>) -> Self {
        Self {
            name: name.into(),
            root: root.into(),
            extra: Extra::new(),
        }
    }
}

/// A parameter of a node inside a subtree that has another value in one use of the subtree.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// The node: its id in the subtree; behind the ids of the Subtree nodes on the way, with slashes between, if it lies deeper.
    pub path: Arc<str>,
    /// The parameter.
    pub parameter: Arc<str>,
    /// Its value in this use. A variable is one that the Subtree node can see.
    pub value: ParameterValue,
}
