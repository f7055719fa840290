//! `RecoveryNode`: runs its first child; if that fails, runs the second to recover and retries the first, a limited
//! number of times. Works like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Memory: how many times the second child has succeeded since the start.
    RecoveryNode: Composite, "autorenew",
    summary: "Runs its first child; if that fails, runs the second to recover and retries the first, a limited number of times.",
    details: [
        "- First child succeeds: returns Success.",
        "- First child fails: runs the second in the same frame; after `number_of_retries` retries, returns Failure.",
        "- Second child succeeds: runs the first again in the same frame. Second child fails: returns Failure.",
        "- A tree makes at most 1,000 such retries per frame, so that every frame ends; the rest follow in the next frame.",
        "- Takes two children; further ones never run.",
    ],
    parameters: {
        number_of_retries: Operand<i64> = optional(Int, 1_i64, "How often the first child may be retried.")
            .within(0.0, 1_000_000_000.0),
    },
}

impl Parent for RecoveryNode {
    const WANTS: TaskRequirements = wants!(reorders);
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::Count);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        Next::Run(context.first_child())
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if context.ended() != context.first_child() {
            context.memory[0] = context.memory[0].saturating_add(1);
            return match outcome {
                Outcome::Success if context.tick.count_repetition() => {
                    Next::Run(context.first_child())
                }
                Outcome::Success => Next::Wait,
                Outcome::Failure => Next::End(Outcome::Failure),
            };
        }
        let retries = i64::try_from(context.memory[0]).unwrap_or(i64::MAX);
        if outcome.is_success() || retries >= self.number_of_retries.get(context.tick) {
            return Next::End(outcome);
        }
        context
            .child(1)
            .map_or(Next::End(Outcome::Failure), Next::Run)
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Over two leaves whose results continue across their starts.
    fn run(retries: i64, first: &'static str, second: &'static str) -> TestRun {
        let mut tree = TestTree::new();
        let arguments = with("number_of_retries", retries);
        tree.open("RecoveryNode", &arguments);
        tree.lasting_script(first).lasting_script(second).close();
        tree.run()
    }

    #[test]
    fn a_first_child_that_succeeds_needs_no_recovery() {
        assert_eq!(run(1, "RS", "S").letters(2), "RS");
    }

    #[test]
    fn each_failure_is_followed_by_a_recovery_and_another_try() {
        let mut both = run(2, "FFS", "S");
        let expected = "+0 +1 1=F 1.F +2 2=S 2.S +1 1=F 1.F +2 2=S 2.S +1 1=S 1.S 0.S";
        assert_eq!(both.story(), expected);
        let mut slow = run(1, "FRS", "RS");
        assert_eq!(slow.story(), "+0 +1 1=F 1.F +2 2=R");
        assert_eq!(slow.story(), "2=S 2.S +1 1=R");
        assert_eq!(slow.story(), "1=S 1.S 0.S");
    }

    #[test]
    fn it_fails_after_the_last_retry_or_a_failed_recovery() {
        assert_eq!(run(1, "F", "S").starts(), "0 1 2 1");
        assert_eq!(run(0, "F", "S").story(), "+0 +1 1=F 1.F 0.F");
        assert_eq!(run(5, "F", "F").story(), "+0 +1 1=F 1.F +2 2=F 2.F 0.F");
    }

    #[test]
    fn a_frame_ends_with_any_number_of_retries() {
        let mut run = run(1_500, "F", "S");
        assert_eq!(run.letters(2), "RF");
    }
    #[test]
    fn a_recovery_that_an_abort_interrupts_is_no_retry() {
        let mut tree = TestTree::new();
        let near = tree.variable("near", false);
        tree.open_with("RecoveryNode", &no_arguments(), AbortType::OwnBranch);
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near)).script("F").close();
        tree.script("RS").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 4");
        run.set("near", true);
        assert_eq!(run.starts(), "1 2 3 4");
        assert_eq!(run.story(), "2?S 4=S 4.S +1 +2 2=S 2.S +3 3=F 3.F 1.F 0.F");
    }
}
