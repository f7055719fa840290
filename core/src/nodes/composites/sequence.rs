//! `Sequence`: runs its children in order until one fails: all of them must succeed.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `Sequence` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Sequence".into(),
        category: Category::Composite,
        summary: "Runs its children in order until one fails: all of them must succeed.".into(),
        details: concat!(
            "- Child succeeds: goes on to the next child in the same frame; after the last one, ends with Success.\n",
            "- Child fails: ends with Failure at once.\n",
            "- Child runs: stays with it, and goes on from there in the next frame.",
        )
        .into(),
        icon: "arrow_forward".into(),
        parameters: vec![],
    }
}
