//! Parents that act while their child is running. Parents that *revise* are consulted before each frame, outermost
//! first: reactive composites, which run from their first child again, and those that change to a better child. Parents
//! that *supervise* are consulted after their child returned Running, innermost first: time limits, which may end and
//! interrupt the child. Knows no node type: the decisions are [`Tasks::revise`] and [`Tasks::child_runs`].
//!
//! While a parent runs from its first child again, the former top of its run stack is suspended. At most one stack is
//! suspended at a time: whatever the earlier children start is new, so nothing below them can be suspended as well.
//!
//! A guard is a decorator whose condition is checked when it is entered and then watched, numbered and handed up
//! like a conditional.

use super::aborts::ObserverHandling;
use super::executor::{Branch, Cursor, Executor};
use super::program::{Flags, NONE, NodeIndex};
use super::task::{Revision, Tasks};
use super::tracer::{Call, Tracer};
use super::world::World;
use crate::status::Outcome;

/// The parent that runs from its first child again, and the suspended top of its run stack; [`NONE`] for both if there
/// is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Suspended {
    pub reviser: u32,
    pub top: u32,
}

impl Suspended {
    pub const NOTHING: Self = Self {
        reviser: NONE,
        top: NONE,
    };
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Runs a branch whose top is, or is below, parents that revise: consults them, outermost first.
    #[cold]
    pub(super) fn revise(&mut self, top: u32) -> Cursor {
        let mut inner = NONE;
        let mut at = self.program.facts[top as usize].reviser;
        while at != NONE {
            *self.next_reviser_below(at) = u64::from(inner);
            inner = at;
            let node = &self.program.nodes[at as usize];
            at = if node.flags.has(Flags::BRANCH_ROOT) {
                NONE
            } else {
                self.program.facts[node.parent as usize].reviser
            };
        }
        self.revise_from(inner)
    }

    fn revise_from(&mut self, outermost: u32) -> Cursor {
        let branch = self.program.nodes[outermost as usize].branch;
        let mut reviser = outermost;
        loop {
            let Branch { top, resume } = self.state.branches[branch as usize];
            // After an abort nothing runs below it, and it is about to continue with the child that contains the
            // conditional.
            let running = if top == reviser {
                resume
            } else {
                self.program.child_towards(reviser, top)
            };
            self.before_call(reviser, Call::Decision);
            let revision = match running {
                NONE => Revision::Stay,
                child => self.call_parent(
                    reviser,
                    NONE,
                    |kind, context| kind.revise(context, NodeIndex(child)),
                    |executor| executor.revise_game_parent(reviser, child),
                ),
            };
            match revision {
                Revision::FromFirst if running != reviser + 1 => {
                    if top == reviser {
                        self.state.branches[branch as usize].resume = NONE;
                    } else {
                        self.frame_state.suspended = Suspended { reviser, top };
                    }
                    return Cursor::Enter(reviser + 1);
                }
                Revision::Switch(NodeIndex(child)) if child != running => {
                    self.interrupt_child(reviser);
                    return Cursor::Enter(child);
                }
                Revision::End(outcome) => {
                    self.interrupt_child(reviser);
                    return self.leave(reviser, outcome);
                }
                Revision::Stay | Revision::FromFirst | Revision::Switch(_) => {}
            }
            reviser = *self.next_reviser_below(reviser) as u32;
            if reviser == NONE || top == reviser && resume == NONE {
                return self.run_top_unrevised(branch);
            }
        }
    }

    /// Enters the child that a revising parent chose; if that child is suspended, continues where it was.
    pub(super) fn enter_or_resume(&mut self, reviser: u32, child: u32) -> Cursor {
        let is_suspended = self.frame_state.suspended.reviser == reviser
            && self.program.contains(child, self.frame_state.suspended.top);
        if !is_suspended {
            return Cursor::Enter(child);
        }
        self.frame_state.suspended = Suspended::NOTHING;
        match *self.next_reviser_below(reviser) as u32 {
            NONE => self.run_top_unrevised(self.program.nodes[reviser as usize].branch),
            inner => self.revise_from(inner),
        }
    }

