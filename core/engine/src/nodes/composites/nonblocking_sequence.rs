//! `NonblockingSequence`: runs all its children every frame until all succeed in the same frame. Works like the node of
//! the same name in nav2 (`nav2_behavior_tree`), whose rules the tests follow.

use crate::nodes::prelude::*;

kind! {
    /// Memory: whether any child has returned Running in this frame.
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
    fn after_turn(&self, memory: &mut [u64], turn: Turn) -> PipelineDecision {
        if turn.place == 0 {
            memory[0] = 0;
        }
        match turn.ended {
            Some(Outcome::Failure) => return PipelineDecision::End(Outcome::Failure),
            Some(Outcome::Success) => {}
            None => memory[0] = 1,
        }
        if turn.is_last && memory[0] == 0 {
            PipelineDecision::End(Outcome::Success)
        } else {
            PipelineDecision::Next
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn succeeds_when_all_succeed_and_fails_at_the_first_failure() {
        assert_eq!(over_children("NonblockingSequence", &["S", "S"], 1), "S");
        assert_eq!(over_children("NonblockingSequence", &["R", "RF"], 2), "RF");
    }

    #[test]
    fn a_running_child_delays_no_other_and_ended_ones_restart() {
        let mut tree = TestTree::under("NonblockingSequence", &no_arguments());
        tree.script("RRS").lasting_script("SRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R +2 2=S 2.S");
        assert_eq!(run.story(), "1=R +2 2=R");
        assert_eq!(run.story(), "1=S 1.S 2=S 2.S 0.S");
    }

    #[test]
    fn a_failure_interrupts_running_children() {
        let mut tree = TestTree::under("NonblockingSequence", &no_arguments());
        tree.script("R").lasting_script("SF").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R +2 2=F 2.F 1.X 0.F");
    }
}
