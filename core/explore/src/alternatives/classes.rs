//! One value for each class of values that the tree and its claims do not distinguish.

use std::cmp::Ordering;

use treewright_core::expression::Comparing;
use treewright_core::value::{Value, ValueType};

use super::SampledReason;
use super::uses::VariableUse;

/// The most values of a variable.
const MOST_VALUES: usize = 64;

/// A variable of which values are needed.
pub struct Classes<'a> {
    pub value_type: &'a ValueType,
    /// The value with which the document starts.
    pub initial: &'a Value,
    pub used: &'a VariableUse,
    /// Values of other variables with which it is compared.
    pub group: &'a [Value],
    /// Whether values are needed that no comparison with a constant distinguishes.
    pub is_sampled: bool,
}

impl Classes<'_> {
    /// Returns one value of each class, and the samples beside them. The value with which the document starts is the first. Adds a reason
    /// if there are too many.
    pub fn values(&self, reasons: &mut Vec<SampledReason>) -> Vec<Value> {
        let mut kept: Vec<(Vec<bool>, Value)> = Vec::new();
        // A change inside of a class takes two values of it.
        let most_alike = if self.used.is_watched_for_changes {
            2
        } else {
            1
        };
        for value in self.candidates() {
            let is_known = kept.iter().any(|(_, known)| *known == value);
            if is_known || !self.is_possible(&value) {
                continue;
            }
            let signature = self.signature(&value);
            let alike = kept.iter().filter(|(known, _)| *known == signature);
            if alike.count() < most_alike || self.is_sample(&value) {
                kept.push((signature, value));
            }
        }
        if kept.len() > MOST_VALUES {
            kept.truncate(MOST_VALUES);
            reasons.push(SampledReason::Many { most: MOST_VALUES });
        }
        kept.into_iter().map(|(_, value)| value).collect()
    }

    /// What the comparisons with constants say of a value.
    fn signature(&self, value: &Value) -> Vec<bool> {
        let cuts = self.used.cuts.iter();
        cuts.map(|(comparing, constant)| holds(*comparing, value, constant))
            .collect()
    }

    /// The value with which the document starts may be any.
    fn is_possible(&self, value: &Value) -> bool {
        let number = match value {
            Value::Int(number) => *number as f64,
            Value::Float(number) => *number,
            _ => return value.is_finite(),
        };
        let (min, max) = self.used.range.unwrap_or((f64::MIN, f64::MAX));
        *value == *self.initial || (min..=max).contains(&number)
    }

    fn is_sample(&self, value: &Value) -> bool {
        self.is_sampled && self.samples().contains(value)
    }

    /// Values beyond those that constants tell apart.
    fn samples(&self) -> Vec<Value> {
        if !self.is_sampled {
            return Vec::new();
        }
        let mut samples = self.used.samples.clone();
        let mut around = self.group.to_vec();
        around.extend(self.used.points.iter().cloned());
        if self.used.partners.is_empty() && samples.is_empty() {
            around.push(self.value_type.default_value());
        }
        if !self.used.partners.is_empty() || samples.is_empty() {
            around.push(self.initial.clone());
        }
        samples.extend(around.iter().flat_map(|value| beside(value, None)));
        samples
    }

    /// All values that could be needed, the nicest first.
    fn candidates(&self) -> Vec<Value> {
        let mut all = vec![self.initial.clone()];
        if *self.value_type == ValueType::Bool {
            let is_read = self.used.is_read;
            all.extend(
                is_read
                    .then_some([false, true].map(Value::Bool))
                    .into_iter()
                    .flatten(),
            );
            return all;
        }
        let constants = self.used.cuts.iter().map(|(_, value)| value);
        let constants: Vec<Value> = constants
            .filter_map(|c| c.coerced(self.value_type))
            .collect();
        all.extend(constants.iter().cloned());
        for constant in &constants {
            all.extend(beside(constant, Some(&constants)));
        }
        all.extend(self.samples());
        if self.used.is_watched_for_changes || !self.used.cuts.is_empty() {
            all.extend(others(self.initial, &constants));
        }
        all
    }
}

