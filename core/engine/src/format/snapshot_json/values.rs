//! Values, times and results in snapshots. Values are written with their types, unlike elsewhere, so that an empty list
//! or a float without fraction reads back as the same type; times are texts with their unit; results of ended tasks are
//! booleans. All else in snapshots derives serde.

use std::sync::Arc;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::format::field_error::FieldError;
use crate::format::json::custom;
use crate::runtime::{Outcome, SnapshotTime};
use crate::time::Nanoseconds;
use crate::value::{self, ValueType};

/// A float as the shortest text that reads back as the same number: JSON cannot express infinity, and some readers lose
/// digits.
#[derive(Clone, Copy)]
pub struct Float(pub f64);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}

impl<'de> Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text.parse();
        number.map(Self).map_err(|_| not_a_number(&text))
    }
}

fn not_a_number<E: Error>(text: &str) -> E {
    E::custom(format_args!("`{text}` is not a number"))
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Float {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "exact_float".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A float as the shortest text that reads back as the same one.",
            "type": "string",
            "pattern": "^(-?[0-9]+(\\.[0-9]+)?(e-?[0-9]+)?|-?inf|NaN)$"
        })
    }
}

/// A value with its type.
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", rename = "exact_value")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Value {
    Bool(bool),
    Int(i64),
    Float(Float),
    String(#[cfg_attr(feature = "schema", schemars(with = "String"))] Arc<str>),
    Vec2([Float; 2]),
    Vec3([Float; 3]),
    Color([Float; 4]),
    List(Vec<Value>),
}

/// Recursive: the JSON reader limits the nesting of lists.
impl From<&value::Value> for Value {
    fn from(value: &value::Value) -> Self {
        match value {
            value::Value::Bool(b) => Self::Bool(*b),
            value::Value::Int(i) => Self::Int(*i),
            value::Value::Float(x) => Self::Float(Float(*x)),
            value::Value::String(s) => Self::String(s.clone()),
            value::Value::Vec2(v) => Self::Vec2(v.map(Float)),
            value::Value::Vec3(v) => Self::Vec3(v.map(Float)),
            value::Value::Color(c) => Self::Color(c.map(|x| Float(x.into()))),
            value::Value::List(items) => Self::List(items.iter().map(Self::from).collect()),
        }
    }
}

impl From<Value> for value::Value {
    fn from(value: Value) -> Self {
        match value {
            Value::Bool(b) => Self::Bool(b),
            Value::Int(i) => Self::Int(i),
            Value::Float(x) => Self::Float(x.0),
            Value::String(s) => Self::String(s),
            Value::Vec2(v) => Self::Vec2(v.map(|x| x.0)),
            Value::Vec3(v) => Self::Vec3(v.map(|x| x.0)),
            Value::Color(c) => Self::Color(c.map(|x| x.0 as f32)),
            Value::List(items) => Self::List(items.into_iter().map(Self::from).collect()),
        }
    }
}

impl Serialize for value::Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for value::Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Into::into)
    }
}

/// Written as its name.
impl Serialize for ValueType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ValueType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let named = Self::from_name(&name);
        named.ok_or_else(|| custom(FieldError::UnknownType { name }))
    }
}

/// What follows the number of a time in whole nanoseconds. Seconds, which earlier versions wrote, have no unit.
const NANOSECONDS: &str = "ns";

/// Written as text, like a float, so that it can have a unit in any format.
impl Serialize for SnapshotTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nanoseconds(time) => {
                serializer.collect_str(&format_args!("{}{NANOSECONDS}", time.0))
            }
            Self::Seconds(seconds) => Float(*seconds).serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for SnapshotTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let time = match text.strip_suffix(NANOSECONDS) {
            Some(whole) => whole.parse().ok().map(Nanoseconds).map(Self::Nanoseconds),
            None => text.parse().ok().map(Self::Seconds),
        };
        time.ok_or_else(|| not_a_number(&text))
    }
}

/// Written as a boolean: true for Success.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bool(self.is_success())
    }
}

impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bool::deserialize(deserializer).map(Self::of)
    }
}
