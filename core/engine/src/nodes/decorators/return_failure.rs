//! `ReturnFailure`: ends with Failure whatever its child ends with.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, RuledParent};
use crate::runtime::{Rule, Verdict};

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
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl RuledParent for ReturnFailure {
    const RULE: Rule = Rule {
        success: Verdict::Fail,
        failure: Verdict::Fail,
    };
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
