//! `Inverter`: turns Success of its child into Failure, and Failure into Success.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, RuledParent};
use crate::runtime::{Rule, Verdict};

/// The task.
#[derive(Debug)]
pub struct Inverter;

impl Declared for Inverter {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Inverter".into(),
            category: Category::Decorator,
            summary: "Turns Success of its child into Failure, and Failure into Success.".into(),
            details: concat!(
                "- Child succeeds: ends with Failure.\n",
                "- Child fails: ends with Success.\n",
                "- Child runs: keeps running.",
            )
            .into(),
            icon: "priority_high".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl RuledParent for Inverter {
    const RULE: Rule = Rule {
        success: Verdict::Fail,
        failure: Verdict::Succeed,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::over_one_child;

    #[test]
    fn turns_results_round_and_keeps_running() {
        assert_eq!(
            over_one_child("Inverter", &Arguments::default(), "RS", 2),
            "RF"
        );
        assert_eq!(
            over_one_child("Inverter", &Arguments::default(), "F", 1),
            "S"
        );
    }
}
