//! `Guard`: runs its child only if an expression is true.

use crate::nodes::prelude::*;

kind! {
    Guard: Decorator, "shield",
    summary: "Runs its child only if an expression is true.",
    details: [
        "- The expression is true on start: runs the child and returns its result.",
        "- It is false: returns Failure without running the child.",
        "- It is watched like a conditional in its place: if the nearest composite above has an abort type, the expression is rechecked every frame, and a change aborts what that type allows, including this node's own child.",
        "- Without an abort type above it, the child continues when the expression becomes false.",
        "- The expression has no value, such as after a division by zero: it counts as false, and the reason is reported.",
    ],
    parameters: {
        expression: Option<CompiledExpression> = required(Expression(ExpressionType::Of(Bool)), "The condition, such as `health > 30 && !is_night`."),
    },
}

impl Parent for Guard {
    const WANTS: TaskRequirements = wants!(guards, follows_variables);

    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        Some(ChoiceRule::Condition)
    }

    fn condition(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> bool {
        holds(self.expression.as_ref(), tick)
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A Selector over a Sequence with this abort type and a guard inside, and an action.
    fn guarded(abort: AbortType) -> TestRun {
        let mut tree = TestTree::new();
        tree.variable("health", 50_i64);
        let expression = tree.expression("health > 30");
        tree.open("Selector", &no_arguments());
        tree.open_with("Sequence", &no_arguments(), abort);
        tree.open("Guard", &expression).script("R").close().close();
        tree.script("R").close();
        tree.run()
    }

    #[test]
    fn it_runs_its_child_if_the_expression_is_true() {
        let mut tree = TestTree::new();
        let arguments = tree.expression("1 < 2");
        tree.open("Guard", &arguments).script("RF").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 0=S +1 1=R");
        assert_eq!(run.story(), "1=F 1.F 0.F");
    }

    #[test]
    fn it_fails_without_running_its_child_otherwise() {
        let mut tree = TestTree::new();
        let arguments = tree.expression("1 > 2");
        tree.open("Guard", &arguments).script("S").close();
        assert_eq!(tree.run().story(), "+0 0=F 0.F");
    }

    #[test]
    fn without_an_abort_type_it_is_checked_once() {
        let mut run = guarded(AbortType::None);
        assert_eq!(run.story(), "+0 +1 +2 2=S +3 3=R");
        run.set("health", 10_i64);
        assert_eq!(run.story(), "3=R");
    }

    #[test]
    fn with_self_a_change_interrupts_its_own_child() {
        let mut run = guarded(AbortType::OwnBranch);
        run.frame();
        assert_eq!(run.story(), "2?S 3=R");
        run.set("health", 10_i64);
        assert_eq!(run.story(), "2?F 2!1 3.X 2.X +2 2=F 2.F 1.F +4 4=R");
    }

    #[test]
    fn with_lower_priority_a_change_interrupts_what_is_right_of_the_composite() {
        let mut run = guarded(AbortType::LowerPriority);
        run.set("health", 10_i64);
        assert_eq!(run.story(), "+0 +1 +2 2=F 2.F 1.F +4 4=R");
        run.set("health", 50_i64);
        assert_eq!(run.story(), "2?S 2!0 4.X +1 +2 2=S +3 3=R");
    }

    #[test]
    fn an_expression_without_a_value_counts_as_false_and_is_reported() {
        let mut tree = TestTree::new();
        tree.variable("n", 0_i64);
        let arguments = tree.expression("1 / n > 0");
        tree.open("Guard", &arguments).script("S").close();
        assert_eq!(tree.run().story(), "+0 0#division by zero 0=F 0.F");
    }

    #[test]
    fn it_can_interrupt_its_own_branch_and_what_is_to_its_right() {
        let mut tree = TestTree::new();
        let expression = tree.expression("1 < 2");
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.open("Guard", &expression).script("R").close();
        tree.script("R").close();
        let run = tree.run();
        let program = run.instance.program();
        let inside = [run.index("2"), run.index("3")];
        assert_eq!(program.interruptible_by(run.index("1")), inside);
        assert_eq!(program.interruptible_by(run.index("0")), inside);
    }
}
