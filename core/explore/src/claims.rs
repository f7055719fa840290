//! Claims about every run of a tree, and what the game may do meanwhile, as a designer writes them. The file format is not known here,
//! and neither is the search.

mod check;
mod condition;
mod names;
mod problem;
mod renaming;
mod watches;

use std::sync::Arc;

pub use check::{CheckedClaims, ClaimWatch, check};
pub use condition::{ClaimKey, Formula};
pub use names::FUNCTIONS;
pub use problem::{ClaimError, ClaimPlace, ClaimProblem, NameProblem};
use serde::{Deserialize, Serialize};
use treewright_core::named;
use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_insight::scenario::NodeName;

/// The most claims in a file, and the most assumptions.
pub const MAX_CLAIMS: usize = 1_000;
/// The most values of one variable that a designer can give.
pub const MAX_VALUES: usize = 100;
/// The longest search, in seconds.
pub const MAX_SECONDS: f64 = 86_400.0;
/// The most states of a search.
pub const MAX_STATES: u64 = 1_000_000_000;

/// Claims about every run of a tree, and what the game may do meanwhile.
#[derive(Clone, Debug, PartialEq)]
pub struct Claims {
    /// The description of the file.
    pub description: String,
    /// The file of the tree, relative to the file of the claims; `None` for the tree with the same file name.
    pub tree: Option<String>,
    /// The duration of a frame in seconds of game time.
    pub dt: f64,
    /// How far the search goes.
    pub limits: ClaimLimits,
    /// What the game may write to variables. Those that are not listed are free if no node writes them.
    pub inputs: Vec<(Arc<str>, InputRule)>,
    /// What leaves of the game may return. Those that are not listed return what their declaration allows.
    pub leaves: Vec<(NodeName, LeafRule)>,
    /// Expressions that hold in every frame, as the game never does anything else.
    pub assumptions: Vec<String>,
    /// The claims.
    pub claims: Vec<Claim>,
    /// The location of the schema as given in the file, for text editors.
    pub schema: Option<String>,
}

impl Default for Claims {
    fn default() -> Self {
        Self {
            description: String::new(),
            tree: None,
            dt: 0.1,
            limits: ClaimLimits::default(),
            inputs: Vec::new(),
            leaves: Vec::new(),
            assumptions: Vec::new(),
            claims: Vec::new(),
            schema: None,
        }
    }
}

/// How far a search goes; `None` for the default of each.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClaimLimits {
    /// The most frames of a run.
    pub frames: Option<u64>,
    /// The most states.
    pub states: Option<u64>,
    /// The longest search, in seconds.
    pub seconds: Option<f64>,
}

/// What the game may write to a variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputRule {
    /// When it may write.
    pub changes: Changes,
    /// The values that it may write; if there are none, one for each class that the tree can tell apart.
    pub values: Vec<Value>,
}

/// When the game may write a variable.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Changes {
    /// Before each frame.
    #[default]
    Free,
    /// Before the first frame only: the value is any of its values, but the same during the run.
    Fixed,
    /// Never: it has the value with which the document starts.
    Initial,
    /// Before the first frame, and after each frame in which this expression holds.
    OnlyWhen(String),
}

/// What a leaf of the game may return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeafRule {
    /// What its stand-in in the document returns.
    StandIn,
    /// Any of these results.
    Returns {
        /// The results, each once; empty for those that its declaration allows.
        results: Vec<Status>,
        /// The longest that it runs, in frames; `None` for what its declaration says.
        max_frames: Option<u64>,
    },
}

/// A claim about every run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name, in a few words.
    pub name: String,
    /// What is claimed.
    pub says: Says,
}

/// What is claimed. All texts are expressions over a frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// It holds in no frame.
    Never(String),
    /// It holds in every frame.
    Always(String),
    /// After each frame in which `after` holds, `then` holds in that frame, or at most `frames` frames later.
    Within {
        /// The number of frames.
        frames: u64,
        /// The cause.
        after: String,
        /// The effect.
        then: String,
    },
    /// `then` holds in no frame before the first one in which `first` holds.
    Before {
        /// What must hold first.
        first: String,
        /// What must not hold before.
        then: String,
    },
    /// There is a run with a frame in which it holds.
    Can(String),
}

named! {
    /// The forms of claims, as they are named in files.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
    pub enum ClaimForm: name {
        /// [`Says::Never`]
        Never = "never",
        /// [`Says::Always`]
        Always = "always",
        /// [`Says::Within`]
        Within = "within",
        /// [`Says::Before`]
        Before = "before",
        /// [`Says::Can`]
        Can = "can",
    }
}

impl Says {
    /// Returns the form of the claim.
    pub fn form(&self) -> ClaimForm {
        match self {
            Self::Never(_) => ClaimForm::Never,
            Self::Always(_) => ClaimForm::Always,
            Self::Within { .. } => ClaimForm::Within,
            Self::Before { .. } => ClaimForm::Before,
            Self::Can(_) => ClaimForm::Can,
        }
    }

    /// Returns the expressions of the claim, each with the field of `within` or `before` that has it.
    pub fn expressions(&self) -> Vec<(Option<&'static str>, &str)> {
        match self {
            Self::Never(text) | Self::Always(text) | Self::Can(text) => vec![(None, text)],
            Self::Within { after, then, .. } => vec![(Some("after"), after), (Some("then"), then)],
            Self::Before { first, then } => vec![(Some("first"), first), (Some("then"), then)],
        }
    }
}

#[cfg(test)]
mod tests;
