//! `TimeLimit`: fails if its child runs for too long.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the elapsed time.
    TimeLimit: Decorator, "timer",
    summary: "Fails if its child runs for too long.",
    details: [
        "- Child returns Running: once `seconds` have elapsed since the start (this frame included), interrupts the child and returns Failure in that frame.",
        "- Child succeeds or fails in time: returns its result. The frame in which the time runs out is still in time.",
    ],
    parameters: {
        seconds: Operand<Nanoseconds> = optional(Float, 5.0, "How long the child may run, in seconds.")
            .within(0.0, 1_000_000_000.0).in_unit("s"),
    },
}

impl Parent for TimeLimit {
    const WANTS: TaskRequirements = wants!(supervises);
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::TimeSinceStart);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        Next::Run(context.first_child())
    }

    fn child_runs(&self, context: &mut ParentContext<'_, '_>) -> Option<Outcome> {
        let passed = add_time(&mut context.memory[0], context.tick.dt_nanoseconds());
        (passed >= self.seconds.get(context.tick)).then_some(Outcome::Failure)
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
    fn a_child_that_ends_in_time_decides_even_in_the_last_frame() {
        assert_eq!(over_one_child("TimeLimit", &seconds(3.0), "RRS", 3), "RRS");
        assert_eq!(over_one_child("TimeLimit", &seconds(3.0), "RF", 2), "RF");
    }

    #[test]
    fn at_the_time_limit_the_child_is_interrupted_and_it_fails() {
        let mut tree = TestTree::new();
        tree.open("TimeLimit", &seconds(2.0)).script("R").close();
        let mut run = tree.run();
        assert_eq!(run.letters(1), "R");
        assert_eq!(run.story(), "1=R 1.X 0.F");
    }

    #[test]
    fn the_first_frame_counts() {
        assert_eq!(over_one_child("TimeLimit", &seconds(1.0), "R", 1), "F");
    }

    #[test]
    fn the_inner_of_two_is_consulted_first() {
        let mut tree = TestTree::under("TimeLimit", &seconds(2.0));
        tree.open("ReturnSuccess", &no_arguments());
        tree.open("TimeLimit", &seconds(2.0)).script("R");
        tree.close().close().close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "3=R 3.X 2.F 1.S 0.S");
    }

    #[test]
    fn it_limits_a_child_that_a_reactive_composite_continues() {
        let mut tree = TestTree::under("TimeLimit", &seconds(2.0));
        tree.open("ReactiveSelector", &no_arguments());
        tree.script("F").script("R").close().close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+2 2=F 2.F 3=R 3.X 1.X 0.F");
    }

    #[test]
    fn in_a_branch_of_a_parallel_it_ends_that_branch() {
        let mut tree = TestTree::under("Parallel", &with("failure_threshold", 2_i64));
        tree.open("TimeLimit", &seconds(2.0)).script("R").close();
        tree.script("RRR").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "2=R 2.X 1.F 3=R");
        assert_eq!(run.story(), "3=R");
    }

    #[test]
    fn an_abort_below_it_does_not_stop_the_clock() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open("TimeLimit", &seconds(3.0));
        tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
        tree.open("Sequence", &no_arguments());
        tree.leaf("CompareBool", &is_true(slot)).script("R").close();
        tree.script("R").close().close();
        let mut run = tree.run();
        assert_eq!(run.letters(1), "R");
        run.set("near", true);
        assert_eq!(run.letters(2), "RF");
    }
}
