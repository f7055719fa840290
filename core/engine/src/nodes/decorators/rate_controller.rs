//! `RateController`: limits how often per second its child runs under a `PipelineSequence` or `NonblockingSequence`.
//! Works like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;
use crate::runtime::OperandType;

kind! {
    /// Memory: when its child last succeeded.
    RateController: Decorator, "timer",
    summary: "Limits how often per second its child runs under a PipelineSequence or NonblockingSequence.",
    details: [
        "- On start: runs the child and returns its result.",
        "- Its parent, a running PipelineSequence, NonblockingSequence or Service, starts it again: returns Running until 1 / `hz` seconds have elapsed since the frame in which the child succeeded; then runs the child in that same frame.",
        "- Under any other parent, each start runs the child immediately.",
    ],
    parameters: {
        hz: Operand<Period> = optional(Float, 10.0, "How often the child may run, in times per second.")
            .within(0.0, 1_000_000_000.0).in_unit("Hz"),
    },
}

/// The shortest time from a success of the child to its next start: 1 / `hz` seconds.
#[derive(Clone, Copy, Debug)]
struct Period(Nanoseconds);

impl Default for Period {
    /// That of 0 Hz.
    fn default() -> Self {
        Self(Nanoseconds::MAX)
    }
}

impl OperandType for Period {
    fn of(value: &Value) -> Option<Self> {
        f64::of(value).map(|hz| Self(Nanoseconds::from_seconds(1.0 / hz)))
    }

    fn operand_type() -> Option<ValueType> {
        f64::operand_type()
    }
}

impl Parent for RateController {
    const MEMORY: usize = 1;
    const GROUND: Option<Ground> = Some(Ground::TimeSinceChildSucceeded);

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        if context.is_restarted() {
            return self.resume(context);
        }
        context.memory[0] = context.tick.time_nanoseconds().0;
        Next::Run(context.first_child())
    }

    fn resume(&self, context: &mut ParentContext<'_, '_>) -> Next {
        let passed = context.tick.time_nanoseconds() - Nanoseconds(context.memory[0]);
        if passed >= self.hz.get(context.tick).0 {
            Next::Run(context.first_child())
        } else {
            Next::Wait
        }
    }

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        if outcome.is_success() {
            context.memory[0] = context.tick.time_nanoseconds().0;
        }
        Next::End(outcome)
    }

    fn times(&self) -> &'static [usize] {
        &[0]
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.moment(&mut memory[0], self.hz.constant().map(|period| period.0));
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
