//! Panics in a game's tasks: caught at the task's boundary, recorded with their text, and turned into Failure of that
//! task.
//!
//! Updates are by far the most frequent calls, so they are not wrapped one by one: a frame is, and the executor notes
//! which task it calls. Its state lives outside the calls that a panic unwinds, so the frame can continue. The rarer
//! callbacks are wrapped one by one. A game that is compiled with `panic = "abort"` gets no such protection.

use super::world::World;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::executor::Executor;
use super::frame::StartPoint;
use super::program::{NONE, Role};
use super::task::Tasks;
use super::tick_context::FailedTask;
use super::tracer::Tracer;
use crate::status::Status;
use crate::told::Message;

/// The reason why an update is being called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallReason {
    /// The task runs.
    Task,
    /// The observer at this index is checked.
    Observer(usize),
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Makes the task that was being called fail and returns where the frame continues. A panic outside of any task is
    /// resumed: the frame would only reach the same point again.
    #[cold]
    pub(super) fn recover(&mut self, panic: Box<dyn Any + Send>) -> StartPoint {
        let index = std::mem::replace(&mut self.context.tick.agent.called_node, NONE);
        if index == NONE {
            resume_unwind(panic);
        }
        self.report_writes(index);
        self.context.tick.fail(text_of(&*panic));
        let status = self.report(index, Status::Failure);
        match self.frame_state.call_reason {
            CallReason::Task if self.program.nodes[index as usize].role() == Role::Parent => {
                self.guard_returned(index, status);
                StartPoint::Run(self.refuse(index))
            }
            CallReason::Task => StartPoint::Run(self.leaf_returned(index, status)),
            CallReason::Observer(place) => StartPoint::Check(self.handle_check(place, status)),
        }
    }
}

/// Calls a part of a frame.
///
/// # Errors
/// The panic that ended it.
#[inline]
pub(super) fn catch_frame<R>(frame: impl FnOnce() -> R) -> Result<R, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(frame))
}

/// Calls code of a game, other than an update.
///
/// # Errors
/// The text of a panic.
pub(crate) fn catch<R>(call: impl FnOnce() -> R) -> Result<R, Message> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| text_of(&*panic))
}

/// Calls the update of a game's task.
///
/// # Errors
/// The text of a panic.
#[expect(
    clippy::inline_always,
    reason = "the frame of a tree that waits for one leaf takes a sixth less time this way"
)]
#[inline(always)]
pub(super) fn catch_update(update: impl FnOnce() -> Status) -> Result<Status, Message> {
    catch_unwind(AssertUnwindSafe(update)).map_err(|panic| text_of(&*panic))
}

/// Returns the text of a panic.
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
