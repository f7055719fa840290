//! `Interruptible`: runs its child until a `PerformInterrupt` with the same key interrupts it.

use crate::nodes::prelude::*;

kind! {
    /// Memory: whether and with which outcome it was interrupted.
    Interruptible: Decorator, "front_hand",
    summary: "Runs its child until a PerformInterrupt with the same key interrupts it.",
    details: [
        "- Child succeeds or fails: returns its result.",
        "- A PerformInterrupt of this tree, or the game, uses its `key` while the child runs: at the start of the next frame the child is interrupted. This node returns the requested result when it runs in that frame, unless a conditional abort from above interrupts it first. Conditionals below it can no longer abort.",
        "- All running nodes with the key are interrupted; others are unaffected.",
    ],
    parameters: {
        key: Arc<str> = required(Name, "The key that interrupts it."),
    },
}

const NOT_INTERRUPTED: u64 = 0;
const FAILS: u64 = 1;
const SUCCEEDS: u64 = 2;

impl Parent for Interruptible {
    const MEMORY: usize = 1;

    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        context.memory[0] = NOT_INTERRUPTED;
        Next::Run(context.first_child())
    }

    fn resume(&self, context: &mut ParentContext<'_, '_>) -> Next {
        Next::End(Outcome::of(context.memory[0] == SUCCEEDS))
    }

    fn interrupt_key(&self) -> Option<&Arc<str>> {
        Some(&self.key)
    }

    fn interrupt_with(&self, memory: &mut [u64], outcome: Outcome) {
        memory[0] = if outcome.is_success() {
            SUCCEEDS
        } else {
            FAILS
        };
    }

    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>) {
        forgetting.until_start(memory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str) -> Arguments {
        with("key", key)
    }

    #[test]
    fn without_an_interruption_the_child_decides() {
        let mut tree = TestTree::under("Interruptible", &key("stop"));
        tree.script("RF").close();
        assert_eq!(tree.run().letters(2), "RF");
    }

    #[test]
    fn an_interruption_ends_it_with_the_requested_outcome() {
        for (outcome, end) in [(Outcome::Success, "1.X 0.S"), (Outcome::Failure, "1.X 0.F")] {
            let mut tree = TestTree::new();
            tree.open("Interruptible", &key("stop")).script("R").close();
            let mut run = tree.run();
            run.frame();
            run.instance.interrupt("stop", outcome);
            assert_eq!(run.story(), end);
        }
    }

    #[test]
    fn another_key_or_a_node_that_is_not_running_changes_nothing() {
        let mut tree = TestTree::new();
        tree.open("Sequence", &no_arguments()).script("RS");
        tree.open("Interruptible", &key("stop"))
            .script("RS")
            .close()
            .close();
        let mut run = tree.run();
        run.frame();
        run.instance.interrupt("stop", Outcome::Failure);
        assert_eq!(run.story(), "1=S 1.S +2 +3 3=R");
        run.instance.interrupt("other", Outcome::Failure);
        assert_eq!(run.story(), "3=S 3.S 2.S 0.S");
    }

    #[test]
    fn all_nodes_with_the_key_are_interrupted_in_order() {
        let mut tree = TestTree::under("ParallelSelector", &no_arguments());
        tree.open("Interruptible", &key("stop")).script("R").close();
        tree.open("Interruptible", &key("stop")).script("R").close();
        tree.close();
        let mut run = tree.run();
        run.frame();
        run.instance.interrupt("stop", Outcome::Failure);
        assert_eq!(run.story(), "2.X 4.X 1.F 3.F 0.F");
    }

    #[test]
    fn each_start_forgets_an_earlier_interruption() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("Interruptible", &key("stop"))
            .script("RS")
            .close()
            .close();
        let mut run = tree.run();
        run.frame();
        run.instance.interrupt("stop", Outcome::Success);
        assert_eq!(run.story(), "2.X 1.S +1 +2 2=R");
        assert_eq!(run.story(), "2=S 2.S 1.S +1 +2 2=R");
    }

    /// `Sequence(Self)` over an `Interruptible` over `Sequence(Self)[near, running]`, then a leaf that runs.
    fn watched_below() -> TestRun {
        let mut tree = TestTree::new();
        let near = tree.variable("near", true);
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.open("Interruptible", &key("stop"));
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near)).script("R").close();
        tree.close().script("R").close();
        tree.run()
    }

    #[test]
    fn a_status_change_below_it_in_that_frame_does_not_lose_the_outcome() {
        let mut run = watched_below();
        run.frame();
        run.instance.interrupt("stop", Outcome::Success);
        run.set("near", false);
        assert_eq!(run.story(), "4.X 2.X 3?F 1.S +5 5=R");
        assert_eq!(run.story(), "3?F 3!0 5.X +1 +2 +3 3=F 3.F 2.F 1.F 0.F");
    }

    #[test]
    fn a_status_change_before_it_in_that_frame_interrupts_it() {
        let mut tree = TestTree::new();
        let near = tree.variable("near", true);
        tree.open_with("Sequence", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near));
        tree.open("Interruptible", &key("stop"))
            .script("R")
            .close()
            .close();
        let mut run = tree.run();
        run.frame();
        run.instance.interrupt("stop", Outcome::Success);
        run.set("near", false);
        assert_eq!(run.story(), "3.X 1?F 1!0 2.X +1 1=F 1.F 0.F");
    }
}
