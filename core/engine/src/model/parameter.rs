//! What a parameter is set to: a literal or a variable; and fields that this program does not know but keeps.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::Value;

/// Fields of a file that this version does not know, by name, each as compact JSON text; written back as they were.
pub type Extra = BTreeMap<String, String>;

/// A constant, with the text it was written as where that is not how this program would write it (`1.50`, `1e3`).
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// The constant itself.
    pub value: Value,
    /// The JSON text in the file, if it differs from the canonical one.
    pub written: Option<Arc<str>>,
}

impl<V: Into<Value>> From<V> for Literal {
    fn from(value: V) -> Self {
        Self {
            value: value.into(),
            written: None,
        }
    }
}

/// What a parameter of a node is set to.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A constant.
    Literal(Literal),
    /// The variable of this name, read each time the task needs it (or written, for parameters that name a variable to write).
    Variable(Arc<str>),
}

impl ParameterValue {
    /// A constant.
    pub fn literal(value: impl Into<Value>) -> Self {
        Self::Literal(Literal::from(value))
    }

    /// A variable.
    pub fn variable(name: impl Into<Arc<str>>) -> Self {
        Self::Variable(name.into())
    }

    /// The constant, if it is one.
    pub fn as_literal(&self) -> Option<&Value> {
        match self {
            Self::Literal(literal) => Some(&literal.value),
            Self::Variable(_) => None,
        }
    }

    /// The variable's name, if it is bound to one.
    pub fn as_variable(&self) -> Option<&str> {
        match self {
            Self::Literal(_) => None,
            Self::Variable(name) => Some(name),
        }
    }
}
