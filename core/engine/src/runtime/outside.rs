//! External input of a tree since its last frame (events, interruptions by key), and requests of its tasks that are
//! carried out after the frame. Knows nothing about how tasks run.

use super::world::World;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::aborts::ObserverHandling;
use super::executor::{Executor, memory_of};
use super::program::NONE;
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::ids::NodeId;
use crate::status::Outcome;
use crate::told;
use crate::value::Value;

/// A named event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// The name by which tasks listen for it.
    pub name: Arc<str>,
    /// An optional value that comes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
}

impl Event {
    /// Creates an event without a payload.
    pub fn named(name: impl Into<Arc<str>>) -> Self {
        let (name, payload) = (name.into(), None);
        Self { name, payload }
    }
}

/// The events of one name that a tree has received, if something in it listens for that name.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Received {
    /// How many have arrived since the tree was enabled.
    pub count: u64,
    /// The frame in which the last one was visible.
    pub frame: u64,
    /// The payload of the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
}

/// A request of a task; carried out after the frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Request {
    /// Sends an event to this tree; its tasks see it in the next frame.
    Send(Event),
    /// Interrupts the tasks with this key at the beginning of the next frame; they end with this outcome.
    Interrupt(Arc<str>, Outcome),
    /// Interrupts everything in this tree and restarts it in the next frame.
    Restart,
    /// Interrupts everything in this tree and disables it.
    Stop,
}

told! {
    /// The reason why a result cannot be forced.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum ForceError of "force_error" {
        /// The node is not a leaf: a parent's result follows from those of its children.
        NotALeaf {
            /// The node.
            node: NodeId,
        } = "not_a_leaf", "node `{node}` is not a leaf; only the result of a leaf can be forced";
        /// The program has no such node.
        UnknownNode {
            /// The index.
            index: u32,
        } = "unknown_node", "there is no node at index {index}";
    }
}

impl std::error::Error for ForceError {}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Step 1 of a frame: calls `awake` of new task objects, counts the events that have arrived, and carries out
    /// interruptions by key.
    #[cold]
    pub(super) fn apply_outside(&mut self, first_frame: bool) {
        self.awake_fresh_objects();
        let program = self.program;
        let frame = self.context.tick.frame();
        let Some(rare) = &mut self.context.tick.agent.rare else {
            return;
        };
        for event in &rare.events {
            if program.listens.contains(&event.name) {
                let received = rare.received.entry(event.name.clone()).or_default();
                received.count += 1;
                received.frame = frame;
                received.payload.clone_from(&event.payload);
            }
        }
        if first_frame {
            rare.interrupts.clear();
            return;
        }
        let mut interrupts = std::mem::take(&mut rare.interrupts);
        for (key, outcome) in interrupts.drain(..) {
            for (own, node) in &program.interruptible {
                if *own == key {
                    self.interrupt_by_key(*node, outcome);
                }
            }
        }
        if let Some(rare) = &mut self.context.tick.agent.rare {
            rare.interrupts = interrupts;
        }
    }

    /// Interrupts what runs below a task with an interrupt key. The task itself ends when its run stack runs.
    fn interrupt_by_key(&mut self, index: u32, outcome: Outcome) {
        let node = &self.program.nodes[index as usize];
        let branch = node.branch;
        let top = self.state.branches[branch as usize].top;
        if top == NONE || !self.program.contains(index, top) {
            return;
        }
        self.unwind(branch, index, ObserverHandling::HandUp);
        if let Operation::Builtin(kind) = &node.operation {
            kind.interrupt_with(memory_of(&mut self.state.memory, node), outcome);
        }
    }
}
