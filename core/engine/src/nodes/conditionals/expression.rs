//! `Expression`: succeeds when an expression over variables holds.

use crate::category::Category;
use crate::model::{ExpressionType, NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Formula, Leaf, holds};
use crate::runtime::{Status, TickContext, Wake};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct ExpressionHolds {
    expression: Option<Formula>,
}

impl Declared for ExpressionHolds {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Expression".into(),
            category: Category::Conditional,
            summary: "Succeeds when an expression over variables holds.".into(),
            details: concat!(
                "- The expression holds: Success.\n",
                "- It does not: Failure.\n",
                "- It has no value, such as after a division by zero: Failure with the reason.",
            )
            .into(),
            icon: "function".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![ParameterDeclaration::required(
                "expression",
                ParameterType::Expression(ExpressionType::Of(ValueType::Bool)),
                "What must hold, such as `health < 30 && distance(position, target) > 5`.",
            )],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            expression: arguments.expression("expression"),
        }
    }
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
    use crate::abort::AbortType;
    use crate::nodes::testing::TestTree;
    use crate::trace::TraceEvent;
    use crate::value::Value;

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
        let reason = TraceEvent::Error(run.index("0"), "division by zero".into());
        assert!(frame.events.contains(&reason));
    }

    #[test]
    fn a_change_aborts_what_runs() {
        let mut tree = TestTree::new();
        tree.variable("health", 20_i64);
        let wounded = tree.expression("health < 30");
        tree.open("Selector", &Arguments::default());
        tree.open_with("Sequence", &Arguments::default(), AbortType::OwnBranch);
        tree.leaf("Expression", &wounded)
            .leaf("Idle", &Arguments::default())
            .close();
        tree.leaf("Succeed", &Arguments::default()).close();
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        run.set("health", 90_i64);
        assert_eq!(run.letters(1), "S");
    }
}
