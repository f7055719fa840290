//! `StopTree`: stops this tree or a background tree.

use crate::nodes::prelude::*;

kind! {
    StopTree: Action, "stop_circle",
    summary: "Stops this tree or a background tree.",
    details: [
        "- Without `tree`: returns Running. At the end of the frame, everything in this tree is interrupted and the tree is disabled until the game enables it again. If the tree itself ends in this frame, it counts as ended.",
        "- With a `tree` that RunTree started: returns Success. Everything in that tree is interrupted at the end of this tree's frame. No effect if it is not running.",
    ],
    parameters: {
        tree: Arc<str> = optional(Tree, "", "The tree of this document to stop; empty for this one."),
    },
}

impl Leaf for StopTree {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        if self.tree.is_empty() {
            tick.stop_tree();
            return Status::Running;
        }
        tick.stop_background_tree(&self.tree);
        Status::Success
    }

    fn concerned_tree(&self) -> Option<&Arc<str>> {
        (!self.tree.is_empty()).then_some(&self.tree)
    }

    fn ends_the_tree(&self) -> bool {
        self.tree.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_interrupted_and_the_tree_is_disabled() {
        let mut tree = TestTree::new();
        tree.open("Parallel", &no_arguments()).script("R");
        tree.leaf("StopTree", &no_arguments()).close();
        let mut run = tree.run();
        assert_eq!(run.instance.tick(&mut (), &mut run.globals, 1.0), None);
        assert_eq!(run.instance.state(), TreeState::Disabled);
        assert_eq!(run.instance.stacks().count(), 0);
        run.instance.enable();
        assert_eq!(run.instance.tick(&mut (), &mut run.globals, 1.0), None);
    }

    #[test]
    fn a_tree_that_ends_in_the_same_frame_stays_finished() {
        let mut tree = TestTree::under("ParallelSelector", &no_arguments());
        tree.leaf("StopTree", &no_arguments()).script("S").close();
        let mut run = tree.run();
        assert_eq!(run.letters(1), "S");
        assert_eq!(run.instance.state(), TreeState::Finished(Status::Success));
    }

    #[test]
    fn a_background_tree_is_stopped_and_this_tree_continues() {
        let mut tree = TestTree::new();
        tree.background_tree("patrol", |patrol| {
            patrol.script("R");
        });
        let patrol = with("tree", "patrol");
        tree.open("Sequence", &no_arguments());
        tree.leaf("RunTree", &patrol).script("RS");
        tree.leaf("StopTree", &patrol).script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.instance.background_trees().count(), 1);
        assert_eq!(run.starts(), "3 4");
        assert_eq!(run.instance.background_trees().count(), 0);
    }
}
