//! `Selector`: runs its children in order until one succeeds: the first that works is enough.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, RuledParent};
use crate::runtime::{Rule, Verdict};

/// The task.
#[derive(Debug)]
pub struct Selector;

impl Declared for Selector {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Selector".into(),
            category: Category::Composite,
            summary: "Runs its children in order until one succeeds: the first that works is enough.".into(),
            details: concat!(
                "- Child succeeds: ends with Success at once.\n",
                "- Child fails: goes on to the next child in the same frame; after the last one, ends with Failure.\n",
                "- Child runs: stays with it, and goes on from there in the next frame.",
            )
            .into(),
            icon: "question_mark".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl RuledParent for Selector {
    const RULE: Rule = Rule {
        success: Verdict::Succeed,
        failure: Verdict::NextElseFail,
    };
}

#[cfg(test)]
mod tests {
    use crate::nodes::testing::over_children;

    #[test]
    fn succeeds_at_the_first_success_and_fails_after_the_last_child() {
        assert_eq!(over_children("Selector", &["F", "S", "F"], 1), "S");
        assert_eq!(over_children("Selector", &["F", "F"], 1), "F");
    }

    #[test]
    fn goes_on_from_the_running_child_without_running_those_before_it_again() {
        assert_eq!(over_children("Selector", &["FS", "RRF", "S"], 3), "RRS");
    }
}
