//! Comparison: the operators, and the conditional that compares two values of one type. Each type's declaration has a file of its own.

use std::cmp::Ordering;

use super::{Arguments, Leaf};
use crate::model::{ParameterDeclaration, ParameterType};
use crate::runtime::{Operand, Status, TickContext, Typed, Wake};

/// Compares two values: parameters `left`, `operator` and `right`.
#[derive(Debug)]
pub struct Compare<T> {
    left: Operand<T>,
    operator: Comparison,
    right: Operand<T>,
}

impl<T: Typed> Compare<T> {
    /// The comparison that the arguments describe.
    pub fn from_arguments(arguments: &Arguments) -> Self {
        Self {
            left: arguments.operand("left"),
            operator: Comparison::from_symbol(arguments.text("operator")),
            right: arguments.operand("right"),
        }
    }
}

impl<T: Typed + PartialOrd> Leaf for Compare<T> {
    const FOLLOWS_VARIABLES: bool = true;

    fn update(&self, _memory: &mut [u64], tick: &mut TickContext<'_>) -> Status {
        Status::of(
            self.operator
                .holds(&self.left.get(tick), &self.right.get(tick)),
        )
    }

    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::Inputs
    }
}

/// The parameter `operator` of kinds whose values have an order.
pub fn operator_parameter(default: &'static str) -> ParameterDeclaration {
    let symbols = ["==", "!=", "<", "<=", ">", ">="];
    ParameterDeclaration::optional(
        "operator",
        ParameterType::Choice(symbols.into_iter().map(Into::into).collect()),
        default,
        "How to compare.",
    )
    .meaning(ORDERED)
}

/// What the symbols of values without an order mean.
pub const SAME: [&str; 2] = ["Both sides are equal.", "The sides differ."];
/// What the symbols of values with an order mean.
const ORDERED: [&str; 6] = [
    SAME[0],
    SAME[1],
    "The left side is smaller.",
    "The left side is smaller, or both are equal.",
    "The left side is larger.",
    "The left side is larger, or both are equal.",
];

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// The operator that is written so; anything unknown is `==`.
    pub fn from_symbol(symbol: &str) -> Self {
        match symbol {
            "!=" => Self::NotEqual,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            _ => Self::Equal,
        }
    }

    /// Whether it holds between two values; values that cannot be ordered are only unequal.
    pub fn holds<T: PartialOrd + ?Sized>(self, left: &T, right: &T) -> bool {
        let order = left.partial_cmp(right);
        match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::NotEqual => order != Some(Ordering::Equal),
            Self::Less => order == Some(Ordering::Less),
            Self::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::Greater => order == Some(Ordering::Greater),
            Self::GreaterOrEqual => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
        }
    }
}

/// Checks every operator of a kind that compares a smaller value with a larger one.
#[cfg(test)]
pub(crate) fn check_every_operator(
    task: &str,
    smaller: impl Into<crate::value::Value>,
    larger: impl Into<crate::value::Value>,
) {
    let (smaller, larger) = (smaller.into(), larger.into());
    let answers = [
        ("==", "F"),
        ("!=", "S"),
        ("<", "S"),
        ("<=", "S"),
        (">", "F"),
        (">=", "F"),
    ];
    for (operator, answer) in answers {
        let arguments = Arguments::default()
            .with("left", smaller.clone())
            .with("operator", operator)
            .with("right", larger.clone());
        assert_eq!(
            super::testing::alone(task, &arguments, 1),
            answer,
            "{operator}"
        );
    }
}
