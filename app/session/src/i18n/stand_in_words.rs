//! Texts for stand-ins: the names of their forms, a sentence about what each does, and abbreviations for cards.

use treewright_core::model::{ActsLike, Delay, Node, StandIn};
use treewright_core::runtime::Status;

use super::Texts;

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

/// The most runs of equal results that [`in_words`] names, so that the words fit a line.
const MOST_RUNS: usize = 4;

/// Says in a few words what a stand-in does, such as "runs 2 frames, then succeeds".
pub fn in_words(texts: &Texts, stand_in: &StandIn, is_conditional: bool) -> String {
    match stand_in {
        StandIn::Always(status) => {
            let key = format!("stand_in.words.always_{}", status.name().to_lowercase());
            texts.tr(&key).into_owned()
        }
        StandIn::After(delay, status) => {
            let before = match delay {
                Delay::Frames(frames) => {
                    let before = frames.saturating_sub(1);
                    let before = usize::try_from(before).unwrap_or(usize::MAX);
                    run_of(texts, running_as(is_conditional), before)
                }
                Delay::Seconds(seconds) => {
                    let key = if is_conditional {
                        "stand_in.words.fails_seconds"
                    } else {
                        "stand_in.words.runs_seconds"
                    };
                    texts.tr_with(key, &[("count", &seconds.to_string())])
                }
            };
            let runs = [before, run_of(texts, *status, 1)];
            one_after_the_other(texts, runs.into_iter().filter(|run| !run.is_empty()))
        }
        StandIn::Sequence { results, again } => {
            let told = results_in_words(texts, results, is_conditional);
            if *again && results.len() > 1 {
                texts.tr_with("stand_in.words.again", &[("told", &told)])
            } else {
                told
            }
        }
        StandIn::Frames(frames) => {
            let from = frames.iter().take(MOST_RUNS).map(|(frame, status)| {
                let told = run_of(texts, *status, 1);
                let arguments = [("told", &*told), ("frame", &*frame.to_string())];
                texts.tr_with("stand_in.words.from_frame", &arguments)
            });
            with_rest(one_after_the_other(texts, from), frames.len())
        }
        StandIn::Chance(probability) => {
            let percent = percent(*probability);
            texts.tr_with("stand_in.words.chance", &[("percent", &percent)])
        }
        StandIn::Expression(expression) => {
            let arguments = [("expression", &**expression)];
            texts.tr_with("stand_in.words.expression", &arguments)
        }
        StandIn::ActsLike(like) => acts_like(texts, *like),
        StandIn::Ask => texts.tr("stand_in.words.ask").into_owned(),
        StandIn::Unknown(_) => texts.tr("stand_in.words.unknown").into_owned(),
    }
}

/// Breaks words about a stand-in into two lines, after the comma nearest to the middle; one line if they have no comma.
pub fn in_two_lines(words: &str) -> (&str, Option<&str>) {
    let ends = words
        .char_indices()
        .filter(|(_, c)| matches!(c, ',' | '，'));
    let ends = ends.map(|(at, comma)| at + comma.len_utf8());
    match ends.min_by_key(|end| (2 * end).abs_diff(words.len())) {
        Some(end) => (&words[..end], Some(words[end..].trim_start())),
        None => (words, None),
    }
}

/// Says in a few words what a node of the types `StandIn` and `StandInConditional` does by its parameters; `None` for other nodes, and if a variable
/// decides it.
pub fn of_parameters(texts: &Texts, node: &Node) -> Option<String> {
    let is_conditional = match &*node.task {
        "StandIn" => false,
        "StandInConditional" => true,
        _ => return None,
    };
    let text = |name: &str, default: &'static str| match node.parameters.get(name) {
        None => Some(default.to_owned()),
        Some(value) => Some(value.as_literal()?.as_str()?.to_owned()),
    };
    let answer = || Status::from_name(&text("answer", "Success")?);
    let stand_in = match &*text("mode", "Constant")? {
        "Ask" => StandIn::Ask,
        "Frames" if answer()? == Status::Running => StandIn::Always(Status::Running),
        "Frames" => {
            let frames = match node.parameters.get("frames") {
                None => 2,
                Some(value) => value.as_literal()?.as_int()?,
            };
            let frames = u64::try_from(frames).unwrap_or(0);
            StandIn::After(Delay::Frames(frames.saturating_add(1)), answer()?)
        }
        "Sequence" => {
            let letters = text("answers", if is_conditional { "FFS" } else { "RRS" })?;
            StandIn::Sequence {
                results: letters.chars().filter_map(Status::from_letter).collect(),
                again: false,
            }
        }
        _ => StandIn::Always(answer()?),
    };
    Some(in_words(texts, &stand_in, is_conditional))
}

/// The results of a list, equal ones in a row together.
fn results_in_words(texts: &Texts, results: &[Status], is_conditional: bool) -> String {
    if results.is_empty() {
        let status = running_as(is_conditional);
        let key = format!("stand_in.words.always_{}", status.name().to_lowercase());
        return texts.tr(&key).into_owned();
    }
    // A conditional does not run.
    let told = |status: Status| match status {
        Status::Running => running_as(is_conditional),
        other => other,
    };
    let runs: Vec<&[Status]> = results.chunk_by(|a, b| told(*a) == told(*b)).collect();
    let shown = runs.iter().take(MOST_RUNS);
    let shown = shown.map(|run| run_of(texts, told(run[0]), run.len()));
    with_rest(one_after_the_other(texts, shown), runs.len())
}

