//! Values of variables and parameters, and their types.
//! Knows nothing about where values are stored or how files write them.

use std::fmt;
use std::sync::Arc;

use crate::told::{Argument, Message, ToArgument};

/// The type of a variable or parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// `true` or `false`.
    Bool,
    /// A 64-bit signed whole number.
    Int,
    /// A finite 64-bit floating-point number.
    Float,
    /// Text.
    String,
    /// Two numbers.
    Vec2,
    /// Three numbers.
    Vec3,
    /// Red, green, blue, alpha; each 0 to 1.
    Color,
    /// Any number of values of one simple type.
    List(Box<ValueType>),
}

impl ValueType {
    /// The types that are not lists.
    pub const SIMPLE: [Self; 7] = [
        Self::Bool,
        Self::Int,
        Self::Float,
        Self::String,
        Self::Vec2,
        Self::Vec3,
        Self::Color,
    ];

    /// Parses the name of a type: `int`, or `[int]` for a list. Lists of lists do not exist.
    pub fn from_name(name: &str) -> Option<Self> {
        if let Some(inner) = name.strip_prefix('[').and_then(|n| n.strip_suffix(']')) {
            let element = Self::SIMPLE
                .into_iter()
                .find(|t| t.to_string() == inner.trim())?;
            return Some(Self::List(Box::new(element)));
        }
        Self::SIMPLE.into_iter().find(|t| t.to_string() == name)
    }

    /// The initial value of a new variable of this type: false, 0, empty text, the origin, white or an empty list.
    pub fn default_value(&self) -> Value {
        match self {
            Self::Bool => Value::Bool(false),
            Self::Int => Value::Int(0),
            Self::Float => Value::Float(0.0),
            Self::String => Value::String("".into()),
            Self::Vec2 => Value::Vec2([0.0; 2]),
            Self::Vec3 => Value::Vec3([0.0; 3]),
            Self::Color => Value::Color([1.0; 4]),
            Self::List(_) => Value::List(Arc::new([])),
        }
    }

    /// Returns whether the value has this type. An empty list has every list type; an int is not accepted as a float
    /// (see [`Value::coerced`]).
    pub fn accepts(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::List(element), Value::List(items)) => items.iter().all(|i| element.accepts(i)),
            (Self::List(_), _) => false,
            _ => value.value_type() == *self,
        }
    }

    /// Returns the type to name in the message that this type does not accept a value. A list with items of several
    /// types is named after the first one that is out of place.
    #[must_use]
    pub fn found_in(&self, value: &Value) -> Self {
        let (Self::List(element), Value::List(items)) = (self, value) else {
            return value.value_type();
        };
        let misfit = items.iter().find(|item| item.coerced(element).is_none());
        let misfit = misfit.or_else(|| items.iter().find(|item| !element.accepts(item)));
        misfit.map_or_else(
            || value.value_type(),
            |item| Self::List(Box::new(item.value_type())),
        )
    }

    /// Returns whether it has a name: lists of lists do not.
    pub(crate) fn exists(&self) -> bool {
        !matches!(self, Self::List(element) if matches!(**element, Self::List(_)))
    }
}

/// Shows the name used in files, such as `int`; `{:#}` adds the article: `an int`.
impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            f.write_str(if *self == Self::Int { "an " } else { "a " })?;
        }
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Float => f.write_str("float"),
            Self::String => f.write_str("string"),
            Self::Vec2 => f.write_str("vec2"),
            Self::Vec3 => f.write_str("vec3"),
            Self::Color => f.write_str("color"),
            Self::List(element) => write!(f, "[{element}]"),
        }
    }
}

impl ToArgument for ValueType {
    fn to_argument(&self) -> Argument {
        let (code, arguments) = match self {
            Self::Bool => ("bool", Vec::new()),
            Self::Int => ("int", Vec::new()),
            Self::Float => ("float", Vec::new()),
            Self::String => ("string", Vec::new()),
            Self::Vec2 => ("vec2", Vec::new()),
            Self::Vec3 => ("vec3", Vec::new()),
            Self::Color => ("color", Vec::new()),
            Self::List(element) => ("list", vec![("element", element.to_argument())]),
        };
        Argument::Message(Message::new("type", code, arguments, self.to_string()))
    }
}

