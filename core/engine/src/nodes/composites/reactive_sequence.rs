//! `ReactiveSequence`: runs its children in order until one fails, starting over from the first every frame; all must
//! succeed.

use crate::nodes::prelude::*;

kind! {
    ReactiveSequence: Composite, "keyboard_double_arrow_right",
    summary: "Runs its children in order until one fails, starting over from the first every frame; all must succeed.",
    details: [
        "- Child succeeds: runs the next child in the same frame; after the last one, returns Success.",
        "- Child fails: returns Failure immediately; a running child to its right is interrupted.",
        "- Child returns Running: in the next frame, the children before it run first. If all of them succeed, it continues.",
        "- An earlier child returns Running: the child that was running is interrupted, and its conditionals are no longer watched.",
    ],
}

impl Parent for ReactiveSequence {
    const WANTS: TaskRequirements = wants!(revises);

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        match context.next_sibling() {
            Some(next) if outcome.is_success() => Next::Run(next),
            _ => Next::End(outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_after_the_last_child_and_fails_at_the_first_failure() {
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.script("S").script("S").close();
        assert_eq!(tree.run().story(), "+0 +1 1=S 1.S +2 2=S 2.S 0.S");
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.script("F").script("S").close();
        assert_eq!(tree.run().story(), "+0 +1 1=F 1.F 0.F");
    }

    #[test]
    fn earlier_children_run_again_and_the_running_one_continues() {
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.script("S").script("RRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=R");
        assert_eq!(run.story(), "+1 1=S 1.S 2=R");
        assert_eq!(run.story(), "+1 1=S 1.S 2=S 2.S 0.S");
    }

    #[test]
    fn a_child_that_is_no_longer_reached_is_interrupted_before_the_end() {
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.lasting_script("SF").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=F 1.F 2.X 0.F");
    }

    #[test]
    fn an_earlier_child_that_returns_running_overtakes() {
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.lasting_script("SRS").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=R 2.X");
        assert_eq!(run.story(), "1=S 1.S +2 2=R");
    }

    #[test]
    fn a_running_first_child_continues() {
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.script("RRS").script("S").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R");
        assert_eq!(run.story(), "1=S 1.S +2 2=S 2.S 0.S");
    }

    #[test]
    fn a_suspended_parallel_continues_with_all_its_branches() {
        let mut tree = TestTree::new();
        tree.open("ReactiveSequence", &no_arguments())
            .lasting_script("SSF");
        tree.open("Parallel", &no_arguments());
        tree.script("R").script("RS").close().close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 +3 3=R +4 4=R");
        assert_eq!(run.story(), "+1 1=S 1.S 3=R 4=S 4.S");
        assert_eq!(run.story(), "+1 1=F 1.F 3.X 2.X 0.F");
    }

    #[test]
    fn below_a_parallel_each_starts_from_its_first_child() {
        let mut tree = TestTree::under("Parallel", &no_arguments());
        tree.open("ReactiveSequence", &no_arguments());
        tree.script("S").script("R").close();
        tree.open("ReactiveSequence", &no_arguments());
        tree.lasting_script("SF").script("R").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4 5 6");
        assert_eq!(run.story(), "+2 2=S 2.S 3=R +5 5=F 5.F 6.X 4.F 3.X 1.X 0.F");
    }

    #[test]
    fn a_nested_one_starts_from_its_first_child_when_it_is_reached() {
        let mut tree = TestTree::new();
        tree.open("ReactiveSequence", &no_arguments()).script("S");
        tree.open("ReactiveSequence", &no_arguments());
        tree.lasting_script("SSRS").script("R").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        assert_eq!(run.story(), "+1 1=S 1.S +3 3=S 3.S 4=R");
        assert_eq!(run.story(), "+1 1=S 1.S +3 3=R 4.X");
        assert_eq!(run.story(), "+1 1=S 1.S 3=S 3.S +4 4=R");
    }

    #[test]
    fn a_result_counts_as_changed_by_a_decorator_in_between() {
        let mut tree = TestTree::under("ReactiveSequence", &no_arguments());
        tree.open("Inverter", &no_arguments())
            .lasting_script("FS")
            .close();
        tree.open("Inverter", &no_arguments())
            .script("R")
            .close()
            .close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 +2 2=S 2.S 1.F 4.X 3.X 0.F");
    }

    #[test]
    fn a_conditional_in_it_is_run_each_frame_as_a_child() {
        let mut tree = TestTree::new();
        let slot = tree.variable("alive", true);
        tree.open("ReactiveSequence", &no_arguments());
        tree.leaf("CompareBool", &is_true(slot)).script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2");
        assert_eq!(run.story(), "+1 1=S 1.S 2=R");
        run.set("alive", false);
        assert_eq!(run.story(), "+1 1=F 1.F 2.X 0.F");
    }

    #[test]
    fn with_an_abort_type_the_abort_interrupts_and_it_runs_from_its_first_child_anyway() {
        let mut tree = TestTree::new();
        let slot = tree.variable("alive", true);
        tree.open_with("ReactiveSequence", &no_arguments(), AbortType::OwnBranch);
        tree.script("S").leaf("CompareBool", &is_true(slot));
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        run.set("alive", false);
        assert_eq!(run.story(), "2?F 2!0 3.X +1 1=S 1.S +2 2=F 2.F 0.F");
    }

    #[test]
    fn observers_in_a_child_that_is_overtaken_are_dropped() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open("ReactiveSequence", &no_arguments())
            .lasting_script("SRR");
        tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(slot)).script("R");
        tree.close().close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.instance.watched().count(), 1);
        assert_eq!(run.story(), "3?F +1 1=R 4.X 2.X");
        assert_eq!(run.instance.watched().count(), 0);
        run.set("near", true);
        assert_eq!(run.story(), "1=R");
    }

    #[test]
    fn a_conditional_can_interrupt_children_on_both_sides() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open_with("ReactiveSequence", &no_arguments(), AbortType::OwnBranch);
        tree.script("R")
            .leaf("CompareBool", &is_true(slot))
            .script("R")
            .close();
        let run = tree.run();
        let reach = run.instance.program().interruptible_by(run.index("2"));
        assert_eq!(reach, [run.index("1"), run.index("3")]);
    }
}
