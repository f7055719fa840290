//! `treewright why`: explains what a node did in a frame of a recording or log, as a chain of reasons up to an input, a random choice, a timer or an answer.

mod told;

use std::io;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use treewright_authoring::validate::nearest;
use treewright_core::Program;
use treewright_core::format::literal::push_value;
use treewright_core::ids::NodeId;
use treewright_core::model::{Document, Node};
use treewright_core::runtime::AgentId;
use treewright_core::value::Value;
use treewright_insight::recording_json::ParsedSources;
use treewright_insight::why::{AnswerSource, Fact, Heard, Sender, to_the_end, why_excluded};
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_session::RunSession;
use treewright_session::workspace::run_view::{Reason, RunView as _};

use super::colors::{HEADING, NOTABLE, styled};
use super::condition::Condition;
use super::input::{self, ToldFile, Unusable};
use super::report::{Report, write_json, write_unusable};
use super::{Format, Outcome, Output, Streams};

/// How many nodes of the same name are listed.
const SHOWN_NODES: usize = 8;

/// How many nodes are listed if the wanted one does not exist.
const MOST_NODES: usize = 40;

#[derive(Debug, Args)]
pub struct Why {
    #[arg(value_name = "FILE")]
    recording: PathBuf,

    #[arg(long, value_name = "NAME_OR_ID")]
    node: String,

    #[arg(long, value_name = "N")]
    frame: Option<u64>,

    #[arg(long, value_name = "NAME_OR_NUMBER")]
    agent: Option<String>,

    #[command(flatten)]
    pub(super) output: Output,
}

#[derive(Serialize)]
struct Explained {
    node: String,
    name: String,
    frame: u64,
    /// Why it is not part of the run.
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<Sentence>,
    reasons: Vec<Told>,
    /// For a condition: why it aborted nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_abort: Option<Told>,
    /// What a log does not tell.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Sentence>,
}

#[derive(Serialize)]
struct Sentence {
    code: &'static str,
    text: String,
}

#[derive(Serialize)]
struct Told {
    code: &'static str,
    /// The number of the agent, if another one than the one that is asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<u64>,
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
    /// `outside`, `node`, `agent` or `unknown`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sender: Option<&'static str>,
}

