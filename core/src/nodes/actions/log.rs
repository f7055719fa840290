//! `Log`: writes a line to the log.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `Log` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Log".into(),
        category: Category::Action,
        summary: "Writes a line to the log.".into(),
        details: "- Always: Success.".into(),
        icon: "chat".into(),
        parameters: vec![ParameterDeclaration::optional(
            "text",
            ParameterType::Value(ValueType::String),
            "",
            "What to write.",
        )],
    }
}
