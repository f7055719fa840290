//! Writes the frames of a run: for people the tree with the state of each node, for programs a line of JSON.

use std::io;

use anstyle::Style;
use serde::Serialize;
use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::{BesideEvent, TraceEvent};
use treewright_insight::history::aborts;
use treewright_insight::recording::{AgentFrame, FrameRecord};
use treewright_insight::scenario::{NodeState, RecordedAgent, ScenarioRun};
use treewright_session::i18n::Texts;

use crate::colors::{BAD, FAINT, HEADING, NOTABLE, styled};
use crate::outline::{Outline, abort_sentence, name};
use crate::report::write_json;
use crate::{Outcome, Streams};

/// Writes frames.
pub(super) struct FrameWriter {
    pub kind: Kind,
    /// The states of the previous frame.
    last: Vec<NodeState>,
    /// A note for programs, written with the next frame.
    note: Option<String>,
}

pub(super) enum Kind {
    Nothing,
    Json,
    Human(Outline),
}

impl FrameWriter {
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            last: Vec::new(),
            note: None,
        }
    }

    /// Notes which stand-ins are used. Programs get the note with the first frame.
    pub fn begin(&mut self, streams: &mut Streams<'_>, stand_ins: &[String]) -> io::Result<()> {
        if stand_ins.is_empty() {
            return Ok(());
        }
        let tasks = stand_ins.join(&streams.texts.tr("cli.list_separator"));
        let note = streams
            .texts
            .tr_with("cli.run.stand_ins", &[("tasks", &tasks)]);
        match self.kind {
            Kind::Nothing => {}
            Kind::Human(_) => writeln!(streams.out, "{}", styled(FAINT, note))?,
            Kind::Json => self.note = Some(note),
        }
        Ok(())
    }

    /// Writes a frame of the agent of `run`.
    pub fn write(
        &mut self,
        streams: &mut Streams<'_>,
        run: &RecordedAgent<'_>,
        record: &FrameRecord,
        time: f64,
    ) -> io::Result<()> {
        let Some(frame) = record.of(run.agent) else {
            return Ok(());
        };
        let states: Vec<_> = run.program().indices().map(|n| run.state(n)).collect();
        let texts = streams.texts;
        let mut notes = sentences(run, frame, texts);
        if let Some(note) = self.note.take() {
            notes.insert(0, (FAINT, note));
        }
        match &self.kind {
            Kind::Nothing => {}
            Kind::Json => write_json(
                streams.out,
                &FrameReport::new(run, record.frame, frame, &notes),
            )?,
            Kind::Human(outline) => {
                let (number, time) = (record.frame.to_string(), rounded(time).to_string());
                let result = texts.choice(frame.status.name());
                let arguments = [("frame", &*number), ("time", &*time), ("status", &*result)];
                let unchanged = states == self.last && notes.is_empty();
                let key = if unchanged {
                    "cli.run.frame_unchanged"
                } else {
                    "cli.run.frame"
                };
                let head = texts.tr_with(key, &arguments);
                writeln!(streams.out, "{}", styled(HEADING, head))?;
                for (style, sentence) in &notes {
                    writeln!(streams.out, "  {}", styled(*style, sentence))?;
                }
                if !unchanged {
                    streams.out.block(&outline.draw(run, texts))?;
                }
            }
        }
        self.last = states;
        Ok(())
    }

    pub fn end(&self, streams: &mut Streams<'_>, run: &ScenarioRun<'_>) -> io::Result<Outcome> {
        let Some(difference) = run.differences().first() else {
            return Ok(Outcome::Success);
        };
        let texts = streams.texts;
        let difference = texts.scenario_difference(difference);
        let text = texts.tr_with("cli.run.scenario_fails", &[("difference", &difference)]);
        match self.kind {
            Kind::Human(_) => writeln!(streams.out, "{}", styled(BAD, text))?,
            Kind::Nothing => writeln!(streams.err, "{text}")?,
            Kind::Json => {
                #[derive(Serialize)]
                struct Differs {
                    difference: String,
                }
                write_json(streams.out, &Differs { difference })?;
            }
        }
        Ok(Outcome::Problems)
    }
}

/// The events of a frame as sentences: aborts, and logs, marks and errors of tasks.
fn sentences(run: &RecordedAgent<'_>, frame: &AgentFrame, texts: &Texts) -> Vec<(Style, String)> {
    let stories = aborts(run.program(), &frame.events);
    let mut sentences: Vec<_> = stories
        .iter()
        .map(|story| (NOTABLE, abort_sentence(run, story, texts)))
        .collect();
    let of_node = |key: &str, node: NodeIndex, text: &str| {
        let (node, quoted) = (name(run, node, texts), format!("{text:?}"));
        let arguments = [("node", &*node), ("text", text), ("quoted", &*quoted)];
        texts.tr_with(key, &arguments)
    };
    for event in &frame.events {
        sentences.push(match event {
            TraceEvent::Log(node, text) => (Style::new(), of_node("cli.run.log", *node, text)),
            TraceEvent::Mark(node, text) => (Style::new(), of_node("cli.run.mark", *node, text)),
            TraceEvent::Error(node, text) => {
                (BAD, of_node("cli.run.error", *node, &texts.message(text)))
            }
            TraceEvent::Beside(beside) => background_sentence(&beside.0, &beside.1, texts),
            _ => continue,
        });
    }
    sentences
}

/// A frame for programs.
#[derive(Serialize)]
struct FrameReport<'a> {
    frame: u64,
    status: &'static str,
    nodes: serde_json::Map<String, serde_json::Value>,
    notes: Vec<&'a str>,
}

impl<'a> FrameReport<'a> {
    fn new(
        run: &RecordedAgent<'_>,
        number: u64,
        frame: &AgentFrame,
        notes: &'a [(Style, String)],
    ) -> Self {
        let program = run.program();
        let state = |node| (program.id(node).to_string(), run.state(node).name().into());
        Self {
            frame: number,
            status: frame.status.name(),
            nodes: program.indices().map(state).collect(),
            notes: notes.iter().map(|(_, sentence)| &**sentence).collect(),
        }
    }
}

/// Removes the rounding errors of a sum of frame times.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// What a background tree did.
fn background_sentence(tree: &str, event: &BesideEvent, texts: &Texts) -> (Style, String) {
    let (key, text) = match event {
        BesideEvent::Started => ("cli.run.background_started", String::new()),
        BesideEvent::Ended(EndStatus::Inactive) => ("cli.run.background_stopped", String::new()),
        BesideEvent::Ended(status) => ("cli.run.background_ended", texts.choice(status.name())),
        BesideEvent::Log(text) => ("cli.run.background_log", format!("{text:?}")),
        BesideEvent::Mark(text) => ("cli.run.background_mark", format!("{text:?}")),
        BesideEvent::Error(text) => ("cli.run.background_error", texts.message(text)),
    };
    let style = match event {
        BesideEvent::Error(_) => BAD,
        _ => Style::new(),
    };
    (
        style,
        texts.tr_with(key, &[("tree", tree), ("text", &text)]),
    )
}
