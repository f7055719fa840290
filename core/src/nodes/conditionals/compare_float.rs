//! `CompareFloat`: succeeds when two numbers compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::Comparison;
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct CompareFloat {
    left: Operand<f64>,
    operator: Comparison,
    right: Operand<f64>,
}

impl Declared for CompareFloat {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "CompareFloat".into(),
            category: Category::Conditional,
            summary: "Succeeds when two numbers compare as asked.".into(),
            details: concat!(
                "- The comparison holds: Success.\n",
                "- Otherwise: Failure.",
            )
            .into(),
            icon: "decimal_increase".into(),
            parameters: vec![
                ParameterDeclaration::optional(
                    "left",
                    ParameterType::Value(ValueType::Float),
                    0.0,
                    "The left side: usually a variable.",
                ),
                ParameterDeclaration::optional(
                    "operator",
                    ParameterType::Choice(vec![
                        "==".into(),
                        "!=".into(),
                        "<".into(),
                        "<=".into(),
                        ">".into(),
                        ">=".into(),
                    ]),
                    "<",
                    "How to compare.",
                ),
                ParameterDeclaration::optional(
                    "right",
                    ParameterType::Value(ValueType::Float),
                    0.0,
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

impl Leaf for CompareFloat {
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
    fn each_operator_compares_left_with_right() {
        let expected = [
            ("==", "F"),
            ("!=", "S"),
            ("<", "S"),
            ("<=", "S"),
            (">", "F"),
            (">=", "F"),
        ];
        for (operator, answer) in expected {
            let arguments = Arguments::default()
                .with("left", 1.5)
                .with("operator", operator)
                .with("right", 1.6);
            assert_eq!(alone("CompareFloat", &arguments, 1), answer, "{operator}");
        }
    }
}
