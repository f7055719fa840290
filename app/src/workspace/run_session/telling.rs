//! The lines of a run's log: who says what, and how many are kept.

use std::sync::Arc;

use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::project::Project;
use treewright_core::recording::{AgentFrame, FrameRecord};
use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::trace::{TraceEvent, aborts};

use super::RunSession;
use super::story::{self, Told};
use crate::i18n::Texts;
use crate::workspace::run_view::{LogEntry, LogKind};

/// How many lines the log keeps.
const MAX_LOG: usize = 100_000;

impl RunSession {
    /// Says which of the game's tasks are only played, unless that was said before.
    pub(super) fn say_stood_in(
        &mut self,
        tasks: Vec<Arc<str>>,
        library: &NodeLibrary,
        texts: &Texts,
    ) {
        let told = tasks.into_iter().map(|task| {
            let answer = library.stand_in(&task).map_or("", Status::name);
            format!("{task} ({})", texts.choice(answer))
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() && told != self.stood_in {
            let tasks = told.join(", ");
            let text = texts.tr_with("log.stood_in", &[("tasks", &tasks)]);
            self.say(LogKind::Run, None, text);
        }
        self.stood_in = told;
    }

    pub(super) fn say_broken(
        &mut self,
        broken: Vec<(NodeId, String)>,
        project: &Project<'_>,
        texts: &Texts,
    ) {
        for (id, why) in broken {
            let Some(node) = self.program().index(&id) else {
                self.say(LogKind::Error, None, texts.told(&why));
                continue;
            };
            let text = self.error_text(node, &why, project, texts);
            let shown = self.places().shown(self.program(), node);
            self.say(LogKind::Error, Some(shown), text);
        }
    }

    /// Tells what happened to an agent in a frame that was just run.
    pub(super) fn tell(
        &mut self,
        frame: u64,
        agent: &AgentFrame,
        project: &Project<'_>,
        texts: &Texts,
    ) {
        let mut stories = aborts(self.program(), &agent.events).into_iter();
        for (events, event) in agent.events.iter().enumerate() {
            let (kind, text) = match event {
                TraceEvent::Log(_, text) | TraceEvent::Mark(_, text) => {
                    (LogKind::Log, text.to_string())
                }
                TraceEvent::Error(node, why) => {
                    let text = self.error_text(*node, why, project, texts);
                    (LogKind::Error, text)
                }
                TraceEvent::Beside(beside) => story::tell_beside(&beside.0, &beside.1, texts),
                TraceEvent::Abort { .. } => {
                    let Some(story) = stories.next() else {
                        continue;
                    };
                    let told = Told {
                        program: self.program(),
                        places: self.places(),
                        project,
                        texts,
                    };
                    (LogKind::Abort, told.abort(&story))
                }
                _ => continue,
            };
            let node = event.node();
            let node = node.map(|node| self.places().shown(self.program(), node));
            self.put_in_log(LogEntry {
                frame,
                events: events + 1,
                kind,
                agent: Some(agent.agent.number()),
                node,
                text,
            });
        }
    }

    /// Keeps why nodes could not do their work, as long as that is so.
    pub(super) fn note_errors(&mut self, record: &FrameRecord, texts: &Texts) {
        for agent in &record.agents {
            for event in &agent.events {
                let TraceEvent::Error(node, why) = event else {
                    continue;
                };
                let (program, places) = self.run_in(record);
                let shown = places.shown(program, *node);
                let errors = self.errors.entry((agent.agent, shown)).or_default();
                errors.push((record.frame, texts.told(why)));
            }
        }
    }

    /// Which node could not do its work, and why.
    fn error_text(
        &self,
        node: NodeIndex,
        why: &str,
        project: &Project<'_>,
        texts: &Texts,
    ) -> String {
        let title = self.places().title(project, self.program(), node, texts);
        texts.tr_with("log.error", &[("node", &title), ("why", &texts.told(why))])
    }

    /// Tells of the run itself, at the moment that is shown.
    pub(super) fn say(&mut self, kind: LogKind, node: Option<NodeId>, text: String) {
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

    pub(super) fn put_in_log(&mut self, line: LogEntry) {
        if self.log.len() >= MAX_LOG {
            self.log.drain(..MAX_LOG / 10);
        }
        let moment = (line.frame, line.events);
        let place = self
            .log
            .partition_point(|other| (other.frame, other.events) <= moment);
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
