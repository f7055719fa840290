//! `NonblockingSequence`: gives all its children a turn in every frame, until all succeed in one.
//! As the node of this name in nav2 (`nav2_behavior_tree`), whose rules its tests follow.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Pipeline};
use crate::runtime::{AfterTurn, Turn};

/// The task. It remembers whether a child runs on in this frame.
#[derive(Debug)]
pub struct NonblockingSequence;

impl Declared for NonblockingSequence {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "NonblockingSequence".into(),
            category: Category::Composite,
            summary: "Ticks all its children every frame until all succeed in the same frame.".into(),
            details: concat!(
                "- Every frame: each child has its turn, left to right, whether those before it run or not. A child that has ended before starts anew.\n",
                "- All succeed in one frame: ends with Success.\n",
                "- Child fails: ends with Failure at once, and children that run are interrupted.\n",
                "- Each child has a run stack of its own, so that they never interrupt each other.",
            )
            .into(),
            icon: "keyboard_double_arrow_right".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Pipeline for NonblockingSequence {
    fn after_turn(&self, memory: &mut u64, turn: Turn) -> AfterTurn {
        if turn.place == 0 {
            *memory = 0;
        }
        match turn.ended {
            Some(false) => return AfterTurn::End(false),
            Some(true) => {}
            None => *memory = 1,
        }
        if turn.is_last && *memory == 0 {
            AfterTurn::End(true)
        } else {
            AfterTurn::Next
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::testing::{TestTree, nothing, over_children};

    #[test]
    fn succeeds_when_all_do_and_fails_at_the_first_failure() {
        assert_eq!(over_children("NonblockingSequence", &["S", "S"], 1), "S");
        assert_eq!(over_children("NonblockingSequence", &["R", "RF"], 2), "RF");
    }

    #[test]
    fn a_child_that_runs_holds_up_none_and_those_that_ended_start_again() {
        let mut tree = TestTree::new();
        tree.open("NonblockingSequence", &nothing());
        tree.script("RRS").lasting("SRS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R +2 2=S 2.S");
        assert_eq!(run.story(), "1=R +2 2=R");
        assert_eq!(run.story(), "1=S 1.S 2=S 2.S 0.S");
    }

    #[test]
    fn a_failure_interrupts_those_that_run() {
        let mut tree = TestTree::new();
        tree.open("NonblockingSequence", &nothing());
        tree.script("R").lasting("SF").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R +2 2=F 2.F 1.X 0.F");
    }
}
