//! What a task remembers, as values that a snapshot can store. Knows nothing about tasks.

use std::collections::VecDeque;
use std::sync::Arc;

use super::program::NodeIndex;
use super::tree_manager::AgentId;
use crate::ids::NodeId;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;
use crate::told;
use crate::told::Message;
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
    /// Returns the state that was stored.
    ///
    /// # Errors
    /// What of it does not fit, and where. A type of several parts should implement this and call it in
    /// [`Self::restore`]; otherwise the error names the whole.
    fn try_restore(saved: &Value) -> Result<Self, StateError> {
        Self::restore(saved).ok_or_else(|| StateError::of_type::<Self>(saved))
    }
}

told! {
    /// Why a saved state, or a part of it, is not restored.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum StateError of "state_error" {
        /// The state has a field that was not saved.
        Missing {
            /// Its path, such as `[0].place`.
            path: String,
        } = "missing", "`{path}` is missing";
        /// A field was saved that the state does not have.
        Gone {
            /// Its path.
            path: String,
        } = "gone", "`{path}` was saved, but no longer exists";
        /// An enum was saved with a variant that it does not have.
        NoVariant {
            /// The name of the variant.
            name: String,
        } = "no_variant", "variant `{name}` no longer exists";
        /// What was saved is of another type.
        OtherType {
            /// The type of the state.
            expected: String,
            /// The type of the saved value, or for a simple one the value.
            found: String,
        } = "other_type", "expected {expected}, found {found}";
        /// A part of the state does not fit.
        At {
            /// Its path.
            path: String,
            /// Why not.
            why: Message,
        } = "at", "`{path}`: {why}";
    }
}

impl std::error::Error for StateError {}

impl StateError {
    /// A value that is not of this type.
    pub fn of_type<T>(saved: &Value) -> Self {
        let found = match saved {
            Value::List(_) | Value::String(_) => saved.value_type().to_string(),
            simple => simple.to_string(),
        };
        let expected = short_type_name::<T>();
        Self::OtherType { expected, found }
    }

    /// The same error of a part: the field of this name, or an item as `[0]`.
    #[must_use]
    pub fn within(self, part: &str) -> Self {
        let below = |path: String| {
            let dot = if path.starts_with('[') { "" } else { "." };
            format!("{part}{dot}{path}")
        };
        match self {
            Self::Missing { path } => Self::Missing { path: below(path) },
            Self::Gone { path } => Self::Gone { path: below(path) },
            Self::At { path, why } => Self::At {
                path: below(path),
                why,
            },
            whole => Self::At {
                path: part.to_owned(),
                why: whole.message(),
            },
        }
    }
}

