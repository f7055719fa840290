//! The values of variables at which comparisons in an expression may turn out differently. Where an expression computes with a variable, such values
//! are worth a try; they are not all that matter.

use super::Expression;
use super::dependences::{minus, zero_like};
use super::node::{Node, Operation};
use crate::value::Value;

impl<K: Copy> Expression<K> {
    /// Returns the values of variables at which a computation has the value that it is compared with. Sums, products and quotients with constants are
    /// solved step by step; for a function, it is the compared value itself. The types may differ from those of the variables.
    ///
    /// ```
    /// use treewright_core::expression::Expression;
    /// use treewright_core::value::{Value, ValueType};
    ///
    /// let declared = |name: &str| (name == "health").then_some(((), ValueType::Float));
    /// let expression = Expression::compile("health * 2.0 == 14.0", &declared, None).unwrap();
    /// assert_eq!(expression.turning_points(), [((), Value::Float(7.0))]);
    /// ```
    pub fn turning_points(&self) -> Vec<(K, Value)> {
        let mut found = Vec::new();
        search(&self.node, &mut found);
        found
    }
}

/// Searches a node for comparisons with constants.
fn search<K: Copy>(node: &Node<K>, found: &mut Vec<(K, Value)>) {
    let Node::Apply(operation, operands) = node else {
        return;
    };
    match operation {
        Operation::Equal(_)
        | Operation::Unequal(_)
        | Operation::Less(_)
        | Operation::LessOrEqual(_)
        | Operation::Min
        | Operation::Max
        | Operation::Clamp
        | Operation::InItems(_)
        | Operation::Contains
        | Operation::StartsWith
        | Operation::EndsWith => {
            for constant in operands.iter().filter_map(constant) {
                operands
                    .iter()
                    .for_each(|operand| reach(operand, constant, found));
            }
        }
        Operation::In(_) => {
            if let Some(Value::List(items)) = constant(&operands[1]) {
                items
                    .iter()
                    .for_each(|item| reach(&operands[0], item, found));
            }
        }
        _ => {}
    }
    operands.iter().for_each(|operand| search(operand, found));
}

fn constant<K>(node: &Node<K>) -> Option<&Value> {
    match node {
        Node::Constant(value) => Some(value),
        _ => None,
    }
}

/// Adds the values of variables with which a node has this value, or may have.
fn reach<K: Copy>(node: &Node<K>, value: &Value, found: &mut Vec<(K, Value)>) {
    let (operation, operands) = match node {
        Node::Constant(_) => return,
        Node::Variable(key) => return found.push((*key, value.clone())),
        Node::Apply(operation, operands) => (*operation, operands),
    };
    if let Some((inner, before)) = undone(operation, operands, value) {
        return reach(inner, &before, found);
    }
    match (operation, opposite(value)) {
        (Operation::Negate, Some(opposite)) => reach(&operands[0], &opposite, found),
        (Operation::Abs, Some(opposite)) => {
            reach(&operands[0], value, found);
            reach(&operands[0], &opposite, found);
        }
        _ => operands
            .iter()
            .for_each(|operand| reach(operand, value, found)),
    }
}

/// Returns the side of a computation that is no constant, and the value of it with which the result is this one.
fn undone<'n, K>(
    operation: Operation,
    operands: &'n [Node<K>],
    value: &Value,
) -> Option<(&'n Node<K>, Value)> {
    match operands {
        [inner, Node::Constant(right)] => {
            let before = match operation {
                Operation::Add => minus(value, right),
                Operation::Subtract => minus(value, &opposite(right)?),
                Operation::Multiply => divided(value, right),
                Operation::Divide => times(value, right),
                _ => None,
            };
            Some((inner, before?))
        }
        [Node::Constant(left), inner] => {
            let before = match operation {
                Operation::Add => minus(value, left),
                Operation::Subtract => minus(left, value),
                Operation::Multiply => divided(value, left),
                Operation::Divide => divided(left, value),
                _ => None,
            };
            Some((inner, before?))
        }
        _ => None,
    }
}

/// The number with the other sign.
fn opposite(value: &Value) -> Option<Value> {
    minus(&zero_like(value)?, value)
}

fn times(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => left.checked_mul(*right).map(Value::Int),
        (Value::Float(left), Value::Float(right)) => finite(left * right),
        _ => None,
    }
}

fn divided(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => left.checked_div(*right).map(Value::Int),
        (Value::Float(left), Value::Float(right)) => finite(left / right),
        _ => None,
    }
}

fn finite(number: f64) -> Option<Value> {
    number.is_finite().then_some(Value::Float(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::ValueType;

    fn of(text: &str) -> String {
        let declared = |name: &str| {
            let value_type = match name {
                "i" | "k" => ValueType::Int,
                "x" | "y" => ValueType::Float,
                "s" => ValueType::String,
                _ => return None,
            };
            Some((name.chars().next().unwrap(), value_type))
        };
        let expression = Expression::compile(text, &declared, None).unwrap();
        let points = expression.turning_points().into_iter();
        let points = points.map(|(key, value)| format!("{key}={value}"));
        points.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn computations_with_constants_are_solved() {
        assert_eq!(of("x * 2.0 == 14.0"), "x=7.0");
        assert_eq!(of("14.0 < 2.0 * (x + 1.0)"), "x=6.0");
        assert_eq!(of("10.0 / x <= 2.0"), "x=5.0");
        assert_eq!(of("x / 2.0 > 3.0 || 9.0 - x < 1.0"), "x=6.0 x=8.0");
        assert_eq!(of("-x == 3.0"), "x=-3.0");
        assert_eq!(of("abs(x) > 3.0"), "x=3.0 x=-3.0");
        assert_eq!(of("i * 3 == 12"), "i=4");
    }

    #[test]
    fn functions_are_tried_with_what_they_are_compared_with() {
        assert_eq!(of("round(x) == 7.0"), "x=7.0");
        assert_eq!(of("k % 10 == 7"), "k=7");
        assert_eq!(of("lower(s) == 'bob'"), "s=\"bob\"");
        assert_eq!(of("contains(s, 'ob')"), "s=\"ob\"");
        assert_eq!(of("min(x, y) < 2.0"), "x=2.0 y=2.0");
        assert_eq!(of("x > 0.0 ? x * y == 4.0 : false"), "x=0.0 x=4.0 y=4.0");
    }

    #[test]
    fn without_a_solution_the_compared_value_is_tried() {
        assert_eq!(of("i * 0 == 12"), "i=12");
        assert_eq!(of("10.0 / x == 0.0"), "x=0.0");
        assert_eq!(of("1 < 2"), "");
    }
}
