//! `Idle`: runs for ever, until it is interrupted.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Status, TickContext, Wake};

/// The task.
#[derive(Debug)]
pub struct Idle;

impl Declared for Idle {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Idle".into(),
            category: Category::Action,
            summary: "Runs for ever, until it is interrupted.".into(),
            details: "- Always: Running.".into(),
            icon: "bedtime".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Leaf for Idle {
    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Running
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::alone;

    #[test]
    fn it_answers_what_its_name_says() {
        assert_eq!(alone("Idle", &Arguments::default(), 3), "RRR");
    }
}