/// What a conditional returns while an action would run.
fn running_as(is_conditional: bool) -> Status {
    if is_conditional {
        Status::Failure
    } else {
        Status::Running
    }
}

/// A number of equal results in a row; empty if there are none.
fn run_of(texts: &Texts, status: Status, count: usize) -> String {
    match (status, count) {
        (_, 0) => String::new(),
        (Status::Running, _) => texts.tr_count("stand_in.words.runs", count),
        (Status::Success, _) => texts.tr_count("stand_in.words.succeeds", count),
        (Status::Failure, _) => texts.tr_count("stand_in.words.fails", count),
    }
}

fn one_after_the_other(texts: &Texts, parts: impl Iterator<Item = String>) -> String {
    let joined = |first: String, next: String| {
        let arguments = [("first", &*first), ("next", &*next)];
        texts.tr_with("stand_in.words.then", &arguments)
    };
    parts.reduce(joined).unwrap_or_default()
}

/// Adds an ellipsis if only the first [`MOST_RUNS`] parts were told.
fn with_rest(mut told: String, count: usize) -> String {
    if count > MOST_RUNS {
        told.push_str(" …");
    }
    told
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
        for (language, _) in super::super::LANGUAGES {
            let texts = Texts::new(language);
            for form in &forms {
                for is_conditional in [false, true] {
                    for told in [sentence, in_words].map(|say| say(&texts, form, is_conditional)) {
                        assert!(
                            !told.contains("stand_in.") && !told.contains("{$"),
                            "{told}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_stand_in_is_said_in_words() {
        let list = |letters: &str, again| StandIn::Sequence {
            results: StandIn::results_of(letters).unwrap(),
            again,
        };
        let texts = Texts::new("en");
        for (stand_in, is_conditional, told) in [
            (list("RRS", false), false, "runs 2 frames, then succeeds"),
            (list("RF", false), false, "runs 1 frame, then fails"),
            (
                list("SSF", true),
                false,
                "succeeds 2 times, then fails, and again",
            ),
            (list("RRS", false), true, "fails 2 times, then succeeds"),
            (
                list("SFSFSF", false),
                false,
                "succeeds, then fails, then succeeds, then fails …",
            ),
            (StandIn::Always(Status::Failure), false, "always fails"),
            (StandIn::Always(Status::Running), false, "keeps running"),
            (
                StandIn::After(Delay::Frames(3), Status::Success),
                false,
                "runs 2 frames, then succeeds",
            ),
            (
                StandIn::After(Delay::Frames(1), Status::Success),
                false,
                "succeeds",
            ),
            (
                StandIn::After(Delay::Seconds(1.5), Status::Failure),
                false,
                "runs 1.5 s, then fails",
            ),
            (
                StandIn::Chance(0.25),
                false,
                "succeeds with 25% probability",
            ),
        ] {
            assert_eq!(in_words(&texts, &stand_in, is_conditional), told);
        }
    }

    #[test]
    fn words_break_after_the_comma_nearest_to_the_middle() {
        for (words, lines) in [
            ("keeps running", ("keeps running", None)),
            (
                "runs 2 frames, then fails",
                ("runs 2 frames,", Some("then fails")),
            ),
            (
                "succeeds, then fails, then runs 2 frames",
                ("succeeds, then fails,", Some("then runs 2 frames")),
            ),
            ("运行 2 帧，然后成功", ("运行 2 帧，", Some("然后成功"))),
        ] {
            assert_eq!(in_two_lines(words), lines);
        }
    }

    #[test]
    fn the_parameters_of_a_placeholder_are_said_in_words() {
        let texts = Texts::new("en");
        let told = |task: &str, parameters: &[(&str, &str)]| {
            let mut node = Node::new("n1", task);
            for (name, value) in parameters {
                let value = treewright_core::model::ParameterValue::literal(*value);
                node.parameters.insert((*name).into(), value);
            }
            of_parameters(&texts, &node)
        };
        let list = [("mode", "Sequence")];
        assert_eq!(
            told("StandIn", &list).unwrap(),
            "runs 2 frames, then succeeds"
        );
        let told_of = told("StandInConditional", &list).unwrap();
        assert_eq!(told_of, "fails 2 times, then succeeds");
        let some_frames = [("mode", "Frames"), ("answer", "Failure")];
        assert_eq!(
            told("StandIn", &some_frames).unwrap(),
            "runs 2 frames, then fails"
        );
        let running = [("mode", "Frames"), ("answer", "Running")];
        assert_eq!(told("StandIn", &running).unwrap(), "keeps running");
        let failing = [("answer", "Failure")];
        assert_eq!(told("StandIn", &failing).unwrap(), "always fails");
        assert_eq!(told("Wait", &[]), None);
    }

    fn letters() -> Vec<Status> {
        vec![Status::Running]
    }
}
