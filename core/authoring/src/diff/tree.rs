//! Compares the nodes of two documents: existence, parents, child order and contents.

use std::cell::OnceCell;

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Field, FieldValue, Node, NodePlace, Subject};

use super::items::changed_fields;
use super::{Difference, DifferenceKind, common_order};

/// Adds all differences of nodes, and of the root.
pub(super) fn nodes<'a>(old: &'a Document, new: &'a Document, found: &mut Vec<Difference>) {
    let (old, new) = (IndexedDocument::of(old), IndexedDocument::of(new));
    let mut removed = Removed::of(&old, &new);
    let mut moved = FxHashSet::default();
    collect_moved(old.document.loose(), new.document.loose(), &mut moved);
    for node in new.document.pre_order() {
        match old.document.node(node.id()) {
            None => found.push(presence(DifferenceKind::Added, node)),
            Some(before) => {
                collect_moved(before.children(), node.children(), &mut moved);
                if !has_same_parent(&old, &new, node) || moved.contains(node.id()) {
                    found.push(Difference {
                        kind: DifferenceKind::Moved,
                        subject: Subject::Node(node.id().clone()),
                        field: Field::Place,
                        old: old.place(node.id()).map(FieldValue::Place),
                        new: new.place(node.id()).map(FieldValue::Place),
                    });
                }
                let subject = Subject::Node(node.id().clone());
                changed_fields(before, node, &subject, found);
            }
        }
        removed.take_below(Some(node.id()), found);
    }
    removed.take_below(None, found);
}

fn presence(kind: DifferenceKind, node: &Node) -> Difference {
    Difference::presence(kind, Subject::Node(node.id().clone()))
}

/// Returns whether a node has the same parent, or is the root or unconnected, in both documents.
fn has_same_parent(old: &IndexedDocument<'_>, new: &IndexedDocument<'_>, node: &Node) -> bool {
    let Some(before) = old.document.node(node.id()) else {
        return false;
    };
    let is_root = |places: &IndexedDocument<'_>| places.document.root() == Some(node.id());
    before.parent() == node.parent() && is_root(old) == is_root(new)
}

/// Adds the nodes that kept their parent but changed their position among their siblings.
fn collect_moved<'a>(before: &'a [NodeId], after: &'a [NodeId], moved: &mut FxHashSet<&'a NodeId>) {
    if before == after {
        return;
    }
    let kept = common_order(before, after);
    let stayed: FxHashSet<&NodeId> = before.iter().collect();
    let out_of_order = after
        .iter()
        .filter(|id| stayed.contains(id) && !kept.contains(id));
    moved.extend(out_of_order);
}

/// A document with a lazily built index of node positions, since searching a node among many siblings is slow.
struct IndexedDocument<'a> {
    document: &'a Document,
    indices: OnceCell<FxHashMap<&'a NodeId, usize>>,
}

impl<'a> IndexedDocument<'a> {
    fn of(document: &'a Document) -> Self {
        Self {
            document,
            indices: OnceCell::new(),
        }
    }

    fn place(&self, id: &NodeId) -> Option<NodePlace> {
        let node = self.document.node(id)?;
        if self.document.root() == Some(id) {
            return Some(NodePlace::Root);
        }
        let indices = self.indices.get_or_init(|| {
            let families = self.document.nodes().map(Node::children);
            let families = families.chain([self.document.loose()]);
            families
                .flat_map(|family| family.iter().enumerate().map(|(index, id)| (id, index)))
                .collect()
        });
        let index = *indices.get(id)?;
        Some(match node.parent() {
            Some(parent) => NodePlace::Child(parent.clone(), index),
            None => NodePlace::Loose(index),
        })
    }
}

/// The removed nodes, grouped by the nearest ancestor that still exists.
struct Removed<'a> {
    below: FxHashMap<Option<&'a NodeId>, Vec<&'a Node>>,
}

impl<'a> Removed<'a> {
    fn of(old: &IndexedDocument<'a>, new: &IndexedDocument<'a>) -> Self {
        let mut below: FxHashMap<Option<&NodeId>, Vec<&Node>> = FxHashMap::default();
        // For each removed node, the nearest ancestor that was not removed.
        let mut kept_above: FxHashMap<&NodeId, Option<&NodeId>> = FxHashMap::default();
        for node in old.document.pre_order() {
            if new.document.node(node.id()).is_some() {
                continue;
            }
            let parent = node.parent();
            let kept = match parent.and_then(|parent| kept_above.get(parent)) {
                Some(kept) => *kept,
                None => parent,
            };
            kept_above.insert(node.id(), kept);
            below.entry(kept).or_default().push(node);
        }
        Self { below }
    }

    fn take_below(&mut self, kept: Option<&'a NodeId>, found: &mut Vec<Difference>) {
        let nodes = self.below.remove(&kept).unwrap_or_default();
        found.extend(
            nodes
                .into_iter()
                .map(|node| presence(DifferenceKind::Removed, node)),
        );
    }
}
