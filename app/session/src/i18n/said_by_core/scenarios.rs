//! Why a scenario does not fit its tree is said in every other language, with exactly its arguments.

use treewright_insight::scenario::ScenarioError;

use super::{chain, names};
use crate::i18n::tests::places;
use crate::i18n::{LANGUAGES, Texts, keys};

/// All but the one that says what is said of variables.
fn errors() -> Vec<ScenarioError> {
    let x = || "x".into();
    chain(ScenarioError::NothingToRun, |last| {
        Some(match last {
            ScenarioError::NothingToRun | ScenarioError::WrongValue { .. } => {
                ScenarioError::BrokenNode {
                    node: "n1".into(),
                    title: "t".to_owned(),
                    why: "w".to_owned(),
                }
            }
            ScenarioError::BrokenNode { .. } => ScenarioError::UnknownNode(x()),
            ScenarioError::UnknownNode(_) => ScenarioError::AmbiguousNode {
                name: x(),
                count: 2,
            },
            ScenarioError::AmbiguousNode { .. } => ScenarioError::SeveralUses {
                name: x(),
                count: 2,
            },
            ScenarioError::SeveralUses { .. } => ScenarioError::NotALeaf(x()),
            ScenarioError::NotALeaf(_) => ScenarioError::NeverRuns(x()),
            ScenarioError::NeverRuns(_) => ScenarioError::UndeclaredVariable(x()),
            ScenarioError::UndeclaredVariable(_) => ScenarioError::BeyondTheEnd {
                frame: 3,
                frames: 2,
            },
            ScenarioError::BeyondTheEnd { .. } => return None,
        })
    })
}

#[test]
fn why_a_scenario_does_not_fit_is_said_in_every_language() {
    let key = |error: &ScenarioError| format!("scenario_error.{}", error.code());
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        for error in errors() {
            let theirs = places(&texts.tr(&key(&error)));
            assert_eq!(theirs, names(&error.arguments()), "{language} {error}");
        }
        let all: Vec<String> = errors().iter().map(key).collect();
        let theirs = keys(language).into_iter();
        for theirs in theirs.filter(|key| key.starts_with("scenario_error.")) {
            assert!(all.contains(&theirs), "{language} {theirs}");
        }
    }
}
