//! The invariants of editing, for any document and any sequence of commands: the structure stays sound, undo and redo restore
//! states exactly, and a refused command changes nothing.

use proptest::prelude::*;
use treewright_core::testing::cases;

use super::Refusal;
use super::testing::dice::{dice, document};
use super::testing::editor::{TestEditor, dump};
use super::testing::laws::check_undo_and_redo;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(400)))]

    #[test]
    fn undoing_all_restores_the_start_and_redoing_all_the_end(
        start in document(),
        fragment in document(),
        commands in prop::collection::vec(dice(), 1..24),
    ) {
        check_undo_and_redo(start, &fragment, &commands);
    }

    #[test]
    fn a_clean_document_equals_the_saved_one(
        start in document(),
        steps in prop::collection::vec((0..5_u8, dice()), 1..40),
    ) {
        let mut editor = TestEditor::with(start.clone());
        let mut saved = dump(&start);
        for (step, dice) in &steps {
            match step {
                0 => drop(editor.undo()),
                1 => drop(editor.redo()),
                2 => {
                    editor.history.mark_saved();
                    saved = dump(&editor.document);
                }
                _ => {
                    let command = dice.command(&editor.document, &start);
                    let _ = editor.apply(&command);
                }
            }
            // A clean document equals the saved one. A dirty one may equal it too, since a value can be set back by hand.
            if !editor.history.is_dirty() {
                prop_assert_eq!(&dump(&editor.document), &saved);
            }
        }
    }
}

#[test]
fn random_commands_reach_every_kind_of_edit() {
    use proptest::strategy::ValueTree as _;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let mut done = std::collections::BTreeSet::new();
    let mut refused = std::collections::BTreeSet::new();
    for _ in 0..900 {
        let start = document().new_tree(&mut runner).unwrap().current();
        let commands = prop::collection::vec(dice(), 24);
        let commands = commands.new_tree(&mut runner).unwrap().current();
        let mut editor = TestEditor::with(start.clone());
        for dice in commands {
            let command = dice.command(&editor.document, &start);
            match editor.apply(&command) {
                Ok(()) => done.extend(editor.history.undo_label().map(|label| label.code)),
                Err(refusal) => drop(refused.insert(refusal.code())),
            }
        }
    }
    let missing: Vec<_> = super::Label::codes()
        .filter(|code| !done.contains(code))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
    let unreached = Refusal::TooManyNodes(0).code();
    assert_eq!(refused.len(), 29, "{refused:?}");
    assert!(!refused.contains(unreached));
}
