//! `CompareInt`: succeeds when two whole numbers compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::{Compare, operator_parameter};
use crate::nodes::{Arguments, Declared};
use crate::value::ValueType;

/// The task.
pub type CompareInt = Compare<i64>;

impl Declared for CompareInt {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "CompareInt".into(),
            category: Category::Conditional,
            summary: "Succeeds when two whole numbers compare as asked.".into(),
            details: concat!(
                "- The comparison holds: Success.\n",
                "- Otherwise: Failure.",
            )
            .into(),
            icon: "pin".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![
                ParameterDeclaration::optional(
                    "left",
                    ParameterType::Value(ValueType::Int),
                    0_i64,
                    "The left side: usually a variable.",
                ),
                operator_parameter("=="),
                ParameterDeclaration::optional(
                    "right",
                    ParameterType::Value(ValueType::Int),
                    0_i64,
                    "The right side.",
                ),
            ],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self::from_arguments(arguments)
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::comparison::check_every_operator;

    #[test]
    fn each_operator_compares_left_with_right() {
        check_every_operator("CompareInt", 1_i64, 2_i64);
    }
}
