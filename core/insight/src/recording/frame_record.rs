//! One frame of a recording: what was done before it, and what happened in it for each agent. Plain data.

use std::mem::size_of;
use std::sync::Arc;

use treewright_core::runtime::{AgentId, Event, NodeIndex, Outcome, Status};
use treewright_core::trace::{TraceEvent, Write};
use treewright_core::value::Value;

/// What is done to a run from outside, before a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum Happening {
    /// A variable is written, of the agent or, if the program says so, of all.
    Set {
        /// Whose.
        agent: AgentId,
        /// Its name.
        name: Arc<str>,
        /// What it holds from now on.
        value: Value,
    },
    /// Something is told.
    Send {
        /// To whom; none for all.
        agent: Option<AgentId>,
        /// What.
        event: Event,
    },
    /// A leaf's next result is forced.
    Force {
        /// Whose.
        agent: AgentId,
        /// The leaf.
        node: NodeIndex,
        /// Its result.
        status: Status,
    },
    /// The tasks with this key are interrupted.
    Interrupt {
        /// Whose.
        agent: AgentId,
        /// The key.
        key: Arc<str>,
        /// How they end.
        outcome: Outcome,
    },
    /// All agents run another program from now on.
    Swap {
        /// Its place in [`Recording::programs`](super::Recording::programs).
        program: usize,
    },
    /// Another agent is there from now on.
    Add {
        /// What its random choices are drawn from.
        seed: u64,
    },
    /// An agent is taken away.
    Remove {
        /// Which.
        agent: AgentId,
    },
}

/// A frame: what was done before it, and what happened in it.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameRecord {
    /// Its number, counted from 1.
    pub frame: u64,
    /// Seconds that it lasted.
    pub dt: f64,
    /// Seconds of game time at its end.
    pub time: f64,
    /// What was done before it, in order.
    pub happenings: Vec<Happening>,
    /// The place of its program in [`Recording::programs`](super::Recording::programs).
    pub program: usize,
    /// What happened for each agent, in the order in which they ran.
    pub agents: Vec<AgentFrame>,
}

/// A frame of one agent's tree.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentFrame {
    /// Whose.
    pub agent: AgentId,
    /// Running until the frame in which the root ended; then, and after it, how it ended.
    pub status: Status,
    /// What happened, in order.
    pub events: Vec<TraceEvent>,
    /// The variables that were written, in order.
    pub writes: Vec<Write>,
}

impl FrameRecord {
    /// What happened for one agent.
    pub fn of(&self, agent: AgentId) -> Option<&AgentFrame> {
        self.agents.iter().find(|frame| frame.agent == agent)
    }

    /// About how much memory it takes.
    pub fn bytes(&self) -> usize {
        let happenings = self.happenings.len() * size_of::<Happening>();
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
        // Each is noted a second time, under its variable.
        let writes = self.writes.capacity() * (size_of::<Write>() + size_of::<(u64, AgentId)>());
        size_of::<Self>() + events + writes + texts.sum::<usize>() + values.sum::<usize>()
    }
}
