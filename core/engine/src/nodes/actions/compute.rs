//! `Compute`: evaluates an expression and writes the result to a variable.

use crate::nodes::arguments::variables_of;
use crate::nodes::prelude::*;
use crate::nodes::task_error::TaskError;

kind! {
    Compute: Action, "calculate",
    summary: "Evaluates an expression and writes the result to a variable.",
    details: [
        "- The expression has a value: writes it and returns Success. The next node that runs sees it.",
        "- It has none, such as after a division by zero: writes nothing and returns Failure with the reason.",
    ],
    parameters: {
        variable: Option<VariableSlot> = required(VariableName(None), "The variable to write to."),
        expression: Option<CompiledExpression> = required(Expression(ExpressionType::SameAs("variable".into())), "The expression to evaluate, such as `health + 10` or `min(health, 100)`; of the variable's type."),
    },
}

impl Leaf for Compute {
    const WRITES_VARIABLES: bool = true;

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let (Some(slot), Some(expression)) = (self.variable, &self.expression) else {
            tick.fail(TaskError::NoExpression);
            return Status::Failure;
        };
        let result = expression.eval(&variables_of(tick));
        match result {
            Ok(value) => {
                tick.set(slot, value);
                Status::Success
            }
            Err(error) => {
                tick.fail(error);
                Status::Failure
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::EvaluationError;

    /// A tree that increments `n` by 10 / `by` each frame.
    fn counting(by: i64) -> TestRun {
        let mut tree = TestTree::new();
        let slot = tree.variable("n", 1_i64);
        tree.variable("by", by);
        let mut arguments = tree.expression("n + 10 / by");
        arguments.set("variable", Operand::Variable(slot));
        tree.open("Repeater", &with("forever", true));
        tree.leaf("Compute", &arguments).close();
        tree.run()
    }

    #[test]
    fn it_writes_the_result_of_the_expression() {
        let mut run = counting(2);
        assert_eq!(run.letters(2), "RR");
        assert_eq!(run.get("n"), Value::Int(11));
    }

    #[test]
    fn an_expression_without_a_value_fails_with_the_reason_and_writes_nothing() {
        let mut run = counting(0);
        let (node, frame) = (run.index("1"), run.frame());
        let failed = TraceEvent::Update(node, Status::Failure);
        assert!(frame.events.contains(&failed));
        let reason = TraceEvent::Error(node, EvaluationError::DivisionByZero.message());
        assert!(frame.events.contains(&reason), "{:?}", frame.events);
        assert_eq!(run.get("n"), Value::Int(1));
        run.set("by", 10_i64);
        run.frame();
        assert_eq!(run.get("n"), Value::Int(2));
    }
}
