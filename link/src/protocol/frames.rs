//! What an agent did in some frames, as flat lists of numbers: most events are three small ones. Rows of what few frames
//! have begin with the place of the frame in the message. Knows no other message.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::time::Nanoseconds;
use treewright_core::trace::{Datum, EventNumbers, FlightTree, TraceEvent, Write};
use treewright_insight::recording_json::Recorded;

use super::{Gap, Verb};

/// Frames of one agent that follow each other.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Frames {
    /// The agent.
    pub agent: u64,
    /// The number of its program.
    pub program: u32,
    /// The number of the first frame.
    pub first: u64,
    /// The duration of each frame, in nanoseconds.
    pub dt: Vec<u64>,
    /// The events of each frame: kind, node and value of each. The page about the live link lists the kinds.
    pub e: Vec<Vec<u32>>,
    /// The texts of events: frame, place of the event in it, texts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub x: Vec<(u32, u32, Vec<Arc<str>>)>,
    /// What tasks wrote: frame, number of events before, node (-1 for a background tree), variable, value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub w: Vec<(u32, u32, i64, Arc<str>, Recorded)>,
    /// What was written from outside before a frame: frame, variable, value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub o: Vec<(u32, Arc<str>, Recorded)>,
    /// What editors did before a frame: frame, and what, one of `send`, `force` and `interrupt` as in `do`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub i: Vec<(u32, Verb)>,
    /// The data that tasks attached: frame, number of events before, node (-1 for a background tree), name, value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub d: Vec<(u32, u32, i64, Arc<str>, Recorded)>,
    /// How many data had no room: frame, number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dropped: Vec<(u32, u32)>,
}

/// A frame of an agent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeenFrame {
    /// Its number.
    pub frame: u64,
    /// Its duration.
    pub dt: Nanoseconds,
    /// What the agent did; nothing if its tree slept.
    pub tree: FlightTree,
    /// What editors did to it before this frame, in order.
    pub done: Vec<Verb>,
}

/// Writes the node of something that a background tree may have done.
fn signed(node: Option<NodeIndex>) -> i64 {
    node.map_or(-1, |node| i64::from(node.0))
}

fn unsigned(node: i64) -> Option<NodeIndex> {
    u32::try_from(node).ok().map(NodeIndex)
}

impl Frames {
    /// Begins a message about an agent that runs this program.
    pub fn of(agent: AgentId, program: u32) -> Self {
        Self {
            agent: agent.number(),
            program,
            ..Self::default()
        }
    }

    /// Returns how many frames it has.
    pub fn len(&self) -> usize {
        self.e.len()
    }

    /// Returns whether it has no frames.
    pub fn is_empty(&self) -> bool {
        self.e.is_empty()
    }

    /// Returns the message that these frames are lost.
    pub fn gap(&self) -> Gap {
        Gap {
            agent: self.agent,
            from: self.first,
            to: (self.first + self.len() as u64).saturating_sub(1),
        }
    }

    /// Adds the next frame.
    pub fn push(&mut self, frame: u64, dt: f64, tree: &FlightTree) {
        if self.is_empty() {
            self.first = frame;
        }
        let at = self.len() as u32;
        self.dt.push(Nanoseconds::from_seconds(dt).0);
        let mut numbers = Vec::with_capacity(tree.events.len() * 3);
        for (event, place) in tree.events.iter().zip(0..) {
            let EventNumbers { kind, node, value } = event.numbers();
            numbers.extend([kind, node, value]);
            let texts: Vec<_> = event.texts().map(Arc::from).collect();
            if !texts.is_empty() {
                self.x.push((at, place, texts));
            }
        }
        self.e.push(numbers);
        let exact = |value: &treewright_core::value::Value| Recorded(value.clone());
        self.w.extend(tree.writes.iter().map(|write| {
            let (after, node) = (write.after as u32, signed(write.node));
            (at, after, node, write.variable.clone(), exact(&write.value))
        }));
        let outside = tree.outside.iter();
        self.o
            .extend(outside.map(|(name, value)| (at, name.clone(), exact(value))));
        self.d.extend(tree.data.list.iter().map(|datum| {
            let (after, node) = (datum.after as u32, signed(datum.node));
            (at, after, node, datum.name.clone(), exact(&datum.value))
        }));
        if tree.data.dropped > 0 {
            self.dropped.push((at, tree.data.dropped));
        }
    }

