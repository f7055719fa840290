//! `ReturnSuccess`: ends with Success whatever its child ends with.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `ReturnSuccess` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "ReturnSuccess".into(),
        category: Category::Decorator,
        summary: "Ends with Success whatever its child ends with.".into(),
        details: concat!(
            "- Child succeeds or fails: ends with Success.\n",
            "- Child runs: keeps running.",
        )
        .into(),
        icon: "check".into(),
        parameters: vec![],
    }
}