/// The name of a type without the modules in which it and its parts are.
fn short_type_name<T>() -> String {
    let mut short = String::new();
    for part in std::any::type_name::<T>().split("::") {
        let is_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        short.truncate(short.trim_end_matches(is_of_name).len());
        short.push_str(part);
    }
    short
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
    // A whole number is stored with the same bits, as a signed one.
    u64: |own| Value::Int(*own as i64), |saved| Some(saved.as_int()? as Self);
    usize: |own| Value::Int(*own as i64), |saved| Self::try_from(saved.as_int()? as u64).ok();
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

/// Restores the items of a list as those of a `T`.
fn restored<T, I: TaskState, C: FromIterator<I>>(saved: &Value) -> Result<C, StateError> {
    let items = items(saved).ok_or_else(|| StateError::of_type::<T>(saved))?;
    let item = |(place, item)| item_at(place, item);
    items.iter().enumerate().map(item).collect()
}

fn item_at<T: TaskState>(place: usize, item: &Value) -> Result<T, StateError> {
    T::try_restore(item).map_err(|error| error.within(&format!("[{place}]")))
}

/// The method for types whose other one says more.
macro_rules! restores_by_trying {
    () => {
        fn restore(saved: &Value) -> Option<Self> {
            Self::try_restore(saved).ok()
        }
    };
}

/// A list with the value, or an empty one.
impl<T: TaskState> TaskState for Option<T> {
    fn save(&self) -> Option<Value> {
        list(self.iter().map(T::save))
    }

    restores_by_trying! {}

    fn try_restore(saved: &Value) -> Result<Self, StateError> {
        match items(saved) {
            Some([]) => Ok(None),
            Some([value]) => T::try_restore(value).map(Some),
            _ => Err(StateError::of_type::<Self>(saved)),
        }
    }
}

macro_rules! sequences {
    ($($type:ident),*) => {$(
        impl<T: TaskState> TaskState for $type<T> {
            fn save(&self) -> Option<Value> {
                list(self.iter().map(T::save))
            }

            restores_by_trying! {}

            fn try_restore(saved: &Value) -> Result<Self, StateError> {
                restored::<Self, T, Self>(saved)
            }
        }
    )*};
}

sequences! { Vec, VecDeque }

impl<T: TaskState, const N: usize> TaskState for [T; N] {
    fn save(&self) -> Option<Value> {
        list(self.iter().map(T::save))
    }

    restores_by_trying! {}

    fn try_restore(saved: &Value) -> Result<Self, StateError> {
        let items = restored::<Self, T, Vec<T>>(saved)?;
        let array = items.try_into();
        array.map_err(|_| StateError::of_type::<Self>(saved))
    }
}

impl<T: TaskState> TaskState for Box<T> {
    fn save(&self) -> Option<Value> {
        T::save(self)
    }

    restores_by_trying! {}

    fn try_restore(saved: &Value) -> Result<Self, StateError> {
        T::try_restore(saved).map(Self::new)
    }
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*)),*) => {$(
        impl<$($type: TaskState),*> TaskState for ($($type,)*) {
            fn save(&self) -> Option<Value> {
                list([$(self.$index.save()),*])
            }

            restores_by_trying! {}

            fn try_restore(saved: &Value) -> Result<Self, StateError> {
                let other_type = || StateError::of_type::<Self>(saved);
                let items = items(saved).ok_or_else(other_type)?;
                Ok(($(item_at::<$type>($index, items.get($index).ok_or_else(other_type)?)?,)*))
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

    /// Returns the name and the fields of a variant of `T`.
    ///
    /// # Errors
    /// If something else was saved.
    pub fn variant<T>(saved: &Value) -> Result<(&str, &Value), StateError> {
        let found = match items(saved) {
            Some([name, fields]) => name.as_str().map(|name| (name, fields)),
            _ => None,
        };
        found.ok_or_else(|| StateError::of_type::<T>(saved))
    }

    /// The error that a variant does not exist.
    pub fn no_variant(name: &str) -> StateError {
        let name = name.to_owned();
        StateError::NoVariant { name }
    }

    /// Returns all saved fields as a value: names and values in turn.
    pub fn value(self) -> Value {
        Value::List(self.0.into())
    }

    /// Returns the field of this name of a `T`.
    ///
    /// # Errors
    /// If it is missing, or of another type.
    pub fn field<T, F: TaskState>(saved: &Value, name: &str) -> Result<F, StateError> {
        let path = || name.to_owned();
        let found = Self::field_if_saved::<T, F>(saved, name)?;
        found.ok_or_else(|| StateError::Missing { path: path() })
    }

    /// Returns the field of this name of a `T`; `None` if it is missing.
    ///
    /// # Errors
    /// If it is of another type.
    pub fn field_if_saved<T, F: TaskState>(
        saved: &Value,
        name: &str,
    ) -> Result<Option<F>, StateError> {
        let items = items(saved).ok_or_else(|| StateError::of_type::<T>(saved))?;
        let mut pairs = items.chunks_exact(2);
        let found = pairs.find(|pair| pair[0].as_str() == Some(name));
        let restored = found.map(|pair| F::try_restore(&pair[1]));
        restored.transpose().map_err(|error| error.within(name))
    }

    /// Restores a field of a task. Adds what is lost to `lost`; nothing is if it was not saved.
    pub fn restore<T: TaskState>(
        saved: &Value,
        name: &str,
        state: &mut T,
        lost: &mut Vec<StateError>,
    ) {
        match Self::field_if_saved::<Self, T>(saved, name) {
            Ok(Some(restored)) => *state = restored,
            Ok(None) => {}
            Err(error) => lost.push(error),
        }
    }

    /// Adds the saved fields that a task with these fields does not have to `lost`.
    pub fn find_gone(saved: &Value, fields: &[&str], lost: &mut Vec<StateError>) {
        let pairs = items(saved).unwrap_or_default().chunks_exact(2);
        let names = pairs.filter_map(|pair| pair[0].as_str());
        let gone = names.filter(|name| !fields.contains(name));
        lost.extend(gone.map(|name| StateError::Gone {
            path: name.to_owned(),
        }));
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
    fn whole_numbers_return_at_their_limits() {
        macro_rules! limits {
            ($($type:ty),*) => {$(
                returns(<$type>::MIN);
                returns(<$type>::MAX);
            )*};
        }
        limits!(i8, i16, i32, i64, u8, u16, u32, u64, usize);
        returns(Nanoseconds(u64::MAX));
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
        let mut lost = Vec::new();
        SavedFields::restore(&saved, "left", &mut left, &mut lost);
        SavedFields::restore(&saved, "name", &mut name, &mut lost);
        SavedFields::restore(&saved, "new", &mut new, &mut lost);
        SavedFields::find_gone(&saved, &["name", "new"], &mut lost);
        assert_eq!((left, name, new), (3, 7, 5));
        let lost: Vec<_> = lost.iter().map(ToString::to_string).collect();
        assert_eq!(
            lost,
            [
                "`name`: expected i64, found string",
                "`left` was saved, but no longer exists"
            ]
        );
    }

    #[test]
    fn an_error_names_the_part_that_does_not_fit() {
        let saved = vec![(1_i64, true), (300, false)].save().unwrap();
        let error = Vec::<(u8, bool)>::try_restore(&saved).unwrap_err();
        assert_eq!(error.to_string(), "`[1][0]`: expected u8, found 300");
        let error = Vec::<Option<String>>::try_restore(&saved).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`[0]`: expected Option<String>, found [int]"
        );
    }
}
