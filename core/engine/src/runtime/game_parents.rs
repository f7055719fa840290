//! Calls the composites and decorators of a game: passes children by position, catches panics, reports what went wrong,
//! and sees to it that no parent keeps a frame from ending. Knows nothing about what any of them decides.

use super::executor::{Executor, memory_of};
use super::objects::GameObject;
use super::panics::catch;
use super::parallel::Tally;
use super::parent_task::{Children, ParentTask};
use super::program::{NONE, NodeIndex};
use super::program_builder::Operation;
use super::task::{Next, Revision, Siblings, Tasks};
use super::tick_context::FailedTask;
use super::tracer::Tracer;
use super::user_task::TaskContext;
use super::world::World;
use crate::status::{Outcome, Status};

/// The memory of a game's parent, which belongs to the executor: the frame of its current run, the position of the child
/// that it chose last, and one bit for each child that it has run in this run.
const RUN_FRAME: usize = 0;
const CHOSEN: usize = 1;
const HAS_RUN: usize = 2;

/// Returns how many numbers of memory the executor needs for a game's parent with this many children.
pub(super) fn memory_len(children: usize) -> usize {
    HAS_RUN + children.div_ceil(64)
}

/// A decision of a parent, which names children by index, or by position if the game makes it.
pub(super) trait Decision: Sized {
    type ByPosition;

    /// The decision of a parent that cannot do its work: it fails.
    const FAILS: Self;

    /// Translates a decision, with the child at each position.
    fn resolve<E>(
        decision: Self::ByPosition,
        child: impl FnOnce(usize) -> Result<NodeIndex, E>,
    ) -> Result<Self, E>;
}

impl Decision for Next {
    type ByPosition = Next<usize>;

    const FAILS: Self = Self::End(Outcome::Failure);

    fn resolve<E>(
        decision: Next<usize>,
        child: impl FnOnce(usize) -> Result<NodeIndex, E>,
    ) -> Result<Self, E> {
        Ok(match decision {
            Next::Run(position) => Self::Run(child(position)?),
            Next::End(outcome) => Self::End(outcome),
            Next::Wait => Self::Wait,
        })
    }
}

impl Decision for Revision {
    type ByPosition = Revision<usize>;

    const FAILS: Self = Self::End(Outcome::Failure);

    fn resolve<E>(
        decision: Revision<usize>,
        child: impl FnOnce(usize) -> Result<NodeIndex, E>,
    ) -> Result<Self, E> {
        Ok(match decision {
            Revision::Switch(position) => Self::Switch(child(position)?),
            Revision::Stay => Self::Stay,
            Revision::FromFirst => Self::FromFirst,
            Revision::End(outcome) => Self::End(outcome),
        })
    }
}

impl Decision for Option<Outcome> {
    type ByPosition = Self;

    const FAILS: Self = Some(Outcome::Failure);

    fn resolve<E>(
        decision: Self,
        _child: impl FnOnce(usize) -> Result<NodeIndex, E>,
    ) -> Result<Self, E> {
        Ok(decision)
    }
}

impl Decision for () {
    type ByPosition = Self;

    const FAILS: Self = ();

    fn resolve<E>(
        _decision: Self,
        _child: impl FnOnce(usize) -> Result<NodeIndex, E>,
    ) -> Result<Self, E> {
        Ok(())
    }
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    #[cold]
    pub(super) fn start_game_parent(&mut self, index: u32) -> Next {
        let node = &self.program.nodes[index as usize];
        memory_of(&mut self.state.memory, node).fill(0);
        self.call_game_parent(index, 0, |parent, context, children| {
            parent.start(context, children)
        })
    }

    #[cold]
    pub(super) fn resume_game_parent(&mut self, index: u32) -> Next {
        let node = &self.program.nodes[index as usize];
        let chosen = memory_of(&mut self.state.memory, node)[CHOSEN];
        // A damaged snapshot may contain any number.
        let last = self.program.child_count(index) - 1;
        let chosen = usize::try_from(chosen).unwrap_or(0).min(last as usize);
        self.call_game_parent(index, chosen, |parent, context, children| {
            parent.resume(context, children)
        })
    }

