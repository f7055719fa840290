//! What exists in both languages has the same meaning in both: random expressions are also evaluated by the crate
//! `cel`.

use cel::{Context, Program, Value as Theirs};
use proptest::prelude::*;

use super::{compile, variables};
use crate::testing::cases;
use crate::value::Value;

/// Expressions of each type over names and operators of CEL that have the same meaning in both by design: CEL does not
/// mix ints and floats.
fn of_type(bools: bool) -> BoxedStrategy<String> {
    let select = |options: &[&'static str]| {
        let options: Vec<String> = options.iter().map(|o| (*o).to_owned()).collect();
        prop::sample::select(options).boxed()
    };
    let ints = number(
        select(&["n", "zero", "most", "0", "1", "-3", "12", "0x1f"]),
        &["+", "-", "*", "/", "%"],
    );
    let floats = number(
        select(&["x", "nil", "huge", "0.5", "-1.5", "2e3"]),
        &["+", "-", "*"],
    );
    let texts = select(&["word", "empty", "'a'", "\"Hello 世界\"", "'\\u4e16\\n'"]);
    if !bools {
        return prop_oneof![ints, floats, texts].boxed();
    }
    let order = select(&["==", "!=", "<", "<=", ">", ">="]);
    let compared = |side: BoxedStrategy<String>| {
        (side.clone(), order.clone(), side).prop_map(|(a, o, b)| format!("{a} {o} {b}"))
    };
    let ways = select(&["contains", "startsWith", "endsWith"]);
    let simple = prop_oneof![
        select(&["yes", "no", "true", "false"]),
        compared(ints.clone()),
        compared(floats),
        compared(texts.clone()),
        (ints.clone(), select(&["ints", "[1, 12]"])).prop_map(|(a, l)| format!("{a} in {l}")),
        (texts.clone(), ways, texts).prop_map(|(a, f, b)| format!("{a}.{f}({b})")),
    ];
    simple
        .prop_recursive(3, 24, 3, |inner| {
            prop_oneof![
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} && {b}")),
                (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} || {b}")),
                (inner.clone(), inner.clone(), inner.clone())
                    .prop_map(|(a, b, c)| format!("{a} ? {b} : {c}")),
                inner.clone().prop_map(|a| format!("({a})")),
                inner.prop_map(|a| format!("!({a})")),
            ]
        })
        .boxed()
}

fn number(
    leaf: BoxedStrategy<String>,
    operators: &'static [&'static str],
) -> BoxedStrategy<String> {
    let operators = prop::sample::select(operators);
    leaf.prop_recursive(3, 12, 2, move |inner| {
        prop_oneof![
            (inner.clone(), operators.clone(), inner.clone())
                .prop_map(|(a, o, b)| format!("{a} {o} {b}")),
            inner.clone().prop_map(|a| format!("({a})")),
        ]
    })
    .boxed()
}

/// Returns the result of CEL; `None` if it is an error.
fn theirs(text: &str) -> Option<Value> {
    let mut context = Context::default();
    for (name, value) in variables() {
        match value {
            Value::Bool(b) => context.add_variable_from_value(name, b),
            Value::Int(i) => context.add_variable_from_value(name, i),
            Value::Float(x) => context.add_variable_from_value(name, x),
            Value::String(s) => context.add_variable_from_value(name, s.to_string()),
            Value::List(items) if name == "ints" => {
                let items: Vec<i64> = items.iter().filter_map(Value::as_int).collect();
                context.add_variable_from_value(name, items);
            }
            _ => {}
        }
    }
    let program = Program::compile(text).ok()?;
    match program.execute(&context).ok()? {
        Theirs::Bool(b) => Some(b.into()),
        Theirs::Int(i) => Some(i.into()),
        Theirs::Float(x) => Some(x.into()).filter(Value::is_finite),
        Theirs::String(s) => Some(Value::from(s.as_str())),
        _ => None,
    }
}

fn ours(text: &str) -> Option<Value> {
    // A part that can never be evaluated is a compile error here, but an evaluation error in CEL.
    let values: Vec<Value> = variables().into_iter().map(|(_, value)| value).collect();
    compile(text).ok()?.eval(&|key: usize| &values[key]).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    #[test]
    fn values(text in of_type(false)) {
        prop_assert_eq!(ours(&text), theirs(&text), "{}", text);
    }

    #[test]
    fn conditions(text in of_type(true)) {
        // CEL also ignores an error to the left of the operand that decides an `&&` or `||`; here operands are
        // evaluated from left to right.
        if let Some(value) = ours(&text) {
            prop_assert_eq!(Some(value), theirs(&text), "{}", text);
        }
    }
}
