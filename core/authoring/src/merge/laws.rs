//! Invariants of every merge, over random documents and random edits of both sides.

use proptest::prelude::*;
use treewright_core::model::{Conflict, ConflictKind, Document, Field, HasFields as _};
use treewright_core::testing::cases;

use super::testing::{branches_never_conflict, edited, is_sound_and_can_be_saved};
use super::{Merged, merge};
use crate::edit::testing::dice::{Dice, dice, document};

/// The conflicts found by this merge.
fn found(merged: &Merged) -> &[Conflict] {
    let all = &merged.document.conflicts;
    &all[all.len() - merged.new_conflicts..]
}

/// The conflict as seen with the sides swapped.
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
            // the shown content of a branch depends on which of its nodes exist
            Field::Presence => format!("{:?} {:?}", c.kind, c.subject),
            _ => format!("{c:?}"),
        })
        .collect();
    told.sort();
    told
}

/// The contents of a document, regardless of the order of its lists and the positions of cards.
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
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn merging_with_an_unchanged_version_gives_the_other(base in document(), edits in commands()) {
        let one = edited(&base, &edits);
        for (ours, theirs) in [(&one, &base), (&base, &one), (&one, &one)] {
            let merged = merge(&base, ours, theirs);
            prop_assert_eq!(&merged.document, &one);
            prop_assert_eq!(merged.new_conflicts, 0);
        }
    }

    #[test]
    fn every_merge_is_a_forest_and_can_be_saved(
        base in document(),
        ours in commands(),
        theirs in commands(),
    ) {
        is_sound_and_can_be_saved(&base, &ours, &theirs);
    }

    #[test]
    fn swapping_the_sides_swaps_the_values_of_conflicts(
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
        branches_never_conflict(&base, picks, &ours, &theirs);
    }
}
