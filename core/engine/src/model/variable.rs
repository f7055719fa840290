//! Variables that a document declares.

use std::sync::Arc;

use super::{Extra, Literal};
use crate::named;
use crate::value::ValueType;

named! {
    /// Who shares a variable.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Scope: name, ALL, from_name {
        /// One value for each running instance of the tree.
        #[default]
        Tree = "tree",
        /// One value for each use of a subtree, set anew each time the use starts; in the main tree as [`Scope::Tree`].
        Subtree = "subtree",
        /// One value for all trees of a manager.
        Global = "global",
    }
}

/// A declared variable; its name is unique in the document, whatever its scope.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Unique, non-empty, in any script.
    pub name: Arc<str>,
    /// The type of every value it ever holds.
    pub value_type: ValueType,
    /// Who shares it.
    pub scope: Scope,
    /// Its value when the tree is enabled (for a global one: when the manager first sees it; for one of a subtree: each time a use starts).
    pub initial: Literal,
    /// For people.
    pub comment: String,
    /// Fields that this version does not know.
    pub extra: Extra,
}

impl Variable {
    /// A variable of this type in tree scope with the type's default value.
    pub fn new(name: impl Into<Arc<str>>, value_type: ValueType) -> Self {
        Self {
            name: name.into(),
            initial: Literal::from(value_type.default_value()),
            value_type,
            scope: Scope::Tree,
            comment: String::new(),
            extra: Extra::new(),
        }
    }
}
