//! Parents that look on while their child runs, such as time limits: they are asked in each frame after it answered Running, the innermost
//! first, and may end, which interrupts it. Knows no kind: what a parent decides is [`Tasks::child_runs`].

use super::executor::{Cursor, Executor};
use super::interrupt::AtEnd;
use super::program::NONE;
use super::task::Tasks;
use super::tracer::Tracer;

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// A branch came to rest on this task, which lies below parents that supervise.
    #[cold]
    pub(super) fn supervise(&mut self, top: u32) -> Cursor {
        let branch = self.program.nodes[top as usize].branch;
        self.supervise_from(self.program.facts[top as usize].supervisor, branch)
    }

    /// Asks this parent, if it is one, and those above it.
    pub(super) fn supervise_from(&mut self, innermost: u32, branch: u32) -> Cursor {
        let mut at = innermost;
        while at != NONE {
            if let Some(succeeded) = self.ask_supervisor(at) {
                self.unwind(branch, at, AtEnd::HandUp);
                return self.leave(at, succeeded);
            }
            at = self.program.facts[at as usize].supervisor;
        }
        Cursor::Rested(branch)
    }

    /// Whether a parent ends although its child answered Running, and then how.
    pub(super) fn ask_supervisor(&mut self, parent: u32) -> Option<bool> {
        self.ask_parent(parent, None, None, |kind, context, tick| {
            kind.child_runs(context, tick)
        })
    }
}
