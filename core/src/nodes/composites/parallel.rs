//! `Parallel`: runs all its children at the same time: all of them must succeed.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{self, Arguments, Declared};
use crate::runtime::Tally;

/// The task.
#[derive(Debug)]
pub struct Parallel;

impl Declared for Parallel {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Parallel".into(),
            category: Category::Composite,
            summary: "Runs all its children at the same time: all of them must succeed.".into(),
            details: concat!(
                "- Child succeeds: the others go on; when all have succeeded, ends with Success.\n",
                "- Child fails: ends with Failure once every running child had its turn in this frame; what still runs is interrupted. A child that fails at once when it starts keeps those to its right from starting.\n",
                "- Child runs: it runs again in the next frame, left to right with the others.",
            )
            .into(),
            icon: "density_large".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl nodes::Parallel for Parallel {
    fn join(&self, tally: Tally) -> Option<bool> {
        if tally.failed > 0 {
            Some(false)
        } else if tally.succeeded == tally.children {
            Some(true)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::nodes::testing::over_children;

    #[test]
    fn succeeds_when_the_last_of_its_children_has() {
        assert_eq!(over_children("Parallel", &["RS", "S", "RRS"], 3), "RRS");
    }

    #[test]
    fn fails_in_the_frame_in_which_a_child_fails() {
        assert_eq!(over_children("Parallel", &["R", "RRF", "S"], 3), "RRF");
        assert_eq!(over_children("Parallel", &["F", "R"], 1), "F");
    }
}
