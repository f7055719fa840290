//! `Repeater`: runs its child repeatedly.

use crate::nodes::prelude::*;

kind! {
    Repeater: Decorator, "repeat",
    summary: "Runs its child repeatedly.",
    details: [
        "- Child succeeds or fails: counts a round; after `count` rounds, returns the result of the last one.",
        "- Child fails and `end_on_failure` is set: returns Failure immediately.",
        "- A child that ends in the frame in which it starts runs once per frame, so that every frame ends.",
    ],
    parameters: {
        count: Operand<i64> = optional(Int, 1_i64, "The number of rounds.").within(1.0, 1_000_000_000.0)
            .only_while("forever", false),
        forever: Operand<bool> = optional(Bool, false, "Repeat forever and ignore `count`.").suggesting(true),
        end_on_failure: Operand<bool> = optional(Bool, false, "Return Failure at the first round that fails."),
    },
}

impl Parent for Repeater {
    const WANTS: TaskRequirements = wants!(loops);
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::Count);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        Next::Run(context.first_child())
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        context.memory[0] = context.memory[0].saturating_add(1);
        if !outcome.is_success() && self.end_on_failure.get(context.tick) {
            return Next::End(Outcome::Failure);
        }
        let rounds = i64::try_from(context.memory[0]).unwrap_or(i64::MAX);
        if self.forever.get(context.tick) || rounds < self.count.get(context.tick) {
            Next::Run(context.ended())
        } else {
            Next::End(outcome)
        }
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
        if self.forever.constant() == Some(&true) {
            memory[0] = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_count(count: i64) -> Arguments {
        with("count", count)
    }

    #[test]
    fn without_a_count_it_makes_one_round_and_returns_its_result() {
        assert_eq!(over_one_child("Repeater", &no_arguments(), "RF", 2), "RF");
    }

    #[test]
    fn makes_one_round_a_frame_over_a_child_that_ends_at_once() {
        assert_eq!(over_one_child("Repeater", &with_count(3), "S", 3), "RRS");
    }

    #[test]
    fn the_next_round_begins_in_the_frame_in_which_a_longer_one_ends() {
        assert_eq!(over_one_child("Repeater", &with_count(2), "RS", 3), "RRS");
    }

    #[test]
    fn with_forever_it_never_ends() {
        let forever = with_count(1).with("forever", true);
        assert_eq!(over_one_child("Repeater", &forever, "F", 5), "RRRRR");
    }

    #[test]
    fn with_end_on_failure_it_ends_at_a_failure() {
        let forever = with_count(1)
            .with("forever", true)
            .with("end_on_failure", true);
        assert_eq!(over_one_child("Repeater", &forever, "RF", 2), "RF");
    }
}
