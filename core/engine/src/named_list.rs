//! Things with unique names, in the order in which they were added. Knows nothing about the things.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// A list in which things are found by name.
#[derive(Clone, Debug)]
pub(crate) struct NamedList<T> {
    items: Vec<(Arc<str>, T)>,
    places: FxHashMap<Arc<str>, usize>,
}

impl<T> Default for NamedList<T> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            places: FxHashMap::default(),
        }
    }
}

impl<T> NamedList<T> {
    /// Adds a thing, or replaces the one of the same name in its place.
    pub(crate) fn insert(&mut self, name: impl Into<Arc<str>>, item: T) {
        let name = name.into();
        match self.get_mut(&name) {
            Some(there) => *there = item,
            None => self.add(name, item),
        }
    }

    /// Adds the things of another list, or replaces those of the same names.
    pub(crate) fn extend(&mut self, other: Self) {
        for (name, item) in other.items {
            self.insert(name, item);
        }
    }

    /// Returns the thing of this name, which is added if there is none.
    pub(crate) fn get_or_add(&mut self, name: &Arc<str>, make: impl FnOnce() -> T) -> &mut T {
        let place = self.places.get(name).copied();
        let place = place.unwrap_or_else(|| {
            self.add(name.clone(), make());
            self.items.len() - 1
        });
        &mut self.items[place].1
    }

    fn add(&mut self, name: Arc<str>, item: T) {
        self.places.insert(name.clone(), self.items.len());
        self.items.push((name, item));
    }

    /// The thing of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&T> {
        let place = *self.places.get(name)?;
        Some(&self.items[place].1)
    }

    /// The thing of this name, for changes.
    pub(crate) fn get_mut(&mut self, name: &str) -> Option<&mut T> {
        let place = *self.places.get(name)?;
        Some(&mut self.items[place].1)
    }

    /// All things in order.
    pub(crate) fn values(&self) -> impl ExactSizeIterator<Item = &T> {
        self.items.iter().map(|(_, item)| item)
    }

    /// All things with their names in order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = (&Arc<str>, &T)> {
        self.items.iter().map(|(name, item)| (name, item))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_the_place_of_their_first_thing() {
        let mut list = NamedList::default();
        list.insert("b", 1);
        list.insert("a", 2);
        list.insert("b", 3);
        assert_eq!(*list.get_or_add(&"a".into(), || 4), 2);
        assert_eq!(*list.get_or_add(&"c".into(), || 5), 5);
        *list.get_mut("a").unwrap() += 10;
        let all: Vec<_> = list.iter().map(|(name, item)| (&**name, *item)).collect();
        assert_eq!(all, [("b", 3), ("a", 12), ("c", 5)]);
        assert!(list.values().eq(&[3, 12, 5]));
        assert_eq!(list.get("c"), Some(&5));
        assert_eq!(list.get("d"), None);
    }
}
