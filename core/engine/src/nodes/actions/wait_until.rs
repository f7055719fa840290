//! `WaitUntil`: runs until an expression holds.

use crate::category::Category;
use crate::model::{ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Formula, Leaf, holds};
use crate::runtime::{Status, TickContext, Wake};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct WaitUntil {
    expression: Option<Formula>,
}

impl Declared for WaitUntil {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "WaitUntil".into(),
            category: Category::Action,
            summary: "Runs until an expression holds.".into(),
            details: concat!(
                "- The expression does not hold: Running, and asked again in the next frame.\n",
                "- It holds: Success, in the first frame too.\n",
                "- It has no value, such as after a division by zero: Failure with the reason.",
            )
            .into(),
            icon: "hourglass_bottom".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![ParameterDeclaration::required(
                "expression",
                ParameterType::Expression(ExpressionType::Of(ValueType::Bool)),
                "What must hold, such as `health > 50 && !sees_enemy`.",
            )],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            expression: arguments.expression("expression"),
        }
    }
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
    use crate::nodes::testing::{TestRun, TestTree};

    fn waiting(text: &str) -> TestRun {
        let mut tree = TestTree::new();
        tree.variable("health", 10_i64);
        let arguments = tree.expression(text);
        tree.leaf("WaitUntil", &arguments);
        tree.run()
    }

    #[test]
    fn it_runs_until_the_expression_holds() {
        let mut run = waiting("health > 50");
        assert_eq!(run.letters(3), "RRR");
        run.set("health", 51_i64);
        assert_eq!(run.letters(1), "S");
    }

    #[test]
    fn what_holds_at_once_succeeds_at_once() {
        assert_eq!(waiting("health == 10").letters(1), "S");
    }

    #[test]
    fn what_has_no_value_fails() {
        let mut run = waiting("100 / health > 50");
        assert_eq!(run.letters(1), "R");
        run.set("health", 0_i64);
        assert_eq!(run.letters(1), "F");
    }
}
