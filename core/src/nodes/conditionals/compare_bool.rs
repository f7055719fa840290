//! `CompareBool`: succeeds when two bools compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `CompareBool` is declared.
pub fn declaration() -> NodeDeclaration {
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