/// Returns what a comparison of a value with a constant says.
fn holds(comparing: Comparing, value: &Value, constant: &Value) -> bool {
    match comparing {
        Comparing::Equal => value == constant,
        Comparing::Less => order(value, constant) == Some(Ordering::Less),
        Comparing::AtMost => matches!(
            order(value, constant),
            Some(Ordering::Less | Ordering::Equal)
        ),
    }
}

fn order(value: &Value, other: &Value) -> Option<Ordering> {
    match (value, other) {
        (Value::Int(value), Value::Int(other)) => Some(value.cmp(other)),
        (Value::Float(value), Value::Float(other)) => value.partial_cmp(other),
        (Value::String(value), Value::String(other)) => Some(value.cmp(other)),
        _ => None,
    }
}

/// Returns a value, and the ones directly below and above it; those between two constants are nearer to one than to the other.
fn beside(value: &Value, constants: Option<&[Value]>) -> Vec<Value> {
    match value {
        Value::Int(number) => {
            let neighbors = [Some(*number), number.checked_sub(1), number.checked_add(1)];
            neighbors.into_iter().flatten().map(Value::Int).collect()
        }
        Value::Float(number) => {
            let step = step_beside(*number, constants.unwrap_or_default());
            let all = [*number, rounded(*number - step), rounded(*number + step)];
            all.into_iter()
                .filter(|x| x.is_finite())
                .map(Value::Float)
                .collect()
        }
        // The texts directly above it, of which the second is the very next one.
        Value::String(text) => vec![
            value.clone(),
            "".into(),
            format!("{text} ").into(),
            format!("{text}\0").into(),
        ],
        Value::Vec2([x, y]) => vec![
            value.clone(),
            Value::Vec2([x + 1.0, *y]),
            Value::Vec2([x + 10.0, *y]),
        ],
        Value::Vec3([x, y, z]) => vec![
            value.clone(),
            Value::Vec3([x + 1.0, *y, *z]),
            Value::Vec3([x + 10.0, *y, *z]),
        ],
        other => vec![other.clone()],
    }
}

/// A number with few digits, if rounding hardly changes it.
fn rounded(number: f64) -> f64 {
    const DIGITS: f64 = 1_000_000.0;
    let rounded = (number * DIGITS).round() / DIGITS;
    if (rounded - number).abs() < number.abs() * 1e-12 {
        rounded
    } else {
        number
    }
}

/// A step from a number that reaches no other of the constants.
fn step_beside(number: f64, constants: &[Value]) -> f64 {
    let usual = if number.abs() < 1.0 { 0.1 } else { 0.5 };
    let distances = constants.iter().filter_map(|constant| {
        let distance = (constant.as_float()? - number).abs();
        (distance > 0.0).then_some(distance / 2.0)
    });
    let step = distances.fold(usual, f64::min);
    // A step that is lost in a large number.
    if (number - step).total_cmp(&number).is_eq() || (number + step).total_cmp(&number).is_eq() {
        number.abs() / 1_000_000.0
    } else {
        step
    }
}

/// Returns values that differ from the first value and from constants.
fn others(initial: &Value, constants: &[Value]) -> Vec<Value> {
    let mut others: Vec<Value> = match initial {
        Value::Int(_) | Value::Float(_) => {
            let all = constants.iter().chain([initial]);
            all.flat_map(|value| beside(value, Some(constants)))
                .flat_map(|value| beside(&value, Some(constants)))
                .collect()
        }
        Value::String(_) => vec!["other".into(), "another".into()],
        Value::Color(_) => vec![Value::Color([0.25; 4]), Value::Color([0.5; 4])],
        Value::List(items) => {
            let mut longer = items.to_vec();
            longer.extend(items.first().cloned());
            vec![Value::List([].into()), Value::List(longer.into())]
        }
        other => beside(other, None),
    };
    others.retain(|value| !constants.contains(value));
    others
}
