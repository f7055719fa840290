//! Undo, redo and the unsaved mark, as the user sees them.

use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::limits::TEXT_BYTES;
use treewright_core::model::Place;

use super::*;
use crate::edit::testing::desk::{Desk, adds, dump, ids};

fn arrange(node: &str) -> Command {
    Command::Arrange(vec![(node.into(), Position::new(7, 8))])
}

impl Desk {
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
    let mut desk = Desk::new();
    desk.name("a");
    desk.name("b");
    assert_eq!(desk.undo().as_deref(), Some("rename document"));
    assert_eq!(desk.document.name, "a");
    assert_eq!(desk.undo().as_deref(), Some("rename document"));
    assert_eq!(desk.document.name, "");
    assert_eq!(desk.undo(), None);
    assert_eq!(desk.redo().as_deref(), Some("rename document"));
    assert_eq!(desk.redo().as_deref(), Some("rename document"));
    assert_eq!(desk.document.name, "b");
    assert_eq!(desk.redo(), None);
}

#[test]
fn a_new_change_clears_the_redo_stack() {
    let mut desk = Desk::new();
    desk.name("a");
    desk.undo();
    desk.name("b");
    assert!(!desk.history.can_redo());
}

#[test]
fn the_document_is_dirty_unless_it_equals_the_saved_one() {
    let mut desk = Desk::new();
    assert!(!desk.history.is_dirty());
    desk.name("a");
    assert!(desk.history.is_dirty());
    desk.undo();
    assert!(!desk.history.is_dirty());
    desk.redo();
    desk.history.mark_saved();
    assert!(!desk.history.is_dirty());
    desk.undo();
    assert!(desk.history.is_dirty());
    desk.redo();
    assert!(!desk.history.is_dirty());
}

#[test]
fn a_saved_state_on_a_cleared_redo_stack_is_unreachable() {
    let mut desk = Desk::new();
    desk.name("a");
    desk.history.mark_saved();
    desk.undo();
    desk.name("b");
    assert!(desk.history.is_dirty());
    desk.undo();
    assert!(desk.history.is_dirty());
}

#[test]
fn a_recovered_document_is_dirty_until_it_is_saved() {
    let mut desk = Desk::new();
    desk.history.mark_dirty();
    assert!(desk.history.is_dirty());
    desk.name("a");
    desk.undo();
    assert!(desk.history.is_dirty());
    desk.history.mark_saved();
    assert!(!desk.history.is_dirty());
}

#[test]
fn a_command_without_effect_is_no_undo_step() {
    let mut desk = Desk::new();
    desk.name("a");
    let revision = desk.history.revision();
    let again = Command::SetDocumentName("a".to_owned());
    assert_eq!(desk.apply(&again), Err(Refusal::Nothing));
    let batch = Command::Batch(vec![again]);
    assert_eq!(desk.apply(&batch), Err(Refusal::Nothing));
    assert_eq!(desk.history.revision(), revision);
    desk.undo();
    assert_eq!(desk.document.name, "");
}

#[test]
fn a_batch_is_atomic_and_one_undo_step() {
    let mut desk = Desk::new();
    let below = Place::Child(NodeId::from("n1"), 0);
    let whole = Command::Batch(vec![adds("Sequence", Place::Root), adds("Sequence", below)]);
    desk.does(whole.clone());
    assert_eq!(desk.document.node_count(), 2);
    desk.undo();
    assert_eq!(desk.document, Document::default());

    let missing = Command::Delete(vec![NodeId::from("n9")]);
    let refused = desk.apply(&Command::Batch(vec![whole, missing]));
    assert_eq!(refused, Err(Refusal::NoSuchNode(NodeId::from("n9"))));
    assert_eq!(desk.document, Document::default());
    assert!(desk.selection.is_empty());
    assert!(desk.history.can_redo());
}

#[test]
fn undo_restores_the_selection() {
    let mut desk = Desk::new();
    desk.does(adds("Sequence", Place::Root));
    let root = desk.document.root().unwrap().clone();
    assert_eq!(desk.selection, Selection::one(root.clone()));
    desk.does(Command::Delete(vec![root.clone()]));
    assert!(desk.selection.is_empty());
    desk.undo();
    assert_eq!(desk.selection, Selection::one(root));
}

#[test]
fn the_oldest_changes_are_dropped() {
    let mut desk = Desk::new();
    for i in 0..=MAX_STEPS {
        desk.name(&format!("{i}"));
    }
    while desk.undo().is_some() {}
    assert_eq!(desk.document.name, "0");
    assert!(desk.history.is_dirty());
}

#[test]
fn memory_limits_the_number_of_large_steps() {
    let mut desk = Desk::new();
    let fits = MAX_BYTES / TEXT_BYTES;
    let text = |number: usize| {
        let letter = char::from(b'a' + (number % 26) as u8).to_string();
        Command::SetDescription(letter.repeat(TEXT_BYTES))
    };
    for number in 0..fits + 9 {
        desk.does(text(number));
    }
    let mut steps = 0;
    while desk.undo().is_some() {
        steps += 1;
    }
    assert!((fits - 2..=fits).contains(&steps), "{steps} of {fits}");
    assert!(!desk.document.description.is_empty());
}

#[test]
fn a_change_and_its_follow_up_are_one_step() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait b:Log]");
    let before = dump(&desk.document);
    desk.does(Command::Delete(ids("a")));
    desk.follows(&arrange("b"));
    let after = dump(&desk.document);
    assert_eq!(desk.undo().as_deref(), Some("delete node"));
    assert_eq!(dump(&desk.document), before);
    assert!(!desk.history.can_undo() && !desk.history.is_dirty());
    desk.redo();
    assert_eq!(dump(&desk.document), after);
}

#[test]
fn a_follow_up_without_a_previous_step_is_a_step() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait]");
    let before = dump(&desk.document);
    desk.follows(&arrange("a"));
    assert_ne!(dump(&desk.document), before);
    assert!(desk.undo().is_some());
    assert_eq!(dump(&desk.document), before);
    assert!(!desk.history.is_dirty());
}

#[test]
fn amending_the_last_step_keeps_the_redo_stack() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait b:Log]");
    let before = dump(&desk.document);
    let rename = |id: &str| Command::SetName(ids(id), "n".to_owned());
    desk.does(rename("a"));
    let first = desk.history.state();
    desk.does(rename("b"));
    let names = |desk: &Desk| -> Vec<String> {
        let nodes = desk.document.nodes();
        nodes.map(|node| node.name.clone()).collect()
    };
    let both = names(&desk);
    desk.undo();
    assert_eq!(desk.history.state(), first);
    let (document, selection) = (&mut desk.document, &mut desk.selection);
    let amended = desk
        .history
        .amend_last(document, &desk.library, selection, &arrange("b"));
    amended.unwrap();
    // It is a new state, to which undo and redo can return.
    let amended = (desk.history.state(), dump(&desk.document));
    assert_ne!(amended.0, first);
    desk.redo();
    assert_eq!(names(&desk), both);
    desk.undo();
    assert_eq!((desk.history.state(), dump(&desk.document)), amended);
    desk.undo();
    assert_eq!(dump(&desk.document), before);
    assert!(!desk.history.is_dirty());
}

#[test]
fn the_saved_state_is_ahead_while_it_is_undone() {
    let mut desk = Desk::drawn("r:Sequence[a:Wait]");
    desk.does(Command::Delete(ids("a")));
    desk.history.mark_saved();
    assert!(!desk.history.is_saved_ahead());
    desk.undo();
    assert!(desk.history.is_saved_ahead());
}
