//! Conditional-abort types. Knows nothing about how the executor applies them.

use crate::told::{Argument, Message, ToArgument};
use serde::{Deserialize, Serialize};

use crate::{named, words};

named! {
    /// What a conditional below a composite may interrupt when its answer changes.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    pub enum AbortType: name, ALL, from_name, Display {
        /// Nothing: conditionals below are not watched.
        #[default]
        None = "None",
        /// What runs inside the composite. Called `Self` in files and in the editor.
        #[serde(rename = "Self")]
        OwnBranch = "Self",
        /// What runs to the right of the composite, under its parent.
        LowerPriority = "LowerPriority",
        /// Either.
        Both = "Both",
    }
}

impl AbortType {
    /// Whether it interrupts inside its own composite: `Self` or `Both`.
    pub fn includes_own_branch(self) -> bool {
        matches!(self, Self::OwnBranch | Self::Both)
    }

    /// Whether it interrupts to the right of its composite: `LowerPriority` or `Both`.
    pub fn includes_lower_priority(self) -> bool {
        matches!(self, Self::LowerPriority | Self::Both)
    }
}

impl ToArgument for AbortType {
    fn to_argument(&self) -> Argument {
        Message::new("abort", self.name(), Vec::new(), words(self.name())).to_argument()
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for AbortType {
    fn example(_: usize) -> Self {
        Self::Both
    }
}
