//! Decides which nodes a merged document contains. Does not know their parents.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{
    Conflict, ConflictKind, Document, DocumentBuilder, Field, FieldValue, Node, NodePlace, Subject,
};

use super::Versions;
use crate::diff::{changed_fields, common_order};

/// The ids of the nodes of the merged document.
pub(super) type PresentNodes<'a> = FxHashSet<&'a NodeId>;

/// A branch that one version removed: its nodes in the other version, the top first.
struct RemovedBranch<'a> {
    nodes: Vec<&'a NodeId>,
    /// Whether the other version changed anything in it.
    changed: bool,
}

/// Decides which nodes exist. A branch that ours removed and theirs changed is absent; a branch that theirs removed and ours
/// changed is complete.
pub(super) fn decide<'a>(
    versions: Versions<'a>,
    conflicts: &mut Vec<Conflict>,
) -> PresentNodes<'a> {
    let Versions { base, ours, theirs } = versions;
    let of_ours = ours.nodes().map(Node::id);
    let of_ours = of_ours.filter(|id| theirs.node(id).is_some() || base.node(id).is_none());
    let mut present: PresentNodes<'a> = of_ours.collect();
    let gone_from_theirs = removed(base, theirs, ours);
    for branch in gone_from_theirs.iter().filter(|branch| branch.changed) {
        present.extend(&branch.nodes);
    }
    // A node that theirs added below an absent node is absent too.
    for node in theirs.pre_order() {
        let added = base.node(node.id()).is_none();
        if added && node.parent().is_none_or(|parent| present.contains(parent)) {
            present.insert(node.id());
        }
    }
    for branch in gone_from_theirs.iter().filter(|branch| branch.changed) {
        conflicts.extend(conflict(
            ConflictKind::RemovedByTheirs,
            (None, branch_value(ours, &without(ours, branch, theirs))),
            branch,
        ));
    }
    for branch in removed(base, ours, theirs).iter().filter(|b| b.changed) {
        let theirs = branch_value(theirs, &without(theirs, branch, ours));
        conflicts.extend(conflict(
            ConflictKind::RemovedByOurs,
            (theirs, None),
            branch,
        ));
    }
    present
}

/// Returns the top of a branch and its descendants that the other version does not contain.
fn without<'a>(
    document: &'a Document,
    branch: &RemovedBranch<'_>,
    other: &Document,
) -> Vec<&'a NodeId> {
    let head = branch.nodes.first();
    let below = head.into_iter().flat_map(|head| document.subtree(head));
    below
        .map(Node::id)
        .filter(|id| other.node(id).is_none())
        .collect()
}

fn conflict(
    kind: ConflictKind,
    (theirs, ours): (Option<FieldValue>, Option<FieldValue>),
    branch: &RemovedBranch<'_>,
) -> Option<Conflict> {
    let head = branch.nodes.first()?;
    Some(Conflict {
        kind,
        subject: Subject::Node((*head).clone()),
        field: Field::Presence,
        base: None,
        ours,
        theirs,
    })
}

/// Returns the branches of `kept` that are in `base` but not in `gone`.
fn removed<'a>(base: &Document, gone: &Document, kept: &'a Document) -> Vec<RemovedBranch<'a>> {
    let mut branches: Vec<RemovedBranch<'a>> = Vec::new();
    let mut branch_of: FxHashMap<&NodeId, usize> = FxHashMap::default();
    for node in kept.pre_order() {
        let parent = node.parent();
        let above = parent.and_then(|parent| branch_of.get(parent)).copied();
        let before = base.node(node.id());
        let was_put_there = before.is_none_or(|before| !has_same_parent(base, before, kept, node));
        if before.is_none() || gone.node(node.id()).is_some() {
            if let Some(above) = above {
                branches[above].changed |= was_put_there;
            }
            continue;
        }
        let index = above.unwrap_or_else(|| {
            branches.push(RemovedBranch {
                nodes: Vec::new(),
                changed: false,
            });
            branches.len() - 1
        });
        branch_of.insert(node.id(), index);
        let branch = &mut branches[index];
        branch.nodes.push(node.id());
        branch.changed |= was_put_there || before.is_some_and(|before| differs(before, node));
    }
    branches
}

fn has_same_parent(base: &Document, before: &Node, other: &Document, node: &Node) -> bool {
    let is_root = |document: &Document| document.root() == Some(node.id());
    before.parent() == node.parent() && is_root(base) == is_root(other)
}

/// Returns whether a node's contents or the order of its children changed. Its card position does not count.
fn differs(before: &Node, node: &Node) -> bool {
    let mut found = Vec::new();
    changed_fields(before, node, &Subject::Document, &mut found);
    if !found.iter().all(crate::diff::Difference::is_layout) {
        return true;
    }
    let (before, after) = (before.children(), node.children());
    before != after && {
        let common: FxHashSet<&NodeId> = before.iter().collect();
        let common = after.iter().filter(|id| common.contains(id)).count();
        common_order(before, after).len() < common
    }
}

/// Returns these nodes as a document of their own, with the place of the first.
pub(super) fn branch_value(document: &Document, nodes: &[&NodeId]) -> Option<FieldValue> {
    let head = *nodes.first()?;
    let place: NodePlace = document.place(head)?;
    let mut builder = DocumentBuilder::default();
    for id in nodes {
        let node = document.node(id)?;
        // Problems recorded for a node by the file reader are not copied.
        let copy = node.copy_as(node.id().clone());
        // A node whose parent is not in the list is skipped, except the top: it stays where it is.
        let added = match node.parent().filter(|_| *id != head) {
            Some(parent) => builder.child(parent, copy),
            None => builder.root(copy),
        };
        drop(added);
    }
    Some(FieldValue::Branch(place, Box::new(builder.finish())))
}