/// A value. Cloning never copies text or list items: they are shared.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A floating-point number; always finite in documents.
    Float(f64),
    /// Text.
    String(Arc<str>),
    /// x, y.
    Vec2([f64; 2]),
    /// x, y, z.
    Vec3([f64; 3]),
    /// Red, green, blue, alpha; each 0 to 1.
    Color([f32; 4]),
    /// Values of one simple type.
    List(Arc<[Value]>),
}

impl Value {
    /// Estimates its memory on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        match self {
            Self::String(text) => text.len(),
            // Lists do not contain lists, so one level is enough.
            Self::List(items) => items
                .iter()
                .map(|i| size_of::<Self>() + i.string_len())
                .sum(),
            _ => 0,
        }
    }

    fn string_len(&self) -> usize {
        match self {
            Self::String(text) => text.len(),
            _ => 0,
        }
    }

    /// Its type. An empty list counts as a list of bool.
    pub fn value_type(&self) -> ValueType {
        match self {
            Self::Bool(_) => ValueType::Bool,
            Self::Int(_) => ValueType::Int,
            Self::Float(_) => ValueType::Float,
            Self::String(_) => ValueType::String,
            Self::Vec2(_) => ValueType::Vec2,
            Self::Vec3(_) => ValueType::Vec3,
            Self::Color(_) => ValueType::Color,
            Self::List(items) => ValueType::List(Box::new(
                items.first().map_or(ValueType::Bool, Self::value_type),
            )),
        }
    }

    /// The bool, if it is one.
    pub fn as_bool(&self) -> Option<bool> {
        if let Self::Bool(b) = self {
            Some(*b)
        } else {
            None
        }
    }

    /// The whole number, if it is one.
    pub fn as_int(&self) -> Option<i64> {
        if let Self::Int(i) = self {
            Some(*i)
        } else {
            None
        }
    }

    /// The floating-point number, if it is one.
    pub fn as_float(&self) -> Option<f64> {
        if let Self::Float(x) = self {
            Some(*x)
        } else {
            None
        }
    }

    /// The text, if it is text.
    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(s) = self {
            Some(s)
        } else {
            None
        }
    }

    /// The shared text, if it is text.
    pub fn as_text(&self) -> Option<&Arc<str>> {
        if let Self::String(s) = self {
            Some(s)
        } else {
            None
        }
    }

    /// Converts the value to this type: a value of the type is returned unchanged, and an int becomes a float, also in
    /// lists. `None` if neither applies.
    ///
    /// ```
    /// use treewright_core::value::{Value, ValueType};
    ///
    /// assert_eq!(Value::Int(3).coerced(&ValueType::Float), Some(Value::Float(3.0)));
    /// assert_eq!(Value::Float(3.0).coerced(&ValueType::Int), None);
    /// ```
    pub fn coerced(&self, value_type: &ValueType) -> Option<Self> {
        match (self, value_type) {
            (Self::Int(i), ValueType::Float) => Some(Self::Float(*i as f64)),
            (Self::List(items), ValueType::List(element)) => {
                let items: Option<Vec<_>> = items.iter().map(|i| i.coerced(element)).collect();
                Some(Self::List(items?.into()))
            }
            _ => value_type.accepts(self).then(|| self.clone()),
        }
    }

    /// Returns whether all its numbers are finite. Others cannot be written to a file.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Bool(_) | Self::Int(_) | Self::String(_) => true,
            Self::Float(x) => x.is_finite(),
            Self::Vec2(v) => v.iter().all(|x| x.is_finite()),
            Self::Vec3(v) => v.iter().all(|x| x.is_finite()),
            Self::Color(c) => c.iter().all(|x| x.is_finite()),
            Self::List(items) => items.iter().all(Self::is_finite),
        }
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Self::Bool(b)
    }
}

