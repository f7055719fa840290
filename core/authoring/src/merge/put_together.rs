//! Makes the nodes of a merged document and hangs them, once it is known which there are and below what each hangs.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Conflict, ConflictKind, Document, DocumentBuilder, Field, FieldValue, Hang, Node, NodeMap,
    Subject,
};

use super::places::{Slot, Slots};
use super::{Three, fields, order};

/// A document with these nodes and nothing else.
pub(super) fn nodes(
    three: Three<'_>,
    slots: &Slots<'_>,
    conflicts: &mut Vec<Conflict>,
) -> Document {
    let mut nodes = NodeMap::default();
    let mut order = Vec::with_capacity(slots.len());
    let mut pending: Vec<(NodeId, Hang)> = heads(three, slots);
    pending.reverse();
    while let Some((id, hang)) = pending.pop() {
        let Some(mut node) = node(three, &id, conflicts) else {
            continue;
        };
        if let Hang::Below(parent) = hang {
            go_along(three, &mut node, nodes.get_index(parent));
        }
        let index = nodes.insert(node);
        order.push((index, hang));
        let children = children(three, slots, &id, conflicts);
        let children = children.into_iter().rev();
        pending.extend(children.map(|child| (child, Hang::Below(index))));
    }
    let mut builder = DocumentBuilder::default();
    let built = builder.forest(nodes, &order);
    debug_assert!(built.is_ok(), "each node is named once, parents first");
    builder.finish()
}

/// The root and the loose heads.
fn heads(three: Three<'_>, slots: &Slots<'_>) -> Vec<(NodeId, Hang)> {
    let root = slots.iter().find(|(_, slot)| **slot == Slot::Root);
    let root = root.map(|(id, _)| ((*id).clone(), Hang::Root));
    let Three { base, ours, theirs } = three;
    let is_loose = |id: &NodeId| slots.get(id) == Some(&Slot::Loose);
    let listed = order::merge(base.loose(), ours.loose(), theirs.loose(), is_loose).list;
    // Some hang nowhere because that above which they hung is gone, or since another node became the root.
    let mut others: Vec<&NodeId> = slots.keys().copied().filter(|id| is_loose(id)).collect();
    let known: FxHashSet<&NodeId> = listed.iter().collect();
    others.retain(|id| !known.contains(id));
    others.sort_unstable();
    let others: Vec<NodeId> = others.into_iter().cloned().collect();
    let loose = listed.into_iter().chain(others).map(|id| (id, Hang::Loose));
    root.into_iter().chain(loose).collect()
}

/// The children of a node, in their order.
fn children(
    three: Three<'_>,
    slots: &Slots<'_>,
    id: &NodeId,
    conflicts: &mut Vec<Conflict>,
) -> Vec<NodeId> {
    let of = |document: &Document| -> Vec<NodeId> {
        let node = document.node(id);
        node.map_or_else(Vec::new, |node| node.children().to_vec())
    };
    let [base, ours, theirs] = [of(three.base), of(three.ours), of(three.theirs)];
    let merged = order::merge(&base, &ours, &theirs, |child| {
        slots.get(child) == Some(&Slot::Below(id))
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

/// What a node holds. It hangs nowhere yet.
fn node(three: Three<'_>, id: &NodeId, conflicts: &mut Vec<Conflict>) -> Option<Node> {
    let of = |document: &Document| document.node(id).map(Node::unhung);
    match (of(three.base), of(three.ours), of(three.theirs)) {
        (Some(base), Some(ours), Some(theirs)) => {
            let subject = Subject::Node(id.clone());
            Some(fields::merged(&base, &ours, &theirs, &subject, conflicts))
        }
        (_, ours, theirs) => ours.or(theirs),
    }
}

/// A node that only theirs has lies where theirs has it, seen from the node that it hangs on.
fn go_along(three: Three<'_>, node: &mut Node, parent: Option<&Node>) {
    let is_new = three.ours.node(node.id()).is_none() && three.base.node(node.id()).is_none();
    let Some(parent) = parent.filter(|_| is_new) else {
        return;
    };
    if let Some(there) = three.theirs.node(parent.id()) {
        let dx = parent.position.x.saturating_sub(there.position.x);
        let dy = parent.position.y.saturating_sub(there.position.y);
        node.position = node.position.moved(dx, dy);
    }
}
