//! What the names in an expression mean: variables, and functions and members that only some expressions have. Each stands for a key,
//! whose value is read when the expression is evaluated.

use super::error::Fault;
use super::functions::Function;
use crate::value::ValueType;

/// What a name stands for: a key and the type of its value; or why it cannot be used.
type Known<K> = Result<(K, ValueType), Fault>;

/// The names that an expression can use, besides the functions of the language.
///
/// A closure that resolves variables is one without further names.
///
/// ```
/// use treewright_core::expression::{Expression, Fault, Function, Names};
/// use treewright_core::value::{Value, ValueType};
///
/// /// Doors that are open or not.
/// struct Doors;
///
/// impl Names<usize> for Doors {
///     fn variable(&self, _name: &str) -> Option<(usize, ValueType)> {
///         None
///     }
///     fn functions(&self) -> &'static [Function] {
///         &[Function { name: "open", usage: "open(\"door\")", help: "Whether a door is open." }]
///     }
///     fn call(&self, _open: &str, door: Option<&str>) -> Option<Result<(usize, ValueType), Fault>> {
///         let number = ["front", "back"].iter().position(|known| Some(*known) == door);
///         let unknown = || Fault::Refused { why: "there is no such door".into() };
///         door.map(|_| number.map(|number| (number, ValueType::Bool)).ok_or_else(unknown))
///     }
/// }
///
/// let is_open = [Value::Bool(false), Value::Bool(true)];
/// let entered = Expression::compile_with("open('front') || open('back')", &Doors, None).unwrap();
/// assert_eq!(entered.holds(&|door: usize| &is_open[door]), Ok(true));
/// let wrong = Expression::compile_with("open('side')", &Doors, None).unwrap_err();
/// assert_eq!(wrong.to_string(), "there is no such door");
/// ```
pub trait Names<K> {
    /// Returns the key and type of a variable; `None` if there is none of this name.
    fn variable(&self, name: &str) -> Option<(K, ValueType)>;

    /// Returns the functions that only these expressions have. They take one constant text, or nothing.
    fn functions(&self) -> &'static [Function] {
        &[]
    }

    /// Returns what a call of such a function stands for; `None` if it does not take this argument, or none.
    fn call(&self, _function: &str, _text: Option<&str>) -> Option<Known<K>> {
        None
    }

    /// Returns what `name.member` stands for if `name` is no variable; `None` if it has no members.
    fn member(&self, _name: &str, _member: &str) -> Option<Known<K>> {
        None
    }
}

impl<K, F: Fn(&str) -> Option<(K, ValueType)>> Names<K> for F {
    fn variable(&self, name: &str) -> Option<(K, ValueType)> {
        self(name)
    }
}
