//! Expressions over variables: compiled once from a text, with their types checked, then evaluated without a parser and without allocation.
//! Knows values; neither documents nor how or where a variable is kept: that is the key `K` by which one is read.
//!
//! The language is that of [CEL](https://cel.dev), where it concerns one expression over simple values:
//!
//! - literals `true`, `3`, `0x1f`, `1.5`, `"text"`, `'text'`, lists `[1, 2]`
//! - variables by name, in any script; a name with spaces, or one that begins with a digit, stands in back quotes: `` `my name` ``
//! - `condition ? a : b`, `||`, `&&`, `==` `!=` `<` `<=` `>` `>=` `in`, `+` `-`, `*` `/` `%`, `!` and `-` before a value, from loosest to
//!   tightest; `a || b` does not look at `b` when `a` holds
//! - `list[0]`, `.x` `.y` `.z` of vectors, `.r` `.g` `.b` `.a` of colors
//! - functions ([`FUNCTIONS`]): `f(a, b)`, which may be written `a.f(b)`
//! - a comment from `//` to the end of the line
//!
//! An int beside a float counts as a float. Between two ints `/` drops the fraction, and `%` is the remainder, with the sign of the left
//! side. What goes beyond the range of a number, or divides by zero, is an error and not a value. Not supported, each with an error that
//! says so: maps and messages, bytes, unsigned numbers, `null`, timestamps, regular expressions and macros (`has`, `all`, `exists`, …).
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
mod error;
mod evaluate;
mod functions;
mod node;
mod operators;
mod scan;
mod syntax;
mod vectors;

#[cfg(test)]
mod tests;

pub use error::{EvaluationError, ExpressionError, Fault};
pub use functions::{FUNCTIONS, Function};
pub use scan::{names, rename, variable_places, written};

use self::check::{Checker, Typed};
use self::evaluate::Evaluator;
use self::node::{Kind, Node};
use crate::value::{Value, ValueType};

/// The most characters that the text of an expression can have.
pub const MAX_LENGTH: usize = 4096;
/// How deep one thing can stand inside another, brackets and operators alike. A chain of `&&`, or of `||`, counts once.
pub const MAX_DEPTH: usize = 64;

/// A compiled expression over variables that are read by a key.
#[derive(Clone, Debug)]
pub struct Expression<K> {
    node: Node<K>,
    value_type: ValueType,
    variables: Vec<K>,
}

impl<K: Copy + PartialEq> Expression<K> {
    /// Compiles a text. `resolve` gives the key and type of a variable; with `expected` the expression must have that type, an int counting
    /// as a float where that is expected.
    ///
    /// # Errors
    /// If the text is no expression over these variables of that type, or exceeds [`MAX_LENGTH`] or [`MAX_DEPTH`].
    pub fn compile(
        text: &str,
        resolve: &dyn Fn(&str) -> Option<(K, ValueType)>,
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
        let checker = Checker { resolve };
        let Typed { node, value_type } = match expected {
            Some(expected) => Typed {
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

    /// The variables that it reads, each once, in the order in which they first stand in the text.
    pub fn variables(&self) -> &[K] {
        &self.variables
    }

    /// The type of what it gives.
    pub fn value_type(&self) -> &ValueType {
        &self.value_type
    }

    /// What it gives, if that is the same whatever variables hold.
    pub fn constant(&self) -> Option<&Value> {
        match &self.node {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    /// What it gives when variables are read so. Allocates for new texts and lists only.
    ///
    /// # Errors
    /// If it has no value: a division by zero, a number beyond its range, an item that a list does not have.
    pub fn eval<'v>(&'v self, read: &impl Fn(K) -> &'v Value) -> Result<Value, EvaluationError> {
        Evaluator { read }.value(Kind::of(&self.value_type), &self.node)
    }

    /// Whether it holds, when variables are read so. For expressions of type bool.
    ///
    /// # Errors
    /// As for [`Expression::eval`], and if it is not of type bool.
    pub fn holds<'v>(&'v self, read: &impl Fn(K) -> &'v Value) -> Result<bool, EvaluationError> {
        Evaluator { read }.bool(&self.node)
    }
}

/// The keys of all variables in it, each once.
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
