//! What comes to a tree from outside since its last frame, and what its tasks ask for that is done when the frame is over:
//! events, interruptions by key, other trees to be run or stopped. Knows nothing about how tasks run.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::aborts::AtEnd;
use super::executor::{Executor, memory_of};
use super::program::NONE;
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::status::Outcome;
use crate::value::Value;

/// Something that happened, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    /// What happened.
    pub name: Arc<str>,
    /// What goes with it, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
}

/// How often an event came that something in the tree listens for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Received {
    /// How many of this name came since the tree was enabled.
    pub count: u64,
    /// The frame in which the last one was there.
    pub frame: u64,
    /// What went with the last one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payload: Option<Value>,
}

/// What a task asks for; done when the frame is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Tells this tree of something in its next frame.
    Send(Event),
    /// Interrupts the tasks with this key at the beginning of the next frame; they end so.
    Interrupt(Arc<str>, Outcome),
    /// Interrupts everything in this tree and starts it again in the next frame.
    Restart,
    /// Interrupts everything in this tree and disables it.
    Stop,
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Step 1 of a frame: counts the events that have come, and interrupts what was asked to be interrupted.
    #[cold]
    pub(super) fn apply_outside(&mut self, first_frame: bool) {
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

    /// Interrupts what runs below a task that can be interrupted by a key; it ends itself when its run stack has its turn.
    fn interrupt_by_key(&mut self, index: u32, outcome: Outcome) {
        let node = &self.program.nodes[index as usize];
        let branch = node.branch;
        let top = self.state.branches[branch as usize].top;
        if top == NONE || !self.program.contains(index, top) {
            return;
        }
        self.unwind(branch, index, AtEnd::HandUp);
        if let Operation::Builtin(kind) = &node.operation {
            kind.interrupt_with(memory_of(&mut self.state.memory, node), outcome);
        }
    }
}
