//! `Selector`: runs its children in order until one succeeds: the first that works is enough.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `Selector` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Selector".into(),
        category: Category::Composite,
        summary: "Runs its children in order until one succeeds: the first that works is enough.".into(),
        details: concat!(
            "- Child succeeds: ends with Success at once.\n",
            "- Child fails: goes on to the next child in the same frame; after the last one, ends with Failure.\n",
            "- Child runs: stays with it, and goes on from there in the next frame.",
        )
        .into(),
        icon: "question_mark".into(),
        parameters: vec![],
    }
}
