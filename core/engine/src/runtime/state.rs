//! What a task remembers, as values that a snapshot can store. Knows nothing about tasks.

use std::collections::VecDeque;
use std::sync::Arc;

use super::program::NodeIndex;
use super::tree_manager::AgentId;
use crate::ids::NodeId;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;
use crate::value::Value;

/// A type of state that a task can save and restore: a field with `#[state]` of a task with `#[derive(Task)]`.
///
/// Numbers, texts, values, arrays, lists, tuples and options implement it; derive it for structs and enums of them. The
/// values of a derived struct have the names of its fields.
///
/// ```
/// use treewright_core::runtime::TaskState;
/// use treewright_core::value::Value;
///
/// let saved = Some([1.5, 2.5]).save().unwrap();
/// assert_eq!(Option::<[f64; 2]>::restore(&saved), Some(Some([1.5, 2.5])));
/// assert_eq!(u8::restore(&Value::Int(300)), None);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be saved as the state of a task",
    label = "cannot be saved",
    note = "derive `TaskState` for it, or write `#[state(skip)]` if it need not be saved"
)]
pub trait TaskState: Sized {
    /// Returns what must be stored; `None` if there is nothing, so that the state begins anew when it is restored.
    fn save(&self) -> Option<Value>;
    /// Returns the state that was stored; `None` if it is of another type.
    fn restore(saved: &Value) -> Option<Self>;
}

/// Implements [`TaskState`] for types that convert to one kind of value.
macro_rules! states {
    ($($type:ty: |$own:ident| $save:expr, |$saved:ident| $restore:expr;)*) => {$(
        impl TaskState for $type {
            fn save(&self) -> Option<Value> {
                let $own = self;
                Some($save)
            }

            fn restore($saved: &Value) -> Option<Self> {
                $restore
            }
        }
    )*};
}

states! {
    bool: |own| Value::Bool(*own), |saved| saved.as_bool();
    f64: |own| Value::Float(*own), |saved| saved.as_float();
    f32: |own| Value::Float((*own).into()), |saved| Some(saved.as_float()? as Self);
    String: |own| Value::String(own.as_str().into()), |saved| Some(saved.as_str()?.to_owned());
    Arc<str>: |own| Value::String(own.clone()), |saved| saved.as_text().cloned();
    Nanoseconds: |own| Value::Int(own.0 as i64), |saved| Some(Self(saved.as_int()? as u64));
    // The two bit patterns are the same.
    u64: |own| Value::Int(*own as i64), |saved| Some(saved.as_int()? as Self);
    usize: |own| Value::Int(*own as i64), |saved| saved.as_int()?.try_into().ok();
    Value: |own| own.clone(), |saved| Some(saved.clone());
    Status: |own| Value::String(own.name().into()), |saved| Self::from_name(saved.as_str()?);
    Outcome: |own| Value::Bool(own.is_success()), |saved| Some(Self::of(saved.as_bool()?));
    NodeId: |own| Value::String(own.as_str().into()), |saved| Some(Self::from(saved.as_str()?));
    NodeIndex: |own| Value::Int(own.0.into()), |saved| Some(Self(u32::restore(saved)?));
    AgentId: |own| Value::Int(own.0 as i64), |saved| Some(Self(u64::restore(saved)?));
    (): |_own| Value::List(Arc::new([])), |_saved| Some(());
}

macro_rules! whole_numbers {
    ($($type:ty),*) => {
        states! {$(
            $type: |own| Value::Int((*own).into()), |saved| saved.as_int()?.try_into().ok();
        )*}
    };
}

whole_numbers! { i8, i16, i32, i64, u8, u16, u32 }

fn list(items: impl IntoIterator<Item = Option<Value>>) -> Option<Value> {
    let items: Option<Vec<Value>> = items.into_iter().collect();
    Some(Value::List(items?.into()))
}

fn items(saved: &Value) -> Option<&[Value]> {
    match saved {
        Value::List(items) => Some(items),
        _ => None,
    }
}

/// A list with the value, or an empty one.
impl<T: TaskState> TaskState for Option<T> {
    fn save(&self) -> Option<Value> {
        list(self.iter().map(T::save))
    }

    fn restore(saved: &Value) -> Option<Self> {
        match items(saved)? {
            [] => Some(None),
            [value] => T::restore(value).map(Some),
            _ => None,
        }
    }
}

impl<T: TaskState> TaskState for Vec<T> {
    fn save(&self) -> Option<Value> {
        list(self.iter().map(T::save))
    }

