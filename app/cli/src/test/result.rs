//! The result of one scenario, for people and for programs. Runs nothing.

use std::io;
use std::path::Path;

use serde::Serialize;
use treewright_insight::scenario::ScenarioDifference;
use treewright_insight::scenario_json::write_fact;
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use crate::Streams;
use crate::colors::{BAD, FAINT, GOOD, NOTABLE, styled};
use crate::condition::Condition;
use crate::explore::{WrittenClaim, write_run};
use crate::report::Report;
use crate::scenarios::ReasonWithCondition;
use crate::terminal::padded;

/// The most reasons of a difference that are shown to people.
const SHOWN_REASONS: usize = 12;
/// The most differences of a scenario that are shown to people.
const SHOWN: usize = 10;

#[derive(Serialize)]
pub struct ScenarioResult {
    pub file: String,
    pub name: String,
    pub tree: String,
    pub passed: bool,
    /// Whether it is a claim that no run has broken before a limit was reached: it has neither passed nor failed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub not_known: bool,
    /// Whether `--update` has changed the expectations.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub updated: bool,
    /// The frame of the first difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    /// The first difference as a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<String>,
    /// All differences; those before the update if there was one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<DifferenceReport>,
    /// Why the first difference is so.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<ReasonReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Box<Report>>,
    /// The tasks that were replaced by stand-ins, because there is no game and the scenario does not script them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stood_in: Vec<String>,
    /// The same for people.
    #[serde(skip)]
    pub stand_ins: Vec<String>,
    /// What is known of a claim, if it is one and no scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<WrittenClaim>,
}

/// A reason as a sentence, with the frame of what decided.
#[derive(Clone, PartialEq, Serialize)]
pub struct ReasonReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frame: Option<u64>,
    pub text: String,
    /// The condition that decided, part by part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
}

/// A difference as a sentence, and both facts as in scenario files.
#[derive(Serialize)]
pub struct DifferenceReport {
    pub frame: u64,
    pub difference: String,
    pub expected: String,
    pub found: String,
    /// Why it is so; empty after the first of very many.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub why: Vec<ReasonReport>,
}

impl DifferenceReport {
    /// Two lines with both facts, after the words of these keys.
    pub fn lines(&self, keys: [&str; 2], texts: &Texts) -> [String; 2] {
        let words = keys.map(|key| texts.tr(key));
        let width = words.iter().map(|word| word.width()).max().unwrap_or(0);
        let [expected, found] = words.map(|word| padded(&word, width));
        [
            format!("{expected}  {}", self.expected),
            format!("{found}  {}", self.found),
        ]
    }
}

/// The keys of the words before expected and observed facts.
pub const EXPECTED_AND_FOUND: [&str; 2] = ["cli.test.expected", "cli.test.found"];
/// The same for facts that were updated.
const OLD_AND_NEW: [&str; 2] = ["cli.test.old", "cli.test.new"];

impl ScenarioResult {
    /// A result of which only the file is known.
    pub fn new(file: &Path) -> Self {
        Self {
            file: file.display().to_string(),
            name: String::new(),
            tree: String::new(),
            passed: false,
            not_known: false,
            updated: false,
            frame: None,
            difference: None,
            differences: Vec::new(),
            why: Vec::new(),
            problem: None,
            stood_in: Vec::new(),
            stand_ins: Vec::new(),
            claim: None,
        }
    }

    /// The result of a claim about a tree.
    pub fn of_claim(file: &Path, tree: &str, claim: WrittenClaim) -> Self {
        Self {
            name: claim.name.clone(),
            tree: tree.to_owned(),
            passed: !claim.failed && !claim.is_unknown(),
            not_known: claim.is_unknown(),
            frame: claim
                .run
                .as_ref()
                .map(|run| run.frames)
                .filter(|_| claim.failed),
            difference: claim.failed.then(|| claim.text.clone()),
            claim: Some(claim),
            ..Self::new(file)
        }
    }

    /// Sets the differences, and why the first of them are so.
    pub fn set_differences(
        &mut self,
        differences: &[ScenarioDifference],
        reasons: Vec<Vec<ReasonWithCondition>>,
        texts: &Texts,
    ) {
        let mut reasons = reasons.into_iter();
        let reports = differences.iter().map(|difference| DifferenceReport {
            frame: difference.frame,
            difference: texts.scenario_difference(difference),
            expected: write_fact(&difference.expected),
            found: write_fact(&difference.found),
            why: reason_reports(reasons.next().unwrap_or_default(), texts),
        });
        self.differences = reports.collect();
        let first = self.differences.first();
        self.frame = first.map(|first| first.frame);
        self.difference = first.map(|first| first.difference.clone());
        self.why = first.map_or_else(Vec::new, |first| first.why.clone());
    }

