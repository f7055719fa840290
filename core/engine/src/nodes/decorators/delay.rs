//! `Delay`: runs its child after a delay.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the elapsed time.
    Delay: Decorator, "more_time",
    summary: "Runs its child after a delay.",
    details: [
        "- Before `seconds` have elapsed: returns Running without running the child.",
        "- Once `seconds` have elapsed (this frame included): runs the child in that same frame.",
        "- Child succeeds or fails: returns its result.",
    ],
    parameters: {
        seconds: Operand<Nanoseconds> = optional(Float, 1.0, "The delay before the child runs, in seconds.")
            .within(0.0, 1_000_000_000.0).in_unit("s"),
    },
}

impl Parent for Delay {
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::TimeSinceStart);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        self.resume(context)
    }

    fn resume(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let passed = add_time(&mut context.memory[0], context.tick.dt_nanoseconds());
        if passed >= self.seconds.get(context.tick) {
            Next::Run(context.first_child())
        } else {
            Next::Wait
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

    fn seconds(seconds: f64) -> Arguments {
        with("seconds", seconds)
    }

    #[test]
    fn the_child_starts_in_the_frame_in_which_the_delay_elapses() {
        let mut tree = TestTree::new();
        tree.open("Delay", &seconds(2.0)).script("RF").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0");
        assert_eq!(run.story(), "+1 1=R");
        assert_eq!(run.story(), "1=F 1.F 0.F");
    }

    #[test]
    fn a_delay_of_zero_runs_the_child_at_once() {
        let mut tree = TestTree::new();
        tree.open("Delay", &seconds(0.0)).script("S").close();
        assert_eq!(tree.run().story(), "+0 +1 1=S 1.S 0.S");
    }

    #[test]
    fn each_start_waits_again() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Delay", &seconds(2.0))
            .script("S")
            .close()
            .close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1");
        assert_eq!(run.story(), "+2 2=S 2.S 1.S +1");
        assert_eq!(run.story(), "+2 2=S 2.S 1.S +1");
    }
}
