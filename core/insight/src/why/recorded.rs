//! The recorded run of one agent, as explanations see it.

use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex, Operand, Status};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::value::Value;

use super::history::{EventPosition, Frames};
use super::values::{Arrival, KeyUser, KnownWrite, Sender, ValueOrigin};
use crate::recording::{LastWrite, Recording, RunInput};

/// How many frames a forced result may have waited for its leaf.
const MOST_WAITING: u64 = 1_000;

/// The frames of one agent in which one program ran.
#[derive(Clone, Copy)]
pub struct AgentPast<'a> {
    recording: &'a Recording,
    agent: AgentId,
    number: usize,
}

impl<'a> AgentPast<'a> {
    /// From the first frame of the program of this number.
    pub fn new(recording: &'a Recording, agent: AgentId, number: usize) -> Self {
        Self {
            recording,
            agent,
            number,
        }
    }

    fn program(&self) -> &'a Program<()> {
        &self.recording.programs()[self.number]
    }

    /// Returns a node of the agent's program in a frame in this one.
    fn node_now(&self, frame: u64, node: NodeIndex) -> Option<NodeIndex> {
        let number = self.recording.record(frame)?.of(self.agent)?.program;
        if number == self.number {
            return Some(node);
        }
        let then = &self.recording.programs()[number];
        self.program().index(then.id(node))
    }

    fn known(&self, last: LastWrite<'_>, variable: &str) -> KnownWrite {
        match last {
            LastWrite::Unknown => KnownWrite {
                source: ValueOrigin::BeforeTheRecord,
                value: None,
            },
            LastWrite::Never => KnownWrite {
                source: ValueOrigin::Initial,
                value: self.initial(variable),
            },
            LastWrite::Input { frame, value } => KnownWrite {
                source: ValueOrigin::Input(frame),
                value: Some(value.clone()),
            },
            LastWrite::Task {
                frame,
                agent,
                write,
            } => {
                let node = write.node.filter(|_| agent == self.agent);
                let event = write.after;
                let node = node.and_then(|node| self.node_now(frame, node));
                KnownWrite {
                    source: node.map_or(ValueOrigin::Elsewhere(frame), |node| {
                        ValueOrigin::Node(node, EventPosition { frame, event })
                    }),
                    value: Some(write.value.clone()),
                }
            }
        }
    }

    /// The last event of this name that was sent to this agent from outside before a frame.
    fn sent_before(&self, name: &str, frame: u64) -> Option<Arrival> {
        let inputs = self.recording.record(frame)?.inputs.iter().rev();
        let mut sent = inputs.filter_map(|input| match input {
            RunInput::Send { agent, event } if agent.is_none_or(|agent| agent == self.agent) => {
                Some(event)
            }
            _ => None,
        });
        let event = sent.find(|event| *event.name == *name)?;
        Some(Arrival {
            sender: Sender::Input(frame),
            payload: event.payload.clone(),
        })
    }

    /// The last event of this name that a node of any agent sent to this one in a frame.
    fn sent_in(&self, name: &str, frame: u64) -> Option<Arrival> {
        let record = self.recording.record(frame)?;
        record.agents.iter().rev().find_map(|sender| {
            let program = &self.recording.programs()[sender.program];
            let is_own = sender.agent == self.agent;
            let events = sender.events.iter().enumerate().rev();
            let mut answers = events.filter_map(|(event, what)| match what {
                TraceEvent::Update(node, Status::Success) => {
                    let sends = program.sends(*node)?;
                    (is_own || sends.to_all).then_some((event, *node, sends))
                }
                _ => None,
            });
            answers.find_map(|(event, node, sends)| {
                let of = (sender.agent, EventPosition { frame, event });
                let sent = self.operand(program, of, &sends.name)?;
                if sent.as_str() != Some(name) {
                    return None;
                }
                let own = self.node_now(frame, node).filter(|_| is_own);
                let payload = sends.payload.as_ref();
                Some(Arrival {
                    sender: own.map_or(Sender::Elsewhere(frame), |node| Sender::Node(node, of.1)),
                    payload: payload.and_then(|payload| self.operand(program, of, payload)),
                })
            })
        })
    }

    /// The last node of this agent that used a key in a frame.
    fn used_in(&self, key: &str, frame: u64) -> Option<KeyUser> {
        let own = self.recording.record(frame)?.of(self.agent)?;
        let program = &self.recording.programs()[own.program];
        let events = own.events.iter().enumerate().rev();
        let mut uses = events.filter_map(|(event, what)| match what {
            TraceEvent::Update(node, Status::Success) => {
                Some((*node, event, program.interrupts(*node)?))
            }
            _ => None,
        });
        uses.find_map(|(node, event, used)| {
            let place = EventPosition { frame, event };
            let used = self.operand(program, (self.agent, place), used)?;
            (used.as_str() == Some(key)).then_some(())?;
            Some(KeyUser::Node(self.node_now(frame, node)?, place))
        })
    }

    /// What a parameter of a node was when an agent ran it.
    fn operand<T: Clone + Into<Value>>(
        &self,
        program: &Program<()>,
        (agent, place): (AgentId, EventPosition),
        operand: &Operand<T>,
    ) -> Option<Value> {
        let slot = match operand {
            Operand::Literal(value) => return Some(value.clone().into()),
            Operand::Variable(slot) => *slot,
        };
        let name = program.variable_name(slot);
        let position = (place.frame, place.event);
        let last = self
            .recording
            .last_write(agent, name, position, |_, _| true);
        self.known(last, name).value
    }

    /// The value that the first program with this variable declares: of any tree for a shared one, else of the agent's tree.
    fn initial(&self, variable: &str) -> Option<Value> {
        let is_shared = self.program().is_global(variable);
        let mut needed = self.recording.needed_programs().into_iter();
        needed.find_map(|number| {
            let program = &self.recording.programs()[number];
            let is_own = self.recording.are_versions(number, self.number);
            let own = program.tree_variables().iter().filter(|_| is_own);
            let shared = program.global_variables().iter();
            let shared = shared.filter(|_| is_own || is_shared);
            let mut declared = own.chain(shared);
            let found = declared.find(|declared| *declared.name == *variable)?;
            Some(found.initial.clone())
        })
    }
}

