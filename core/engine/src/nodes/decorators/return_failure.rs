//! `ReturnFailure`: ends with Failure whatever its child ends with.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    ReturnFailure: Decorator, "close",
    summary: "Ends with Failure whatever its child ends with.",
    details: [
        "- Child succeeds or fails: ends with Failure.",
        "- Child runs: keeps running.",
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
