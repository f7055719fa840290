//! Panics in a game's tasks: caught at the task's boundary, recorded with their text, and turned into the Failure of that task.
//!
//! Updates are by far the most calls, so they are not wrapped one by one: a frame is, and the executor notes which task it calls. Its state
//! lies outside of the calls that a panic unwinds, so the frame goes on from there. The rarer callbacks are wrapped each.
//! A game that is compiled with `panic = "abort"` gets no such protection.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::executor::Executor;
use super::frame::Step;
use super::program::NONE;
use super::task::Tasks;
use super::tick_context::FailedTask;
use super::tracer::Tracer;
use crate::status::Status;
use crate::told::Message;

/// Whose update is being called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Calling {
    /// A task that runs.
    Task,
    /// The conditional of the observer at this index.
    Observer(usize),
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// The task that was being called fails, and the frame goes on. A panic that is no task's goes on to the caller: the frame would
    /// come to the same place again.
    #[cold]
    pub(super) fn recover(&mut self, panic: Box<dyn Any + Send>) -> Step {
        let index = std::mem::replace(&mut self.kept.called, NONE);
        if index == NONE {
            resume_unwind(panic);
        }
        self.tell_writes(index);
        self.context.tick.fail(text_of(&*panic));
        let status = self.report(index, Status::Failure);
        match self.kept.calling {
            Calling::Task => Step::Run(self.leaf_answered(index, status)),
            Calling::Observer(place) => Step::Check(self.checked(place, status)),
        }
    }
}

/// Does a part of a frame.
///
/// # Errors
/// With the panic that ended it.
#[inline]
pub(super) fn catch_frame<R>(frame: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(frame))
}

/// Calls something of a game's task that gives no answer.
///
/// # Errors
/// With what a panic says.
pub(super) fn catch(call: impl FnOnce()) -> Result<(), Message> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| text_of(&*panic))
}

/// Calls the update of a game's task.
///
/// # Errors
/// With what a panic says.
#[inline]
pub(super) fn catch_update(update: impl FnOnce() -> Status) -> Result<Status, Message> {
    catch_unwind(AssertUnwindSafe(update)).map_err(|panic| text_of(&*panic))
}

/// What a panic says.
fn text_of(panic: &(dyn Any + Send)) -> Message {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    let text = text.unwrap_or_else(|| "no message".to_owned());
    FailedTask::Panicked(text).message()
}

#[cfg(test)]
mod tests;
