//! `treewright compare`: finds the first frame in which two recordings differ, and shows it side by side.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;
use treewright_core::diagnostic::visible_line;
use treewright_core::format::FormatError;
use treewright_core::runtime::AgentId;
use treewright_insight::recording::{FrameDifference, FrameRecord, Row, RowKind, rows};
use treewright_insight::recording_json::Replay;
use treewright_session::i18n::Texts;
use unicode_width::UnicodeWidthStr as _;

use super::colors::{BAD, FAINT, GOOD, HEADING, NOTABLE, styled};
use super::outline::name;
use super::report::{write_json, write_unusable};
use super::terminal::padded;
use super::{Format, Outcome, Output, Streams, input};

/// The number of equal rows that are shown before and after those that differ.
const AROUND: usize = 3;

/// The most columns of a row.
const WIDTH: usize = 60;

#[derive(Debug, Args)]
pub struct Compare {
    #[arg(value_name = "FILE")]
    left: PathBuf,

    #[arg(value_name = "OTHER")]
    right: PathBuf,

    #[command(flatten)]
    pub(super) output: Output,
}

/// The result as JSON.
#[derive(Serialize)]
struct Comparison {
    same: bool,
    /// The number of equal frames at the beginning.
    same_frames: u64,
    same_trees: bool,
    seeds: [u64; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<RowPairReport>,
}

#[derive(Serialize)]
struct RowPairReport {
    differs: bool,
    left: Option<RowReport>,
    right: Option<RowReport>,
}

#[derive(Serialize)]
struct RowReport {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    node: Option<String>,
    #[serde(skip_serializing_if = "str::is_empty")]
    name: Arc<str>,
    #[serde(skip_serializing_if = "str::is_empty")]
    text: String,
}

impl Compare {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let files = [&*self.left, &*self.right];
        let mut replays = Vec::with_capacity(2);
        for file in files {
            match input::read_recording(file, streams.texts) {
                Ok(replay) => replays.push(replay),
                Err(unusable) => {
                    let report = &unusable.report;
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
            if let Some(difference) = FrameDifference::of(frame, l, r) {
                break Some(difference);
            }
        };
        self.write_result(streams, [left, right], found.as_ref())?;
        Ok(if found.is_some() {
            Outcome::Problems
        } else {
            Outcome::Success
        })
    }

    fn unusable(
        &self,
        streams: &mut Streams<'_>,
        file: &Path,
        error: &FormatError,
    ) -> io::Result<Outcome> {
        let unusable = input::of_recording(file, error, streams.texts);
        write_unusable(streams, self.output.format, &unusable.report, None)?;
        Ok(Outcome::Unusable)
    }

    fn write_result(
        &self,
        streams: &mut Streams<'_>,
        replays: [&Replay<'_>; 2],
        found: Option<&FrameDifference>,
    ) -> io::Result<()> {
        let [left, right] = replays;
        let seeds = [left.setup.seed, right.setup.seed];
        let same_trees = left.setup.sources == right.setup.sources;
        let same_frames = match found {
            Some(difference) => difference.frame - 1,
            None => left.recording.last_frame(),
        };
        if self.output.format == Format::Json {
            let comparison = Comparison {
                same: found.is_none(),
                same_frames,
                same_trees,
                seeds,
                frame: found.map(|difference| difference.frame),
                rows: found.map_or_else(Vec::new, |found| row_reports(found, streams.texts)),
            };
            return write_json(streams.out, &comparison);
        }
        let texts = streams.texts;
        let out = &mut *streams.out;
        if !same_trees {
            writeln!(
                out,
                "{}",
                styled(NOTABLE, texts.tr("cli.compare.other_trees"))
            )?;
        }
        if seeds[0] != seeds[1] {
            let [left, right] = seeds.map(|seed| seed.to_string());
            let arguments = [("left", &*left), ("right", &*right)];
            let text = texts.tr_with("cli.compare.other_seeds", &arguments);
            writeln!(out, "{}", styled(NOTABLE, text))?;
        }
        let count = usize::try_from(same_frames).unwrap_or(usize::MAX);
        let Some(difference) = found else {
            let text = texts.tr_count("cli.compare.same", count);
            return writeln!(out, "{}", styled(GOOD, text));
        };
        let frame = difference.frame.to_string();
        let text = texts.tr_with("cli.compare.differ", &[("frame", &frame)]);
        writeln!(out, "{}", styled(BAD, text))?;
        for (has_frame, file) in [
            (difference.there.0, &self.left),
            (difference.there.1, &self.right),
        ] {
            if !has_frame {
                let arguments = [("file", &*super::shown(file))];
                let text = texts.tr_count_with("cli.compare.ends", count, &arguments);
                writeln!(out, "{}", styled(NOTABLE, text))?;
            }
        }
        self.write_rows(streams, replays, difference)
    }

    fn write_rows(
        &self,
        streams: &mut Streams<'_>,
        [left, right]: [&Replay<'_>; 2],
        difference: &FrameDifference,
    ) -> io::Result<()> {
        let texts = streams.texts;
        let words = |replay: &Replay<'_>, row: &Option<Row>| {
            let text = row.as_ref().map(|row| sentence(replay, row, texts));
            text.unwrap_or_default()
        };
        let pairs = &difference.pairs;
        let rows = pairs.iter().map(|pair| {
            let sides = (words(left, &pair.left), words(right, &pair.right));
            (pair.differs(), sides)
        });
        let rows: Vec<_> = rows.collect();
        let widths = rows.iter().map(|(_, (left, _))| left.width());
        let name = |file: &Path| visible_line(&file.to_string_lossy()).into_owned();
        let (left, right) = (name(&self.left), name(&self.right));
        let width = widths.max().unwrap_or(0).max(left.width());
        let heading = format!("  {}   {right}", padded(&left, width));
        writeln!(streams.out, "{}", styled(HEADING, heading))?;
        let first = rows.iter().position(|(differs, _)| *differs).unwrap_or(0);
        let last = rows.iter().rposition(|(differs, _)| *differs).unwrap_or(0);
        let shown = first.saturating_sub(AROUND)..(last + 1 + AROUND).min(rows.len());
        for (differs, (left, right)) in &rows[shown.clone()] {
            let mark = if *differs { '≠' } else { ' ' };
            let line = format!("{mark} {} │ {right}", padded(left, width));
            let style = if *differs { NOTABLE } else { FAINT };
            writeln!(streams.out, "{}", styled(style, line.trim_end()))?;
        }
        match rows.len() - shown.len() {
            0 => Ok(()),
            equal => {
                let text = format!("  … {}", texts.tr_count("cli.compare.more_rows", equal));
                writeln!(streams.out, "{}", styled(FAINT, text))
            }
        }
    }
}

/// Runs the next frame. Returns its rows; `None` after the last frame.
fn step(replay: &mut Replay<'_>) -> Result<Option<Vec<Row>>, FormatError> {
    let before = replay.recording.agent_programs().clone();
    let record: Option<Arc<FrameRecord>> = replay.step()?;
    let rows = record.map(|record| rows(replay.recording.programs(), &record, before));
    Ok(rows)
}

fn row_reports(difference: &FrameDifference, texts: &Texts) -> Vec<RowPairReport> {
    let row = |row: &Option<Row>| {
        let row = row.as_ref()?;
        Some(RowReport {
            kind: row.kind.code(),
            agent: row.agent,
            node: row.node.as_ref().map(ToString::to_string),
            name: row.name.clone(),
            text: texts.message(&row.text),
        })
    };
    let pairs = difference.pairs.iter();
    let reports = pairs.map(|pair| RowPairReport {
        differs: pair.differs(),
        left: row(&pair.left),
        right: row(&pair.right),
    });
    reports.collect()
}

/// A row as a sentence, shortened.
fn sentence(replay: &Replay<'_>, row: &Row, texts: &Texts) -> String {
    let agents = replay.recording.agents();
    let several = agents.len() > 1 || row.agent.is_some_and(|agent| agent > 0);
    let agent = row.agent.map(AgentId);
    let agent = agent.unwrap_or_else(|| replay.recording.first_agent());
    let seen = replay.seen(agent);
    let node = row.node.as_ref().map_or_else(String::new, |id| {
        let index = seen.program().index(id);
        index.map_or_else(|| format!("({id})"), |index| name(&seen, index, texts))
    });
    let text = texts.message(&row.text);
    let is_interrupted = row.text.english() == "Inactive";
    let quoted = format!("{text:?}");
    let status = texts.choice(&text);
    let arguments = [
        ("node", &*node),
        ("name", &*row.name),
        ("text", &*text),
        ("quoted", &*quoted),
        ("status", &*status),
    ];
    let key = match row.kind {
        RowKind::Seconds => "cli.event.seconds",
        RowKind::Set => "cli.event.set",
        RowKind::Send if text.is_empty() => "cli.event.send",
        RowKind::Send => "cli.event.send_with",
        RowKind::Force => "cli.event.force",
        RowKind::Interrupt => "cli.event.interrupt",
        RowKind::Seed => "cli.event.seed",
        RowKind::Swap => "cli.event.swap",
        RowKind::Add => "cli.event.add",
        RowKind::Remove => "cli.event.remove",
        RowKind::Start => "cli.event.start",
        RowKind::Update => "cli.event.update",
        RowKind::End if is_interrupted => "cli.event.interrupted",
        RowKind::End => "cli.event.end",
        RowKind::Check => "cli.event.check",
        RowKind::Abort => "cli.event.abort",
        RowKind::Log => "cli.event.log",
        RowKind::Mark => "cli.event.mark",
        RowKind::Error => "cli.event.error",
        RowKind::BesideStart => "cli.event.background_start",
        RowKind::BesideEnd if is_interrupted => "cli.event.background_stopped",
        RowKind::BesideEnd => "cli.event.background_end",
        RowKind::BesideSays => "cli.event.background_log",
        RowKind::Wrote if node.is_empty() => "cli.event.variable",
        RowKind::Wrote => "cli.event.write",
        RowKind::Data if node.is_empty() => "cli.event.background_data",
        RowKind::Data => "cli.event.data",
        RowKind::Status => "cli.event.status",
    };
    let mut text = texts.tr_with(key, &arguments);
    if let Some(agent) = row.agent.filter(|_| several) {
        let agent = (agent + 1).to_string();
        let arguments = [("agent", &*agent), ("text", &text)];
        text = texts.tr_with("cli.event.of_agent", &arguments);
    }
    let text = visible_line(&text);
    if text.width() <= WIDTH {
        return text.into_owned();
    }
    let mut shortened = String::new();
    for character in text.chars() {
        shortened.push(character);
        if shortened.width() >= WIDTH {
            shortened.pop();
            break;
        }
    }
    format!("{shortened}…")
}