impl Frames for AgentPast<'_> {
    fn first(&self) -> u64 {
        self.recording
            .first_frame_of_program(self.agent, self.number)
    }

    fn events(&self, frame: u64) -> &[TraceEvent] {
        let record = self.recording.record(frame);
        let part = record.and_then(|record| record.of(self.agent));
        part.map_or(&[], |part| &part.events)
    }

    fn last_write(
        &self,
        variable: &str,
        before: EventPosition,
        reader: Option<NodeIndex>,
    ) -> Option<KnownWrite> {
        let events = self.events(before.frame);
        let until = before.event.min(events.len());
        let is_own = |frame: u64, write: &Write| {
            let since = events.get(write.after..until).unwrap_or_default();
            frame == before.frame
                && write.node.is_some()
                && write.node == reader
                && since.iter().all(|event| event.node() == reader)
        };
        let last = self.recording.last_write(
            self.agent,
            variable,
            (before.frame, before.event),
            |frame, write| !is_own(frame, write),
        );
        Some(self.known(last, variable))
    }

    fn last_event(&self, name: &str, until: u64) -> Option<Arrival> {
        let earliest = self.first().max(until.saturating_sub(MOST_WAITING));
        let mut frames = (earliest..=until).rev();
        frames.find_map(|frame| {
            let sent = self.sent_before(name, frame);
            // What a task sends arrives in the next frame.
            sent.or_else(|| self.sent_in(name, frame.checked_sub(1)?))
        })
    }

    fn last_key_use(&self, key: &str, frame: u64) -> Option<KeyUser> {
        let record = self.recording.record(frame)?;
        let is_use = |input: &RunInput| matches!(input, RunInput::Interrupt { agent, key: used, .. } if *agent == self.agent && **used == *key);
        if record.inputs.iter().any(is_use) {
            return Some(KeyUser::Input(frame));
        }
        // What a task uses takes effect in the next frame.
        self.used_in(key, frame.checked_sub(1)?)
    }

    fn is_forced(&self, leaf: NodeIndex, place: EventPosition) -> bool {
        let frame = place.frame;
        let is_answer = |event: &TraceEvent| matches!(event, TraceEvent::Update(node, _) | TraceEvent::Check(node, _) if *node == leaf);
        let answers = self
            .events(frame)
            .iter()
            .take(place.event.saturating_add(1));
        if answers.filter(|event| is_answer(event)).count() > 1 {
            // The first one used what was forced.
            return false;
        }
        let earliest = self.first().max(frame.saturating_sub(MOST_WAITING));
        for at in (earliest..=frame).rev() {
            if at < frame && self.events(at).iter().any(is_answer) {
                return false;
            }
            let Some(record) = self.recording.record(at) else {
                return false;
            };
            let is_force = |input: &RunInput| matches!(input, RunInput::Force { agent, node, .. } if *agent == self.agent && *node == leaf);
            if record.inputs.iter().any(is_force) {
                return true;
            }
        }
        false
    }
}
