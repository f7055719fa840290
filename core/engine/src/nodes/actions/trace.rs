//! `Trace`: adds a mark to the run history.

use crate::nodes::prelude::*;

kind! {
    Trace: Action, "bookmark",
    summary: "Adds a mark to the run history.",
    details: ["- Always: returns Success. The mark appears on the timeline, in traces and in recordings, at this node and frame."],
    parameters: {
        text: Operand<Arc<str>> = optional(ValueType::String, "", "The text of the mark."),
    },
}

impl Leaf for Trace {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let text = self.text.get(tick);
        tick.mark(text);
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_puts_a_mark_and_succeeds() {
        let mut tree = TestTree::new();
        tree.leaf("Trace", &with("text", "here"));
        assert_eq!(tree.run().story(), "+0 0:here 0=S 0.S");
    }
}
