//! `Idle`: runs for ever, until it is interrupted.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `Idle` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Idle".into(),
        category: Category::Action,
        summary: "Runs for ever, until it is interrupted.".into(),
        details: "- Always: Running.".into(),
        icon: "bedtime".into(),
        parameters: vec![],
    }
}
