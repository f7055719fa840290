//! `Fail`: fails at once.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Status, TickContext};

/// The task.
#[derive(Debug)]
pub struct Fail;

impl Declared for Fail {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Fail".into(),
            category: Category::Action,
            summary: "Fails at once.".into(),
            details: "- Always: Failure.".into(),
            icon: "cancel".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Leaf for Fail {
    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Failure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::alone;

    #[test]
    fn it_answers_what_its_name_says() {
        assert_eq!(alone("Fail", &Arguments::default(), 1), "F");
    }
}
