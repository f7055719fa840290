//! Conditionals that are true for a moment, such as when an event has come: each moment lets one run of theirs succeed, and an abort
//! which they caused finds them still true when it goes back to them. Knows nothing about what the moments are.

use crate::runtime::Status;

/// How many numbers it takes: the frame in which it told an abort of a moment that no run has used yet, and whether it is being run.
pub(super) const MEMORY: usize = 2;

const TOLD: usize = 0;
const IS_RUN: usize = 1;

/// It is entered: what follows is a run. A watched conditional is asked without being entered.
pub(super) fn start(memory: &mut [u64]) {
    memory[IS_RUN] = 1;
}

/// Its answer was forced, so that the run is over without a question.
pub(super) fn forced(memory: &mut [u64]) {
    memory[IS_RUN] = 0;
}

/// Its answer in this frame; `is_now` uses up a moment if there is one.
pub(super) fn ask(memory: &mut [u64], frame: u64, is_now: impl FnOnce() -> bool) -> Status {
    let is_run = std::mem::take(&mut memory[IS_RUN]) != 0;
    let was_told = memory[TOLD] == frame;
    if !was_told && !is_now() {
        return Status::Failure;
    }
    memory[TOLD] = if is_run { 0 } else { frame };
    Status::Success
}
