//! What may come from outside while a tree is explored: values of input variables, events, and answers of leaves whose code is the
//! game's. Knows neither where these lists come from nor how they are tried.

use std::fmt;
use std::sync::Arc;

use treewright_core::runtime::{NodeIndex, Status};
use treewright_core::value::Value;

use crate::frame_facts::FrameFacts;

/// All that the search may give to a tree. Variables and events that are not listed stay as they are. Leaves answer from outside if they
/// were compiled to ([`ExploredTree`](crate::program::ExploredTree)); one that is not listed may answer all that its category allows.
#[derive(Clone, Debug, Default)]
pub struct ExploredInputs {
    /// The variables that the game may write, each once.
    pub variables: Vec<InputVariable>,
    /// The events that may be sent, each once.
    pub events: Vec<Arc<str>>,
    /// The values that come with events, each event once; those that are not listed come without.
    pub payloads: Vec<Payloads>,
    /// What leaves of the game may answer, each leaf once.
    pub leaves: Vec<LeafAnswers>,
}

/// What may come with an event.
#[derive(Clone, Debug, PartialEq)]
pub struct Payloads {
    /// The event.
    pub event: Arc<str>,
    /// The values that are tried, beside nothing: one for each class that the tree can tell apart.
    pub values: Vec<Value>,
    /// Whether the values are only samples, so that nothing can be proved by trying them.
    pub is_sampled: bool,
}

/// A variable that the game may write.
#[derive(Clone, Debug)]
pub struct InputVariable {
    /// Its name in the program.
    pub name: Arc<str>,
    /// The values that are tried, one for each class that the tree can tell apart. The first one is tried first; it should be the value
    /// with which the document starts, or one of the same class.
    pub values: Vec<Value>,
    /// Whether the values are only samples, so that nothing can be proved by trying them.
    pub is_sampled: bool,
    /// When the game may write it.
    pub way: Way,
}

/// When the game may write a variable.
#[derive(Clone, Debug)]
pub enum Way {
    /// In each frame.
    Free,
    /// Before the first frame only.
    Fixed,
    /// Before the first frame, and after each frame in which the condition holds.
    ChangesOnlyWhen(Arc<dyn Condition>),
}

/// What a leaf of the game may answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeafAnswers {
    /// The leaf.
    pub node: NodeIndex,
    /// The results that it may return. Running counts as Failure for a conditional.
    pub results: Vec<Status>,
    /// The longest that it runs: in this frame since its start, counted from 1, it no longer answers Running. `None` if it may run for
    /// ever.
    pub max_frames: Option<u64>,
}

/// A condition over a frame.
pub trait Condition: Send + Sync + fmt::Debug {
    /// Returns whether it holds for this frame. A condition that has no value, such as after a division by zero, does not hold.
    fn holds(&self, facts: &mut dyn FrameFacts) -> bool;

    /// Returns the variables of which it reads the value before the frame ([`FrameFacts::last`]).
    fn reads_last(&self) -> Vec<Arc<str>> {
        Vec::new()
    }
}
