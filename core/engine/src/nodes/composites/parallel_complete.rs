//! `ParallelComplete`: runs all its children at the same time and ends as the first one does.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{self, Arguments, Declared};
use crate::runtime::{Tally, TickContext};

/// The task.
#[derive(Debug)]
pub struct ParallelComplete;

impl Declared for ParallelComplete {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "ParallelComplete".into(),
            category: Category::Composite,
            summary: "Runs all its children at the same time and ends as the first one does.".into(),
            details: concat!(
                "- Child succeeds or fails: ends with its status once every running child had its turn in this frame; what still runs is interrupted. A child that ends at once when it starts keeps those to its right from starting.\n",
                "- Several children end in one frame: the leftmost of them counts.\n",
                "- Child runs: it runs again in the next frame, left to right with the others.",
            )
            .into(),
            icon: "sports_score".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl nodes::Parallel for ParallelComplete {
    fn join(&self, tally: Tally, _tick: &TickContext<'_>) -> Option<bool> {
        tally.first
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::testing::{TestTree, nothing, over_children};

    #[test]
    fn ends_as_the_first_child_that_ends() {
        assert_eq!(
            over_children("ParallelComplete", &["R", "RRS", "RRRF"], 3),
            "RRS"
        );
        assert_eq!(
            over_children("ParallelComplete", &["R", "RRRS", "RRF"], 3),
            "RRF"
        );
    }

    #[test]
    fn the_leftmost_of_those_that_end_in_one_frame_counts() {
        assert_eq!(
            over_children("ParallelComplete", &["R", "RF", "RS"], 2),
            "RF"
        );
        assert_eq!(
            over_children("ParallelComplete", &["R", "RS", "RF"], 2),
            "RS"
        );
    }

    #[test]
    fn what_still_runs_is_interrupted_left_to_right() {
        let mut tree = TestTree::new();
        tree.open("ParallelComplete", &nothing());
        tree.script("R").script("RF").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "1=R 2=F 2.F 3=R 1.X 3.X 0.F");
    }
}
