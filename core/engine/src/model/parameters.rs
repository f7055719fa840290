//! The parameters of a node by name, in the order of the file. Does not know what a task declares.

use std::sync::Arc;

use super::ParameterValue;

/// Values of parameters by name, in a stable order.
///
/// A list that is searched linearly: most leaves have one parameter and few nodes have more than a handful, while a
/// hash table per node would dominate the time to load a document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Parameters {
    list: Vec<(Arc<str>, ParameterValue)>,
}

impl Parameters {
    /// The number of parameters that are set.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns whether no parameter is set.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The index of the parameter of this name, if it is set.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.list.iter().position(|(n, _)| **n == *name)
    }

    /// The name and value at this index.
    pub fn get_index(&self, index: usize) -> Option<(&Arc<str>, &ParameterValue)> {
        self.list.get(index).map(|(name, value)| (name, value))
    }

    /// The value of the parameter of this name, if it is set.
    pub fn get(&self, name: &str) -> Option<&ParameterValue> {
        let found = self.list.iter().find(|(n, _)| **n == *name);
        found.map(|(_, value)| value)
    }

    /// Returns whether the parameter of this name is set.
    pub fn contains_key(&self, name: &str) -> bool {
        self.index_of(name).is_some()
    }

    /// Sets a parameter, as the last one if it was not set. Returns its previous value.
    pub fn insert(&mut self, name: Arc<str>, value: ParameterValue) -> Option<ParameterValue> {
        self.exchange(name, usize::MAX, Some(value))
    }

    /// Sets a parameter or, if `value` is `None`, removes it. A parameter that was not set is inserted at `index`, or
    /// at the end if the list is shorter. Returns its previous value.
    pub fn exchange(
        &mut self,
        name: Arc<str>,
        index: usize,
        value: Option<ParameterValue>,
    ) -> Option<ParameterValue> {
        match (self.index_of(&name), value) {
            (Some(at), Some(value)) => Some(std::mem::replace(&mut self.list[at].1, value)),
            (Some(at), None) => Some(self.list.remove(at).1),
            (None, Some(value)) => {
                let index = index.min(self.list.len());
                self.list.insert(index, (name, value));
                None
            }
            (None, None) => None,
        }
    }

    /// Names and values, in their order.
    pub fn iter(&self) -> Iter<'_> {
        self.into_iter()
    }

    /// The names, in their order.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = &Arc<str>> + Clone {
        self.list.iter().map(|(name, _)| name)
    }

    /// The values, in the order of their names.
    pub fn values(&self) -> impl ExactSizeIterator<Item = &ParameterValue> + Clone {
        self.list.iter().map(|(_, value)| value)
    }
}

impl Parameters {
    /// Wraps a list without checking it. The caller ensures that names are unique.
    pub(crate) fn of_distinct(list: Vec<(Arc<str>, ParameterValue)>) -> Self {
        Self { list }
    }
}

/// Names and values, in their order.
pub type Iter<'p> = std::iter::Map<
    std::slice::Iter<'p, (Arc<str>, ParameterValue)>,
    fn(&'p (Arc<str>, ParameterValue)) -> (&'p Arc<str>, &'p ParameterValue),
>;

impl<'p> IntoIterator for &'p Parameters {
    type Item = (&'p Arc<str>, &'p ParameterValue);
    type IntoIter = Iter<'p>;

    fn into_iter(self) -> Iter<'p> {
        self.list.iter().map(|(name, value)| (name, value))
    }
}
