//! `CompareString`: succeeds when two texts compare as asked.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `CompareString` is declared.
pub fn declaration() -> NodeDeclaration {
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
