//! Compares two recordings: inputs and events of a frame, row by row, and the first frame that differs. Nodes are identified by
//! their ids, so that runs of different programs can be compared. Contains no texts.

use std::sync::Arc;

use treewright_core::Message;
use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::named;
use treewright_core::runtime::AgentId;
use treewright_core::trace::{BesideEvent, Datum, TraceEvent, Write};

use super::agent_programs::AgentPrograms;
use super::frame_record::{AgentFrame, FrameRecord, RunInput};

named! {
    /// The kind of a row.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RowKind: code {
        /// The duration of the frame in seconds.
        Seconds = "seconds",
        /// A variable was written from outside.
        Set = "set",
        /// An event was sent from outside.
        Send = "send",
        /// A leaf's result was forced.
        Force = "force",
        /// Tasks were interrupted by their key.
        Interrupt = "interrupt",
        /// The random numbers began anew.
        Seed = "seed",
        /// The program was replaced.
        Swap = "swap",
        /// An agent was added.
        Add = "add",
        /// An agent was removed.
        Remove = "remove",
        /// A task started.
        Start = "start",
        /// A leaf returned.
        Update = "update",
        /// A task ended.
        End = "end",
        /// A watched conditional was reevaluated.
        Check = "check",
        /// A conditional abort fired; the text is the scope.
        Abort = "abort",
        /// A task logged a message.
        Log = "log",
        /// A task set a mark.
        Mark = "mark",
        /// A task reported an error.
        Error = "error",
        /// A background tree started.
        BesideStart = "tree_start",
        /// A background tree ended.
        BesideEnd = "tree_end",
        /// A background tree logged a message, set a mark or reported an error.
        BesideSays = "tree_says",
        /// A task wrote a variable.
        Wrote = "wrote",
        /// A task attached data to the frame.
        Data = "data",
        /// The status of the tree after the frame.
        Status = "status",
    }
}

/// One input or event of a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The kind of the row.
    pub kind: RowKind,
    /// The agent; `None` for all agents.
    pub agent: Option<u64>,
    /// The node, if there is one.
    pub node: Option<NodeId>,
    /// The name of the variable, event, key or tree.
    pub name: Arc<str>,
    /// The associated value, status, text or node id.
    pub text: Message,
    /// The number of events of the agent's frame up to and including this one.
    pub events: usize,
}

/// A row of one recording next to the matching row of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The row of the first recording.
    pub left: Option<Row>,
    /// The row of the second recording.
    pub right: Option<Row>,
}

impl Pair {
    /// Returns whether the rows differ.
    pub fn differs(&self) -> bool {
        self.left != self.right
    }
}

/// The first frame in which two recordings differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameDifference {
    /// The number of the frame.
    pub frame: u64,
    /// Whether the first recording contains this frame, and whether the second one does.
    pub there: (bool, bool),
    /// The inputs and events of both frames, side by side.
    pub pairs: Vec<Pair>,
}

impl FrameDifference {
    /// Compares the [`rows`] of a frame of two recordings; `None` for a recording that ended before. Returns `None` if they are
    /// equal.
    pub fn of(frame: u64, left: Option<Vec<Row>>, right: Option<Vec<Row>>) -> Option<Self> {
        let there = (left.is_some(), right.is_some());
        if left == right {
            return None;
        }
        let pairs = side_by_side(left.unwrap_or_default(), right.unwrap_or_default());
        Some(Self {
            frame,
            there,
            pairs,
        })
    }
}

/// Pairs the common rows at the start and at the end; the rows in between follow in order.
fn side_by_side(left: Vec<Row>, right: Vec<Row>) -> Vec<Pair> {
    let same = |(l, r): &(&Row, &Row)| l.is_like(r);
    let head = left.iter().zip(&right).take_while(same).count();
    let tail = left[head..].iter().rev().zip(right[head..].iter().rev());
    let tail = tail.take_while(same).count();
    let (left_end, right_end) = (left.len() - tail, right.len() - tail);
    let (mut left, mut right) = (left.into_iter(), right.into_iter());
    let mut pairs = Vec::new();
    let mut put = |left: Option<Row>, right: Option<Row>| pairs.push(Pair { left, right });
    for _ in 0..head {
        put(left.next(), right.next());
    }
    let (in_left, in_right) = (left_end - head, right_end - head);
    for place in 0..in_left.max(in_right) {
        let of = |rows: &mut std::vec::IntoIter<Row>, count| (place < count).then(|| rows.next());
        let (l, r) = (of(&mut left, in_left), of(&mut right, in_right));
        put(l.flatten(), r.flatten());
    }
    for _ in 0..tail {
        put(left.next(), right.next());
    }
    for pair in &mut pairs {
        // A different position among the events alone is not a difference.
        if let (Some(l), Some(r)) = (&pair.left, &mut pair.right)
            && l.is_like(r)
        {
            r.events = l.events;
        }
    }
    pairs
}

impl Row {
    fn new(kind: RowKind, agent: Option<AgentId>) -> Self {
        Self {
            kind,
            agent: agent.map(AgentId::number),
            node: None,
            name: "".into(),
            text: "".into(),
            events: 0,
        }
    }

    fn node(self, node: &NodeId) -> Self {
        let node = Some(node.clone());
        Self { node, ..self }
    }

    fn name(self, name: &Arc<str>) -> Self {
        let name = name.clone();
        Self { name, ..self }
    }