    /// Adds what editors did before the frame that was added last.
    pub fn note_done<'v>(&mut self, done: impl Iterator<Item = &'v Verb>) {
        let at = (self.len() as u32).saturating_sub(1);
        self.i.extend(done.map(|verb| (at, verb.clone())));
    }

    /// Returns the frames, and how many events of them are unknown or name nodes that a program of `nodes` nodes does not
    /// have; these are left out.
    pub fn unpack(&self, nodes: usize) -> (Vec<SeenFrame>, usize) {
        let mut frames: Vec<_> = (0..)
            .zip(self.dt.iter().zip(&self.e))
            .map(|(place, (dt, _))| SeenFrame {
                frame: self.first.saturating_add(place),
                dt: Nanoseconds(*dt),
                tree: FlightTree {
                    agent: AgentId(self.agent),
                    ..FlightTree::default()
                },
                done: Vec::new(),
            })
            .collect();
        let strange = self.unpack_events(nodes, &mut frames);
        let known = |node: i64| unsigned(node).filter(|node| node.get() < nodes);
        for (at, after, node, variable, Recorded(value)) in &self.w {
            if let Some(frame) = frames.get_mut(*at as usize) {
                frame.tree.writes.push(Write {
                    after: *after as usize,
                    node: known(*node),
                    variable: variable.clone(),
                    value: value.clone(),
                });
            }
        }
        for (at, variable, Recorded(value)) in &self.o {
            if let Some(frame) = frames.get_mut(*at as usize) {
                frame.tree.outside.push((variable.clone(), value.clone()));
            }
        }
        for (at, verb) in &self.i {
            if let Some(frame) = frames.get_mut(*at as usize) {
                frame.done.push(verb.clone());
            }
        }
        for (at, after, node, name, Recorded(value)) in &self.d {
            if let Some(frame) = frames.get_mut(*at as usize) {
                frame.tree.data.list.push(Datum {
                    after: *after as usize,
                    node: known(*node),
                    name: name.clone(),
                    value: value.clone(),
                });
            }
        }
        for (at, count) in &self.dropped {
            if let Some(frame) = frames.get_mut(*at as usize) {
                frame.tree.data.dropped = *count;
            }
        }
        (frames, strange)
    }

    fn unpack_events(&self, nodes: usize, frames: &mut [SeenFrame]) -> usize {
        let mut strange = 0;
        let mut texts = self.x.iter().peekable();
        for (frame, at) in frames.iter_mut().zip(0_u32..) {
            let numbers = self.e[at as usize].chunks(3);
            for (event, place) in numbers.zip(0_u32..) {
                // Rows out of order, which only a wrong message has, cost the texts.
                while texts.next_if(|(x, y, _)| (*x, *y) < (at, place)).is_some() {}
                let own = texts.next_if(|(x, y, _)| (*x, *y) == (at, place));
                let own = own.into_iter().flat_map(|(_, _, texts)| texts.iter());
                let event = of_numbers(event, own.map(|text| &**text));
                match event.filter(|event| is_inside(event, nodes)) {
                    Some(event) => frame.tree.events.push(event),
                    None => strange += 1,
                }
            }
        }
        strange
    }
}

fn of_numbers<'t>(numbers: &[u32], texts: impl Iterator<Item = &'t str>) -> Option<TraceEvent> {
    let [kind, node, value] = *numbers else {
        return None;
    };
    TraceEvent::of_numbers(EventNumbers { kind, node, value }, texts)
}

/// Returns whether a program of so many nodes has those of an event.
fn is_inside(event: &TraceEvent, nodes: usize) -> bool {
    let scope = match event {
        TraceEvent::Abort { scope, .. } => Some(*scope),
        _ => None,
    };
    let mut named = event.node().into_iter().chain(scope);
    named.all(|node| node.get() < nodes)
}
