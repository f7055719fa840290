//! `Expression`: succeeds when an expression over variables holds.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    ExpressionHolds as Expression: Conditional, "function",
    summary: "Succeeds if an expression is true.",
    details: [
        "- The expression is true: returns Success.",
        "- It is false: returns Failure.",
        "- It has no value, such as after a division by zero: returns Failure with the reason.",
    ],
    parameters: {
        expression: Option<Formula> = required(Expression(ExpressionType::Of(Bool)), "The condition, such as `health < 30 && distance(position, target) > 5`."),
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
    fn it_succeeds_when_the_expression_holds() {
        assert_eq!(answer("生命 < 30 && length(`my target`) == 5"), "S");
        assert_eq!(answer("生命 > 30"), "F");
    }

    #[test]
    fn what_has_no_value_fails_with_the_reason() {
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
    fn a_change_aborts_what_runs() {
        let mut tree = TestTree::new();
        tree.variable("health", 20_i64);
        let wounded = tree.expression("health < 30");
        tree.open("Selector", &nothing());
        tree.open_with("Sequence", &nothing(), AbortType::OwnBranch);
        tree.leaf("Expression", &wounded)
            .leaf("Idle", &nothing())
            .close();
        tree.leaf("Succeed", &nothing()).close();
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        run.set("health", 90_i64);
        assert_eq!(run.letters(1), "S");
    }
}
