//! What a run shows of each frame: to people the tree with what every node does, to machines a line.

use std::io;

use serde::Serialize;
use treewright_core::runtime::{EndStatus, NodeIndex};
use treewright_core::trace::{BesideEvent, TraceEvent};
use treewright_insight::history::aborts;
use treewright_insight::recording::{AgentFrame, FrameRecord};
use treewright_insight::scenario::{NodeState, ScenarioRun, Seen};

use crate::colors::{BAD, FAINT, HEADING, NOTABLE, styled};
use crate::outline::{Outline, abort_sentence, name};
use crate::report::write_json;
use crate::{Outcome, Streams};

/// What is shown of a run.
pub(super) struct Shown {
    pub kind: Kind,
    /// The states that were shown last.
    last: Vec<NodeState>,
    /// What is to be said with the next frame.
    note: Option<String>,
}

pub(super) enum Kind {
    Nothing,
    Json,
    Human(Outline),
}

impl Shown {
    /// Nothing was shown yet.
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            last: Vec::new(),
            note: None,
        }
    }

    /// Says which tasks are only played. Machines hear of it with the first frame.
    pub fn begin(&mut self, streams: &mut Streams<'_>, stood_in: &[String]) -> io::Result<()> {
        if stood_in.is_empty() {
            return Ok(());
        }
        let note = format!("Stood in for tasks of the game: {}", stood_in.join(", "));
        match self.kind {
            Kind::Nothing => {}
            Kind::Human(_) => writeln!(streams.out, "{}", styled(FAINT, note))?,
            Kind::Json => self.note = Some(note),
        }
        Ok(())
    }

    /// Shows what a frame was for the one who is looked at.
    pub fn frame(
        &mut self,
        streams: &mut Streams<'_>,
        run: &Seen<'_>,
        record: &FrameRecord,
        time: f64,
    ) -> io::Result<()> {
        let Some(frame) = record.of(run.agent) else {
            return Ok(());
        };
        let states: Vec<_> = run.program().indices().map(|n| run.state(n)).collect();
        let mut told = sentences(run, frame);
        if let Some(note) = self.note.take() {
            told.insert(0, (FAINT, note));
        }
        match &self.kind {
            Kind::Nothing => {}
            Kind::Json => write_json(
                streams.out,
                &FrameReport::new(run, record.frame, frame, &told),
            )?,
            Kind::Human(outline) => {
                let head = format!(
                    "Frame {}, {} s: {}",
                    record.frame,
                    rounded(time),
                    frame.status
                );
                let unchanged = states == self.last && told.is_empty();
                let note = if unchanged {
                    styled(FAINT, ", as before")
                } else {
                    String::new()
                };
                writeln!(streams.out, "{}{note}", styled(HEADING, head))?;
                for (style, sentence) in &told {
                    writeln!(streams.out, "  {}", styled(*style, sentence))?;
                }
                if !unchanged {
                    streams.out.block(&outline.draw(run))?;
                }
            }
        }
        self.last = states;
        Ok(())
    }

    pub fn end(&self, streams: &mut Streams<'_>, run: &ScenarioRun<'_>) -> io::Result<Outcome> {
        let Some(difference) = run.differences().first() else {
            return Ok(Outcome::Fine);
        };
        match self.kind {
            Kind::Human(_) => {
                let text = format!("Not as the scenario says: {difference}");
                writeln!(streams.out, "{}", styled(BAD, text))?;
            }
            Kind::Nothing => writeln!(streams.err, "Not as the scenario says: {difference}")?,
            Kind::Json => {
                #[derive(Serialize)]
                struct Differs {
                    difference: String,
                }
                let difference = difference.to_string();
                write_json(streams.out, &Differs { difference })?;
            }
        }
        Ok(Outcome::Problems)
    }
}

/// What happened that needs words: aborts, what tasks said, and why they failed.
fn sentences(run: &Seen<'_>, frame: &AgentFrame) -> Vec<(anstyle::Style, String)> {
    let stories = aborts(run.program(), &frame.events);
    let sentence = |story| format!("Abort: {}.", abort_sentence(run, story));
    let mut told: Vec<_> = stories.iter().map(|s| (NOTABLE, sentence(s))).collect();
    let name = |node: &NodeIndex| name(run, *node);
    for event in &frame.events {
        match event {
            TraceEvent::Log(node, text) => {
                told.push((
                    anstyle::Style::new(),
                    format!("Log: {} says {text:?}", name(node)),
                ));
            }
            TraceEvent::Mark(node, text) => {
                told.push((
                    anstyle::Style::new(),
                    format!("Mark: {} sets {text:?}", name(node)),
                ));
            }
            TraceEvent::Beside(beside) => told.push(told_beside(&beside.0, &beside.1)),
            TraceEvent::Error(node, text) => {
                told.push((
                    BAD,
                    format!("Error: {} could not do its work: {text}", name(node)),
                ));
            }
            _ => {}
        }
    }
    told
}

/// A frame for machines.
#[derive(Serialize)]
struct FrameReport<'a> {
    frame: u64,
    status: &'static str,
    nodes: serde_json::Map<String, serde_json::Value>,
    notes: Vec<&'a str>,
}

impl<'a> FrameReport<'a> {
    fn new(
        run: &Seen<'_>,
        number: u64,
        frame: &AgentFrame,
        told: &'a [(anstyle::Style, String)],
    ) -> Self {
        let program = run.program();
        let state = |node| (program.id(node).to_string(), run.state(node).name().into());
        Self {
            frame: number,
            status: frame.status.name(),
            nodes: program.indices().map(state).collect(),
            notes: told.iter().map(|(_, sentence)| &**sentence).collect(),
        }
    }
}

/// Seconds without the dust of adding floats.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// What a tree that runs beside the one shown did.
fn told_beside(tree: &str, what: &BesideEvent) -> (anstyle::Style, String) {
    let text = match what {
        BesideEvent::Started => format!("Tree `{tree}` runs beside this one"),
        BesideEvent::Ended(EndStatus::Inactive) => format!("Tree `{tree}` was stopped"),
        BesideEvent::Ended(status) => format!("Tree `{tree}` ended with {status}"),
        BesideEvent::Log(text) => format!("Log: tree `{tree}` says {text:?}"),
        BesideEvent::Mark(text) => format!("Mark: tree `{tree}` sets {text:?}"),
        BesideEvent::Error(text) => {
            return (
                BAD,
                format!("Error: tree `{tree}` could not do its work: {text}"),
            );
        }
    };
    (anstyle::Style::new(), text)
}
