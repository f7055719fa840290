//! `UntilSuccess`: runs its child until it succeeds.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Parent};
use crate::runtime::{Next, NodeIndex, ParentContext, TickContext};

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
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Parent for UntilSuccess {
    const LOOPS: bool = true;

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
