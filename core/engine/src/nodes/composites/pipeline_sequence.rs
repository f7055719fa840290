//! `PipelineSequence`: runs its children in order, and in every frame those again that came before the one that it has reached.
//! As the node of this name in nav2 (`nav2_behavior_tree`), whose rules its tests follow.

use crate::nodes::prelude::*;

kind! {
    /// The task. It remembers the place of the child that it has reached.
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
    fn after_turn(&self, memory: &mut u64, turn: Turn) -> AfterTurn {
        match turn.ended {
            Some(Outcome::Failure) => AfterTurn::End(Outcome::Failure),
            Some(Outcome::Success) if turn.is_last => AfterTurn::End(Outcome::Success),
            None if turn.place >= *memory => {
                *memory = turn.place;
                AfterTurn::Rest
            }
            Some(Outcome::Success) | None => AfterTurn::Next,
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
    fn children_before_the_one_that_is_reached_start_again_in_every_frame() {
        let mut tree = TestTree::under("PipelineSequence", &nothing());
        tree.script("S").script("S").script("RRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=S 2.S +3 3=R");
        assert_eq!(run.story(), "+1 1=S 1.S +2 2=S 2.S 3=R");
        assert_eq!(run.story(), "+1 1=S 1.S +2 2=S 2.S 3=S 3.S 0.S");
    }

    #[test]
    fn one_of_them_that_runs_holds_up_nothing_that_was_reached() {
        let mut tree = TestTree::under("PipelineSequence", &nothing());
        tree.lasting("SRRS").script("RRRS").script("S").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=R");
        assert_eq!(run.story(), "+1 1=R 2=R");
        assert_eq!(run.story(), "1=R 2=R");
        assert_eq!(run.story(), "1=S 1.S 2=S 2.S +3 3=S 3.S 0.S");
    }

    #[test]
    fn what_still_runs_is_interrupted_at_its_end() {
        let mut tree = TestTree::under("PipelineSequence", &nothing());
        tree.lasting("SR").script("RS").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=R 2=S 2.S 1.X 0.S");
        let mut tree = TestTree::under("PipelineSequence", &nothing());
        tree.lasting("SF").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=F 1.F 2.X 0.F");
    }

    #[test]
    fn a_child_that_waits_for_the_first_time_lets_nothing_to_its_right_start() {
        let mut tree = TestTree::under("PipelineSequence", &nothing());
        tree.script("RS").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R");
        assert_eq!(run.story(), "1=S 1.S +2 2=R");
        assert_eq!(run.story(), "+1 1=R 2=R");
    }

    #[test]
    fn started_again_it_has_reached_nothing() {
        let mut tree = TestTree::under("Repeater", &with("forever", true));
        tree.open("PipelineSequence", &nothing());
        tree.lasting("SSR").script("RS").close().close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2 3");
        assert_eq!(run.story(), "+2 2=S 2.S 3=S 3.S 1.S +1 +2 2=R");
        assert_eq!(run.story(), "2=R");
    }

    #[test]
    fn a_subtree_in_it_keeps_its_place_and_its_aborts() {
        let mut tree = TestTree::new();
        let slot = tree.variable("near", false);
        tree.open("PipelineSequence", &nothing()).script("S");
        tree.open_with("Selector", &nothing(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(slot)).script("R");
        tree.close().close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 +3 3=F 3.F +4 4=R");
        assert_eq!(run.story(), "3?F +1 1=S 1.S 4=R");
        run.set("near", true);
        let told = "3?S 3!2 4.X +1 1=S 1.S +3 3=S 3.S 2.S 0.S";
        assert_eq!(run.story(), told);
    }
}
