//! Fixes for an expression with an error: the probable intention, and declarations for its undeclared variables.

use treewright_core::expression;
use treewright_core::expression::{ExpressionError, Fault};
use treewright_core::model::{Document, ExpressionType, Node, Variable};
use treewright_core::value::ValueType;

use super::Fix;
use super::parameters::declare;
use crate::edit::Command;
use crate::validate::check_expression;

/// A broken expression of a node.
pub(super) struct FaultyExpression<'a> {
    pub document: &'a Document,
    pub node: &'a Node,
    pub text: &'a str,
    pub expression_type: &'a ExpressionType,
    /// Returns the command that replaces the expression.
    pub write: &'a dyn Fn(&str) -> Command,
}

impl FaultyExpression<'_> {
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

    /// Declares the variable with the first type that makes the expression valid. If other names are undeclared too, their types
    /// are tried in combination.
    fn declared_for(&self, name: &str) -> Option<Fix> {
        let mut unknown = expression::names(self.text);
        unknown.retain(|other| self.document.variable(other).is_none());
        let own = unknown.iter().position(|other| other == name)?;
        let fitting = TypeCombinations::all(unknown.len()).find(|types| {
            let mut document = Document::default();
            document.variables.clone_from(&self.document.variables);
            let declared = unknown.iter().zip(types);
            let declared = declared.map(|(n, t)| Variable::new(n.as_str(), t.clone()));
            document.variables.extend(declared);
            check_expression(&document, self.node, self.expression_type, self.text).is_ok()
        });
        // Something else is wrong too, so no type is more likely than another.
        let value_type = fitting.and_then(|types| types.get(own).cloned());
        Some(declare(&name.into(), value_type.unwrap_or(ValueType::Bool)))
    }
}

/// Iterates over all ways to give each of `count` names one of the simple types; empty if there are too many.
struct TypeCombinations {
    count: usize,
    next: usize,
}

impl TypeCombinations {
    /// The maximum number of names for which types are tried.
    const MAX_NAMES: usize = 3;

    fn all(count: usize) -> Self {
        Self { count, next: 0 }
    }
}

impl Iterator for TypeCombinations {
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
        (digits == 0 && self.count <= Self::MAX_NAMES).then_some(types)
    }
}
