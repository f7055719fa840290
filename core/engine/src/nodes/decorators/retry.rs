//! `Retry`: runs its child again if it fails, a limited number of times.

use crate::nodes::prelude::*;

kind! {
    Retry: Decorator, "autorenew",
    summary: "Runs its child again if it fails, a limited number of times.",
    details: [
        "- Child succeeds: returns Success.",
        "- Child fails: runs it again; after `attempts` failures, returns Failure.",
        "- A child that ends in the frame in which it starts runs once per frame, so that every frame ends.",
    ],
    parameters: {
        attempts: Operand<i64> = optional(Int, 3_i64, "The number of failures after which it gives up.").within(1.0, 1_000_000_000.0),
    },
}

impl Parent for Retry {
    const WANTS: TaskRequirements = wants!(loops);
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::Count);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        Next::Run(context.first_child())
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            return Next::End(Outcome::Success);
        }
        context.memory[0] = context.memory[0].saturating_add(1);
        let failures = i64::try_from(context.memory[0]).unwrap_or(i64::MAX);
        if failures < self.attempts.get(context.tick) {
            Next::Run(context.ended())
        } else {
            Next::End(Outcome::Failure)
        }
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(attempts: i64) -> Arguments {
        with("attempts", attempts)
    }

    #[test]
    fn it_fails_after_the_allowed_number_of_failures() {
        assert_eq!(over_one_child("Retry", &attempts(3), "F", 3), "RRF");
        assert_eq!(over_one_child("Retry", &attempts(1), "F", 1), "F");
    }

    #[test]
    fn a_success_is_enough() {
        let mut tree = TestTree::new();
        tree.open("Retry", &attempts(3))
            .lasting_script("FFS")
            .close();
        assert_eq!(tree.run().letters(3), "RRS");
    }

    #[test]
    fn the_next_attempt_begins_in_the_frame_in_which_a_longer_one_fails() {
        let mut tree = TestTree::new();
        tree.open("Retry", &attempts(2)).script("RF").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=F 1.F +1 1=R");
        assert_eq!(run.story(), "1=F 1.F 0.F");
    }
}
