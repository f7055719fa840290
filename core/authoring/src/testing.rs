//! Entry points for fuzzing: each derives a case from arbitrary bytes and checks an invariant that property tests check with
//! random seeds.
//!
//! Both use the same generators for documents, commands and scripts, which take their numbers from a [`Dice`]: seeded there, from
//! the fuzzer's bytes here. So a new node type or command takes part in both, and fuzzing failures can become property test
//! cases. (The crate `arbitrary` would need second generators, based on types, which know neither the library nor the needs of a
//! command.)

mod edited_runs;

use std::sync::Once;

use treewright_core::model::Document;
use treewright_core::nodes::testing::random::{
    Dice, FAULTY_TASK_PANIC, compiled, drawn_script, drawn_with_trees,
};
use treewright_core::runtime::testing::{
    continues_when_restored, damaged_snapshots_do_no_harm, ends_once, has_same_state_without_tracer,
};

use self::edited_runs::continues_when_edited;
use crate::edit::testing::dice::{Dice as Numbers, document_of};
use crate::edit::testing::editor::TestEditor;
use crate::edit::testing::laws::check_undo_and_redo;
use crate::merge::testing::{branches_never_conflict, is_sound_and_can_be_saved};

/// Draws up to `most` sets of numbers, each for a node or a command.
fn numbers(dice: &mut Dice, most: usize) -> Vec<Numbers> {
    let count = dice.below(most + 1);
    (0..count).map(|_| Numbers::drawn(dice)).collect()
}

/// Draws a document as a damaged file may contain it, or one that runs.
fn document(dice: &mut Dice) -> Document {
    if dice.percent(50) {
        return document_of(&numbers(dice, 24));
    }
    let size = 1 + dice.below(20);
    drawn_with_trees(dice, size, &[])
}

/// Applies random commands to a random document: the structure stays sound, undo and redo are exact, and a refused command
/// changes nothing.
///
/// # Panics
/// If an invariant is violated.
pub fn edits(bytes: &[u8]) {
    let dice = &mut Dice::of_bytes(bytes);
    let (start, fragment) = (document(dice), document_of(&numbers(dice, 6)));
    check_undo_and_redo(start, &fragment, &numbers(dice, 16));
}

/// Merges two randomly edited copies of a random document: the result is a forest and can be saved, and edits of different
/// branches never conflict.
///
/// # Panics
/// If an invariant is violated.
pub fn merges(bytes: &[u8]) {
    let dice = &mut Dice::of_bytes(bytes);
    let base = document(dice);
    let (ours, theirs) = (numbers(dice, 10), numbers(dice, 10));
    if dice.percent(50) {
        is_sound_and_can_be_saved(&base, &ours, &theirs);
    } else {
        let picks = (dice.below(64), dice.below(64));
        branches_never_conflict(&base, picks, &ours, &theirs);
    }
}

/// Runs a random script on a random tree, some of whose nodes may be broken: every start has one end, run stacks are paths of the
/// tree, observers do not affect the run, a restored run continues as if it had never stopped, and a run whose tree is edited
/// continues, in part or as a whole, or restarts.
///
/// # Panics
/// If an invariant is violated.
pub fn runs(bytes: &[u8]) {
    let_tasks_panic();
    let dice = &mut Dice::of_bytes(bytes);
    let seed = dice.below(1 << 16) as u64;
    let size = 1 + dice.below(40);
    let mut document = drawn_with_trees(dice, size, &[]);
    if dice.percent(30) {
        let mut editor = TestEditor::with(document.clone());
        for edit in numbers(dice, 6) {
            // Refusals are expected here.
            let _ = editor.apply(&edit.command(&editor.document, &document));
        }
        document = editor.document;
    }
    let frames = 1 + dice.below(24);
    let script = drawn_script(dice, frames, 40, &document);
    continues_when_edited(&document, seed, &script, &numbers(dice, 8));
    // `None` if every node is disabled.
    if let Some(program) = compiled(&document).program {
        ends_once(&program, seed, &script);
        has_same_state_without_tracer(&program, seed, &script);
        continues_when_restored(&program, seed, &script);
    }
}

/// Damages the snapshot of a random run: it is refused or runs without harm.
///
/// # Panics
/// If an invariant is violated.
pub fn damaged_snapshots(bytes: &[u8]) {
    let_tasks_panic();
    let dice = &mut Dice::of_bytes(bytes);
    let seed = dice.below(1 << 16) as u64;
    let (size, stop) = (1 + dice.below(30), dice.below(8));
    let document = drawn_with_trees(dice, size, &[]);
    let script = drawn_script(dice, 16, 40, &document);
    if let Some(program) = compiled(&document).program {
        damaged_snapshots_do_no_harm(&program, seed, (&script, stop), dice);
    }
}

/// Makes the panic hook ignore panics of game tasks: fuzzers stop at any panic, but the executor catches these, and some random
/// trees cause them on purpose.
fn let_tasks_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let said = panic.payload().downcast_ref::<String>();
            if said.is_none_or(|said| said != FAULTY_TASK_PANIC) {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arbitrary bytes as a fuzzer starts with, and an empty input.
    #[test]
    fn any_bytes_form_a_case() {
        let mut dice = Dice::new(7);
        for length in [0, 1, 10, 100, 400, 1000, 3000] {
            let bytes: Vec<u8> = (0..length).map(|_| dice.below(256) as u8).collect();
            edits(&bytes);
            merges(&bytes);
            runs(&bytes);
            damaged_snapshots(&bytes);
        }
    }

    #[test]
    fn bytes_determine_the_draws_and_a_seed_continues_after_them() {
        let mut dice = Dice::of_bytes(&[3, 255, 1, 2]);
        assert_eq!(dice.below(2), 1);
        assert_eq!(dice.below(100), 55);
        assert_eq!(dice.below(1 << 16), 0x0102);
        let mut seeded = Dice::new(0);
        assert_eq!(dice.below(1000), seeded.below(1000));
    }
}
