//! `ReactiveSelector`: runs its children in order until one succeeds, starting over from the first every frame.

use crate::nodes::prelude::*;

kind! {
    ReactiveSelector: Composite, "quiz",
    summary: "Runs its children in order until one succeeds, starting over from the first every frame.",
    details: [
        "- Child fails: runs the next child in the same frame; after the last one, returns Failure.",
        "- Child succeeds: returns Success immediately; a running child to its right is interrupted.",
        "- Child returns Running: in the next frame, the children before it run first. If all of them fail, it continues.",
        "- An earlier child returns Running: the child that was running is interrupted, and its conditionals are no longer watched.",
    ],
}

impl Parent for ReactiveSelector {
    const WANTS: TaskRequirements = wants!(revises);

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        match context.next_sibling() {
            Some(next) if !outcome.is_success() => Next::Run(next),
            _ => Next::End(outcome),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_at_the_first_success_and_fails_after_the_last_child() {
        let mut tree = TestTree::under("ReactiveSelector", &no_arguments());
        tree.script("F").script("S").script("S").close();
        assert_eq!(tree.run().story(), "+0 +1 1=F 1.F +2 2=S 2.S 0.S");
        let mut tree = TestTree::under("ReactiveSelector", &no_arguments());
        tree.script("F").script("F").close();
        assert_eq!(tree.run().story(), "+0 +1 1=F 1.F +2 2=F 2.F 0.F");
    }

    #[test]
    fn earlier_children_run_again_and_the_running_one_continues() {
        let mut tree = TestTree::under("ReactiveSelector", &no_arguments());
        tree.script("F").script("RRF").script("S").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=F 1.F 2=R");
        assert_eq!(run.story(), "+1 1=F 1.F 2=F 2.F +3 3=S 3.S 0.S");
    }

    #[test]
    fn an_earlier_child_that_succeeds_ends_it_and_interrupts_the_running_one() {
        let mut tree = TestTree::under("ReactiveSelector", &no_arguments());
        tree.lasting_script("FS").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=S 1.S 2.X 0.S");
    }

    #[test]
    fn an_earlier_child_that_returns_running_overtakes() {
        let mut tree = TestTree::under("ReactiveSelector", &no_arguments());
        tree.lasting_script("FRF").script("R").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=R 2.X");
        assert_eq!(run.story(), "1=F 1.F +2 2=R");
    }

    #[test]
    fn an_earlier_child_whose_limit_ends_it_at_once_overtakes_nothing() {
        let mut tree = TestTree::under("ReactiveSelector", &no_arguments());
        let limit = with("limit", 0_i64);
        tree.open("CounterLimit", &limit).script("R").close();
        tree.script("RRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=R 2.X 1.F +3 3=R");
        assert_eq!(run.story(), "+1 +2 2=R 2.X 1.F 3=R");
        assert_eq!(run.story(), "+1 +2 2=R 2.X 1.F 3=S 3.S 0.S");
    }

    #[test]
    fn a_parallel_may_overtake_and_be_overtaken() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open("ReactiveSelector", &no_arguments());
        tree.open("Sequence", &no_arguments());
        tree.leaf("CompareBool", &is_true(slot));
        tree.open("Parallel", &no_arguments());
        tree.script("R").script("R").close().close();
        tree.open("Parallel", &no_arguments());
        tree.script("R").script("R").close().close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 +2 2=F 2.F 1.F +6 +7 7=R +8 8=R");
        run.set("near", true);
        assert_eq!(run.story(), "+1 +2 2=S 2.S +3 +4 4=R +5 5=R 7.X 8.X 6.X");
    }

    #[test]
    fn nested_in_a_reactive_sequence_both_start_from_their_first_child() {
        let mut tree = TestTree::new();
        tree.open("ReactiveSequence", &no_arguments()).script("S");
        tree.open("ReactiveSelector", &no_arguments());
        tree.lasting_script("FFR").script("R").close().close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=S 1.S +3 3=F 3.F 4=R");
        assert_eq!(run.story(), "+1 1=S 1.S +3 3=R 4.X");
    }

    #[test]
    fn lower_priority_aborts_interrupt_what_is_to_its_right() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open_with("Selector", &no_arguments(), AbortType::LowerPriority);
        tree.open_with(
            "ReactiveSelector",
            &no_arguments(),
            AbortType::LowerPriority,
        );
        tree.script("F").leaf("CompareBool", &is_true(slot)).close();
        tree.script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3 4");
        run.set("near", true);
        assert_eq!(run.story(), "3?S 3!0 4.X +1 +2 2=F 2.F +3 3=S 3.S 1.S 0.S");
    }
}
