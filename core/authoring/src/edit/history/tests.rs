//! Undo, redo and the unsaved mark, as the user sees them.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::limits::TEXT_BYTES;
use treewright_core::model::NodePlace;

use super::*;
use crate::edit::testing::editor::{TestEditor, adds, dump, ids};

fn arrange(node: &str) -> Command {
    Command::Arrange(vec![(node.into(), Position::new(7, 8))])
}

impl TestEditor {
    fn new() -> Self {
        Self::drawn("")
    }

    fn name(&mut self, name: &str) {
        self.does(Command::SetDocumentName(name.to_owned()));
    }

    /// Runs a command as part of the last change.
    fn follows(&mut self, command: &Command) {
        let (document, selection) = (&mut self.document, &mut self.selection);
        let library = &self.library;
        let done = self
            .history
            .apply_to_last(document, library, selection, command);
        done.unwrap();
    }
}

#[test]
fn undo_and_redo_reverse_each_other() {
    let mut editor = TestEditor::new();
    editor.name("a");
    editor.name("b");
    assert_eq!(editor.undo().as_deref(), Some("rename document"));
    assert_eq!(editor.document.name, "a");
    assert_eq!(editor.undo().as_deref(), Some("rename document"));
    assert_eq!(editor.document.name, "");
    assert_eq!(editor.undo(), None);
    assert_eq!(editor.redo().as_deref(), Some("rename document"));
    assert_eq!(editor.redo().as_deref(), Some("rename document"));
    assert_eq!(editor.document.name, "b");
    assert_eq!(editor.redo(), None);
}

#[test]
fn a_new_change_clears_the_redo_stack() {
    let mut editor = TestEditor::new();
    editor.name("a");
    editor.undo();
    editor.name("b");
    assert!(!editor.history.can_redo());
}

#[test]
fn the_document_is_dirty_unless_it_equals_the_saved_one() {
    let mut editor = TestEditor::new();
    assert!(!editor.history.is_dirty());
    editor.name("a");
    assert!(editor.history.is_dirty());
    editor.undo();
    assert!(!editor.history.is_dirty());
    editor.redo();
    editor.history.mark_saved();
    assert!(!editor.history.is_dirty());
    editor.undo();
    assert!(editor.history.is_dirty());
    editor.redo();
    assert!(!editor.history.is_dirty());
}

#[test]
fn a_saved_state_on_a_cleared_redo_stack_is_unreachable() {
    let mut editor = TestEditor::new();
    editor.name("a");
    editor.history.mark_saved();
    editor.undo();
    editor.name("b");
    assert!(editor.history.is_dirty());
    editor.undo();
    assert!(editor.history.is_dirty());
}

#[test]
fn a_recovered_document_is_dirty_until_it_is_saved() {
    let mut editor = TestEditor::new();
    editor.history.mark_dirty();
    assert!(editor.history.is_dirty());
    editor.name("a");
    editor.undo();
    assert!(editor.history.is_dirty());
    editor.history.mark_saved();
    assert!(!editor.history.is_dirty());
}

#[test]
fn a_command_without_effect_is_no_undo_step() {
    let mut editor = TestEditor::new();
    editor.name("a");
    let revision = editor.history.revision();
    let again = Command::SetDocumentName("a".to_owned());
    assert_eq!(editor.apply(&again), Err(Refusal::Nothing));
    let batch = Command::Batch(vec![again]);
    assert_eq!(editor.apply(&batch), Err(Refusal::Nothing));
    assert_eq!(editor.history.revision(), revision);
    editor.undo();
    assert_eq!(editor.document.name, "");
}

#[test]
fn a_batch_is_atomic_and_one_undo_step() {
    let mut editor = TestEditor::new();
    let below = NodePlace::Child(NodeId::from("n1"), 0);
    let whole = Command::Batch(vec![
        adds("Sequence", NodePlace::Root),
        adds("Sequence", below),
    ]);
    editor.does(whole.clone());
    assert_eq!(editor.document.node_count(), 2);
    editor.undo();
    assert_eq!(editor.document, Document::default());

    let missing = Command::Delete(vec![NodeId::from("n9")]);
    let refused = editor.apply(&Command::Batch(vec![whole, missing]));
    assert_eq!(refused, Err(Refusal::NoSuchNode(NodeId::from("n9"))));
    assert_eq!(editor.document, Document::default());
    assert!(editor.selection.is_empty());
    assert!(editor.history.can_redo());
}

