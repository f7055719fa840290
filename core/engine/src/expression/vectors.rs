//! Vectors and colors as four numbers, with 0 for the components that a type lacks, so that all share the same
//! arithmetic.

use super::node::Kind;
use crate::value::Value;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lanes(pub [f64; 4]);

impl Lanes {
    pub fn at(self, index: usize) -> f64 {
        self.0.get(index).copied().unwrap_or_default()
    }

    pub fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    pub fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }

    pub fn times(self, factor: f64) -> Self {
        Self(self.0.map(|number| number * factor))
    }

    pub fn over(self, divisor: f64) -> Self {
        Self(self.0.map(|number| number / divisor))
    }

    pub fn dot(self, other: Self) -> f64 {
        self.0.iter().zip(other.0).map(|(a, b)| a * b).sum()
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// Returns the vector with length 1; unchanged if it has length 0.
    pub fn normalized(self) -> Self {
        // Divides by the largest component first, so that squares neither overflow nor underflow.
        let largest = self.0.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
        if largest == 0.0 {
            return self;
        }
        let scaled = self.over(largest);
        scaled.over(scaled.length())
    }

    pub fn is_finite(self) -> bool {
        self.0.iter().all(|number| number.is_finite())
    }
}

pub(super) fn lanes_of(value: &Value) -> Option<Lanes> {
    Some(Lanes(match *value {
        Value::Vec2([x, y]) => [x, y, 0.0, 0.0],
        Value::Vec3([x, y, z]) => [x, y, z, 0.0],
        Value::Color(parts) => parts.map(f64::from),
        _ => return None,
    }))
}

/// Converts the numbers to a vector or color. Components of colors are clamped to 0 to 1.
pub(super) fn value_of(kind: Kind, lanes: Lanes) -> Value {
    let [x, y, z, _] = lanes.0;
    match kind {
        Kind::Vec2 => Value::Vec2([x, y]),
        Kind::Vec3 => Value::Vec3([x, y, z]),
        _ => Value::Color(lanes.0.map(|part| part.clamp(0.0, 1.0) as f32)),
    }
}
