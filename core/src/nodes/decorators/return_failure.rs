//! `ReturnFailure`: ends with Failure whatever its child ends with.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Parent};
use crate::runtime::{Next, NodeIndex, ParentContext, TickContext};

/// The task.
#[derive(Debug)]
pub struct ReturnFailure;

impl Declared for ReturnFailure {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "ReturnFailure".into(),
            category: Category::Decorator,
            summary: "Ends with Failure whatever its child ends with.".into(),
            details: concat!(
                "- Child succeeds or fails: ends with Failure.\n",
                "- Child runs: keeps running.",
            )
            .into(),
            icon: "close".into(),
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Parent for ReturnFailure {
    fn child_ended(
        &self,
        _context: &mut ParentContext<'_>,
        _child: NodeIndex,
        _succeeded: bool,
        _tick: &mut TickContext<'_>,
    ) -> Next {
        Next::End(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::over_one_child;

    #[test]
    fn fails_whatever_its_child_does() {
        assert_eq!(
            over_one_child("ReturnFailure", &Arguments::default(), "RS", 2),
            "RF"
        );
        assert_eq!(
            over_one_child("ReturnFailure", &Arguments::default(), "F", 1),
            "F"
        );
    }
}
