//! `ReturnFailure`: ends with Failure whatever its child ends with.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    ReturnFailure: Decorator, "close",
    summary: "Returns Failure, whatever the result of its child.",
    details: [
        "- Child succeeds or fails: returns Failure.",
        "- Child returns Running: returns Running.",
    ],
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

    #[test]
    fn fails_whatever_its_child_does() {
        assert_eq!(over_one_child("ReturnFailure", &nothing(), "RS", 2), "RF");
        assert_eq!(over_one_child("ReturnFailure", &nothing(), "F", 1), "F");
    }
}
