//! Writes the log of a run: which messages there are, and how an abort is described.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Node, StandIn};
use treewright_core::project::Project;
use treewright_core::runtime::{AgentId, EndStatus, NodeIndex, Status};
use treewright_core::trace::{BesideEvent, TraceEvent};
use treewright_core::value::Value;
use treewright_core::{Argument, Message, Program, ToArgument as _};
use treewright_insight::history::{AbortSummary, aborts};
use treewright_insight::recording::{AgentFrame, FrameRecord, RunInput};

use super::RunSession;
use crate::i18n::{asked, said};
use crate::workspace::node_mapping::NodeMapping;
use crate::workspace::run_view::{LogEntry, LogKind};

impl RunSession {
    /// Logs which tasks of the game are replaced by stand-ins, unless that was logged before.
    pub(super) fn log_stand_ins(
        &mut self,
        (frame, tree): (u64, usize),
        tasks: &[Arc<str>],
        library: &NodeLibrary,
    ) {
        let described = tasks.iter().map(|task| {
            let how = if let Some(like) = library.acts_like(task) {
                let form = StandIn::ActsLike(like).form();
                Message::new("stand_in.form", form, Vec::new(), "")
            } else {
                Message::word("choice", library.stand_in(task).map_or("", Status::name))
            };
            let task = Argument::Task(task.clone());
            let arguments = vec![("task", task), ("how", how.to_argument())];
            said("log.stood_in_task", arguments).to_argument()
        });
        let described: Vec<Argument> = described.collect();
        if !described.is_empty() && described != self.trees.get(tree).stood_in {
            let tasks = Argument::List(described.clone());
            let text = said("log.stood_in", vec![("tasks", tasks)]);
            self.log_after((frame, tree), LogKind::Run, None, text);
        }
        self.trees.get_mut(tree).stood_in = described;
    }

    /// Logs after a frame which nodes of a program cannot run.
    pub(super) fn log_broken_nodes(
        &mut self,
        (frame, number): (u64, usize),
        broken: &[(NodeId, Message)],
        project: &Project<'_>,
    ) {
        let tree = self.trees.of_program(number);
        for (id, why) in broken {
            let program = &self.recording.programs()[number];
            let Some(node) = program.index(id) else {
                self.log_after((frame, tree), LogKind::Error, None, why.clone());
                continue;
            };
            let places = &self.mappings[number];
            let text = error_text(places.title_argument(project, program, node), why);
            let shown = places.shown(program, node);
            self.log_after((frame, tree), LogKind::Error, Some(shown), text);
        }
    }

    /// Logs the events of an agent in a frame.
    pub(super) fn log_events(
        &mut self,
        record: &FrameRecord,
        agent: &AgentFrame,
        project: &Project<'_>,
    ) {
        let (program, places) = self.program_of(agent);
        let project = &self.trees.project(agent.program, project);
        let tree = self.trees.of_program(agent.program);
        let names = NodeNames {
            program,
            mapping: places,
            project,
        };
        let mut lines = names.event_lines(record.frame, agent, tree);
        lines.extend(self.data_lines(record, agent, project));
        for line in lines {
            self.log.put(line);
        }
    }

    /// Returns the lines about the data of a frame that is already part of the history: texts and colors that changed, and in the first
    /// frame that had too many, how many it had no room for.
    fn data_lines(
        &self,
        record: &FrameRecord,
        agent: &AgentFrame,
        project: &Project<'_>,
    ) -> Vec<LogEntry> {
        let (program, places) = self.program_of(agent);
        let project = &self.trees.project(agent.program, project);
        let tree = self.trees.of_program(agent.program);
        let history = self.histories.history(agent.agent);
        let mut known: FxHashMap<&str, Option<&Value>> = FxHashMap::default();
        let mut lines = Vec::new();
        let mut add = |events, node, text| {
            lines.push(LogEntry {
                frame: record.frame,
                events,
                kind: LogKind::Data,
                agent: Some(agent.agent.number()),
                tree,
                node,
                text,
            });
        };
        for datum in &agent.data.list {
            let before = known.entry(&datum.name).or_insert_with(|| {
                let before = (record.frame as u32).checked_sub(1);
                let series = history.data(&datum.name);
                series.and_then(|series| Some(&series.at(before?)?.value))
            });
            let is_new = before.replace(&datum.value) != Some(&datum.value);
            let node = datum.node.map(|node| places.shown(program, node));
            if is_new && matches!(datum.value, Value::String(_) | Value::Color(_)) {
                let value = datum.value.to_string();
                let mut arguments = vec![
                    ("name", datum.name.to_argument()),
                    ("value", value.to_argument()),
                ];
                let key = match datum.node {
                    Some(of) => {
                        arguments.push(("node", places.title_argument(project, program, of)));
                        "log.data"
                    }
                    None => "log.beside_data",
                };
                add(datum.after, node, said(key, arguments));
            }
        }
        let is_told = self.first_dropped.is_some_and(|first| first < record.frame);
        if agent.data.dropped > 0 && !is_told {
            let count = agent.data.dropped.to_string().to_argument();
            let text = said("log.data_dropped", vec![("dropped", count)]);
            add(usize::MAX, None, text);
        }
        lines
    }

