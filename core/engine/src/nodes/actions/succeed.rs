//! `Succeed`: succeeds at once.

use crate::category::Category;
use crate::model::NodeDeclaration;
use crate::nodes::{Arguments, Declared, Leaf};
use crate::runtime::{Status, TickContext};

/// The task.
#[derive(Debug)]
pub struct Succeed;

impl Declared for Succeed {
    fn declaration() -> NodeDeclaration {
        NodeDeclaration {
            task: "Succeed".into(),
            category: Category::Action,
            summary: "Succeeds at once.".into(),
            details: "- Always: Success.".into(),
            icon: "check_circle".into(),
            color: None,
            child_parameters: vec![],
            parameters: vec![],
        }
    }

    fn make(_arguments: &Arguments) -> Self {
        Self
    }
}

impl Leaf for Succeed {
    fn update(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> Status {
        Status::Success
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nodes::testing::alone;

    #[test]
    fn it_answers_what_its_name_says() {
        assert_eq!(alone("Succeed", &Arguments::default(), 1), "S");
    }
}
