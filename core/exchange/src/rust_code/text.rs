//! Values and texts as Rust.

use treewright_core::diagnostic::visible;
use treewright_core::model::ParameterValue;
use treewright_core::value::{Value, ValueType};

/// A text in quotes: Rust's own debug form of it, with all that hides escaped as Rust escapes it.
pub(super) fn quoted(text: &str) -> String {
    visible(&format!("{text:?}")).into_owned()
}

/// What a parameter is set to.
pub(super) fn parameter(set: &ParameterValue) -> String {
    match set {
        ParameterValue::Literal(literal) => {
            format!("ParameterValue::literal({})", value(&literal.value))
        }
        ParameterValue::Variable(name) => format!("ParameterValue::variable({})", quoted(name)),
    }
}

/// A value.
pub(super) fn value(value: &Value) -> String {
    match value {
        Value::Bool(b) => format!("Value::Bool({b})"),
        Value::Int(whole) => format!("Value::Int({whole})"),
        Value::Float(number) => format!("Value::Float({})", float(*number)),
        Value::String(text) => format!("Value::String({}.into())", quoted(text)),
        Value::Vec2(parts) => format!("Value::Vec2([{}])", floats(parts)),
        Value::Vec3(parts) => format!("Value::Vec3([{}])", floats(parts)),
        Value::Color(parts) => {
            let parts: Vec<String> = parts.iter().map(|part| single(*part)).collect();
            format!("Value::Color([{}])", parts.join(", "))
        }
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(self::value).collect();
            format!("Value::List(vec![{}].into())", items.join(", "))
        }
    }
}

fn floats(parts: &[f64]) -> String {
    let parts: Vec<String> = parts.iter().map(|part| float(*part)).collect();
    parts.join(", ")
}

fn float(number: f64) -> String {
    if number.is_finite() {
        return format!("{number:?}");
    }
    named("f64", number.is_nan(), number < 0.0)
}

fn single(number: f32) -> String {
    if number.is_finite() {
        return format!("{number:?}");
    }
    named("f32", number.is_nan(), number < 0.0)
}

/// A number that has no digits.
fn named(of: &str, is_nan: bool, is_negative: bool) -> String {
    match (is_nan, is_negative) {
        (true, _) => format!("{of}::NAN"),
        (_, true) => format!("{of}::NEG_INFINITY"),
        _ => format!("{of}::INFINITY"),
    }
}

/// A type.
pub(super) fn value_type(value_type: &ValueType) -> String {
    match value_type {
        ValueType::List(items) => format!("ValueType::List(Box::new({}))", self::value_type(items)),
        simple => format!("ValueType::{simple:?}"),
    }
}
