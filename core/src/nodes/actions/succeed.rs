//! `Succeed`: succeeds at once.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `Succeed` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Succeed".into(),
        category: Category::Action,
        summary: "Succeeds at once.".into(),
        details: "- Always: Success.".into(),
        icon: "check_circle".into(),
        parameters: vec![],
    }
}
