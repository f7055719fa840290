//! Values of parameters (constants or variables), and fields of a file that this version keeps without knowing them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::Value;

/// Unknown fields of a file by name, each as compact JSON text. They are written back unchanged.
pub type Extra = BTreeMap<String, String>;

/// A constant, with its text in the file if this program would write it differently (`1.50`, `1e3`).
#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// The value of the constant.
    pub value: Value,
    /// Its JSON text in the file, if it differs from the canonical text.
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

/// The value of a node's parameter.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterValue {
    /// A constant.
    Literal(Literal),
    /// The variable of this name. It is read each time the task needs the value, or written if the parameter names a
    /// variable to write.
    Variable(Arc<str>),
}

impl<V: Into<Value>> From<V> for ParameterValue {
    fn from(value: V) -> Self {
        Self::literal(value)
    }
}

impl ParameterValue {
    /// Creates a constant.
    pub fn literal(value: impl Into<Value>) -> Self {
        Self::Literal(Literal::from(value))
    }

    /// Creates a binding to the variable of this name.
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

    /// The name of the variable, if it is bound to one.
    pub fn as_variable(&self) -> Option<&str> {
        match self {
            Self::Literal(_) => None,
            Self::Variable(name) => Some(name),
        }
    }
}
