//! `treewright live check -- GAME`: plays the editor's part for a game, and says message by message what its client of the live link does. For those
//! who write such clients in other languages.

mod steps;

use std::io;

use clap::Args;
use serde::Serialize;

use super::Waiting;
use crate::colors::{BAD, FAINT, GOOD, styled};
use crate::input::Unusable;
use crate::report::write_json;
use crate::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Check {
    #[command(flatten)]
    waiting: Waiting,

    #[command(flatten)]
    pub(super) output: Output,
}

/// How much of the link a client does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum Level {
    /// Shows what runs.
    A,
    /// Also changes it and pauses.
    B,
    /// Also tells the past, finds agents and replaces trees.
    C,
}

/// What became of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "result", rename_all = "snake_case")]
enum StepResult {
    /// The client does it.
    Passed,
    /// The client does not say that it can.
    NotOffered,
    /// It could not be tried.
    NotTried { why: String },
    /// The client does not do it as it should.
    Failed { why: String },
}

/// A step of the check.
#[derive(Clone, Debug, Serialize)]
struct Step {
    level: Level,
    message: &'static str,
    #[serde(flatten)]
    result: StepResult,
}

#[derive(Serialize)]
struct Checked {
    app: String,
    /// The highest level of which the client does everything; none if it does not even show what runs.
    level: Option<Level>,
    steps: Vec<Step>,
}

/// Returns the highest level of which everything passed.
fn level(steps: &[Step]) -> Option<Level> {
    let does = |level| {
        let mut own = steps.iter().filter(|step| step.level <= level);
        own.all(|step| {
            matches!(
                step.result,
                StepResult::Passed | StepResult::NotTried { .. }
            )
        })
    };
    let levels = [Level::C, Level::B, Level::A];
    levels.into_iter().find(|level| does(*level))
}

impl Check {
    pub(super) fn execute(
        &self,
        streams: &mut Streams<'_>,
    ) -> io::Result<Result<Outcome, Unusable>> {
        let texts = streams.texts;
        let begun = self.waiting.open(texts).and_then(|mut door| {
            door.link.take_messages();
            let game = self.waiting.game(&mut door, texts)?;
            Ok((door, game))
        });
        let (mut door, game) = match begun {
            Ok(begun) => begun,
            Err(unusable) => return Ok(Err(unusable)),
        };
        let app = door.game(game).map(|game| game.hello.app.to_string());
        let steps = steps::all(&mut door, game, texts);
        let checked = Checked {
            app: app.unwrap_or_default(),
            level: level(&steps),
            steps,
        };
        let has_failed = |step: &Step| matches!(step.result, StepResult::Failed { .. });
        let is_good = checked.level.is_some() && !checked.steps.iter().any(has_failed);
        if self.output.format == Format::Json {
            write_json(streams.out, &checked)?;
        } else {
            write(streams, &checked)?;
        }
        Ok(Ok(if is_good {
            Outcome::Success
        } else {
            Outcome::Problems
        }))
    }
}

fn write(streams: &mut Streams<'_>, checked: &Checked) -> io::Result<()> {
    let texts = streams.texts;
    for step in &checked.steps {
        let (style, text) = match &step.result {
            StepResult::Passed => (GOOD, texts.tr("cli.live.passed").into_owned()),
            StepResult::NotOffered => (FAINT, texts.tr("cli.live.not_offered").into_owned()),
            StepResult::NotTried { why } => (FAINT, why.clone()),
            StepResult::Failed { why } => (BAD, why.clone()),
        };
        let name = format!("{:?}  {:<12}", step.level, step.message);
        writeln!(streams.out, "{name}{}", styled(style, text))?;
    }
    let text = match checked.level {
        Some(level) => {
            let level = format!("{level:?}");
            texts.tr_with(
                "cli.live.level",
                &[("app", &checked.app), ("level", &level)],
            )
        }
        None => texts.tr_with("cli.live.no_level", &[("app", &checked.app)]),
    };
    writeln!(streams.out, "{text}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_needs_everything_of_it_and_below() {
        let step = |level, result| Step {
            level,
            message: "m",
            result,
        };
        let failed = || StepResult::Failed { why: String::new() };
        let not_tried = || StepResult::NotTried { why: String::new() };
        let of = |steps: &[Step]| level(steps);
        let passed = |level| step(level, StepResult::Passed);
        assert_eq!(of(&[passed(Level::A), passed(Level::B)]), Some(Level::C));
        assert_eq!(
            of(&[passed(Level::A), step(Level::C, StepResult::NotOffered)]),
            Some(Level::B)
        );
        assert_eq!(
            of(&[
                passed(Level::A),
                step(Level::B, failed()),
                step(Level::C, not_tried())
            ]),
            Some(Level::A)
        );
        assert_eq!(of(&[step(Level::A, failed())]), None);
    }
}
