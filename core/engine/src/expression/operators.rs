//! The types that binary operators accept, and the operations that they stand for.

use super::node::{Kind, Operation};
use crate::value::ValueType;

/// A binary operator for certain types.
#[derive(Debug)]
pub(super) struct ResolvedOperator {
    pub operation: Operation,
    /// The type to which the left side is converted.
    pub left: ValueType,
    /// The type to which the right side is converted.
    pub right: ValueType,
    /// Whether the operation takes the right side first.
    pub swapped: bool,
    pub result: ValueType,
}

/// Returns the common type of both: the same type, or float for an int and a float.
pub(super) fn common(left: &ValueType, right: &ValueType) -> Option<ValueType> {
    match (left, right) {
        (ValueType::Int, ValueType::Float) | (ValueType::Float, ValueType::Int) => {
            Some(ValueType::Float)
        }
        _ if left == right => Some(left.clone()),
        _ => None,
    }
}

/// Returns the operation of an operator on these types; `None` if it does not accept them.
pub(super) fn resolve(
    symbol: &str,
    left: &ValueType,
    right: &ValueType,
) -> Option<ResolvedOperator> {
    match symbol {
        "==" | "!=" | "<" | "<=" | ">" | ">=" => comparison(symbol, left, right),
        "in" => membership(left, right),
        _ => arithmetic(symbol, left, right),
    }
}

fn comparison(symbol: &str, left: &ValueType, right: &ValueType) -> Option<ResolvedOperator> {
    let common = common(left, right)?;
    let kind = Kind::of(&common);
    let operation = match symbol {
        "==" => Operation::Equal(kind),
        "!=" => Operation::Unequal(kind),
        _ if !matches!(kind, Kind::Int | Kind::Float | Kind::Text) => return None,
        "<" | ">" => Operation::Less(kind),
        _ => Operation::LessOrEqual(kind),
    };
    Some(ResolvedOperator {
        operation,
        left: common.clone(),
        right: common,
        swapped: matches!(symbol, ">" | ">="),
        result: ValueType::Bool,
    })
}

fn membership(left: &ValueType, right: &ValueType) -> Option<ResolvedOperator> {
    let ValueType::List(element) = right else {
        return None;
    };
    let fits = left == &**element || (*left == ValueType::Int && **element == ValueType::Float);
    fits.then(|| ResolvedOperator {
        operation: Operation::In(Kind::of(element)),
        left: (**element).clone(),
        right: right.clone(),
        swapped: false,
        result: ValueType::Bool,
    })
}

fn arithmetic(symbol: &str, left: &ValueType, right: &ValueType) -> Option<ResolvedOperator> {
    let is_number = |t: &ValueType| matches!(t, ValueType::Int | ValueType::Float);
    let is_vector = |t: &ValueType| matches!(t, ValueType::Vec2 | ValueType::Vec3);
    let of = |operation, left: &ValueType, right: &ValueType, result: &ValueType| {
        Some(ResolvedOperator {
            operation,
            left: left.clone(),
            right: right.clone(),
            swapped: false,
            result: result.clone(),
        })
    };
    let float = &ValueType::Float;
    match symbol {
        "+" if left == right && *left == ValueType::String => of(Operation::Join, left, left, left),
        "*" if is_vector(left) && is_number(right) => of(Operation::Scale, left, float, left),
        "*" if is_number(left) && is_vector(right) => {
            let scale = of(Operation::Scale, float, right, right)?;
            Some(ResolvedOperator {
                swapped: true,
                ..scale
            })
        }
        "/" if is_vector(left) && is_number(right) => of(Operation::Shrink, left, float, left),
        "+" | "-" if is_vector(left) && left == right => of(sum(symbol), left, left, left),
        "%" if *left == ValueType::Int && left == right => {
            of(Operation::Remainder, left, left, left)
        }
        "+" | "-" | "*" | "/" if is_number(left) && is_number(right) => {
            let common = &common(left, right)?;
            of(sum(symbol), common, common, common)
        }
        _ => None,
    }
}

fn sum(symbol: &str) -> Operation {
    match symbol {
        "+" => Operation::Add,
        "-" => Operation::Subtract,
        "*" => Operation::Multiply,
        _ => Operation::Divide,
    }
}
