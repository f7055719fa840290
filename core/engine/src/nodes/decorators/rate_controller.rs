//! `RateController`: limits how often per second its child runs under a `PipelineSequence` or `NonblockingSequence`.
//! Works like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Memory: when its child last succeeded, in seconds of game time.
    RateController: Decorator, "timer",
    summary: "Limits how often per second its child runs under a PipelineSequence or NonblockingSequence.",
    details: [
        "- On start: runs the child and returns its result.",
        "- Its parent, a running PipelineSequence, NonblockingSequence or Service, starts it again: returns Running until 1 / `hz` seconds have elapsed since the frame in which the child succeeded; then runs the child in that same frame.",
        "- Under any other parent, each start runs the child immediately.",
    ],
    parameters: {
        hz: Operand<f64> = optional(Float, 10.0, "How often the child may run, in times per second.")
            .within(0.0, 1_000_000_000.0).in_unit("Hz"),
    },
}

/// Half a nanosecond: the tolerance for rounding errors in sums of time steps, in seconds.
const NOTHING: f64 = 5e-10;

impl Parent for RateController {
    const MEMORY: usize = 1;

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        if context.is_restarted() {
            return self.resume(context);
        }
        context.memory[0] = context.tick.time().to_bits();
        Next::Run(context.first_child())
    }

    fn resume(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let passed = context.tick.time() - f64::from_bits(context.memory[0]);
        if passed + NOTHING >= 1.0 / self.hz.get(context.tick) {
            Next::Run(context.first_child())
        } else {
            Next::Wait
        }
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            context.memory[0] = context.tick.time().to_bits();
        }
        Next::End(outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half() -> Arguments {
        with("hz", 0.5)
    }

    #[test]
    fn alone_it_passes_its_child_through() {
        assert_eq!(over_one_child("RateController", &half(), "RS", 2), "RS");
        assert_eq!(over_one_child("RateController", &half(), "F", 1), "F");
    }

    #[test]
    fn in_a_pipeline_it_limits_its_child() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.open("RateController", &half())
            .lasting_script("SRS")
            .close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=S 2.S 1.S +3 3=R");
        assert_eq!(run.story(), "+1 3=R");
        assert_eq!(run.story(), "+2 2=R 3=R");
        assert_eq!(run.story(), "2=S 2.S 1.S 3=R");
        assert_eq!(run.story(), "+1 3=R");
        assert_eq!(run.story(), "+2 2=S 2.S 1.S 3=R");
    }

    #[test]
    fn a_restarted_pipeline_runs_it_at_once() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("PipelineSequence", &no_arguments());
        tree.open("RateController", &half()).script("S").close();
        tree.script("S").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        assert_eq!(run.starts(), "1 2 3 4");
    }

    #[test]
    fn a_decorator_in_between_resets_its_memory() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.open("ReturnSuccess", &no_arguments());
        tree.open("RateController", &half())
            .script("S")
            .close()
            .close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        assert_eq!(run.starts(), "1 2 3");
    }
}
