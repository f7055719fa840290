//! Values as JSON. The type of a value follows from its text alone, without a declaration: whole numbers are ints;
//! numbers with a fraction or an exponent are floats; vectors and colors are `{"vec2": [x, y]}`, `{"vec3": …}`,
//! `{"color": …}`; all items of a list have one type.

use std::fmt::Write as _;
use std::str::FromStr;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _};

use super::FormatErrorKind;
use super::field_error::FieldError;
use super::json::{self, Raw};
use super::json_text::{compact, parse_part, push_spaced, push_string};
use super::json_writer::{push_list, push_named};
use super::shape::Entries;
use crate::model::{Literal, ParameterValue};
use crate::value::{Value, ValueType};

/// The error in a value.
pub(super) type Fault = FormatErrorKind;

/// Reads the value of a parameter.
pub(super) fn read_parameter(raw: Raw<'_>) -> Result<ParameterValue, Fault> {
    let json = raw.get();
    if json.starts_with('{') {
        let (kind, inner) = tagged(json)?;
        if kind == "var" {
            let name: String =
                parse_part(inner).ok_or_else(|| Fault::from(FieldError::VariableName))?;
            return Ok(ParameterValue::variable(name));
        }
    }
    read_literal(json).map(ParameterValue::Literal)
}

/// Reads a constant; its type follows from its text.
pub fn read_literal(json: &str) -> Result<Literal, Fault> {
    let value = read_value(json)?;
    Ok(with_written(value, json))
}

/// A value that implements `Deserialize`, for use in data types.
pub struct Written(pub Value);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        let literal = read_literal(raw.get()).map_err(D::Error::custom)?;
        Ok(Self(literal.value))
    }
}

/// Reads a constant of a known type, so that `1` counts as a float where one is expected. If it does not have that
/// type, its type follows from its text.
pub fn read_typed(json: &str, value_type: &ValueType) -> Result<Literal, Fault> {
    let value = read_value(json)?;
    let value = value.coerced(value_type).unwrap_or(value);
    Ok(with_written(value, json))
}

fn with_written(value: Value, json: &str) -> Literal {
    if is_plainly_canonical(&value, json) {
        return Literal {
            value,
            written: None,
        };
    }
    let mut canonical = String::new();
    push_value(&value, &mut canonical);
    if canonical == json {
        return Literal {
            value,
            written: None,
        };
    }
    let (written, canonical) = (compact(json), compact(&canonical));
    Literal {
        value,
        written: written
            .filter(|w| Some(w) != canonical.as_ref())
            .map(Arc::from),
    }
}

/// Returns true only if this is how the program writes the value, without writing it. Recognizes nearly all values in
/// files.
fn is_plainly_canonical(value: &Value, json: &str) -> bool {
    match value {
        Value::Bool(_) => true,
        Value::Int(_) => json != "-0",
        Value::String(text) => {
            text.len() + 2 == json.len() && text.bytes().all(|b| (b' '..0x7f).contains(&b))
        }
        Value::Float(_) => is_plain_decimal(json),
        Value::Vec2(_) | Value::Vec3(_) | Value::Color(_) | Value::List(_) => false,
    }
}

/// Returns whether a decimal such as `-12.5` is the shortest text of its float: few digits, no exponent and no extra
/// zeros.
fn is_plain_decimal(json: &str) -> bool {
    /// Decimals with at most this many digits have distinct 64-bit floats.
    const SAFE_DIGITS: usize = 15;
    let Some((whole, fraction)) = json.split_once('.') else {
        return false;
    };
    let digits_only = fraction.bytes().all(|b| b.is_ascii_digit());
    let ends_well = fraction == "0" || !fraction.ends_with('0');
    // Smaller numbers are written with an exponent.
    let is_large_enough = !fraction.starts_with("000");
    digits_only && ends_well && is_large_enough && whole.len() + fraction.len() <= SAFE_DIGITS
}

fn read_value(json: &str) -> Result<Value, Fault> {
    match json.as_bytes().first() {
        Some(b't') => Ok(Value::Bool(true)),
        Some(b'f') => Ok(Value::Bool(false)),
        Some(b'"') => read_text(json),
        Some(b'-' | b'0'..=b'9') => read_number(json),
        Some(b'[') => read_list(json),
        Some(b'{') => read_tagged(json),
        _ => Err(Fault::from(FieldError::Null)),
    }
}

fn read_text(json: &str) -> Result<Value, Fault> {
    let inside = json.trim_matches('"');
    if inside.len() + 2 == json.len() && !inside.contains('\\') {
        return Ok(inside.into());
    }
    let text: Option<String> = parse_part(json);
    let text = text.ok_or_else(|| Fault::from(FieldError::BadEscape))?;
    Ok(Value::String(text.into()))
}

fn read_number(json: &str) -> Result<Value, Fault> {
    if !json.contains(['.', 'e', 'E'])
        && let Ok(whole) = json.parse()
    {
        return Ok(Value::Int(whole));
    }
    read_float(json).map(Value::Float)
}

