//! Interrupting what runs: unwinding run stacks, deepest task first, a Parallel's branches before itself.
//! Does not know why.

use super::executor::{Executor, memory_of};
use super::program::{Flags, NONE, Role};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::status::EndStatus;

/// What becomes of the observers inside composites that are interrupted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum AtEnd {
    /// They go up as at any other end: the composites left because a Parallel above them ended.
    HandUp,
    /// The caller drops them.
    Leave,
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Ends everything on a branch's run stack and below it, down to but not including `stop` ([`NONE`] for all of it).
    pub(super) fn unwind(&mut self, branch: u32, stop: u32, observers: AtEnd) {
        let mut on = branch;
        let mut at = self.state.branches[branch as usize].top;
        let mut skip_branches = false;
        while at != stop && at != NONE {
            if !skip_branches && self.program.nodes[at as usize].role() == Role::Parallel {
                let first = self.program.first_child(at);
                let live = self.live_branch_from(self.program.nodes[first as usize].branch);
                if live != NONE {
                    on = live;
                    at = self.state.branches[live as usize].top;
                    continue;
                }
            }
            skip_branches = false;
            self.end_interrupted(at, observers);
            if !self.program.nodes[at as usize]
                .flags
                .has(Flags::BRANCH_ROOT)
            {
                at = self.program.nodes[at as usize].parent;
                continue;
            }
            self.state.branches[on as usize].close();
            if on == branch {
                return;
            }
            // The branch to the right is next; after the last one, the Parallel itself.
            let facts = &self.program.branches[on as usize];
            let live = self.live_branch_from(facts.next);
            if live == NONE {
                at = facts.parallel;
                on = self.program.nodes[at as usize].branch;
                skip_branches = true;
            } else {
                on = live;
                at = self.state.branches[live as usize].top;
            }
        }
        self.state.branches[branch as usize].top = stop;
        self.state.branches[branch as usize].resume = NONE;
    }

    /// Ends everything that runs below a Parallel, left to right.
    pub(super) fn interrupt_branches_of(&mut self, parallel: u32) {
        let first = self.program.first_child(parallel);
        let mut branch = self.live_branch_from(self.program.nodes[first as usize].branch);
        while branch != NONE {
            self.unwind(branch, NONE, AtEnd::HandUp);
            branch = self.live_branch_from(self.program.branches[branch as usize].next);
        }
    }

    /// This branch or the first one to its right on which something runs; a branch that is about to start again has nothing yet.
    fn live_branch_from(&mut self, first: u32) -> u32 {
        let mut branch = first;
        while branch != NONE && self.state.branches[branch as usize].top == NONE {
            self.state.branches[branch as usize].resume = NONE;
            branch = self.program.branches[branch as usize].next;
        }
        branch
    }

    #[inline]
    fn hear_interruption(&mut self, index: u32) {
        let node = &self.program.nodes[index as usize];
        if node.flags.has(Flags::HEARS_INTERRUPTION)
            && let Operation::Builtin(kind) = &node.operation
        {
            let memory = memory_of(&mut self.state.memory, node);
            kind.interrupted(memory, &mut self.context.tick);
            self.tell_writes(index);
        }
    }

    fn end_interrupted(&mut self, node: u32, observers: AtEnd) {
        self.hear_interruption(node);
        self.end_task(node, EndStatus::Inactive);
        if observers == AtEnd::HandUp
            && self.program.nodes[node as usize]
                .flags
                .has(Flags::HAS_WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.hand_up(self.program, node);
        }
    }
}
