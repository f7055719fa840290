//! Writes the frames of a run: for people the tree with the state of each node, for programs a line of JSON.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use anstyle::Style;
use serde::Serialize;
use treewright_authoring::validate::nearest;
use treewright_core::diagnostic::visible_line;
use treewright_core::runtime::{AgentId, EndStatus, NodeIndex};
use treewright_core::trace::{BesideEvent, TraceEvent};
use treewright_insight::history::{AbortSummary, aborts};
use treewright_insight::recording::{AgentFrame, FrameRecord};
use treewright_insight::scenario::{NodeState, ScenarioRun};
use treewright_session::i18n::Texts;

use crate::colors::{BAD, FAINT, HEADING, NOTABLE, styled};
use crate::outline::{Outline, abort_sentence, name};
use crate::report::write_json;
use crate::shown_run::ShownRun;
use crate::{Outcome, Streams};

/// What is written of each frame.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameFilter {
    /// Only the nodes whose state differs from the previous frame, and only frames with such a node or a note.
    pub only_changes: bool,
    /// Only the nodes with this name or id.
    pub node: Option<String>,
}

impl FrameFilter {
    /// Returns the nodes of the program that are written; `None` for all.
    ///
    /// # Errors
    /// If there is no such node: the name of a similar one, if any.
    fn nodes(&self, run: &dyn ShownRun, texts: &Texts) -> Result<Option<Shown>, Similar> {
        let Some(wanted) = &self.node else {
            return Ok(None);
        };
        let program = run.program();
        let has_id = |node: &NodeIndex| program.id(*node).as_str() == wanted;
        let is_called = |node: &NodeIndex| {
            let inside = program.id(*node).as_str();
            let own_id = inside.rsplit('/').next();
            let found = run.document_node(*node);
            own_id == Some(wanted)
                || found
                    .is_some_and(|node| *node.name == **wanted || texts.node_title(node) == *wanted)
        };
        let mut found: Vec<NodeIndex> = program.indices().filter(has_id).collect();
        if found.is_empty() {
            found = program.indices().filter(is_called).collect();
        }
        if !found.is_empty() {
            return Ok(Some(found.into_iter().collect()));
        }
        let names = program.indices().filter_map(|node| run.document_node(node));
        let names: BTreeSet<String> = names.map(|node| texts.node_title(node)).collect();
        Err(nearest(wanted, names.iter().map(|name| &**name)).map(str::to_owned))
    }
}

type Shown = BTreeSet<NodeIndex>;
type Similar = Option<String>;

/// Writes frames.
pub(super) struct FrameWriter {
    pub kind: Kind,
    only_changes: bool,
    /// The nodes that are written; `None` for all.
    shown: Option<Shown>,
    /// The states of the previous frame, by agent.
    last: BTreeMap<AgentId, Vec<Option<NodeState>>>,
    /// A note for programs, written with the next frame.
    note: Option<String>,
}

pub(super) enum Kind {
    Nothing,
    Json,
    Human(Outline),
}

