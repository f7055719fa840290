//! `ParallelComplete`: runs all its children at the same time and ends as the first one does.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    ParallelComplete: Composite, "sports_score",
    summary: "Runs all its children at once and returns the first result.",
    details: [
        "- Child succeeds or fails: returns its result after every running child has run in this frame; children still running are interrupted. A child that ends as soon as it starts prevents those to its right from starting.",
        "- Several children end in one frame: the leftmost one counts.",
        "- Child returns Running: runs it again in the next frame, left to right with the others.",
    ],
}

impl crate::nodes::Parallel for ParallelComplete {
    fn join(&self, tally: Tally, _tick: &TickContext<'_>) -> Option<Outcome> {
        tally.first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_as_the_first_child_that_ends() {
        assert_eq!(
            over_children("ParallelComplete", &["R", "RRS", "RRRF"], 3),
            "RRS"
        );
        assert_eq!(
            over_children("ParallelComplete", &["R", "RRRS", "RRF"], 3),
            "RRF"
        );
    }

    #[test]
    fn the_leftmost_of_those_that_end_in_one_frame_counts() {
        assert_eq!(
            over_children("ParallelComplete", &["R", "RF", "RS"], 2),
            "RF"
        );
        assert_eq!(
            over_children("ParallelComplete", &["R", "RS", "RF"], 2),
            "RS"
        );
    }

    #[test]
    fn what_still_runs_is_interrupted_left_to_right() {
        let mut tree = TestTree::under("ParallelComplete", &nothing());
        tree.script("R").script("RF").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R 2=F 2.F 3=R 1.X 3.X 0.F");
    }
}
