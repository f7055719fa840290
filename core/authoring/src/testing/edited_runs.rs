//! The invariant of trees that are edited while they run, or after their runs were saved.

use rustc_hash::FxHashSet;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_core::nodes::testing::random::{ScriptFrame, compiled};
use treewright_core::runtime::SwapOutcome;
use treewright_core::runtime::testing::{Run, check_stacks, swapped_as_restored};

use crate::edit::testing::dice::Dice as Numbers;
use crate::edit::testing::editor::TestEditor;

/// Edits a tree before some of its frames and checks: running nodes that still exist continue, their branch restarts, or the
/// whole tree does; in all cases every started node ends once, and a saved run continues as far as one that goes on. Returns how
/// often each of the three happened while something ran.
pub(crate) fn continues_when_edited(
    document: &Document,
    seed: u64,
    script: &[ScriptFrame],
    edits: &[Numbers],
) -> [usize; 3] {
    let mut outcomes = [0; 3];
    let mut editor = TestEditor::with(document.clone());
    let Some(program) = compiled(document).program else {
        return outcomes;
    };
    let mut run = Run::of(program, seed);
    for (place, frame) in script.iter().enumerate() {
        if let Some(edit) = edits.get(place) {
            // Refusals are expected here.
            let _ = editor.apply(&edit.command(&editor.document, document));
            follow(&mut run, &editor.document, &mut outcomes);
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

/// Continues with the changed document, if it can run.
fn follow(run: &mut Run, document: &Document, outcomes: &mut [usize; 3]) {
    let Some(program) = compiled(document).program else {
        return;
    };
    let before = names_on_stacks(run);
    let outcome = swapped_as_restored(run, &program);
    let after = names_on_stacks(run);
    assert!(after.is_subset(&before), "{after:?} of {before:?}");
    let number = match outcome {
        SwapOutcome::Kept => {
            assert_eq!(before, after);
            0
        }
        SwapOutcome::Partly(_) => 1,
        SwapOutcome::Restarted(_) => {
            assert!(after.is_empty(), "{after:?} still run");
            2
        }
    };
    outcomes[number] += usize::from(!before.is_empty());
    check_stacks(&run.instance);
}

#[cfg(test)]
mod tests {
    use treewright_core::nodes::testing::random::{self, Dice};

    use super::*;

    const FRAMES: usize = 24;

    /// Edits of all kinds, of running and of inactive parts of the tree.
    #[test]
    fn a_tree_edited_while_running_continues_or_restarts() {
        let mut outcomes = [0; 3];
        for seed in 0..500 {
            let document = random::document(seed, 24);
            let script = random::script(seed, FRAMES, 40, &document);
            let mut dice = Dice::new(seed);
            let edits: Vec<_> = script.iter().map(|_| Numbers::drawn(&mut dice)).collect();
            let new = continues_when_edited(&document, seed, &script, &edits);
            for (all, new) in outcomes.iter_mut().zip(new) {
                *all += new;
            }
        }
        assert!(outcomes.iter().all(|count| *count > 50), "{outcomes:?}");
    }
}
