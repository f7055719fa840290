//! The cards that moved, found by their new places.

use rustc_hash::FxHashMap;

use super::{Area, Offset};

/// The breadth of a cell, in canvas units; a card covers few of them.
const CELL: f32 = 256.0;
/// Larger areas are compared with all moved cards instead of cell by cell.
const MAX_CELLS: i64 = 4_096;

/// The displaced cards.
#[derive(Debug, Default)]
pub struct MovedCards {
    offsets: FxHashMap<usize, Offset>,
    /// The cards that are or were in a cell.
    cells: FxHashMap<(i32, i32), Vec<usize>>,
}

impl MovedCards {
    pub fn contains(&self, card: usize) -> bool {
        self.offsets.contains_key(&card)
    }

    pub fn offset(&self, card: usize) -> Offset {
        self.offsets.get(&card).copied().unwrap_or_default()
    }

    /// Moves a card, which lay here before all moves, once more.
    pub fn add(&mut self, card: usize, lying: Area, by: Offset) {
        let offset = self.offsets.entry(card).or_default();
        *offset = offset.and(by);
        let area = lying.moved(*offset);
        for cell in cells(area) {
            let there = self.cells.entry(cell).or_default();
            if there.last() != Some(&card) {
                there.push(card);
            }
        }
    }

    /// A superset of the moved cards that overlap an area.
    pub fn near(&self, area: Area) -> Vec<usize> {
        if self.offsets.is_empty() {
            return Vec::new();
        }
        let breadth = |from: f32, to: f32| ((to - from) / CELL) as i64 + 2;
        let count = breadth(area.along.from, area.along.to)
            .saturating_mul(breadth(area.growth.from, area.growth.to));
        if count > MAX_CELLS {
            return self.offsets.keys().copied().collect();
        }
        let found = cells(area).filter_map(|cell| self.cells.get(&cell));
        found.flatten().copied().collect()
    }

    pub fn into_offsets(self) -> Vec<(usize, Offset)> {
        let moved = self.offsets.into_iter();
        moved.filter(|(_, by)| *by != Offset::default()).collect()
    }
}

fn cells(area: Area) -> impl Iterator<Item = (i32, i32)> {
    let range = |from: f32, to: f32| (from / CELL).floor() as i32..=(to / CELL).floor() as i32;
    let growth = range(area.growth.from, area.growth.to);
    range(area.along.from, area.along.to)
        .flat_map(move |column| growth.clone().map(move |row| (column, row)))
}
