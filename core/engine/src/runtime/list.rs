//! Lists of values with items of one Rust type, for the parameters of tasks. Knows nothing about tasks.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::variables::VariableType;
use crate::value::{Value, ValueType};

/// A list of items of type `T`. Cloning copies no items: they are shared.
///
/// ```
/// use treewright_core::runtime::List;
///
/// let route = List::from(vec![[0.0, 1.0], [2.0, 3.0]]);
/// assert_eq!(route.len(), 2);
/// assert_eq!(route.get(1), Some([2.0, 3.0]));
/// assert_eq!(route.iter().map(|[x, _]| x).sum::<f64>(), 2.0);
/// ```
pub struct List<T> {
    items: Arc<[Value]>,
    of: PhantomData<fn() -> T>,
}

impl<T: VariableType> List<T> {
    /// Wraps the items of a list whose type has been checked.
    pub(super) fn of(items: Arc<[Value]>) -> Self {
        Self {
            items,
            of: PhantomData,
        }
    }

    /// Returns the number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Returns whether there are no items.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Returns the item at this position, from 0; `None` beyond the last.
    pub fn get(&self, index: usize) -> Option<T> {
        T::from_value(self.items.get(index)?)
    }

    /// Iterates over the items.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.items.iter().filter_map(T::from_value)
    }
}

impl<T: VariableType> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self::of(items.into_iter().map(T::into_value).collect())
    }
}

impl<T: VariableType> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::of(items.into_iter().map(T::into_value).collect())
    }
}

impl<T: VariableType> VariableType for List<T> {
    fn value_type() -> ValueType {
        ValueType::List(Box::new(T::value_type()))
    }

    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::List(items) if Self::value_type().accepts(value) => {
                Some(Self::of(items.clone()))
            }
            _ => None,
        }
    }

    fn into_value(self) -> Value {
        Value::List(self.items)
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        Self {
            items: self.items.clone(),
            of: PhantomData,
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self {
            items: Arc::new([]),
            of: PhantomData,
        }
    }
}

impl<T> PartialEq for List<T> {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
    }
}

impl<T> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&*self.items).finish()
    }
}
