//! Properties of all texts and all expressions.

use proptest::prelude::*;

use super::{compile, declared, variables};
use crate::expression::{Expression, names, rename};
use crate::testing::cases;
use crate::value::Value;

/// Texts made of the tokens of expressions, so that many are nearly valid.
fn nearly() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "n",
        "x",
        "yes",
        "word",
        "p",
        "q",
        "red",
        "ints",
        "words",
        "生命",
        "`my target`",
        "1",
        "0",
        "2.5",
        "'a'",
        "(",
        ")",
        "[",
        "]",
        ",",
        ".",
        "+",
        "-",
        "*",
        "/",
        "%",
        "<",
        ">=",
        "==",
        "in",
        "&&",
        "||",
        "!",
        "?",
        ":",
        "min(",
        "distance(",
        "size(",
        ".x",
        " ",
        "`",
        "'",
        "//",
        "\n",
        "\\",
        "（",
        "𝒳",
    ]);
    prop::collection::vec(pieces, 0..24).prop_map(|pieces| pieces.join(" "))
}

/// Well-formed expressions, many of them with matching types.
fn well_formed() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "n", "x", "zero", "nil", "most", "yes", "no", "word", "p", "q", "red", "ints", "floats",
        "words", "0", "1", "-3", "2.5", "true", "'ab'",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, |inner| {
        let operators = prop::sample::select(vec![
            "+", "-", "*", "/", "%", "<", "<=", ">", "==", "!=", "in", "&&", "||",
        ]);
        let functions = prop::sample::select(
            super::super::FUNCTIONS.iter().map(|f| f.name).collect::<Vec<_>>(),
        );
        prop_oneof![
            4 => (inner.clone(), operators, inner.clone()).prop_map(|(a, o, b)| format!("({a} {o} {b})")),
            1 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            2 => (functions, prop::collection::vec(inner.clone(), 1..4)).prop_map(|(f, a)| format!("{f}({})", a.join(", "))),
            1 => prop::collection::vec(inner.clone(), 1..3).prop_map(|items| format!("[{}]", items.join(", "))),
            1 => (inner.clone(), inner.clone()).prop_map(|(list, index)| format!("{list}[{index}]")),
            1 => (inner.clone(), prop::sample::select(vec!["x", "y", "z", "a"])).prop_map(|(v, part)| format!("{v}.{part}")),
            1 => inner.prop_map(|a| format!("-{a}")),
        ]
    })
}

fn check(text: &str) {
    match compile(text) {
        Ok(expression) => {
            let values: Vec<Value> = variables().into_iter().map(|(_, value)| value).collect();
            let value_type = expression.value_type().clone();
            match expression.eval(&|key: usize| &values[key]) {
                Ok(value) => assert!(
                    value_type.accepts(&value) && value.is_finite(),
                    "{text}: {value}"
                ),
                Err(error) => assert_ne!(error.code(), "wrong_type", "{text}"),
            }
            let again = Expression::compile(text, &declared, Some(&value_type));
            assert!(again.is_ok(), "{text}: {value_type}");
        }
        Err(error) => {
            let spot = text.get(error.range.clone());
            assert!(spot.is_some(), "{text}: {:?}", error.range);
            assert!(!error.to_string().is_empty());
            assert!(error.column(text) <= text.chars().count() + 1);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(512)))]

    #[test]
    fn no_text_does_harm(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn nearly_valid_expressions_do_no_harm(text in nearly()) {
        check(&text);
    }

    #[test]
    fn a_compiled_expression_returns_a_value_of_its_type_or_an_error(text in well_formed()) {
        check(&text);
    }

    #[test]
    fn renaming_there_and_back_changes_nothing(text in well_formed()) {
        let there = rename(&text, "n", "some name");
        prop_assert!(!names(&there).contains(&"n".to_owned()));
        prop_assert_eq!(rename(&there, "some name", "n"), text);
    }
}
