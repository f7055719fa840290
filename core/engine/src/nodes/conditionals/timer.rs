//! `Timer`: succeeds each time an interval has elapsed.

use crate::nodes::prelude::*;

kind! {
    /// Memory: that of `moment`, whether it is counting, and since when.
    Timer: Conditional, "alarm",
    summary: "Succeeds each time an interval has elapsed.",
    details: [
        "- At least `seconds` have elapsed: returns Success and starts counting again from this frame. When an abort that it caused leads back to this node, it succeeds again.",
        "- Otherwise: returns Failure.",
        "- Counting starts at the first check after the tree was enabled (that frame included), and continues across starts and while this node is not checked.",
    ],
    parameters: {
        seconds: Operand<Nanoseconds> = optional(Float, 1.0, "The interval, in seconds.").within(0.0, 1_000_000_000.0).in_unit("s"),
    },
}

impl Leaf for Timer {
    const MEMORY: usize = moment::MEMORY + 2;
    const GROUND: Option<Ground> = Some(Ground::TimeSinceSuccess);

    fn start(&self, memory: &mut [u64], _tick: &mut TickContext<'_>) {
        moment::start(&mut memory[..moment::MEMORY]);
    }

    fn forced(&self, memory: &mut [u64], _status: Status) {
        moment::forced(&mut memory[..moment::MEMORY]);
    }

    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let (moment, own) = memory.split_at_mut(moment::MEMORY);
        moment::check(moment, tick.frame(), || {
            let counts = std::mem::replace(&mut own[0], 1) != 0;
            if !counts {
                own[1] = (tick.time_nanoseconds() - tick.dt_nanoseconds()).0;
            }
            let passed = tick.time_nanoseconds() - Nanoseconds(own[1]);
            let is_over = passed >= self.seconds.get(tick);
            if is_over {
                own[1] = tick.time_nanoseconds().0;
            }
            is_over
        })
    }

    fn wake(&self, memory: &[u64], last: Status, tick: &TickContext<'_>) -> Wake {
        if last == Status::Success {
            return Wake::EveryFrame;
        }
        let passed = tick.time_nanoseconds() - Nanoseconds(memory[moment::MEMORY + 1]);
        Wake::After(self.seconds.get(tick) - passed)
    }

    fn times(&self) -> &'static [usize] {
        &[moment::MEMORY + 1]
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        let (moment, own) = memory.split_at_mut(moment::MEMORY);
        moment::forget(moment);
        if own[0] != 0 {
            forgetting.moment(&mut own[1], self.seconds.constant().copied());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: f64) -> Arguments {
        with("seconds", seconds)
    }

    #[test]
    fn it_succeeds_when_the_interval_elapses_and_counts_again() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.leaf("Timer", &seconds(3.0)).close();
        let mut run = tree.run();
        let successes: Vec<u32> = (1..=9).filter(|_| run.story().contains("1=S")).collect();
        assert_eq!(successes, [3, 6, 9]);
    }

    #[test]
    fn it_keeps_counting_while_it_is_not_run() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Selector", &no_arguments());
        tree.leaf("Timer", &seconds(3.0))
            .script("RRRRS")
            .close()
            .close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        assert_eq!(run.letters(3), "RRR");
        assert_eq!(run.story(), "3=S 3.S 1.S +1 +2 2=S 2.S 1.S");
        assert_eq!(run.starts(), "1 2 3");
    }

    #[test]
    fn it_is_still_true_after_an_abort_that_it_causes() {
        let mut tree = TestTree::under("Selector", &no_arguments());
        tree.open_with("Sequence", &no_arguments(), AbortType::LowerPriority);
        tree.leaf("Timer", &seconds(2.0)).script("R").close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 4");
        assert_eq!(run.story(), "2?S 2!0 4.X +1 +2 2=S 2.S +3 3=R");
    }
}
