//! `StandInConditional`: plays a conditional of a game while there is no game: it answers what you tell it to.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::value::ValueType;

/// How `StandInConditional` is declared.
pub fn declaration() -> NodeDeclaration {
    NodeDeclaration {
        task: "StandInConditional".into(),
        category: Category::Conditional,
        summary: "Plays a conditional of a game while there is no game: it answers what you tell it to.".into(),
        details: concat!(
            "- `Constant`: always `answer`.\n",
            "- `Sequence`: its n-th update since the tree was enabled gives the n-th letter of `answers`: S Success, F Failure; the last one repeats.\n",
            "- `Ask`: Failure until somebody answers, then that answer until the next one: click on its card while the tree runs.",
        )
        .into(),
        icon: "help_center".into(),
        parameters: vec![
            ParameterDeclaration::optional("mode", ParameterType::Choice(vec!["Constant".into(), "Sequence".into(), "Ask".into()]), "Constant", "Where the answers come from."),
            ParameterDeclaration::optional("answer", ParameterType::Choice(vec!["Success".into(), "Failure".into()]), "Success", "The answer of `Constant`."),
            ParameterDeclaration::optional("answers", ParameterType::Value(ValueType::String), "FFS", "The answers of `Sequence`, a letter an update: S or F."),
        ],
    }
}
