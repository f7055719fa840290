//! `Sequence`: runs its children in order until one fails: all of them must succeed.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    Sequence: Composite, "arrow_forward",
    summary: "Runs its children in order until one fails; all must succeed.",
    details: [
        "- Child succeeds: runs the next child in the same frame; after the last one, returns Success.",
        "- Child fails: returns Failure immediately.",
        "- Child returns Running: continues with it in the next frame.",
    ],
}

impl RuledParent for Sequence {
    const RULE: Rule = Rule {
        success: Verdict::NextElseSucceed,
        failure: Verdict::Fail,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

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