impl Why {
    pub(super) fn execute(&self, streams: &mut Streams<'_>) -> io::Result<Outcome> {
        let explained = if ToldFile::is_named(&self.recording) {
            told::explain(self, streams.texts)
        } else {
            self.explain(streams.texts)
        };
        match explained {
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
        let mut run = RunSession::recorded(replay, &[]);
        run.show(frame);
        let agent = self.agent(&run, texts)?;
        run.show_agent(agent.number());
        let recording = run.recording();
        let program = recording.program_number_of(agent);
        let program = program.unwrap_or_else(|| recording.program_number());
        let files = sources[program].unpack();
        let files = files.map_err(|error| input::of_recording(file, &error, texts))?;
        let nodes = Nodes {
            program: &recording.programs()[program],
            document: &files.document,
            uses: &|id| run.uses_of(id),
            meant: &|_| None,
        };
        let node = self.find(&nodes, texts)?;
        let name = |id: &NodeId| texts.title_of(&files.document, id);
        let further = |reason: &Reason| run.why_further(reason, &name);
        let reasons = to_the_end(run.why(&node, &name), further, |reason| &reason.step);
        let in_words = |reason: &Reason| {
            if reason.agent == agent.number() {
                return told(reason, &files, texts);
            }
            let others = sources[reason.program].unpack();
            let told = told(reason, others.as_ref().unwrap_or(&files), texts);
            Told {
                agent: Some(reason.agent + 1),
                text: texts.of_agent(reason.agent, &told.text),
                ..told
            }
        };
        let excluded = why_excluded(&files.document, &node, &name);
        Ok(Explained {
            name: nodes.title(&node, texts),
            node: node.to_string(),
            frame,
            excluded: excluded.map(|sentence| Sentence {
                code: sentence.code(),
                text: texts.sentence(&sentence),
            }),
            reasons: reasons.iter().map(in_words).collect(),
            no_abort: run.why_no_abort(&node, &name).as_ref().map(in_words),
            warnings: Vec::new(),
        })
    }

    /// The agent that is asked about: the first one if none is given.
    fn agent(&self, run: &RunSession, texts: &Texts) -> Result<AgentId, Unusable> {
        let recording = run.recording();
        let Some(wanted) = &self.agent else {
            return Ok(recording.first_agent());
        };
        // Shown numbers are from 1.
        let number = wanted.parse::<u64>().ok();
        let mut agents = recording.agents();
        let found = agents.find(|agent| Some(agent.number() + 1) == number);
        found.ok_or_else(|| {
            let frame = recording.frame().to_string();
            let arguments = [("agent", &**wanted), ("frame", &*frame)];
            let message = texts.tr_with("cli.why.no_agent", &arguments);
            let report = Report::error(&self.recording, "no_agent", message);
            let remedy = texts.tr("cli.why.name_an_agent").into_owned();
            input::unusable(report.with_remedy(remedy))
        })
    }

    /// The node of this id, or of this name if only one has it: an id of the program, which in uses of a tree begins with that of the use.
    fn find(&self, nodes: &Nodes<'_>, texts: &Texts) -> Result<NodeId, Unusable> {
        let id = NodeId::from(&*self.node);
        if nodes.program.index(&id).is_some() {
            return Ok(id);
        }
        let called = match nodes.document.node(&id) {
            Some(_) => nodes.in_uses(id),
            None => self.called_in(nodes, texts),
        };
        if let [only] = &called[..] {
            return Ok(only.clone());
        }
        if let Some(meant) = (nodes.meant)(&called) {
            return Ok(meant);
        }
        let report = |message| Report::error(&self.recording, "no_node", message);
        if called.is_empty() {
            let names = nodes.document.nodes();
            let names: Vec<String> = names.map(|node| texts.node_title(node)).collect();
            let similar = nearest(&self.node, names.iter().map(String::as_str));
            let remedy = if let Some(similar) = similar {
                texts.tr_with("cli.did_you_mean", &[("name", similar)])
            } else {
                let all = nodes.program.indices();
                let all = all.map(|node| nodes.program.id(node));
                let list = nodes.list(all, MOST_NODES, texts);
                texts.tr_with("cli.why.nodes", &[("nodes", &list)])
            };
            let report = report(self.no_node(texts));
            return Err(input::unusable(report.with_remedy(remedy)));
        }
        let arguments = [("node", &*self.node)];
        let message = texts.tr_with("cli.why.several_nodes", &arguments);
        let list = nodes.list(called.iter(), SHOWN_NODES, texts);
        let remedy = texts.tr_with("cli.why.name_one_of", &[("nodes", &list)]);
        Err(input::unusable(report(message).with_remedy(remedy)))
    }

    fn no_node(&self, texts: &Texts) -> String {
        match &self.agent {
            Some(agent) => {
                let arguments = [("node", &*self.node), ("agent", &**agent)];
                texts.tr_with("cli.why.agent_has_no_node", &arguments)
            }
            None => texts.tr_with("cli.why.no_node", &[("node", &self.node)]),
        }
    }

    /// The nodes of the program that are shown by this name.
    fn called_in(&self, nodes: &Nodes<'_>, texts: &Texts) -> Vec<NodeId> {
        let (program, called) = (nodes.program, self.called(nodes.document, texts));
        let called = called.into_iter();
        let mut called: Vec<NodeId> = called.flat_map(|id| nodes.in_uses(id)).collect();
        let elsewhere = program.indices().filter(|node| {
            let id = program.id(*node);
            program.node_name(*node) == self.node && !called.contains(id)
        });
        let elsewhere: Vec<NodeId> = elsewhere.map(|node| program.id(node).clone()).collect();
        called.extend(elsewhere);
        called
    }

    /// The nodes of a document that are shown by this name: by their own, or by that of their type, with or without what tells them apart.
    fn called(&self, document: &Document, texts: &Texts) -> Vec<NodeId> {
        let is_called = |node: &&Node| {
            let (title, id) = (texts.node_title(node), node.id());
            *title == self.node
                || *node.name == self.node
                || self.node.contains(&*title)
                    && (self.node.trim_matches('`') == texts.title_of(document, id)
                        || self.node.replace('`', "") == format!("{title} ({id})"))
        };
        let called = document.nodes().filter(is_called);
        called.map(|node| node.id().clone()).collect()
    }
}

/// The nodes that can be asked about: those of a program and of its main document.
struct Nodes<'a> {
    program: &'a Program<()>,
    document: &'a Document,
    /// Returns the ids in the program of a node of the document.
    uses: &'a dyn Fn(&NodeId) -> Vec<NodeId>,
    /// Returns which of several nodes is meant; `None` if that must be asked.
    meant: &'a dyn Fn(&[NodeId]) -> Option<NodeId>,
}

