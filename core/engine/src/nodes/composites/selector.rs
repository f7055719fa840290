//! `Selector`: runs its children in order until one succeeds: the first that works is enough.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    Selector: Composite, "question_mark",
    summary: "Runs its children in order until one succeeds.",
    details: [
        "- Child succeeds: returns Success immediately.",
        "- Child fails: runs the next child in the same frame; after the last one, returns Failure.",
        "- Child returns Running: continues with it in the next frame.",
    ],
}

impl RuledParent for Selector {
    const RULE: Rule = Rule {
        success: Verdict::Succeed,
        failure: Verdict::NextElseFail,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

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
