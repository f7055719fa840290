//! Vectors and colors as four numbers, of which those that a type does not have are 0, so that one arithmetic serves all.

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

    /// With length 1, or as it is if it has none.
    pub fn normalized(self) -> Self {
        // The largest part first, so that the squares of very large and very small ones neither overflow nor vanish.
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

/// A vector or color of these numbers; the parts of a color are held between 0 and 1.
pub(super) fn value_of(kind: Kind, lanes: Lanes) -> Value {
    let [x, y, z, _] = lanes.0;
    match kind {
        Kind::Vec2 => Value::Vec2([x, y]),
        Kind::Vec3 => Value::Vec3([x, y, z]),
        _ => Value::Color(lanes.0.map(|part| part.clamp(0.0, 1.0) as f32)),
    }
}