    fn text(self, text: &(impl ToString + ?Sized)) -> Self {
        self.message(text.to_string().into())
    }

    fn message(self, text: Message) -> Self {
        Self { text, ..self }
    }

    /// Returns whether the rows are equal, regardless of their positions.
    fn is_like(&self, other: &Self) -> bool {
        let Self {
            kind,
            agent,
            node,
            name,
            text,
            events: _,
        } = other;
        (&self.kind, &self.agent, &self.node, &self.name, &self.text)
            == (kind, agent, node, name, text)
    }
}

/// Returns the inputs and events of a frame. `before` are the programs before its inputs.
pub fn rows(
    programs: &[Arc<Program<()>>],
    record: &FrameRecord,
    mut before: AgentPrograms,
) -> Vec<Row> {
    let mut rows = vec![Row::new(RowKind::Seconds, None).text(&record.dt)];
    for happening in &record.inputs {
        rows.push(match happening {
            RunInput::Set { agent, name, value } => {
                let row = Row::new(RowKind::Set, Some(*agent));
                row.name(name).text(value)
            }
            RunInput::Send { agent, event } => {
                let row = Row::new(RowKind::Send, *agent).name(&event.name);
                match &event.payload {
                    Some(payload) => row.text(payload),
                    None => row,
                }
            }
            RunInput::Force {
                agent,
                node,
                status,
            } => {
                let row = Row::new(RowKind::Force, Some(*agent));
                let program = before.of(*agent).map(|of| &programs[of]);
                let row = Row {
                    node: program.map(|program| program.id(*node).clone()),
                    ..row
                };
                row.text(status)
            }
            RunInput::Interrupt {
                agent,
                key,
                outcome,
            } => {
                let row = Row::new(RowKind::Interrupt, Some(*agent));
                row.name(key).text(outcome)
            }
            RunInput::Seed { agent, seed } => Row::new(RowKind::Seed, Some(*agent)).text(seed),
            RunInput::Swap { .. } => Row::new(RowKind::Swap, None),
            RunInput::Add { seed, .. } => Row::new(RowKind::Add, None).text(seed),
            RunInput::Remove { agent } => Row::new(RowKind::Remove, Some(*agent)),
        });
        before.follow(happening);
    }
    for frame in &record.agents {
        push_agent(&programs[frame.program], frame, &mut rows);
    }
    rows
}

fn push_agent(program: &Program<()>, frame: &AgentFrame, rows: &mut Vec<Row>) {
    let agent = Some(frame.agent);
    let mut writes = frame.writes.iter().peekable();
    let wrote = |write: &Write, events| {
        let row = Row::new(RowKind::Wrote, agent).name(&write.variable);
        let row = row.text(&write.value);
        let id = write.node.map(|node| program.id(node).clone());
        Row {
            node: id,
            events,
            ..row
        }
    };
    let mut data = frame.data.list.iter().peekable();
    let attached = |datum: &Datum, events| {
        let row = Row::new(RowKind::Data, agent).name(&datum.name);
        let row = row.text(&datum.value);
        let id = datum.node.map(|node| program.id(node).clone());
        Row {
            node: id,
            events,
            ..row
        }
    };
    for (place, event) in frame.events.iter().enumerate() {
        while let Some(datum) = data.next_if(|datum| datum.after <= place) {
            rows.push(attached(datum, place));
        }
        while let Some(write) = writes.next_if(|write| write.after <= place) {
            rows.push(wrote(write, place));
        }
        let row = row_of(program, event, agent);
        let events = place + 1;
        rows.push(Row { events, ..row });
    }
    let end = frame.events.len();
    rows.extend(data.map(|datum| attached(datum, end)));
    rows.extend(writes.map(|write| wrote(write, end)));
    let status = Row::new(RowKind::Status, agent).text(&frame.status);
    rows.push(Row {
        events: end,
        ..status
    });
}

fn row_of(program: &Program<()>, event: &TraceEvent, agent: Option<AgentId>) -> Row {
    let of = |kind, node| Row::new(kind, agent).node(program.id(node));
    match event {
        TraceEvent::Start(node) => of(RowKind::Start, *node),
        TraceEvent::Update(node, status) => of(RowKind::Update, *node).text(status),
        TraceEvent::End(node, status) => of(RowKind::End, *node).text(status.name()),
        TraceEvent::Check(node, status) => of(RowKind::Check, *node).text(status),
        TraceEvent::Abort { conditional, scope } => {
            of(RowKind::Abort, *conditional).text(program.id(*scope))
        }
        TraceEvent::Log(node, text) => of(RowKind::Log, *node).text(text),
        TraceEvent::Mark(node, text) => of(RowKind::Mark, *node).text(text),
        TraceEvent::Error(node, why) => of(RowKind::Error, *node).message(why.clone()),
        TraceEvent::Beside(beside) => {
            let (tree, what) = &**beside;
            let of = |kind| Row::new(kind, agent).name(tree);
            match what {
                BesideEvent::Started => of(RowKind::BesideStart),
                BesideEvent::Ended(status) => of(RowKind::BesideEnd).text(status.name()),
                BesideEvent::Log(text) | BesideEvent::Mark(text) => {
                    of(RowKind::BesideSays).text(text)
                }
                BesideEvent::Error(why) => of(RowKind::BesideSays).message(why.clone()),
            }
        }
    }
}
