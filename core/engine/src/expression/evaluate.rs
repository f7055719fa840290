//! Evaluation of checked expressions. Each type has its own path through the expression, so numbers and booleans are
//! computed without creating a [`Value`]; only new strings and new lists are allocated.
//!
//! The work is bounded: every node is evaluated at most once, and strings cannot exceed [`MAX_TEXT`].

use std::borrow::Cow;

use super::error::EvaluationError;
use super::node::{Kind, Node, Operation};
use super::vectors::{Lanes, lanes_of, value_of};
use crate::value::Value;

/// The maximum length of a string that an expression creates, in bytes.
pub(super) const MAX_TEXT: usize = 64 * 1024;

type Evaluated<T> = Result<T, EvaluationError>;

/// Evaluates nodes with `read` as the source of variable values.
pub(super) struct Evaluator<'r, R> {
    pub read: &'r R,
}

impl<'v, R> Evaluator<'_, R> {
    #[inline]
    pub fn bool<K: Copy>(&self, node: &'v Node<K>) -> Evaluated<bool>
    where
        R: Fn(K) -> &'v Value,
    {
        match node {
            Node::Variable(key) => (self.read)(*key).as_bool().ok_or(MISMATCH),
            Node::Constant(value) => value.as_bool().ok_or(MISMATCH),
            Node::Apply(operation, operands) => self.bool_of(*operation, operands),
        }
    }

    fn bool_of<K: Copy>(&self, operation: Operation, operands: &'v [Node<K>]) -> Evaluated<bool>
    where
        R: Fn(K) -> &'v Value,
    {
        Ok(match operation {
            Operation::And => {
                for operand in operands {
                    if !self.bool(operand)? {
                        return Ok(false);
                    }
                }
                true
            }
            Operation::Or => {
                for operand in operands {
                    if self.bool(operand)? {
                        return Ok(true);
                    }
                }
                false
            }
            Operation::Not => !self.bool(&operands[0])?,
            Operation::Equal(kind) => self.equal(kind, operands)?,
            Operation::Unequal(kind) => !self.equal(kind, operands)?,
            Operation::Less(kind) => self.order(kind, operands)?.is_lt(),
            Operation::LessOrEqual(kind) => self.order(kind, operands)?.is_le(),
            Operation::In(kind) => {
                let searched = self.value(kind, &operands[0])?;
                self.list(&operands[1])?.contains(&searched)
            }
            Operation::InItems(kind) => {
                let searched = self.value(kind, &operands[0])?;
                for item in &operands[1..] {
                    if self.value(kind, item)? == searched {
                        return Ok(true);
                    }
                }
                false
            }
            Operation::Contains | Operation::StartsWith | Operation::EndsWith => {
                let (text, part) = (self.text(&operands[0])?, self.text(&operands[1])?);
                match operation {
                    Operation::Contains => text.contains(&*part),
                    Operation::StartsWith => text.starts_with(&*part),
                    _ => text.ends_with(&*part),
                }
            }
            Operation::IsEmpty(Kind::List) => self.list(&operands[0])?.is_empty(),
            Operation::IsEmpty(_) => self.text(&operands[0])?.is_empty(),
            Operation::If => self.bool(self.chosen(operands)?)?,
            Operation::Item => self.item(operands)?.as_bool().ok_or(MISMATCH)?,
            _ => return Err(MISMATCH),
        })
    }

    fn equal<K: Copy>(&self, kind: Kind, sides: &'v [Node<K>]) -> Evaluated<bool>
    where
        R: Fn(K) -> &'v Value,
    {
        let (left, right) = (&sides[0], &sides[1]);
        Ok(match kind {
            Kind::Bool => self.bool(left)? == self.bool(right)?,
            Kind::Int => self.int(left)? == self.int(right)?,
            // Exact on purpose: for a tolerance, expressions use `abs(a - b) < margin`.
            Kind::Float => ordered(self.float(left)?, self.float(right)?)?.is_eq(),
            Kind::Text => self.text(left)? == self.text(right)?,
            Kind::List => self.list(left)? == self.list(right)?,
            Kind::Vec2 | Kind::Vec3 | Kind::Color => self.lanes(left)? == self.lanes(right)?,
        })
    }

    fn order<K: Copy>(&self, kind: Kind, sides: &'v [Node<K>]) -> Evaluated<std::cmp::Ordering>
    where
        R: Fn(K) -> &'v Value,
    {
        let (left, right) = (&sides[0], &sides[1]);
        Ok(match kind {
            Kind::Int => self.int(left)?.cmp(&self.int(right)?),
            Kind::Float => ordered(self.float(left)?, self.float(right)?)?,
            Kind::Text => self.text(left)?.cmp(&self.text(right)?),
            _ => return Err(MISMATCH),
        })
    }

    /// Returns the branch of `? :` that the condition selects.
    fn chosen<K: Copy>(&self, operands: &'v [Node<K>]) -> Evaluated<&'v Node<K>>
    where
        R: Fn(K) -> &'v Value,
    {
        let first = self.bool(&operands[0])?;
        Ok(&operands[if first { 1 } else { 2 }])
    }

    /// Evaluates `list[index]`.
    fn item<K: Copy>(&self, operands: &'v [Node<K>]) -> Evaluated<Value>
    where
        R: Fn(K) -> &'v Value,
    {
        let list = self.list(&operands[0])?;
        let index = self.int(&operands[1])?;
        let found = usize::try_from(index).ok().and_then(|i| list.get(i));
        let len = list.len();
        found.cloned().ok_or(EvaluationError::NoItem { index, len })
    }

    pub fn int<K: Copy>(&self, node: &'v Node<K>) -> Evaluated<i64>
    where
        R: Fn(K) -> &'v Value,
    {
        match node {
            Node::Variable(key) => (self.read)(*key).as_int().ok_or(MISMATCH),
            Node::Constant(value) => value.as_int().ok_or(MISMATCH),
            Node::Apply(operation, operands) => self.int_of(*operation, operands),
        }
    }

    fn int_of<K: Copy>(&self, operation: Operation, operands: &'v [Node<K>]) -> Evaluated<i64>
    where
        R: Fn(K) -> &'v Value,
    {
        let at = |index: usize| self.int(&operands[index]);
        let whole = match operation {
            Operation::Add => at(0)?.checked_add(at(1)?),
            Operation::Subtract => at(0)?.checked_sub(at(1)?),
            Operation::Multiply => at(0)?.checked_mul(at(1)?),
            Operation::Negate => at(0)?.checked_neg(),
            Operation::Abs => at(0)?.checked_abs(),
            Operation::Divide | Operation::Remainder => {
                let (left, right) = (at(0)?, at(1)?);
                if right == 0 {
                    return Err(EvaluationError::DivisionByZero);
                }
                if operation == Operation::Divide {
                    left.checked_div(right)
                } else {
                    left.checked_rem(right)
                }
            }
            Operation::Min | Operation::Max => {
                let mut extreme = at(0)?;
                for operand in &operands[1..] {
                    let other = self.int(operand)?;
                    extreme = if operation == Operation::Min {
                        extreme.min(other)
                    } else {
                        extreme.max(other)
                    };
                }
                Some(extreme)
            }
            Operation::Clamp => Some(at(0)?.min(at(2)?).max(at(1)?)),
            Operation::IntOf(kind) => return self.int_from(kind, &operands[0]),
            Operation::SizeOf(Kind::List) => Some(self.list(&operands[0])?.len() as i64),
            Operation::SizeOf(_) => Some(self.text(&operands[0])?.chars().count() as i64),
            Operation::If => return self.int(self.chosen(operands)?),
            Operation::Item => return self.item(operands)?.as_int().ok_or(MISMATCH),
            _ => return Err(MISMATCH),
        };
        whole.ok_or(EvaluationError::Overflow)
    }

    fn int_from<K: Copy>(&self, kind: Kind, node: &'v Node<K>) -> Evaluated<i64>
    where
        R: Fn(K) -> &'v Value,
    {
        match kind {
            Kind::Bool => Ok(i64::from(self.bool(node)?)),
            Kind::Float => {
                let whole = self.float(node)?.trunc();
                // 2^63 is the first value that does not fit; -2^63 does.
                if (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&whole) {
                    Ok(whole as i64)
                } else {
                    Err(EvaluationError::Overflow)
                }
            }
            Kind::Text => {
                let text = self.text(node)?;
                let parsed = text.trim().parse();
                parsed.map_err(|_| not_a_number(&text))
            }
            _ => self.int(node),
        }
    }

    pub fn float<K: Copy>(&self, node: &'v Node<K>) -> Evaluated<f64>
    where
        R: Fn(K) -> &'v Value,
    {
        match node {
            Node::Variable(key) => (self.read)(*key).as_float().ok_or(MISMATCH),
            Node::Constant(value) => value.as_float().ok_or(MISMATCH),
            Node::Apply(operation, operands) => {
                let number = self.float_of(*operation, operands)?;
                if number.is_finite() {
                    Ok(number)
                } else {
                    Err(EvaluationError::NotFinite)
                }
            }
        }
    }

    fn float_of<K: Copy>(&self, operation: Operation, operands: &'v [Node<K>]) -> Evaluated<f64>
    where
        R: Fn(K) -> &'v Value,
    {
        let at = |index: usize| self.float(&operands[index]);
        Ok(match operation {
            Operation::Widen => self.int(&operands[0])? as f64,
            Operation::Add => at(0)? + at(1)?,
            Operation::Subtract => at(0)? - at(1)?,
            Operation::Multiply => at(0)? * at(1)?,
            Operation::Divide => at(0)? / divisor(at(1)?)?,
            Operation::Negate => -at(0)?,
            Operation::Abs => at(0)?.abs(),
            Operation::Floor => at(0)?.floor(),
            Operation::Ceil => at(0)?.ceil(),
            Operation::Round => at(0)?.round(),
            Operation::Sqrt => match at(0)? {
                negative if negative < 0.0 => return Err(EvaluationError::NegativeRoot),
                number => number.sqrt(),
            },
            // From `libm`: the functions of the standard library differ between machines in the last digit.
            Operation::Sin => libm::sin(at(0)?),
            Operation::Cos => libm::cos(at(0)?),
            Operation::Min | Operation::Max => {
                let mut extreme = at(0)?;
                for operand in &operands[1..] {
                    let other = self.float(operand)?;
                    extreme = if operation == Operation::Min {
                        extreme.min(other)
                    } else {
                        extreme.max(other)
                    };
                }
                extreme
            }
            Operation::Clamp => at(0)?.min(at(2)?).max(at(1)?),
            Operation::Lerp => {
                let (from, to) = (at(0)?, at(1)?);
                from + (to - from) * at(2)?
            }
            Operation::FloatOf(Kind::Float) => at(0)?,
            Operation::FloatOf(Kind::Text) => {
                let text = self.text(&operands[0])?;
                text.trim().parse().map_err(|_| not_a_number(&text))?
            }
            Operation::Component(index) => self.lanes(&operands[0])?.at(index),
            Operation::Length => self.lanes(&operands[0])?.length(),
            Operation::Dot => self.lanes(&operands[0])?.dot(self.lanes(&operands[1])?),
            Operation::Distance => {
                let (from, to) = (self.lanes(&operands[0])?, self.lanes(&operands[1])?);
                from.minus(to).length()
            }
            Operation::If => self.float(self.chosen(operands)?)?,
            Operation::Item => self.item(operands)?.as_float().ok_or(MISMATCH)?,
            _ => return Err(MISMATCH),
        })
    }

    pub fn lanes<K: Copy>(&self, node: &'v Node<K>) -> Evaluated<Lanes>
    where
        R: Fn(K) -> &'v Value,
    {
        let (operation, operands) = match node {
            Node::Variable(key) => return lanes_of((self.read)(*key)).ok_or(MISMATCH),
            Node::Constant(value) => return lanes_of(value).ok_or(MISMATCH),
            Node::Apply(operation, operands) => (operation, operands),
        };
        let at = |index: usize| self.lanes(&operands[index]);
        let lanes = match operation {
            Operation::Build => {
                let mut numbers = [0.0; 4];
                for (number, operand) in numbers.iter_mut().zip(operands) {
                    *number = self.float(operand)?;
                }
                Lanes(numbers)
            }
            Operation::Add => at(0)?.plus(at(1)?),
            Operation::Subtract => at(0)?.minus(at(1)?),
            Operation::Negate => at(0)?.times(-1.0),
            Operation::Scale => at(0)?.times(self.float(&operands[1])?),
            Operation::Shrink => at(0)?.over(divisor(self.float(&operands[1])?)?),
            Operation::Normalize => at(0)?.normalized(),
            Operation::If => self.lanes(self.chosen(operands)?)?,
            Operation::Item => lanes_of(&self.item(operands)?).ok_or(MISMATCH)?,
            _ => return Err(MISMATCH),
        };
        if lanes.is_finite() {
            Ok(lanes)
        } else {
            Err(EvaluationError::NotFinite)
        }
    }

    pub fn text<K: Copy>(&self, node: &'v Node<K>) -> Evaluated<Cow<'v, str>>
    where
        R: Fn(K) -> &'v Value,
    {
        let (operation, operands) = match node {
            Node::Variable(key) => return borrowed((self.read)(*key)),
            Node::Constant(value) => return borrowed(value),
            Node::Apply(operation, operands) => (operation, operands),
        };
        let text = match operation {
            Operation::Join => {
                let (left, right) = (self.text(&operands[0])?, self.text(&operands[1])?);
                if left.len() + right.len() > MAX_TEXT {
                    return Err(EvaluationError::TextTooLong(MAX_TEXT));
                }
                left + right
            }
            Operation::Lower => self.text(&operands[0])?.to_lowercase().into(),
            Operation::Upper => self.text(&operands[0])?.to_uppercase().into(),
            Operation::TextOf(Kind::Text) => self.text(&operands[0])?,
            Operation::TextOf(kind) => self.value(*kind, &operands[0])?.to_string().into(),
            Operation::If => self.text(self.chosen(operands)?)?,
            Operation::Item => match self.item(operands)? {
                Value::String(text) => text.to_string().into(),
                _ => return Err(MISMATCH),
            },
            _ => return Err(MISMATCH),
        };
        if text.len() > MAX_TEXT {
            return Err(EvaluationError::TextTooLong(MAX_TEXT));
        }
        Ok(text)
    }

    fn list<K: Copy>(&self, node: &'v Node<K>) -> Evaluated<Cow<'v, [Value]>>
    where
        R: Fn(K) -> &'v Value,
    {
        match node {
            Node::Variable(key) => items((self.read)(*key)),
            Node::Constant(value) => items(value),
            Node::Apply(Operation::If, operands) => self.list(self.chosen(operands)?),
            Node::Apply(Operation::List(kind), operands) => {
                let values = operands.iter().map(|item| self.value(*kind, item));
                Ok(Cow::Owned(values.collect::<Result<_, _>>()?))
            }
            Node::Apply(..) => Err(MISMATCH),
        }
    }

    /// Evaluates a node as a value of this type.
    pub fn value<K: Copy>(&self, kind: Kind, node: &'v Node<K>) -> Evaluated<Value>
    where
        R: Fn(K) -> &'v Value,
    {
        let known = match node {
            Node::Variable(key) => (self.read)(*key),
            Node::Constant(value) => value,
            Node::Apply(Operation::If, operands) => {
                return self.value(kind, self.chosen(operands)?);
            }
            Node::Apply(Operation::Item, operands) => {
                let item = self.item(operands)?;
                return if Kind::of_value(&item) == kind {
                    Ok(item)
                } else {
                    Err(MISMATCH)
                };
            }
            Node::Apply(..) => return self.made(kind, node),
        };
        if Kind::of_value(known) == kind {
            Ok(known.clone())
        } else {
            Err(MISMATCH)
        }
    }

    fn made<K: Copy>(&self, kind: Kind, node: &'v Node<K>) -> Evaluated<Value>
    where
        R: Fn(K) -> &'v Value,
    {
        Ok(match kind {
            Kind::Bool => Value::Bool(self.bool(node)?),
            Kind::Int => Value::Int(self.int(node)?),
            Kind::Float => Value::Float(self.float(node)?),
            Kind::Text => Value::String(self.text(node)?.into()),
            Kind::Vec2 | Kind::Vec3 | Kind::Color => value_of(kind, self.lanes(node)?),
            Kind::List => Value::List(self.list(node)?.into()),
        })
    }
}

/// The checker has verified the types, so this happens only if a variable holds a value of the wrong type.
const MISMATCH: EvaluationError = EvaluationError::WrongType;

fn divisor(number: f64) -> Evaluated<f64> {
    if number == 0.0 {
        Err(EvaluationError::DivisionByZero)
    } else {
        Ok(number)
    }
}

fn ordered(left: f64, right: f64) -> Evaluated<std::cmp::Ordering> {
    left.partial_cmp(&right).ok_or(EvaluationError::NotFinite)
}

fn not_a_number(text: &str) -> EvaluationError {
    const SHOWN: usize = 40;
    EvaluationError::NotANumber(text.chars().take(SHOWN).collect())
}

fn borrowed(value: &Value) -> Evaluated<Cow<'_, str>> {
    value.as_str().map(Cow::Borrowed).ok_or(MISMATCH)
}

fn items(value: &Value) -> Evaluated<Cow<'_, [Value]>> {
    match value {
        Value::List(items) => Ok(Cow::Borrowed(items)),
        _ => Err(MISMATCH),
    }
}
