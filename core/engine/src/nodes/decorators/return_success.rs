//! `ReturnSuccess`: ends with Success whatever its child ends with.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, RuledParent};
use crate::runtime::{Rule, Verdict};

/// The task.
#[derive(Debug)]
pub struct ReturnSuccess;

impl Declared for ReturnSuccess {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "ReturnSuccess".into(),
            category: Category::Decorator,
            summary: "Ends with Success whatever its child ends with.".into(),
            details: concat!(
                "- Child succeeds or fails: ends with Success.\n",
                "- Child runs: keeps running.",
            )
            .into(),
            icon: "check".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl RuledParent for ReturnSuccess {
    const RULE: Rule = Rule {
        success: Verdict::Succeed,
        failure: Verdict::Succeed,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::over_one_child;

    #[test]
    fn succeeds_whatever_its_child_does() {
        assert_eq!(
            over_one_child("ReturnSuccess", &Arguments::default(), "RF", 2),
            "RS"
        );
        assert_eq!(
            over_one_child("ReturnSuccess", &Arguments::default(), "S", 1),
            "S"
        );
    }
}
