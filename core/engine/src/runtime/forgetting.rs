//! What a task needs to know to forget what cannot matter any more: between two frames, numbers in its memory that no later frame
//! reads, or of which it only reads how much is left, become the same numbers in all states that behave the same. Knows no node type.

use super::blackboard::VariableSlot;
use super::tick_context::TickContext;
use crate::time::Nanoseconds;

/// The time to which the game time of a tree is set when it forgets. Later than any interval is long, and below the highest bits.
pub(super) const NOW: Nanoseconds = Nanoseconds(1 << 62);
/// The number of the last frame after a tree has forgotten.
pub(super) const FRAME: u64 = 1 << 20;
/// The number of received events of each name after a tree has forgotten. What has not been reported yet is below it.
pub(super) const RECEIVED: u64 = 1 << 32;
/// The number of changes of each variable after a tree has forgotten.
pub(super) const CHANGES: u64 = 1;

/// The moment after a frame at which a task forgets.
#[derive(Debug)]
pub struct Forgetting<'a> {
    pub(super) tick: &'a TickContext<'a>,
    /// Whether the task is on a run stack.
    pub(super) is_running: bool,
    /// The time to which the game time is about to be set.
    pub(super) now: Nanoseconds,
}

impl Forgetting<'_> {
    /// Returns whether the task runs, so that a later frame continues it.
    pub fn is_running(&self) -> bool {
        self.is_running
    }

    /// Forgets all of a memory that is set anew when the task starts, unless the task runs.
    pub fn until_start(&self, memory: &mut [u64]) {
        if !self.is_running {
            memory.fill(0);
        }
    }

    /// Counts a moment from the time to which the game time is set. Of moments that are longer ago than `longest`, it only
    /// remembers that they are.
    pub fn moment(&self, moment: &mut u64, longest: Option<Nanoseconds>) {
        let elapsed = self.elapsed(*moment);
        let elapsed = longest.map_or(elapsed, |longest| elapsed.min(longest));
        *moment = (self.now - elapsed).0;
    }

    /// Returns the time since a moment.
    pub fn elapsed(&self, moment: u64) -> Nanoseconds {
        self.tick.time_nanoseconds() - Nanoseconds(moment)
    }

    /// Remembers of a number of changes, plus 1, only whether it is 0, out of date or up to date.
    pub fn changes(&self, variable: VariableSlot, seen: &mut u64) {
        let now = self.tick.changes(variable).wrapping_add(1);
        *seen = match *seen {
            0 => 0,
            seen if seen == now => CHANGES + 1,
            _ => CHANGES,
        };
    }

    /// Remembers of a number of reported events only how many are left.
    pub fn reported(&self, event: &str, reported: &mut u64) {
        let received = self.tick.received(event).map_or(0, |r| r.count);
        *reported = RECEIVED.saturating_sub(received.saturating_sub(*reported));
    }
}
