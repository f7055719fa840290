//! Conditional-abort types. Knows nothing about how the executor applies them.

use std::fmt;

use crate::told::{Argument, Message, ToArgument};
use serde::{Deserialize, Serialize};

/// What a conditional below a composite may interrupt when its answer changes.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub enum AbortType {
    /// Nothing: conditionals below are not watched.
    #[default]
    None,
    /// What runs inside the composite. Called `Self` in files and in the editor.
    #[serde(rename = "Self")]
    OwnBranch,
    /// What runs to the right of the composite, under its parent.
    LowerPriority,
    /// Either.
    Both,
}

impl AbortType {
    /// All four, in the order in which menus list them.
    pub const ALL: [Self; 4] = [Self::None, Self::OwnBranch, Self::LowerPriority, Self::Both];

    /// The name used in files and in the editor.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "None",
            Self::OwnBranch => "Self",
            Self::LowerPriority => "LowerPriority",
            Self::Both => "Both",
        }
    }

    /// The abort type with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.name() == name)
    }

    /// Whether it interrupts inside its own composite: `Self` or `Both`.
    pub fn includes_own_branch(self) -> bool {
        matches!(self, Self::OwnBranch | Self::Both)
    }

    /// Whether it interrupts to the right of its composite: `LowerPriority` or `Both`.
    pub fn includes_lower_priority(self) -> bool {
        matches!(self, Self::LowerPriority | Self::Both)
    }
}

impl fmt::Display for AbortType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl ToArgument for AbortType {
    fn to_argument(&self) -> Argument {
        Message::word("abort", self.name()).to_argument()
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for AbortType {
    fn example(_: usize) -> Self {
        Self::Both
    }
}
