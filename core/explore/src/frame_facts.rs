//! What can be known of a frame after it has run, and what watches the frames of a search. Knows no expressions and no search.

use std::fmt;
use std::sync::Arc;

use treewright_core::runtime::{NodeIndex, Status, VariableSlot};
use treewright_core::value::Value;

/// What can be known of a frame after it has run.
///
/// Reading an input variable may decide its value, as reading it by a node does: so ask only for what is needed, in the same order for
/// the same answers.
pub trait FrameFacts {
    /// Returns the value of a variable after the frame.
    fn value(&mut self, variable: VariableSlot) -> Value;

    /// Returns the value of a variable before the frame. Only for variables that were announced: [`Watch::reads_last`],
    /// [`Condition::reads_last`](crate::inputs::Condition::reads_last). Before the first frame it is the initial value.
    fn last(&mut self, variable: VariableSlot) -> Value;

    /// Returns whether a node runs after the frame.
    fn runs(&self, node: NodeIndex) -> bool;

    /// Returns whether a node ended with Success in the frame.
    fn succeeded(&self, node: NodeIndex) -> bool;

    /// Returns whether a node ended with Failure in the frame.
    fn failed(&self, node: NodeIndex) -> bool;

    /// Returns whether a node was interrupted in the frame.
    fn was_interrupted(&self, node: NodeIndex) -> bool;

    /// Returns whether a conditional caused an abort in the frame.
    fn fired(&self, conditional: NodeIndex) -> bool;

    /// Returns the status of the tree after the frame: Running, or that with which its root ended; `None` if it was stopped.
    fn status(&self) -> Option<Status>;
}

/// What a watch says of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Nothing.
    Fine,
    /// The game never does this: the frame is cut off, with all that follows and all that it would have shown.
    Cut,
    /// What is claimed does not hold. It is reported once, and the search goes on.
    Broken,
    /// What is looked for has happened. It is reported once, and the search goes on.
    Reached,
}

/// Watches all frames of a search: an assumption or a claim.
///
/// Its memory is a few numbers that belong to the state of the run: two runs that differ in them are different. So it counts only as
/// far as it must.
pub trait Watch: Send + Sync + fmt::Debug {
    /// Returns how many numbers of memory it needs. They are zero before the first frame.
    fn memory_len(&self) -> usize {
        0
    }

    /// Returns whether it may cut frames.
    fn may_cut(&self) -> bool {
        true
    }

    /// Judges a frame that has run. If several watches cut and break in the same frame, it is cut.
    fn judge(&self, memory: &mut [u64], facts: &mut dyn FrameFacts) -> Judgement;

    /// Returns the variables of which it reads the value before the frame.
    fn reads_last(&self) -> Vec<Arc<str>> {
        Vec::new()
    }
}
