//! Invariants of merges, for any document and any edits of both sides. Property tests check random cases, fuzzing its own.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]

use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, broken_invariants};

use super::{Merged, merge};
use crate::diff::{DifferenceKind, diff};
use crate::edit::testing::dice::Dice;
use crate::edit::testing::editor::TestEditor;

/// Returns the document after these edits, without those that are refused.
pub(crate) fn edited(base: &Document, commands: &[Dice]) -> Document {
    let mut editor = TestEditor::with(base.clone());
    for dice in commands {
        let _ = editor.apply(&dice.command(&editor.document, base));
    }
    editor.document
}

/// Like [`edited`], but only with the edits that change nothing outside the branch of `head`.
fn edited_below(base: &Document, head: &NodeId, commands: &[Dice]) -> Document {
    let mut editor = TestEditor::with(base.clone());
    for dice in commands {
        let command = dice.command(&editor.document, base);
        if editor.apply(&command).is_ok() && !changes_only_below(base, &editor.document, head) {
            editor.undo();
        }
    }
    editor.document
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

/// Returns two nodes of which neither is a descendant of the other.
fn apart(base: &Document, picks: (usize, usize)) -> Option<(NodeId, NodeId)> {
    let all: Vec<&NodeId> = base
        .pre_order()
        .map(treewright_core::model::Node::id)
        .collect();
    let one = *all.get(picks.0 % all.len().max(1))?;
    let others: Vec<&&NodeId> = all
        .iter()
        .filter(|id| !base.is_inside(id, one) && !base.is_inside(one, id))
        .collect();
    let other = others.get(picks.1 % others.len().max(1))?;
    Some((one.clone(), (**other).clone()))
}

fn is_sound(merged: &Merged) {
    assert_eq!(broken_invariants(&merged.document), Vec::<String>::new());
}

/// Checks that the merge result is a valid forest and can be saved.
pub(crate) fn is_sound_and_can_be_saved(base: &Document, ours: &[Dice], theirs: &[Dice]) {
    let merged = merge(base, &edited(base, ours), &edited(base, theirs));
    is_sound(&merged);
    let text = native::write(&merged.document).unwrap();
    let read = native::read(text.as_bytes()).unwrap().document;
    assert_eq!(read.conflicts, merged.document.conflicts);
}

/// Checks that edits in two disjoint branches never conflict, and that none is lost.
pub(crate) fn branches_never_conflict(
    base: &Document,
    picks: (usize, usize),
    ours: &[Dice],
    theirs: &[Dice],
) {
    let Some((one, other)) = apart(base, picks) else {
        return;
    };
    let ours = edited_below(base, &one, ours);
    let theirs = edited_below(base, &other, theirs);
    let merged = merge(base, &ours, &theirs);
    is_sound(&merged);
    assert_eq!(merged.new_conflicts, 0);
    // No edit is lost: compared with each version, only the other branch differs.
    let other_branch_only = |from: &Document, head: &NodeId| {
        diff(from, &merged.document).iter().all(|difference| {
            let below = |document: &Document, id: &NodeId| {
                document.node(id).is_some() && document.is_inside(id, head)
            };
            let known = difference
                .subject
                .node()
                .is_some_and(|id| below(base, id) || below(&merged.document, id));
            known || difference.is_layout()
        })
    };
    assert!(other_branch_only(&ours, &other));
    if merged.renumbered.is_empty() {
        assert!(other_branch_only(&theirs, &one));
    }
    assert_eq!(
        merged.document.node_count() + base.node_count(),
        ours.node_count() + theirs.node_count()
    );
}
