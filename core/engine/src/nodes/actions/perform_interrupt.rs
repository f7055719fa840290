//! `PerformInterrupt`: interrupts the Interruptible nodes of this tree with a given key.

use crate::nodes::prelude::*;

kind! {
    PerformInterrupt: Action, "pan_tool",
    summary: "Interrupts the Interruptible nodes of this tree with a given key.",
    details: [
        "- Always: returns Success. At the start of the next frame, the running children of those nodes are interrupted; the nodes return `result`.",
        "- No node with this key is running then: no effect.",
    ],
    parameters: {
        key: Operand<Arc<str>> = required(ValueType::String, "The key of the nodes to interrupt."),
        result: Option<Outcome> = optional(ParameterType::choice(["Success", "Failure"]), "Failure", "The result that they return.")
            .meaning(["They return Success.", "They return Failure."]),
    },
}

impl Leaf for PerformInterrupt {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let key = self.key.get(tick);
        tick.interrupt(key, self.result.unwrap_or(Outcome::Failure));
        Status::Success
    }

    fn interrupts(&self) -> Option<&Operand<Arc<str>>> {
        Some(&self.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(key: &str) -> Arguments {
        with("key", key)
    }

    #[test]
    fn nodes_with_the_key_are_interrupted_in_the_next_frame() {
        for (result, end) in [("Success", "S"), ("Failure", "F")] {
            let mut tree = TestTree::under("ParallelComplete", &no_arguments());
            tree.open("Interruptible", &key("stop")).script("R").close();
            tree.open("Sequence", &no_arguments());
            tree.leaf("PerformInterrupt", &key("stop").with("result", result));
            tree.script("R").close().close();
            let mut run = tree.run();
            assert_eq!(run.story(), "+0 +1 +2 2=R +3 +4 4=S 4.S +5 5=R");
            assert_eq!(run.story(), format!("2.X 1.{end} 5=R 5.X 3.X 0.{end}"));
        }
    }

    #[test]
    fn it_succeeds_if_no_running_node_has_the_key() {
        let mut tree = TestTree::under("Sequence", &no_arguments());
        tree.leaf("PerformInterrupt", &key("stop")).script("RS");
        tree.open("Interruptible", &key("stop"))
            .script("RS")
            .close()
            .close();
        assert_eq!(tree.run().letters(3), "RRS");
    }
}