impl FrameWriter {
    /// Creates a writer for the program of `run`.
    ///
    /// # Errors
    /// If the filter names a node that the program does not have: a message.
    pub fn new(
        kind: Kind,
        filter: &FrameFilter,
        run: &dyn ShownRun,
        texts: &Texts,
    ) -> Result<Self, String> {
        let shown = filter.nodes(run, texts).map_err(|similar| {
            let name = filter.node.as_deref().unwrap_or_default();
            let name = visible_line(name);
            match similar {
                Some(similar) => {
                    let arguments = [("name", &*name), ("meant", &*similar)];
                    texts.tr_with("cli.run.no_node_meant", &arguments)
                }
                None => texts.tr_with("cli.run.no_node", &[("name", &*name)]),
            }
        })?;
        Ok(Self {
            kind,
            only_changes: filter.only_changes,
            shown,
            last: BTreeMap::new(),
            note: None,
        })
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
        run: &dyn ShownRun,
        record: &FrameRecord,
        time: f64,
    ) -> io::Result<()> {
        let Some(frame) = record.of(run.agent()) else {
            return Ok(());
        };
        let states: Vec<_> = run.program().indices().map(|n| run.state(n)).collect();
        let last = self.last.insert(run.agent(), states);
        let states = &self.last[&run.agent()];
        let before = |node: NodeIndex| {
            let last = last.as_ref().and_then(|last| last.get(node.get()));
            last.copied().unwrap_or(Some(NodeState::Idle))
        };
        let is_shown = |node: NodeIndex| self.shown.as_ref().is_none_or(|s| s.contains(&node));
        let nodes = run.program().indices().filter(|node| {
            is_shown(*node) && (!self.only_changes || states[node.get()] != before(*node))
        });
        let nodes: Vec<NodeIndex> = nodes.collect();
        let texts = streams.texts;
        let mut notes = sentences(run, frame, self.shown.as_ref(), texts);
        if let Some(note) = self.note.take() {
            notes.insert(0, (FAINT, note));
        }
        if self.only_changes && nodes.is_empty() && notes.is_empty() {
            return Ok(());
        }
        match &self.kind {
            Kind::Nothing => {}
            Kind::Json => {
                let report = FrameReport::new(run, record.frame, frame, (&nodes, &notes));
                write_json(streams.out, &report)?;
            }
            Kind::Human(outline) => {
                if record.agents.len() > 1 {
                    let number = (frame.agent.number() + 1).to_string();
                    let agent = texts.tr_with("cli.run.agent", &[("number", &number)]);
                    writeln!(streams.out, "{}", styled(HEADING, agent))?;
                }
                let (number, time) = (record.frame.to_string(), rounded(time).to_string());
                let result = texts.choice(frame.status.name());
                let arguments = [("frame", &*number), ("time", &*time), ("status", &*result)];
                let is_tree = self.shown.is_none() && !self.only_changes;
                let unchanged = is_tree && last.as_ref() == Some(states) && notes.is_empty();
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
                if is_tree {
                    if !unchanged {
                        streams.out.block(&outline.draw(run, texts))?;
                    }
                } else {
                    let before = self.only_changes.then_some(&before as &dyn Fn(_) -> _);
                    streams
                        .out
                        .block(&outline.draw_nodes(run, &nodes, before, texts))?;
                }
            }
        }
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
fn sentences(
    run: &dyn ShownRun,
    frame: &AgentFrame,
    shown: Option<&Shown>,
    texts: &Texts,
) -> Vec<(Style, String)> {
    let is_shown = |node: &NodeIndex| shown.is_none_or(|shown| shown.contains(node));
    let stories = aborts(run.program(), &frame.events);
    let concerned = |story: &&AbortSummary| {
        let own = [
            story.conditional,
            story.watched_by,
            story.scope,
            story.target,
        ];
        own.iter().chain(&story.interrupted).any(is_shown)
    };
    let mut sentences: Vec<_> = stories
        .iter()
        .filter(concerned)
        .map(|story| (NOTABLE, abort_sentence(run, story, texts)))
        .collect();
    let of_node = |key: &str, node: NodeIndex, text: &str| {
        let (node, quoted) = (name(run, node, texts), format!("{text:?}"));
        let arguments = [("node", &*node), ("text", text), ("quoted", &*quoted)];
        texts.tr_with(key, &arguments)
    };
    for event in &frame.events {
        sentences.push(match event {
            TraceEvent::Log(node, _) | TraceEvent::Mark(node, _) | TraceEvent::Error(node, _)
                if !is_shown(node) =>
            {
                continue;
            }
            TraceEvent::Log(node, text) => (Style::new(), of_node("cli.run.log", *node, text)),
            TraceEvent::Mark(node, text) => (Style::new(), of_node("cli.run.mark", *node, text)),
            TraceEvent::Error(node, text) => {
                (BAD, of_node("cli.run.error", *node, &texts.message(text)))
            }
            TraceEvent::Beside(_) if shown.is_some() => continue,
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
        run: &dyn ShownRun,
        number: u64,
        frame: &AgentFrame,
        (nodes, notes): (&[NodeIndex], &'a [(Style, String)]),
    ) -> Self {
        let program = run.program();
        let state = |node| Some((program.id(node).to_string(), run.state(node)?.name().into()));
        Self {
            frame: number,
            status: frame.status.name(),
            nodes: nodes.iter().copied().filter_map(state).collect(),
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
