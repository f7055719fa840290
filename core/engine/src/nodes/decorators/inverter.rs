//! `Inverter`: inverts the result of its child.

use crate::nodes::prelude::*;

kind! {
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
    fn inverts_results_and_passes_running_on() {
        assert_eq!(over_one_child("Inverter", &no_arguments(), "RS", 2), "RF");
        assert_eq!(over_one_child("Inverter", &no_arguments(), "F", 1), "S");
    }
}
