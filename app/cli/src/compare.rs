//! `treewright compare`: the first frame in which two recordings differ, side by side.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use treewright_core::diagnostic::visible_line;
use treewright_core::format::FormatError;
use treewright_insight::recording::{Difference, FrameRecord, Row, RowKind, rows};
use treewright_insight::recording_json::Replay;
use unicode_width::UnicodeWidthStr as _;

use super::check::counted;
use super::colors::{BAD, FAINT, GOOD, HEADING, NOTABLE, styled};
use super::outline::name;
use super::report::{write_json, write_unusable};
use super::{Format, Outcome, Output, Streams, input};

/// So many rows that are the same are shown before and after those that differ.
const AROUND: usize = 3;

/// The most columns that a row takes.
const WIDTH: usize = 60;

#[derive(Debug, Args)]
pub struct Compare {
    /// A recording, as `treewright run --trace` and the editor write them
    left: PathBuf,

    /// The one to compare it with
    right: PathBuf,

    #[command(flatten)]
    output: Output,
}

/// The result as JSON.
#[derive(Serialize)]
struct Compared {
    same: bool,
    /// How many frames are the same from the beginning on.
    same_frames: u64,
    same_trees: bool,
    seeds: [u64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<ComparedRow>,
}

#[derive(Serialize)]
struct ComparedRow {
    differs: bool,
    left: Option<TellingRow>,
    right: Option<TellingRow>,
}

#[derive(Serialize)]
struct TellingRow {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: Arc<str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: Arc<str>,
}

impl Compare {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let files = [&*self.left, &*self.right];
        let mut replays = Vec::with_capacity(2);
        for file in files {
            match input::read_recording(file) {
                Ok(replay) => replays.push(replay),
                Err(stop) => {
                    let report = &stop.report;
                    write_unusable(streams, self.output.format, report, None)?;
                    return Ok(Outcome::Unusable);
                }
            }
        }
        let [left, right] = &mut replays[..] else {
            return Ok(Outcome::Unusable);
        };
        let found = loop {
            let (l, r) = match (step(left), step(right)) {
                (Ok(l), Ok(r)) => (l, r),
                (Err(error), _) => return self.unusable(streams, &self.left, &error),
                (_, Err(error)) => return self.unusable(streams, &self.right, &error),
            };
            if l.is_none() && r.is_none() {
                break None;
            }
            let frame = left.recording.last_frame();
            let frame = frame.max(right.recording.last_frame());
            if let Some(difference) = Difference::of(frame, l, r) {
                break Some(difference);
            }
        };
        self.tell(streams, [left, right], found.as_ref())?;
        Ok(if found.is_some() {
            Outcome::Problems
        } else {
            Outcome::Fine
        })
    }

    fn unusable(
        &self,
        streams: &mut Streams<'_>,
        file: &Path,
        error: &FormatError,
    ) -> io::Result<Outcome> {
        let stop = input::of_recording(file, error);
        write_unusable(streams, self.output.format, &stop.report, None)?;
        Ok(Outcome::Unusable)
    }

