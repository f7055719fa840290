//! Two recordings side by side: what was done and what happened in a frame, line by line, and the first frame in which that differs.
//! Nodes are told by their ids, so that runs of different programs can be compared. Says nothing in words.

use std::sync::Arc;

use treewright_core::Message;
use treewright_core::Program;
use treewright_core::ids::NodeId;
use treewright_core::named;
use treewright_core::runtime::AgentId;
use treewright_core::trace::{BesideEvent, TraceEvent, Write};

use super::frame_record::{AgentFrame, FrameRecord, Happening};

named! {
    /// What a row tells.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum RowKind: code {
        /// How many seconds the frame lasts.
        Seconds = "seconds",
        /// A variable was written from outside.
        Set = "set",
        /// An event was sent from outside.
        Send = "send",
        /// A leaf's result was forced.
        Force = "force",
        /// Tasks were interrupted by their key.
        Interrupt = "interrupt",
        /// Another program runs from now on.
        Swap = "swap",
        /// An agent was added.
        Add = "add",
        /// An agent was taken away.
        Remove = "remove",
        /// A task was entered.
        Start = "start",
        /// A leaf answered.
        Update = "update",
        /// A task ended.
        End = "end",
        /// A watched conditional was asked again.
        Check = "check",
        /// A conditional abort fired; the text is the scope.
        Abort = "abort",
        /// A task said something.
        Log = "log",
        /// A task set a mark.
        Mark = "mark",
        /// A task could not do its work.
        Error = "error",
        /// A tree beside this one was started.
        BesideStart = "tree_start",
        /// A tree beside this one ended.
        BesideEnd = "tree_end",
        /// A tree beside this one said something, set a mark or could not do its work.
        BesideSays = "tree_says",
        /// A task wrote a variable.
        Wrote = "wrote",
        /// How the tree stands after the frame.
        Status = "status",
    }
}

/// One thing that was done or happened in a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// What it tells.
    pub kind: RowKind,
    /// The agent that it is about; none for all.
    pub agent: Option<u64>,
    /// The node that it is about.
    pub node: Option<NodeId>,
    /// The variable, event, key or tree that it is about.
    pub name: Arc<str>,
    /// What goes with it: a value, a status, a text, the id of a node.
    pub text: Message,
    /// How many events of the agent's frame have happened with it.
    pub events: usize,
}

/// A row of one recording beside that of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Of the first recording.
    pub left: Option<Row>,
    /// Of the second one.
    pub right: Option<Row>,
}

impl Pair {
    /// Whether they differ.
    pub fn differs(&self) -> bool {
        self.left != self.right
    }
}

/// The first frame in which two recordings differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its number.
    pub frame: u64,
    /// Whether the first recording has this frame, and whether the second one has.
    pub there: (bool, bool),
    /// What was done before it and happened in it, side by side.
    pub pairs: Vec<Pair>,
}

impl Difference {
    /// Compares a frame of two recordings, told as [`rows`]; none where one has ended before it. Gives nothing if it is the same.
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

/// Puts what both have at the beginning and at the end side by side, and what lies between in the order in which it comes.
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
        // The place among the events is no difference of its own.
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

    /// Whether it tells the same, wherever it stands.
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

/// What was done before a frame and happened in it. `before` is the place of the program that ran in the frame before it.
pub fn rows(programs: &[Arc<Program<()>>], record: &FrameRecord, before: usize) -> Vec<Row> {
    let mut rows = vec![Row::new(RowKind::Seconds, None).text(&record.dt)];
    let mut program = &programs[before];
    for happening in &record.happenings {
        rows.push(match happening {
            Happening::Set { agent, name, value } => {
                let row = Row::new(RowKind::Set, Some(*agent));
                row.name(name).text(value)
            }
            Happening::Send { agent, event } => {
                let row = Row::new(RowKind::Send, *agent).name(&event.name);
                match &event.payload {
                    Some(payload) => row.text(payload),
                    None => row,
                }
            }
            Happening::Force {
                agent,
                node,
                status,
            } => {
                let row = Row::new(RowKind::Force, Some(*agent));
                row.node(program.id(*node)).text(status)
            }
            Happening::Interrupt {
                agent,
                key,
                outcome,
            } => {
                let row = Row::new(RowKind::Interrupt, Some(*agent));
                row.name(key).text(outcome)
            }
            Happening::Swap { program: number } => {
                program = &programs[*number];
                Row::new(RowKind::Swap, None)
            }
            Happening::Add { seed } => Row::new(RowKind::Add, None).text(seed),
            Happening::Remove { agent } => Row::new(RowKind::Remove, Some(*agent)),
        });
    }
    for frame in &record.agents {
        push_agent(&programs[record.program], frame, &mut rows);
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
    for (place, event) in frame.events.iter().enumerate() {
        while let Some(write) = writes.next_if(|write| write.after <= place) {
            rows.push(wrote(write, place));
        }
        let row = row_of(program, event, agent);
        let events = place + 1;
        rows.push(Row { events, ..row });
    }
    let end = frame.events.len();
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
