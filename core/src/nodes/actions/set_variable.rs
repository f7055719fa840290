//! `SetVariable`: writes a value to a variable.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};

/// How `SetVariable` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "SetVariable".into(),
        category: Category::Action,
        summary: "Writes a value to a variable.".into(),
        details: "- Always: Success. The next task that runs sees the new value.".into(),
        icon: "edit".into(),
        parameters: vec![
            ParameterDeclaration::required(
                "variable",
                ParameterType::VariableName(None),
                "The variable to write.",
            ),
            ParameterDeclaration::required(
                "value",
                ParameterType::SameAs("variable".into()),
                "What to write: a value or another variable of the same type.",
            ),
        ],
    }
}
