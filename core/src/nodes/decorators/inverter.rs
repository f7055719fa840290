//! `Inverter`: turns Success of its child into Failure, and Failure into Success.

use crate::category::Category;
use crate::model::NodeDeclaration;

/// How `Inverter` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "Inverter".into(),
        category: Category::Decorator,
        summary: "Turns Success of its child into Failure, and Failure into Success.".into(),
        details: concat!(
            "- Child succeeds: ends with Failure.\n",
            "- Child fails: ends with Success.\n",
            "- Child runs: keeps running.",
        )
        .into(),
        icon: "priority_high".into(),
        parameters: vec![],
    }
}
