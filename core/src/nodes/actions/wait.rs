//! `Wait`: runs until a time has passed.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `Wait` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Wait".into(),
        category: Category::Action,
        summary: "Runs until a time has passed.".into(),
        details: concat!(
            "- Before that: Running.\n",
            "- Once the sum of the frames' time steps since it started, this frame's included, is at least `seconds`: Success.",
        )
        .into(),
        icon: "hourglass_empty".into(),
        parameters: vec![
            ParameterDeclaration::optional("seconds", ParameterType::Value(ValueType::Float), 1.0, "How long, in seconds.").within(0.0, 1_000_000_000.0),
        ],
    }
}
