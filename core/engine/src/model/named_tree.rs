//! Named trees, which Subtree nodes run, and overrides of parameters inside them. Knows nothing about how they run.

use std::sync::Arc;

use super::{Extra, ParameterValue};
use crate::ids::NodeId;

/// The task of nodes that run a tree of this document or of another file.
pub const SUBTREE: &str = "Subtree";
/// The parameter of a Subtree node that names the tree. Empty for the main tree.
pub const TREE_PARAMETER: &str = "tree";
/// The parameter of a Subtree node that names another file, relative to the folder of its own. Empty for its own
/// file.
pub const FILE_PARAMETER: &str = "file";

/// The name of the tree below a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTree {
    /// Its name, unique in the document and not empty.
    pub name: Arc<str>,
    /// The top node of the tree. In a damaged file this node may not exist.
    pub root: NodeId,
    /// Fields of the file that this version does not know.
    pub extra: Extra,
}

impl NamedTree {
    /// Names the tree below `root`.
    pub fn new(name: impl Into<Arc<str>>, root: impl Into<NodeId>) -> Self {
        Self {
            name: name.into(),
            root: root.into(),
            extra: Extra::new(),
        }
    }
}

/// A value that a Subtree node gives to a parameter of a node inside its subtree, for this use of the subtree only.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// The path of the inner node: the ids of the Subtree nodes on the way and its own id, separated by slashes.
    pub path: Arc<str>,
    /// The name of the parameter.
    pub parameter: Arc<str>,
    /// Its value in this use. A variable must be visible to the Subtree node.
    pub value: ParameterValue,
}
