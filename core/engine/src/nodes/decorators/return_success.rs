//! `ReturnSuccess`: returns Success, whatever the result of its child.

use crate::nodes::prelude::*;

kind! {
    ReturnSuccess: Decorator, "check",
    summary: "Returns Success, whatever the result of its child.",
    details: [
        "- Child succeeds or fails: returns Success.",
        "- Child returns Running: returns Running.",
    ],
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

    #[test]
    fn succeeds_whatever_the_result_of_its_child() {
        assert_eq!(
            over_one_child("ReturnSuccess", &no_arguments(), "RF", 2),
            "RS"
        );
        assert_eq!(
            over_one_child("ReturnSuccess", &no_arguments(), "S", 1),
            "S"
        );
    }
}
