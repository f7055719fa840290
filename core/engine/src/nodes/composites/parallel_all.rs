//! `ParallelAll`: runs all its children at once and waits until all have ended.

use crate::nodes::prelude::*;

kind! {
    ParallelAll: Composite, "done_all",
    summary: "Runs all its children at once and waits until all have ended.",
    details: [
        "- Child succeeds or fails: the others continue.",
        "- All have ended: returns Failure if at least `max_failures` of them failed, otherwise Success. 0 means all of them.",
        "- Child returns Running: runs it again in the next frame, left to right with the others.",
    ],
    parameters: {
        max_failures: Operand<i64> = optional(Int, 1_i64, "How many children must fail for this node to fail; 0 for all.")
            .within(0.0, 1_000_000.0),
    },
}

impl crate::nodes::Parallel for ParallelAll {
    const GROUND: Option<Ground> = Some(Ground::Count);

    fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome> {
        let limit = match self.max_failures.get(tick) {
            limit if limit > 0 => limit,
            _ => i64::from(tally.children),
        };
        let is_over = tally.succeeded + tally.failed == tally.children;
        is_over.then(|| Outcome::of(i64::from(tally.failed) < limit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_for_all_and_fails_if_one_did() {
        assert_eq!(over_children("ParallelAll", &["S", "RRS"], 3), "RRS");
        assert_eq!(over_children("ParallelAll", &["F", "RRS"], 3), "RRF");
    }

    fn with_limit(limit: i64, answers: &[&str]) -> String {
        let mut tree = TestTree::under("ParallelAll", &with("max_failures", limit));
        for answers in answers {
            tree.script(answers);
        }
        tree.close();
        tree.run().letters(2)
    }

    #[test]
    fn the_failure_threshold_counts() {
        assert_eq!(with_limit(2, &["F", "RS"]), "RS");
        assert_eq!(with_limit(2, &["F", "RF"]), "RF");
        assert_eq!(with_limit(0, &["F", "RF", "S"]), "RS");
        assert_eq!(with_limit(0, &["F", "RF"]), "RF");
    }
}
