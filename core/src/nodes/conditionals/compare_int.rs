//! `CompareInt`: succeeds when two whole numbers compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `CompareInt` is declared.
pub fn declaration() -> NodeDeclaration {
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
        parameters: vec![
            ParameterDeclaration::optional(
                "left",
                ParameterType::Value(ValueType::Int),
                0_i64,
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
                ParameterType::Value(ValueType::Int),
                0_i64,
                "The right side.",
            ),
        ],
    }
}
