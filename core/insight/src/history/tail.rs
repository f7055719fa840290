//! A list that grows at the end and is repeatedly shortened at the start. It is stored in chunks of equal size, so that no entry
//! moves. A `VecDeque` would copy all entries when it grows, within a single frame.

use std::collections::VecDeque;
use std::ops::Range;

/// The number of entries per chunk.
const CHUNK: usize = 64;

/// A list that grows at the end and forgets entries at the start.
#[derive(Clone, Debug)]
pub struct ChunkedList<T> {
    /// All chunks except the last are full.
    chunks: VecDeque<Vec<T>>,
    /// The number of forgotten entries in the first chunk.
    forgotten: usize,
}

impl<T> ChunkedList<T> {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self {
            chunks: VecDeque::new(),
            forgotten: 0,
        }
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        let Some(last) = self.chunks.back() else {
            return 0;
        };
        (self.chunks.len() - 1) * CHUNK + last.len() - self.forgotten
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the entry at this index.
    pub fn get(&self, place: usize) -> Option<&T> {
        let place = place + self.forgotten;
        self.chunks.get(place / CHUNK)?.get(place % CHUNK)
    }

    /// Returns the first entry.
    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// Returns the last entry.
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns the last entry, mutable.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        if self.is_empty() {
            return None;
        }
        self.chunks.back_mut()?.last_mut()
    }

    /// Returns all entries as a view.
    pub fn all(&self) -> ChunkedSlice<'_, T> {
        self.part(0..self.len())
    }

    /// Returns the entries in this index range, limited to the existing ones.
    pub fn part(&self, places: Range<usize>) -> ChunkedSlice<'_, T> {
        let until = places.end.min(self.len());
        ChunkedSlice {
            of: self,
            from: places.start.min(until),
            until,
        }
    }

    /// Iterates over all entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.all().iter()
    }

    /// Returns the index of the first entry for which `holds` is false. It must be true for all entries before that one.
    pub fn partition_point(&self, holds: impl FnMut(&T) -> bool) -> usize {
        self.all().partition_point(holds)
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        match self.chunks.back_mut() {
            Some(last) if last.len() < CHUNK => last.push(entry),
            // Most lists stay short, so the first chunk grows on demand.
            None => {
                self.chunks.reserve_exact(1);
                self.chunks.push_back(vec![entry]);
            }
            Some(_) => {
                let mut piece = Vec::with_capacity(CHUNK);
                piece.push(entry);
                self.chunks.push_back(piece);
            }
        }
    }

    /// Removes and returns the last entry.
    pub fn pop(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let last = self.chunks.back_mut()?;
        let entry = last.pop();
        if last.is_empty() {
            self.chunks.pop_back();
        }
        entry
    }

    /// Keeps the first `count` entries.
    pub fn truncate(&mut self, count: usize) {
        if count >= self.len() {
            return;
        }
        let kept = self.forgotten + count;
        self.chunks.truncate(kept.div_ceil(CHUNK));
        if let Some(last) = self.chunks.back_mut()
            && !kept.is_multiple_of(CHUNK)
        {
            last.truncate(kept % CHUNK);
        }
        self.forgotten = self.forgotten.min(kept);
    }

    /// Removes the first `count` entries.
    pub fn forget(&mut self, count: usize) {
        self.forgotten += count.min(self.len());
        while self.forgotten >= CHUNK {
            self.chunks.pop_front();
            self.forgotten -= CHUNK;
        }
        self.shrink();
    }

    /// Frees forgotten entries of a single chunk once they are as many as the remaining ones, since many lists stay short
    /// forever.
    fn shrink(&mut self) {
        let kept = self.len();
        if self.chunks.len() != 1 || self.forgotten < kept.max(16) {
            return;
        }
        let Some(only) = self.chunks.front_mut() else {
            return;
        };
        only.drain(..self.forgotten);
        self.forgotten = 0;
        if only.capacity() > 4 * kept + 16 {
            only.shrink_to(2 * kept);
        }
    }

    /// Returns the memory of the entries in bytes, including forgotten ones that are not freed yet.
    pub fn memory(&self) -> usize {
        let Some(last) = self.chunks.back() else {
            return 0;
        };
        let entries = (self.chunks.len() - 1) * CHUNK + last.capacity();
        entries * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}