    fn tell(
        &self,
        streams: &mut Streams<'_>,
        replays: [&Replay<'_>; 2],
        found: Option<&Difference>,
    ) -> io::Result<()> {
        let [left, right] = replays;
        let seeds = [left.setup.seed, right.setup.seed];
        let same_trees = left.setup.sources == right.setup.sources;
        let same_frames = match found {
            Some(difference) => difference.frame - 1,
            None => left.recording.last_frame(),
        };
        if self.output.format == Format::Json {
            let compared = Compared {
                same: found.is_none(),
                same_frames,
                same_trees,
                seeds,
                frame: found.map(|difference| difference.frame),
                rows: found.map_or_else(Vec::new, telling),
            };
            return write_json(streams.out, &compared);
        }
        let out = &mut *streams.out;
        if !same_trees {
            let text = "What was run differs: the documents or task libraries are not the same.";
            writeln!(out, "{}", styled(NOTABLE, text))?;
        }
        if seeds[0] != seeds[1] {
            let text = format!("The seeds differ: {} and {}.", seeds[0], seeds[1]);
            writeln!(out, "{}", styled(NOTABLE, text))?;
        }
        let frames = counted(usize::try_from(same_frames).unwrap_or(usize::MAX), "frame");
        let Some(difference) = found else {
            let text = format!("The same in all of {frames}.");
            return writeln!(out, "{}", styled(GOOD, text));
        };
        let text = format!("They differ first in frame {}:", difference.frame);
        writeln!(out, "{}", styled(BAD, text))?;
        for (there, file) in [
            (difference.there.0, &self.left),
            (difference.there.1, &self.right),
        ] {
            if !there {
                let text = format!("{} ends after {frames}.", file.display());
                writeln!(out, "{}", styled(NOTABLE, text))?;
            }
        }
        self.write_rows(streams, replays, difference)
    }

    fn write_rows(
        &self,
        streams: &mut Streams<'_>,
        [left, right]: [&Replay<'_>; 2],
        difference: &Difference,
    ) -> io::Result<()> {
        let words = |replay: &Replay<'_>, row: &Option<Row>| {
            let text = row.as_ref().map(|row| words(replay, row));
            text.unwrap_or_default()
        };
        let pairs = &difference.pairs;
        let told = pairs.iter().map(|pair| {
            let sides = (words(left, &pair.left), words(right, &pair.right));
            (pair.differs(), sides)
        });
        let told: Vec<_> = told.collect();
        let widths = told.iter().map(|(_, (left, _))| left.width());
        let name = |file: &Path| visible_line(&file.to_string_lossy()).into_owned();
        let (left, right) = (name(&self.left), name(&self.right));
        let width = widths.max().unwrap_or(0).max(left.width());
        let heading = format!("  {}   {right}", padded(&left, width));
        writeln!(streams.out, "{}", styled(HEADING, heading))?;
        let first = told.iter().position(|(differs, _)| *differs).unwrap_or(0);
        let last = told.iter().rposition(|(differs, _)| *differs).unwrap_or(0);
        let shown = first.saturating_sub(AROUND)..(last + 1 + AROUND).min(told.len());
        for (differs, (left, right)) in &told[shown.clone()] {
            let mark = if *differs { '≠' } else { ' ' };
            let line = format!("{mark} {} │ {right}", padded(left, width));
            let style = if *differs { NOTABLE } else { FAINT };
            writeln!(streams.out, "{}", styled(style, line.trim_end()))?;
        }
        match told.len() - shown.len() {
            0 => Ok(()),
            alike => {
                let text = format!("  … and {}", counted(alike, "further row"));
                writeln!(streams.out, "{}", styled(FAINT, text))
            }
        }
    }
}

/// The rows of the next frame; none after the last one.
fn step(replay: &mut Replay<'_>) -> Result<Option<Vec<Row>>, FormatError> {
    let before = replay.recording.program_number();
    let record: Option<Arc<FrameRecord>> = replay.step()?;
    let rows = record.map(|record| rows(replay.recording.programs(), &record, before));
    Ok(rows)
}

fn padded(text: &str, width: usize) -> String {
    let gap = " ".repeat(width.saturating_sub(text.width()));
    format!("{text}{gap}")
}

fn telling(difference: &Difference) -> Vec<ComparedRow> {
    let row = |row: &Option<Row>| {
        let row = row.as_ref()?;
        Some(TellingRow {
            kind: row.kind.code(),
            agent: row.agent,
            node: row.node.as_ref().map(ToString::to_string),
            name: row.name.clone(),
            text: row.text.english().into(),
        })
    };
    let pairs = difference.pairs.iter();
    let told = pairs.map(|pair| ComparedRow {
        differs: pair.differs(),
        left: row(&pair.left),
        right: row(&pair.right),
    });
    told.collect()
}

/// A row in words.
fn words(replay: &Replay<'_>, row: &Row) -> String {
    let agents = replay.recording.agents();
    let several = agents.len() > 1 || row.agent.is_some_and(|agent| agent > 0);
    let of_agent = match row.agent {
        Some(agent) if several => format!("agent {}: ", agent + 1),
        _ => String::new(),
    };
    let agent = replay.recording.first_agent();
    let node = row.node.as_ref().map_or_else(String::new, |id| {
        let place = replay.recording.program().index(id);
        place.map_or_else(
            || format!("({id})"),
            |place| name(&replay.seen(agent), place),
        )
    });
    let (called, text) = (&row.name, row.text.english());
    let text = match row.kind {
        RowKind::Seconds => format!("{text} s"),
        RowKind::Set => format!("`{called}` is set to {text}"),
        RowKind::Send if text.is_empty() => format!("event `{called}` is sent"),
        RowKind::Send => format!("event `{called}` is sent with {text}"),
        RowKind::Force => format!("{node} is made to answer {text}"),
        RowKind::Interrupt => format!("`{called}` is interrupted with {text}"),
        RowKind::Swap => "the tree was changed".to_owned(),
        RowKind::Add => format!("an agent is added with seed {text}"),
        RowKind::Remove => "the agent is removed".to_owned(),
        RowKind::Start => format!("{node} starts"),
        RowKind::Update => format!("{node} answers {text}"),
        RowKind::End if text == "Inactive" => format!("{node} is interrupted"),
        RowKind::End => format!("{node} ends with {text}"),
        RowKind::Check => format!("{node} is asked again: {text}"),
        RowKind::Abort => format!("{node} aborts in ({text})"),
        RowKind::Log => format!("{node} says {text:?}"),
        RowKind::Mark => format!("{node} sets {text:?}"),
        RowKind::Error => format!("{node} could not do its work: {text}"),
        RowKind::BesideStart => format!("tree `{called}` starts beside"),
        RowKind::BesideEnd if text == "Inactive" => format!("tree `{called}` is stopped"),
        RowKind::BesideEnd => format!("tree `{called}` ends with {text}"),
        RowKind::BesideSays => format!("tree `{called}` says {text:?}"),
        RowKind::Wrote if node.is_empty() => format!("`{called}` becomes {text}"),
        RowKind::Wrote => format!("{node} sets `{called}` to {text}"),
        RowKind::Status => format!("the tree: {text}"),
    };
    let text = format!("{of_agent}{text}");
    let text = visible_line(&text);
    if text.width() <= WIDTH {
        return text.into_owned();
    }
    let short: String = text.chars().take(WIDTH - 1).collect();
    format!("{short}…")
}
