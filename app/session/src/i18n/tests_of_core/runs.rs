//! Tests that messages about runs have a text with exactly their arguments in every other language.

use treewright_core::runtime::{Prospect, Status};
use treewright_insight::why::TEXTS;

use super::{chain, names};
use crate::i18n::tests::places;
use crate::i18n::{LANGUAGES, Texts, keys};

fn prospects() -> Vec<Prospect<String>> {
    let x = || "x".to_owned();
    let may_fire = |on| Prospect::MayFire {
        on,
        interrupted: x(),
        running: x(),
        scope: x(),
        target: x(),
    };
    chain(may_fire(Status::Success), |last| {
        Some(match last {
            Prospect::MayFire {
                on: Status::Success,
                ..
            } => may_fire(Status::Failure),
            Prospect::MayFire { .. } => Prospect::Dormant { until: x() },
            Prospect::Dormant { .. } => Prospect::NothingRuns { scope: x() },
            Prospect::NothingRuns { .. } => Prospect::OtherBranch { parallel: x() },
            Prospect::OtherBranch { .. } => Prospect::AlreadyEnding { node: x() },
            Prospect::AlreadyEnding { .. } => Prospect::TreeStands,
            Prospect::TreeStands => return None,
        })
    })
}

/// Returns the names between braces, sorted.
fn braced(text: &str) -> Vec<String> {
    let parts = text.split('{').skip(1);
    let mut names: Vec<String> = parts
        .filter_map(|part| Some(part.split_once('}')?.0.to_owned()))
        .collect();
    names.sort();
    names
}

#[test]
fn messages_about_runs_are_translated() {
    let why = TEXTS.map(|(code, text)| (format!("why.{code}"), braced(text)));
    let prospects = prospects().into_iter().map(|prospect| {
        let key = format!("prospect.{}", prospect.code());
        (key, names(&prospect.arguments()))
    });
    let said: Vec<_> = why.into_iter().chain(prospects).collect();
    for (language, _) in LANGUAGES.into_iter().filter(|(code, _)| *code != "en") {
        let texts = Texts::new(language);
        for (key, arguments) in &said {
            assert_eq!(places(&texts.tr(key)), *arguments, "{language} {key}");
        }
        let theirs = keys(language).into_iter();
        let theirs = theirs.filter(|key| key.starts_with("why.") || key.starts_with("prospect."));
        for key in theirs {
            assert!(
                said.iter().any(|(known, _)| *known == key),
                "{language} has {key}, which nobody says"
            );
        }
    }
}
