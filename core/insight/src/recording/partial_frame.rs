//! A moment inside a frame: the states of nodes and variables after some of its events.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::AgentId;
use treewright_core::value::Value;

use super::current_run::{CurrentRun, of_agent};
use super::frame_record::FrameRecord;
use crate::history::NodeRuns;

/// A frame of which only some events have happened yet.
pub(super) struct PartialFrame {
    pub record: Arc<FrameRecord>,
    /// The agent whose frame is incomplete. The agents before it have run, those after it have not.
    pub agent: AgentId,
    /// The number of its events that have happened.
    pub events: usize,
    runs: Vec<(AgentId, NodeRuns)>,
    /// The variables written in this frame, in order, with the writing agent; `None` for shared variables.
    written: Vec<(Option<AgentId>, Arc<str>, Value)>,
}

impl PartialFrame {
    /// Creates the moment after `events` events of an agent's frame. `before` is the run before the frame, with its inputs
    /// applied.
    pub fn new(
        (before, programs): (&CurrentRun, &[Arc<Program<()>>]),
        record: &Arc<FrameRecord>,
        agent: AgentId,
        events: usize,
    ) -> Self {
        let mut inside = Self {
            record: record.clone(),
            agent,
            events: 0,
            runs: before.runs.clone(),
            written: Vec::new(),
        };
        for frame in &record.agents {
            let is_shown = frame.agent == agent;
            let count = frame
                .events
                .len()
                .min(if is_shown { events } else { usize::MAX });
            let place = inside
                .runs
                .binary_search_by_key(&frame.agent, |(id, _)| *id);
            if let Ok(place) = place {
                inside.runs[place]
                    .1
                    .note(&frame.events[..count], record.frame);
            }
            // A write belongs to the event that follows it, in which its task returns.
            let happened = |after: usize| after < count || count == frame.events.len();
            for write in frame.writes.iter().filter(|write| happened(write.after)) {
                let is_shared = programs[frame.program].is_global(&write.variable);
                let owner = (!is_shared).then_some(frame.agent);
                let (name, value) = (write.variable.clone(), write.value.clone());
                inside.written.push((owner, name, value));
            }
            if is_shown {
                inside.events = count;
                break;
            }
        }
        inside
    }

    pub fn node_runs(&self, agent: AgentId) -> Option<&NodeRuns> {
        of_agent(&self.runs, agent)
    }

    /// Returns the value that was written to a variable of an agent, or to a shared one, if any was.
    pub fn variable(&self, agent: AgentId, name: &str, is_shared: bool) -> Option<&Value> {
        let owner = (!is_shared).then_some(agent);
        let mut written = self.written.iter().rev();
        let found = written.find(|(of, written, _)| *of == owner && **written == *name);
        found.map(|(_, _, value)| value)
    }
}
