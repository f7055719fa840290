//! Values of variables that were learned by asking for them: since when each is known, but not who wrote it. Knows no other writes.

use std::collections::VecDeque;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use treewright_core::value::Value;

/// For each variable, the frames with which values were learned, ascending.
#[derive(Debug, Default)]
pub(super) struct LearnedValues(FxHashMap<Arc<str>, VecDeque<(u64, Value)>>);

impl LearnedValues {
    /// Adds a value that was learned with a frame that is not before the others.
    pub fn add(&mut self, frame: u64, name: Arc<str>, value: Value) {
        self.0.entry(name).or_default().push_back((frame, value));
    }

    /// Returns the values that were learned with a frame.
    pub fn in_frame(&self, frame: u64) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.0.iter().filter_map(move |(name, values)| {
            let place = values.binary_search_by_key(&frame, |(of, _)| *of).ok()?;
            Some((name, &values[place].1))
        })
    }

    /// Returns the last frame up to this one with which a value of a variable was learned.
    pub fn last(&self, name: &str, until: u64) -> Option<u64> {
        let values = self.0.get(name)?;
        let after = values.partition_point(|(frame, _)| *frame <= until);
        Some(values[after.checked_sub(1)?].0)
    }

    /// Forgets what was learned up to a frame. Returns the memory that it took, in bytes.
    pub fn forget(&mut self, until: u64) -> usize {
        let mut bytes = 0;
        for values in self.0.values_mut() {
            let gone = values.partition_point(|(frame, _)| *frame <= until);
            let gone = values.drain(..gone).map(|(_, value)| bytes_of(&value));
            bytes += gone.sum::<usize>();
        }
        bytes
    }
}

/// Estimates the memory of a value that was learned, in bytes.
pub(super) fn bytes_of(value: &Value) -> usize {
    size_of::<(u64, Value)>() + value.heap_bytes()
}
