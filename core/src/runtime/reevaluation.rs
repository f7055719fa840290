//! Step 2 of a frame: watched conditionals are asked again, and conditional aborts fire. (The algorithm is that of conditional aborts
//! in Behavior Designer, with scopes handed up through nested composites.)

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
            let status = self.ask_observed(observer.conditional);
            if status == observer.status && !T::WATCHES {
                index += 1;
            } else {
                index = self.checked(index, status);
            }
        }
        self.kept.calling = Calling::Task;
    }

    /// Asks a watched conditional or guard; a game's own, the most common, right here.
    #[inline]
    fn ask_observed(&mut self, index: u32) -> Status {
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
        match self.program.victim(&self.state.branches, observer) {
            Ok(branch) => self.fire(observer, branch, index),
            Err(_) => index + 1,
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
