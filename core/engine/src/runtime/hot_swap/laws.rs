//! The same program keeps every run; a changed one keeps what was not changed, whether the run goes on or was saved.
//! Checked over random trees.

use proptest::prelude::*;
use rustc_hash::FxHashSet;

use crate::TreeInstance;
use crate::ids::NodeId;
use crate::nodes::testing::random::{
    Dice, ScriptFrame, compiled, document_with_trees, partly_disabled, program, script,
};
use crate::runtime::testing::{Run, swapped_as_restored};
use crate::runtime::{Globals, SwapOutcome};
use crate::testing::cases;

const FRAMES: usize = 16;

/// The nodes that run and continue in the next frame, by id.
fn running(run: &Run) -> FxHashSet<NodeId> {
    let program = run.instance.program();
    let nodes = run.instance.stacks().flatten();
    nodes.map(|node| program.id(node).clone()).collect()
}

/// Swaps a random tree with a partly disabled one and back. Returns how often something that ran was kept, partly kept
/// and restarted.
fn edit(seed: u64, size: usize) -> [usize; 3] {
    let document = document_with_trees(seed, size, &[]);
    let script = script(seed, FRAMES, 40, &document);
    let mut run = Run::new(&document, seed);
    let mut dice = Dice::new(seed);
    let mut outcomes = [0; 3];
    for (frame, number) in script.iter().zip(0..) {
        if dice.percent(40) {
            let changed = if dice.percent(50) {
                partly_disabled(&document, seed + number)
            } else {
                document.clone()
            };
            let Some(program) = compiled(&changed).program else {
                continue;
            };
            let before = running(&run);
            let outcome = swapped_as_restored(&mut run, &program);
            let after = running(&run);
            assert!(after.is_subset(&before));
            match outcome {
                SwapOutcome::Kept => assert_eq!(before, after),
                SwapOutcome::Partly(_) => assert!(before.is_empty() || !after.is_empty()),
                SwapOutcome::Restarted(_) => assert!(after.is_empty()),
            }
            let which = match outcome {
                SwapOutcome::Kept => 0,
                SwapOutcome::Partly(_) => 1,
                SwapOutcome::Restarted(_) => 2,
            };
            outcomes[which] += usize::from(!before.is_empty());
        }
        run.check_frame(frame);
    }
    outcomes
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(300)))]

    #[test]
    fn a_program_compiled_anew_keeps_everything(seed: u64, size in 1_usize..40) {
        let document = document_with_trees(seed, size, &[]);
        let script = script(seed, FRAMES, 40, &document);
        let (mut run, mut swapped) = (Run::new(&document, seed), Run::new(&document, seed));
        for frame in &script {
            for happening in &frame.happenings {
                run.happens(happening);
                swapped.happens(happening);
                let (world, globals) = (&mut swapped.world, &mut swapped.globals);
                let outcome = swapped.instance.swap_program(program(&document), world, globals);
                prop_assert_eq!(outcome, SwapOutcome::Kept);
                prop_assert_eq!(run.instance.snapshot(), swapped.instance.snapshot());
                prop_assert_eq!(&run.world, &swapped.world, "nothing was called");
            }
            let silent = ScriptFrame { happenings: Vec::new(), ..frame.clone() };
            prop_assert_eq!(run.step(&silent), swapped.step(&silent));
            prop_assert_eq!(&run.world, &swapped.world);
        }
    }

    #[test]
    fn an_edited_tree_keeps_what_still_exists_whether_it_runs_or_was_saved(seed: u64, size in 1_usize..40) {
        edit(seed, size);
    }
}

/// Guards the properties: they would prove little if nothing were kept, or nothing restarted.
#[test]
fn random_edits_keep_runs_wholly_partly_and_not() {
    let mut outcomes = [0; 3];
    for seed in 0..120 {
        for (all, own) in outcomes.iter_mut().zip(edit(seed, 24)) {
            *all += own as u64;
        }
    }
    assert!(outcomes.iter().all(|count| *count > 6), "{outcomes:?}");
}

#[test]
fn a_run_saved_in_another_tree_keeps_at_least_its_variables() {
    for seed in 0..cases(100) {
        let [one, other] = [seed, seed + 1].map(|seed| document_with_trees(seed, 20, &[]));
        let mut run = Run::new(&one, seed);
        for frame in &script(seed, 6, 60, &one) {
            run.step(frame);
        }
        let saved = run.instance.snapshot();
        let restored = TreeInstance::restore(program(&other), &saved, &mut Globals::default());
        let (restored, _) = restored.unwrap();
        for (name, slot) in &saved.variables {
            let now = restored.variable(&run.globals, name);
            let fits = now.is_some_and(|now| now.value_type() == slot.value.value_type());
            assert!(
                slot.written == 0 || !fits || now == Some(&slot.value),
                "{name}"
            );
        }
    }
}
