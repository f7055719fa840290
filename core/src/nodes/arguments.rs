//! The arguments that a task is made with: each parameter's constant, or the place of the variable that it is bound to.
//! Compilation has checked their types and filled in defaults; what is missing here counts as false, 0 or empty.

use std::sync::Arc;

use crate::runtime::{Operand, Typed, VariableSlot};
use crate::value::Value;

/// What one parameter is set to.
pub type Argument = Operand<Value>;

/// Arguments by parameter name.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    list: Vec<(Arc<str>, Argument)>,
}

impl Arguments {
    /// Sets a parameter.
    pub fn set(&mut self, name: impl Into<Arc<str>>, argument: Argument) {
        self.list.push((name.into(), argument));
    }

    /// These arguments and a constant.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.set(name, Operand::Literal(value.into()));
        self
    }

    /// The argument of this name.
    pub fn get(&self, name: &str) -> Option<&Argument> {
        self.list.iter().find(|(n, _)| &**n == name).map(|(_, a)| a)
    }

    /// A parameter of one type, read each time it is needed.
    pub fn operand<T: Typed>(&self, name: &str) -> Operand<T> {
        match self.get(name) {
            Some(Operand::Variable(slot)) => Operand::Variable(*slot),
            Some(Operand::Literal(value)) => Operand::Literal(T::of(value).unwrap_or_default()),
            None => Operand::Literal(T::default()),
        }
    }

    /// A choice or another constant text.
    pub fn text(&self, name: &str) -> &str {
        match self.get(name) {
            Some(Operand::Literal(value)) => value.as_str().unwrap_or_default(),
            _ => "",
        }
    }

    /// The variable that a parameter names.
    pub fn variable(&self, name: &str) -> Option<VariableSlot> {
        match self.get(name) {
            Some(Operand::Variable(slot)) => Some(*slot),
            _ => None,
        }
    }
}
