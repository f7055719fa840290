//! `WhileDoElse`: runs its second child while the first succeeds, otherwise the third; rechecked every frame.

use super::if_then_else::branch;
use crate::nodes::prelude::*;

kind! {
    WhileDoElse: Composite, "sync_alt",
    summary: "Runs its second child while the first succeeds, otherwise the third; rechecked every frame.",
    details: [
        "- First child succeeds: runs the second in the same frame and returns its result when it ends.",
        "- First child fails: runs the third in the same frame and returns its result when it ends. Without a third, returns Failure.",
        "- Second or third child returns Running: in the next frame, the first runs again before it. If the result of the first differs, the running child is interrupted and the other one runs.",
        "- First child returns Running: a running second or third child is interrupted.",
    ],
}

impl Parent for WhileDoElse {
    const WANTS: TaskRequirements = wants!(revises, reorders);

    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        branch(context, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_the_second_child_or_the_third() {
        assert_eq!(over_children("WhileDoElse", &["S", "RS", "RF"], 2), "RS");
        assert_eq!(over_children("WhileDoElse", &["F", "RS", "RF"], 2), "RF");
        assert_eq!(over_children("WhileDoElse", &["F", "S"], 1), "F");
    }

    #[test]
    fn changes_to_the_other_child_when_the_condition_changes() {
        let mut tree = TestTree::under("WhileDoElse", &no_arguments());
        tree.lasting_script("SSFS").script("R").script("R").close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=S 1.S +2 2=R");
        assert_eq!(run.story(), "+1 1=S 1.S 2=R");
        assert_eq!(run.story(), "+1 1=F 1.F +3 3=R 2.X");
        assert_eq!(run.story(), "+1 1=S 1.S +2 2=R 3.X");
    }

    #[test]
    fn the_running_branch_is_interrupted_when_the_node_ends_or_the_condition_returns_running() {
        let mut tree = TestTree::under("WhileDoElse", &no_arguments());
        tree.lasting_script("SRF").script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.story(), "+1 1=R 2.X");
        assert_eq!(run.story(), "1=F 1.F 0.F");
    }
}