fn read_float(json: &str) -> Result<f64, Fault> {
    let number: f64 = json.parse().map_err(|_| Fault::from(FieldError::Number))?;
    if number.is_finite() {
        Ok(number)
    } else {
        Err(Fault::NumberTooLarge {
            number: shortened(json),
        })
    }
}

fn shortened(json: &str) -> String {
    const SHOWN: usize = 40;
    if json.len() <= SHOWN {
        return json.to_owned();
    }
    format!("{}…", json.chars().take(SHOWN).collect::<String>())
}

fn read_list(json: &str) -> Result<Value, Fault> {
    let items = parts(json)?;
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        if item.get().starts_with('[') {
            return Err(Fault::from(FieldError::ListInList));
        }
        values.push(read_value(item.get())?);
    }
    if values.iter().any(|v| matches!(v, Value::Float(_))) {
        for value in &mut values {
            if let Some(float) = value.coerced(&ValueType::Float) {
                *value = float;
            }
        }
    }
    let first = values.first().map(Value::value_type);
    if values.iter().any(|v| Some(v.value_type()) != first) {
        return Err(Fault::from(FieldError::OneType));
    }
    Ok(Value::List(values.into()))
}

fn parts(json: &str) -> Result<Vec<Raw<'_>>, Fault> {
    json::from_str(json).map_err(|_| Fault::from(FieldError::List))
}

fn read_tagged(json: &str) -> Result<Value, Fault> {
    let (kind, inner) = tagged(json)?;
    match &*kind {
        "vec2" => read_numbers::<f64, 2>(&kind, inner).map(Value::Vec2),
        "vec3" => read_numbers::<f64, 3>(&kind, inner).map(Value::Vec3),
        "color" => read_numbers::<f32, 4>(&kind, inner).map(Value::Color),
        "var" => Err(Fault::from(FieldError::NoVariable)),
        _ => {
            let name = shortened(&kind);
            Err(FieldError::NoKindOfValue { name }.into())
        }
    }
}

/// The only field of an object: its name and its JSON.
fn tagged(json: &str) -> Result<(String, &str), Fault> {
    let entries: Entries<'_> = json::from_str(json).map_err(|_| Fault::from(FieldError::Object))?;
    match &*entries.0 {
        [(kind, inner)] => Ok((kind.to_string(), inner.get())),
        _ => Err(Fault::from(FieldError::OneField)),
    }
}

/// Reads numbers as `f32` or `f64`. Fails if a number is too large for the type.
fn read_numbers<T, const N: usize>(kind: &str, json: &str) -> Result<[T; N], Fault>
where
    T: Copy + Default + FromStr + Into<f64>,
{
    let message = || {
        let kind = kind.to_owned();
        Fault::from(FieldError::Numbers { kind, count: N })
    };
    let items = parts(json).map_err(|_| message())?;
    let mut numbers = [T::default(); N];
    if items.len() != N {
        return Err(message());
    }
    for (number, item) in numbers.iter_mut().zip(items) {
        *number = item.get().parse().map_err(|_| message())?;
        if !(*number).into().is_finite() {
            return Err(Fault::NumberTooLarge {
                number: shortened(item.get()),
            });
        }
    }
    Ok(numbers)
}

/// Appends the value of a parameter.
pub(super) fn push_parameter(parameter: &ParameterValue, out: &mut String) {
    match parameter {
        ParameterValue::Literal(literal) => push_literal(literal, out),
        ParameterValue::Variable(name) => {
            out.push_str("{\"var\": ");
            push_string(name, out);
            out.push('}');
        }
    }
}

/// Appends a constant as it was written in the file, if that text still has the same value.
pub(super) fn push_literal(literal: &Literal, out: &mut String) {
    if let Some(written) = &literal.written
        && read_typed(written, &literal.value.value_type()).is_ok_and(|l| l.value == literal.value)
    {
        return push_spaced(written, out);
    }
    push_value(&literal.value, out);
}

/// Appends a value as this program writes it.
pub fn push_value(value: &Value, out: &mut String) {
    match value {
        Value::Bool(b) => out.push_str(if *b { "true" } else { "false" }),
        Value::Int(i) => push_display(i, out),
        Value::Float(x) => push_debug(x, out),
        Value::String(text) => push_string(text, out),
        Value::Vec2(v) => push_numbers("vec2", v, out),
        Value::Vec3(v) => push_numbers("vec3", v, out),
        Value::Color(c) => push_numbers("color", c, out),
        Value::List(items) => push_list(&**items, out, push_value),
    }
}

fn push_numbers<T: std::fmt::Debug>(kind: &str, numbers: &[T], out: &mut String) {
    push_named([(kind, numbers)], out, |numbers, out| {
        push_list(numbers, out, push_debug);
    });
}

/// Appends a number. Rust's debug form of a float is the shortest text that reads back as the same float, always with
/// a fraction or an exponent.
fn push_debug<T: std::fmt::Debug>(number: T, out: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "{number:?}");
}

/// Appends a whole number.
pub fn push_display<T: std::fmt::Display>(number: T, out: &mut String) {
    // Writing to a `String` cannot fail.
    let _ = write!(out, "{number}");
}
