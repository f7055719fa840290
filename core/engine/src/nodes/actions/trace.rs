//! `Trace`: leaves a mark in the trace.

use std::sync::Arc;

use crate::category::Category;
use crate::model::{NodeDeclaration, ParameterDeclaration, ParameterType};
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Operand, Status, TickContext};
use crate::value::ValueType;

/// The task.
#[derive(Debug)]
pub struct Trace {
    text: Operand<Arc<str>>,
}

impl Declared for Trace {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Trace".into(),
            category: Category::Action,
            summary: "Leaves a mark in the trace.".into(),
            details: "- Always: Success. The mark stands in the trace, on the timeline and in recorded runs, at this node and frame.".into(),
            icon: "bookmark".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![ParameterDeclaration::optional("text", ParameterType::Value(ValueType::String), "", "What the mark says.")],
        }
    }

    fn make(arguments: &Arguments) -> Self {
        Self {
            text: arguments.operand("text"),
        }
    }
}

impl Leaf for Trace {
    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        let text = self.text.get(tick);
        tick.mark(text);
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::TestTree;

    #[test]
    fn it_leaves_its_mark_and_succeeds() {
        let mut tree = TestTree::new();
        tree.leaf("Trace", &Arguments::default().with("text", "here"));
        assert_eq!(tree.run().story(), "+0 0:here 0=S 0.S");
    }
}
