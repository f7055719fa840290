//! Conditionals that are true for a moment, such as when an event has arrived: each moment lets one run of the
//! conditional succeed. If the moment first caused an abort, the run to which the abort leads still finds the
//! conditional true. Knows nothing about the kind of moments.

use crate::runtime::Status;

/// How many numbers of memory it takes: the frame in which it reported a moment to an abort that no run has used yet,
/// and whether the conditional is being run.
pub(super) const MEMORY: usize = 2;

const REPORTED: usize = 0;
const IN_RUN: usize = 1;

/// Called when the conditional is entered: a run follows. Checks of a watched conditional do not enter it.
pub(super) fn start(memory: &mut [u64]) {
    memory[IN_RUN] = 1;
}

/// Called when a result was forced: the run is over without an update.
pub(super) fn forced(memory: &mut [u64]) {
    memory[IN_RUN] = 0;
}

/// Forgets the frame in which it reported a moment: that frame is over.
pub(super) fn forget(memory: &mut [u64]) {
    memory.fill(0);
}

/// Returns the status in this frame. `is_now` consumes a moment if there is one.
pub(super) fn check(memory: &mut [u64], frame: u64, is_now: impl FnOnce() -> bool) -> Status {
    let in_run = std::mem::take(&mut memory[IN_RUN]) != 0;
    let was_reported = memory[REPORTED] == frame;
    if !was_reported && !is_now() {
        return Status::Failure;
    }
    memory[REPORTED] = if in_run { 0 } else { frame };
    Status::Success
}
