//! What snapshots hold, as it stands in their file. Every value says its type, so that an empty list or a whole number that is a float
//! reads back as what it was; what is not given is left out. The types of the runtime are read and written themselves: what is listed here
//! says how, for those that do not say it where they are.

use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::abort::AbortType;
use crate::format::field_error::FieldError;
use crate::format::json_errors::custom;
use crate::runtime::{
    self, GlobalSnapshot, GlobalsSnapshot, ManagerSnapshot, NodeIndex, Snapshot, Status, TreeRun,
    TreeState, WatchedSnapshot, exact_float,
};
use crate::value;

/// A float as a text.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Float(#[serde(with = "exact_float")] pub f64);

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

/// Types that are written as these forms say.
macro_rules! written_as {
    ($($type:ty => $form:ty,)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$form>::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$form>::deserialize(deserializer)
            }
        }
    )*};
}

written_as! {
    value::Value => Exactly,
    value::ValueType => TypeName,
    AbortType => AbortName,
    NodeIndex => Place,
    Status => StatusName,
    TreeRun => RunName,
    TreeState => State,
    runtime::Event => Event,
    runtime::Received => Received,
    runtime::Request => Request,
    runtime::Slot => Slot,
    Snapshot => Snapshot,
    WatchedSnapshot => WatchedSnapshot,
    GlobalsSnapshot => GlobalsSnapshot,
    GlobalSnapshot => GlobalSnapshot,
    ManagerSnapshot => ManagerSnapshot,
}

/// A value as [`Value`] says.
struct Exactly;

impl Exactly {
    fn serialize<S: Serializer>(value: &value::Value, serializer: S) -> Result<S::Ok, S::Error> {
        Value::from(value).serialize(serializer)
    }

    fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<value::Value, D::Error> {
        Value::deserialize(deserializer).map(Into::into)
    }
}

/// A type by its name.
struct TypeName;

impl TypeName {
    fn serialize<S: Serializer>(of: &value::ValueType, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(of)
    }

    fn deserialize<'de, D: Deserializer<'de>>(of: D) -> Result<value::ValueType, D::Error> {
        let name = String::deserialize(of)?;
        let named = value::ValueType::from_name(&name);
        named.ok_or_else(|| custom(FieldError::UnknownType { name }))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "NodeIndex", transparent)]
struct Place(u32);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Status")]
enum StatusName {
    Failure,
    Success,
    Running,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "AbortType")]
enum AbortName {
    None,
    #[serde(rename = "Self")]
    OwnBranch,
    LowerPriority,
    Both,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TreeState")]
enum State {
    Enabled,
    Paused,
    Disabled,
    Finished(Status),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "TreeRun")]
enum RunName {
    Idle,
    Running,
    Ended(bool),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "runtime::Slot", deny_unknown_fields)]
struct Slot {
    value: value::Value,
    written: u64,
    changes: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "runtime::Event", deny_unknown_fields)]
struct Event {
    name: Arc<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<value::Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "runtime::Received", deny_unknown_fields)]
struct Received {
    count: u64,
    frame: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    payload: Option<value::Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "runtime::Request", rename_all = "snake_case")]
enum Request {
    Send(runtime::Event),
    Interrupt(Arc<str>, bool),
    Restart,
    Stop,
}