    /// The reasons of a difference, one in a line, each followed by the parts of the condition that decided; none if those of the difference before
    /// are the same.
    pub fn reasons(&self, place: usize, texts: &Texts) -> Vec<String> {
        let why = &self.differences[place].why;
        let before = place
            .checked_sub(1)
            .map(|before| &self.differences[before].why);
        if before == Some(why) {
            return Vec::new();
        }
        let lines = why.iter().flat_map(|reason| {
            let told = match reason.frame {
                None => reason.text.clone(),
                Some(frame) => {
                    let frame = texts.tr_with("status.frame", &[("frame", &frame.to_string())]);
                    texts.labeled(&frame, &reason.text)
                }
            };
            let parts = reason.conditions.iter();
            let parts = parts.filter_map(|part| part.in_words(texts));
            let parts = parts.map(|part| format!("  {part}"));
            std::iter::once(told).chain(parts).collect::<Vec<_>>()
        });
        lines.collect()
    }

    /// Writes the result for people, with an excerpt of `text` if there is a problem.
    pub fn write_human(&self, streams: &mut Streams<'_>, text: Option<&str>) -> io::Result<()> {
        let texts = streams.texts;
        if let Some(problem) = &self.problem {
            return problem.write_human(streams.err, texts, text);
        }
        let (key, style) = if self.updated {
            ("cli.test.updated", NOTABLE)
        } else if self.passed {
            ("cli.test.passed", GOOD)
        } else if self.not_known {
            ("cli.test.not_known", NOTABLE)
        } else {
            ("cli.test.failed", BAD)
        };
        let word = styled(style, texts.tr(key));
        writeln!(streams.out, "{word} {}: {}", self.file, self.name)?;
        if let Some(claim) = &self.claim {
            writeln!(streams.out, "       {}", claim.text)?;
            if claim.failed {
                write_run(streams.out, claim.run.as_ref(), texts)?;
            }
            if !self.passed {
                for reason in &claim.reasons {
                    writeln!(streams.out, "    {}", styled(FAINT, reason))?;
                }
            }
        }
        let keys = if self.updated {
            OLD_AND_NEW
        } else {
            EXPECTED_AND_FOUND
        };
        for (place, difference) in self.differences.iter().take(SHOWN).enumerate() {
            writeln!(streams.out, "       {}", difference.difference)?;
            for line in difference.lines(keys, texts) {
                writeln!(streams.out, "{}", styled(FAINT, format!("         {line}")))?;
            }
            let reasons = self.reasons(place, texts);
            if !self.updated && !reasons.is_empty() {
                let why = texts.tr("cli.test.why");
                writeln!(streams.out, "{}", styled(FAINT, format!("         {why}")))?;
                for line in reasons.iter().take(SHOWN_REASONS) {
                    writeln!(
                        streams.out,
                        "{}",
                        styled(FAINT, format!("           {line}"))
                    )?;
                }
                if let Some(more) = reasons.len().checked_sub(SHOWN_REASONS + 1) {
                    let more = texts.tr_count("cli.test.more_reasons", more + 1);
                    writeln!(
                        streams.out,
                        "{}",
                        styled(FAINT, format!("           … {more}"))
                    )?;
                }
            }
        }
        if let Some(more) = self.differences.len().checked_sub(SHOWN + 1) {
            let more = texts.tr_count("cli.test.more_differences", more + 1);
            writeln!(streams.out, "       … {more}")?;
        }
        if let Some(stand_ins) = self.stand_in_note(texts) {
            writeln!(
                streams.out,
                "{}",
                styled(FAINT, format!("       {stand_ins}"))
            )?;
        }
        Ok(())
    }

    /// The sentence about stand-ins, if there were any.
    pub fn stand_in_note(&self, texts: &Texts) -> Option<String> {
        if self.stand_ins.is_empty() {
            return None;
        }
        let tasks = self.stand_ins.join(&texts.tr("cli.list_separator"));
        Some(texts.tr_with("cli.run.stand_ins", &[("tasks", &tasks)]))
    }
}

fn reason_reports(reasons: Vec<ReasonWithCondition>, texts: &Texts) -> Vec<ReasonReport> {
    let reports = reasons
        .into_iter()
        .map(|(reason, conditions)| ReasonReport {
            frame: reason.frame,
            text: texts.sentence(&reason.sentence),
            conditions,
        });
    reports.collect()
}
