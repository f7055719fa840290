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
        let mut at = self.program.facts[top as usize].supervisor;
        while at != NONE {
            let verdict = self.ask_parent(at, None, None, |kind, context, tick| {
                kind.child_runs(context, tick)
            });
            if let Some(succeeded) = verdict {
                self.unwind(branch, at, AtEnd::HandUp);
                return self.leave(at, succeeded);
            }
            at = self.program.facts[at as usize].supervisor;
        }
        Cursor::Rested(branch)
    }
}
