//! The cards whose places are final, as ranges of the list.

use std::collections::BTreeMap;
use std::ops::Range;

/// Disjoint ranges of cards.
#[derive(Debug, Default)]
pub struct Settled {
    /// The end of each range by its start.
    ranges: BTreeMap<usize, usize>,
}

impl Settled {
    pub fn contains(&self, card: usize) -> bool {
        self.any_in(card..card + 1)
    }

    /// Whether any card of a range is settled.
    pub fn any_in(&self, range: Range<usize>) -> bool {
        let before = self.ranges.range(..range.end).next_back();
        before.is_some_and(|(_, end)| *end > range.start)
    }

    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Adds a range and merges it with those that it touches.
    pub fn insert(&mut self, mut range: Range<usize>) {
        while let Some((&start, &end)) = self.ranges.range(..=range.end).next_back() {
            if end < range.start {
                break;
            }
            self.ranges.remove(&start);
            range = range.start.min(start)..range.end.max(end);
        }
        self.ranges.insert(range.start, range.end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_touch_are_merged() {
        let mut settled = Settled::default();
        for range in [4..6, 10..12, 6..8, 0..1, 7..11] {
            settled.insert(range);
        }
        let held: Vec<usize> = (0..14).filter(|card| settled.contains(*card)).collect();
        assert_eq!(held, [0, 4, 5, 6, 7, 8, 9, 10, 11]);
        assert_eq!(settled.ranges.len(), 2);
        assert!(settled.any_in(1..5) && !settled.any_in(1..4) && !settled.any_in(12..20));
    }
}
