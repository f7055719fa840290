//! Changes of a `Switch` that goes on from one child to another, within a frame. Knows no search.

use treewright_core::Program;
use treewright_core::runtime::{ChoiceRule, EndStatus, NodeIndex};

use crate::findings::Shown;

/// Returns whether a node is a child of a `Switch`.
pub(crate) fn is_case(program: &Program<()>, node: NodeIndex) -> bool {
    let rule = program
        .parent(node)
        .and_then(|parent| program.choice(parent, node));
    matches!(rule, Some(ChoiceRule::Case | ChoiceRule::NoCase))
}

/// Finds the changes in the starts and ends of a frame.
#[derive(Debug, Default)]
pub(crate) struct Switching {
    /// The children that were interrupted while their `Switch` went on.
    left: Vec<NodeIndex>,
}

impl Switching {
    /// Begins a frame.
    pub fn clear(&mut self) {
        self.left.clear();
    }

    /// Notes that a node has ended.
    pub fn ended(&mut self, program: &Program<()>, node: NodeIndex, status: EndStatus) {
        self.left
            .retain(|child| program.parent(*child) != Some(node));
        if status == EndStatus::Inactive && is_case(program, node) {
            self.left.push(node);
        }
    }

    /// Notes that a node has started. Returns the change, if it is one.
    pub fn started(&mut self, program: &Program<()>, node: NodeIndex) -> Option<Shown> {
        let parent = program.parent(node);
        let place = self
            .left
            .iter()
            .position(|child| program.parent(*child) == parent)?;
        let from = self.left.remove(place);
        (from != node).then_some(Shown::Switch { from, to: node })
    }
}
