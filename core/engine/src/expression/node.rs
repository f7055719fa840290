//! An expression whose types are settled: constants, variables, and operations that know the types of what they are applied to.

use crate::value::{Value, ValueType};

/// A checked term.
#[derive(Clone, Debug)]
pub(super) enum Node<K> {
    Constant(Value),
    Variable(K),
    /// As many operands as the operation takes: the checker has seen to that.
    Apply(Operation, Box<[Node<K>]>),
}

/// A type without what a list holds.
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

/// What is done with operands. Where one operation works on several types, it is evaluated as the type that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    // Of any type.
    If,
    Item,
    // To bool.
    Not,
    And,
    Or,
    Equal(Kind),
    Unequal(Kind),
    Less(Kind),
    LessOrEqual(Kind),
    /// A value, and a list that may hold it.
    In(Kind),
    /// A value, and the items of a list that may hold it.
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
    // Texts.
    Join,
    Lower,
    Upper,
    TextOf(Kind),
    // Lists.
    List(Kind),
}
