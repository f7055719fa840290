//! The four categories of nodes. Knows nothing about single node types.

use crate::{named, shown_as_text};

named! {
    /// The category of a node, which decides how many children it can have.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Category: name, ALL, from_name, Display {
        /// One or more ordered children; may carry an abort type.
        Composite = "Composite",
        /// Exactly one child.
        Decorator = "Decorator",
        /// A leaf that returns Success or Failure at once and that conditional aborts can watch.
        Conditional = "Conditional",
        /// A leaf that may run for many frames.
        Action = "Action",
    }
}

impl Category {
    /// Returns whether nodes of this category have no children.
    pub fn is_leaf(self) -> bool {
        matches!(self, Self::Conditional | Self::Action)
    }

    /// The most children that a node of this category can have.
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
