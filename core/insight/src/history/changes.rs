//! The changes of a variable during a run, stored so that a plot of millions of changes visits only a few of them.

use std::ops::{Deref, Range};

use treewright_core::ids::NodeId;
use treewright_core::runtime::AgentId;
use treewright_core::value::Value;

use super::tail::ChunkedList;

/// The number of consecutive changes per block; the minimum and maximum of each block are stored.
const BLOCK: usize = 64;

/// The origin of a variable's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueSource {
    /// Its declaration.
    Declaration,
    /// A node, by its id in the program.
    Node(NodeId),
    /// A node of another agent.
    Agent(AgentId),
    /// A node of a background tree.
    Background,
    /// External input, outside of the tree.
    Outside,
    /// Whatever it was, it happened before the known part of the run.
    Unknown,
}

/// A change of a variable.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The frame; 0 for the declared value.
    pub frame: u32,
    /// The value from then on.
    pub value: Value,
    /// The origin of the value.
    pub by: ValueSource,
}

impl Change {
    /// Returns the frame and the value as a number, true as 1; `None` if the value is not a finite number.
    pub fn sample(&self) -> Option<Sample> {
        let value = match &self.value {
            Value::Bool(on) => f64::from(u8::from(*on)),
            Value::Int(number) => *number as f64,
            Value::Float(number) => *number,
            _ => return None,
        };
        value.is_finite().then_some(Sample {
            frame: self.frame,
            value,
        })
    }
}

/// A numeric value and the frame in which the variable got it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The frame.
    pub frame: u32,
    /// The number.
    pub value: f64,
}

/// The minimum and maximum of some changes; the first of equal ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extremes {
    /// The minimum.
    pub least: Sample,
    /// The maximum.
    pub greatest: Sample,
}

impl Extremes {
    fn of(mut samples: impl Iterator<Item = Sample>) -> Option<Self> {
        let first = samples.next()?;
        let both = Self {
            least: first,
            greatest: first,
        };
        Some(samples.fold(both, |both, sample| {
            both.with(Self {
                least: sample,
                greatest: sample,
            })
        }))
    }

    fn with(self, later: Self) -> Self {
        let is_less = later.least.value < self.least.value;
        let is_greater = later.greatest.value > self.greatest.value;
        Self {
            least: if is_less { later.least } else { self.least },
            greatest: if is_greater {
                later.greatest
            } else {
                self.greatest
            },
        }
    }
}

/// The changes of a variable, in order.
#[derive(Clone, Debug)]
pub struct VariableChanges {
    list: ChunkedList<Change>,
    /// The number of changes removed from the start since the beginning. Changes removed from the end do not count.
    forgotten: usize,
    /// The extremes of each full block, counted over all changes ever stored. Completely forgotten blocks are removed.
    blocks: ChunkedList<Option<Extremes>>,
}

impl VariableChanges {
    pub(super) const fn new() -> Self {
        Self {
            list: ChunkedList::new(),
            forgotten: 0,
            blocks: ChunkedList::new(),
        }
    }

    pub(super) fn push(&mut self, change: Change) {
        self.list.push(change);
        if (self.forgotten + self.len()).is_multiple_of(BLOCK) {
            let block = self.part(self.len().saturating_sub(BLOCK)..self.len());
            self.blocks
                .push(Extremes::of(block.iter().filter_map(Change::sample)));
        }
    }

    pub(super) fn truncate(&mut self, count: usize) {
        self.list.truncate(count);
        let whole = (self.forgotten + self.len()) / BLOCK;
        self.blocks.truncate(whole - self.first_block());
    }

    pub(super) fn forget(&mut self, count: usize) {
        let before = self.first_block();
        self.forgotten += count.min(self.len());
        self.list.forget(count);
        self.blocks.forget(self.first_block() - before);
    }

    /// Returns the index of the block that contains the first stored change.
    fn first_block(&self) -> usize {
        self.forgotten / BLOCK
    }

    /// Returns the minimum and maximum of the numeric changes in this index range. Visits single changes only where they do not
    /// fill a block.
    pub fn extremes(&self, places: Range<usize>) -> Option<Extremes> {
        let end = places.end.min(self.len()) + self.forgotten;
        let mut at = places.start + self.forgotten;
        let mut found: Option<Extremes> = None;
        while at < end {
            let next = (at / BLOCK + 1) * BLOCK;
            let some = if at.is_multiple_of(BLOCK) && next <= end {
                let block = self.blocks.get(at / BLOCK - self.first_block());
                block.copied().flatten()
            } else {
                let some = self.part(at - self.forgotten..next.min(end) - self.forgotten);
                Extremes::of(some.iter().filter_map(Change::sample))
            };
            found = match (found, some) {
                (Some(found), Some(some)) => Some(found.with(some)),
                (found, some) => found.or(some),
            };
            at = next;
        }
        found
    }

