//! `CompareFloat`: succeeds when two numbers compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::{Compare, operator_parameter};
use crate::nodes::{Arguments, Declared};
use crate::value::ValueType;

/// The task.
pub type CompareFloat = Compare<f64>;

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
            color: None,
            child_parameters: vec![],
            parameters: vec![
                ParameterDeclaration::optional(
                    "left",
                    ParameterType::Value(ValueType::Float),
                    0.0,
                    "The left side: usually a variable.",
                ),
                operator_parameter("<"),
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
        Self::from_arguments(arguments)
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::comparison::check_every_operator;

    #[test]
    fn each_operator_compares_left_with_right() {
        check_every_operator("CompareFloat", 1.5, 1.6);
    }
}
