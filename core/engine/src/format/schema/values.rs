//! Schemas of simple values in our files: ids, names, numbers and constants.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// An object whose names are data.
pub type ByName<T> = BTreeMap<String, T>;

/// Values by the names of variables.
pub type Values = ByName<Value>;

/// Stand-ins by the names of their nodes.
pub type StandIns = ByName<super::StandIn>;

/// Declares types that exist only for their schema.
macro_rules! described {
    ($($(#[$doc:meta])* $name:ident = $called:literal, inline $inline:literal: $json:tt;)*) => {
        $(
            $(#[$doc])*
            pub struct $name;

            impl JsonSchema for $name {
                fn inline_schema() -> bool {
                    $inline
                }

                fn schema_name() -> Cow<'static, str> {
                    $called.into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    json_schema!($json)
                }
            }
        )*
    };
}

described! {
    /// The number of a version. Each format restricts it.
    Version = "version", inline true: {"type": "integer"};
    /// A whole number that fits into 64 bits without a sign.
    Whole = "whole", inline true: {"type": "integer", "minimum": 0, "maximum": 18_446_744_073_709_551_615_u64};
    /// A duration in seconds of game time.
    Seconds = "seconds", inline true: {"type": "number", "minimum": 0, "maximum": 1_000_000};
    /// The id of a node.
    Id = "id", inline false: {"description": "The stable identity of a node.", "type": "string", "minLength": 1};
    /// A coordinate or size on the canvas.
    Coordinate = "coordinate", inline false: {
        "description": "Canvas units: screen points at 100 % zoom. Written as a whole number; a fraction is rounded when read.",
        "type": "number",
        "default": 0
    };
    /// The type of a variable.
    TypeName = "value_type", inline false: {
        "description": "The type of a variable; [int] is a list of int.",
        "type": "string",
        "pattern": "^(bool|int|float|string|vec2|vec3|color|\\[ *(bool|int|float|string|vec2|vec3|color) *\\])$",
        "examples": ["bool", "int", "float", "string", "vec2", "vec3", "color", "[int]"]
    };
    /// Two numbers.
    Vec2 = "vec2", inline false: {
        "type": "object",
        "properties": {"vec2": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}},
        "required": ["vec2"],
        "additionalProperties": false
    };
    /// Three numbers.
    Vec3 = "vec3", inline false: {
        "type": "object",
        "properties": {"vec3": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}},
        "required": ["vec3"],
        "additionalProperties": false
    };
    /// Four numbers.
    Color = "color", inline false: {
        "description": "Red, green, blue, alpha; each 0 to 1.",
        "type": "object",
        "properties": {"color": {"type": "array", "items": {"type": "number"}, "minItems": 4, "maxItems": 4}},
        "required": ["color"],
        "additionalProperties": false
    };
    /// The scope of a variable.
    ScopeName = "scope", inline true: {"enum": ["tree", "subtree", "global"]};
    /// The type of a merge conflict.
    ConflictKindName = "conflict_kind", inline true: {
        "enum": ["both_changed", "both_added", "removed_by_ours", "removed_by_theirs", "both_moved", "cycle", "both_reordered"]
    };
    /// The abort type of a composite.
    AbortName = "abort", inline true: {"enum": ["None", "Self", "LowerPriority", "Both"]};
    /// The result of an update, or the state of a tree.
    StatusName = "result", inline false: {"enum": ["Success", "Failure", "Running"]};
    /// How a composite or decorator without code runs its children.
    ActsLikeName = "acts_like", inline true: {"enum": ["Sequence", "Selector", "PassThrough"]};
    /// The stand-in of a library's task: the result of a leaf, or the node type that a composite or decorator acts
    /// like.
    LibraryStandIn = "library_stand_in", inline true: {"enum": ["Success", "Failure", "Running", "Sequence", "Selector", "PassThrough"]};
    /// The type of a parameter.
    ParameterTypeName = "parameter_type", inline false: {
        "description": "A type of variables, or choice: one of the strings in `choices`. variable: the name of a variable that the task reads or writes, `of` a type or of any type. same: a value of the same type as the variable that the parameter named by `as` names. expression: the text of an expression `of` a type, or of the type of the variable that the parameter named by `as` names. tree: the name of a tree. name: a string by which nodes find each other, such as the name of an event, never a variable. any: a value or a variable of any type.",
        "anyOf": [
            {"enum": ["choice", "variable", "same", "expression", "tree", "name", "any"]},
            {"$ref": "#/$defs/value_type"}
        ]
    };
    /// A category of tasks.
    CategoryName = "category", inline true: {"enum": ["Composite", "Decorator", "Conditional", "Action"]};
}

/// A constant. A number without fraction and exponent is an int, all others are floats. An int is valid where a float
/// is expected.
#[derive(JsonSchema)]
#[schemars(rename = "value", untagged)]
#[doc(hidden)]
pub enum Value {
    Simple(Simple),
    Bools(Vec<bool>),
    Numbers(Vec<f64>),
    Texts(Vec<String>),
    Vec2s(Vec<Vec2>),
    Vec3s(Vec<Vec3>),
    Colors(Vec<Color>),
}

/// A constant that is not a list.
#[derive(JsonSchema)]
#[schemars(rename = "simple", untagged)]
#[doc(hidden)]
pub enum Simple {
    Bool(bool),
    Number(f64),
    Text(String),
    Vec2(Vec2),
    Vec3(Vec3),
    Color(Color),
}

/// A constant, or a variable.
#[derive(JsonSchema)]
#[schemars(rename = "parameter", untagged)]
#[doc(hidden)]
pub enum Parameter {
    Constant(Value),
    Variable(Bound),
}

/// The variable of this name.
#[derive(JsonSchema)]
#[schemars(rename = "variable_of_parameter", deny_unknown_fields)]
pub struct Bound {
    /// The name of the variable.
    pub var: String,
}

/// A `T` or null.
pub struct OrNull<T>(std::marker::PhantomData<T>);

impl<T: JsonSchema> JsonSchema for OrNull<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("{} or null", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let some = generator.subschema_for::<T>();
        json_schema!({"anyOf": [{"type": "null"}, some]})
    }
}
