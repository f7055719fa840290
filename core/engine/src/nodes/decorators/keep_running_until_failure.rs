//! `KeepRunningUntilFailure`: runs its child until it fails, with a frame between its rounds.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    KeepRunningUntilFailure: Decorator, "all_inclusive",
    summary: "Runs its child repeatedly until it fails; each round starts in a new frame.",
    details: [
        "- Child succeeds: returns Running; runs it again in the next frame, never in the same one.",
        "- Child fails: returns Failure.",
        "- Child returns Running: returns Running.",
    ],
}

impl Parent for KeepRunningUntilFailure {
    fn child_ended(&self, _context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            Next::Wait
        } else {
            Next::End(Outcome::Failure)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_with_the_first_failure() {
        assert_eq!(
            over_one_child("KeepRunningUntilFailure", &nothing(), "RF", 2),
            "RF"
        );
        let mut tree = TestTree::under("KeepRunningUntilFailure", &nothing());
        tree.lasting("SSF").close();
        assert_eq!(tree.run().letters(3), "RRF");
    }

    #[test]
    fn the_next_round_begins_in_the_next_frame() {
        let mut tree = TestTree::under("KeepRunningUntilFailure", &nothing());
        tree.script("RS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R");
        assert_eq!(run.story(), "1=S 1.S");
        assert_eq!(run.story(), "+1 1=R");
    }
}
