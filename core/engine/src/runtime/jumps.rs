//! Shortcuts through a program that no tracer watches: where a run continues after a node ended, past all parents that
//! only pass the result on or run their next child. Computed once when a program is built (compilers call this jump
//! threading). A watched run takes the same way step by step.
//!
//! The conformance runner checks after every frame that a run without a tracer is where the traced one is.

use super::program::{Flags, NONE, ProgramNode, Role};
use super::task::{Next, Tasks};
use super::world::World;
use crate::status::Outcome;

/// The target of a jump: a node to enter, or a node that has ended and whose parent must be called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Jump(u32);

/// An unpacked [`Jump`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Enters this node.
    Enter(u32),
    /// This node has ended; its parent must be called.
    Ended(u32, Outcome),
}

impl Jump {
    /// The maximum number of nodes of a program, so that the two highest bits of an index are free.
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

/// Computes the jumps of every node. Links, roles, rules, flags and landings must be set.
pub(super) fn thread<W: World + ?Sized, B: Tasks>(nodes: &mut [ProgramNode<W, B>]) {
    for index in 0..nodes.len() {
        if let Some((success, failure)) = jumps_after(nodes, index) {
            let node = &mut nodes[index];
            (node.after_success, node.after_failure) = (success, failure);
        }
    }
}

/// Returns whether entering and leaving a node does nothing but enter a child or pass on a result.
pub(super) fn passes_through<W: World + ?Sized, B>(node: &ProgramNode<W, B>) -> bool {
    node.role() == Role::Parent && node.rule.is_some() && !node.flags.has(Flags::HAS_WATCHED)
}

/// Returns the jumps after a node ends with Success and with Failure; `None` if its parent must be called. Parents come
/// before their children, so the parent's own jumps are known.
#[inline]
fn jumps_after<W: World + ?Sized, B: Tasks>(
    nodes: &[ProgramNode<W, B>],
    index: usize,
) -> Option<(Jump, Jump)> {
    let node = &nodes[index];
    if node.flags.has(Flags::BRANCH_ROOT) {
        return None;
    }
    let parent = &nodes[node.parent as usize];
    let rule = parent.rule.filter(|_| passes_through(parent))?;
    let next = (node.next_sibling != NONE).then_some(super::NodeIndex(node.next_sibling));
    let jump = |outcome| match rule.next(outcome, next) {
        Next::Run(sibling) => Jump::enter(nodes[sibling.get()].landing),
        Next::End(Outcome::Success) => parent.after_success,
        Next::End(Outcome::Failure) | Next::Wait => parent.after_failure,
    };
    Some((jump(Outcome::Success), jump(Outcome::Failure)))
}
