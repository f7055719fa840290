//! What is another in a document than it was at another time, told from the pages of nodes that the two do not share. Says nothing of why.

use rustc_hash::FxHashMap;

use super::{Document, Node};
use crate::ids::NodeId;

/// The nodes that are not as they were.
#[derive(Debug, Default)]
pub struct Changes<'a> {
    /// Those that were not there.
    pub came: Vec<&'a Node>,
    /// Those that are not there any more, as they were.
    pub went: Vec<&'a Node>,
    /// Those that hold something else or hang elsewhere, as they were and as they are.
    pub changed: Vec<(&'a Node, &'a Node)>,
    /// Whether the root or the heads of loose trees are others, or stand in another order.
    pub other_heads: bool,
}

impl Changes<'_> {
    /// Whether any node came, went or hangs elsewhere.
    pub fn is_structural(&self) -> bool {
        let hangs_elsewhere = |(then, now): &(&Node, &Node)| !now.hangs_like(then);
        self.other_heads
            || !self.came.is_empty()
            || !self.went.is_empty()
            || self.changed.iter().any(hangs_elsewhere)
    }
}

impl Document {
    /// What changed since `before`, which is this document at another time. Costs what changed, and a look at each page, however large the
    /// document is.
    pub fn changes_since<'a>(&'a self, before: &'a Self) -> Changes<'a> {
        let mut changes = Changes {
            other_heads: self.root != before.root || !self.has_loose_heads_of(before),
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
                // It only lies on another page.
                Some(then) if then == now => {}
                Some(then) => changes.changed.push((then, now)),
                None => changes.came.push(now),
            }
        }
        changes.went.extend(there.into_values());
        changes
    }
}