    /// Interrupts the suspended child: it has been overtaken, or is no longer reached.
    #[cold]
    pub(super) fn interrupt_suspended(&mut self) {
        let Suspended { reviser, top } =
            std::mem::replace(&mut self.frame_state.suspended, Suspended::NOTHING);
        let branch = self.program.nodes[reviser as usize].branch;
        self.state.branches[branch as usize].top = top;
        self.interrupt_child(reviser);
    }

    /// Returns whether the suspended task was on this branch.
    #[cold]
    pub(super) fn is_suspended_on(&self, branch: u32) -> bool {
        self.program.nodes[self.frame_state.suspended.reviser as usize].branch == branch
    }

    /// Handles a new top of a branch on which a task is suspended: the suspended task has been overtaken and is
    /// interrupted. But if a supervising parent in between ends the new task at once, the earlier child did not return
    /// Running after all.
    #[cold]
    pub(super) fn overtake(&mut self, index: u32) -> Cursor {
        let branch = self.program.nodes[index as usize].branch;
        let reviser = self.frame_state.suspended.reviser;
        let mut at = self.program.facts[index as usize].supervisor;
        while at != NONE && at > reviser {
            if let Some(outcome) = self.consult_supervisor(at, index) {
                let waiting = self.state.branches[branch as usize];
                self.state.branches[branch as usize] = Branch {
                    top: index,
                    resume: NONE,
                };
                self.unwind(branch, at, ObserverHandling::HandUp);
                self.state.branches[branch as usize] = waiting;
                return self.leave(at, outcome);
            }
            at = self.program.facts[at as usize].supervisor;
        }
        self.interrupt_suspended();
        self.state.branches[branch as usize].top = index;
        self.supervise_from(at, branch)
    }

    /// Interrupts what runs below a parent on its own run stack and drops the observers there.
    fn interrupt_child(&mut self, parent: u32) {
        let branch = self.program.nodes[parent as usize].branch;
        let top = self.state.branches[branch as usize].top;
        self.state.branches[branch as usize].resume = NONE;
        if top == parent {
            return;
        }
        let child = self.program.child_towards(parent, top);
        self.unwind(branch, parent, ObserverHandling::CallerDrops);
        if let Some(observers) = &mut self.state.observers {
            let program = self.program;
            observers.drop_where(|o| program.contains(child, o.conditional));
        }
    }

    /// Returns the last number of a revising parent's memory, which belongs to the executor: the next revising parent
    /// towards the top of the run stack.
    fn next_reviser_below(&mut self, reviser: u32) -> &mut u64 {
        let node = &self.program.nodes[reviser as usize];
        &mut self.state.memory[(node.memory + node.memory_len) as usize]
    }
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Handles a branch whose new top is below parents that supervise.
    #[cold]
    pub(super) fn supervise(&mut self, top: u32) -> Cursor {
        let branch = self.program.nodes[top as usize].branch;
        self.supervise_from(self.program.facts[top as usize].supervisor, branch)
    }

    /// Consults this supervising parent (unless it is [`NONE`]) and those above it.
    pub(super) fn supervise_from(&mut self, innermost: u32, branch: u32) -> Cursor {
        let mut at = innermost;
        while at != NONE {
            let top = self.state.branches[branch as usize].top;
            if let Some(outcome) = self.consult_supervisor(at, top) {
                self.unwind(branch, at, ObserverHandling::HandUp);
                return self.leave(at, outcome);
            }
            at = self.program.facts[at as usize].supervisor;
        }
        Cursor::BranchRunning(branch)
    }

    /// Returns the outcome of a parent that ends although its child, which is or contains `running`, returned Running;
    /// `None` if it continues.
    pub(super) fn consult_supervisor(&mut self, parent: u32, running: u32) -> Option<Outcome> {
        self.before_call(parent, Call::Decision);
        self.call_parent(parent, NONE, Tasks::child_runs, |executor| {
            executor.supervise_by_game(parent, running)
        })
    }
}
