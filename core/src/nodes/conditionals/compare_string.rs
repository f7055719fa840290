//! `CompareString`: succeeds when two texts compare as asked.

use std::sync::Arc;

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::Comparison;
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct CompareString {
    left: Operand<Arc<str>>,
    operator: Comparison,
    right: Operand<Arc<str>>,
}

impl Declared for CompareString {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "CompareString".into(),
            category: Category::Conditional,
            summary: "Succeeds when two texts compare as asked.".into(),
            details: concat!(
                "- The comparison holds: Success.\n",
                "- Otherwise: Failure.\n",
                "- Order is that of Unicode code points: capital letters before small ones.",
            )
            .into(),
            icon: "abc".into(),
            parameters: vec![
                ParameterDeclaration::optional(
                    "left",
                    ParameterType::Value(ValueType::String),
                    "",
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
                    "==",
                    "How to compare.",
                ),
                ParameterDeclaration::optional(
                    "right",
                    ParameterType::Value(ValueType::String),
                    "",
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

impl Leaf for CompareString {
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
                .with("left", "ant")
                .with("operator", operator)
                .with("right", "bee");
            assert_eq!(alone("CompareString", &arguments, 1), answer, "{operator}");
        }
    }
}
