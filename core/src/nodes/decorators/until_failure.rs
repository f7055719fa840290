//! `UntilFailure`: runs its child until it fails.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Parent};
use crate::runtime::{Next, NodeIndex, ParentContext, TickContext, Wants};

/// The task.
#[derive(Debug)]
pub struct UntilFailure;

impl Declared for UntilFailure {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "UntilFailure".into(),
            category: Category::Decorator,
            summary: "Runs its child until it fails.".into(),
            details: concat!(
                "- Child succeeds: runs it again, once a frame.\n",
                "- Child fails: ends with Failure.\n",
                "- Child runs: keeps running.",
            )
            .into(),
            icon: "rule".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Parent for UntilFailure {
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
            Next::Run(child)
        } else {
            Next::End(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::over_one_child;

    #[test]
    fn runs_its_child_once_a_frame_until_it_fails() {
        assert_eq!(
            over_one_child("UntilFailure", &Arguments::default(), "S", 3),
            "RRR"
        );
        assert_eq!(
            over_one_child("UntilFailure", &Arguments::default(), "RF", 2),
            "RF"
        );
    }
}
