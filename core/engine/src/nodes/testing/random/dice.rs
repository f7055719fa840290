//! Where random cases come from: a seeded generator for property tests, or the bytes of a fuzzer, so that both draw the same cases.

use oorandom::Rand32;

use super::WORDS;
use crate::value::{Value, ValueType};

/// Draws numbers.
pub struct Dice {
    /// What a fuzzer wants to be drawn, the last byte first.
    bytes: Vec<u8>,
    /// What is drawn when there are no bytes.
    seeded: Rand32,
}

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self {
            bytes: Vec::new(),
            seeded: Rand32::new(seed),
        }
    }

    /// Draws what these bytes say. After them the numbers go on as after any seed, so that few bytes make whole cases, too.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self {
            bytes: bytes.iter().rev().copied().collect(),
            seeded: Rand32::new(0),
        }
    }

    /// A number below this one. Of a fuzzer's bytes it takes as few as will do, so that a changed byte changes one choice.
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

    /// True so many times in a hundred.
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
}
