//! Events that the user sends to the run: inputs of the recording, so that going back, saved runs and scenarios keep them; listed by frame for
//! panels, and logged.

use std::sync::Arc;

use treewright_core::runtime::{AgentId, Event};
use treewright_core::value::Value;
use treewright_core::{Argument, ToArgument as _};
use treewright_insight::recording::{FrameRecord, RunInput, RunInputError};

use super::RunSession;
use crate::i18n::said;
use crate::workspace::run_view::{LogEntry, LogKind, SentEvent};

/// How many events are listed; the oldest are removed first.
const MAX_EVENTS: usize = 100_000;

impl RunSession {
    /// Sends an event before the next frame: to the shown agent, or to all agents.
    ///
    /// # Errors
    /// If the agent does not exist in the shown frame.
    pub fn send_event(
        &mut self,
        name: Arc<str>,
        payload: Option<Value>,
        to_all: bool,
    ) -> Result<(), RunInputError> {
        let agent = (!to_all).then_some(self.agent);
        let event = Event { name, payload };
        self.happens(RunInput::Send { agent, event })
    }

    /// Lists the events that were sent before a frame.
    pub(super) fn record_events(&mut self, record: &FrameRecord) {
        if self.sent_events.len() >= MAX_EVENTS {
            self.sent_events.drain(..MAX_EVENTS / 10);
        }
        let sent = sent_before(record.frame, &record.inputs);
        self.sent_events.extend(sent);
    }

    /// Logs the events that were sent before a frame.
    pub(super) fn log_sent_events(&mut self, record: &FrameRecord) {
        for sent in sent_before(record.frame, &record.inputs) {
            let name = ("name", sent.name.to_argument());
            let text = match sent.payload {
                Some(payload) => {
                    let payload: Argument = payload.to_string().to_argument();
                    said("log.event_with_payload", vec![name, ("payload", payload)])
                }
                None => said("log.event", vec![name]),
            };
            self.log.put(LogEntry {
                frame: sent.frame,
                events: 0,
                kind: LogKind::Event,
                agent: sent.agent,
                tree: self.trees.home,
                node: None,
                text,
            });
        }
    }

    /// Returns the events that wait for the next frame.
    pub(super) fn waiting_events(&self) -> Vec<SentEvent> {
        if self.recording.is_in_the_past() {
            return Vec::new();
        }
        let frame = self.recording.frame() + 1;
        sent_before(frame, self.recording.pending()).collect()
    }
}

fn sent_before(frame: u64, inputs: &[RunInput]) -> impl Iterator<Item = SentEvent> + '_ {
    inputs.iter().filter_map(move |input| match input {
        RunInput::Send { agent, event } => Some(SentEvent {
            frame,
            name: event.name.clone(),
            payload: event.payload.clone(),
            agent: agent.map(AgentId::number),
        }),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use treewright_core::library::NodeLibrary;
    use treewright_core::model::testing::draw;
    use treewright_core::project::Project;
    use treewright_insight::history::NodeState;

    use super::*;
    use crate::workspace::document_program::DocumentProgram;
    use crate::workspace::run_view::RunView as _;

    #[test]
    fn a_sent_event_is_an_input_of_the_run() {
        let document = draw("n1:Sequence[n2:WaitForEvent(name=go) n3:Idle]");
        let (project, library) = (Project::alone(&document), NodeLibrary::builtin());
        let compiled = DocumentProgram::of(&project, &library, &[]);
        let mut run = RunSession::start(&compiled, &project, &library, (1, 0)).unwrap();
        run.step(0.1, &project);
        run.send_event("go".into(), Some(Value::Int(3)), false)
            .unwrap();
        let waiting = run.events_waiting();
        assert_eq!((&*waiting[0].name, waiting[0].frame), ("go", 2));
        assert!(run.sent_events().is_empty());
        run.step(0.1, &project);
        run.step(0.1, &project);
        assert!(run.node(&"n3".into()).state.is_running());
        assert!(run.events_waiting().is_empty());
        let sent = run.sent_events();
        assert_eq!((sent.len(), sent[0].frame), (1, 2));
        assert_eq!(sent[0].payload, Some(Value::Int(3)));
        let logged = run.log().iter().find(|line| line.kind == LogKind::Event);
        assert_eq!(logged.map(|line| line.frame), Some(2));

        run.show(1);
        assert_eq!(run.node(&"n3".into()).state, NodeState::Idle);
        run.show(2);
        assert!(run.node(&"n3".into()).state.is_running());

        let scenario = run.as_scenario(&project).unwrap();
        let replayed = RunSession::play(&project, &library, &Arc::new(scenario), 3, 0).unwrap();
        assert!(replayed.node(&"n3".into()).state.is_running());
        let replayed = replayed.sent_events();
        assert_eq!((replayed.len(), replayed[0].frame), (1, 2));
        assert_eq!(replayed[0].payload, Some(Value::Int(3)));

        run.show(1);
        run.set_playing(true);
        assert!(run.sent_events().is_empty(), "the later frames were left");
        assert!(run.restore_discarded());
        assert_eq!(run.sent_events().len(), 1);
    }
}
