//! `ReturnSuccess`: ends with Success whatever its child ends with.

use crate::nodes::prelude::*;

kind! {
    /// The task.
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
    fn succeeds_whatever_its_child_does() {
        assert_eq!(over_one_child("ReturnSuccess", &nothing(), "RF", 2), "RS");
        assert_eq!(over_one_child("ReturnSuccess", &nothing(), "S", 1), "S");
    }
}
