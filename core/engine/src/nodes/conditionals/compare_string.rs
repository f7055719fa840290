//! `CompareString`: succeeds when two texts compare as asked.

use std::sync::Arc;

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::{Compare, operator_parameter};
use crate::nodes::{Arguments, Declared};
use crate::value::ValueType;

/// The task.
pub type CompareString = Compare<Arc<str>>;

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
            color: None,
            child_parameters: vec![],
            parameters: vec![
                ParameterDeclaration::optional(
                    "left",
                    ParameterType::Value(ValueType::String),
                    "",
                    "The left side: usually a variable.",
                ),
                operator_parameter("=="),
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
        Self::from_arguments(arguments)
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::comparison::check_every_operator;

    #[test]
    fn each_operator_compares_left_with_right() {
        check_every_operator("CompareString", "ant", "bee");
    }
}
