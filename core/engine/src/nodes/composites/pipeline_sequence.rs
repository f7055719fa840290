//! `PipelineSequence`: runs its children in order; while a later child runs, the earlier ones run again every frame.
//! Works like the node of the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Memory: the position of the child that it has reached.
    PipelineSequence: Composite, "keyboard_double_arrow_right",
    summary: "Runs its children in order; while a later child runs, the earlier ones run again every frame.",
    details: [
        "- Every frame: each child up to the current one runs, left to right. A child that has already ended starts again.",
        "- Current child succeeds: runs the next child in the same frame; after the last one, returns Success, and running children are interrupted.",
        "- Child fails: returns Failure immediately; running children are interrupted.",
        "- Current child returns Running: those to its right do not run. An earlier child may be running at the same time.",
        "- Each child has its own run stack, so the children never abort each other.",
    ],
}

impl Pipeline for PipelineSequence {
    fn after_turn(&self, memory: &mut [u64], turn: Turn) -> PipelineDecision {
        match turn.ended {
            Some(Outcome::Failure) => PipelineDecision::End(Outcome::Failure),
            Some(Outcome::Success) if turn.is_last => PipelineDecision::End(Outcome::Success),
            None if turn.place >= memory[0] => {
                memory[0] = turn.place;
                PipelineDecision::Rest
            }
            Some(Outcome::Success) | None => PipelineDecision::Next,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_after_the_last_child_and_fails_at_the_first_failure() {
        assert_eq!(over_children("PipelineSequence", &["S", "RS"], 2), "RS");
        assert_eq!(over_children("PipelineSequence", &["S", "RF"], 2), "RF");
        assert_eq!(over_children("PipelineSequence", &["F", "S"], 1), "F");
    }

    #[test]
    fn children_before_the_current_one_restart_in_every_frame() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.script("S").script("S").script("RRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=S 2.S +3 3=R");
        assert_eq!(run.story(), "+1 1=S 1.S +2 2=S 2.S 3=R");
        assert_eq!(run.story(), "+1 1=S 1.S +2 2=S 2.S 3=S 3.S 0.S");
    }

    #[test]
    fn a_running_earlier_child_does_not_delay_the_current_one() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.lasting_script("SRRS")
            .script("RRRS")
            .script("S")
            .close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=R");
        assert_eq!(run.story(), "+1 1=R 2=R");
        assert_eq!(run.story(), "1=R 2=R");
        assert_eq!(run.story(), "1=S 1.S 2=S 2.S +3 3=S 3.S 0.S");
    }

    #[test]
    fn what_still_runs_is_interrupted_at_its_end() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.lasting_script("SR").script("RS").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=R 2=S 2.S 1.X 0.S");
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.lasting_script("SF").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=F 1.F 2.X 0.F");
    }

    #[test]
    fn nothing_to_the_right_of_a_child_starts_before_its_first_success() {
        let mut tree = TestTree::under("PipelineSequence", &no_arguments());
        tree.script("RS").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R");
        assert_eq!(run.story(), "1=S 1.S +2 2=R");
        assert_eq!(run.story(), "+1 1=R 2=R");
    }

    #[test]
    fn a_restart_begins_with_the_first_child() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("PipelineSequence", &no_arguments());
        tree.lasting_script("SSR").script("RS").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        assert_eq!(run.story(), "+2 2=S 2.S 3=S 3.S 1.S +1 +2 2=R");
        assert_eq!(run.story(), "2=R");
    }

    #[test]
    fn a_subtree_in_it_keeps_its_memory_and_its_aborts() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open("PipelineSequence", &no_arguments()).script("S");
        tree.open_with("Selector", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(slot)).script("R");
        tree.close().close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 +3 3=F 3.F +4 4=R");
        assert_eq!(run.story(), "3?F +1 1=S 1.S 4=R");
        run.set("near", true);
        let expected = "3?S 3!2 4.X +1 1=S 1.S +3 3=S 3.S 2.S 0.S";
        assert_eq!(run.story(), expected);
    }
}