impl<T> Default for ChunkedList<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> FromIterator<T> for ChunkedList<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut tail = Self::new();
        for entry in entries {
            tail.push(entry);
        }
        tail
    }
}

impl<T: PartialEq> PartialEq for ChunkedList<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for ChunkedList<T> {}

/// A view of consecutive entries of such a list.
#[derive(Debug)]
pub struct ChunkedSlice<'a, T> {
    of: &'a ChunkedList<T>,
    from: usize,
    until: usize,
}

impl<'a, T> ChunkedSlice<'a, T> {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.until - self.from
    }

    /// Returns whether the view is empty.
    pub fn is_empty(&self) -> bool {
        self.from == self.until
    }

    /// Returns the entry at this index.
    pub fn get(&self, place: usize) -> Option<&'a T> {
        (place < self.len()).then(|| self.of.get(self.from + place))?
    }

    /// Returns the first entry.
    pub fn first(&self) -> Option<&'a T> {
        self.get(0)
    }

    /// Returns the last entry.
    pub fn last(&self) -> Option<&'a T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Iterates over all entries in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'a T> + Clone + use<'a, T> {
        let of = self.of;
        (self.from..self.until).filter_map(move |place| of.get(place))
    }

    /// Returns the first `count` entries.
    #[must_use]
    pub fn up_to(&self, count: usize) -> Self {
        Self {
            until: (self.from + count).min(self.until),
            ..*self
        }
    }

    /// Returns the entries after the first `count`.
    #[must_use]
    pub fn after(&self, count: usize) -> Self {
        Self {
            from: (self.from + count).min(self.until),
            ..*self
        }
    }

    /// Returns the index of the first entry for which `holds` is false. It must be true for all entries before that one.
    pub fn partition_point(&self, mut holds: impl FnMut(&T) -> bool) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            if self.get(middle).is_some_and(&mut holds) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

impl<T> Clone for ChunkedSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ChunkedSlice<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_entries_are_the_last_ones_added() {
        let mut tail = ChunkedList::default();
        let mut expected: VecDeque<usize> = VecDeque::new();
        let mut next = 0_usize;
        for round in 0..4_000 {
            for _ in 0..round % 13 {
                tail.push(next);
                expected.push_back(next);
                next += 1;
            }
            let gone = (round % 5).min(expected.len());
            tail.forget(gone);
            expected.drain(..gone);
            if round % 11 == 0 {
                let kept = expected.len() - round % 3 * expected.len() / 9;
                tail.truncate(kept);
                expected.truncate(kept);
                assert_eq!(tail.pop(), expected.pop_back());
            }
            assert!(tail.iter().eq(&expected), "round {round}");
            assert_eq!(tail.len(), expected.len());
            assert_eq!(tail.last(), expected.back());
            assert_eq!(tail.last_mut().copied(), expected.back().copied());
            assert_eq!(tail.first(), expected.front());
            assert!(tail.memory() <= (2 * tail.len() + 8 * CHUNK) * size_of::<usize>());
        }
        assert!(tail.len() > 2 * CHUNK, "several chunks were looked at");
        tail.forget(usize::MAX);
        assert_eq!((tail.pop(), tail.len()), (None, 0));
        tail.push(3);
        assert!(tail.iter().eq(&[3]));
    }

    #[test]
    fn a_range_is_searched_like_a_slice() {
        let mut tail: ChunkedList<usize> = (0..1_000).collect();
        tail.forget(100);
        let slice: Vec<usize> = (100..1_000).collect();
        for (from, until) in [(0, 900), (10, 10), (3, 600), (63, 65), (800, 5_000)] {
            let (part, same) = (tail.part(from..until), &slice[from..until.min(900)]);
            assert!(part.iter().eq(same));
            assert!(part.iter().rev().eq(same.iter().rev()));
            for bound in [0, 103, 163, 164, 300, 2_000] {
                let place = same.partition_point(|entry| *entry < bound);
                assert_eq!(part.partition_point(|entry| *entry < bound), place);
                assert!(part.up_to(place).iter().eq(&same[..place]));
                assert!(part.after(place).iter().eq(&same[place..]));
            }
        }
    }
}
