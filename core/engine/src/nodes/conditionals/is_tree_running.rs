//! `IsTreeRunning`: succeeds while a tree runs beside this one.

use std::sync::Arc;

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Status, TickContext, TreeRun};

/// The task.
#[derive(Debug)]
pub struct IsTreeRunning {
    tree: Arc<str>,
}

impl Declared for IsTreeRunning {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "IsTreeRunning".into(),
            category: Category::Conditional,
            summary: "Succeeds while a tree runs beside this one.".into(),
            details: concat!(
                "- The tree was started and neither ended nor was stopped: Success.\n",
                "- Otherwise: Failure.",
            )
            .into(),
            icon: "directions_run".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![ParameterDeclaration::required(
                "tree",
                ParameterType::Tree,
                "The name of the tree of this document.",
            )],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            tree: arguments.text("tree").into(),
        }
    }
}

impl Leaf for IsTreeRunning {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        Status::of(tick.tree_run(&self.tree) == TreeRun::Running)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::TestTree;

    #[test]
    fn it_succeeds_from_the_start_of_the_tree_to_its_end() {
        let mut tree = TestTree::new();
        tree.beside("patrol", |patrol| {
            patrol.script("RS");
        });
        let patrol = Arguments::default().with("tree", "patrol");
        tree.open("Parallel", &Arguments::default());
        tree.open("Repeater", &Arguments::default().with("forever", true));
        tree.leaf("IsTreeRunning", &patrol).close();
        tree.leaf("RunTree", &patrol).close();
        let mut run = tree.run();
        assert!(run.story().contains("2=F"), "not started yet");
        assert!(run.story().contains("2=S"), "it ran once");
        assert!(run.story().contains("2=F"), "it has ended");
    }
}
