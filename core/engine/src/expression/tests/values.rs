//! The results of each operator and function.

use super::{compile, eval, try_eval};
use crate::value::Value;

fn all(cases: &[(&str, Value)]) {
    for (text, value) in cases {
        assert_eq!(eval(text), *value, "{text}");
    }
}

/// Asserts that the expressions in `holding` are true and those in `others` are false.
fn hold(holding: &[&str], others: &[&str]) {
    for text in holding {
        assert_eq!(eval(text), Value::Bool(true), "{text}");
    }
    for text in others {
        assert_eq!(eval(text), Value::Bool(false), "{text}");
    }
}

#[test]
fn literals() {
    all(&[
        ("true", true.into()),
        ("false", false.into()),
        ("12", 12_i64.into()),
        ("0x1F", 31_i64.into()),
        ("-9223372036854775808", i64::MIN.into()),
        ("- 0x10", (-16_i64).into()),
        ("1.5", 1.5.into()),
        (".5", 0.5.into()),
        ("2e3", 2000.0.into()),
        ("1.5E-1", 0.15.into()),
        ("\"it's\"", "it's".into()),
        ("'say \"x\"'", "say \"x\"".into()),
        (r#""a\tb\n\\\"\u4e16\x41""#, "a\tb\n\\\"世A".into()),
        ("'世界'", "世界".into()),
        ("1 // the first\n + 1", 2_i64.into()),
    ]);
    let list = Value::List([1.0.into(), 2.5.into()].into());
    assert_eq!(eval("[1, 2.5]"), list);
}

#[test]
fn ints_stay_ints_and_convert_to_floats_next_to_floats() {
    all(&[
        ("n + 1", 8_i64.into()),
        ("n - 10", (-3_i64).into()),
        ("n * n", 49_i64.into()),
        ("n / 2", 3_i64.into()),
        ("-n / 2", (-3_i64).into()),
        ("n % 4", 3_i64.into()),
        ("-n % 4", (-3_i64).into()),
        ("-n", (-7_i64).into()),
        ("- -n", 7_i64.into()),
        ("n + 0.5", 7.5.into()),
        ("x * 2", 5.0.into()),
        ("n / 2.0", 3.5.into()),
        ("x - n", (-4.5).into()),
        ("-x", (-2.5).into()),
    ]);
}

#[test]
fn operator_precedence_is_that_of_cel() {
    all(&[
        ("1 + 2 * 3", 7_i64.into()),
        ("(1 + 2) * 3", 9_i64.into()),
        ("10 - 2 - 3", 5_i64.into()),
        ("2 * 7 % 4", 2_i64.into()),
        ("-2 * -3", 6_i64.into()),
        ("1 + 1 == 2", true.into()),
        ("1 < 2 == true", true.into()),
        ("true || true && false", true.into()),
        ("(true || true) && false", false.into()),
        ("!false && false", false.into()),
        ("no ? 1 : no ? 2 : 3", 3_i64.into()),
        ("yes || no ? 1 : 2", 1_i64.into()),
        ("1 in [1] && true", true.into()),
        ("-p.x", (-3.0).into()),
        ("!ints.isEmpty()", true.into()),
    ]);
}

#[test]
fn logic_short_circuits() {
    hold(
        &[
            "yes && !no",
            "no || yes",
            "yes || 1 / zero > 0",
            "!(no && 1 / zero > 0)",
            "yes ? yes : 1 / zero > 0",
            "no || no || no || yes",
            "yes == yes",
            "yes != no",
        ],
        &["yes && no", "no || no", "!yes", "yes && yes && no"],
    );
}

#[test]
fn comparison_of_every_type() {
    hold(
        &[
            "n == 7",
            "n != 8",
            "n < 8",
            "n <= 7",
            "n > 6",
            "n >= 7",
            "n > x",
            "x < n",
            "7 == 7.0",
            "word == 'Hello 世界'",
            "'a' < 'b'",
            "'b' >= 'a'",
            "'a' != word",
            "p == vec2(3, 4)",
            "p != `my target`",
            "q == vec3(1, 2, 2)",
            "red == color(1, 0, 0, 0.5)",
            "ints == [1, 2, 3]",
            "ints != [1]",
            "ints != []",
            "nil == -nil",
        ],
        &[
            "n == 8",
            "n > 7",
            "x >= n",
            "'b' < 'a'",
            "p == p * 2",
            "ints == [1, 2]",
            "0.1 + 0.2 == 0.3",
        ],
    );
}

#[test]
fn membership_and_items_of_lists() {
    hold(
        &[
            "2 in ints",
            "2 in floats || 2.5 in floats",
            "'a' in words",
            "n in [1, 7]",
            "n in [n]",
            "x in [1, 2.5]",
            "7.0 in [6, n]",
            "1.0 in [1, 2]",
            "p in [vec2(3, 4)]",
            "!isEmpty(words)",
            "isEmpty(empty)",
            "2 in floats == false",
        ],
        &[
            "4 in ints",
            "'c' in words",
            "n in [1, 2]",
            "word in [word + '!']",
        ],
    );
    all(&[
        ("ints[0]", 1_i64.into()),
        ("ints[n - 5]", 3_i64.into()),
        ("[x, 4.0][1]", 4.0.into()),
        ("words[1]", "b".into()),
        ("[p, p * 2][1].y", 8.0.into()),
        ("[yes, no][1]", false.into()),
        ("(yes ? ints : [9])[0] + 1", 2_i64.into()),
        ("size(ints) + words.size()", 5_i64.into()),
    ]);
    let list = Value::List([7.0.into(), 2.5.into()].into());
    assert_eq!(eval("[n, x]"), list);
}

#[test]
fn strings() {
    all(&[
        ("word + '!'", "Hello 世界!".into()),
        ("size(word)", 8_i64.into()),
        ("lower(word)", "hello 世界".into()),
        ("word.upper()", "HELLO 世界".into()),
        ("yes ? word : 'x'", "Hello 世界".into()),
        (
            "string(n) + string(x) + string(yes) + string(word)",
            "72.5trueHello 世界".into(),
        ),
        ("string(p)", "(3, 4)".into()),
        ("string(ints)", "[1, 2, 3]".into()),
    ]);
    hold(
        &[
            "word.contains('lo 世')",
            "contains(word, '')",
            "word.startsWith('Hell')",
            "word.endsWith('界')",
            "lower(word) == 'hello 世界'",
        ],
        &[
            "word.contains('xyz')",
            "word.startsWith('ello')",
            "endsWith(word, 'o')",
        ],
    );
}

#[test]
fn vectors_and_colors() {
    all(&[
        ("p.x + p.y", 7.0.into()),
        ("q.z", 2.0.into()),
        ("red.r + red.a", 1.5.into()),
        ("p + vec2(1, n)", Value::Vec2([4.0, 11.0])),
        ("p - p", Value::Vec2([0.0, 0.0])),
        ("p * 2", Value::Vec2([6.0, 8.0])),
        ("0.5 * q", Value::Vec3([0.5, 1.0, 1.0])),
        ("q / 2", Value::Vec3([0.5, 1.0, 1.0])),
        ("-p", Value::Vec2([-3.0, -4.0])),
        ("length(p)", 5.0.into()),
        ("q.length()", 3.0.into()),
        ("distance(p, vec2(0, 0))", 5.0.into()),
        ("p.distance(`my target`)", 5.0.into()),
        ("dot(p, vec2(1, 1))", 7.0.into()),
        ("normalize(p)", Value::Vec2([0.6, 0.8])),
        ("normalize(p - p)", Value::Vec2([0.0, 0.0])),
        ("length(normalize(p * (huge / 10)))", 1.0.into()),
        ("color(2, -1, x, 1)", Value::Color([1.0, 0.0, 1.0, 1.0])),
        ("yes ? p : p * 2", Value::Vec2([3.0, 4.0])),
    ]);
}

#[test]
fn mathematics() {
    all(&[
        ("abs(-n)", 7_i64.into()),
        ("abs(-x)", 2.5.into()),
        ("min(n, 3)", 3_i64.into()),
        ("min(n, x, 100)", 2.5.into()),
        ("max(1, n, 3)", 7_i64.into()),
        ("max(x, 1)", 2.5.into()),
        ("floor(x)", 2.0.into()),
        ("floor(-x)", (-3.0).into()),
        ("ceil(x)", 3.0.into()),
        ("round(x)", 3.0.into()),
        ("round(-x)", (-3.0).into()),
        ("clamp(n, 0, 5)", 5_i64.into()),
        ("clamp(x, 3, 5)", 3.0.into()),
        ("clamp(x, 5, 3)", 5.0.into()),
        ("sqrt(16)", 4.0.into()),
        ("sin(nil)", 0.0.into()),
        ("cos(nil)", 1.0.into()),
        ("lerp(10, 20, 0.25)", 12.5.into()),
        ("int(x)", 2_i64.into()),
        ("int(-x)", (-2_i64).into()),
        ("int(yes)", 1_i64.into()),
        ("int(digits)", 42_i64.into()),
        ("int(n)", 7_i64.into()),
        ("float(n)", 7.0.into()),
        ("float(x)", 2.5.into()),
        ("float('1.5')", 1.5.into()),
    ]);
}

#[test]
fn expressions_without_a_value_are_errors() {
    let cases = [
        ("n / zero", "division by zero"),
        ("n % zero", "division by zero"),
        ("x / nil", "division by zero"),
        ("p / nil", "division by zero"),
        ("most + 1", "integer overflow"),
        ("least - 1", "integer overflow"),
        ("-least", "integer overflow"),
        ("abs(least)", "integer overflow"),
        ("most * 2", "integer overflow"),
        ("least / -1", "integer overflow"),
        ("least % -1", "integer overflow"),
        ("int(huge)", "integer overflow"),
        ("huge * 10", "a number exceeded the range of a float"),
        ("p * huge * 10", "a number exceeded the range of a float"),
        ("sqrt(-x)", "square root of a negative number"),
        (
            "ints[3]",
            "there is no item 3 in a list of length 3; the first is 0",
        ),
        (
            "ints[-1]",
            "there is no item -1 in a list of length 3; the first is 0",
        ),
        ("int(word)", "the string `Hello 世界` is not a number"),
        ("float(word)", "the string `Hello 世界` is not a number"),
    ];
    for (text, why) in cases {
        assert_eq!(try_eval(text).unwrap_err().to_string(), why, "{text}");
    }
}

#[test]
fn string_length_is_bounded() {
    // Each step doubles the string, up to the maximum depth of expressions.
    let mut text = "word".to_owned();
    while text.len() < 1500 {
        text = format!("({text} + {text})");
    }
    let joined = eval(&text);
    assert!(joined.as_str().unwrap().len() > 1000);
    let long = Value::from("x".repeat(40_000).as_str());
    let declared = |_: &str| Some(((), crate::value::ValueType::String));
    let twice = super::Expression::compile("s + s", &declared, None).unwrap();
    let error = twice.eval(&|()| &long).unwrap_err();
    assert_eq!(error.to_string(), "a string grew longer than 65536 bytes");
}

#[test]
fn constant_parts_are_evaluated_once() {
    for (text, value) in [
        ("1 + 2 == 3", Some(true)),
        ("'a' in ['b']", Some(false)),
        ("n > 0", None),
    ] {
        let constant = compile(text).unwrap().constant().and_then(Value::as_bool);
        assert_eq!(constant, value, "{text}");
    }
    assert!(compile("n + 2 * 3").unwrap().constant().is_none());
}

#[test]
fn a_variable_with_a_value_of_the_wrong_type_is_an_error() {
    for text in [
        "yes",
        "n + 1 > 0",
        "p.x > 0.0",
        "word == 'a'",
        "1 in ints",
        "size(words) > 0",
    ] {
        let expression = compile(text).unwrap();
        let other = if text == "yes" {
            Value::Int(1)
        } else {
            Value::Bool(true)
        };
        let error = expression.eval(&|_| &other).unwrap_err();
        assert_eq!(error.code(), "wrong_type", "{text}");
    }
}
