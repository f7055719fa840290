//! `CompareFloat`: succeeds when two numbers compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `CompareFloat` is declared.
pub fn declaration() -> NodeDeclaration {
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