    fn restore(saved: &Value) -> Option<Self> {
        items(saved)?.iter().map(T::restore).collect()
    }
}

impl<T: TaskState> TaskState for VecDeque<T> {
    fn save(&self) -> Option<Value> {
        list(self.iter().map(T::save))
    }

    fn restore(saved: &Value) -> Option<Self> {
        items(saved)?.iter().map(T::restore).collect()
    }
}

impl<T: TaskState, const N: usize> TaskState for [T; N] {
    fn save(&self) -> Option<Value> {
        list(self.iter().map(T::save))
    }

    fn restore(saved: &Value) -> Option<Self> {
        Vec::restore(saved)?.try_into().ok()
    }
}

impl<T: TaskState> TaskState for Box<T> {
    fn save(&self) -> Option<Value> {
        T::save(self)
    }

    fn restore(saved: &Value) -> Option<Self> {
        T::restore(saved).map(Self::new)
    }
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*)),*) => {$(
        impl<$($type: TaskState),*> TaskState for ($($type,)*) {
            fn save(&self) -> Option<Value> {
                list([$(self.$index.save()),*])
            }

            fn restore(saved: &Value) -> Option<Self> {
                let items = items(saved)?;
                Some(($($type::restore(items.get($index)?)?,)*))
            }
        }
    )*};
}

tuples! { (A 0), (A 0, B 1), (A 0, B 1, C 2), (A 0, B 1, C 2, D 3) }

/// The state of several fields, each with its name: what derived code saves and restores. A field that is missing, or
/// has another type by now, stays as it is.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct SavedFields(Vec<Value>);

impl SavedFields {
    /// Saves a field.
    pub fn add(&mut self, name: &str, state: &impl TaskState) {
        if let Some(value) = state.save() {
            self.0.extend([Value::String(name.into()), value]);
        }
    }

    /// Returns the fields of an enum's variant as a value.
    pub fn of_variant(self, name: &str) -> Value {
        Value::List([Value::String(name.into()), self.value()].into())
    }

    /// Returns the name and the fields of a variant.
    pub fn variant(saved: &Value) -> Option<(&str, &Value)> {
        match items(saved)? {
            [name, fields] => Some((name.as_str()?, fields)),
            _ => None,
        }
    }

    /// Returns all saved fields as a value: names and values in turn.
    pub fn value(self) -> Value {
        Value::List(self.0.into())
    }

    /// Returns the field of this name.
    pub fn field<T: TaskState>(saved: &Value, name: &str) -> Option<T> {
        let mut pairs = items(saved)?.chunks_exact(2);
        let found = pairs.find(|pair| pair[0].as_str() == Some(name))?;
        T::restore(&found[1])
    }

    /// Restores a field.
    pub fn restore<T: TaskState>(saved: &Value, name: &str, state: &mut T) {
        if let Some(restored) = Self::field(saved, name) {
            *state = restored;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returns<T: TaskState + PartialEq + std::fmt::Debug>(state: T) {
        assert_eq!(T::restore(&state.save().unwrap()), Some(state));
    }

    #[test]
    fn states_return_as_they_were_saved() {
        returns(true);
        returns(-3_i8);
        returns(u64::MAX);
        returns(1.5_f32);
        returns(f64::INFINITY);
        returns("left".to_owned());
        returns(Some(vec![(1_u32, Status::Running)]));
        returns(None::<Vec<i64>>);
        returns(Some(None::<i64>));
        returns([[1.0, 2.0], [3.0, 4.0]]);
        returns(Value::Vec2([1.0, 2.0]));
    }

    #[test]
    fn a_value_of_another_type_is_not_restored() {
        assert_eq!(u8::restore(&Value::Int(-1)), None);
        assert_eq!(Option::<bool>::restore(&Value::Bool(true)), None);
        let three = vec![1_i64, 2, 3].save().unwrap();
        assert_eq!(<[i64; 2]>::restore(&three), None);
        assert_eq!(<(i64, i64, i64, i64)>::restore(&three), None);
    }

    #[test]
    fn a_field_that_is_missing_or_has_another_type_stays() {
        let mut saved = SavedFields::default();
        saved.add("left", &3_i64);
        saved.add("name", &"Ann".to_owned());
        let saved = saved.value();
        let (mut left, mut name, mut new) = (0_i64, 7_i64, 5_i64);
        SavedFields::restore(&saved, "left", &mut left);
        SavedFields::restore(&saved, "name", &mut name);
        SavedFields::restore(&saved, "new", &mut new);
        assert_eq!((left, name, new), (3, 7, 5));
    }
}