    /// Records why nodes could not do their work in a frame.
    pub(super) fn record_errors(&mut self, record: &FrameRecord) {
        for agent in &record.agents {
            for event in &agent.events {
                let TraceEvent::Error(node, why) = event else {
                    continue;
                };
                let (program, places) = self.program_of(agent);
                let shown = places.shown(program, *node);
                let errors = self.errors.entry((agent.agent, shown)).or_default();
                let why = match errors.last() {
                    Some((_, same)) if same == why => same,
                    _ => why,
                };
                errors.push((record.frame, why.clone()));
            }
        }
    }

    /// Logs a message about a tree of the run after a frame.
    pub(super) fn log_after(
        &mut self,
        (frame, tree): (u64, usize),
        kind: LogKind,
        node: Option<NodeId>,
        text: Message,
    ) {
        self.log.put(LogEntry {
            frame,
            events: usize::MAX,
            kind,
            agent: None,
            tree,
            node,
            text,
        });
    }

    /// Logs a message about a tree of the run at the shown moment.
    pub(super) fn log_of_tree(
        &mut self,
        tree: usize,
        kind: LogKind,
        node: Option<NodeId>,
        text: Message,
    ) {
        self.log_now((None, tree), kind, node, text);
    }

    /// Logs a message about an agent of a tree, or about the tree, at the shown moment.
    pub(super) fn log_now(
        &mut self,
        (agent, tree): (Option<AgentId>, usize),
        kind: LogKind,
        node: Option<NodeId>,
        text: Message,
    ) {
        let (frame, events) = self.shown_moment();
        self.log.put(LogEntry {
            frame,
            events,
            kind,
            agent: agent.map(AgentId::number),
            tree,
            node,
            text,
        });
    }

    /// Logs the agents whose trees have finished in a frame.
    pub(super) fn log_ends(&mut self, record: &FrameRecord) {
        for agent in &record.agents {
            let tree = self.trees.of_program(agent.program);
            if let Some(line) = end_line(record.frame, agent, tree) {
                self.log.put(line);
            }
        }
    }

    /// Returns the shown frame, and how many of its events have happened.
    fn shown_moment(&self) -> (u64, usize) {
        let inside = self.recording.inside();
        let events = inside.map_or(usize::MAX, |(_, events)| events);
        (self.recording.frame(), events)
    }

    /// Returns the log lines up to the shown moment.
    pub(super) fn shown_log(&self) -> &[LogEntry] {
        self.log.until(self.shown_moment())
    }
}

/// Returns the line about the end of an agent's tree, if it has ended in this frame.
pub(in crate::workspace) fn end_line(
    frame: u64,
    agent: &AgentFrame,
    tree: usize,
) -> Option<LogEntry> {
    let is_root = |event: &TraceEvent| matches!(event, TraceEvent::End(node, _) if node.get() == 0);
    if !agent.events.iter().any(is_root) {
        // It had finished before.
        return None;
    }
    let key = match agent.status {
        Status::Running => return None,
        Status::Success => "log.finished_success",
        Status::Failure => "log.finished_failure",
    };
    Some(LogEntry {
        frame,
        events: usize::MAX,
        kind: LogKind::Run,
        agent: Some(agent.agent.number()),
        tree,
        node: None,
        text: said(key, Vec::new()),
    })
}

/// Formats the error of a node.
fn error_text(title: Argument, why: &Message) -> Message {
    said(
        "log.error",
        vec![("node", title), ("why", why.to_argument())],
    )
}

/// Formats an event of a background tree.
pub(super) fn background_tree_message(tree: &str, what: &BesideEvent) -> (LogKind, Message) {
    let named = |key| said(key, vec![("tree", tree.to_argument())]);
    let says = |text: Argument| {
        let arguments = vec![("tree", tree.to_argument()), ("text", text)];
        said("log.beside_says", arguments)
    };
    match what {
        BesideEvent::Started => (LogKind::Run, named("log.beside_started")),
        BesideEvent::Ended(EndStatus::Success) => (LogKind::Run, named("log.beside_success")),
        BesideEvent::Ended(EndStatus::Failure) => (LogKind::Run, named("log.beside_failure")),
        BesideEvent::Ended(EndStatus::Inactive) => (LogKind::Run, named("log.beside_stopped")),
        BesideEvent::Log(text) | BesideEvent::Mark(text) => {
            (LogKind::Log, says(text.to_argument()))
        }
        BesideEvent::Error(why) => (LogKind::Error, says(why.to_argument())),
    }
}

