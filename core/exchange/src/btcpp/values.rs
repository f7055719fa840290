//! Values of ports as text and as values: literals, `{key}`, `{=}`, `{@key}`. Knows no node.

use std::sync::Arc;

use treewright_core::model::ParameterValue;
use treewright_core::value::{Value, ValueType};

use super::rules;

/// The prefix of a variable that is an entry of the root's blackboard.
pub(super) const ROOT: char = '@';

/// Returns the key in `{key}`, without blanks around it.
pub(super) fn key(text: &str) -> Option<&str> {
    let inside = text.trim().strip_prefix('{')?.strip_suffix('}')?.trim();
    let is_key = !inside.is_empty() && !inside.contains(['{', '}', '"', ':', ',']);
    is_key.then_some(inside)
}

/// Returns a literal of this type; if the text has another type, or the type is not known, by the way it is written.
pub(super) fn literal(text: &str, expected: Option<&ValueType>) -> ParameterValue {
    let value = match expected {
        Some(expected) => typed(text, expected).or_else(|| guessed(text)),
        None => guessed(text),
    };
    ParameterValue::literal(value.unwrap_or_else(|| Value::String(text.into())))
}

/// Returns a number or bool, if the text is unambiguous and would be written the same.
fn guessed(text: &str) -> Option<Value> {
    let simple = match text {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        _ => None,
    };
    simple
        .or_else(|| text.parse().ok().map(Value::Int))
        .or_else(|| float(text).map(Value::Float))
        .filter(|value| self::text(value).as_deref() == Some(text))
}

fn float(text: &str) -> Option<f64> {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.'));
    text.parse()
        .ok()
        .filter(|x: &f64| is_number && x.is_finite())
}

/// Parses a text as a value of this type.
pub(super) fn typed(text: &str, expected: &ValueType) -> Option<Value> {
    let trimmed = text.trim();
    match expected {
        ValueType::Bool => match trimmed {
            "true" | "True" | "TRUE" | "1" => Some(Value::Bool(true)),
            "false" | "False" | "FALSE" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        ValueType::Int => trimmed.parse().ok().map(Value::Int),
        ValueType::Float => float(trimmed).map(Value::Float),
        ValueType::String => Some(Value::String(text.into())),
        ValueType::Vec2 => numbers::<2>(trimmed).map(Value::Vec2),
        ValueType::Vec3 => numbers::<3>(trimmed).map(Value::Vec3),
        ValueType::Color => {
            let numbers = numbers::<4>(trimmed)?;
            Some(Value::Color(numbers.map(|x| x as f32)))
        }
        ValueType::List(element) => {
            let items = trimmed.split(';').filter(|_| !trimmed.is_empty());
            let items: Option<Vec<_>> = items.map(|item| typed(item, element)).collect();
            Some(Value::List(Arc::from(items?)))
        }
    }
}

fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<_>> = text.split(';').map(|part| float(part.trim())).collect();
    numbers?.try_into().ok()
}

/// Returns the text of a value in a port; `None` if it would be read back as something else.
pub(super) fn text(value: &Value) -> Option<String> {
    let joined = |parts: Vec<String>| parts.join(";");
    Some(match value {
        Value::Bool(b) => b.to_string(),
        Value::Int(i) => i.to_string(),
        Value::Float(x) => format!("{x:?}"),
        Value::String(text) => text.to_string(),
        Value::Vec2(v) => joined(v.iter().map(|x| format!("{x:?}")).collect()),
        Value::Vec3(v) => joined(v.iter().map(|x| format!("{x:?}")).collect()),
        Value::Color(c) => joined(c.iter().map(|x| format!("{x:?}")).collect()),
        Value::List(items) => {
            let texts: Option<Vec<_>> = items.iter().map(text).collect();
            let texts = texts?;
            if texts.iter().any(|text| text.contains(';')) {
                return None;
            }
            joined(texts)
        }
    })
}

/// Converts milliseconds to seconds, as exactly as a number can be.
pub(super) fn seconds(milliseconds: &str) -> Option<f64> {
    let number = rules::parse_int(milliseconds.trim())?;
    (number >= 0).then_some(number as f64 / 1000.0)
}

/// Converts seconds to whole milliseconds, and returns whether they are exact.
pub(super) fn whole_milliseconds(seconds: f64) -> (u64, bool) {
    let whole = (seconds * 1000.0).round().max(0.0) as u64;
    let read_again = whole as f64 / 1000.0;
    (whole, read_again.total_cmp(&seconds).is_eq())
}
