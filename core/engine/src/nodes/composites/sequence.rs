//! `Sequence`: runs its children in order until one fails: all of them must succeed.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, RuledParent};
use crate::runtime::{Rule, Verdict};

/// The task.
#[derive(Debug)]
pub struct Sequence;

impl Declared for Sequence {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Sequence".into(),
            category: Category::Composite,
            summary: "Runs its children in order until one fails: all of them must succeed.".into(),
            details: concat!(
                "- Child succeeds: goes on to the next child in the same frame; after the last one, ends with Success.\n",
                "- Child fails: ends with Failure at once.\n",
                "- Child runs: stays with it, and goes on from there in the next frame.",
            )
            .into(),
            icon: "arrow_forward".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl RuledParent for Sequence {
    const RULE: Rule = Rule {
        success: Verdict::NextElseSucceed,
        failure: Verdict::Fail,
    };
}

#[cfg(test)]
mod tests {
    use crate::nodes::testing::over_children;

    #[test]
    fn fails_at_the_first_failure_and_succeeds_after_the_last_child() {
        assert_eq!(over_children("Sequence", &["S", "S"], 1), "S");
        assert_eq!(over_children("Sequence", &["S", "F", "S"], 1), "F");
    }

    #[test]
    fn goes_on_from_the_running_child_without_running_those_before_it_again() {
        assert_eq!(over_children("Sequence", &["SF", "RRS", "S"], 3), "RRS");
    }
}
