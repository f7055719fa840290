//! What explanations ask of the past of a run, whether it can be run again or was only told.

use std::sync::Arc;

use treewright_core::Program;
use treewright_core::runtime::{AgentId, NodeIndex};
use treewright_core::trace::Write;
use treewright_core::value::Value;

use super::write_index::LastWrite;
use super::{FrameRecord, Recording};

/// The known frames of a run, without gaps.
pub trait Past {
    /// Returns the program of this number.
    fn program_at(&self, number: usize) -> &Arc<Program<()>>;
    /// Returns a frame, if it is known.
    fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>>;
    /// Returns the first known frame in which an agent ran this program; the frame after the last one if there is none.
    fn first_frame_of_program(&self, agent: AgentId, number: usize) -> u64;
    /// Returns the last write of a variable, as this agent sees it, before a moment: a frame, and the number of its events before the
    /// moment. Writes of the agent itself for which `counts` is false are passed over.
    fn last_write(
        &self,
        agent: AgentId,
        name: &str,
        moment: (u64, usize),
        counts: &dyn Fn(u64, &Write) -> bool,
    ) -> LastWrite<'_>;
    /// Returns the value of a variable before the first known write of it, for an agent with the program of this number.
    fn value_before_writes(&self, number: usize, variable: &str) -> Option<Value>;
    /// Returns whether anything is known of a variable.
    fn knows_variable(&self, _variable: &str) -> bool {
        true
    }
    /// Returns the nodes on run stacks before the first known frame.
    fn running_before(&self) -> &[NodeIndex] {
        &[]
    }
    /// Returns whether nothing has happened before the first known frame, or nothing that matters.
    fn is_from_the_start(&self) -> bool {
        true
    }
    /// Returns whether the result of a leaf was set from outside before the first known frame, and not used since.
    fn was_forced_before(&self, _leaf: NodeIndex) -> bool {
        false
    }
    /// Returns the last frame up to `until` in which one of these nodes may have started or ended.
    fn last_about(&self, _nodes: &[NodeIndex], until: u64) -> Option<u64> {
        Some(until)
    }
}

impl Past for Recording {
    fn program_at(&self, number: usize) -> &Arc<Program<()>> {
        &self.programs()[number]
    }

    fn record(&self, frame: u64) -> Option<&Arc<FrameRecord>> {
        self.record(frame)
    }

    fn first_frame_of_program(&self, agent: AgentId, number: usize) -> u64 {
        self.first_frame_of_program(agent, number)
    }

    fn last_write(
        &self,
        agent: AgentId,
        name: &str,
        moment: (u64, usize),
        counts: &dyn Fn(u64, &Write) -> bool,
    ) -> LastWrite<'_> {
        self.last_write(agent, name, moment, counts)
    }

    /// The value that the first program with this variable declares: of any tree for a shared one, else of the agent's tree.
    fn value_before_writes(&self, number: usize, variable: &str) -> Option<Value> {
        if self.first_frame() > 0 {
            return None;
        }
        let is_shared = self.programs()[number].is_global(variable);
        let mut needed = self.needed_programs().into_iter();
        needed.find_map(|other| {
            let program = &self.programs()[other];
            let is_own = self.are_versions(other, number);
            let own = program.tree_variables().iter().filter(|_| is_own);
            let shared = program.global_variables().iter();
            let shared = shared.filter(|_| is_own || is_shared);
            let mut declared = own.chain(shared);
            let found = declared.find(|declared| *declared.name == *variable)?;
            Some(found.initial.clone())
        })
    }
}
