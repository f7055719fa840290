//! `ParallelSelector`: runs all its children at the same time: the first that succeeds is enough.

use crate::nodes::prelude::*;

kind! {
    /// The task.
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
    fn fails_when_the_last_of_its_children_has() {
        assert_eq!(
            over_children("ParallelSelector", &["RF", "F", "RRF"], 3),
            "RRF"
        );
    }

    #[test]
    fn succeeds_in_the_frame_in_which_a_child_does() {
        assert_eq!(
            over_children("ParallelSelector", &["R", "F", "RRS"], 3),
            "RRS"
        );
    }

    #[test]
    fn all_have_their_turn_before_the_rest_is_interrupted() {
        let mut tree = TestTree::under("ParallelSelector", &nothing());
        tree.script("R").script("RS").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R 2=S 2.S 3=R 1.X 3.X 0.S");
    }

    #[test]
    fn a_success_at_the_start_keeps_those_to_its_right_from_starting() {
        let mut tree = TestTree::under("ParallelSelector", &nothing());
        tree.script("R").script("S").script("R").close();
        assert_eq!(tree.run().story(), "+0 +1 1=R +2 2=S 2.S 1.X 0.S");
    }
}
