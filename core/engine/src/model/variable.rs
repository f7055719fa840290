//! Variables of a document.

use std::sync::Arc;

use super::{Extra, Literal};
use crate::named;
use crate::value::ValueType;

named! {
    /// Which trees share a variable.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Scope: name, ALL, from_name {
        /// One value per running instance of the tree.
        #[default]
        Tree = "tree",
        /// One value per use of a subtree, initialized each time the use starts. In the main tree the same as
        /// [`Scope::Tree`].
        Subtree = "subtree",
        /// One value for all trees of a manager.
        Global = "global",
    }
}

/// A declared variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name: unique in the document (across all scopes) and not empty, in any script.
    pub name: Arc<str>,
    /// The type of its values.
    pub value_type: ValueType,
    /// Which trees share it.
    pub scope: Scope,
    /// Its initial value. It is set when the tree is enabled; for a global variable when the manager first sees it,
    /// for a subtree's each time a use starts.
    pub initial: Literal,
    /// The designer's comment.
    pub comment: String,
    /// Fields of the file that this version does not know.
    pub extra: Extra,
}

impl Variable {
    /// Creates a variable with tree scope and the default value of its type.
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
