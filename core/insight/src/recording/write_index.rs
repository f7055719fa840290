//! Index of the frames in which each variable was written, so that frames need not be searched.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::runtime::AgentId;

use super::Recording;
use super::frame_record::{FrameRecord, RunInput};
use crate::history::ChunkedList;

/// For each variable, the frames in which it was written and by which agent, in order, without duplicates.
#[derive(Debug, Default)]
pub(super) struct WriteIndex(FxHashMap<Arc<str>, ChunkedList<(u64, AgentId)>>);

impl WriteIndex {
    /// Adds a frame.
    pub fn note(&mut self, record: &FrameRecord) {
        for happening in &record.inputs {
            if let RunInput::Set { agent, name, .. } = happening {
                self.add(name, record.frame, *agent);
            }
        }
        for frame in &record.agents {
            for write in &frame.writes {
                self.add(&write.variable, record.frame, frame.agent);
            }
        }
    }

    fn add(&mut self, name: &Arc<str>, frame: u64, agent: AgentId) {
        let frames = self.0.entry(name.clone()).or_default();
        if frames.last() != Some(&(frame, agent)) {
            frames.push((frame, agent));
        }
    }

    /// Forgets the frames after this one.
    pub fn cut(&mut self, after: u64) {
        for frames in self.0.values_mut() {
            frames.truncate(frames.partition_point(|(frame, _)| *frame <= after));
        }
    }

    /// Forgets the frames up to this one.
    pub fn forget(&mut self, until: u64) {
        for frames in self.0.values_mut() {
            frames.forget(frames.partition_point(|(frame, _)| *frame <= until));
        }
    }

    /// Returns the last frame up to `frame` in which an agent selected by `counts` wrote the variable.
    fn last(&self, name: &str, frame: u64, counts: impl Fn(AgentId) -> bool) -> Option<u64> {
        let frames = self.0.get(name)?.all();
        let until = frames.up_to(frames.partition_point(|(written, _)| *written <= frame));
        let mut found = until.iter().rev();
        found
            .find(|(_, agent)| counts(*agent))
            .map(|(frame, _)| *frame)
    }
}

impl Recording {
    /// Returns the last frame, up to the current one, in which a variable visible to this agent was written; the next frame if an
    /// input for it is pending.
    pub fn written(&self, agent: AgentId, name: &str) -> Option<u64> {
        let is_shared = self.program().is_global(name);
        let counts = |by| is_shared || by == agent;
        let is_pending = !self.is_in_the_past()
            && self.pending.iter().any(|happening| match happening {
                RunInput::Set {
                    agent, name: set, ..
                } => &**set == name && counts(*agent),
                _ => false,
            });
        if is_pending {
            return Some(self.last_frame() + 1);
        }
        self.written.last(name, self.frame(), counts)
    }
}
