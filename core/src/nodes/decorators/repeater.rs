//! `Repeater`: runs its child again and again.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `Repeater` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Repeater".into(),
        category: Category::Decorator,
        summary: "Runs its child again and again.".into(),
        details: concat!(
            "- Child ends: one more round is done; after `count` rounds, ends with the status of the last one.\n",
            "- Child fails and `end_on_failure` is set: ends with Failure at once.\n",
            "- A child that ends in the frame in which it starts is run once a frame, so that a frame always ends.",
        )
        .into(),
        icon: "repeat".into(),
        parameters: vec![
            ParameterDeclaration::optional("count", ParameterType::Value(ValueType::Int), 1_i64, "How many rounds.").within(1.0, 1_000_000_000.0),
            ParameterDeclaration::optional("forever", ParameterType::Value(ValueType::Bool), false, "Never stop counting rounds; `count` does not matter then."),
            ParameterDeclaration::optional("end_on_failure", ParameterType::Value(ValueType::Bool), false, "Stop at the first round that fails."),
        ],
    }
}
