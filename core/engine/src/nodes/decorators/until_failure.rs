//! `UntilFailure`: runs its child until it fails.

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Parent};
use crate::runtime::{Next, NodeIndex, Operand, ParentContext, TickContext, Wants};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct UntilFailure {
    succeed: Operand<bool>,
}

impl Declared for UntilFailure {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "UntilFailure".into(),
            category: Category::Decorator,
            summary: "Runs its child until it fails.".into(),
            details: concat!(
                "- Child succeeds: runs it again, once a frame.\n",
                "- Child fails: ends with Failure, or with Success if `succeed` is set.\n",
                "- Child runs: keeps running.",
            )
            .into(),
            icon: "rule".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![ParameterDeclaration::optional(
                "succeed",
                ParameterType::Value(ValueType::Bool),
                false,
                "End with Success when the child fails.",
            )],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            succeed: arguments.operand("succeed"),
        }
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
        tick: &mut TickContext<'_>,
    ) -> Next {
        if succeeded {
            Next::Run(child)
        } else {
            Next::End(self.succeed.get(tick))
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

    #[test]
    fn the_failure_can_be_what_was_wanted() {
        let succeed = Arguments::default().with("succeed", true);
        assert_eq!(over_one_child("UntilFailure", &succeed, "RF", 2), "RS");
    }
}
