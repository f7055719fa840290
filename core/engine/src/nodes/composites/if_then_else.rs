//! `IfThenElse`: runs its second child if the first succeeds, otherwise the third; decided once.

use crate::nodes::prelude::*;

kind! {
    IfThenElse: Composite, "alt_route",
    summary: "Runs its second child if the first succeeds, otherwise the third; decided once.",
    details: [
        "- First child succeeds: runs the second in the same frame and returns its result.",
        "- First child fails: runs the third in the same frame and returns its result. Without a third, returns Failure.",
        "- First child returns Running: waits for it.",
        "- The decision holds until this node starts again: the first child is not rechecked.",
    ],
}

/// Decides after a child ended, where the first child is a condition and the others are its two branches.
pub(super) fn branch(context: &ParentContext<'_, '_>, outcome: Outcome) -> Next {
    if context.ended() != context.first_child() {
        return Next::End(outcome);
    }
    let place = if outcome.is_success() { 1 } else { 2 };
    context.child(place).map_or(Next::End(outcome), Next::Run)
}

impl Parent for IfThenElse {
    const WANTS: TaskRequirements = wants!(reorders);

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        branch(context, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_the_second_child_or_the_third() {
        assert_eq!(over_children("IfThenElse", &["RS", "RS", "RF"], 3), "RRS");
        assert_eq!(over_children("IfThenElse", &["RF", "RS", "RF"], 3), "RRF");
    }

    #[test]
    fn without_a_third_child_it_fails_if_the_first_does() {
        assert_eq!(over_children("IfThenElse", &["F", "S"], 1), "F");
    }

    #[test]
    fn the_decision_is_final() {
        let mut tree = TestTree::under("IfThenElse", &no_arguments());
        tree.lasting_script("FS").script("R").script("RS").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=F 1.F +3 3=R");
        assert_eq!(run.story(), "3=S 3.S 0.S");
    }
    #[test]
    fn an_abort_that_leads_back_to_the_condition_decides_again() {
        let mut tree = TestTree::new();
        let near = tree.variable("near", true);
        tree.open_with("IfThenElse", &no_arguments(), AbortType::OwnBranch);
        tree.leaf("CompareBool", &is_true(near));
        tree.script("R").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.starts(), "0 1 2");
        run.set("near", false);
        assert_eq!(run.story(), "1?F 1!0 2.X +1 1=F 1.F +3 3=R");
    }
}
