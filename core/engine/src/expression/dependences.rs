//! How an expression depends on its variables: which values of one it can tell apart. For those who look for inputs that make a
//! difference; evaluation does not use it.

use super::Expression;
use super::node::{Kind, Node, Operation};
use crate::value::Value;

/// How an expression depends on a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Dependence<K> {
    /// It depends on whether the variable, of type bool, is true.
    Truth(K),
    /// It compares the variable with a constant. The value has the type of the variable.
    Constant(K, Comparing, Value),
    /// It compares two variables with each other.
    Variables(K, K),
    /// Its value is that of the variable.
    Same(K),
    /// It computes with the variable.
    Computed(K),
}

/// What a comparison of a variable with a constant tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparing {
    /// The variable equals the constant, or not.
    Equal,
    /// The variable is less than the constant, or not.
    Less,
    /// The variable is at most the constant, or not.
    AtMost,
}

impl Comparing {
    /// Returns a comparison of an int with an int that tells apart all that this comparison of the int with a float does. `None` if floats
    /// as large as this one do not represent all ints.
    ///
    /// ```
    /// use treewright_core::expression::Comparing;
    /// use treewright_core::value::Value;
    ///
    /// let at_most_two = Some((Comparing::AtMost, Value::Int(2)));
    /// assert_eq!(Comparing::Less.narrowed(2.5), at_most_two);
    /// assert_eq!(Comparing::Less.narrowed(1e300), None);
    /// ```
    pub fn narrowed(self, float: f64) -> Option<(Self, Value)> {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        if float.is_nan() || float.abs() > EXACT {
            return None;
        }
        let whole = float.floor();
        let is_whole = whole.total_cmp(&float).is_eq();
        let comparing = if is_whole { self } else { Self::AtMost };
        Some((comparing, Value::Int(whole as i64)))
    }
}

impl<K: Copy + PartialEq> Expression<K> {
    /// Returns how the expression depends on its variables. A variable can occur several times.
    ///
    /// ```
    /// use treewright_core::expression::{Comparing, Dependence, Expression};
    /// use treewright_core::value::{Value, ValueType};
    ///
    /// let declared = |name: &str| match name {
    ///     "health" => Some(('h', ValueType::Int)),
    ///     "alarm" => Some(('a', ValueType::Bool)),
    ///     _ => None,
    /// };
    /// let flee = Expression::compile("alarm || health + 5 <= 30", &declared, None).unwrap();
    /// let at_most = Dependence::Constant('h', Comparing::AtMost, Value::Int(25));
    /// assert_eq!(flee.dependences(), [Dependence::Truth('a'), at_most]);
    /// ```
    pub fn dependences(&self) -> Vec<Dependence<K>> {
        let mut found = Vec::new();
        match &self.node {
            Node::Variable(key) => found.push(Dependence::Same(*key)),
            Node::Apply(Operation::Widen, operands) if variable(&operands[0]).is_some() => {
                found.extend(variable(&operands[0]).map(Dependence::Same));
            }
            node if Kind::of(&self.value_type) == Kind::Bool => truth(node, &mut found),
            node => computed(node, &mut found),
        }
        found
    }
}

/// Adds what a condition depends on.
fn truth<K: Copy + PartialEq>(node: &Node<K>, found: &mut Vec<Dependence<K>>) {
    let (operation, operands) = match node {
        Node::Constant(_) => return,
        Node::Variable(key) => {
            found.push(Dependence::Truth(*key));
            return;
        }
        Node::Apply(operation, operands) => (*operation, operands),
    };
    match operation {
        Operation::And | Operation::Or | Operation::Not | Operation::If => {
            operands.iter().for_each(|operand| truth(operand, found));
        }
        Operation::Equal(Kind::Bool) | Operation::Unequal(Kind::Bool) => {
            operands.iter().for_each(|operand| truth(operand, found));
        }
        Operation::Equal(_) | Operation::Unequal(_) => {
            compared(&operands[0], &operands[1], Comparing::Equal, found);
        }
        Operation::Less(_) => compared(&operands[0], &operands[1], Comparing::Less, found),
        Operation::LessOrEqual(_) => {
            compared(&operands[0], &operands[1], Comparing::AtMost, found);
        }
        Operation::InItems(_) => {
            for item in &operands[1..] {
                compared(&operands[0], item, Comparing::Equal, found);
            }
        }
        Operation::In(_) => match &operands[1] {
            Node::Constant(Value::List(items)) => {
                for item in items.iter() {
                    let item = Node::Constant(item.clone());
                    compared(&operands[0], &item, Comparing::Equal, found);
                }
            }
            _ => computed(node, found),
        },
        Operation::IsEmpty(Kind::Text) => {
            let empty = Node::Constant("".into());
            compared(&operands[0], &empty, Comparing::Equal, found);
        }
        _ => computed(node, found),
    }
}

/// Adds all variables of a node as ones with which it computes; those of conditions inside as what they are.
fn computed<K: Copy + PartialEq>(node: &Node<K>, found: &mut Vec<Dependence<K>>) {
    match node {
        Node::Constant(_) => {}
        Node::Variable(key) => found.push(Dependence::Computed(*key)),
        Node::Apply(Operation::If, operands) => {
            truth(&operands[0], found);
            operands[1..]
                .iter()
                .for_each(|operand| computed(operand, found));
        }
        Node::Apply(_, operands) => operands.iter().for_each(|operand| computed(operand, found)),
    }
}

