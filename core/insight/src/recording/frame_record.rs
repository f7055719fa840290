//! One frame of a recording: the inputs before it, and the events of each agent. Plain data.

use std::mem::size_of;
use std::sync::Arc;

use treewright_core::runtime::{AgentId, Event, NodeIndex, Outcome, Status};
use treewright_core::trace::{Datum, FrameData, TraceEvent, Write};
use treewright_core::value::Value;

/// An external input to a run, applied before a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum RunInput {
    /// Writes a variable of the agent or, if it is global, of all agents.
    Set {
        /// The agent.
        agent: AgentId,
        /// The name of the variable.
        name: Arc<str>,
        /// The new value.
        value: Value,
    },
    /// Sends an event.
    Send {
        /// The receiving agent; `None` for all agents.
        agent: Option<AgentId>,
        /// The event.
        event: Event,
    },
    /// Forces the next result of a leaf.
    Force {
        /// The agent.
        agent: AgentId,
        /// The leaf.
        node: NodeIndex,
        /// The forced result.
        status: Status,
    },
    /// Interrupts the tasks with this key.
    Interrupt {
        /// The agent.
        agent: AgentId,
        /// The key of the tasks.
        key: Arc<str>,
        /// The result with which they end.
        outcome: Outcome,
    },
    /// Begins the random numbers of the agent anew.
    Seed {
        /// The agent.
        agent: AgentId,
        /// The seed.
        seed: u64,
    },
    /// Replaces a program in all agents that run it.
    Swap {
        /// The index of the replaced program in [`Recording::programs`](super::Recording::programs).
        from: usize,
        /// The index of the new program.
        program: usize,
    },
    /// Adds an agent.
    Add {
        /// The seed of its random choices.
        seed: u64,
        /// The index of its program in [`Recording::programs`](super::Recording::programs).
        program: usize,
    },
    /// Removes an agent.
    Remove {
        /// The agent to remove.
        agent: AgentId,
    },
}

/// A recorded frame: the inputs before it and its events.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameRecord {
    /// The number of the frame, from 1.
    pub frame: u64,
    /// Its duration in seconds, as it was passed to the recording.
    pub dt: f64,
    /// The game time at its end, in seconds: the sum of durations in whole nanoseconds.
    pub time: f64,
    /// The inputs before it, in order.
    pub inputs: Vec<RunInput>,
    /// The frames of the agents, in the order in which they ran.
    pub agents: Vec<AgentFrame>,
    /// The index of the first agent's program in [`Recording::programs`](super::Recording::programs); without agents, of the
    /// program of the last one there was.
    pub default_program: usize,
    /// The id of the next agent that is added.
    pub next_agent: AgentId,
}

/// A frame of one agent's tree.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentFrame {
    /// The agent.
    pub agent: AgentId,
    /// The index of its program in [`Recording::programs`](super::Recording::programs).
    pub program: usize,
    /// Running until the root has ended; from that frame on, how it ended.
    pub status: Status,
    /// The events in order.
    pub events: Vec<TraceEvent>,
    /// The writes of variables, in order.
    pub writes: Vec<Write>,
    /// The data that tasks attached to the frame.
    pub data: FrameData,
}

impl FrameRecord {
    /// Returns the frame of one agent.
    pub fn of(&self, agent: AgentId) -> Option<&AgentFrame> {
        // Agents run in the order of their ids.
        let place = self
            .agents
            .binary_search_by_key(&agent, |frame| frame.agent);
        place.ok().map(|place| &self.agents[place])
    }

    /// Estimates the memory in bytes.
    pub fn bytes(&self) -> usize {
        let happenings = self.inputs.len() * size_of::<RunInput>();
        let agents = self.agents.iter().map(AgentFrame::bytes);
        size_of::<Self>() + happenings + agents.sum::<usize>()
    }
}

impl AgentFrame {
    fn bytes(&self) -> usize {
        let texts = self.events.iter().filter_map(TraceEvent::text);
        let texts = texts.map(str::len);
        let values = self.writes.iter().map(|write| write.value.heap_bytes());
        let events = self.events.capacity() * size_of::<TraceEvent>();
        // Each write is stored a second time, in the index by variable.
        let writes = self.writes.capacity() * (size_of::<Write>() + size_of::<(u64, AgentId)>());
        let data = self.data.list.iter();
        let data =
            data.map(|datum| size_of::<Datum>() + datum.name.len() + datum.value.heap_bytes());
        let held = texts.chain(values).chain(data).sum::<usize>();
        size_of::<Self>() + events + writes + held
    }
}
