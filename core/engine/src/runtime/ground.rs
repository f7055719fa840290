//! By what node types decide, as each declares it of itself, so that a run can be explained. The executor does not use it.

use std::sync::Arc;

use super::blackboard::Operand;
use crate::value::Value;

/// By what a task decides, besides the variables that it reads and the results of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The time since it started.
    TimeSinceStart,
    /// The time since its child last ended, in any way.
    TimeSinceChildEnded,
    /// The time since its child last succeeded.
    TimeSinceChildSucceeded,
    /// The time since it last succeeded, or was first asked.
    TimeSinceSuccess,
    /// The time since it last started a child, for each of them.
    Interval,
    /// A random draw.
    Draw,
    /// A count: of frames, rounds or children.
    Count,
    /// Free slots of its semaphore.
    Slots,
    /// A comparison of its own settings, or of those that its children carry for it.
    Comparison,
    /// How its child ended the last time.
    EarlierEnd,
    /// An event that arrived.
    Event,
    /// A background tree.
    BackgroundTree,
    /// Nothing: its result is always the same.
    Nothing,
}

impl Ground {
    /// Returns whether the settings of a task have a part in what it decides.
    pub fn depends_on_settings(self) -> bool {
        match self {
            Self::TimeSinceStart
            | Self::TimeSinceChildEnded
            | Self::TimeSinceChildSucceeded
            | Self::TimeSinceSuccess
            | Self::Draw
            | Self::Count
            | Self::Slots
            | Self::Comparison
            | Self::Interval
            | Self::EarlierEnd => true,
            Self::Event | Self::BackgroundTree | Self::Nothing => false,
        }
    }
}

/// The rule by which a parent chooses which child runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceRule {
    /// Of the children that have not failed, it has the highest utility.
    Utility,
    /// Of the children that have not failed, it had the highest priority at the start of the parent.
    Priority,
    /// Its case equals the value.
    Case,
    /// No case equals the value.
    NoCase,
    /// The order of the children was drawn.
    RandomOrder,
    /// It follows the child that ended last.
    Turn,
    /// The condition of the parent is true.
    Condition,
    /// It was drawn whether it runs.
    Chance,
    /// The parent had stopped there before.
    Memory,
    /// The variable with its position says so.
    Position,
}

/// A setting of a task in a program.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    /// The parameter.
    pub parameter: Arc<str>,
    /// The position of the child that carries it for its parent; `None` if it is the task's own.
    pub child: Option<usize>,
    /// The constant, or the variable to which it is bound.
    pub value: Operand<Value>,
}
