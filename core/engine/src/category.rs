//! The four families of nodes. Knows nothing about any single kind.

use std::fmt;

use crate::shown_as_text;

/// What a node is for, which also decides how many children it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// One or more ordered children; may carry an abort type.
    Composite,
    /// Exactly one child.
    Decorator,
    /// A leaf that answers at once and can be watched by conditional aborts.
    Conditional,
    /// A leaf that may run for many frames.
    Action,
}

impl Category {
    /// All four, in the order in which palettes list them.
    pub const ALL: [Self; 4] = [
        Self::Composite,
        Self::Decorator,
        Self::Conditional,
        Self::Action,
    ];

    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Composite => "Composite",
            Self::Decorator => "Decorator",
            Self::Conditional => "Conditional",
            Self::Action => "Action",
        }
    }

    /// The category with this name, if there is one.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }

    /// Whether nodes of this category take no children.
    pub fn is_leaf(self) -> bool {
        matches!(self, Self::Conditional | Self::Action)
    }

    /// How many children a node of this category can hold at most.
    pub fn max_children(self) -> usize {
        match self {
            Self::Composite => usize::MAX,
            Self::Decorator => 1,
            Self::Conditional | Self::Action => 0,
        }
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

shown_as_text! { Category }

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for Category {
    const COUNT: usize = Self::ALL.len();

    fn example(number: usize) -> Self {
        Self::ALL[number % Self::COUNT]
    }
}
