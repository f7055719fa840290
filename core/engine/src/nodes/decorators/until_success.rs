//! `UntilSuccess`: runs its child repeatedly until it succeeds.

use crate::nodes::prelude::*;

kind! {
    UntilSuccess: Decorator, "replay",
    summary: "Runs its child repeatedly until it succeeds.",
    details: [
        "- Child succeeds: returns Success.",
        "- Child fails: runs it again, once per frame.",
        "- Child returns Running: returns Running.",
    ],
}

impl Parent for UntilSuccess {
    const WANTS: TaskRequirements = wants!(loops);

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            Next::End(Outcome::Success)
        } else {
            Next::Run(context.ended())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_a_child_that_fails_at_once_again_in_the_next_frame() {
        assert_eq!(
            over_one_child("UntilSuccess", &no_arguments(), "F", 3),
            "RRR"
        );
    }

    #[test]
    fn ends_when_its_child_succeeds() {
        let mut tree = TestTree::new();
        tree.variable("done", false);
        let done = Arguments::default();
        let mut done = done.with("operator", "==").with("right", true);
        done.set("left", Operand::Variable(VariableSlot::Tree(0)));
        tree.open("UntilSuccess", &no_arguments())
            .leaf("CompareBool", &done)
            .close();
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        run.set("done", true);
        assert_eq!(run.letters(1), "S");
    }
}
