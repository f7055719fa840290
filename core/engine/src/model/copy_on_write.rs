//! A value that copies of a document share until one of them changes it. Does not know what the value is.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A value that is cheap to clone, like an `Arc`. Mutable access copies it if it is shared.
#[derive(Clone, Default)]
pub struct CopyOnWrite<T>(Arc<T>);

impl<T> CopyOnWrite<T> {
    /// Returns whether both share one value, so that neither changed it since one was cloned from the other.
    pub fn is_shared(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<T> From<T> for CopyOnWrite<T> {
    fn from(value: T) -> Self {
        Self(Arc::new(value))
    }
}

impl<T> FromIterator<T> for CopyOnWrite<Vec<T>> {
    fn from_iter<I: IntoIterator<Item = T>>(all: I) -> Self {
        Vec::from_iter(all).into()
    }
}

impl<T: PartialEq> PartialEq for CopyOnWrite<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared(other) || self.0 == other.0
    }
}

impl<T: Eq> Eq for CopyOnWrite<T> {}

impl<T: fmt::Debug> fmt::Debug for CopyOnWrite<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> Deref for CopyOnWrite<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for CopyOnWrite<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}

impl<'a, T> IntoIterator for &'a CopyOnWrite<Vec<T>> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut CopyOnWrite<Vec<T>> {
    type Item = &'a mut T;
    type IntoIter = std::slice::IterMut<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Document, Note, Variable};
    use crate::value::ValueType;

    #[test]
    fn copies_of_a_document_share_variables_and_notes_until_one_changes_them() {
        let mut document = Document::default();
        document.notes.push(Note::default());
        document.variables.push(Variable::new("hp", ValueType::Int));
        let mut copy = document.clone();
        assert!(copy.variables.is_shared(&document.variables));
        copy.notes[0].text.push_str("later");
        assert!(!copy.notes.is_shared(&document.notes));
        assert!(copy.variables.is_shared(&document.variables));
        assert_eq!(document.notes[0].text, "");
        assert_ne!(copy, document);
    }
}
