//! A list that grows at its end and is forgotten from its beginning, over and over: in pieces of one size, so that no entry moves when it grows or is forgotten, however many there are.
//! A deque of the standard library would copy all of them when it grows, in the one frame in which that happens.

use std::collections::VecDeque;
use std::ops::Range;

/// So many entries are in a piece.
const PIECE: usize = 64;

/// Such a list.
#[derive(Clone, Debug)]
pub struct Tail<T> {
    /// All but the last are full.
    pieces: VecDeque<Vec<T>>,
    /// The first so many of the first piece are forgotten.
    forgotten: usize,
}

impl<T> Tail<T> {
    /// None yet.
    pub const fn new() -> Self {
        Self {
            pieces: VecDeque::new(),
            forgotten: 0,
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let Some(last) = self.pieces.back() else {
            return 0;
        };
        (self.pieces.len() - 1) * PIECE + last.len() - self.forgotten
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The one at this place.
    pub fn get(&self, place: usize) -> Option<&T> {
        let place = place + self.forgotten;
        self.pieces.get(place / PIECE)?.get(place % PIECE)
    }

    /// The first one.
    pub fn first(&self) -> Option<&T> {
        self.get(0)
    }

    /// The last one.
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The last one.
    pub fn last_mut(&mut self) -> Option<&mut T> {
        if self.is_empty() {
            return None;
        }
        self.pieces.back_mut()?.last_mut()
    }

    /// All of them.
    pub fn all(&self) -> Stretch<'_, T> {
        self.part(0..self.len())
    }

    /// Those at these places, as far as there are any.
    pub fn part(&self, places: Range<usize>) -> Stretch<'_, T> {
        let until = places.end.min(self.len());
        Stretch {
            of: self,
            from: places.start.min(until),
            until,
        }
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + Clone {
        self.all().iter()
    }

    /// The place of the first one for which this no longer holds; it holds for all before that one.
    pub fn partition_point(&self, holds: impl FnMut(&T) -> bool) -> usize {
        self.all().partition_point(holds)
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        match self.pieces.back_mut() {
            Some(last) if last.len() < PIECE => last.push(entry),
            // Most lists stay short, so that the first piece grows as it has to.
            None => {
                self.pieces.reserve_exact(1);
                self.pieces.push_back(vec![entry]);
            }
            Some(_) => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(entry);
                self.pieces.push_back(piece);
            }
        }
    }

    /// Takes the last entry away.
    pub fn pop(&mut self) -> Option<T> {
        if self.is_empty() {
            return None;
        }
        let last = self.pieces.back_mut()?;
        let entry = last.pop();
        if last.is_empty() {
            self.pieces.pop_back();
        }
        entry
    }

    /// Keeps the first so many of those that are there.
    pub fn truncate(&mut self, count: usize) {
        if count >= self.len() {
            return;
        }
        let kept = self.forgotten + count;
        self.pieces.truncate(kept.div_ceil(PIECE));
        if let Some(last) = self.pieces.back_mut()
            && !kept.is_multiple_of(PIECE)
        {
            last.truncate(kept % PIECE);
        }
        self.forgotten = self.forgotten.min(kept);
    }

    /// Forgets the first so many of those that are there.
    pub fn forget(&mut self, count: usize) {
        self.forgotten += count.min(self.len());
        while self.forgotten >= PIECE {
            self.pieces.pop_front();
            self.forgotten -= PIECE;
        }
        self.shrink();
    }

    /// Many lists are short for ever: what is forgotten of a single piece is given back when it is as much as what is left.
    fn shrink(&mut self) {
        let kept = self.len();
        if self.pieces.len() != 1 || self.forgotten < kept.max(16) {
            return;
        }
        let Some(only) = self.pieces.front_mut() else {
            return;
        };
        only.drain(..self.forgotten);
        self.forgotten = 0;
        if only.capacity() > 4 * kept + 16 {
            only.shrink_to(2 * kept);
        }
    }

    /// How many bytes its entries take, those counted that were forgotten and not given back.
    pub fn memory(&self) -> usize {
        let Some(last) = self.pieces.back() else {
            return 0;
        };
        let entries = (self.pieces.len() - 1) * PIECE + last.capacity();
        entries * size_of::<T>() + self.pieces.capacity() * size_of::<Vec<T>>()
    }
}

impl<T> Default for Tail<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> FromIterator<T> for Tail<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut tail = Self::new();
        for entry in entries {
            tail.push(entry);
        }
        tail
    }
}

impl<T: PartialEq> PartialEq for Tail<T> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq> Eq for Tail<T> {}

/// Entries of such a list that follow one another.
#[derive(Debug)]
pub struct Stretch<'a, T> {
    of: &'a Tail<T>,
    from: usize,
    until: usize,
}

impl<'a, T> Stretch<'a, T> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.until - self.from
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.from == self.until
    }

    /// The one at this place.
    pub fn get(&self, place: usize) -> Option<&'a T> {
        (place < self.len()).then(|| self.of.get(self.from + place))?
    }

    /// The first one.
    pub fn first(&self) -> Option<&'a T> {
        self.get(0)
    }

    /// The last one.
    pub fn last(&self) -> Option<&'a T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &'a T> + Clone + use<'a, T> {
        let of = self.of;
        (self.from..self.until).filter_map(move |place| of.get(place))
    }

    /// The first so many.
    #[must_use]
    pub fn up_to(&self, count: usize) -> Self {
        Self {
            until: (self.from + count).min(self.until),
            ..*self
        }
    }

    /// Those after the first so many.
    #[must_use]
    pub fn after(&self, count: usize) -> Self {
        Self {
            from: (self.from + count).min(self.until),
            ..*self
        }
    }

    /// The place of the first one for which this no longer holds; it holds for all before that one.
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

impl<T> Clone for Stretch<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Stretch<'_, T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_the_end_of_what_came_however_much_was_forgotten() {
        let mut tail = Tail::default();
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
            assert!(tail.memory() <= (2 * tail.len() + 8 * PIECE) * size_of::<usize>());
        }
        assert!(tail.len() > 2 * PIECE, "several pieces were looked at");
        tail.forget(usize::MAX);
        assert_eq!((tail.pop(), tail.len()), (None, 0));
        tail.push(3);
        assert!(tail.iter().eq(&[3]));
    }

    #[test]
    fn a_part_is_searched_as_a_slice_is() {
        let mut tail: Tail<usize> = (0..1_000).collect();
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