/// Adds what a comparison of two sides depends on.
fn compared<K: Copy + PartialEq>(
    left: &Node<K>,
    right: &Node<K>,
    comparing: Comparing,
    found: &mut Vec<Dependence<K>>,
) {
    let dependence = match (variable(left), variable(right)) {
        (Some(left), Some(right)) => Some(Dependence::Variables(left, right)),
        _ => against(left, right, comparing)
            .or_else(|| against(right, left, swapped(comparing)))
            .map(|(key, comparing, value)| Dependence::Constant(key, comparing, value)),
    };
    if let Some(dependence) = dependence {
        found.push(dependence);
    } else {
        computed(left, found);
        computed(right, found);
    }
}

/// What `c < x` tells apart is whether `x` is at most `c`.
fn swapped(comparing: Comparing) -> Comparing {
    match comparing {
        Comparing::Equal => Comparing::Equal,
        Comparing::Less => Comparing::AtMost,
        Comparing::AtMost => Comparing::Less,
    }
}

fn variable<K: Copy>(node: &Node<K>) -> Option<K> {
    match node {
        Node::Variable(key) => Some(*key),
        Node::Apply(Operation::Widen, operands) => variable(&operands[0]),
        _ => None,
    }
}

/// Solves the comparison of a side with one variable, to which constants are added, with a constant.
fn against<K: Copy>(
    side: &Node<K>,
    constant: &Node<K>,
    comparing: Comparing,
) -> Option<(K, Comparing, Value)> {
    let Node::Constant(value) = constant else {
        return None;
    };
    match side {
        Node::Variable(key) => Some((*key, comparing, value.clone())),
        Node::Apply(Operation::Widen, operands) => {
            let (comparing, value) = comparing.narrowed(value.as_float()?)?;
            against(&operands[0], &Node::Constant(value), comparing)
        }
        Node::Apply(Operation::Negate, operands) => {
            let value = Node::Constant(minus(&zero_like(value)?, value)?);
            against(&operands[0], &value, swapped(comparing))
        }
        Node::Apply(Operation::Add, operands) => match (&operands[0], &operands[1]) {
            (inner, Node::Constant(added)) | (Node::Constant(added), inner) => {
                against(inner, &Node::Constant(minus(value, added)?), comparing)
            }
            _ => None,
        },
        Node::Apply(Operation::Subtract, operands) => match (&operands[0], &operands[1]) {
            (inner, Node::Constant(taken)) => {
                let sum = minus(value, &minus(&zero_like(taken)?, taken)?)?;
                against(inner, &Node::Constant(sum), comparing)
            }
            (Node::Constant(from), inner) => {
                let difference = Node::Constant(minus(from, value)?);
                against(inner, &difference, swapped(comparing))
            }
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn zero_like(value: &Value) -> Option<Value> {
    match value {
        Value::Int(_) => Some(Value::Int(0)),
        Value::Float(_) => Some(Value::Float(0.0)),
        _ => None,
    }
}

pub(super) fn minus(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => left.checked_sub(*right).map(Value::Int),
        (Value::Float(left), Value::Float(right)) => Some(Value::Float(left - right)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::ValueType;

    fn of(text: &str) -> String {
        let declared = |name: &str| {
            let value_type = match name {
                "i" | "j" => ValueType::Int,
                "x" => ValueType::Float,
                "b" | "c" => ValueType::Bool,
                "s" => ValueType::String,
                _ => return None,
            };
            Some((name.chars().next().unwrap(), value_type))
        };
        let expression = Expression::compile(text, &declared, None).unwrap();
        let shown = expression
            .dependences()
            .into_iter()
            .map(|found| match found {
                Dependence::Truth(key) => format!("{key}?"),
                Dependence::Constant(key, comparing, value) => {
                    let sign = match comparing {
                        Comparing::Equal => "==",
                        Comparing::Less => "<",
                        Comparing::AtMost => "<=",
                    };
                    format!("{key}{sign}{value}")
                }
                Dependence::Variables(one, other) => format!("{one}~{other}"),
                Dependence::Same(key) => format!("={key}"),
                Dependence::Computed(key) => format!("f({key})"),
            });
        shown.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn comparisons_with_constants_are_found() {
        assert_eq!(of("x < 30"), "x<30.0");
        assert_eq!(of("30 < x"), "x<=30.0");
        assert_eq!(of("x >= 30 && !(x > 40)"), "x<30.0 x<=40.0");
        assert_eq!(
            of("s == 'a' || s in ['b', 'c']"),
            "s==\"a\" s==\"b\" s==\"c\""
        );
        assert_eq!(of("isEmpty(s)"), "s==\"\"");
        assert_eq!(of("b ? i == 1 : i != 2"), "b? i==1 i==2");
        assert_eq!(of("b == c"), "b? c?");
    }

    #[test]
    fn constants_beside_the_variable_move_to_the_other_side() {
        assert_eq!(of("i + 5 < 30"), "i<25");
        assert_eq!(of("5 - i < 30"), "i<=-25");
        assert_eq!(of("-(i - 2) <= 3"), "i<-1");
        assert_eq!(of("i < 2.5"), "i<=2");
        assert_eq!(of("i * 1.0 < 2.5"), "f(i)");
    }

    #[test]
    fn what_cannot_be_solved_is_said_to_be_computed() {
        assert_eq!(of("sin(x) > 0.5 && b"), "f(x) b?");
        assert_eq!(of("i + j < 3"), "f(i) f(j)");
        assert_eq!(of("i < j"), "i~j");
        assert_eq!(of("x < i"), "x~i");
        assert_eq!(of("i"), "=i");
        assert_eq!(of("b ? i + 1 : j"), "b? f(i) f(j)");
        assert_eq!(of("contains(s, 'x')"), "f(s)");
    }
}
