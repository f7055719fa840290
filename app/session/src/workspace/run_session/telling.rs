//! The lines of a run's log: who says what, and how many are kept.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::Status;
use treewright_core::trace::TraceEvent;
use treewright_core::{Argument, Message, ToArgument as _};
use treewright_insight::history::aborts;
use treewright_insight::recording::{AgentFrame, FrameRecord};

use super::RunSession;
use super::story::{self, Told};
use crate::i18n::said;
use crate::workspace::run_view::{LogEntry, LogKind};

/// How many lines the log keeps.
const MAX_LOG: usize = 100_000;

/// How long their texts are together at most, in bytes; the oldest lines go first.
const MAX_LOG_BYTES: usize = 32 << 20;

/// How long the texts of these lines are together.
fn texts_of(lines: &[LogEntry]) -> usize {
    lines.iter().map(|line| line.text.bytes()).sum()
}

impl RunSession {
    /// Says which of the game's tasks are only played, unless that was said before.
    pub(super) fn say_stood_in(&mut self, frame: u64, tasks: &[Arc<str>], library: &NodeLibrary) {
        let told = tasks.iter().map(|task| {
            let how = if let Some(like) = library.acts_like(task) {
                let form = StandIn::ActsLike(like).form();
                Message::new("stand_in.form", form, Vec::new(), "")
            } else {
                Message::word("choice", library.stand_in(task).map_or("", Status::name))
            };
            let arguments = vec![("task", task.to_argument()), ("how", how.to_argument())];
            said("log.stood_in_task", arguments).to_argument()
        });
        let told: Vec<Argument> = told.collect();
        if !told.is_empty() && told != self.stood_in {
            let tasks = Argument::List(told.clone());
            let text = said("log.stood_in", vec![("tasks", tasks)]);
            self.say_after(frame, LogKind::Run, None, text);
        }
        self.stood_in = told;
    }

    /// Says which nodes of a program cannot run, after this frame.
    pub(super) fn say_broken(
        &mut self,
        (frame, number): (u64, usize),
        broken: &[(NodeId, Message)],
        project: &Project<'_>,
    ) {
        for (id, why) in broken {
            let program = &self.recording.programs()[number];
            let Some(node) = program.index(id) else {
                self.say_after(frame, LogKind::Error, None, why.clone());
                continue;
            };
            let places = &self.places[number];
            let text = error_text(places.title_argument(project, program, node), why);
            let shown = places.shown(program, node);
            self.say_after(frame, LogKind::Error, Some(shown), text);
        }
    }

    /// Tells what happened to an agent in a frame.
    pub(super) fn tell(&mut self, record: &FrameRecord, agent: &AgentFrame, project: &Project<'_>) {
        let (program, places) = self.run_in(record);
        let told = Told {
            program,
            places,
            project,
        };
        let mut lines = Vec::new();
        let mut stories = aborts(program, &agent.events).into_iter();
        for (events, event) in agent.events.iter().enumerate() {
            let (kind, text) = match event {
                TraceEvent::Log(_, text) | TraceEvent::Mark(_, text) => {
                    (LogKind::Log, Message::words(&**text))
                }
                TraceEvent::Error(node, why) => {
                    let title = places.title_argument(project, program, *node);
                    (LogKind::Error, error_text(title, why))
                }
                TraceEvent::Beside(beside) => story::tell_beside(&beside.0, &beside.1),
                TraceEvent::Abort { .. } => {
                    let Some(story) = stories.next() else {
                        continue;
                    };
                    (LogKind::Abort, told.abort(&story))
                }
                _ => continue,
            };
            let node = event.node();
            let node = node.map(|node| places.shown(program, node));
            lines.push(LogEntry {
                frame: record.frame,
                events: events + 1,
                kind,
                agent: Some(agent.agent.number()),
                node,
                text,
            });
        }
        for line in lines {
            self.put_in_log(line);
        }
    }

    /// Keeps why nodes could not do their work, as long as that is so.
    pub(super) fn note_errors(&mut self, record: &FrameRecord) {
        for agent in &record.agents {
            for event in &agent.events {
                let TraceEvent::Error(node, why) = event else {
                    continue;
                };
                let (program, places) = self.run_in(record);
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

    /// Tells of the run itself, after a frame.
    pub(super) fn say_after(
        &mut self,
        frame: u64,
        kind: LogKind,
        node: Option<NodeId>,
        text: Message,
    ) {
        self.put_in_log(LogEntry {
            frame,
            events: usize::MAX,
            kind,
            agent: None,
            node,
            text,
        });
    }

    /// Tells of the run itself, at the moment that is shown.
    pub(super) fn say(&mut self, kind: LogKind, node: Option<NodeId>, text: Message) {
        let events = self
            .recording
            .inside()
            .map_or(usize::MAX, |(_, events)| events);
        self.put_in_log(LogEntry {
            frame: self.recording.frame(),
            events,
            kind,
            agent: None,
            node,
            text,
        });
    }

    /// After lines came or went otherwise than one by one.
    pub(super) fn count_log(&mut self) {
        self.log_bytes = texts_of(&self.log);
    }

    pub(super) fn put_in_log(&mut self, line: LogEntry) {
        self.log_bytes += line.text.bytes();
        if self.log.len() >= MAX_LOG || self.log_bytes > MAX_LOG_BYTES {
            let old = self.log.len().div_ceil(10);
            self.log_bytes -= texts_of(&self.log[..old]);
            self.log.drain(..old);
            self.log_rewritten += 1;
        }
        let moment = (line.frame, line.events);
        let place = self
            .log
            .partition_point(|other| (other.frame, other.events) <= moment);
        self.log_rewritten += u64::from(place < self.log.len());
        self.log.insert(place, line);
    }

    /// The lines up to the moment that is shown.
    pub(super) fn shown_log(&self) -> &[LogEntry] {
        let inside = self.recording.inside();
        let moment = (
            self.recording.frame(),
            inside.map_or(usize::MAX, |(_, events)| events),
        );
        let until = self
            .log
            .partition_point(|line| (line.frame, line.events) <= moment);
        &self.log[..until]
    }
}

/// Which node could not do its work, and why.
fn error_text(title: Argument, why: &Message) -> Message {
    said(
        "log.error",
        vec![("node", title), ("why", why.to_argument())],
    )
}
