//! `IsTreeRunning`: succeeds while a tree runs in the background.

use crate::nodes::prelude::*;

kind! {
    IsTreeRunning: Conditional, "directions_run",
    summary: "Succeeds while a tree runs in the background.",
    details: [
        "- The tree was started and has neither ended nor been stopped: returns Success.",
        "- Otherwise: returns Failure.",
    ],
    parameters: {
        tree: Arc<str> = required(Tree, "The name of a tree in this document."),
    },
}

impl Leaf for IsTreeRunning {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        Status::of(tick.background_tree_state(&self.tree) == BackgroundTreeState::Running)
    }

    fn concerned_tree(&self) -> Option<&Arc<str>> {
        Some(&self.tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_succeeds_while_the_tree_runs() {
        let mut tree = TestTree::new();
        tree.background_tree("patrol", |patrol| {
            patrol.script("RS");
        });
        let patrol = with("tree", "patrol");
        tree.open("Parallel", &no_arguments());
        tree.open("Repeater", &with("forever", true));
        tree.leaf("IsTreeRunning", &patrol).close();
        tree.leaf("RunTree", &patrol).close();
        let mut run = tree.run();
        assert!(run.story().contains("2=F"), "not started yet");
        assert!(run.story().contains("2=S"), "it ran once");
        assert!(run.story().contains("2=F"), "it has ended");
    }
}