impl Nodes<'_> {
    /// The ids in the program of a node of the document; its own if it does not run.
    fn in_uses(&self, id: NodeId) -> Vec<NodeId> {
        let uses = (self.uses)(&id);
        if uses.is_empty() { vec![id] } else { uses }
    }

    /// The title of a node of the document, or of one in another file that runs.
    fn title(&self, id: &NodeId, texts: &Texts) -> String {
        match self.program.index(id) {
            Some(node) if self.document.node(id).is_none() => {
                texts.argument(&self.program.title_argument(node))
            }
            _ => texts.title_of(self.document, id),
        }
    }

    /// The ids with the titles of the first of these nodes.
    fn list<'n>(
        &self,
        nodes: impl Iterator<Item = &'n NodeId>,
        most: usize,
        texts: &Texts,
    ) -> String {
        let shown = nodes.take(most + 1);
        let shown = shown.map(|id| format!("{id} ({})", self.title(id, texts)));
        let mut shown: Vec<String> = shown.collect();
        if shown.len() > most {
            "…".clone_into(&mut shown[most]);
        }
        shown.join(&texts.tr("cli.list_separator"))
    }
}

fn told(reason: &Reason, files: &ParsedSources, texts: &Texts) -> Told {
    let decided = reason.condition.as_ref();
    let conditions = decided.and_then(|decided| {
        let node = files.document.node(&decided.node)?;
        let (values, holds) = (&decided.values, decided.holds);
        Some(Condition::all(node, &files.kinds, values, holds))
    });
    Told {
        code: reason.sentence.code(),
        agent: None,
        frame: reason.frame,
        node: reason.node.own_id().to_string(),
        text: texts.sentence(&reason.sentence),
        conditions: conditions.unwrap_or_default(),
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
            Sender::Other(ref by) if by.is_other_agent => "agent",
            Sender::Node(..) | Sender::Other(_) => "node",
            Sender::Unknown => "unknown",
        }),
    }
}

fn write(streams: &mut Streams<'_>, explained: &Explained) -> io::Result<()> {
    let texts = streams.texts;
    for warning in &explained.warnings {
        writeln!(streams.err, "{}", styled(NOTABLE, &warning.text))?;
    }
    let frame = explained.frame.to_string();
    let arguments = [("node", &*explained.name), ("frame", &frame)];
    let heading = texts.tr_with("cli.why.heading", &arguments);
    writeln!(streams.out, "{}", styled(HEADING, heading))?;
    if let Some(excluded) = &explained.excluded {
        return writeln!(streams.out, "{}", excluded.text);
    }
    if explained.reasons.is_empty() {
        return writeln!(streams.out, "{}", texts.tr("why_window.not_part"));
    }
    write_reasons(streams, &explained.reasons)?;
    if let Some(no_abort) = &explained.no_abort {
        let heading = texts.tr("why_window.no_abort").into_owned();
        writeln!(streams.out, "{}", styled(HEADING, heading))?;
        write_reasons(streams, std::slice::from_ref(no_abort))?;
    }
    Ok(())
}

fn write_reasons(streams: &mut Streams<'_>, reasons: &[Told]) -> io::Result<()> {
    let texts = streams.texts;
    for reason in reasons {
        let frame = reason
            .frame
            .map_or_else(|| "–".to_owned(), |frame| frame.to_string());
        writeln!(streams.out, "{frame:>6}  {}", reason.text)?;
        for part in &reason.conditions {
            if let Some(text) = part.in_words(texts) {
                writeln!(streams.out, "        {text}")?;
            }
        }
    }
    Ok(())
}