impl From<i32> for Value {
    fn from(i: i32) -> Self {
        Self::Int(i.into())
    }
}

impl From<u32> for Value {
    fn from(i: u32) -> Self {
        Self::Int(i.into())
    }
}

impl From<f32> for Value {
    fn from(x: f32) -> Self {
        Self::Float(x.into())
    }
}

impl From<String> for Value {
    fn from(s: String) -> Self {
        Self::String(s.into())
    }
}

impl From<Arc<str>> for Value {
    fn from(s: Arc<str>) -> Self {
        Self::String(s)
    }
}

impl From<[f64; 2]> for Value {
    fn from(vector: [f64; 2]) -> Self {
        Self::Vec2(vector)
    }
}

impl From<[f64; 3]> for Value {
    fn from(vector: [f64; 3]) -> Self {
        Self::Vec3(vector)
    }
}

impl From<[f32; 4]> for Value {
    fn from(color: [f32; 4]) -> Self {
        Self::Color(color)
    }
}

impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(items: Vec<T>) -> Self {
        Self::List(items.into_iter().map(Into::into).collect())
    }
}

impl From<i64> for Value {
    fn from(i: i64) -> Self {
        Self::Int(i)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Self::Float(x)
    }
}

impl From<&str> for Value {
    fn from(s: &str) -> Self {
        Self::String(s.into())
    }
}

/// Shows the value for people: `true`, `3`, `1.5`, `"text"`, `(1, 2)`, `[1, 2]`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn numbers<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: &[T]) -> fmt::Result {
            for (i, x) in items.iter().enumerate() {
                write!(f, "{}{x}", if i == 0 { "" } else { ", " })?;
            }
            Ok(())
        }
        match self {
            Self::Bool(b) => write!(f, "{b}"),
            Self::Int(i) => write!(f, "{i}"),
            Self::Float(x) => write!(f, "{x:?}"),
            Self::String(s) => write!(f, "{s:?}"),
            Self::Vec2(v) => {
                f.write_str("(")?;
                numbers(f, v)?;
                f.write_str(")")
            }
            Self::Vec3(v) => {
                f.write_str("(")?;
                numbers(f, v)?;
                f.write_str(")")
            }
            Self::Color(c) => {
                f.write_str("rgba(")?;
                numbers(f, c)?;
                f.write_str(")")
            }
            Self::List(items) => {
                f.write_str("[")?;
                numbers(f, items)?;
                f.write_str("]")
            }
        }
    }
}

#[cfg(any(test, feature = "testing"))]
impl crate::told::Example for ValueType {
    fn example(_: usize) -> Self {
        Self::List(Box::new(Self::Int))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_round_trip() {
        for simple in ValueType::SIMPLE {
            let list = ValueType::List(Box::new(simple.clone()));
            assert_eq!(ValueType::from_name(&simple.to_string()), Some(simple));
            assert_eq!(ValueType::from_name(&list.to_string()), Some(list));
        }
        assert_eq!(ValueType::from_name("number"), None);
        assert_eq!(ValueType::from_name("[[int]]"), None);
    }

    #[test]
    fn a_default_value_fits_its_type() {
        for simple in ValueType::SIMPLE {
            let list = ValueType::List(Box::new(simple.clone()));
            assert!(simple.accepts(&simple.default_value()));
            assert!(list.accepts(&list.default_value()));
        }
    }

    #[test]
    fn a_misfit_is_named_by_the_first_item_that_does_not_fit() {
        let found = |value_type: &str, items: &[Value]| {
            let value_type = ValueType::from_name(value_type).unwrap();
            value_type.found_in(&Value::List(items.into())).to_string()
        };
        assert_eq!(found("[int]", &["a".into()]), "[string]");
        assert_eq!(found("[int]", &[1_i64.into(), "a".into()]), "[string]");
        assert_eq!(found("[float]", &[1_i64.into(), "a".into()]), "[string]");
        assert_eq!(found("[float]", &[1.0.into(), 2_i64.into()]), "[int]");
        assert_eq!(found("int", &[1_i64.into()]), "[int]");
    }
}
