//! Changes of a `Switch` that goes on from one child to another, found in starts and ends. Knows no recording.

use treewright_core::Program;
use treewright_core::runtime::{ChoiceRule, EndStatus, NodeIndex};

/// Finds the changes in the starts and ends of a run.
#[derive(Debug, Default)]
pub struct Switching {
    /// The children that were interrupted while their `Switch` went on.
    left: Vec<NodeIndex>,
}

impl Switching {
    /// Forgets what has happened.
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

    /// Notes that a node has started. Returns the child from which its parent has changed to it, if it has.
    pub fn started(&mut self, program: &Program<()>, node: NodeIndex) -> Option<NodeIndex> {
        let parent = program.parent(node);
        let is_sibling = |child: &NodeIndex| program.parent(*child) == parent;
        let place = self.left.iter().position(is_sibling)?;
        Some(self.left.remove(place)).filter(|from| *from != node)
    }
}

/// Returns whether a node is a child of a `Switch`.
fn is_case(program: &Program<()>, node: NodeIndex) -> bool {
    let parent = program.parent(node);
    let rule = parent.and_then(|parent| program.choice(parent, node));
    matches!(rule, Some(ChoiceRule::Case | ChoiceRule::NoCase))
}
