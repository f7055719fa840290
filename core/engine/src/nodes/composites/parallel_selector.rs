//! `ParallelSelector`: runs all its children at the same time: the first that succeeds is enough.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{self, Arguments, Declared};
use crate::runtime::{Tally, TickContext};

/// The task.
#[derive(Debug)]
pub struct ParallelSelector;

impl Declared for ParallelSelector {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "ParallelSelector".into(),
            category: Category::Composite,
            summary: "Runs all its children at the same time: the first that succeeds is enough.".into(),
            details: concat!(
                "- Child succeeds: ends with Success once every running child had its turn in this frame; what still runs is interrupted. A child that succeeds at once when it starts keeps those to its right from starting.\n",
                "- Child fails: the others go on; when all have failed, ends with Failure.\n",
                "- Child runs: it runs again in the next frame, left to right with the others.",
            )
            .into(),
            icon: "call_split".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl nodes::Parallel for ParallelSelector {
    fn join(&self, tally: Tally, _tick: &TickContext<'_>) -> Option<bool> {
        if tally.succeeded > 0 {
            Some(true)
        } else if tally.failed == tally.children {
            Some(false)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::testing::{TestTree, nothing, over_children};

    #[test]
    fn fails_when_the_last_of_its_children_has() {
        assert_eq!(
            over_children("ParallelSelector", &["RF", "F", "RRF"], 3),
            "RRF"
        );
    }

    #[test]
    fn succeeds_in_the_frame_in_which_a_child_does() {
        assert_eq!(
            over_children("ParallelSelector", &["R", "F", "RRS"], 3),
            "RRS"
        );
    }

    #[test]
    fn all_have_their_turn_before_the_rest_is_interrupted() {
        let mut tree = TestTree::new();
        tree.open("ParallelSelector", &nothing());
        tree.script("R").script("RS").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R 2=S 2.S 3=R 1.X 3.X 0.S");
    }

    #[test]
    fn a_success_at_the_start_keeps_those_to_its_right_from_starting() {
        let mut tree = TestTree::new();
        tree.open("ParallelSelector", &nothing());
        tree.script("R").script("S").script("R").close();
        assert_eq!(tree.run().story(), "+0 +1 1=R +2 2=S 2.S 1.X 0.S");
    }
}
