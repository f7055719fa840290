//! What holds of every merge, over random documents and random edits of both sides.

use proptest::prelude::*;

use super::{Merged, merge};
use crate::diff::{DifferenceKind, diff};
use crate::edit::testing::desk::Desk;
use crate::edit::testing::dice::{Dice, dice, document};
use crate::format::native;
use crate::ids::NodeId;
use crate::model::{Conflict, ConflictKind, Document, Field, HasFields as _, broken_invariants};

/// A document after these edits, as far as they can be done.
fn edited(base: &Document, commands: &[Dice]) -> Document {
    let mut desk = Desk::with(base.clone());
    for dice in commands {
        let _ = desk.apply(&dice.command(&desk.document, base));
    }
    desk.document
}

/// A document after those of these edits that change nothing but what lies below this node.
fn edited_below(base: &Document, head: &NodeId, commands: &[Dice]) -> Document {
    let mut desk = Desk::with(base.clone());
    for dice in commands {
        let command = dice.command(&desk.document, base);
        if desk.apply(&command).is_ok() && !changes_only_below(base, &desk.document, head) {
            desk.undo();
        }
    }
    desk.document
}

fn changes_only_below(base: &Document, now: &Document, head: &NodeId) -> bool {
    diff(base, now).iter().all(|difference| {
        let Some(node) = difference.subject.node() else {
            return false;
        };
        let inside =
            |document: &Document| document.node(node).is_some() && document.is_inside(node, head);
        let stays = node != head || difference.kind == DifferenceKind::Changed;
        stays && (inside(base) || base.node(node).is_none() && inside(now))
            || difference.is_layout()
    })
}

/// Two nodes neither of which lies below the other.
fn apart(base: &Document, picks: (usize, usize)) -> Option<(NodeId, NodeId)> {
    let all: Vec<&NodeId> = base.pre_order().map(crate::model::Node::id).collect();
    let one = *all.get(picks.0 % all.len().max(1))?;
    let others: Vec<&&NodeId> = all
        .iter()
        .filter(|id| !base.is_inside(id, one) && !base.is_inside(one, id))
        .collect();
    let other = others.get(picks.1 % others.len().max(1))?;
    Some((one.clone(), (**other).clone()))
}

/// The conflicts that this merge found.
fn found(merged: &Merged) -> &[Conflict] {
    let all = &merged.document.conflicts;
    &all[all.len() - merged.new_conflicts..]
}

fn is_sound(merged: &Merged) {
    assert_eq!(broken_invariants(&merged.document), Vec::<String>::new());
}

/// The conflicts as the other side sees them.
fn mirrored(conflict: &Conflict) -> Conflict {
    let kind = match conflict.kind {
        ConflictKind::RemovedByOurs => ConflictKind::RemovedByTheirs,
        ConflictKind::RemovedByTheirs => ConflictKind::RemovedByOurs,
        other => other,
    };
    Conflict {
        kind,
        ours: conflict.theirs.clone(),
        theirs: conflict.ours.clone(),
        ..conflict.clone()
    }
}

fn about(conflicts: impl Iterator<Item = Conflict>) -> Vec<String> {
    let told = conflicts.filter(|c| c.field != Field::Root);
    let mut told: Vec<String> = told
        .map(|c| match c.field {
            // what is shown of a branch depends on which nodes of it are there
            Field::Presence => format!("{:?} {:?}", c.kind, c.subject),
            _ => format!("{c:?}"),
        })
        .collect();
    told.sort();
    told
}

/// What a document holds, whatever the order of its lists and where its cards lie.
fn contents(document: &Document) -> Vec<String> {
    let mut all: Vec<String> = document
        .nodes()
        .map(|node| {
            let mut fields: Vec<_> = node
                .fields()
                .into_iter()
                .filter(|(field, _)| !field.is_layout())
                .collect();
            fields.sort_by(|one, other| one.0.cmp(&other.0));
            format!("{} {:?} {fields:?}", node.id(), node.parent())
        })
        .collect();
    all.extend(document.variables.iter().map(|v| format!("{v:?}")));
    all.extend(document.trees.iter().map(|t| format!("{t:?}")));
    all.sort();
    all
}

fn commands() -> impl Strategy<Value = Vec<Dice>> {
    prop::collection::vec(dice(), 0..14)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn merging_with_what_nobody_changed_gives_the_other(base in document(), edits in commands()) {
        let one = edited(&base, &edits);
        for (ours, theirs) in [(&one, &base), (&base, &one), (&one, &one)] {
            let merged = merge(&base, ours, theirs);
            prop_assert_eq!(&merged.document, &one);
            prop_assert_eq!(merged.new_conflicts, 0);
        }
    }

    #[test]
    fn whatever_is_merged_is_a_forest_and_can_be_saved(
        base in document(),
        ours in commands(),
        theirs in commands(),
    ) {
        let merged = merge(&base, &edited(&base, &ours), &edited(&base, &theirs));
        is_sound(&merged);
        let text = native::write(&merged.document).unwrap();
        let read = native::read(text.as_bytes()).unwrap().document;
        prop_assert_eq!(&read.conflicts, &merged.document.conflicts);
    }

    #[test]
    fn exchanging_the_sides_exchanges_what_conflicts_show(
        base in document(),
        ours in commands(),
        theirs in commands(),
    ) {
        let (ours, theirs) = (edited(&base, &ours), edited(&base, &theirs));
        let (one, other) = (merge(&base, &ours, &theirs), merge(&base, &theirs, &ours));
        let plain = |merged: &Merged| {
            let mut conflicts = found(merged).iter();
            merged.renumbered.is_empty() && !conflicts.any(|c| c.kind == ConflictKind::Cycle)
        };
        if plain(&one) && plain(&other) {
            prop_assert_eq!(
                about(found(&one).iter().cloned()),
                about(found(&other).iter().map(mirrored))
            );
            if one.new_conflicts == 0 {
                prop_assert_eq!(contents(&one.document), contents(&other.document));
            }
        }
    }

    #[test]
    fn edits_of_different_branches_never_conflict(
        base in document(),
        picks in any::<(usize, usize)>(),
        ours in prop::collection::vec(dice(), 1..30),
        theirs in prop::collection::vec(dice(), 1..30),
    ) {
        let Some((one, other)) = apart(&base, picks) else {
            return Ok(());
        };
        let ours = edited_below(&base, &one, &ours);
        let theirs = edited_below(&base, &other, &theirs);
        let merged = merge(&base, &ours, &theirs);
        is_sound(&merged);
        prop_assert_eq!(merged.new_conflicts, 0);
        // Nothing of either is lost: seen from each version, only the other branch differs.
        let other_branch_only = |from: &Document, head: &NodeId| {
            diff(from, &merged.document).iter().all(|difference| {
                let below = |document: &Document, id: &NodeId| {
                    document.node(id).is_some() && document.is_inside(id, head)
                };
                let known = difference.subject.node().is_some_and(|id| {
                    below(&base, id) || below(&merged.document, id)
                });
                known || difference.is_layout()
            })
        };
        prop_assert!(other_branch_only(&ours, &other));
        if merged.renumbered.is_empty() {
            prop_assert!(other_branch_only(&theirs, &one));
        }
        prop_assert_eq!(
            merged.document.node_count() + base.node_count(),
            ours.node_count() + theirs.node_count()
        );
    }
}
