//! `UntilFailure`: runs its child until it fails.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `UntilFailure` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "UntilFailure".into(),
        category: Category::Decorator,
        summary: "Runs its child until it fails.".into(),
        details: concat!(
            "- Child succeeds: runs it again, once a frame.\n",
            "- Child fails: ends with Failure.\n",
            "- Child runs: keeps running.",
        )
        .into(),
        icon: "rule".into(),
        parameters: vec![],
    }
}
