//! The functions of expressions: how each is written, what it does, and which types it takes.

use super::node::{Kind, Operation};
use crate::value::ValueType;

/// A function, for documentation and completion. `a.f(b)` means the same as `f(a, b)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// How it is written.
    pub usage: &'static str,
    /// One sentence: what it gives.
    pub help: &'static str,
}

const fn function(name: &'static str, usage: &'static str, help: &'static str) -> Function {
    Function { name, usage, help }
}

/// All functions, those about one thing beside each other.
pub const FUNCTIONS: [Function; 28] = [
    function("abs", "abs(x)", "The absolute value."),
    function("min", "min(a, b, …)", "The smallest of the numbers."),
    function("max", "max(a, b, …)", "The largest of the numbers."),
    function(
        "clamp",
        "clamp(x, low, high)",
        "The number, limited to the range from low to high.",
    ),
    function(
        "floor",
        "floor(x)",
        "Rounds down to a whole number, as a float.",
    ),
    function(
        "ceil",
        "ceil(x)",
        "Rounds up to a whole number, as a float.",
    ),
    function(
        "round",
        "round(x)",
        "Rounds to the nearest whole number, as a float; halves away from 0.",
    ),
    function("sqrt", "sqrt(x)", "The square root."),
    function("sin", "sin(x)", "The sine of an angle in radians."),
    function("cos", "cos(x)", "The cosine of an angle in radians."),
    function(
        "int",
        "int(x)",
        "A float without its fraction, a string read as an integer, or 1 and 0 for true and false.",
    ),
    function(
        "float",
        "float(x)",
        "An int as a float, or a string read as a number.",
    ),
    function("string", "string(x)", "Any value as a string."),
    function(
        "size",
        "size(x)",
        "The number of characters in a string, or of items in a list.",
    ),
    function(
        "contains",
        "contains(text, part)",
        "Whether a string contains another.",
    ),
    function(
        "startsWith",
        "startsWith(text, part)",
        "Whether a string starts with another.",
    ),
    function(
        "endsWith",
        "endsWith(text, part)",
        "Whether a string ends with another.",
    ),
    function("lower", "lower(text)", "The string in lowercase letters."),
    function("upper", "upper(text)", "The string in uppercase letters."),
    function("vec2", "vec2(x, y)", "A vector of two numbers."),
    function("vec3", "vec3(x, y, z)", "A vector of three numbers."),
    function(
        "color",
        "color(red, green, blue, alpha)",
        "A color; each component from 0 to 1.",
    ),
    function("length", "length(v)", "The length of a vector."),
    function(
        "distance",
        "distance(a, b)",
        "The distance between two points.",
    ),
    function("dot", "dot(a, b)", "The dot product of two vectors."),
    function(
        "normalize",
        "normalize(v)",
        "The vector scaled to length 1; a zero vector is unchanged.",
    ),
    function(
        "isEmpty",
        "isEmpty(x)",
        "Whether a string or list is empty.",
    ),
    function(
        "lerp",
        "lerp(a, b, t)",
        "Interpolates linearly: a at t = 0, b at t = 1.",
    ),
];

/// What CEL has and expressions here do not.
pub(super) const UNSUPPORTED: [&str; 16] = [
    "has",
    "all",
    "exists",
    "exists_one",
    "map",
    "filter",
    "matches",
    "bytes",
    "timestamp",
    "duration",
    "type",
    "dyn",
    "uint",
    "double",
    "bool",
    "optional",
];

/// A function as it works on certain types.
#[derive(Debug, PartialEq)]
pub(super) struct Overload {
    pub operation: Operation,
    /// What each argument becomes before.
    pub parameters: Vec<ValueType>,
    pub result: ValueType,
}

/// The function of this name for arguments of these types; none if it does not take them.
pub(super) fn overload(name: &str, given: &[ValueType]) -> Option<Overload> {
    math(name, given)
        .or_else(|| conversion(name, given))
        .or_else(|| text(name, given))
        .or_else(|| vector(name, given))
}

