//! Estimates of memory, for code that keeps many documents, such as the undo history. The overhead of maps and
//! allocations is not counted exactly.

use std::mem::size_of;

use super::{Conflict, Document, FieldValue, Node, Note, StandIn, Variable};
use crate::ids::NodeId;

impl Document {
    /// Estimates the bytes that this document does not share with `other`, an earlier or later copy of it. All its
    /// bytes if `other` is `None`.
    pub fn estimated_unshared_bytes(&self, other: Option<&Self>) -> usize {
        let own_nodes = self.nodes.unshared(other.map(|other| &other.nodes));
        let own_nodes = match other {
            Some(_) => own_nodes.map(node_bytes).sum(),
            None => sampled_bytes(own_nodes, self.node_count()),
        };
        let has_variables = other.is_none_or(|o| !self.variables.is_shared(&o.variables));
        let variables = self.variables.iter().filter(|_| has_variables);
        let has_notes = other.is_none_or(|other| !self.notes.is_shared(&other.notes));
        let notes = self.notes.iter().filter(|_| has_notes);
        let extra = self.extra.iter();
        size_of::<Self>()
            + self.description.len()
            + own_nodes
            + variables
                .map(|v| size_of::<Variable>() + v.comment.len())
                .sum::<usize>()
            + notes
                .map(|note| size_of::<Note>() + note.text.len())
                .sum::<usize>()
            + self.conflicts.iter().map(conflict_bytes).sum::<usize>()
            + extra
                .map(|(name, json)| name.len() + json.len())
                .sum::<usize>()
    }
}

/// Estimates the bytes of this number of nodes by some of them, evenly distributed: looking at all nodes of a large document takes long.
fn sampled_bytes<'n>(nodes: impl Iterator<Item = &'n Node>, count: usize) -> usize {
    const MAX_SAMPLES: usize = 1_024;
    let step = count.div_ceil(MAX_SAMPLES).max(1);
    let sample: usize = nodes.step_by(step).map(node_bytes).sum();
    let sampled = count.div_ceil(step).max(1);
    sample / sampled * count
}

/// Estimated bytes of an override, with its texts.
pub const OVERRIDE_BYTES: usize = 160;
/// Estimated bytes of the name of a tree.
pub const NAME_BYTES: usize = 32;

/// Estimates the bytes of a node.
pub fn node_bytes(node: &Node) -> usize {
    /// Estimated bytes of a parameter, with the text of its value.
    const PARAMETER: usize = 96;
    let extra = node
        .extra
        .iter()
        .map(|(name, json)| name.len() + json.len());
    size_of::<Node>()
        + node.name.len()
        + node.comment.len()
        + node.data.len()
        + node.parameters.len() * PARAMETER
        + node.overrides.len() * OVERRIDE_BYTES
        + extra.sum::<usize>()
        + node
            .stand_in
            .as_ref()
            .map_or(0, |stand_in| stand_in_bytes(stand_in))
}

/// Estimates the bytes of a conflict.
pub fn conflict_bytes(conflict: &Conflict) -> usize {
    let sides = [&conflict.base, &conflict.ours, &conflict.theirs];
    let held = sides.map(|side| match side {
        Some(FieldValue::Branch(_, inner) | FieldValue::Whole(inner)) => {
            inner.nodes().map(node_bytes).sum()
        }
        Some(FieldValue::Nodes(ids)) => ids.len() * size_of::<NodeId>(),
        Some(FieldValue::Json(json)) => json.len(),
        _ => 0_usize,
    });
    size_of::<Conflict>() + held.iter().sum::<usize>()
}

/// Estimates the bytes of a stand-in.
pub fn stand_in_bytes(stand_in: &StandIn) -> usize {
    size_of::<StandIn>()
        + match stand_in {
            StandIn::Sequence { results, .. } => results.len(),
            StandIn::Frames(frames) => frames.len() * size_of::<(u64, u64)>(),
            StandIn::Expression(text) | StandIn::Unknown(text) => text.len(),
            _ => 0,
        }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DocumentBuilder, Surgery as _};

    #[test]
    fn a_copy_counts_only_its_changes() {
        const NODES: usize = 1_000;
        const COMMENT: usize = 5_000;
        let mut builder = DocumentBuilder::new("Large");
        for number in 0..NODES {
            let node = Node::new(format!("n{number}"), "Idle");
            builder.loose(node).expect("a new node");
        }
        let before = builder.finish();
        let whole = before.estimated_unshared_bytes(None);
        assert!(whole > NODES * size_of::<Node>());
        let mut after = before.clone();
        assert!(after.estimated_unshared_bytes(Some(&before)) < 2 * size_of::<Document>());
        let node = after.node_mut(&"n7".into()).expect("a node");
        node.comment = "x".repeat(COMMENT);
        let changed = after.estimated_unshared_bytes(Some(&before));
        assert!((COMMENT..whole / 4).contains(&changed), "{changed}");
    }
}
