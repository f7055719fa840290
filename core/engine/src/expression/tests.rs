//! Tests of expressions as users write them: results, errors and their positions, and that no text does harm.

mod against_cel;
mod faults;
mod laws;
mod names;
mod values;

use std::sync::Arc;

use super::{EvaluationError, Expression, ExpressionError};
use crate::value::{Value, ValueType};

/// The variables of all tests.
fn variables() -> Vec<(&'static str, Value)> {
    let list = |items: Vec<Value>| Value::List(Arc::from(items));
    vec![
        ("yes", true.into()),
        ("no", false.into()),
        ("n", 7_i64.into()),
        ("zero", 0_i64.into()),
        ("most", i64::MAX.into()),
        ("least", i64::MIN.into()),
        ("x", 2.5.into()),
        ("huge", 1e308.into()),
        ("nil", 0.0.into()),
        ("word", "Hello 世界".into()),
        ("digits", " 42 ".into()),
        ("empty", "".into()),
        ("p", Value::Vec2([3.0, 4.0])),
        ("q", Value::Vec3([1.0, 2.0, 2.0])),
        ("red", Value::Color([1.0, 0.0, 0.0, 0.5])),
        ("ints", list(vec![1_i64.into(), 2_i64.into(), 3_i64.into()])),
        ("floats", list(vec![0.5.into(), 2.5.into()])),
        ("words", list(vec!["a".into(), "b".into()])),
        ("生命", 20_i64.into()),
        ("my target", Value::Vec2([0.0, 0.0])),
    ]
}

fn declared(name: &str) -> Option<(usize, ValueType)> {
    let all = variables();
    let index = all.iter().position(|(n, _)| *n == name)?;
    Some((index, all[index].1.value_type()))
}

fn compile(text: &str) -> Result<Expression<usize>, ExpressionError> {
    Expression::compile(text, &declared, None)
}

fn try_eval(text: &str) -> Result<Value, EvaluationError> {
    let values: Vec<Value> = variables().into_iter().map(|(_, value)| value).collect();
    let expression = match compile(text) {
        Ok(expression) => expression,
        Err(error) => panic!("{text}: {error} at {:?}", error.range),
    };
    let given = expression.eval(&|key: usize| &values[key]);
    if let Ok(value) = &given {
        let value_type = expression.value_type();
        assert!(
            value_type.accepts(value),
            "{text}: {value} is no {value_type}"
        );
    }
    given
}

fn eval(text: &str) -> Value {
    try_eval(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the error of a text, and the part of the text that is wrong.
fn fault(text: &str) -> (String, &str) {
    match compile(text) {
        Ok(_) => panic!("{text} is an expression"),
        Err(error) => (error.to_string(), &text[error.range]),
    }
}
