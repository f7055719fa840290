//! `CompareBool`: succeeds when two bools compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::Comparison;
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct CompareBool {
    left: Operand<bool>,
    operator: Comparison,
    right: Operand<bool>,
}

impl Declared for CompareBool {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "CompareBool".into(),
            category: Category::Conditional,
            summary: "Succeeds when two bools compare as asked.".into(),
            details: concat!(
                "- The comparison holds: Success.\n",
                "- Otherwise: Failure.",
            )
            .into(),
            icon: "toggle_on".into(),
            parameters: vec![
                ParameterDeclaration::optional(
                    "left",
                    ParameterType::Value(ValueType::Bool),
                    false,
                    "The left side: usually a variable.",
                ),
                ParameterDeclaration::optional(
                    "operator",
                    ParameterType::Choice(vec!["==".into(), "!=".into()]),
                    "==",
                    "How to compare.",
                ),
                ParameterDeclaration::optional(
                    "right",
                    ParameterType::Value(ValueType::Bool),
                    true,
                    "The right side.",
                ),
            ],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            left: arguments.operand("left"),
            operator: Comparison::from_symbol(arguments.text("operator")),
            right: arguments.operand("right"),
        }
    }
}

impl Leaf for CompareBool {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let (left, right) = (self.left.get(tick), self.right.get(tick));
        Status::of(self.operator.holds(&left, &right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::alone;

    #[test]
    fn compares_with_true_by_default() {
        let arguments = Arguments::default();
        assert_eq!(
            alone("CompareBool", &arguments.clone().with("left", true), 1),
            "S"
        );
        assert_eq!(
            alone("CompareBool", &arguments.clone().with("left", false), 1),
            "F"
        );
        let unequal = arguments.with("left", false).with("operator", "!=");
        assert_eq!(alone("CompareBool", &unequal, 1), "S");
    }
}
