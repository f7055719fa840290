//! Values, their types, statuses and the like as they stand in a snapshot's file. Every value says its type, so that an empty list or a
//! whole number that is a float reads back as what it was.

use std::sync::Arc;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::abort::AbortType;
use crate::runtime::{Status, TreeRun, TreeState};
use crate::value;

/// A float as the shortest text that reads back as the same one: JSON's numbers have no place for infinity, and lose digits in some readers.
#[derive(Clone, Copy)]
pub struct Float(pub f64);

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

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:?}", self.0))
    }
}

impl<'de> Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text.parse();
        number
            .map(Self)
            .map_err(|_| D::Error::custom(format!("`{text}` is no number")))
    }
}

/// A value that says its type.
#[doc(hidden)]
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "exact_value")
)]
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

/// Lists lie in each other no deeper than the reader of JSON goes, so these may call themselves.
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

/// A type by its name.
pub(super) struct ValueType(pub value::ValueType);

impl Serialize for ValueType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for ValueType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let named = value::ValueType::from_name(&name);
        named
            .map(Self)
            .ok_or_else(|| D::Error::custom(format!("there is no type `{name}`")))
    }
}

/// The statuses, states and abort types by the names of their variants.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Status")]
pub(super) enum StatusName {
    Failure,
    Success,
    Running,
}

/// For places where a status stands in a list.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct NamedStatus(#[serde(with = "StatusName")] pub Status);

#[derive(Serialize, Deserialize)]
#[serde(remote = "AbortType")]
pub(super) enum AbortName {
    None,
    #[serde(rename = "Self")]
    OwnBranch,
    LowerPriority,
    Both,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
pub(super) enum State {
    Enabled,
    Paused,
    Disabled,
    Finished(NamedStatus),
}

impl From<TreeState> for State {
    fn from(state: TreeState) -> Self {
        match state {
            TreeState::Enabled => Self::Enabled,
            TreeState::Paused => Self::Paused,
            TreeState::Disabled => Self::Disabled,
            TreeState::Finished(status) => Self::Finished(NamedStatus(status)),
        }
    }
}

impl From<State> for TreeState {
    fn from(state: State) -> Self {
        match state {
            State::Enabled => Self::Enabled,
            State::Paused => Self::Paused,
            State::Disabled => Self::Disabled,
            State::Finished(status) => Self::Finished(status.0),
        }
    }
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(remote = "TreeRun")]
enum RunName {
    Idle,
    Running,
    Ended(bool),
}

/// How a tree stands that can run beside another.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Run(#[serde(with = "RunName")] pub TreeRun);
