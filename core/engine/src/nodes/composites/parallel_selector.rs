//! `ParallelSelector`: runs all its children at once until one succeeds.

use crate::nodes::prelude::*;

kind! {
    ParallelSelector: Composite, "call_split",
    summary: "Runs all its children at once until one succeeds.",
    details: [
        "- Child succeeds: returns Success after every running child has run in this frame; children still running are interrupted. A child that succeeds as soon as it starts prevents those to its right from starting.",
        "- Child fails: the others continue; when all have failed, returns Failure.",
        "- Child returns Running: runs it again in the next frame, left to right with the others.",
    ],
}

impl crate::nodes::Parallel for ParallelSelector {
    fn join(&self, tally: Tally, _tick: &TickContext<'_>) -> Option<Outcome> {
        if tally.succeeded > 0 {
            Some(Outcome::Success)
        } else if tally.failed == tally.children {
            Some(Outcome::Failure)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fails_when_all_children_have_failed() {
        assert_eq!(
            over_children("ParallelSelector", &["RF", "F", "RRF"], 3),
            "RRF"
        );
    }

    #[test]
    fn succeeds_in_the_frame_in_which_a_child_succeeds() {
        assert_eq!(
            over_children("ParallelSelector", &["R", "F", "RRS"], 3),
            "RRS"
        );
    }

    #[test]
    fn all_children_run_before_the_remaining_ones_are_interrupted() {
        let mut tree = TestTree::under("ParallelSelector", &no_arguments());
        tree.script("R").script("RS").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R 2=S 2.S 3=R 1.X 3.X 0.S");
    }

    #[test]
    fn after_a_success_at_the_start_children_to_its_right_do_not_start() {
        let mut tree = TestTree::under("ParallelSelector", &no_arguments());
        tree.script("R").script("S").script("R").close();
        assert_eq!(tree.run().story(), "+0 +1 1=R +2 2=S 2.S 1.X 0.S");
    }
}
