//! `IsTreeRunning`: succeeds while a tree runs beside this one.

use crate::nodes::prelude::*;

kind! {
    /// The task.
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
        Status::of(tick.tree_run(&self.tree) == TreeRun::Running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_succeeds_from_the_start_of_the_tree_to_its_end() {
        let mut tree = TestTree::new();
        tree.beside("patrol", |patrol| {
            patrol.script("RS");
        });
        let patrol = with("tree", "patrol");
        tree.open("Parallel", &nothing());
        tree.open("Repeater", &with("forever", true));
        tree.leaf("IsTreeRunning", &patrol).close();
        tree.leaf("RunTree", &patrol).close();
        let mut run = tree.run();
        assert!(run.story().contains("2=F"), "not started yet");
        assert!(run.story().contains("2=S"), "it ran once");
        assert!(run.story().contains("2=F"), "it has ended");
    }
}
