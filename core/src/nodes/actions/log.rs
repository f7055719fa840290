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
        tick.log = Some(self.text.get(&tick.variables));
        Status::Success
    }
}
