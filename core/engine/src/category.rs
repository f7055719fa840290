//! The four families of nodes. Knows nothing about any single kind.

use crate::{named, shown_as_text};

named! {
    /// What a node is for, which also decides how many children it takes.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Category: name, ALL, from_name, Display {
        /// One or more ordered children; may carry an abort type.
        Composite = "Composite",
        /// Exactly one child.
        Decorator = "Decorator",
        /// A leaf that answers at once and can be watched by conditional aborts.
        Conditional = "Conditional",
        /// A leaf that may run for many frames.
        Action = "Action",
    }
}

impl Category {
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

shown_as_text! { Category }

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for Category {
    const COUNT: usize = Self::ALL.len();

    fn example(number: usize) -> Self {
        Self::ALL[number % Self::COUNT]
    }
}
