//! `WaitUntil`: waits until an expression is true.

use crate::nodes::prelude::*;

kind! {
    WaitUntil: Action, "hourglass_bottom",
    summary: "Waits until an expression is true.",
    details: [
        "- The expression is false: returns Running and checks it again in the next frame.",
        "- It is true: returns Success, even in the first frame.",
        "- It has no value, such as after a division by zero: returns Failure with the reason.",
    ],
    parameters: {
        expression: Option<CompiledExpression> = required(Expression(ExpressionType::Of(Bool)), "The condition, such as `health > 50 && !sees_enemy`."),
    },
}

impl Leaf for WaitUntil {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        if holds(self.expression.as_ref(), tick) {
            Status::Success
        } else {
            Status::Running
        }
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waiting(text: &str) -> TestRun {
        let mut tree = TestTree::new();
        tree.variable("health", 10_i64);
        let arguments = tree.expression(text);
        tree.leaf("WaitUntil", &arguments);
        tree.run()
    }

    #[test]
    fn it_runs_until_the_expression_is_true() {
        let mut run = waiting("health > 50");
        assert_eq!(run.letters(3), "RRR");
        run.set("health", 51_i64);
        assert_eq!(run.letters(1), "S");
    }

    #[test]
    fn an_expression_that_is_true_at_once_succeeds_at_once() {
        assert_eq!(waiting("health == 10").letters(1), "S");
    }

    #[test]
    fn an_expression_without_a_value_fails() {
        let mut run = waiting("100 / health > 50");
        assert_eq!(run.letters(1), "R");
        run.set("health", 0_i64);
        assert_eq!(run.letters(1), "F");
    }
}
