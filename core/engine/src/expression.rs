//! Expressions over variables: compiled once from a text with type checking, then evaluated without parsing, and
//! without allocation except for new strings and lists. Knows values, but neither documents nor the storage of
//! variables, which are read by a key `K`.
//!
//! The language is the part of [CEL](https://cel.dev) that concerns a single expression over simple values:
//!
//! - literals `true`, `3`, `0x1f`, `1.5`, `"text"`, `'text'`, lists `[1, 2]`
//! - variables by name, in any script; names that contain spaces or begin with a digit are written in backticks:
//!   `` `my name` ``
//! - operators, from lowest to highest precedence: `condition ? a : b`; `||`; `&&`; `==` `!=` `<` `<=` `>` `>=` `in`;
//!   `+` `-`; `*` `/` `%`; unary `!` and `-`. `a || b` does not evaluate `b` if `a` is true
//! - `list[0]`, components `.x` `.y` `.z` of vectors and `.r` `.g` `.b` `.a` of colors
//! - functions ([`FUNCTIONS`]): `f(a, b)`, which may also be written `a.f(b)`
//! - comments from `//` to the end of the line
//!
//! In operations on an int and a float, the int is converted to a float. Between two ints `/` drops the fraction, and
//! `%` is the remainder with the sign of the left side. A result outside the range of its type, or a division by zero,
//! is an error. Not supported, each with an error that says so: maps and messages, bytes, unsigned numbers, `null`,
//! timestamps, regular expressions and macros (`has`, `all`, `exists`, …).
//!
//! ```
//! use treewright_core::expression::Expression;
//! use treewright_core::value::{Value, ValueType};
//!
//! let values = [Value::Int(20), Value::Vec2([3.0, 4.0])];
//! let declared = |name: &str| match name {
//!     "生命" => Some((0, ValueType::Int)),
//!     "my target" => Some((1, ValueType::Vec2)),
//!     _ => None,
//! };
//! let text = "生命 < 30 && distance(`my target`, vec2(0, 0)) >= 5";
//! let flee = Expression::compile(text, &declared, Some(&ValueType::Bool)).unwrap();
//! assert_eq!(flee.holds(&|key: usize| &values[key]), Ok(true));
//!
//! let wrong = Expression::compile("生命 + true", &declared, None).unwrap_err();
//! assert_eq!(wrong.to_string(), "`+` does not support int and bool");
//! assert_eq!(wrong.column("生命 + true"), 4);
//! ```

mod check;
mod conditions;
mod dependences;
mod error;
mod evaluate;
mod functions;
mod names;
mod node;
mod operators;
mod scan;
mod syntax;
mod turning_points;
mod vectors;

#[cfg(test)]
mod tests;

pub use conditions::conditions;
pub use dependences::{Comparing, Dependence};
pub use error::{EvaluationError, ExpressionError, Fault};
pub use functions::{FUNCTIONS, Function};
pub use names::Names;
pub use scan::{
    calls, names, rename, rename_arguments, rename_members, rename_variables, variable_places,
    written,
};

use self::check::{Checker, TypedNode};
use self::evaluate::Evaluator;
use self::node::{Kind, Node};
use crate::value::{Value, ValueType};

/// The maximum length of an expression in characters.
pub const MAX_LENGTH: usize = 4096;
/// The maximum nesting depth, counting brackets and operators alike. A chain of `&&`, or of `||`, counts once.
pub const MAX_DEPTH: usize = 64;

/// A compiled expression over variables that are read by a key of type `K`.
#[derive(Clone, Debug)]
pub struct Expression<K> {
    node: Node<K>,
    value_type: ValueType,
    variables: Vec<K>,
}

impl<K: Copy + PartialEq> Expression<K> {
    /// Compiles a text. `resolve` returns the key and type of a variable. If `expected` is given, the expression must
    /// have that type; an int counts as a float where a float is expected.
    ///
    /// # Errors
    /// If the text is not an expression of that type over these variables, or exceeds [`MAX_LENGTH`] or [`MAX_DEPTH`].
    pub fn compile(
        text: &str,
        resolve: &dyn Fn(&str) -> Option<(K, ValueType)>,
        expected: Option<&ValueType>,
    ) -> Result<Self, ExpressionError> {
        Self::compile_with(text, &resolve, expected)
    }

    /// Like [`Self::compile`], with more than variables: functions that only these expressions have, for example.
    ///
    /// # Errors
    /// As for [`Self::compile`].
    pub fn compile_with(
        text: &str,
        names: &dyn Names<K>,
        expected: Option<&ValueType>,
    ) -> Result<Self, ExpressionError> {
        let whole = 0..text.len();
        if text.trim().is_empty() {
            return Err(ExpressionError::new(0..0, Fault::Empty));
        }
        if text.len() > MAX_LENGTH && text.chars().nth(MAX_LENGTH).is_some() {
            let limit = MAX_LENGTH;
            return Err(ExpressionError::new(whole, Fault::TooLong { limit }));
        }
        let term = syntax::parse(text)?;
        let checker = Checker { names };
        let TypedNode { node, value_type } = match expected {
            Some(expected) => TypedNode {
                node: checker.expect(&term, expected)?,
                value_type: expected.clone(),
            },
            None => checker.check(&term)?,
        };
        let variables = keys_of(&node);
        Ok(Self {
            node,
            value_type,
            variables,
        })
    }

    /// Returns the keys of the variables in the expression, without duplicates, in order of first use.
    pub fn variables(&self) -> &[K] {
        &self.variables
    }

    /// Returns the type of the result.
    pub fn value_type(&self) -> &ValueType {
        &self.value_type
    }

    /// Returns the result if it does not depend on variables.
    pub fn constant(&self) -> Option<&Value> {
        match &self.node {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// Evaluates the expression with `read` as the source of variable values. Allocates only for new strings and lists.
    ///
    /// # Errors
    /// If the expression has no value: a division by zero, a number outside its range, a missing list item.
    pub fn eval<'v>(&'v self, read: &impl Fn(K) -> &'v Value) -> Result<Value, EvaluationError> {
        Evaluator { read }.value(Kind::of(&self.value_type), &self.node)
    }

    /// Evaluates an expression of type bool with `read` as the source of variable values.
    ///
    /// # Errors
    /// As for [`Expression::eval`], and if the expression is not of type bool.
    pub fn holds<'v>(&'v self, read: &impl Fn(K) -> &'v Value) -> Result<bool, EvaluationError> {
        Evaluator { read }.bool(&self.node)
    }
}

/// Returns the keys of all variables in a node, without duplicates.
fn keys_of<K: Copy + PartialEq>(node: &Node<K>) -> Vec<K> {
    let mut keys = Vec::new();
    let mut waiting = vec![node];
    while let Some(node) = waiting.pop() {
        match node {
            Node::Constant(_) => {}
            Node::Variable(key) if keys.contains(key) => {}
            Node::Variable(key) => keys.push(*key),
            Node::Apply(_, operands) => waiting.extend(operands.iter().rev()),
        }
    }
    keys
}
