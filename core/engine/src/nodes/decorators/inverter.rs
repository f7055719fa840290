//! `Inverter`: turns Success of its child into Failure, and Failure into Success.

use crate::nodes::prelude::*;

kind! {
    /// The task.
    Inverter: Decorator, "priority_high",
    summary: "Inverts the result of its child.",
    details: [
        "- Child succeeds: returns Failure.",
        "- Child fails: returns Success.",
        "- Child returns Running: returns Running.",
    ],
}

impl RuledParent for Inverter {
    const RULE: Rule = Rule {
        success: Verdict::Fail,
        failure: Verdict::Succeed,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_results_round_and_keeps_running() {
        assert_eq!(over_one_child("Inverter", &nothing(), "RS", 2), "RF");
        assert_eq!(over_one_child("Inverter", &nothing(), "F", 1), "S");
    }
}
