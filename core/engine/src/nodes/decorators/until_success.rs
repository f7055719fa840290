//! `UntilSuccess`: runs its child until it succeeds.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Parent};
use crate::runtime::{Next, NodeIndex, ParentContext, TickContext, Wants};

/// The task.
#[derive(Debug)]
pub struct UntilSuccess;

impl Declared for UntilSuccess {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "UntilSuccess".into(),
            category: Category::Decorator,
            summary: "Runs its child until it succeeds.".into(),
            details: concat!(
                "- Child succeeds: ends with Success.\n",
                "- Child fails: runs it again, once a frame.\n",
                "- Child runs: keeps running.",
            )
            .into(),
            icon: "replay".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Parent for UntilSuccess {
    const WANTS: Wants = Wants {
        loops: true,
        ..Wants::NONE
    };

    fn child_ended(
        &self,
        _context: &mut ParentContext<'_>,
        child: NodeIndex,
        succeeded: bool,
        _tick: &mut TickContext<'_>,
    ) -> Next {
        if succeeded {
            Next::End(true)
        } else {
            Next::Run(child)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::{TestTree, over_one_child};
    use crate::runtime::Operand;
    use crate::runtime::VariableSlot;

    #[test]
    fn runs_a_child_that_fails_at_once_again_in_the_next_frame() {
        assert_eq!(
            over_one_child("UntilSuccess", &Arguments::default(), "F", 3),
            "RRR"
        );
    }

    #[test]
    fn ends_when_its_child_succeeds() {
        let mut tree = TestTree::new();
        tree.variable("done", false);
        let done = Arguments::default();
        let mut done = done.with("operator", "==").with("right", true);
        done.set("left", Operand::Variable(VariableSlot::Tree(0)));
        tree.open("UntilSuccess", &Arguments::default())
            .leaf("CompareBool", &done)
            .close();
        let mut run = tree.run();
        assert_eq!(run.letters(2), "RR");
        run.set("done", true);
        assert_eq!(run.letters(1), "S");
    }
}
