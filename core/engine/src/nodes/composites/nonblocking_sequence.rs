//! `NonblockingSequence`: gives all its children a turn in every frame, until all succeed in one.
//! As the node of this name in nav2 (`nav2_behavior_tree`), whose rules its tests follow.

use crate::nodes::prelude::*;

kind! {
    /// The task. It remembers whether a child runs on in this frame.
    NonblockingSequence: Composite, "keyboard_double_arrow_right",
    summary: "Runs all its children every frame until all succeed in the same frame.",
    details: [
        "- Every frame: each child runs, left to right, whether or not those before it are running. A child that has already ended starts again.",
        "- All succeed in one frame: returns Success.",
        "- Child fails: returns Failure immediately; running children are interrupted.",
        "- Each child has its own run stack, so the children never abort each other.",
    ],
}

impl Pipeline for NonblockingSequence {
    fn after_turn(&self, memory: &mut u64, turn: Turn) -> AfterTurn {
        if turn.place == 0 {
            *memory = 0;
        }
        match turn.ended {
            Some(Outcome::Failure) => return AfterTurn::End(Outcome::Failure),
            Some(Outcome::Success) => {}
            None => *memory = 1,
        }
        if turn.is_last && *memory == 0 {
            AfterTurn::End(Outcome::Success)
        } else {
            AfterTurn::Next
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_when_all_do_and_fails_at_the_first_failure() {
        assert_eq!(over_children("NonblockingSequence", &["S", "S"], 1), "S");
        assert_eq!(over_children("NonblockingSequence", &["R", "RF"], 2), "RF");
    }

    #[test]
    fn a_child_that_runs_holds_up_none_and_those_that_ended_start_again() {
        let mut tree = TestTree::under("NonblockingSequence", &nothing());
        tree.script("RRS").lasting("SRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R +2 2=S 2.S");
        assert_eq!(run.story(), "1=R +2 2=R");
        assert_eq!(run.story(), "1=S 1.S 2=S 2.S 0.S");
    }

    #[test]
    fn a_failure_interrupts_those_that_run() {
        let mut tree = TestTree::under("NonblockingSequence", &nothing());
        tree.script("R").lasting("SF").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R +2 2=F 2.F 1.X 0.F");
    }
}
