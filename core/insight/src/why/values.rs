//! On what the answer of a leaf or condition depended: the values that it read and who wrote them, or else a timer, a random choice, an event or the game.

use std::sync::Arc;

use treewright_core::Argument;
use treewright_core::runtime::{AgentId, EndStatus, Ground, NodeIndex, Operand, Status, World};
use treewright_core::trace::TraceEvent;
use treewright_core::value::Value;

use super::history::{EventPosition, Frames, History, Moment};
use super::{Fact, ReasonStep};

/// How many writes of the same value are passed over.
const MOST_REPEATED: usize = 100;

/// A value that a node read, and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The name of the variable.
    pub variable: Arc<str>,
    /// The value; `None` if it was written before the recording started.
    pub value: Option<Value>,
    /// The value before the last write; `None` if that is unknown or there was none.
    pub was: Option<Value>,
    /// The last write.
    pub source: ValueOrigin,
}

/// A node of another agent, or of a program that the agent ran before, at an event of that run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherNode {
    /// The agent.
    pub agent: AgentId,
    /// Whether it is another agent than the one that was asked about.
    pub is_other_agent: bool,
    /// The number of the program that it ran.
    pub program: usize,
    /// The node in that program.
    pub node: NodeIndex,
    /// The event.
    pub place: EventPosition,
    /// What the node is called.
    pub title: Argument,
}

/// Where a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueOrigin {
    /// It is the initial value.
    Initial,
    /// It was set from outside before this frame.
    Input(u64),
    /// This node wrote it; the position is that of the first event after the write.
    Node(NodeIndex, EventPosition),
    /// A node of another agent, or of a program that ran before, wrote it.
    Other(Arc<OtherNode>),
    /// A background tree wrote it in this frame.
    Background(u64),
    /// It was written before the recording started.
    BeforeTheRecord,
}

impl ValueOrigin {
    /// The position of the write, after all earlier ones.
    fn place(&self) -> Option<EventPosition> {
        match *self {
            Self::Node(_, place) => Some(place),
            Self::Other(ref by) => Some(EventPosition {
                frame: by.place.frame,
                event: 0,
            }),
            Self::Input(frame) | Self::Background(frame) => Some(EventPosition { frame, event: 0 }),
            Self::Initial | Self::BeforeTheRecord => None,
        }
    }
}

/// The last write of a variable, as a recording knows it.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownWrite {
    /// Who wrote it.
    pub source: ValueOrigin,
    /// The value from then on; `None` if it is unknown.
    pub value: Option<Value>,
}

/// An event that a node heard, or waits for.
#[derive(Clone, Debug, PartialEq)]
pub struct Heard {
    /// The node that listens.
    pub listener: NodeIndex,
    /// The name of the event.
    pub name: Arc<str>,
    /// The last one that arrived; `None` if none did since the node last heard one.
    pub arrived: Option<Arrival>,
    /// The frame in which the last one arrived while the node did not listen, if it waits.
    pub missed: Option<u64>,
}

/// An event that arrived.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// Who sent it.
    pub sender: Sender,
    /// What came with it, if that is known.
    pub payload: Option<Value>,
}

/// Who sent an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sender {
    /// It was sent from outside before this frame.
    Input(u64),
    /// This node sent it; the position is that of its answer.
    Node(NodeIndex, EventPosition),
    /// A node of another agent, or of a program that ran before, sent it; the position is that of its answer.
    Other(Arc<OtherNode>),
    /// The recording does not contain who sent it.
    Unknown,
}

/// The use of a key that interrupted a node.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyUse {
    /// The node with the key.
    pub interrupted: NodeIndex,
    /// The key.
    pub key: Arc<str>,
    /// Who used it.
    pub by: KeyUser,
}

/// Who used a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUser {
    /// It was used from outside before this frame.
    Input(u64),
    /// This node used it; the position is that of its answer.
    Node(NodeIndex, EventPosition),
}

impl From<KeyUser> for Sender {
    fn from(user: KeyUser) -> Self {
        match user {
            KeyUser::Input(frame) => Self::Input(frame),
            KeyUser::Node(node, place) => Self::Node(node, place),
        }
    }
}

