//! `RandomChance`: succeeds with a probability, from the seeded generator of the tree.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `RandomChance` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "RandomChance".into(),
        category: Category::Conditional,
        summary: "Succeeds with a probability, from the seeded generator of the tree.".into(),
        details: concat!(
            "- The draw is below `probability`: Success.\n",
            "- Otherwise: Failure.\n",
            "- Each check of a watched one draws again.",
        )
        .into(),
        icon: "casino".into(),
        parameters: vec![
            ParameterDeclaration::optional(
                "probability",
                ParameterType::Value(ValueType::Float),
                0.5,
                "From 0 (never) to 1 (always).",
            )
            .within(0.0, 1.0),
        ],
    }
}
