//! `ReturnFailure`: ends with Failure whatever its child ends with.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `ReturnFailure` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "ReturnFailure".into(),
        category: Category::Decorator,
        summary: "Ends with Failure whatever its child ends with.".into(),
        details: concat!(
            "- Child succeeds or fails: ends with Failure.\n",
            "- Child runs: keeps running.",
        )
        .into(),
        icon: "close".into(),
        parameters: vec![],
    }
}
