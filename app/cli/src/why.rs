//! `treewright why`: explains what a node did in a frame of a recording, as a chain of reasons up to an input, a random choice, a timer or an answer.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use treewright_core::format::literal::push_value;
use treewright_core::ids::NodeId;
use treewright_core::model::Document;
use treewright_core::value::Value;
use treewright_insight::recording_json::ParsedSources;
use treewright_insight::scenario::node_named;
use treewright_insight::why::{AnswerSource, Fact, Heard, Sender, to_the_end};
use treewright_session::i18n::Texts;
use treewright_session::workspace::condition_values::parts;
use treewright_session::workspace::run_session::RunSession;
use treewright_session::workspace::run_view::{Reason, RunView as _};

use super::colors::{HEADING, styled};
use super::input::{self, Unusable};
use super::report::{Report, write_json, write_unusable};
use super::{Format, Outcome, Output, Streams};

#[derive(Debug, Args)]
pub struct Why {
    #[arg(value_name = "FILE")]
    recording: PathBuf,

    #[arg(long, value_name = "NAME_OR_ID")]
    node: String,

    #[arg(long, value_name = "N")]
    frame: Option<u64>,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Serialize)]
struct Explained {
    node: String,
    name: String,
    frame: u64,
    reasons: Vec<Told>,
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    frame: Option<u64>,
    node: String,
    text: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conditions: Vec<Condition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<HeardEvent>,
}

/// The event on which an answer depended.
#[derive(Serialize)]
struct HeardEvent {
    name: String,
    arrived: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<serde_json::Value>,
    /// `outside`, `node`, `tree` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<&'static str>,
}

/// A part of a condition, with the values that it read.
#[derive(Serialize)]
struct Condition {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    holds: Option<bool>,
}

impl Why {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        match self.explain(streams.texts) {
            Ok(explained) if self.output.format == Format::Json => {
                write_json(streams.out, &explained)?;
            }
            Ok(explained) => write(streams, &explained)?,
            Err(unusable) => {
                write_unusable(streams, self.output.format, &unusable.report, None)?;
                return Ok(Outcome::Unusable);
            }
        }
        Ok(Outcome::Success)
    }

    fn explain(&self, texts: &Texts) -> Result<Explained, Unusable> {
        let file = &*self.recording;
        let (replay, frame) = input::replay_to(file, self.frame, texts)?;
        let sources = replay.sources.clone();
        let mut run = RunSession::recorded(replay, 0);
        run.show(frame);
        let files = sources[run.recording().program_number()].unpack();
        let files = files.map_err(|error| input::of_recording(file, &error, texts))?;
        let node = self.find(file, &files.document, texts)?;
        let name = |id: &NodeId| texts.title_of(&files.document, id);
        let further = |reason: &Reason| run.why_further(reason, &name);
        let reasons = to_the_end(run.why(&node, &name), further, |reason| &reason.step);
        let told = reasons
            .into_iter()
            .map(|reason| told(&reason, &files, texts));
        Ok(Explained {
            name: name(&node),
            node: node.to_string(),
            frame,
            reasons: told.collect(),
        })
    }

    /// The node of this id, or of this name if only one has it.
    fn find(&self, file: &Path, document: &Document, texts: &Texts) -> Result<NodeId, Unusable> {
        let found = node_named(document, &self.node);
        found.cloned().ok_or_else(|| {
            let message = texts.tr_with("cli.why.no_node", &[("node", &self.node)]);
            let report = Report::error(file, "no_node", message);
            let remedy = texts.tr("cli.why.name_a_node").into_owned();
            input::unusable(report.with_remedy(remedy))
        })
    }
}

fn told(reason: &Reason, files: &ParsedSources, texts: &Texts) -> Told {
    let decided = reason.condition.as_ref();
    let conditions = decided.and_then(|decided| {
        let node = files.document.node(&decided.node)?;
        Some(parts(node, &files.kinds, &decided.values, decided.holds))
    });
    let conditions = conditions.into_iter().flatten().map(|part| Condition {
        text: part.text,
        holds: part.holds,
    });
    Told {
        code: reason.sentence.code(),
        frame: reason.frame,
        node: reason.node.to_string(),
        text: texts.sentence(&reason.sentence),
        conditions: conditions.collect(),
        event: match &reason.step.fact {
            Fact::Source(AnswerSource::Event(heard)) => Some(heard_event(heard)),
            _ => None,
        },
    }
}

/// A value as in documents; as a text if that is not JSON, such as an infinite number.
fn as_json(value: &Value) -> serde_json::Value {
    let mut text = String::new();
    push_value(value, &mut text);
    serde_json::from_str(&text).unwrap_or(serde_json::Value::String(text))
}

fn heard_event(heard: &Heard) -> HeardEvent {
    let arrived = heard.arrived.as_ref();
    HeardEvent {
        name: heard.name.to_string(),
        arrived: arrived.is_some(),
        payload: arrived.and_then(|arrived| arrived.payload.as_ref().map(as_json)),
        sender: arrived.map(|arrived| match arrived.sender {
            Sender::Input(_) => "outside",
            Sender::Node(..) => "node",
            Sender::Elsewhere(_) => "tree",
            Sender::Unknown => "unknown",
        }),
    }
}

fn write(streams: &mut Streams<'_>, explained: &Explained) -> io::Result<()> {
    let texts = streams.texts;
    let frame = explained.frame.to_string();
    let arguments = [("node", &*explained.name), ("frame", &frame)];
    let heading = texts.tr_with("cli.why.heading", &arguments);
    writeln!(streams.out, "{}", styled(HEADING, heading))?;
    if explained.reasons.is_empty() {
        return writeln!(streams.out, "{}", texts.tr("why_window.not_part"));
    }
    for reason in &explained.reasons {
        let frame = reason
            .frame
            .map_or_else(|| "–".to_owned(), |frame| frame.to_string());
        writeln!(streams.out, "{frame:>6}  {}", reason.text)?;
        for part in &reason.conditions {
            let key = match part.holds {
                Some(true) => "why_window.holds",
                Some(false) => "why_window.holds_not",
                None => continue,
            };
            let text = texts.tr_with(key, &[("condition", &part.text)]);
            writeln!(streams.out, "        {text}")?;
        }
    }
    Ok(())
}
