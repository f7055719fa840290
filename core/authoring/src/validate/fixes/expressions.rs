//! Fixes for an expression with a mistake, wherever it stands: what was probably meant, and the variables that it takes for declared.

use treewright_core::expression;
use treewright_core::expression::{ExpressionError, Fault};
use treewright_core::model::{Document, ExpressionType, Node, Variable};
use treewright_core::value::ValueType;

use super::Fix;
use super::parameters::declare;
use crate::edit::Command;
use crate::validate::check_expression;

/// An expression of a node.
pub(super) struct Mistaken<'a> {
    pub document: &'a Document,
    pub node: &'a Node,
    pub text: &'a str,
    pub expression_type: &'a ExpressionType,
    /// What puts another text in its place.
    pub write: &'a dyn Fn(&str) -> Command,
}

impl Mistaken<'_> {
    pub fn fixes(&self, error: &ExpressionError) -> Vec<Fix> {
        let text = self.text;
        let rewritten = |meant: &str| {
            text.get(error.range.clone())?;
            let mut mended = text.to_owned();
            mended.replace_range(error.range.clone(), meant);
            let arguments = vec![("meant", meant.to_owned())];
            Some(Fix::new("write_instead", arguments, (self.write)(&mended)))
        };
        match &error.fault {
            Fault::UnknownVariableMeant { name, meant } => {
                let renamed = Fix::new(
                    "use_variable",
                    vec![("variable", meant.clone())],
                    (self.write)(&expression::rename(text, name, meant)),
                );
                [renamed]
                    .into_iter()
                    .chain(self.declared_for(name))
                    .collect()
            }
            Fault::UnknownVariable { name } => self.declared_for(name).into_iter().collect(),
            Fault::UnknownFunctionMeant { name, meant }
                if text.get(error.range.clone()) == Some(name) =>
            {
                rewritten(meant).into_iter().collect()
            }
            Fault::WriteInstead { meant, .. } => rewritten(meant).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// Declaring a variable of the first type with which nothing is wrong any more; where other names of the expression are not declared
    /// either, together with types for them.
    fn declared_for(&self, name: &str) -> Option<Fix> {
        let mut unknown = expression::names(self.text);
        unknown.retain(|other| self.document.variable(other).is_none());
        let own = unknown.iter().position(|other| other == name)?;
        let fitting = Types::all(unknown.len()).find(|types| {
            let mut document = Document::default();
            document.variables.clone_from(&self.document.variables);
            let declared = unknown.iter().zip(types);
            let declared = declared.map(|(n, t)| Variable::new(n.as_str(), t.clone()));
            document.variables.extend(declared);
            check_expression(&document, self.node, self.expression_type, self.text).is_ok()
        });
        // Something else is wrong as well, so no type is more likely than another.
        let value_type = fitting.and_then(|types| types.get(own).cloned());
        Some(declare(&name.into(), value_type.unwrap_or(ValueType::Bool)))
    }
}

/// All ways to give so many names one of the simple types each; none where there are too many to try.
struct Types {
    count: usize,
    next: usize,
}

impl Types {
    /// The most names for which types are tried.
    const MOST_NAMES: usize = 3;

    fn all(count: usize) -> Self {
        Self { count, next: 0 }
    }
}

impl Iterator for Types {
    type Item = Vec<ValueType>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut digits = self.next;
        self.next += 1;
        let types = (0..self.count).map(|_| {
            let digit = digits % ValueType::SIMPLE.len();
            digits /= ValueType::SIMPLE.len();
            ValueType::SIMPLE[digit].clone()
        });
        let types: Vec<ValueType> = types.collect();
        (digits == 0 && self.count <= Self::MOST_NAMES).then_some(types)
    }
}
