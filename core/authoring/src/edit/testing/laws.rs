//! The invariants of editing, for any document and commands. Property tests check random cases, fuzzing its own.

use treewright_core::format::native;
use treewright_core::model::{Document, Node};

use super::dice::Dice;
use super::editor::{TestEditor, dump};

/// Returns the state that a refused command must not change.
fn state(editor: &TestEditor) -> (String, String, u64, bool) {
    let history = &editor.history;
    (
        dump(&editor.document),
        editor.selected(),
        history.revision(),
        history.can_redo(),
    )
}

/// If `changes_since` returns a list of nodes, checks that exactly these have changed and that none has moved.
fn reports_exact_changes(before: &Document, after: &Document) -> bool {
    let changes = after.changes_since(before);
    let mut came: Vec<_> = changes.added.iter().map(|node| node.id()).collect();
    let mut went: Vec<_> = changes.removed.iter().map(|node| node.id()).collect();
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
        || changes.heads_changed == same_heads
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
pub(crate) fn check_undo_and_redo(start: Document, fragment: &Document, commands: &[Dice]) {
    let saved = native::write(&start).ok();
    let mut editor = TestEditor::with(start.clone());
    let mut states = vec![(dump(&start), start)];
    for dice in commands {
        let command = dice.command(&editor.document, fragment);
        let before = state(&editor);
        match editor.apply(&command) {
            Ok(()) => {
                assert!(editor.history.is_dirty());
                assert!(editor.history.revision() > before.2);
                let last = states.last().map(|(_, document)| document);
                assert!(last.is_none_or(|last| reports_exact_changes(last, &editor.document)));
                states.push((dump(&editor.document), editor.document.clone()));
            }
            Err(refusal) => {
                assert_eq!(state(&editor), before, "{command:?}: {refusal}");
            }
        }
    }
    for (text, document) in states.iter().rev().skip(1) {
        assert!(editor.undo().is_some());
        assert_eq!(&dump(&editor.document), text);
        assert_eq!(&editor.document, document);
    }
    assert!(editor.undo().is_none());
    assert!(!editor.history.is_dirty());
    assert_eq!(native::write(&editor.document).ok(), saved);
    for (text, document) in states.iter().skip(1) {
        assert!(editor.redo().is_some());
        assert_eq!(&dump(&editor.document), text);
        assert_eq!(&editor.document, document);
    }
    assert!(editor.redo().is_none());
}
