//! Short cuts through a program that nobody watches: where a run goes next when a node has ended, past all parents on the way that
//! only pass the result on or go to their next child. Worked out once when a program is built (in compilers: jump threading).

use super::program::{Flags, NONE, ProgramNode, Role};
use super::task::{Next, Tasks};
use crate::status::Outcome;

/// Where a run goes: into a node, or to the parent of one that has ended and must be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump(u32);

/// A [`Jump`], unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Enters this node.
    Enter(u32),
    /// This node has ended; its parent needs to be told.
    Ended(u32, Outcome),
}

impl Jump {
    /// The most nodes that a program can have, so that the two highest bits of an index are free.
    pub const MAX_NODES: usize = 1 << 30;
    const ENDED: u32 = 1 << 31;
    const SUCCEEDED: u32 = 1 << 30;

    pub fn enter(node: u32) -> Self {
        Self(node)
    }

    pub fn ended(node: u32, outcome: Outcome) -> Self {
        Self(
            node | Self::ENDED
                | if outcome.is_success() {
                    Self::SUCCEEDED
                } else {
                    0
                },
        )
    }

    #[inline]
    pub fn target(self) -> Target {
        if self.0 & Self::ENDED == 0 {
            Target::Enter(self.0)
        } else {
            Target::Ended(
                self.0 & (Self::SUCCEEDED - 1),
                Outcome::of(self.0 & Self::SUCCEEDED != 0),
            )
        }
    }
}

/// Fills in landings and jumps. Links, roles, rules and flags must be there.
pub(super) fn thread<W, B: Tasks>(nodes: &mut [ProgramNode<W, B>]) {
    for index in (0..nodes.len()).rev() {
        let landing = if passes_through(&nodes[index]) {
            nodes[index + 1].landing
        } else {
            index as u32
        };
        nodes[index].landing = landing;
    }
    for index in 0..nodes.len() {
        nodes[index].after_success = jump_after(nodes, index, Outcome::Success);
        nodes[index].after_failure = jump_after(nodes, index, Outcome::Failure);
    }
}

/// Whether entering and leaving a node is nothing but going to a child or passing on a result.
fn passes_through<W, B>(node: &ProgramNode<W, B>) -> bool {
    node.role() == Role::Parent && node.rule.is_some() && !node.flags.has(Flags::HAS_WATCHED)
}

/// Parents come before their children, so a parent's own jumps are known.
fn jump_after<W, B: Tasks>(nodes: &[ProgramNode<W, B>], index: usize, outcome: Outcome) -> Jump {
    let node = &nodes[index];
    let ended = Jump::ended(index as u32, outcome);
    if node.flags.has(Flags::BRANCH_ROOT) {
        return ended;
    }
    let parent = &nodes[node.parent as usize];
    let Some(rule) = parent.rule.filter(|_| passes_through(parent)) else {
        return ended;
    };
    let next = (node.next_sibling != NONE).then_some(super::NodeIndex(node.next_sibling));
    match rule.next(outcome, next) {
        Next::Run(sibling) => Jump::enter(nodes[sibling.get()].landing),
        Next::End(Outcome::Success) => parent.after_success,
        Next::End(Outcome::Failure) | Next::Wait => parent.after_failure,
    }
}