/// What is needed to name nodes in messages.
pub(in crate::workspace) struct NodeNames<'a> {
    pub program: &'a Program<()>,
    pub mapping: &'a NodeMapping,
    pub project: &'a Project<'a>,
}

impl NodeNames<'_> {
    fn node(&self, node: NodeIndex) -> Option<&Node> {
        self.mapping.node(self.project, self.program, node)
    }

    /// Returns the lines about the events of an agent in a frame.
    pub(in crate::workspace) fn event_lines(
        &self,
        frame: u64,
        agent: &AgentFrame,
        tree: usize,
    ) -> Vec<LogEntry> {
        let mut lines = Vec::new();
        let mut stories = aborts(self.program, &agent.events).into_iter();
        for (events, event) in agent.events.iter().enumerate() {
            let (kind, text) = match event {
                TraceEvent::Log(_, text) | TraceEvent::Mark(_, text) => {
                    (LogKind::Log, Message::words(&**text))
                }
                TraceEvent::Error(node, why) => {
                    let mapping = self.mapping;
                    let title = mapping.title_argument(self.project, self.program, *node);
                    (LogKind::Error, error_text(title, why))
                }
                TraceEvent::Beside(beside) => background_tree_message(&beside.0, &beside.1),
                TraceEvent::Abort { .. } => {
                    let Some(story) = stories.next() else {
                        continue;
                    };
                    (LogKind::Abort, self.abort(&story))
                }
                _ => continue,
            };
            let node = event.node();
            lines.push(LogEntry {
                frame,
                events: events + 1,
                kind,
                agent: Some(agent.agent.number()),
                tree,
                node: node.map(|node| self.mapping.shown(self.program, node)),
                text,
            });
        }
        lines
    }

    /// Returns the lines about the events, forced results and interruptions that an agent got from outside before a frame. Values are left out: a
    /// game may write them in every frame.
    pub(in crate::workspace) fn input_lines(
        &self,
        record: &FrameRecord,
        agent: AgentId,
    ) -> Vec<LogEntry> {
        let inputs = record.inputs.iter();
        let inputs = inputs.filter(|input| !matches!(input, RunInput::Set { .. }));
        let lines = inputs.filter_map(|input| {
            let (text, node) = self.input(input)?;
            Some(LogEntry {
                frame: record.frame,
                events: 0,
                kind: LogKind::Run,
                agent: Some(agent.number()),
                tree: 0,
                node,
                text,
            })
        });
        lines.collect()
    }

    /// Describes what came from outside to the agent, with the node that it is about; `None` for agents that came or left, and for programs.
    pub(super) fn input(&self, input: &RunInput) -> Option<(Message, Option<NodeId>)> {
        Some(match input {
            RunInput::Set { name, value, .. } => {
                let value = ("value", value.to_string().to_argument());
                let arguments = vec![("name", name.to_argument()), value];
                (said("log.input_set", arguments), None)
            }
            RunInput::Send { event, .. } => {
                let name = vec![("name", event.name.to_argument())];
                (said("log.event", name), None)
            }
            RunInput::Force { node, status, .. } => {
                let mapping = self.mapping;
                let title = mapping.title_argument(self.project, self.program, *node);
                let status = Message::word("choice", status.name()).to_argument();
                let arguments = vec![("node", title), ("status", status)];
                let shown = mapping.shown(self.program, *node);
                (said("log.input_force", arguments), Some(shown))
            }
            RunInput::Interrupt { key, .. } => {
                let key = vec![("key", key.to_argument())];
                (said("log.input_interrupt", key), None)
            }
            RunInput::Seed { seed, .. } => {
                let seed = vec![("seed", seed.to_string().to_argument())];
                (said("log.input_seed", seed), None)
            }
            RunInput::Swap { .. } | RunInput::Add { .. } | RunInput::Remove { .. } => return None,
        })
    }

    /// Describes an abort in a sentence.
    pub(super) fn abort(&self, story: &AbortSummary) -> Message {
        let called = |node| {
            self.mapping
                .title_argument(self.project, self.program, node)
        };
        let condition = self.node(story.conditional);
        let condition = condition.map_or_else(|| called(story.conditional), asked);
        let watched_by = self.node(story.watched_by);
        let abort = watched_by.map(|node| node.abort).unwrap_or_default();
        let interrupted = match story.branch() {
            Some(node) => {
                let top = ("top", called(node));
                match story.interrupted.first().filter(|first| **first != node) {
                    Some(first) => said("log.abort_branch", vec![top, ("running", called(*first))]),
                    None => said("log.abort_node", vec![top]),
                }
            }
            None => said("log.abort_nothing", Vec::new()),
        };
        let key = match story.answer {
            Status::Success => "log.abort_true",
            _ => "log.abort_false",
        };
        let arguments = vec![
            ("condition", condition),
            ("composite", called(story.watched_by)),
            ("abort", abort.to_argument()),
            ("interrupted", interrupted.to_argument()),
            ("target", called(story.target)),
        ];
        said(key, arguments)
    }
}
