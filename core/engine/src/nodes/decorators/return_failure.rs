//! `ReturnFailure`: returns Failure, whatever the result of its child.

use crate::nodes::prelude::*;

kind! {
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
    fn fails_whatever_the_result_of_its_child() {
        assert_eq!(
            over_one_child("ReturnFailure", &no_arguments(), "RS", 2),
            "RF"
        );
        assert_eq!(
            over_one_child("ReturnFailure", &no_arguments(), "F", 1),
            "F"
        );
    }
}
