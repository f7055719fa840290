//! Builds the nodes of a merged document and connects them, once their presence and parents are decided.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Conflict, ConflictKind, Document, DocumentBuilder, Field, FieldValue, ListedPlace, Node,
    NodeMap, Subject,
};

use super::parents::{ParentSlot, ParentSlots};
use super::{Versions, fields, order};

/// Returns a document with these nodes and nothing else.
pub(super) fn nodes(
    versions: Versions<'_>,
    slots: &ParentSlots<'_>,
    conflicts: &mut Vec<Conflict>,
) -> Document {
    let mut nodes = NodeMap::default();
    let mut order = Vec::with_capacity(slots.len());
    let mut pending: Vec<(NodeId, ListedPlace)> = heads(versions, slots);
    pending.reverse();
    while let Some((id, hang)) = pending.pop() {
        let Some(mut node) = node(versions, &id, conflicts) else {
            continue;
        };
        if let ListedPlace::Below(parent) = hang {
            keep_offset_from_parent(versions, &mut node, nodes.get_index(parent));
        }
        let index = nodes.insert(node);
        order.push((index, hang));
        let children = children(versions, slots, &id, conflicts);
        let children = children.into_iter().rev();
        pending.extend(children.map(|child| (child, ListedPlace::Below(index))));
    }
    let mut builder = DocumentBuilder::default();
    let built = builder.forest(nodes, &order);
    debug_assert!(built.is_ok(), "each node is named once, parents first");
    builder.finish()
}

/// Returns the root and the tops of unconnected trees.
fn heads(versions: Versions<'_>, slots: &ParentSlots<'_>) -> Vec<(NodeId, ListedPlace)> {
    let root = slots.iter().find(|(_, slot)| **slot == ParentSlot::Root);
    let root = root.map(|(id, _)| ((*id).clone(), ListedPlace::Root));
    let Versions { base, ours, theirs } = versions;
    let is_loose = |id: &NodeId| slots.get(id) == Some(&ParentSlot::Loose);
    let listed = order::merge(base.loose(), ours.loose(), theirs.loose(), is_loose).list;
    // Also nodes whose parent was removed, and a root that was replaced by another one.
    let mut others: Vec<&NodeId> = slots.keys().copied().filter(|id| is_loose(id)).collect();
    let known: FxHashSet<&NodeId> = listed.iter().collect();
    others.retain(|id| !known.contains(id));
    others.sort_unstable();
    let others: Vec<NodeId> = others.into_iter().cloned().collect();
    let loose = listed
        .into_iter()
        .chain(others)
        .map(|id| (id, ListedPlace::Loose));
    root.into_iter().chain(loose).collect()
}

/// Merges the children of a node, in order.
fn children(
    versions: Versions<'_>,
    slots: &ParentSlots<'_>,
    id: &NodeId,
    conflicts: &mut Vec<Conflict>,
) -> Vec<NodeId> {
    let of = |document: &Document| -> Vec<NodeId> {
        let node = document.node(id);
        node.map_or_else(Vec::new, |node| node.children().to_vec())
    };
    let [base, ours, theirs] = [of(versions.base), of(versions.ours), of(versions.theirs)];
    let merged = order::merge(&base, &ours, &theirs, |child| {
        slots.get(child) == Some(&ParentSlot::Below(id))
    });
    if merged.contradicts {
        conflicts.push(Conflict {
            kind: ConflictKind::BothReordered,
            subject: Subject::Node(id.clone()),
            field: Field::Order,
            base: Some(FieldValue::Nodes(base)),
            ours: Some(FieldValue::Nodes(ours)),
            theirs: Some(FieldValue::Nodes(theirs)),
        });
    }
    merged.list
}

/// Merges the contents of a node. It has no parent yet.
fn node(versions: Versions<'_>, id: &NodeId, conflicts: &mut Vec<Conflict>) -> Option<Node> {
    let of = |document: &Document| document.node(id).map(Node::disconnected);
    match (of(versions.base), of(versions.ours), of(versions.theirs)) {
        (Some(base), Some(ours), Some(theirs)) => {
            let subject = Subject::Node(id.clone());
            Some(fields::merged(&base, &ours, &theirs, &subject, conflicts))
        }
        (_, ours, theirs) => ours.or(theirs),
    }
}

/// Moves a node added by theirs so that it keeps its position relative to its parent.
fn keep_offset_from_parent(versions: Versions<'_>, node: &mut Node, parent: Option<&Node>) {
    let is_new = versions.ours.node(node.id()).is_none() && versions.base.node(node.id()).is_none();
    let Some(parent) = parent.filter(|_| is_new) else {
        return;
    };
    if let Some(there) = versions.theirs.node(parent.id()) {
        let dx = parent.position.x.saturating_sub(there.position.x);
        let dy = parent.position.y.saturating_sub(there.position.y);
        node.position = node.position.moved(dx, dy);
    }
}
