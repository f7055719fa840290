//! What the executor asks of leaves: to start, to answer, to end; forced results, and what a leaf has to say besides its status.
//! A game's own closures are called in place where that is most often. Does not know what comes next in the tree.

use super::executor::{Cursor, Executor, memory_of};
use super::panics::catch;
use super::program::{Flags, NodeIndex, ProgramNode};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::status::{EndStatus, Status};

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Runs a leaf that is the top of its run stack; none if it stays so. A game's own, the most common, is called right here.
    #[expect(
        clippy::inline_always,
        reason = "a Parallel over a hundred waiting leaves takes a third less time so"
    )]
    #[inline(always)]
    pub(super) fn run_leaf_again(&mut self, index: u32) -> Option<Cursor> {
        let node = &self.program.nodes[index as usize];
        let status = match &node.operation {
            Operation::Update(update) if !T::WATCHES && !self.has_forced => {
                self.kept.called = index;
                let status = update(&mut self.context);
                let is_all = self.context.tick.report.is_none();
                if status == Status::Running && is_all && !node.flags.has(Flags::SUPERVISED) {
                    return None;
                }
                self.report(index, status)
            }
            _ => self.ask_leaf(index),
        };
        self.leaf_answered_again(index, status)
    }

    #[inline(never)]
    fn leaf_answered_again(&mut self, index: u32, status: Status) -> Option<Cursor> {
        if status != Status::Running {
            return Some(self.leaf_answered(index, status));
        }
        self.tracer.update(NodeIndex(index), status);
        let node = &self.program.nodes[index as usize];
        node.flags
            .has(Flags::SUPERVISED)
            .then(|| self.supervise(index))
    }

    #[inline]
    pub(super) fn leaf_answered(&mut self, index: u32, status: Status) -> Cursor {
        self.tracer.update(NodeIndex(index), status);
        let (end, succeeded) = match status {
            Status::Running => return self.rest(index),
            Status::Success => (EndStatus::Success, true),
            Status::Failure => (EndStatus::Failure, false),
        };
        self.end_task(index, end);
        if self.program.nodes[index as usize].flags.has(Flags::WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.make(self.program, index, status);
        }
        Cursor::Ended(index, succeeded)
    }

    /// The answer of a leaf: forced from outside, or by its own update.
    #[inline]
    pub(super) fn ask_leaf(&mut self, index: u32) -> Status {
        let node = &self.program.nodes[index as usize];
        if self.has_forced
            && let Some(status) = self.take_forced(index)
        {
            if let Operation::Builtin(kind) = &node.operation {
                kind.leaf_forced(memory_of(&mut self.state.memory, node), status);
            }
            return status;
        }
        self.kept.called = index;
        let status = match &node.operation {
            Operation::Update(update) => update(&mut self.context),
            Operation::Hooks(hooks) => (hooks.update)(&mut self.context),
            Operation::Builtin(kind) => kind.leaf_update(
                memory_of(&mut self.state.memory, node),
                &mut self.context.tick,
            ),
            Operation::Object(object) => {
                self.state.objects[*object as usize].update(&mut self.context)
            }
            Operation::Factory(_) => Status::Failure,
        };
        self.tell_writes(index);
        if self.context.tick.report.is_some() {
            return self.report(index, status);
        }
        if status == Status::Running && node.flags.has(Flags::ANSWERS_AT_ONCE) {
            return Status::Failure;
        }
        status
    }

    /// Passes on what a leaf has to say; one that could not do its work fails whatever it answered.
    #[cold]
    pub(super) fn report(&mut self, index: u32, status: Status) -> Status {
        let Some(report) = self.context.tick.report.take() else {
            return status;
        };
        self.context.tick.agent.restless = self.context.tick.agent.frame;
        self.unsettle();
        if let Some(text) = report.log {
            self.tracer.log(NodeIndex(index), &text);
        }
        if let Some(text) = report.mark {
            self.tracer.mark(NodeIndex(index), &text);
        }
        let error = report.error;
        match error {
            Some(text) => {
                self.tracer.error(NodeIndex(index), &text);
                Status::Failure
            }
            None if status == Status::Running && self.answers_at_once(index) => Status::Failure,
            None => status,
        }
    }

    fn answers_at_once(&self, index: u32) -> bool {
        self.program.nodes[index as usize]
            .flags
            .has(Flags::ANSWERS_AT_ONCE)
    }

    #[cold]
    fn take_forced(&mut self, index: u32) -> Option<Status> {
        let agent = &mut *self.context.tick.agent;
        let forced = &mut agent.rare.as_mut()?.forced;
        let place = forced.iter().position(|(node, _)| node.0 == index)?;
        agent.restless = agent.frame;
        let status = forced.remove(place).1;
        self.unsettle();
        Some(status)
    }

    #[inline]
    pub(super) fn start_leaf(&mut self, node: &ProgramNode<W, B>) {
        match &node.operation {
            Operation::Builtin(kind) => kind.leaf_start(
                memory_of(&mut self.state.memory, node),
                &mut self.context.tick,
            ),
            Operation::Hooks(hooks) => {
                if let Some(start) = &hooks.start
                    && let Err(text) = catch(|| start(&mut self.context))
                {
                    self.context.tick.fail(text);
                }
            }
            Operation::Object(object) => {
                let object = &mut self.state.objects[*object as usize];
                if let Err(text) = catch(|| object.start(&mut self.context)) {
                    self.context.tick.fail(text);
                }
            }
            Operation::Update(_) | Operation::Factory(_) => {}
        }
    }

    /// A task has left its run stack.
    #[inline]
    pub(super) fn end_task(&mut self, index: u32, status: EndStatus) {
        self.tracer.end(NodeIndex(index), status);
        let node = &self.program.nodes[index as usize];
        if !node.flags.has(Flags::HAS_HOOKS) {
            return;
        }
        let ended = match &node.operation {
            Operation::Hooks(hooks) => match &hooks.end {
                Some(end) => catch(|| end(&mut self.context, status)),
                None => Ok(()),
            },
            Operation::Object(object) => {
                let object = &mut self.state.objects[*object as usize];
                catch(|| object.end(&mut self.context, status))
            }
            Operation::Builtin(_) | Operation::Update(_) | Operation::Factory(_) => Ok(()),
        };
        self.tell_writes(index);
        if let Err(text) = ended {
            self.tracer.error(NodeIndex(index), &text);
        }
    }
}
