//! `RunTree`: runs another tree of the document in the background.

use crate::nodes::prelude::*;

kind! {
    RunTree: Action, "play_circle",
    summary: "Runs another tree of the document in the background.",
    details: [
        "- Without `wait`: returns Success. From this frame on, the background tree runs right after this one in each frame, for the same agent, with its own variables.",
        "- With `wait`: returns Running until that tree ends, then its result; Failure if it is stopped. If this node is interrupted while it waits, the background tree is stopped.",
        "- A tree that is already running is not started again.",
        "- When a tree ends, all background trees that it started are stopped.",
    ],
    parameters: {
        tree: Arc<str> = required(Tree, "The name of a tree in this document."),
        wait: Operand<bool> = optional(Bool, false, "Wait until that tree has ended, and return its result."),
    },
}

impl Leaf for RunTree {
    const HEARS_INTERRUPTION: bool = true;

    fn start(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) {
        tick.start_background_tree(&self.tree);
    }

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        if !self.wait.get(tick) {
            return Status::Success;
        }
        match tick.background_tree_state(&self.tree) {
            BackgroundTreeState::Running => Status::Running,
            BackgroundTreeState::Ended(outcome) => outcome.into(),
            BackgroundTreeState::Idle => Status::Failure,
        }
    }

    fn interrupted(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) {
        tick.stop_background_tree(&self.tree);
    }

    fn background_tree(&self) -> Option<&Arc<str>> {
        Some(&self.tree)
    }

    fn concerned_tree(&self) -> Option<&Arc<str>> {
        Some(&self.tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_patrol(wait: bool, answers: &str) -> TestTree {
        let mut tree = TestTree::new();
        tree.background_tree("patrol", |patrol| {
            patrol.script(answers);
        });
        let arguments = with("tree", "patrol").with("wait", wait);
        tree.open("Sequence", &no_arguments());
        tree.leaf("RunTree", &arguments).script("RRRS").close();
        tree
    }

    #[test]
    fn without_waiting_it_succeeds_and_the_tree_runs_in_the_background() {
        let mut run = with_patrol(false, "RRS").run();
        assert_eq!(run.starts(), "0 1 2 patrol");
        assert_eq!(run.instance.background_trees().count(), 1);
        assert_eq!(run.letters(2), "RR");
        assert_eq!(run.instance.background_trees().count(), 0);
    }

    #[test]
    fn with_waiting_it_returns_the_trees_result_one_frame_later() {
        let mut run = with_patrol(true, "RS").run();
        assert_eq!(run.story(), "+0 +1 1=R +patrol");
        assert_eq!(run.story(), "1=R patrol.Success");
        assert_eq!(run.story(), "1=S 1.S +2 2=R");
        assert_eq!(with_patrol(true, "F").run().letters(2), "RF");
    }

    #[test]
    fn an_interruption_while_waiting_stops_the_tree() {
        let mut tree = TestTree::new();
        tree.background_tree("patrol", |patrol| {
            patrol.script("R");
        });
        let arguments = with("tree", "patrol").with("wait", true);
        tree.open("Selector", &no_arguments());
        tree.open("TimeLimit", &with("seconds", 2.0));
        tree.leaf("RunTree", &arguments).close().script("R").close();
        let mut run = tree.run();
        run.frame();
        assert_eq!(run.instance.background_trees().count(), 1);
        assert_eq!(run.story(), "2=R 2.X 1.F +3 3=R patrol.Inactive");
        assert_eq!(run.instance.background_trees().count(), 0);
    }

    #[test]
    fn a_running_tree_is_not_started_again() {
        let mut tree = TestTree::new();
        tree.background_tree("patrol", |patrol| {
            patrol.script("RRRS");
        });
        let arguments = with("tree", "patrol");
        tree.open("Sequence", &no_arguments());
        tree.leaf("RunTree", &arguments).script("RS");
        tree.leaf("RunTree", &arguments.with("wait", true)).close();
        assert_eq!(tree.run().letters(5), "RRRRS");
    }
}