fn math(name: &str, given: &[ValueType]) -> Option<Overload> {
    let count = given.len();
    let operation = match (name, count) {
        ("abs", 1) => Operation::Abs,
        ("min", 2..) => Operation::Min,
        ("max", 2..) => Operation::Max,
        ("clamp", 3) => Operation::Clamp,
        ("floor", 1) => return floats(Operation::Floor, given),
        ("ceil", 1) => return floats(Operation::Ceil, given),
        ("round", 1) => return floats(Operation::Round, given),
        ("sqrt", 1) => return floats(Operation::Sqrt, given),
        ("sin", 1) => return floats(Operation::Sin, given),
        ("cos", 1) => return floats(Operation::Cos, given),
        ("lerp", 3) => return floats(Operation::Lerp, given),
        _ => return None,
    };
    // Whole numbers among themselves stay whole.
    if given.iter().all(|t| *t == ValueType::Int) {
        return Some(Overload {
            operation,
            parameters: given.to_vec(),
            result: ValueType::Int,
        });
    }
    floats(operation, given)
}

/// A function from floats to a float.
fn floats(operation: Operation, given: &[ValueType]) -> Option<Overload> {
    let parameters = floats_of(given)?;
    Some(Overload {
        operation,
        parameters,
        result: ValueType::Float,
    })
}

/// Floats, as many as there are numbers; none if one is no number.
fn floats_of(given: &[ValueType]) -> Option<Vec<ValueType>> {
    let numbers = given
        .iter()
        .all(|t| matches!(t, ValueType::Int | ValueType::Float));
    numbers.then(|| vec![ValueType::Float; given.len()])
}

fn conversion(name: &str, given: &[ValueType]) -> Option<Overload> {
    let [only] = given else {
        return None;
    };
    let kind = Kind::of(only);
    let (operation, parameter, result) = match (name, only) {
        ("int", ValueType::Int | ValueType::Float | ValueType::Bool | ValueType::String) => {
            (Operation::IntOf(kind), only.clone(), ValueType::Int)
        }
        ("float", ValueType::Int | ValueType::Float) => {
            // An int becomes a float before, so nothing is left to do but add nothing.
            (
                Operation::FloatOf(Kind::Float),
                ValueType::Float,
                ValueType::Float,
            )
        }
        ("float", ValueType::String) => (Operation::FloatOf(kind), only.clone(), ValueType::Float),
        ("string", _) => (Operation::TextOf(kind), only.clone(), ValueType::String),
        ("size", ValueType::String | ValueType::List(_)) => {
            (Operation::SizeOf(kind), only.clone(), ValueType::Int)
        }
        ("isEmpty", ValueType::String | ValueType::List(_)) => {
            (Operation::IsEmpty(kind), only.clone(), ValueType::Bool)
        }
        _ => return None,
    };
    Some(Overload {
        operation,
        parameters: vec![parameter],
        result,
    })
}

fn text(name: &str, given: &[ValueType]) -> Option<Overload> {
    if given.iter().any(|t| *t != ValueType::String) {
        return None;
    }
    let (operation, result) = match (name, given.len()) {
        ("contains", 2) => (Operation::Contains, ValueType::Bool),
        ("startsWith", 2) => (Operation::StartsWith, ValueType::Bool),
        ("endsWith", 2) => (Operation::EndsWith, ValueType::Bool),
        ("lower", 1) => (Operation::Lower, ValueType::String),
        ("upper", 1) => (Operation::Upper, ValueType::String),
        _ => return None,
    };
    Some(Overload {
        operation,
        parameters: given.to_vec(),
        result,
    })
}

fn vector(name: &str, given: &[ValueType]) -> Option<Overload> {
    let built = match (name, given.len()) {
        ("vec2", 2) => Some(ValueType::Vec2),
        ("vec3", 3) => Some(ValueType::Vec3),
        ("color", 4) => Some(ValueType::Color),
        _ => None,
    };
    if let Some(result) = built {
        return Some(Overload {
            operation: Operation::Build,
            parameters: floats_of(given)?,
            result,
        });
    }
    let first = given.first()?;
    let vectors = matches!(first, ValueType::Vec2 | ValueType::Vec3);
    if !vectors || given.iter().any(|t| t != first) {
        return None;
    }
    let (operation, result) = match (name, given.len()) {
        ("length", 1) => (Operation::Length, ValueType::Float),
        ("distance", 2) => (Operation::Distance, ValueType::Float),
        ("dot", 2) => (Operation::Dot, ValueType::Float),
        ("normalize", 1) => (Operation::Normalize, first.clone()),
        _ => return None,
    };
    Some(Overload {
        operation,
        parameters: given.to_vec(),
        result,
    })
}
