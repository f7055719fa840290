//! Walking a document without recursion, however deep it is.

use super::{Document, Node};
use crate::ids::NodeId;

/// Iterates over nodes, parents before children and children in order. [`Self::with_depth`] adds the depth of each.
pub struct PreOrder<'a> {
    document: &'a Document,
    pending: Vec<(&'a NodeId, usize)>,
}

impl<'a> PreOrder<'a> {
    pub(super) fn of_all(document: &'a Document) -> Self {
        Self {
            document,
            pending: document.heads().rev().map(|id| (id, 0)).collect(),
        }
    }

    pub(super) fn of_subtree(document: &'a Document, id: &NodeId) -> Self {
        let head = document.node(id).map(|node| (node.id(), 0));
        Self {
            document,
            pending: head.into_iter().collect(),
        }
    }

    /// The same iteration with each node's depth. Heads have depth 0.
    pub fn with_depth(mut self) -> impl Iterator<Item = (&'a Node, usize)> {
        std::iter::from_fn(move || self.step())
    }

    fn step(&mut self) -> Option<(&'a Node, usize)> {
        let (id, depth) = self.pending.pop()?;
        let node = self.document.node(id)?;
        let children = node.children().iter().rev();
        self.pending.extend(children.map(|c| (c, depth + 1)));
        Some((node, depth))
    }
}

impl<'a> Iterator for PreOrder<'a> {
    type Item = &'a Node;

    fn next(&mut self) -> Option<&'a Node> {
        self.step().map(|(node, _)| node)
    }
}
