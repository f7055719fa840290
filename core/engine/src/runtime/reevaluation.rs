//! Step 2 of a frame: watched conditionals are asked again, and conditional aborts fire. (The algorithm is that of conditional aborts
//! in Behavior Designer, with scopes handed up through nested composites.)
//!
//! A conditional that only looks at variables is not asked while they stay as they are: its answer is known. One number tells that, how often
//! the variables that such conditionals read have changed in all, which can only grow.

use super::executor::Executor;
use super::interrupt::AtEnd;
use super::observers::Observer;
use super::panics::Calling;
use super::program::{Flags, NONE, NodeIndex};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::status::Status;

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Asks every observer from this index on that is not dormant, in the order in which they were made.
    pub(super) fn reevaluate(&mut self, from: usize) {
        let is_settled = self.settle(from);
        if is_settled && self.program.followed.by_all && !T::WATCHES {
            return;
        }
        let mut index = from;
        while let Some(observer) = self
            .state
            .observers
            .as_ref()
            .and_then(|list| list.get(index))
        {
            if observer.scope == NONE {
                index += 1;
                continue;
            }
            self.kept.calling = Calling::Observer(index);
            let flags = self.program.nodes[observer.conditional as usize].flags;
            let status = if is_settled && flags.has(Flags::FOLLOWS_VARIABLES) {
                observer.status
            } else {
                self.ask_observed(observer.conditional)
            };
            if status == observer.status && !T::WATCHES {
                index += 1;
            } else {
                index = self.checked(index, status);
            }
        }
        self.kept.calling = Calling::Task;
    }

    /// Whether all that follow variables would answer as they did; if not, they are about to be asked. What happens meanwhile that makes
    /// this wrong takes it back ([`Self::unsettle`]).
    #[inline]
    fn settle(&mut self, from: usize) -> bool {
        let followed = &self.program.followed;
        if followed.count == 0 {
            return false;
        }
        let tick = &self.context.tick;
        let changes = followed.variables.iter().map(|slot| tick.changes(*slot));
        let changes = changes.sum();
        // After a panic the rest is asked as if there had been none.
        let Some(observers) = self.state.observers.as_mut().filter(|_| from == 0) else {
            return false;
        };
        let before = observers.settled_at.replace(changes);
        if self.has_forced {
            observers.settled_at = None;
            return false;
        }
        before == Some(changes)
    }

    /// What is kept of the observers' answers is not what asking them again would give.
    pub(super) fn unsettle(&mut self) {
        if let Some(observers) = &mut self.state.observers {
            observers.settled_at = None;
        }
    }

    /// Asks a watched conditional or guard; a game's own, the most common, right here.
    #[inline]
    fn ask_observed(&mut self, index: u32) -> Status {
        #[cfg(test)]
        if let Some(observers) = &mut self.state.observers {
            observers.asked += 1;
        }
        match &self.program.nodes[index as usize].operation {
            Operation::Update(update) if !self.has_forced => {
                self.kept.called = index;
                let status = update(&mut self.context);
                self.tell_writes(index);
                match status {
                    status if self.context.tick.report.is_some() => self.report(index, status),
                    Status::Running => Status::Failure,
                    status => status,
                }
            }
            _ => self.ask_leaf(index),
        }
    }

    /// The conditional of the observer at `index` answered. Returns where checking goes on.
    pub(super) fn checked(&mut self, index: usize, status: Status) -> usize {
        let list = self.state.observers.as_ref();
        let Some(observer) = list.and_then(|list| list.get(index)) else {
            return index + 1;
        };
        self.tracer.check(NodeIndex(observer.conditional), status);
        if status == observer.status {
            return index + 1;
        }
        self.context.tick.agent.restless = self.context.tick.agent.frame;
        if let Ok(branch) = self.program.victim(&self.state.branches, observer) {
            self.fire(observer, branch, index)
        } else {
            // It is asked until there is something to interrupt, or it answers as before.
            self.unsettle();
            index + 1
        }
    }

    /// Interrupts what runs inside the scope on this branch and sends the scope to the conditional's branch.
    /// Returns where checking goes on.
    fn fire(&mut self, observer: Observer, branch: u32, index: usize) -> usize {
        let Observer {
            conditional, scope, ..
        } = observer;
        self.tracer.abort(NodeIndex(conditional), NodeIndex(scope));
        let top = self.state.branches[branch as usize].top;
        let target = self.program.child_towards(scope, conditional);
        let unwound = if top == scope {
            target
        } else {
            self.program.child_towards(scope, top)
        };
        let stop = if self.program.nodes[target as usize]
            .flags
            .has(Flags::BRANCH_ROOT)
        {
            NONE
        } else {
            scope
        };
        self.unwind(branch, stop, AtEnd::Leave);
        self.state.branches[branch as usize].resume = target;
        match &mut self.state.observers {
            Some(observers) => observers.drop_fired(self.program, index, scope, unwound),
            None => 0,
        }
    }
}

#[cfg(test)]
mod tests;
