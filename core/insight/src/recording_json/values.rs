//! Values in lines of recordings: written as in documents, or exactly as in snapshots if the usual form would not read back the
//! same.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use treewright_core::Message;
use treewright_core::format::FormatErrorKind;
use treewright_core::format::json_text::compact;
use treewright_core::format::literal::{push_value, read_literal};
use treewright_core::format::snapshot_json::ExactValue;
use treewright_core::value::Value;

/// A value with its type, because it would not read back the same otherwise.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "exact")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Exact {
    /// The value with its type.
    exact: ExactValue,
}

/// A value in the usual form or in the exact form.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "any_value", untagged)]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum Described {
    Usual(treewright_core::format::schema::Value),
    Exact(Exact),
}

/// A value in a line of a recording.
pub(super) struct Recorded(pub Value);

impl Serialize for Recorded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        write(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Recorded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?;
        read(raw).map(Self).map_err(D::Error::custom)
    }
}

/// Converts a value to JSON.
pub(super) fn write(value: &Value) -> Box<RawValue> {
    let mut json = String::new();
    push_value(value, &mut json);
    let plain = compact(&json).unwrap_or(json);
    let is_json = serde_json::from_str::<&RawValue>(&plain).is_ok();
    if is_json && read_literal(&plain).is_ok_and(|literal| literal.value == *value) {
        return raw(plain);
    }
    let exact = ExactValue::from(value);
    raw(serde_json::to_string(&Exact { exact }).unwrap_or_default())
}

/// Parses a value.
fn read(json: &RawValue) -> Result<Value, Message> {
    if let Ok(Exact { exact }) = serde_json::from_str(json.get()) {
        return Ok(exact.into());
    }
    let literal = read_literal(json.get()).map_err(of_field)?;
    Ok(literal.value)
}

/// Returns the message of a field's error without the name of the field.
fn of_field(kind: FormatErrorKind) -> Message {
    match kind {
        FormatErrorKind::WrongField { message } => message,
        other => other.message(),
    }
}

/// Wraps a valid JSON text.
fn raw(json: String) -> Box<RawValue> {
    RawValue::from_string(json).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
