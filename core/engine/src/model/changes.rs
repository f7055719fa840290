//! Finds which nodes of a document changed. Compares only the pages of nodes that the two versions do not share. Does
//! not know why they changed.

use rustc_hash::FxHashMap;

use super::{Document, Node};
use crate::ids::NodeId;

/// The nodes that differ between two versions of a document.
#[derive(Debug, Default)]
pub struct Changes<'a> {
    /// Nodes that were added.
    pub added: Vec<&'a Node>,
    /// Nodes that were removed, as they were before.
    pub removed: Vec<&'a Node>,
    /// Nodes whose contents or connections changed: before and now.
    pub changed: Vec<(&'a Node, &'a Node)>,
    /// Whether the root or the unconnected heads changed, or their order.
    pub heads_changed: bool,
}

impl Changes<'_> {
    /// Returns whether nodes were added, removed or connected elsewhere.
    pub fn is_structural(&self) -> bool {
        let is_moved = |(then, now): &(&Node, &Node)| !now.has_same_connections(then);
        self.heads_changed
            || !self.added.is_empty()
            || !self.removed.is_empty()
            || self.changed.iter().any(is_moved)
    }
}

impl Document {
    /// Returns what changed since `before`, an earlier or later version of this document. Takes time in proportion to
    /// the changes, plus one pointer comparison per page of nodes.
    pub fn changes_since<'a>(&'a self, before: &'a Self) -> Changes<'a> {
        let mut changes = Changes {
            heads_changed: self.root != before.root || !self.has_loose_heads_of(before),
            ..Changes::default()
        };
        let (mut here, mut there) = (Vec::new(), FxHashMap::<&NodeId, &Node>::default());
        for pair in self.nodes.differing(&before.nodes) {
            match pair {
                (Some(now), Some(then)) if now.id() == then.id() => {
                    changes.changed.push((then, now));
                }
                (now, then) => {
                    here.extend(now);
                    there.extend(then.map(|node| (node.id(), node)));
                }
            }
        }
        for now in here {
            match there.remove(now.id()) {
                // Only moved to another page.
                Some(then) if then == now => {}
                Some(then) => changes.changed.push((then, now)),
                None => changes.added.push(now),
            }
        }
        changes.removed.extend(there.into_values());
        changes
    }
}
