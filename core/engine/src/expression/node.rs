//! Expressions with known types: constants, variables, and operations that know the types of their operands.

use crate::value::{Value, ValueType};

/// A checked term.
#[derive(Clone, Debug)]
pub(super) enum Node<K> {
    Constant(Value),
    Variable(K),
    /// The checker guarantees the number of operands that the operation takes.
    Apply(Operation, Box<[Node<K>]>),
}

/// A type, without the item type of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int,
    Float,
    Text,
    Vec2,
    Vec3,
    Color,
    List,
}

impl Kind {
    pub fn of(value_type: &ValueType) -> Self {
        match value_type {
            ValueType::Bool => Self::Bool,
            ValueType::Int => Self::Int,
            ValueType::Float => Self::Float,
            ValueType::String => Self::Text,
            ValueType::Vec2 => Self::Vec2,
            ValueType::Vec3 => Self::Vec3,
            ValueType::Color => Self::Color,
            ValueType::List(_) => Self::List,
        }
    }

    pub fn of_value(value: &Value) -> Self {
        match value {
            Value::Bool(_) => Self::Bool,
            Value::Int(_) => Self::Int,
            Value::Float(_) => Self::Float,
            Value::String(_) => Self::Text,
            Value::Vec2(_) => Self::Vec2,
            Value::Vec3(_) => Self::Vec3,
            Value::Color(_) => Self::Color,
            Value::List(_) => Self::List,
        }
    }
}

/// An operation on operands. An operation that works on several types is evaluated as the requested type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    // Result of any type.
    If,
    Item,
    // Result bool.
    Not,
    And,
    Or,
    Equal(Kind),
    Unequal(Kind),
    Less(Kind),
    LessOrEqual(Kind),
    /// A value, and a list in which it is searched.
    In(Kind),
    /// A value, and the list items among which it is searched.
    InItems(Kind),
    IsEmpty(Kind),
    Contains,
    StartsWith,
    EndsWith,
    // Numbers and vectors.
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    // Numbers.
    Widen,
    Abs,
    Min,
    Max,
    Clamp,
    Lerp,
    Floor,
    Ceil,
    Round,
    Sqrt,
    Sin,
    Cos,
    IntOf(Kind),
    FloatOf(Kind),
    SizeOf(Kind),
    // Vectors and colors.
    Component(usize),
    Build,
    Scale,
    Shrink,
    Length,
    Distance,
    Dot,
    Normalize,
    // Strings.
    Join,
    Lower,
    Upper,
    TextOf(Kind),
    // Lists.
    List(Kind),
}
