//! The invariants of editing, for any document and commands. Property tests check random cases, fuzzing its own.

use treewright_core::format::native;
use treewright_core::model::{Document, Node};

use super::desk::{Desk, dump};
use super::dice::Dice;

/// Returns the state that a refused command must not change.
fn state(desk: &Desk) -> (String, String, u64, bool) {
    let history = &desk.history;
    (
        dump(&desk.document),
        desk.selected(),
        history.revision(),
        history.can_redo(),
    )
}

/// If `changes_since` returns a list of nodes, checks that exactly these have changed and that none has moved.
fn tells_what_changed(before: &Document, after: &Document) -> bool {
    let changes = after.changes_since(before);
    let mut came: Vec<_> = changes.came.iter().map(|node| node.id()).collect();
    let mut went: Vec<_> = changes.went.iter().map(|node| node.id()).collect();
    let mut edited: Vec<_> = changes.changed.iter().map(|(_, now)| now.id()).collect();
    for ids in [&mut came, &mut went, &mut edited] {
        ids.sort_unstable();
    }
    let only_in = |a: &'_ Document, b: &'_ Document| {
        let ids = a.nodes().map(Node::id).filter(|id| b.node(id).is_none());
        let mut ids: Vec<_> = ids.cloned().collect();
        ids.sort_unstable();
        ids
    };
    let is_another = |node: &&Node| before.node(node.id()).is_some_and(|then| then != *node);
    let mut others: Vec<_> = after.nodes().filter(is_another).map(Node::id).collect();
    others.sort_unstable();
    let same_heads = before.heads().eq(after.heads()) && before.root() == after.root();
    if !came.into_iter().eq(&only_in(after, before))
        || !went.into_iter().eq(&only_in(before, after))
        || edited != others
        || changes.other_heads == same_heads
    {
        return false;
    }
    let Some(told) = after.changed_in_place(before) else {
        return true;
    };
    let hangs_as_before = before
        .pre_order()
        .map(Node::id)
        .eq(after.pre_order().map(Node::id))
        && before.root() == after.root()
        && before.node_count() == after.node_count();
    let differs = |node: &&Node| before.node(node.id()) != Some(*node);
    let mut told: Vec<_> = told.into_iter().map(|(_, now)| now.id()).collect();
    let mut differing: Vec<_> = after.nodes().filter(differs).map(Node::id).collect();
    told.sort_unstable();
    differing.sort_unstable();
    hangs_as_before && told == differing
}

/// Checks that undoing all restores the start exactly, redoing all restores the end exactly, and a refused command changes
/// nothing.
pub(crate) fn undone_and_redone(start: Document, fragment: &Document, commands: &[Dice]) {
    let saved = native::write(&start).ok();
    let mut desk = Desk::with(start.clone());
    let mut states = vec![(dump(&start), start)];
    for dice in commands {
        let command = dice.command(&desk.document, fragment);
        let before = state(&desk);
        match desk.apply(&command) {
            Ok(()) => {
                assert!(desk.history.is_dirty());
                assert!(desk.history.revision() > before.2);
                let last = states.last().map(|(_, document)| document);
                assert!(last.is_none_or(|last| tells_what_changed(last, &desk.document)));
                states.push((dump(&desk.document), desk.document.clone()));
            }
            Err(refusal) => {
                assert_eq!(state(&desk), before, "{command:?}: {refusal}");
            }
        }
    }
    for (text, document) in states.iter().rev().skip(1) {
        assert!(desk.undo().is_some());
        assert_eq!(&dump(&desk.document), text);
        assert_eq!(&desk.document, document);
    }
    assert!(desk.undo().is_none());
    assert!(!desk.history.is_dirty());
    assert_eq!(native::write(&desk.document).ok(), saved);
    for (text, document) in states.iter().skip(1) {
        assert!(desk.redo().is_some());
        assert_eq!(&dump(&desk.document), text);
        assert_eq!(&desk.document, document);
    }
    assert!(desk.redo().is_none());
}
