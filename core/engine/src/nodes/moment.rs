//! Conditionals that are true for a moment, such as when an event has arrived: each moment lets one run of the
//! conditional succeed. If the moment first caused an abort, the run to which the abort leads still finds the
//! conditional true. Knows nothing about the kind of moments.

use crate::runtime::Status;

/// How many numbers of memory it takes: the frame in which it reported a moment to an abort that no run has used yet,
/// and whether the conditional is being run.
pub(super) const MEMORY: usize = 2;

const TOLD: usize = 0;
const IS_RUN: usize = 1;

/// Called when the conditional is entered: a run follows. Checks of a watched conditional do not enter it.
pub(super) fn start(memory: &mut [u64]) {
    memory[IS_RUN] = 1;
}

/// Called when a result was forced: the run is over without an update.
pub(super) fn forced(memory: &mut [u64]) {
    memory[IS_RUN] = 0;
}

/// Returns the status in this frame. `is_now` consumes a moment if there is one.
pub(super) fn ask(memory: &mut [u64], frame: u64, is_now: impl FnOnce() -> bool) -> Status {
    let is_run = std::mem::take(&mut memory[IS_RUN]) != 0;
    let was_told = memory[TOLD] == frame;
    if !was_told && !is_now() {
        return Status::Failure;
    }
    memory[TOLD] = if is_run { 0 } else { frame };
    Status::Success
}
