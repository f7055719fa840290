//! Abort types of composites. Knows nothing about how the executor applies them.

use crate::told::{Argument, Message, ToArgument};
use serde::{Deserialize, Serialize};

use crate::{named, words};

named! {
    /// Which running branches a composite may abort when the result of a conditional below it changes.
    /// frame.
    #[derive(
        Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
    )]
    pub enum AbortType: name, ALL, from_name, Display {
        /// Aborts nothing: conditionals below are not watched.
        #[default]
        None = "None",
        /// Aborts what runs inside the composite. Called `Self` in files and in the editor.
        #[serde(rename = "Self")]
        OwnBranch = "Self",
        /// Aborts what runs to the right of the composite, under its parent.
        LowerPriority = "LowerPriority",
        /// Aborts both.
        Both = "Both",
    }
}

impl AbortType {
    /// Returns whether it aborts inside its own composite: `Self` or `Both`.
    pub fn includes_own_branch(self) -> bool {
        matches!(self, Self::OwnBranch | Self::Both)
    }

    /// Returns whether it aborts to the right of its composite: `LowerPriority` or `Both`.
    pub fn includes_lower_priority(self) -> bool {
        matches!(self, Self::LowerPriority | Self::Both)
    }

    /// Returns the abort type with which an observer of abort type `kind` is handed up from a composite with this abort
    /// type to the one `above`; `None` if it is dropped. `Both` is reduced to what the composites on its way allow.
    pub fn handed_up(self, above: Self, kind: Self) -> Option<Self> {
        let upwards =
            self.includes_own_branch() && above.includes_own_branch() && kind.includes_own_branch();
        let sideways = self.includes_lower_priority() && kind.includes_lower_priority();
        if !(upwards || sideways) {
            return None;
        }
        let passes = |abort: Self| self == abort || above == abort;
        Some(match kind {
            Self::Both if passes(Self::OwnBranch) => Self::OwnBranch,
            Self::Both if passes(Self::LowerPriority) => Self::LowerPriority,
            kind => kind,
        })
    }

    /// Returns its name in words, which is translated.
    pub fn message(self) -> Message {
        Message::new("abort", self.name(), Vec::new(), words(self.name()))
    }

    /// Returns the abort type that also aborts to the right of its composite.
    #[must_use]
    pub fn with_lower_priority(self) -> Self {
        match self {
            Self::None | Self::LowerPriority => Self::LowerPriority,
            Self::OwnBranch | Self::Both => Self::Both,
        }
    }
}

impl ToArgument for AbortType {
    fn to_argument(&self) -> Argument {
        self.message().to_argument()
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for AbortType {
    fn example(_: usize) -> Self {
        Self::Both
    }
}
