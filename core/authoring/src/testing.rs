//! Doors for fuzzing: each draws a case from any bytes and checks a law that property tests check over cases from seeds.
//!
//! Documents, commands and scripts are made by the same code for both, from numbers of a [`Dice`], whose source is a seed there and a fuzzer's
//! bytes here. So a new kind or command takes part in both at once, and what fuzzing finds is a case for a property test. (The crate
//! `arbitrary` would make them from types, beside the generators that there are, and know neither the library nor what a command needs.)

mod edited_runs;

use std::sync::Once;

use treewright_core::model::Document;
use treewright_core::nodes::testing::random::{
    Dice, ON_PURPOSE, compiled, drawn_script, drawn_with_trees,
};
use treewright_core::runtime::testing::{
    does_no_harm, ends_once, goes_on_when_restored, stands_alike,
};

use self::edited_runs::goes_on_when_edited;
use crate::edit::testing::desk::Desk;
use crate::edit::testing::dice::{Dice as Numbers, document_of};
use crate::edit::testing::laws::undone_and_redone;
use crate::merge::testing::{branches_never_conflict, is_sound_and_can_be_saved};

/// Up to so many times the numbers from which a node or a command is made.
fn numbers(dice: &mut Dice, most: usize) -> Vec<Numbers> {
    let count = dice.below(most + 1);
    (0..count).map(|_| Numbers::drawn(dice)).collect()
}

/// A document as a damaged file may hold it, or one that runs.
fn document(dice: &mut Dice) -> Document {
    if dice.percent(50) {
        return document_of(&numbers(dice, 24));
    }
    let size = 1 + dice.below(20);
    drawn_with_trees(dice, size, &[])
}

/// Random commands to a random document: the structure stays sound, undo and redo are exact, and a refused command changes nothing.
///
/// # Panics
/// Where that does not hold.
pub fn edits(bytes: &[u8]) {
    let dice = &mut Dice::of_bytes(bytes);
    let (start, fragment) = (document(dice), document_of(&numbers(dice, 6)));
    undone_and_redone(start, &fragment, &numbers(dice, 16));
}

/// Random commands to two copies of a random document: what is merged is a forest, can be saved, and edits of different branches never
/// conflict.
///
/// # Panics
/// Where that does not hold.
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

/// A random script for a random tree, some of whose nodes may be broken: every start has one end, run stacks are paths of the tree, nobody
/// has to watch for that, a run that is restored goes on as if it had never stopped, and one whose tree is edited goes on or starts again.
///
/// # Panics
/// Where that does not hold.
pub fn runs(bytes: &[u8]) {
    let_tasks_panic();
    let dice = &mut Dice::of_bytes(bytes);
    let seed = dice.below(1 << 16) as u64;
    let size = 1 + dice.below(40);
    let mut document = drawn_with_trees(dice, size, &[]);
    if dice.percent(30) {
        let mut desk = Desk::with(document.clone());
        for edit in numbers(dice, 6) {
            // Most that are refused are refused for good reasons.
            let _ = desk.apply(&edit.command(&desk.document, &document));
        }
        document = desk.document;
    }
    let frames = 1 + dice.below(24);
    let script = drawn_script(dice, frames, 40, &document);
    goes_on_when_edited(&document, seed, &script, &numbers(dice, 8));
    // None if so much is disabled that nothing is left.
    if let Some(program) = compiled(&document).program {
        ends_once(&program, seed, &script);
        stands_alike(&program, seed, &script);
        goes_on_when_restored(&program, seed, &script);
    }
}

/// A random tree whose run was saved and damaged then: it is refused, or runs without harm.
///
/// # Panics
/// Where that does not hold.
pub fn damaged_snapshots(bytes: &[u8]) {
    let_tasks_panic();
    let dice = &mut Dice::of_bytes(bytes);
    let seed = dice.below(1 << 16) as u64;
    let (size, stop) = (1 + dice.below(30), dice.below(8));
    let document = drawn_with_trees(dice, size, &[]);
    let script = drawn_script(dice, 16, 40, &document);
    if let Some(program) = compiled(&document).program {
        does_no_harm(&program, seed, (&script, stop), dice);
    }
}

/// Fuzzers end at any panic. One of a game's task is caught by the executor, and some tasks of random trees do it on purpose.
fn let_tasks_panic() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let said = panic.payload().downcast_ref::<String>();
            if said.is_none_or(|said| said != ON_PURPOSE) {
                before(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes as a fuzzer begins with, and none.
    #[test]
    fn any_bytes_make_a_case() {
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
    fn bytes_say_what_is_drawn_and_a_seed_goes_on_after_them() {
        let mut dice = Dice::of_bytes(&[3, 255, 1, 2]);
        assert_eq!(dice.below(2), 1);
        assert_eq!(dice.below(100), 55);
        assert_eq!(dice.below(1 << 16), 0x0102);
        let mut seeded = Dice::new(0);
        assert_eq!(dice.below(1000), seeded.below(1000));
    }
}
