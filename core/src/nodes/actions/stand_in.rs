//! `StandIn`: plays an action of a game while there is no game: it answers what you tell it to.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `StandIn` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "StandIn".into(),
        category: Category::Action,
        summary: "Plays an action of a game while there is no game: it answers what you tell it to.".into(),
        details: concat!(
            "- `Constant`: always `answer`.\n",
            "- `Sequence`: its n-th update since it started gives the n-th letter of `answers`: S Success, F Failure, R Running; the last one repeats.\n",
            "- `Ask`: Running until somebody answers: click on its card while the tree runs.",
        )
        .into(),
        icon: "theater_comedy".into(),
        parameters: vec![
            ParameterDeclaration::optional("mode", ParameterType::Choice(vec!["Constant".into(), "Sequence".into(), "Ask".into()]), "Constant", "Where the answers come from."),
            ParameterDeclaration::optional("answer", ParameterType::Choice(vec!["Success".into(), "Failure".into(), "Running".into()]), "Success", "The answer of `Constant`."),
            ParameterDeclaration::optional("answers", ParameterType::Value(ValueType::String), "RRS", "The answers of `Sequence`, a letter an update: S, F or R."),
        ],
    }
}