    /// Estimates the memory in bytes.
    pub fn memory(&self) -> usize {
        self.list.memory() + self.blocks.memory()
    }
}

impl FromIterator<Change> for VariableChanges {
    fn from_iter<I: IntoIterator<Item = Change>>(list: I) -> Self {
        let mut changes = Self::new();
        for change in list {
            changes.push(change);
        }
        changes
    }
}

impl Deref for VariableChanges {
    type Target = ChunkedList<Change>;

    fn deref(&self) -> &ChunkedList<Change> {
        &self.list
    }
}

/// Data of one name that tasks attached to frames.
#[derive(Clone, Debug, PartialEq)]
pub struct DataSeries {
    /// The values and by whom they were attached. Only those that differ from the one before.
    pub changes: VariableChanges,
    /// The ranges of frames in each of which a value was attached, from the first to the last.
    attached: ChunkedList<(u32, u32)>,
}

impl DataSeries {
    pub(super) const fn new() -> Self {
        Self {
            changes: VariableChanges::new(),
            attached: ChunkedList::new(),
        }
    }

    /// Adds a value that was attached in this frame.
    pub(super) fn push(&mut self, change: Change) {
        let frame = change.frame;
        match self.attached.last_mut() {
            Some((_, last)) if *last + 1 >= frame => *last = frame,
            _ => self.attached.push((frame, frame)),
        }
        if self
            .changes
            .last()
            .is_none_or(|last| last.value != change.value)
        {
            self.changes.push(change);
        }
    }

    /// Returns the value that was attached last up to this frame.
    pub fn at(&self, frame: u32) -> Option<&Change> {
        let known = self.changes.partition_point(|change| change.frame <= frame);
        self.changes.get(known.checked_sub(1)?)
    }

    /// Returns whether a value was attached in this frame.
    pub fn is_attached_in(&self, frame: u32) -> bool {
        let place = self.attached.partition_point(|(_, last)| *last < frame);
        self.attached
            .get(place)
            .is_some_and(|(first, _)| *first <= frame)
    }

    /// Returns whether nothing is known.
    pub(super) fn is_empty(&self) -> bool {
        self.attached.is_empty()
    }

    /// Forgets the frames after this one.
    pub(super) fn cut(&mut self, after: u32) {
        let changes = &mut self.changes;
        changes.truncate(changes.partition_point(|change| change.frame <= after));
        let attached = &mut self.attached;
        attached.truncate(attached.partition_point(|(first, _)| *first <= after));
        if let Some((_, last)) = attached.last_mut() {
            *last = after.min(*last);
        }
    }

    /// Forgets the frames up to this one; the value that was attached last stays known if it was attached since.
    pub(super) fn forget(&mut self, until: u32) {
        let known = self.changes.partition_point(|change| change.frame <= until);
        self.changes.forget(known.saturating_sub(1));
        let attached = &mut self.attached;
        attached.forget(attached.partition_point(|(_, last)| *last <= until));
    }

    /// Estimates the memory in bytes.
    pub(super) fn memory(&self) -> usize {
        size_of::<Self>() + self.changes.memory() + self.attached.memory()
    }
}

impl PartialEq for VariableChanges {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(frame: u32, value: Value) -> Change {
        Change {
            frame,
            value,
            by: ValueSource::Outside,
        }
    }

    /// The extremes by visiting each change.
    fn expected(changes: &VariableChanges, places: Range<usize>) -> Option<Extremes> {
        Extremes::of(changes.part(places).iter().filter_map(Change::sample))
    }

    #[test]
    fn extremes_equal_those_of_all_changes_after_forgetting_and_truncating() {
        let mut dice = oorandom::Rand32::new(7);
        let mut changes = VariableChanges::new();
        for round in 0..600 {
            for frame in 0..dice.rand_range(0..90) {
                let value = match dice.rand_range(0..12) {
                    0 => Value::from("no number"),
                    1 => Value::from(f64::INFINITY),
                    2 => Value::from(true),
                    _ => Value::from(f64::from(dice.rand_range(0..40)) - 20.0),
                };
                changes.push(change(frame, value));
            }
            match dice.rand_range(0..4) {
                0 => changes.forget(dice.rand_range(0..150) as usize),
                1 => {
                    let gone = dice.rand_range(0..100) as usize;
                    changes.truncate(changes.len().saturating_sub(gone));
                }
                _ => {}
            }
            let from = dice.rand_range(0..changes.len() as u32 + 1) as usize;
            let until = from + dice.rand_range(0..300) as usize;
            let found = changes.extremes(from..until);
            assert_eq!(found, expected(&changes, from..until), "round {round}");
        }
    }
}
