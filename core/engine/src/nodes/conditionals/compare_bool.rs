//! `CompareBool`: succeeds when two bools compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::comparison::{Compare, SAME};
use crate::nodes::{Arguments, Declared};
use crate::value::ValueType;

/// The task.
pub type CompareBool = Compare<bool>;

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
            color: None,
            child_parameters: vec![],
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
                )
                .meaning(SAME),
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
        Self::from_arguments(arguments)
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
