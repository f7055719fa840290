//! `RunOnce`: runs its child once, then not again until the tree is enabled again.

use crate::nodes::prelude::*;

kind! {
    /// Memory, across starts: the outcome of its child.
    RunOnce: Decorator, "looks_one",
    summary: "Runs its child once, then not again until the tree is enabled again.",
    details: [
        "- First time: runs the child and returns its result.",
        "- Later starts: returns `afterwards` without running the child; `Same` is the result of the child.",
        "- An interruption does not count as an end: the child runs again next time.",
    ],
    parameters: {
        afterwards: Option<Outcome> = optional(ParameterType::choice(["Same", "Success", "Failure"]), "Same", "The result of later starts: that of the child, or always the same.")
            .meaning(["The result of the child.", "Always Success.", "Always Failure."]),
    },
}

const SUCCEEDED: u64 = 1;
const FAILED: u64 = 2;

impl Parent for RunOnce {
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::EarlierEnd);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        match context.memory[0] {
            0 => Next::Run(context.first_child()),
            answer => {
                let as_child = Outcome::of(answer == SUCCEEDED);
                Next::End(self.afterwards.unwrap_or(as_child))
            }
        }
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        context.memory[0] = if outcome.is_success() {
            SUCCEEDED
        } else {
            FAILED
        };
        Next::End(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_a_loop(afterwards: &str, answers: &str) -> TestTree {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("RunOnce", &with("afterwards", afterwards));
        tree.script(answers).close().close();
        tree
    }

    #[test]
    fn the_child_runs_once_and_its_status_stays() {
        let mut run = in_a_loop("Same", "RF").run();
        run.frame();
        assert_eq!(run.story(), "2=F 2.F 1.F +1 1.F");
        assert_eq!(run.story(), "+1 1.F");
        let mut run = in_a_loop("Same", "S").run();
        run.frame();
        assert_eq!(run.story(), "+1 1.S");
    }

    #[test]
    fn the_later_result_can_be_set() {
        for (afterwards, answers, later) in [("Success", "F", "+1 1.S"), ("Failure", "S", "+1 1.F")]
        {
            let mut run = in_a_loop(afterwards, answers).run();
            run.frame();
            assert_eq!(run.story(), later);
        }
    }

    #[test]
    fn an_interrupted_child_has_not_run() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("TimeLimit", &with("seconds", 2.0));
        tree.open("RunOnce", &no_arguments()).script("RRR");
        tree.close().close().close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "3=R 3.X 2.X 1.F +1 +2 +3 3=R");
    }

    #[test]
    fn enabling_the_tree_again_lets_it_run_again() {
        let mut run = in_a_loop("Same", "S").run();
        run.frame();
        run.instance.restart(&mut (), &mut run.globals);
        assert_eq!(run.starts(), "0 1 2");
    }
}
