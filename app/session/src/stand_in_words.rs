//! Texts for stand-ins: the names of their forms, a sentence about what each does, and abbreviations for cards.

use treewright_core::model::{ActsLike, Delay, StandIn};
use treewright_core::runtime::Status;

use crate::i18n::Texts;

/// Names a result in the language of the interface.
pub fn result(texts: &Texts, status: Status) -> String {
    let key = format!("stand_in.result.{}", status.name().to_lowercase());
    texts.tr(&key).into_owned()
}

/// Describes in a few words what a stand-in for a parent acts like.
pub fn acts_like(texts: &Texts, like: ActsLike) -> String {
    let form = StandIn::ActsLike(like).form();
    texts.tr(&format!("stand_in.form.{form}")).into_owned()
}

/// Describes what a stand-in does, in a sentence.
pub fn sentence(texts: &Texts, stand_in: &StandIn, is_conditional: bool) -> String {
    let say = |form: &str, arguments: &[(&str, &str)]| {
        let key = if is_conditional && !matches!(stand_in, StandIn::ActsLike(_)) {
            format!("stand_in.asked.{form}")
        } else {
            format!("stand_in.does.{form}")
        };
        texts.tr_with(&key, arguments)
    };
    match stand_in {
        StandIn::Always(status) => say("always", &[("result", &result(texts, *status))]),
        StandIn::After(delay, status) => {
            let (form, count) = match delay {
                Delay::Frames(frames) => ("after_frames", (*frames).max(1).to_string()),
                Delay::Seconds(seconds) => ("after_seconds", seconds.to_string()),
            };
            say(
                form,
                &[("count", &count), ("result", &result(texts, *status))],
            )
        }
        StandIn::Sequence { results, .. } if results.is_empty() => say("nothing", &[]),
        StandIn::Chance(probability) => {
            let percent = percent(*probability);
            say("chance", &[("percent", &percent)])
        }
        StandIn::Unknown(_)
        | StandIn::Ask
        | StandIn::ActsLike(_)
        | StandIn::Sequence { .. }
        | StandIn::Frames(_)
        | StandIn::Expression(_) => say(stand_in.form(), &[]),
    }
}

/// Abbreviates a stand-in to a few characters.
pub fn short(stand_in: &StandIn) -> String {
    match stand_in {
        StandIn::Ask | StandIn::Unknown(_) => "?".to_owned(),
        StandIn::Always(status) => status.letter().to_string(),
        StandIn::After(Delay::Frames(frames), status) => format!("{frames}→{}", status.letter()),
        StandIn::After(Delay::Seconds(seconds), status) => {
            format!("{seconds}s→{}", status.letter())
        }
        StandIn::Sequence { results, again } => {
            const MOST: usize = 3;
            let mut text = StandIn::letters_of(&results[..results.len().min(MOST)]);
            if *again || results.len() > MOST {
                text.push('…');
            }
            text
        }
        StandIn::Frames(_) => "1…".to_owned(),
        StandIn::Chance(probability) => format!("{}%", percent(*probability)),
        StandIn::Expression(_) => "ƒ".to_owned(),
        StandIn::ActsLike(ActsLike::Sequence) => "Seq".to_owned(),
        StandIn::ActsLike(ActsLike::Selector) => "Sel".to_owned(),
        StandIn::ActsLike(ActsLike::PassThrough) => "=".to_owned(),
    }
}

/// Formats a probability as a percentage with at most one decimal.
fn percent(probability: f64) -> String {
    let rounded = (probability * 1000.0).round() / 10.0;
    rounded.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_abbreviates_the_stand_in_of_a_leaf() {
        let letters = |text: &str| StandIn::results_of(text).unwrap();
        let sequence = |text, again| StandIn::Sequence {
            results: letters(text),
            again,
        };
        for (stand_in, sign) in [
            (StandIn::Ask, "?"),
            (StandIn::Always(Status::Failure), "F"),
            (StandIn::After(Delay::Frames(3), Status::Success), "3→S"),
            (
                StandIn::After(Delay::Seconds(1.5), Status::Failure),
                "1.5s→F",
            ),
            (sequence("RRS", false), "RRS"),
            (sequence("SF", true), "SF…"),
            (sequence("RRRRRRS", false), "RRR…"),
            (StandIn::Chance(0.25), "25%"),
            (StandIn::Chance(1.0 / 3.0), "33.3%"),
        ] {
            assert_eq!(short(&stand_in), sign);
        }
    }

    #[test]
    fn every_stand_in_form_is_translated() {
        let forms = [
            StandIn::Ask,
            StandIn::Always(Status::Running),
            StandIn::After(Delay::Frames(0), Status::Success),
            StandIn::After(Delay::Seconds(2.0), Status::Success),
            StandIn::Sequence {
                results: vec![],
                again: false,
            },
            StandIn::Sequence {
                results: letters(),
                again: false,
            },
            StandIn::Sequence {
                results: letters(),
                again: true,
            },
            StandIn::Frames([(1, Status::Success)].into()),
            StandIn::Chance(0.5),
            StandIn::Expression("x".to_owned()),
            StandIn::ActsLike(ActsLike::Sequence),
            StandIn::ActsLike(ActsLike::Selector),
            StandIn::ActsLike(ActsLike::PassThrough),
            StandIn::Unknown("1".to_owned()),
        ];
        for (language, _) in crate::i18n::LANGUAGES {
            let texts = Texts::new(language);
            for form in &forms {
                for is_conditional in [false, true] {
                    let told = sentence(&texts, form, is_conditional);
                    assert!(
                        !told.contains("stand_in.") && !told.contains("{$"),
                        "{told}"
                    );
                }
            }
        }
    }

    fn letters() -> Vec<Status> {
        vec![Status::Running]
    }
}
