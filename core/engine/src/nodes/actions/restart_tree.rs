//! `RestartTree`: restarts the tree from its root in the next frame.

use crate::nodes::prelude::*;

kind! {
    RestartTree: Action, "restart_alt",
    summary: "Restarts the tree from its root in the next frame.",
    details: [
        "- Always: returns Running. At the end of the frame, everything in the tree is interrupted, this node included; in the next frame the tree starts at its root, as if disabled and enabled again.",
        "- Variables keep their values; what nodes remember across starts is reset.",
        "- If the tree itself ends in this frame, it does not restart.",
    ],
}

impl Leaf for RestartTree {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        tick.restart_tree();
        Status::Running
    }

    fn ends_the_tree(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_interrupted_and_the_next_frame_begins_at_the_root() {
        let mut tree = TestTree::new();
        tree.open("Sequence", &no_arguments()).script("RS");
        tree.leaf("RestartTree", &no_arguments()).close();
        let mut run = tree.run();
        assert_eq!(run.story(), "+0 +1 1=R");
        assert_eq!(run.story(), "1=S 1.S +2 2=R 2.X 0.X");
        assert_eq!(run.story(), "+0 +1 1=R");
    }

    #[test]
    fn variables_keep_their_values_and_task_memory_is_reset() {
        let mut tree = TestTree::new();
        let slot = tree.variable("rounds", 0_i64);
        let mut write = with("value", 5_i64);
        write.set("variable", Operand::Variable(slot));
        tree.open("Sequence", &no_arguments());
        tree.open("RunOnce", &no_arguments())
            .leaf("SetVariable", &write)
            .close();
        tree.leaf("RestartTree", &no_arguments()).close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.get("rounds"), Value::Int(5));
        assert_eq!(run.starts(), "0 1 2 3");
    }

    #[test]
    fn a_tree_that_ends_in_the_same_frame_stays_finished() {
        let mut tree = TestTree::under("ParallelSelector", &no_arguments());
        tree.leaf("RestartTree", &no_arguments())
            .script("S")
            .close();
        let mut run = tree.run();
        assert_eq!(run.letters(1), "S");
        assert_eq!(run.instance.state(), TreeState::Finished(Status::Success));
    }
}
