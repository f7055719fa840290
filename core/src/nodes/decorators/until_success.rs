//! `UntilSuccess`: runs its child until it succeeds.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `UntilSuccess` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "UntilSuccess".into(),
        category: Category::Decorator,
        summary: "Runs its child until it succeeds.".into(),
        details: concat!(
            "- Child succeeds: ends with Success.\n",
            "- Child fails: runs it again, once a frame.\n",
            "- Child runs: keeps running.",
        )
        .into(),
        icon: "replay".into(),
        parameters: vec![],
    }
}
