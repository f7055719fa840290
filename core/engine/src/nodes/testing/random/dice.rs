//! The source of random cases: a seeded generator for property tests, or the bytes of a fuzzer, so that both draw the
//! same cases.

use oorandom::Rand32;

use super::{WORDS, all_types};
use crate::value::{Value, ValueType};

/// Draws random numbers.
pub struct Dice {
    /// The bytes of a fuzzer, the last one first.
    bytes: Vec<u8>,
    /// Used when there are no bytes left.
    seeded: Rand32,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self {
            bytes: Vec::new(),
            seeded: Rand32::new(seed),
        }
    }

    /// Draws from these bytes. After them, the numbers continue as with a seed, so that a few bytes suffice for a whole
    /// case.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.iter().rev().copied().collect(),
            seeded: Rand32::new(0),
        }
    }

    /// Draws a number below `end`. Takes as few of a fuzzer's bytes as possible, so that a changed byte changes one
    /// choice.
    pub fn below(&mut self, end: usize) -> usize {
        let Some(byte) = self.bytes.pop() else {
            return self.seeded.rand_range(0..end.max(1) as u32) as usize;
        };
        let mut drawn = usize::from(byte);
        let mut seen = 256;
        while seen < end {
            drawn = drawn << 8 | usize::from(self.bytes.pop().unwrap_or(0));
            seen <<= 8;
        }
        drawn % end.max(1)
    }

    pub fn of<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    /// Returns true with a probability of `percent` in 100.
    pub fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(super) fn value(&mut self, value_type: &ValueType) -> Value {
        match value_type {
            ValueType::Bool => Value::Bool(self.percent(50)),
            ValueType::Int => Value::Int(self.below(4) as i64),
            ValueType::Float => Value::Float(self.of(&[0.0, 0.1, 0.5, 1.0, 1.5, 3.0])),
            ValueType::String => Value::from(self.of(&WORDS)),
            ValueType::Vec2 => Value::Vec2([self.below(2) as f64, 1.0]),
            ValueType::Vec3 => Value::Vec3([self.below(2) as f64, 1.0, 2.0]),
            ValueType::Color => Value::Color([self.below(2) as f32, 1.0, 0.5, 1.0]),
            ValueType::List(element) => {
                let items = self.below(3);
                Value::List((0..items).map(|_| self.value(element)).collect())
            }
        }
    }

    /// Draws a value of any type.
    pub(super) fn value_of_any_type(&mut self) -> Value {
        let types: Vec<ValueType> = all_types().collect();
        let value_type = self.of(&types);
        self.value(&value_type)
    }

    /// Draws a value that a game may pass: of any type, a list with items of several types, or at the end of a range.
    pub(super) fn wild_value(&mut self) -> Value {
        match self.below(8) {
            0 => {
                let items = 1 + self.below(3);
                Value::List((0..items).map(|_| self.value_of_any_type()).collect())
            }
            1 => Value::Int(self.of(&[i64::MIN, i64::MAX, 1 << 53])),
            2 => Value::Float(self.of(&[f64::MAX, f64::INFINITY, f64::NEG_INFINITY, -0.0])),
            _ => self.value_of_any_type(),
        }
    }
}
