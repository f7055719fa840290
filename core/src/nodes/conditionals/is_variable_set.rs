//! `IsVariableSet`: succeeds when a variable holds something: not false, 0, the empty text or list, or a vector or colour of zeros.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};

/// How `IsVariableSet` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "IsVariableSet".into(),
        category: Category::Conditional,
        summary: "Succeeds when a variable holds something: not false, 0, the empty text or list, or a vector or colour of zeros.".into(),
        details: concat!(
            "- The variable holds something: Success.\n",
            "- Otherwise: Failure.",
        )
        .into(),
        icon: "data_check".into(),
        parameters: vec![
            ParameterDeclaration::required("variable", ParameterType::VariableName(None), "The variable to look at."),
        ],
    }
}
