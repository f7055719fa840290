//! `Log`: writes a line to the log.

use std::sync::Arc;

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct Log {
    text: Operand<Arc<str>>,
}

impl Declared for Log {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Log".into(),
            category: Category::Action,
            summary: "Writes a line to the log.".into(),
            details: "- Always: Success.".into(),
            icon: "chat".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![ParameterDeclaration::optional(
                "text",
                ParameterType::Value(ValueType::String),
                "",
                "What to write.",
            )],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            text: arguments.operand("text"),
        }
    }
}

impl Leaf for Log {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        tick.say(self.text.get(tick));
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::TestTree;
    use crate::trace::TraceEvent;

    #[test]
    fn it_says_its_text_and_succeeds() {
        let mut tree = TestTree::new();
        tree.leaf("Log", &Arguments::default().with("text", "你好"));
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
