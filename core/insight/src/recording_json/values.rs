//! Values in lines of recordings: written as in documents, or exactly as in snapshots if the usual form would not read back the
//! same.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use treewright_core::Message;
use treewright_core::format::FormatErrorKind;
use treewright_core::format::json::{self, Raw};
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

/// A value in a line of a recording: it is read as exactly the value that was written.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded(pub Value);

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Recorded {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Described::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        Described::json_schema(generator)
    }
}

impl Serialize for Recorded {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Raw::of(&write(&self.0)).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Recorded {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Raw::deserialize(deserializer)?;
        read(raw).map(Self).map_err(D::Error::custom)
    }
}

/// Converts a value to JSON.
pub(super) fn write(value: &Value) -> String {
    let mut json = String::new();
    push_value(value, &mut json);
    let plain = compact(&json).unwrap_or(json);
    let is_json = json::check(&plain).is_ok();
    if is_json && read_literal(&plain).is_ok_and(|literal| literal.value == *value) {
        return plain;
    }
    let exact = ExactValue::from(value);
    // Cannot fail: it consists of texts, integers and booleans.
    json::to_string(&Exact { exact }).unwrap_or_default()
}

/// Parses a value.
fn read(raw: Raw<'_>) -> Result<Value, Message> {
    if let Ok(Exact { exact }) = json::from_str(raw.get()) {
        return Ok(exact.into());
    }
    let literal = read_literal(raw.get()).map_err(of_field)?;
    Ok(literal.value)
}

/// Returns the message of a field's error without the name of the field.
fn of_field(kind: FormatErrorKind) -> Message {
    match kind {
        FormatErrorKind::WrongField { message } => message,
        other => other.message(),
    }
}
