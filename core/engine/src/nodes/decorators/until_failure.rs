//! `UntilFailure`: runs its child repeatedly until it fails.

use crate::nodes::prelude::*;

kind! {
    UntilFailure: Decorator, "rule",
    summary: "Runs its child repeatedly until it fails.",
    details: [
        "- Child succeeds: runs it again, once per frame.",
        "- Child fails: returns Failure, or Success if `succeed` is set.",
        "- Child returns Running: returns Running.",
    ],
    parameters: {
        succeed: Operand<bool> = optional(Bool, false, "Return Success when the child fails."),
    },
}

impl Parent for UntilFailure {
    const WANTS: TaskRequirements = wants!(loops);

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            Next::Run(context.ended())
        } else {
            Next::End(Outcome::of(self.succeed.get(context.tick)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_its_child_once_a_frame_until_it_fails() {
        assert_eq!(
            over_one_child("UntilFailure", &no_arguments(), "S", 3),
            "RRR"
        );
        assert_eq!(
            over_one_child("UntilFailure", &no_arguments(), "RF", 2),
            "RF"
        );
    }

    #[test]
    fn with_succeed_the_failure_counts_as_success() {
        let succeed = with("succeed", true);
        assert_eq!(over_one_child("UntilFailure", &succeed, "RF", 2), "RS");
    }
}
