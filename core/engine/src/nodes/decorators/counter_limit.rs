//! `CounterLimit`: fails if its child runs for too many frames in a row.

use crate::nodes::prelude::*;

kind! {
    CounterLimit: Decorator, "counter_3",
    summary: "Fails if its child runs for too many frames in a row.",
    details: [
        "- Child returns Running: counts the frame; beyond `limit` frames, interrupts the child and returns Failure in that frame.",
        "- Child succeeds or fails within the limit: returns its result.",
        "- Each start resets the count.",
    ],
    parameters: {
        limit: Operand<i64> = optional(Int, 10_i64, "For how many frames the child may return Running.")
            .within(0.0, 1_000_000_000.0),
    },
}

impl Parent for CounterLimit {
    const WANTS: TaskRequirements = wants!(supervises);
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::Count);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = 0;
        Next::Run(context.first_child())
    }

    fn child_runs(&self, context: &mut ParentContext<'_, '_>) -> Option<Outcome> {
        context.memory[0] = context.memory[0].saturating_add(1);
        let frames = i64::try_from(context.memory[0]).unwrap_or(i64::MAX);
        (frames > self.limit.get(context.tick)).then_some(Outcome::Failure)
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(limit: i64) -> Arguments {
        with("limit", limit)
    }

    #[test]
    fn a_child_that_ends_within_the_limit_decides() {
        assert_eq!(over_one_child("CounterLimit", &limit(2), "RRS", 3), "RRS");
        assert_eq!(over_one_child("CounterLimit", &limit(2), "RRF", 3), "RRF");
    }

    #[test]
    fn one_frame_over_the_limit_interrupts_the_child_and_fails() {
        let mut tree = TestTree::new();
        tree.open("CounterLimit", &limit(2)).script("R").close();
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        assert_eq!(run.story(), "1=R 1.X 0.F");
    }

    #[test]
    fn a_limit_of_zero_allows_only_instant_children() {
        assert_eq!(over_one_child("CounterLimit", &limit(0), "S", 1), "S");
        assert_eq!(over_one_child("CounterLimit", &limit(0), "R", 1), "F");
    }

    #[test]
    fn each_start_counts_from_zero() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("CounterLimit", &limit(1))
            .script("RS")
            .close()
            .close();
        let mut run = tree.run();
        run.frame();
        for _ in 0..3 {
            assert_eq!(run.story(), "2=S 2.S 1.S +1 +2 2=R");
        }
    }

    #[test]
    fn a_parallel_below_it_counts_as_one_child() {
        let mut tree = TestTree::under("CounterLimit", &limit(1));
        tree.open("Parallel", &no_arguments());
        tree.script("R").script("R").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        assert_eq!(run.story(), "2=R 3=R 2.X 3.X 1.X 0.F");
    }
}
