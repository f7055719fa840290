//! `Expression`: succeeds if an expression is true.

use crate::nodes::prelude::*;

kind! {
    ExpressionHolds as Expression: Conditional, "function",
    summary: "Succeeds if an expression is true.",
    details: [
        "- The expression is true: returns Success.",
        "- It is false: returns Failure.",
        "- It has no value, such as after a division by zero: returns Failure with the reason.",
    ],
    parameters: {
        expression: Option<CompiledExpression> = required(Expression(ExpressionType::Of(Bool)), "The condition, such as `health < 30 && distance(position, target) > 5`."),
    },
}

impl Leaf for ExpressionHolds {
    const FOLLOWS_VARIABLES: bool = true;

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        Status::of(holds(self.expression.as_ref(), tick))
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::EvaluationError;

    fn answer(text: &str) -> String {
        let mut tree = TestTree::new();
        tree.variable("生命", 20_i64);
        tree.variable("my target", Value::Vec2([3.0, 4.0]));
        let arguments = tree.expression(text);
        tree.leaf("Expression", &arguments);
        tree.run().letters(1)
    }

    #[test]
    fn it_succeeds_if_the_expression_is_true() {
        assert_eq!(answer("生命 < 30 && length(`my target`) == 5"), "S");
        assert_eq!(answer("生命 > 30"), "F");
    }

    #[test]
    fn an_expression_without_a_value_fails_with_the_reason() {
        let mut tree = TestTree::new();
        tree.variable("n", 0_i64);
        let arguments = tree.expression("1 / n > 0");
        tree.leaf("Expression", &arguments);
        let mut run = tree.run();
        let frame = run.frame();
        assert_eq!(frame.status, Status::Failure);
        let reason = TraceEvent::Error(run.index("0"), EvaluationError::DivisionByZero.message());
        assert!(frame.events.contains(&reason));
    }

    #[test]
    fn a_change_aborts_the_running_branch() {
        let mut tree = TestTree::new();
        tree.variable("health", 20_i64);
        let wounded = tree.expression("health < 30");
        tree.open("Selector", &no_arguments());
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("Expression", &wounded)
            .leaf("Idle", &no_arguments())
            .close();
        tree.leaf("Succeed", &no_arguments()).close();
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        run.set("health", 90_i64);
        assert_eq!(run.letters(1), "S");
    }
}
