//! Decides the parent of each node of a merged document. Does not know the contents or the order of nodes.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, ConflictKind, Document, Field, FieldValue, Subject};

use super::Versions;
use super::presence::PresentNodes;

/// The parent of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ParentSlot<'a> {
    /// The node is the root.
    Root,
    /// The node is the top of an unconnected tree.
    Loose,
    /// The node is a child of this node.
    Below(&'a NodeId),
}

/// The parent of each present node. Contains no cycle and at most one root.
pub(super) type ParentSlots<'a> = FxHashMap<&'a NodeId, ParentSlot<'a>>;

fn slot_in<'a>(document: &'a Document, id: &NodeId) -> Option<ParentSlot<'a>> {
    let node = document.node(id)?;
    Some(match node.parent() {
        Some(parent) => ParentSlot::Below(parent),
        None if document.root() == Some(id) => ParentSlot::Root,
        None => ParentSlot::Loose,
    })
}

/// Decides the parents of the present nodes.
pub(super) fn decide<'a>(
    versions: Versions<'a>,
    present: &PresentNodes<'a>,
    conflicts: &mut Vec<Conflict>,
) -> ParentSlots<'a> {
    let mut slots: ParentSlots<'a> = ParentSlots::default();
    for id in present {
        let slot = slot_of(versions, id, present, conflicts);
        slots.insert(id, slot);
    }
    loop {
        let cycles = cycles(&slots);
        if cycles.is_empty() {
            break;
        }
        for cycle in cycles {
            break_cycle(versions, &cycle, &mut slots, conflicts);
        }
    }
    one_root(versions, &mut slots, conflicts);
    slots
}

fn slot_of<'a>(
    versions: Versions<'a>,
    id: &NodeId,
    present: &PresentNodes<'a>,
    conflicts: &mut Vec<Conflict>,
) -> ParentSlot<'a> {
    let [base, ours, theirs] =
        [versions.base, versions.ours, versions.theirs].map(|document| slot_in(document, id));
    let (chosen, other) = match (ours, theirs) {
        (Some(ours), Some(theirs)) if ours == theirs || base == Some(theirs) => (ours, theirs),
        (Some(ours), Some(theirs)) if base == Some(ours) => (theirs, ours),
        (Some(ours), Some(theirs)) => {
            conflicts.push(moved(versions, ConflictKind::BothMoved, id));
            (ours, theirs)
        }
        (Some(only), None) | (None, Some(only)) => (only, only),
        (None, None) => (ParentSlot::Loose, ParentSlot::Loose),
    };
    let is_there = |slot: &ParentSlot<'_>| match slot {
        ParentSlot::Below(parent) => present.contains(parent),
        ParentSlot::Root | ParentSlot::Loose => true,
    };
    let usable = [chosen, other].into_iter().find(is_there);
    usable.unwrap_or(ParentSlot::Loose)
}

/// Creates a conflict about the place of a node.
fn moved(versions: Versions<'_>, kind: ConflictKind, id: &NodeId) -> Conflict {
    let place = |document: &Document| document.place(id).map(FieldValue::Place);
    Conflict {
        kind,
        subject: Subject::Node(id.clone()),
        field: Field::Place,
        base: place(versions.base),
        ours: place(versions.ours),
        theirs: place(versions.theirs),
    }
}

/// Returns the nodes of each cycle.
fn cycles<'a>(slots: &ParentSlots<'a>) -> Vec<Vec<&'a NodeId>> {
    let mut found = Vec::new();
    // The number of the walk that reached each node first.
    let mut reached: FxHashMap<&NodeId, usize> = FxHashMap::default();
    for (number, start) in slots.keys().enumerate() {
        let mut way: Vec<&NodeId> = Vec::new();
        let mut at = *start;
        while !reached.contains_key(at) {
            reached.insert(at, number);
            way.push(at);
            match slots.get(at) {
                Some(ParentSlot::Below(parent)) => at = parent,
                _ => break,
            }
        }
        let closes = matches!(slots.get(at), Some(ParentSlot::Below(_)));
        if closes
            && reached.get(at) == Some(&number)
            && let Some(first) = way.iter().position(|id| *id == at)
            && slots.get(way[way.len() - 1]) == Some(&ParentSlot::Below(at))
        {
            found.push(way.split_off(first));
        }
    }
    found
}

/// Moves the nodes of a cycle that theirs moved back to their parents in ours. Ours has no cycle, so each cycle contains such a
/// node.
fn break_cycle<'a>(
    versions: Versions<'a>,
    cycle: &[&'a NodeId],
    slots: &mut ParentSlots<'a>,
    conflicts: &mut Vec<Conflict>,
) {
    let mut broken = false;
    for id in cycle {
        let Some(slot) = slot_in(versions.ours, id).filter(|slot| slots.get(id) != Some(slot))
        else {
            continue;
        };
        let known = match slot {
            ParentSlot::Below(parent) => slots.contains_key(parent),
            ParentSlot::Root | ParentSlot::Loose => true,
        };
        slots.insert(id, if known { slot } else { ParentSlot::Loose });
        conflicts.push(moved(versions, ConflictKind::Cycle, id));
        broken = true;
    }
    // Fallback: a valid tree is worth more than the place of one node.
    if let Some(first) = cycle.first().filter(|_| !broken) {
        slots.insert(first, ParentSlot::Loose);
    }
}

/// Leaves one root: the one chosen by the version that changed it, or ours if both did.
fn one_root<'a>(
    versions: Versions<'a>,
    slots: &mut ParentSlots<'a>,
    conflicts: &mut Vec<Conflict>,
) {
    let [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map(Document::root);
    let is_root = |id: &&NodeId| slots.get(*id) == Some(&ParentSlot::Root);
    let candidates: FxHashSet<&NodeId> = [base, ours, theirs]
        .into_iter()
        .flatten()
        .filter(is_root)
        .collect();
    let wanted = if base == ours { theirs } else { ours };
    let by_rank = [wanted, ours, theirs, base];
    let chosen = by_rank.into_iter().flatten().find(is_root);
    if candidates.len() > 1 && ours != base && theirs != base && ours != theirs {
        let node = |id: Option<&NodeId>| id.cloned().map(FieldValue::Node);
        conflicts.push(Conflict {
            kind: ConflictKind::BothChanged,
            subject: Subject::Document,
            field: Field::Root,
            base: node(base),
            ours: node(ours),
            theirs: node(theirs),
        });
    }
    for id in candidates {
        if Some(id) != chosen {
            // Looked up again because the keys borrow from the documents.
            if let Some(slot) = slots.get_mut(id) {
                *slot = ParentSlot::Loose;
            }
        }
    }
}