/// What decides an answer that depends on no variable.
#[derive(Clone, Debug, PartialEq)]
pub enum AnswerSource {
    /// The answer was forced from outside.
    Forced,
    /// An event arrived, or did not.
    Event(Heard),
    /// A key was used that interrupts the node.
    Key(KeyUse),
    /// A timer that started in this frame; `None` if that was before the recording started.
    Timer(Option<u64>),
    /// A count that began in this frame; `None` if that was before the recording started.
    Count(Option<u64>),
    /// A random choice.
    Draw,
    /// This node waits for a slot of its semaphore, or was refused one: the node of the step holds one, in which it started then.
    Slot(NodeIndex),
    /// Other agents hold the slots of its semaphore.
    SlotsElsewhere,
    /// The node type always answers like this.
    Always,
    /// The task of the game, or what stands in for it.
    Game,
}

impl AnswerSource {
    /// Returns who sent the event, or used the key, if it is one.
    pub(super) fn sender(&self) -> Option<Sender> {
        match self {
            Self::Event(heard) => heard.arrived.as_ref().map(|arrived| arrived.sender.clone()),
            Self::Key(used) => Some(used.by.into()),
            _ => None,
        }
    }
}

impl<W: World + ?Sized, F: Frames + ?Sized> History<'_, W, F> {
    /// Returns on what the answer of a node at this event depended: another source than variables, and a step for each variable that it read, the latest
    /// write first.
    pub fn sources(&self, node: NodeIndex, place: EventPosition) -> Vec<ReasonStep> {
        if self.frames.is_forced(node, place) {
            return vec![source_step(node, place, AnswerSource::Forced)];
        }
        if let Some(step) = self.concerned_with(node, place) {
            return vec![step];
        }
        let source = self.source_of_answer(node, place);
        let mut steps: Vec<ReasonStep> = source
            .map(|source| source_step(node, place, source))
            .into_iter()
            .collect();
        if self.program.ground(node) == Some(Ground::EarlierEnd) {
            steps.extend(self.end_of_child(node, place));
        }
        steps.extend(self.holders(node, place));
        steps.extend(self.settings(node, place));
        // What listens for an event writes what came with it.
        let listens = !self.program.hears(node).is_empty();
        let read = self.program.reads(node).filter(|_| !listens);
        let readings = read.filter_map(|name| self.reading(Some(node), name, place));
        let mut readings: Vec<Reading> = readings.collect();
        readings.sort_by_key(|reading| std::cmp::Reverse(reading.source.place()));
        let since = readings
            .iter()
            .filter_map(|reading| self.since(node, reading, place));
        let since: Vec<ReasonStep> = since
            .map(|now| value_step(node, now, Fact::Since))
            .collect();
        let values = readings.into_iter();
        steps.extend(values.map(|reading| value_step(node, reading, Fact::Value)));
        steps.extend(since);
        steps
    }

    /// Returns what the variable is at the moment, if it was written again after it was read, by another node.
    fn since(&self, reader: NodeIndex, read: &Reading, place: EventPosition) -> Option<Reading> {
        let Moment { frame, events } = self.moment;
        let now = EventPosition {
            frame,
            event: events,
        };
        let latest = self.reading(None, &read.variable, now)?;
        let written = latest.source.place()?;
        let by_itself = matches!(latest.source, ValueOrigin::Node(by, at) if by == reader && at.frame == place.frame);
        (written > place && !by_itself && latest.value != read.value).then_some(latest)
    }

    /// Returns where the value of a variable at the moment comes from.
    pub fn value(&self, variable: &str) -> Option<ReasonStep> {
        let Moment { frame, events } = self.moment;
        let now = EventPosition {
            frame,
            event: events,
        };
        let top = self.program.indices().next()?;
        Some(value_step(
            top,
            self.reading(None, variable, now)?,
            Fact::Value,
        ))
    }

    /// Returns the value of a variable that a node read at this event.
    fn reading(
        &self,
        reader: Option<NodeIndex>,
        variable: &str,
        place: EventPosition,
    ) -> Option<Reading> {
        let mut last = self.frames.last_write(variable, place, reader)?;
        let mut before = self.write_before(variable, &last.source);
        let mut left = MOST_REPEATED;
        // A write of the same value again is not what made it so.
        while let Some(earlier) = before.clone()
            && last.value.is_some()
            && earlier.value == last.value
            && left > 0
        {
            left -= 1;
            before = self.write_before(variable, &earlier.source);
            last = earlier;
        }
        Some(Reading {
            variable: variable.into(),
            was: before.and_then(|before| before.value),
            value: last.value,
            source: last.source,
        })
    }

    /// Returns the last write of a variable before this one; `None` if that is unknown or there was none.
    fn write_before(&self, variable: &str, write: &ValueOrigin) -> Option<KnownWrite> {
        let (place, writer) = match *write {
            ValueOrigin::Node(writer, place) => (place, Some(writer)),
            ValueOrigin::Other(ref by) => return self.frames.write_before(variable, by),
            // Inputs come before all events of their frame.
            ValueOrigin::Input(frame) => (
                EventPosition {
                    frame: frame.checked_sub(1)?,
                    event: usize::MAX,
                },
                None,
            ),
            ValueOrigin::Background(_) | ValueOrigin::Initial | ValueOrigin::BeforeTheRecord => {
                (write.place()?, None)
            }
        };
        self.frames.last_write(variable, place, writer)
    }

    /// Returns what besides the variables that it reads decides the answers of a node; `None` for the rules of composites and decorators.
    fn source_of_answer(&self, node: NodeIndex, place: EventPosition) -> Option<AnswerSource> {
        let last = |nodes: &[NodeIndex], is_it: &dyn Fn(&TraceEvent) -> bool| {
            AnswerSource::Timer(self.last(nodes, place, is_it))
        };
        let ends_a_child = |event: &TraceEvent| match event {
            TraceEvent::End(child, status) => self
                .program
                .parent(*child)
                .filter(|parent| *parent == node)
                .map(|_| *status),
            _ => None,
        };
        let children = || self.program.children(node).collect::<Vec<_>>();
        Some(match self.program.ground(node) {
            Some(Ground::TimeSinceStart) => last(&[node], &|e| *e == TraceEvent::Start(node)),
            Some(Ground::TimeSinceChildEnded) => last(&children(), &|e| ends_a_child(e).is_some()),
            Some(Ground::TimeSinceChildSucceeded) => {
                let success = |e: &TraceEvent| ends_a_child(e) == Some(EndStatus::Success);
                let parent = self.program.parent(node).unwrap_or(node);
                // A success before what is known counts, too.
                let is_known = self.frames.is_from_the_start();
                let started = |e: &TraceEvent| *e == TraceEvent::Start(parent);
                let first = || self.last(&[parent], place, started).filter(|_| is_known);
                AnswerSource::Timer(self.last(&children(), place, success).or_else(first))
            }
            Some(Ground::TimeSinceSuccess) => self.timer_since_success(node, place),
            Some(Ground::Count) if !self.program.is_parallel(node) && self.has_limit(node) => {
                AnswerSource::Count(self.last(&[node], place, |e| *e == TraceEvent::Start(node)))
            }
            Some(Ground::Draw) => AnswerSource::Draw,
            Some(Ground::Event) => AnswerSource::Event(self.heard(node, place)?),
            Some(Ground::Nothing) => AnswerSource::Always,
            _ if self.program.children(node).next().is_some() => return None,
            _ if self.program.reads(node).next().is_some() => return None,
            _ => AnswerSource::Game,
        })
    }

    /// Whether a node that counts ends by it.
    fn has_limit(&self, node: NodeIndex) -> bool {
        let mut settings = self.program.settings(node).iter();
        settings.any(|setting| !matches!(setting.value, Operand::Literal(Value::Bool(_))))
    }

    /// A timer that counts from the last success of a node in an earlier frame, else from when it was first asked.
    fn timer_since_success(&self, node: NodeIndex, place: EventPosition) -> AnswerSource {
        let until = self.before(EventPosition { event: 0, ..place });
        let answers = until
            .back_through_all()
            .filter_map(|(at, event)| match event {
                TraceEvent::Update(of, status) | TraceEvent::Check(of, status) if *of == node => {
                    Some((at.frame, *status))
                }
                _ => None,
            });
        let mut first = place.frame;
        for (frame, status) in answers {
            first = frame;
            if status == Status::Success {
                return AnswerSource::Timer(Some(frame));
            }
        }
        let is_known = self.frames.is_from_the_start();
        AnswerSource::Timer(is_known.then_some(first))
    }

    /// Returns the nodes that hold the slots of the semaphore for which a node waits at this event, or of which it was refused one.
    fn holders(&self, node: NodeIndex, place: EventPosition) -> Vec<ReasonStep> {
        let Some(name) = self.program.semaphore(node) else {
            return Vec::new();
        };
        let before = self.before(place);
        let others = self.program.indices().filter(|other| *other != node);
        let others = others.filter(|other| self.program.semaphore(*other) == Some(name));
        // A semaphore that waits runs, too, but not its child.
        let child_of = |other: NodeIndex| self.program.children(other).next();
        let held = others.filter_map(|other| {
            let child = before.tracks(&[child_of(other)?])[0];
            child.runs().then_some(ReasonStep {
                node: other,
                place: child.start,
                fact: Fact::Source(AnswerSource::Slot(node)),
            })
        });
        let held: Vec<ReasonStep> = held.collect();
        if held.is_empty() && self.frames.is_from_the_start() {
            return vec![source_step(node, place, AnswerSource::SlotsElsewhere)];
        }
        held
    }

    /// Returns for what a node waits that runs, and runs no child: an event, a background tree, a time, or values that it reads.
    pub fn waits_for(&self, node: NodeIndex) -> Vec<ReasonStep> {
        let Some(now) = self.last_answer(node) else {
            return Vec::new();
        };
        if let Some(run) = self.concerned_with(node, now) {
            return vec![run];
        }
        if let Some(heard) = self.heard(node, now) {
            return vec![source_step(node, now, AnswerSource::Event(heard))];
        }
        let is_leaf = self.program.children(node).next().is_none();
        let ground = self.program.ground(node);
        let waits = if is_leaf {
            self.program.is_built_in(node) && ground != Some(Ground::Nothing)
        } else {
            let is_at = |child| self.tracks(&[child])[0].runs();
            ground.is_some_and(Ground::depends_on_settings)
                && !self.program.children(node).any(is_at)
        };
        if !waits {
            return Vec::new();
        }
        // After its start, which may be the last event.
        let event = now.event + 1;
        let mut steps = self.sources(node, EventPosition { event, ..now });
        steps.retain(|step| step.fact != Fact::Source(AnswerSource::Game));
        steps
    }

    /// Returns the last event up to the moment at which a node answered in its frame, else the last event.
    fn last_answer(&self, node: NodeIndex) -> Option<EventPosition> {
        let Moment { frame, events } = self.moment;
        let all = self.frames.events(frame);
        let until = &all[..events.min(all.len())];
        let is_answer = |event: &TraceEvent| matches!(event, TraceEvent::Update(of, _) | TraceEvent::Check(of, _) if *of == node);
        let answer = until.iter().rposition(is_answer);
        let event = answer.or(until.len().checked_sub(1))?;
        Some(EventPosition { frame, event })
    }

    /// Returns from which values a node computed what it wrote at this event.
    pub fn computed_from(
        &self,
        writer: NodeIndex,
        place: EventPosition,
        written: &str,
    ) -> Vec<ReasonStep> {
        let mut read = self.sources(writer, place);
        read.retain(|step| match &step.fact {
            Fact::Value(reading) => {
                *reading.variable != *written || self.program.computes_from(writer, written)
            }
            _ => false,
        });
        read
    }

    /// Returns the step about the event that a node heard when it answered at this event and wrote what came with it.
    pub fn event_at(&self, node: NodeIndex, place: EventPosition) -> Option<ReasonStep> {
        let heard = self.heard(node, place)?;
        heard.arrived.as_ref()?;
        Some(source_step(node, place, AnswerSource::Event(heard)))
    }

    /// Returns the event that a node heard when it answered at this event, or for which it waits.
    pub fn heard(&self, node: NodeIndex, place: EventPosition) -> Option<Heard> {
        let name = self.program.hears(node).first()?.clone();
        let events = self.frames.events(place.frame);
        let until = &events[..(place.event + 1).min(events.len())];
        let answer = until.iter().rev().find_map(|event| match event {
            TraceEvent::Update(of, answer) | TraceEvent::Check(of, answer) if *of == node => {
                Some(*answer)
            }
            _ => None,
        });
        let arrived = (answer == Some(Status::Success)).then(|| {
            let known = self.frames.last_event(&name, place.frame);
            known.unwrap_or(Arrival {
                sender: Sender::Unknown,
                payload: None,
            })
        });
        let missed = match arrived {
            None => self.missed(node, &name, place.frame),
            Some(_) => None,
        };
        Some(Heard {
            listener: node,
            name,
            arrived,
            missed,
        })
    }

    /// Returns the frame in which the last event of this name arrived, if the node did not hear it: it was not asked then, or the tree has started again.
    fn missed(&self, node: NodeIndex, name: &str, until: u64) -> Option<u64> {
        let arrived = match self.frames.last_event(name, until)?.sender {
            Sender::Input(frame) => frame,
            Sender::Node(_, EventPosition { frame, .. }) => frame + 1,
            Sender::Other(by) => by.place.frame + 1,
            Sender::Unknown => return None,
        };
        if arrived >= until {
            return None;
        }
        let has = |last: u64, is_it: &dyn Fn(&TraceEvent) -> bool| {
            (arrived..=last).any(|frame| self.frames.events(frame).iter().any(is_it))
        };
        let is_missed = match self.program.task(node) {
            // It hears an event only in the frame of its arrival.
            "WaitForEvent" => !has(
                arrived,
                &|event| matches!(event, TraceEvent::Update(of, answer) if *of == node && *answer != Status::Running),
            ),
            // It hears an event whenever it is asked next, unless the tree has started again.
            "HasReceivedEvent" => {
                let top = self.program.indices().next();
                has(
                    until - 1,
                    &|event| matches!(event, TraceEvent::End(of, EndStatus::Inactive) if Some(*of) == top),
                ) && !has(
                    until,
                    &|event| matches!(event, TraceEvent::Update(of, Status::Success) | TraceEvent::Check(of, Status::Success) if *of == node),
                )
            }
            _ => false,
        };
        is_missed.then_some(arrived)
    }

    /// Returns the step about who used the key that interrupted a node in a frame, if that is known.
    pub fn key_used(&self, interrupted: NodeIndex, place: EventPosition) -> Option<ReasonStep> {
        let key = self.program.interrupt_key(interrupted)?.clone();
        let by = self.frames.last_key_use(&key, place.frame)?;
        let used = KeyUse {
            interrupted,
            key,
            by,
        };
        Some(source_step(interrupted, place, AnswerSource::Key(used)))
    }

    /// Returns the frame of the last such event about one of these nodes before this one.
    fn last(
        &self,
        nodes: &[NodeIndex],
        before: EventPosition,
        is_it: impl Fn(&TraceEvent) -> bool,
    ) -> Option<u64> {
        let until = self.before(before);
        let found = until.back(nodes).find(|(_, event)| is_it(event));
        found.map(|(place, _)| place.frame)
    }
}

/// The step is about the node that wrote the value, else about the reader.
fn value_step(reader: NodeIndex, reading: Reading, fact: fn(Reading) -> Fact) -> ReasonStep {
    ReasonStep {
        node: match reading.source {
            ValueOrigin::Node(writer, _) => writer,
            _ => reader,
        },
        place: reading.source.place(),
        fact: fact(reading),
    }
}

/// The step is about the node that sent an event, else about the one that answered.
fn source_step(node: NodeIndex, place: EventPosition, source: AnswerSource) -> ReasonStep {
    let beginning = |frame| EventPosition { frame, event: 0 };
    let (node, place) = match source.sender() {
        Some(Sender::Node(sender, at)) => (sender, at),
        Some(Sender::Input(frame)) => (node, beginning(frame)),
        Some(Sender::Other(by)) => (node, beginning(by.place.frame)),
        Some(Sender::Unknown) | None => (node, place),
    };
    ReasonStep {
        node,
        place: Some(place),
        fact: Fact::Source(source),
    }
}
