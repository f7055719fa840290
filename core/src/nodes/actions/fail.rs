//! `Fail`: fails at once.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `Fail` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Fail".into(),
        category: Category::Action,
        summary: "Fails at once.".into(),
        details: "- Always: Failure.".into(),
        icon: "cancel".into(),
        parameters: vec![],
    }
}
