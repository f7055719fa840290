//! Where the nodes of a merged document hang. Does not know what they hold, nor in which order they stand.

use rustc_hash::{FxHashMap, FxHashSet};
use treewright_core::ids::NodeId;
use treewright_core::model::{Conflict, ConflictKind, Document, Field, FieldValue, Subject};

use super::Three;
use super::presence::Present;

/// Below what a node hangs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Slot<'a> {
    /// It is the root.
    Root,
    /// It is the head of a loose tree.
    Loose,
    /// It is a child of this node.
    Below(&'a NodeId),
}

/// Below what each node hangs that is there: no node below itself, and one root at most.
pub(super) type Slots<'a> = FxHashMap<&'a NodeId, Slot<'a>>;

fn slot_in<'a>(document: &'a Document, id: &NodeId) -> Option<Slot<'a>> {
    let node = document.node(id)?;
    Some(match node.parent() {
        Some(parent) => Slot::Below(parent),
        None if document.root() == Some(id) => Slot::Root,
        None => Slot::Loose,
    })
}

/// Decides where the nodes hang that are there.
pub(super) fn decide<'a>(
    three: Three<'a>,
    present: &Present<'a>,
    conflicts: &mut Vec<Conflict>,
) -> Slots<'a> {
    let mut slots: Slots<'a> = Slots::default();
    for id in present {
        let slot = slot_of(three, id, present, conflicts);
        slots.insert(id, slot);
    }
    loop {
        let cycles = cycles(&slots);
        if cycles.is_empty() {
            break;
        }
        for cycle in cycles {
            break_cycle(three, &cycle, &mut slots, conflicts);
        }
    }
    one_root(three, &mut slots, conflicts);
    slots
}

fn slot_of<'a>(
    three: Three<'a>,
    id: &NodeId,
    present: &Present<'a>,
    conflicts: &mut Vec<Conflict>,
) -> Slot<'a> {
    let [base, ours, theirs] =
        [three.base, three.ours, three.theirs].map(|document| slot_in(document, id));
    let (chosen, other) = match (ours, theirs) {
        (Some(ours), Some(theirs)) if ours == theirs || base == Some(theirs) => (ours, theirs),
        (Some(ours), Some(theirs)) if base == Some(ours) => (theirs, ours),
        (Some(ours), Some(theirs)) => {
            conflicts.push(moved(three, ConflictKind::BothMoved, id));
            (ours, theirs)
        }
        (Some(only), None) | (None, Some(only)) => (only, only),
        (None, None) => (Slot::Loose, Slot::Loose),
    };
    let is_there = |slot: &Slot<'_>| match slot {
        Slot::Below(parent) => present.contains(parent),
        Slot::Root | Slot::Loose => true,
    };
    let usable = [chosen, other].into_iter().find(is_there);
    usable.unwrap_or(Slot::Loose)
}

/// A conflict about the place of a node.
fn moved(three: Three<'_>, kind: ConflictKind, id: &NodeId) -> Conflict {
    let place = |document: &Document| document.place(id).map(FieldValue::Place);
    Conflict {
        kind,
        subject: Subject::Node(id.clone()),
        field: Field::Place,
        base: place(three.base),
        ours: place(three.ours),
        theirs: place(three.theirs),
    }
}

/// The nodes of each cycle.
fn cycles<'a>(slots: &Slots<'a>) -> Vec<Vec<&'a NodeId>> {
    let mut found = Vec::new();
    // The way on which each node was reached first.
    let mut reached: FxHashMap<&NodeId, usize> = FxHashMap::default();
    for (number, start) in slots.keys().enumerate() {
        let mut way: Vec<&NodeId> = Vec::new();
        let mut at = *start;
        while !reached.contains_key(at) {
            reached.insert(at, number);
            way.push(at);
            match slots.get(at) {
                Some(Slot::Below(parent)) => at = parent,
                _ => break,
            }
        }
        let closes = matches!(slots.get(at), Some(Slot::Below(_)));
        if closes
            && reached.get(at) == Some(&number)
            && let Some(first) = way.iter().position(|id| *id == at)
            && slots.get(way[way.len() - 1]) == Some(&Slot::Below(at))
        {
            found.push(way.split_off(first));
        }
    }
    found
}

/// Hangs those of a cycle that theirs moved where ours has them. Ours alone has no cycle, so there is such a node in each.
fn break_cycle<'a>(
    three: Three<'a>,
    cycle: &[&'a NodeId],
    slots: &mut Slots<'a>,
    conflicts: &mut Vec<Conflict>,
) {
    let mut broken = false;
    for id in cycle {
        let Some(slot) = slot_in(three.ours, id).filter(|slot| slots.get(id) != Some(slot)) else {
            continue;
        };
        let known = match slot {
            Slot::Below(parent) => slots.contains_key(parent),
            Slot::Root | Slot::Loose => true,
        };
        slots.insert(id, if known { slot } else { Slot::Loose });
        conflicts.push(moved(three, ConflictKind::Cycle, id));
        broken = true;
    }
    // If ever that did not help, the tree is worth more than the place of one node.
    if let Some(first) = cycle.first().filter(|_| !broken) {
        slots.insert(first, Slot::Loose);
    }
}

/// Leaves one root: the one that a version chose that changed it, and ours if both did.
fn one_root<'a>(three: Three<'a>, slots: &mut Slots<'a>, conflicts: &mut Vec<Conflict>) {
    let [base, ours, theirs] = [three.base, three.ours, three.theirs].map(Document::root);
    let is_root = |id: &&NodeId| slots.get(*id) == Some(&Slot::Root);
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
            // the keys of the map live as long as the documents
            if let Some(slot) = slots.get_mut(id) {
                *slot = Slot::Loose;
            }
        }
    }
}
