//! The recorded run of one agent, as explanations see it.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex, Operand, Status};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::value::Value;

use super::history::{EventPosition, Frames};
use super::values::{Arrival, KeyUser, KnownWrite, OtherNode, Sender, ValueOrigin};
use crate::recording::{LastWrite, Past, Recording, RunInput};

/// How many frames a forced result may have waited for its leaf.
const MOST_WAITING: u64 = 1_000;

/// A node of the program that is asked about, or another one.
enum Of {
    Own(NodeIndex),
    Other(Arc<OtherNode>),
}

/// The frames of one agent in which one program ran.
pub struct AgentPast<'a, P: ?Sized = Recording> {
    past: &'a P,
    agent: AgentId,
    number: usize,
}

impl<'a, P: Past + ?Sized> AgentPast<'a, P> {
    /// From the first frame of the program of this number.
    pub fn new(past: &'a P, agent: AgentId, number: usize) -> Self {
        Self {
            past,
            agent,
            number,
        }
    }

    fn program(&self) -> &'a Program<()> {
        self.past.program_at(self.number)
    }

    /// Returns a node of the agent's program in a frame in this one.
    fn node_now(&self, frame: u64, node: NodeIndex) -> Option<NodeIndex> {
        let number = self.past.record(frame)?.of(self.agent)?.program;
        if number == self.number {
            return Some(node);
        }
        let then = self.past.program_at(number);
        self.program().index(then.id(node))
    }

    /// Whose node of an agent's program in that frame this is.
    fn of(&self, agent: AgentId, node: NodeIndex, place: EventPosition) -> Of {
        let own = self
            .node_now(place.frame, node)
            .filter(|_| agent == self.agent);
        if let Some(own) = own {
            return Of::Own(own);
        }
        let record = self.past.record(place.frame);
        let part = record.and_then(|record| record.of(agent));
        let program = part.map_or(self.number, |part| part.program);
        Of::Other(Arc::new(OtherNode {
            agent,
            is_other_agent: agent != self.agent,
            program,
            node,
            place,
            title: self.past.program_at(program).title_argument(node),
        }))
    }

    fn known(&self, last: LastWrite<'_>, variable: &str) -> KnownWrite {
        match last {
            LastWrite::Unknown => KnownWrite {
                source: ValueOrigin::BeforeTheRecord,
                value: self.past.value_before_writes(self.number, variable),
            },
            LastWrite::Never => KnownWrite {
                source: ValueOrigin::Initial,
                value: self.past.value_before_writes(self.number, variable),
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
                let event = write.after;
                let place = EventPosition { frame, event };
                let source = write.node.map(|node| match self.of(agent, node, place) {
                    Of::Own(node) => ValueOrigin::Node(node, place),
                    Of::Other(by) => ValueOrigin::Other(by),
                });
                KnownWrite {
                    source: source.unwrap_or(ValueOrigin::Background(frame)),
                    value: Some(write.value.clone()),
                }
            }
        }
    }

    /// The last event of this name that was sent to this agent from outside before a frame.
    fn sent_before(&self, name: &str, frame: u64) -> Option<Arrival> {
        let inputs = self.past.record(frame)?.inputs.iter().rev();
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
        let record = self.past.record(frame)?;
        record.agents.iter().rev().find_map(|sender| {
            let program = self.past.program_at(sender.program);
            let events = sender.events.iter().enumerate().rev();
            let mut answers = events.filter_map(|(event, what)| match what {
                TraceEvent::Update(node, Status::Success) => {
                    let sends = program.sends(*node)?;
                    let is_heard = sender.agent == self.agent || sends.to_all;
                    is_heard.then_some((event, *node, sends))
                }
                _ => None,
            });
            answers.find_map(|(event, node, sends)| {
                let of = (sender.agent, EventPosition { frame, event });
                let sent = self.operand(program, of, &sends.name)?;
                if sent.as_str() != Some(name) {
                    return None;
                }
                let payload = sends.payload.as_ref();
                Some(Arrival {
                    sender: match self.of(sender.agent, node, of.1) {
                        Of::Own(node) => Sender::Node(node, of.1),
                        Of::Other(by) => Sender::Other(by),
                    },
                    payload: payload.and_then(|payload| self.operand(program, of, payload)),
                })
            })
        })
    }

    /// The last node of this agent that used a key in a frame.
    fn used_in(&self, key: &str, frame: u64) -> Option<KeyUser> {
        let own = self.past.record(frame)?.of(self.agent)?;
        let program = self.past.program_at(own.program);
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
        let last = self.past.last_write(agent, name, position, &|_, _| true);
        self.known(last, name).value
    }
}

impl<P: Past + ?Sized> Frames for AgentPast<'_, P> {
    fn first(&self) -> u64 {
        self.past.first_frame_of_program(self.agent, self.number)
    }

    fn events(&self, frame: u64) -> &[TraceEvent] {
        let record = self.past.record(frame);
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
            let is_start =
                |event: &TraceEvent| matches!(event, TraceEvent::Start(of) if Some(*of) == reader);
            frame == before.frame
                && write.node.is_some()
                && write.node == reader
                && since.iter().all(is_start)
        };
        let counts = |frame: u64, write: &Write| !is_own(frame, write);
        let moment = (before.frame, before.event);
        let last = self.past.last_write(self.agent, variable, moment, &counts);
        let is_known = self.past.knows_variable(variable);
        is_known.then(|| self.known(last, variable))
    }

    fn last_about(&self, nodes: &[NodeIndex], until: u64) -> Option<u64> {
        self.past.last_about(nodes, until)
    }

    fn running_before(&self) -> &[NodeIndex] {
        self.past.running_before()
    }

    fn is_from_the_start(&self) -> bool {
        self.past.is_from_the_start()
    }

    fn write_before(&self, variable: &str, by: &OtherNode) -> Option<KnownWrite> {
        let writer = Self::new(self.past, by.agent, by.program);
        let before = writer.last_write(variable, by.place, Some(by.node))?;
        let source = match before.source {
            ValueOrigin::Node(node, place) => match self.of(by.agent, node, place) {
                Of::Own(node) => ValueOrigin::Node(node, place),
                Of::Other(by) => ValueOrigin::Other(by),
            },
            ValueOrigin::Other(earlier) => {
                match self.of(earlier.agent, earlier.node, earlier.place) {
                    Of::Own(node) => ValueOrigin::Node(node, earlier.place),
                    Of::Other(by) => ValueOrigin::Other(by),
                }
            }
            source => source,
        };
        Some(KnownWrite { source, ..before })
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
        let record = self.past.record(frame)?;
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
            let Some(record) = self.past.record(at) else {
                return false;
            };
            let is_force = |input: &RunInput| matches!(input, RunInput::Force { agent, node, .. } if *agent == self.agent && *node == leaf);
            if record.inputs.iter().any(is_force) {
                return true;
            }
        }
        earliest == self.first() && self.past.was_forced_before(leaf)
    }
}
