//! `Wait`: waits for a given time.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the elapsed time.
    Wait: Action, "hourglass_empty",
    summary: "Waits for a given time.",
    details: [
        "- Before `seconds` have elapsed: returns Running.",
        "- Once `seconds` have elapsed (this frame included): returns Success.",
    ],
    parameters: {
        seconds: Operand<Nanoseconds> = optional(Float, 1.0, "How long to wait, in seconds.").within(0.0, 1_000_000_000.0).in_unit("s"),
    },
}

impl Leaf for Wait {
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::TimeSinceStart);

    fn start(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        memory[0] = 0;
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let passed = add_time(&mut memory[0], tick.dt_nanoseconds());
        if passed >= self.seconds.get(tick) {
            Status::Success
        } else {
            Status::Running
        }
    }

    fn wake(&self, memory: &[u64], _last: Status, tick: &TickContext<'_>) -> Wake {
        Wake::After(self.seconds.get(tick) - Nanoseconds(memory[0]))
    }

    fn pass(&self, memory: &mut [u64], elapsed: Nanoseconds, _frames: u64) {
        add_time(&mut memory[0], elapsed);
    }

    fn times(&self) -> &'static [usize] {
        &[0]
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_counts_from_the_first_frame_and_elapses_at_the_given_seconds() {
        assert_eq!(alone("Wait", &with("seconds", 1.0), 1), "S");
        assert_eq!(alone("Wait", &with("seconds", 3.0), 3), "RRS");
        assert_eq!(alone("Wait", &with("seconds", 0.0), 1), "S");
    }
}
