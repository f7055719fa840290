//! `Log`: writes a line to the log.

use crate::nodes::prelude::*;

kind! {
    Log: Action, "chat",
    summary: "Writes a line to the log.",
    details: ["- Always: returns Success."],
    parameters: {
        text: Operand<Arc<str>> = optional(ValueType::String, "", "The text to write."),
    },
}

impl Leaf for Log {
    const GROUND: Option<Ground> = Some(Ground::Nothing);

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        tick.say(self.text.get(tick));
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_logs_its_text_and_succeeds() {
        let mut tree = TestTree::new();
        tree.leaf("Log", &with("text", "你好"));
        let mut run = tree.run();
        let frame = run.frame();
        assert_eq!(frame.status, Status::Success);
        assert!(
            frame
                .events
                .contains(&TraceEvent::Log(run.index("0"), "你好".into()))
        );
    }
}
