//! A list that grows at its end and is forgotten from its beginning, over and over. What is forgotten is given back when it is as much as what is left, so that forgetting costs what
//! is forgotten and not what is kept; as slices, unlike those of a deque, the entries can be searched and handed out.

use std::ops::{Deref, DerefMut};

/// Such a list.
#[derive(Clone, Debug)]
pub struct Tail<T> {
    list: Vec<T>,
    /// The first so many are forgotten.
    forgotten: usize,
}

impl<T> Tail<T> {
    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        self.list.push(entry);
    }

    /// Takes the last entry away.
    pub fn pop(&mut self) -> Option<T> {
        (!self.is_empty()).then(|| self.list.pop()).flatten()
    }

    /// Keeps the first so many of those that are there.
    pub fn truncate(&mut self, count: usize) {
        self.list.truncate(self.forgotten + count);
    }

    /// Forgets the first so many of those that are there.
    pub fn forget(&mut self, count: usize) {
        self.forgotten += count.min(self.len());
        let kept = self.len();
        if self.forgotten < kept.max(16) {
            return;
        }
        self.list.drain(..self.forgotten);
        self.forgotten = 0;
        if self.list.capacity() > 4 * kept + 64 {
            self.list.shrink_to(2 * kept);
        }
    }

    /// How many bytes its entries take, those counted that were forgotten and not given back.
    pub fn memory(&self) -> usize {
        self.list.capacity() * size_of::<T>()
    }
}

impl<T> Default for Tail<T> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

impl<T> From<Vec<T>> for Tail<T> {
    fn from(list: Vec<T>) -> Self {
        Self { list, forgotten: 0 }
    }
}

impl<T> Deref for Tail<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.list[self.forgotten..]
    }
}

impl<T> DerefMut for Tail<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.list[self.forgotten..]
    }
}

impl<T: PartialEq> PartialEq for Tail<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Tail<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_end_of_what_came_however_much_was_forgotten() {
        let mut tail = Tail::default();
        let (mut first, mut next) = (0_usize, 0_usize);
        for round in 0..2_000 {
            for _ in 0..round % 7 {
                tail.push(next);
                next += 1;
            }
            let count = (round % 5).min(tail.len());
            tail.forget(count);
            first += count;
            assert_eq!(*tail, *(first..next).collect::<Vec<_>>());
            assert!(tail.memory() <= (8 * tail.len() + 128) * size_of::<usize>());
        }
        let kept = tail.len();
        tail.truncate(kept / 2);
        assert_eq!(tail.len(), kept / 2);
        assert_eq!(tail.pop(), Some(first + kept / 2 - 1));
        tail.forget(usize::MAX);
        assert_eq!(tail.pop(), None);
    }
}
