//! The law about trees that are edited while they run.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_core::nodes::testing::random::{ScriptFrame, compiled};
use treewright_core::runtime::SwapOutcome;
use treewright_core::runtime::testing::{Run, check_stacks};

use crate::edit::testing::desk::Desk;
use crate::edit::testing::dice::Dice as Numbers;

/// A tree that is edited before some of its frames: what ran and is still there goes on, or all of it starts again, and either way what is started
/// ends once. Gives how often which of the two was the case while something ran.
pub(crate) fn goes_on_when_edited(
    document: &Document,
    seed: u64,
    script: &[ScriptFrame],
    edits: &[Numbers],
) -> [usize; 2] {
    let mut outcomes = [0, 0];
    let mut desk = Desk::with(document.clone());
    let Some(program) = compiled(document).program else {
        return outcomes;
    };
    let mut run = Run::of(program, seed);
    for (place, frame) in script.iter().enumerate() {
        if let Some(edit) = edits.get(place) {
            // Most that are refused are refused for good reasons.
            let _ = desk.apply(&edit.command(&desk.document, document));
            follow(&mut run, &desk.document, &mut outcomes);
        }
        run.check_frame(frame);
    }
    outcomes
}

fn names_on_stacks(run: &Run) -> FxHashSet<NodeId> {
    let program = run.instance.program();
    let nodes = run.instance.stacks().flatten();
    nodes.map(|node| program.id(node).clone()).collect()
}

/// Goes on with the changed document, if that can run.
fn follow(run: &mut Run, document: &Document, outcomes: &mut [usize; 2]) {
    let Some(program) = compiled(document).program else {
        return;
    };
    let before = names_on_stacks(run);
    let (world, globals) = (&mut run.world, &mut run.globals);
    let outcome = run.instance.swap_program(program, world, globals);
    let after = names_on_stacks(run);
    match outcome {
        SwapOutcome::Kept => assert_eq!(before, after),
        SwapOutcome::Restarted => assert!(after.is_empty(), "{after:?} still run"),
    }
    outcomes[usize::from(outcome == SwapOutcome::Restarted)] += usize::from(!before.is_empty());
    check_stacks(&run.instance);
}

#[cfg(test)]
mod tests {
    use treewright_core::nodes::testing::random::{self, Dice};

    use super::*;

    const FRAMES: usize = 24;

    /// Edits of all kinds, of the parts of a tree that run and of those that do not.
    #[test]
    fn a_tree_that_is_edited_while_it_runs_goes_on_or_starts_again() {
        let mut outcomes = [0, 0];
        for seed in 0..500 {
            let document = random::document(seed, 24);
            let script = random::script(seed, FRAMES, 40, &document);
            let mut dice = Dice::new(seed);
            let edits: Vec<_> = script.iter().map(|_| Numbers::drawn(&mut dice)).collect();
            let [kept, restarted] = goes_on_when_edited(&document, seed, &script, &edits);
            outcomes = [outcomes[0] + kept, outcomes[1] + restarted];
        }
        assert!(outcomes.iter().all(|count| *count > 200), "{outcomes:?}");
    }
}
