//! `PerformInterrupt`: interrupts the Interruptible nodes of this tree that have a key.

use std::sync::Arc;

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct PerformInterrupt {
    key: Operand<Arc<str>>,
    succeeds: bool,
}

impl Declared for PerformInterrupt {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "PerformInterrupt".into(),
            category: Category::Action,
            summary: "Interrupts the Interruptible nodes of this tree that have a key.".into(),
            details: concat!(
                "- Always: Success. At the beginning of the next frame, the children of those that are running are interrupted; they end with `result`.\n",
                "- Nothing with this key is running then: nothing happens.",
            )
            .into(),
            icon: "pan_tool".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![
                ParameterDeclaration::required("key", ParameterType::Value(ValueType::String), "The key of the nodes to interrupt."),
                ParameterDeclaration::optional("result", ParameterType::choice(["Success", "Failure"]), "Failure", "With what they end.").meaning(["It succeeds.", "It fails."]),
            ],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            key: arguments.operand("key"),
            succeeds: arguments.text("result") == "Success",
        }
    }
}

impl Leaf for PerformInterrupt {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let key = self.key.get(tick);
        tick.interrupt(key, self.succeeds);
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::{TestTree, nothing};

    fn key(key: &str) -> Arguments {
        Arguments::default().with("key", key)
    }

    #[test]
    fn what_has_the_key_is_interrupted_in_the_next_frame() {
        for (result, end) in [("Success", "S"), ("Failure", "F")] {
            let mut tree = TestTree::new();
            tree.open("ParallelComplete", &nothing());
            tree.open("Interruptible", &key("stop")).script("R").close();
            tree.open("Sequence", &nothing());
            tree.leaf("PerformInterrupt", &key("stop").with("result", result));
            tree.script("R").close().close();
            let mut run = tree.run();
            assert_eq!(run.story(), "+0 +1 +2 2=R +3 +4 4=S 4.S +5 5=R");
            assert_eq!(run.story(), format!("2.X 1.{end} 5=R 5.X 3.X 0.{end}"));
        }
    }

    #[test]
    fn nothing_with_the_key_running_is_no_matter() {
        let mut tree = TestTree::new();
        tree.open("Sequence", &nothing());
        tree.leaf("PerformInterrupt", &key("stop")).script("RS");
        tree.open("Interruptible", &key("stop"))
            .script("RS")
            .close()
            .close();
        assert_eq!(tree.run().letters(3), "RRS");
    }
}