    /// Tells a game's parent that a child ended.
    #[cold]
    pub(super) fn tell_game_parent(&mut self, index: u32, child: u32, outcome: Outcome) -> Next {
        let position = self.position_of(index, child);
        self.call_game_parent(index, position, |parent, context, children| {
            parent.child_ended(context, children, outcome)
        })
    }

    /// Tells a game's parent at which child it continues after an abort.
    #[cold]
    pub(super) fn tell_game_parent_of_abort(&mut self, index: u32, target: u32) {
        let position = self.position_of(index, target);
        self.call_game_parent::<()>(index, position, |parent, context, children| {
            parent.aborted_to(context, children);
        });
    }

    #[cold]
    pub(super) fn revise_game_parent(&mut self, index: u32, running: u32) -> Revision {
        let position = self.position_of(index, running);
        self.call_game_parent(index, position, |parent, context, children| {
            parent.revise(context, children)
        })
    }

    /// Consults a game's parent about its child that is or contains `running`.
    #[cold]
    pub(super) fn supervise_by_game(&mut self, index: u32, running: u32) -> Option<Outcome> {
        let position = self.position_of(index, self.program.child_towards(index, running));
        self.call_game_parent(index, position, |parent, context, children| {
            parent.child_runs(context, children)
        })
    }

    /// Applies the rule of a game's own Parallel.
    #[cold]
    pub(super) fn join_by_game(&mut self, index: u32, tally: Tally) -> Option<Outcome> {
        let Operation::Parallel(rule) = &self.program.nodes[index as usize].operation else {
            return Decision::FAILS;
        };
        let joined = catch(|| rule(tally, &self.context.tick));
        joined.unwrap_or_else(|text| {
            self.context.tick.fail(text);
            self.report(index, Status::Failure);
            Decision::FAILS
        })
    }

    fn position_of(&self, parent: u32, child: u32) -> usize {
        let list = Siblings::children(self.program, NodeIndex(parent));
        list.partition_point(|other| *other < child)
    }

    fn call_game_parent<D: Decision>(
        &mut self,
        index: u32,
        current: usize,
        call: impl FnOnce(
            &mut dyn ParentTask<W>,
            &mut TaskContext<'_, '_, W>,
            Children,
        ) -> D::ByPosition,
    ) -> D {
        let program = self.program;
        let list = Siblings::children(program, NodeIndex(index));
        let count = list.len();
        let children = Children { count, current };
        let Operation::ParentObject(object) = &program.nodes[index as usize].operation else {
            return D::FAILS;
        };
        let GameObject::Parent(parent) = &mut self.state.objects[*object as usize] else {
            return D::FAILS;
        };
        let context = &mut self.context;
        context.tick.agent.called_node = index;
        let decided = catch(|| call(&mut **parent, context, children)).and_then(|decision| {
            D::resolve(decision, |position| match list.get(position) {
                Some(child) => Ok(NodeIndex(*child)),
                None => Err(FailedTask::NoSuchChild {
                    position,
                    children: count,
                }
                .message()),
            })
        });
        self.context.tick.agent.called_node = NONE;
        self.report_writes(index);
        let decision = decided.unwrap_or_else(|why| {
            self.context.tick.fail(why);
            D::FAILS
        });
        match self.report(index, Status::Success) {
            Status::Failure => D::FAILS,
            _ => decision,
        }
    }

    /// Returns whether a game's parent may run a child now, after its child `ended`. If not, it returns Running, and
    /// continues in the next frame.
    ///
    /// It may not if it has run that child in this same run, and either nothing else since, or too often.
    #[cold]
    pub(super) fn may_run(&mut self, parent: u32, child: u32, ended: u32) -> bool {
        let position = self.position_of(parent, child);
        let frame = self.context.tick.frame();
        let node = &self.program.nodes[parent as usize];
        let (run, has_run) = memory_of(&mut self.state.memory, node).split_at_mut(HAS_RUN);
        if run[RUN_FRAME] != frame {
            run[RUN_FRAME] = frame;
            has_run.fill(0);
        }
        run[CHOSEN] = position as u64;
        let (word, bit) = (&mut has_run[position / 64], 1 << (position % 64));
        let is_repetition = *word & bit != 0;
        *word |= bit;
        !is_repetition || ended != child && self.context.tick.count_repetition()
    }
}

#[cfg(test)]
mod tests;
