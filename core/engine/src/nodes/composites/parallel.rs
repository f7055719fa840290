//! `Parallel`: runs all its children at once; by default all must succeed.

use crate::nodes::prelude::*;

kind! {
    Parallel: Composite, "density_large",
    summary: "Runs all its children at once; by default all must succeed.",
    details: [
        "- Child succeeds: the others continue; once `success_threshold` children have succeeded, returns Success. 0 means all of them.",
        "- Child fails: once `failure_threshold` children have failed, returns Failure. 0 means all of them.",
        "- The thresholds are checked after every running child has run in this frame, failures first; children still running are interrupted. On start, they are checked after each child: one that fails immediately can prevent those to its right from starting.",
        "- All children have ended and no threshold is reached: returns Failure.",
        "- Child returns Running: runs it again in the next frame, left to right with the others.",
    ],
    parameters: {
        success_threshold: Operand<i64> = optional(Int, 0_i64, "How many children must succeed; 0 for all.")
            .within(0.0, 1_000_000.0),
        failure_threshold: Operand<i64> = optional(Int, 1_i64, "How many children must fail for this node to fail; 0 for all.")
            .within(0.0, 1_000_000.0),
    },
}

impl crate::nodes::Parallel for Parallel {
    const GROUND: Option<Ground> = Some(Ground::Count);

    fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome> {
        let reached = |count: u32, threshold: &Operand<i64>| match threshold.get(tick) {
            threshold if threshold > 0 => i64::from(count) >= threshold,
            _ => count == tally.children,
        };
        if reached(tally.failed, &self.failure_threshold) {
            Some(Outcome::Failure)
        } else if reached(tally.succeeded, &self.success_threshold) {
            Some(Outcome::Success)
        } else {
            (tally.succeeded + tally.failed == tally.children).then_some(Outcome::Failure)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_when_all_children_have_succeeded() {
        assert_eq!(over_children("Parallel", &["RS", "S", "RRS"], 3), "RRS");
    }

    #[test]
    fn fails_in_the_frame_in_which_a_child_fails() {
        assert_eq!(over_children("Parallel", &["R", "RRF", "S"], 3), "RRF");
        assert_eq!(over_children("Parallel", &["F", "R"], 1), "F");
    }

    fn with_thresholds(success: i64, failure: i64, answers: &[&str], frames: usize) -> String {
        let arguments = with("success_threshold", success).with("failure_threshold", failure);
        let mut tree = TestTree::under("Parallel", &arguments);
        for answers in answers {
            tree.script(answers);
        }
        tree.close();
        tree.run().letters(frames)
    }

    #[test]
    fn the_success_threshold_counts() {
        assert_eq!(with_thresholds(2, 0, &["RRRS", "RS", "RRS", "F"], 3), "RRS");
    }

    #[test]
    fn the_failure_threshold_counts() {
        assert_eq!(with_thresholds(0, 2, &["RF", "R", "RRF"], 3), "RRF");
        assert_eq!(with_thresholds(1, 0, &["RF", "F", "RRF"], 3), "RRF");
    }

    #[test]
    fn ending_without_reaching_a_threshold_is_a_failure() {
        assert_eq!(with_thresholds(2, 2, &["RS", "RRF"], 3), "RRF");
        assert_eq!(with_thresholds(5, 5, &["S", "S"], 1), "F");
    }

    #[test]
    fn reaching_both_thresholds_in_one_frame_is_a_failure() {
        assert_eq!(with_thresholds(1, 1, &["RS", "RF"], 2), "RF");
    }
}