#[test]
fn undo_restores_the_selection() {
    let mut editor = TestEditor::new();
    editor.does(adds("Sequence", NodePlace::Root));
    let root = editor.document.root().unwrap().clone();
    assert_eq!(editor.selection, Selection::one(root.clone()));
    editor.does(Command::Delete(vec![root.clone()]));
    assert!(editor.selection.is_empty());
    editor.undo();
    assert_eq!(editor.selection, Selection::one(root));
}

#[test]
fn the_oldest_changes_are_dropped() {
    let mut editor = TestEditor::new();
    for i in 0..=MAX_STEPS {
        editor.name(&format!("{i}"));
    }
    while editor.undo().is_some() {}
    assert_eq!(editor.document.name, "0");
    assert!(editor.history.is_dirty());
}

#[test]
fn memory_limits_the_number_of_large_steps() {
    let mut editor = TestEditor::new();
    let fits = MAX_BYTES / TEXT_BYTES;
    let text = |number: usize| {
        let letter = char::from(b'a' + (number % 26) as u8).to_string();
        Command::SetDescription(letter.repeat(TEXT_BYTES))
    };
    for number in 0..fits + 9 {
        editor.does(text(number));
    }
    let mut steps = 0;
    while editor.undo().is_some() {
        steps += 1;
    }
    assert!((fits - 2..=fits).contains(&steps), "{steps} of {fits}");
    assert!(!editor.document.description.is_empty());
}

#[test]
fn a_change_and_its_follow_up_are_one_step() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Log]");
    let before = dump(&editor.document);
    editor.does(Command::Delete(ids("a")));
    editor.follows(&arrange("b"));
    let after = dump(&editor.document);
    assert_eq!(editor.undo().as_deref(), Some("delete node"));
    assert_eq!(dump(&editor.document), before);
    assert!(!editor.history.can_undo() && !editor.history.is_dirty());
    editor.redo();
    assert_eq!(dump(&editor.document), after);
}

#[test]
fn a_follow_up_without_a_previous_step_is_a_step() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait]");
    let before = dump(&editor.document);
    editor.follows(&arrange("a"));
    assert_ne!(dump(&editor.document), before);
    assert!(editor.undo().is_some());
    assert_eq!(dump(&editor.document), before);
    assert!(!editor.history.is_dirty());
}

#[test]
fn amending_the_last_step_keeps_the_redo_stack() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Log]");
    let before = dump(&editor.document);
    let rename = |id: &str| Command::SetName(ids(id), "n".to_owned());
    editor.does(rename("a"));
    let first = editor.history.state();
    editor.does(rename("b"));
    let names = |editor: &TestEditor| -> Vec<String> {
        let nodes = editor.document.nodes();
        nodes.map(|node| node.name.clone()).collect()
    };
    let both = names(&editor);
    editor.undo();
    assert_eq!(editor.history.state(), first);
    let (document, selection) = (&mut editor.document, &mut editor.selection);
    let amended = editor
        .history
        .amend_last(document, &editor.library, selection, &arrange("b"));
    amended.unwrap();
    // It is a new state, to which undo and redo can return.
    let amended = (editor.history.state(), dump(&editor.document));
    assert_ne!(amended.0, first);
    editor.redo();
    assert_eq!(names(&editor), both);
    editor.undo();
    assert_eq!((editor.history.state(), dump(&editor.document)), amended);
    editor.undo();
    assert_eq!(dump(&editor.document), before);
    assert!(!editor.history.is_dirty());
}

#[test]
fn the_saved_state_is_ahead_while_it_is_undone() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait]");
    editor.does(Command::Delete(ids("a")));
    editor.history.mark_saved();
    assert!(!editor.history.is_saved_ahead());
    editor.undo();
    assert!(editor.history.is_saved_ahead());
}

#[test]
fn undo_gives_back_the_number_of_what_scenarios_run() {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Log]");
    let state = |editor: &TestEditor| editor.history.scenario_state();
    let before = state(&editor);
    editor.does(arrange("a"));
    assert_eq!(state(&editor), before, "cards have no meaning");
    editor.does(Command::SetName(ids("a"), "n".to_owned()));
    let first = state(&editor);
    assert_ne!(first, before);
    editor.follows(&Command::SetName(ids("b"), "m".to_owned()));
    let both = state(&editor);
    assert!(![before, first].contains(&both));
    editor.undo();
    assert_eq!(state(&editor), before);
    editor.redo();
    assert_eq!(state(&editor), both);
    editor.undo();
    editor.does(Command::SetName(ids("a"), "other".to_owned()));
    assert!(![before, first, both].contains(&state(&editor)));
}
