//! What is wrong with a text, and the spot.

use super::{compile, declared, eval, fault};
use crate::expression::{Expression, MAX_DEPTH, MAX_LENGTH};
use crate::value::{Value, ValueType};

fn all(cases: &[(&str, &str, &str)]) {
    for (text, why, spot) in cases {
        assert_eq!(fault(text), ((*why).to_owned(), *spot), "{text}");
    }
}

#[test]
fn grammar() {
    all(&[
        ("", "the expression is empty", ""),
        ("  ", "the expression is empty", ""),
        (
            "n +",
            "the expression is incomplete: something is missing here",
            "",
        ),
        (
            "(n",
            "the expression is incomplete: something is missing here",
            "",
        ),
        (
            "max(n,",
            "the expression is incomplete: something is missing here",
            "",
        ),
        (
            "// only a comment",
            "the expression is incomplete: something is missing here",
            "",
        ),
        (
            "yes ? n",
            "the expression is incomplete: something is missing here",
            "",
        ),
        ("n + * 2", "unexpected `*`", "*"),
        ("n x", "unexpected `x`", "x"),
        ("n)", "unexpected `)`", ")"),
        ("max(n x)", "unexpected `x`", "x"),
        ("[1, ]", "unexpected `]`", "]"),
        ("p.2", "unexpected `.2`", ".2"),
        ("1u", "unexpected `u`", "u"),
        ("b'x'", "unexpected `'x'`", "'x'"),
        ("in", "unexpected `in`", "in"),
        (
            "n # 1",
            "unexpected `#`: put names with such characters in backticks",
            "#",
        ),
        ("null", "`null` is not supported in expressions", "null"),
        ("{'a': 1}", "`{ }` is not supported in expressions", "{"),
        (
            "has(p.x)",
            "`has` is not supported in expressions",
            "has(p.x)",
        ),
        (
            "ints.all(i, i > 0)",
            "`all` is not supported in expressions",
            "ints.all(i, i > 0)",
        ),
    ]);
}

#[test]
fn words_and_signs_of_other_languages() {
    all(&[
        ("n = 7", "write `==` instead of `=`", "="),
        ("yes & no", "write `&&` instead of `&`", "&"),
        ("yes | no", "write `||` instead of `|`", "|"),
        ("yes and no", "write `&&` instead of `and`", "and"),
        ("yes or no", "write `||` instead of `or`", "or"),
        ("not yes", "write `!` instead of `not`", "not"),
        ("max（n, 1）", "write `(` instead of `（`", "（"),
        ("生命 ＜ 30", "write `<` instead of `＜`", "＜"),
        ("生命 ≥ 30", "write `>=` instead of `≥`", "≥"),
        ("word == “世界”", "write `\"` instead of `“`", "“"),
    ]);
}

#[test]
fn texts_names_and_numbers() {
    all(&[
        ("word == 'abc", "the string has no closing quote", "'abc"),
        (
            "word == 'a\nb'",
            "the string has no closing quote",
            "'a\nb'",
        ),
        (
            "'a\\q'",
            "unknown escape: after a backslash, write n, t, r, a quote, another backslash, or u and four hex digits",
            "\\q",
        ),
        (
            "'\\ud800'",
            "unknown escape: after a backslash, write n, t, r, a quote, another backslash, or u and four hex digits",
            "\\ud800",
        ),
        (
            "`my target",
            "the name has no closing backtick",
            "`my target",
        ),
        ("`` == 1", "there is no name between the backticks", "``"),
        (
            "9223372036854775808",
            "number 9223372036854775808 is too large",
            "9223372036854775808",
        ),
        (
            "0x8000000000000000",
            "number 0x8000000000000000 is too large",
            "0x8000000000000000",
        ),
        ("0x", "number 0x is too large", "0x"),
        ("1e999", "number 1e999 is too large", "1e999"),
    ]);
}

#[test]
fn names_that_nobody_declared() {
    all(&[
        ("n + helth", "there is no variable named `helth`", "helth"),
        (
            "`my tarbet`.x > 0.0",
            "there is no variable named `my tarbet`",
            "`my tarbet`",
        ),
        (
            "1 + distanse(p, p)",
            "there is no function named `distanse`: did you mean `distance`?",
            "distanse(p, p)",
        ),
        (
            "startswith(word, 'a')",
            "there is no function named `startswith`: did you mean `startsWith`?",
            "startswith(word, 'a')",
        ),
        (
            "frobnicate(n)",
            "there is no function named `frobnicate`",
            "frobnicate(n)",
        ),
    ]);
    let error = compile("n + helth").unwrap_err();
    let meant = error.meaning(|name| (name == "helth").then(|| "health".to_owned()));
    assert_eq!(
        meant.to_string(),
        "there is no variable named `helth`: did you mean `health`?"
    );
}

#[test]
fn types() {
    all(&[
        ("n + yes", "`+` does not support int and bool", "+"),
        ("word - word", "`-` does not support string and string", "-"),
        ("word + n", "`+` does not support string and int", "+"),
        ("x % 2", "`%` does not support float and int", "%"),
        ("p + q", "`+` does not support vec2 and vec3", "+"),
        ("p * p", "`*` does not support vec2 and vec2", "*"),
        ("red + red", "`+` does not support color and color", "+"),
        ("yes < no", "`<` does not support bool and bool", "<"),
        ("n == word", "`==` does not support int and string", "=="),
        (
            "word in ints",
            "`in` does not support string and [int]",
            "in",
        ),
        ("1 in n", "`in` does not support int and int", "in"),
        ("n in word", "`in` does not support int and string", "in"),
        ("!n", "`!` does not support int", "!n"),
        ("-yes", "`-` does not support bool", "-yes"),
        ("yes && n", "`&&` does not support int", "n"),
        ("n ? 1 : 2", "expected bool, found int", "n"),
        (
            "yes ? 1 : word",
            "the values before and after `:` must have the same type, found int and string",
            "yes ? 1 : word",
        ),
        ("n[0]", "`[ ]` does not support int", "n"),
        ("ints[x]", "expected int, found float", "x"),
        ("p.z", "vec2 has no component `.z`", "p.z"),
        ("p.xy", "vec2 has no component `.xy`", "p.xy"),
        ("red.x", "color has no component `.x`", "red.x"),
        ("n.x", "int has no component `.x`", "n.x"),
        (
            "[1, word]",
            "all items of a list must have one simple type: expected int, found string",
            "word",
        ),
        (
            "[[1]]",
            "all items of a list must have one simple type: expected [int], found [int]",
            "[1]",
        ),
        (
            "[]",
            "the item type of this empty list is unknown: use size(list) == 0 instead",
            "[]",
        ),
        (
            "distance(p, q)",
            "expected distance(a, b), found arguments (vec2, vec3)",
            "distance(p, q)",
        ),
        (
            "p.distance()",
            "expected distance(a, b), found arguments (vec2)",
            "p.distance()",
        ),
        (
            "min(1)",
            "expected min(a, b, …), found arguments (int)",
            "min(1)",
        ),
        (
            "abs('x')",
            "expected abs(x), found arguments (string)",
            "abs('x')",
        ),
        (
            "n > 0 || 1 / 0 > 1",
            "this never has a value: division by zero",
            "1 / 0",
        ),
    ]);
}

#[test]
fn the_whole_must_have_the_expected_type() {
    let expect = |text: &str, expected: ValueType| {
        Expression::compile(text, &declared, Some(&expected)).map(|e| e.constant().cloned())
    };
    let ints = ValueType::List(Box::new(ValueType::Int));
    let floats = ValueType::List(Box::new(ValueType::Float));
    assert_eq!(
        expect("1 + 1", ValueType::Float),
        Ok(Some(Value::Float(2.0)))
    );
    assert_eq!(expect("n + 1", ValueType::Float), Ok(None));
    assert_eq!(expect("[]", ints.clone()), Ok(Some(ints.default_value())));
    assert!(expect("[1, 2]", floats.clone()).is_ok());
    assert!(expect("[n, 2]", floats.clone()).is_ok());
    let error = expect("[n, yes]", floats).unwrap_err();
    assert_eq!(error.to_string(), "expected float, found bool");
    assert_eq!(error.range, 4..7);
    let error = expect("n + 1", ValueType::Bool).unwrap_err();
    assert_eq!(error.to_string(), "expected bool, found int");
    assert_eq!(error.range, 0..5);
    assert!(expect("1.5", ValueType::Int).is_err());
    assert!(expect("ints", ValueType::Int).is_err());
}

#[test]
fn columns_count_characters() {
    let text = "生命 < 30 && 世";
    let error = compile(text).unwrap_err();
    assert_eq!(error.range, 15..18);
    assert_eq!(error.column(text), 12);
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = |open: &str, close: &str, count: usize| {
        format!("{}1{}", open.repeat(count), close.repeat(count))
    };
    assert!(compile(&deep("(", ")", MAX_DEPTH - 1)).is_ok());
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("abs(", ")"),
        ("-(", ")"),
        ("!", ""),
        ("- ", ""),
        ("yes ? 1 : ", ""),
        ("1 + (", ")"),
        ("1 in [yes ? 1 : (", ")]"),
        ("ints[", "]"),
        ("", " + 1"),
        ("", ".x"),
        ("", "[0]"),
        ("", ".abs()"),
        ("(((((1 * 2 + 3 < 4) && true) || false) ? 1 : ", ")"),
    ] {
        let (why, _) = fault_of(&deep(open, close, 70));
        assert_eq!(
            why, "the expression is nested more than 64 levels deep",
            "{open}"
        );
    }
    in_a_small_thread(move || {
        // Each bracket goes through every level of the grammar, and through the type check and evaluation.
        let (open, close) = ("((((n * 2 + 3 < 4) && yes) || no) ? 1 : ", ")");
        let text = |count: usize| format!("{}n{}", open.repeat(count), close.repeat(count));
        let deepest = (1..MAX_DEPTH).rev().map(text).find(|t| compile(t).is_ok());
        assert_eq!(eval(&deepest.unwrap()), Value::Int(7));
        assert_eq!(eval(&deep("-(", ")", MAX_DEPTH / 2 - 1)), Value::Int(-1));
    });
    let long = format!("{}n", " ".repeat(MAX_LENGTH));
    assert_eq!(
        fault(&long).0,
        "the expression is longer than 4096 characters"
    );
    assert!(compile(&long[1..]).is_ok());
    let chain = vec!["yes"; 500].join(" && ");
    assert!(compile(&chain).is_ok());
}

/// On a stack of 512 KB, a fourth of what threads have by default.
fn in_a_small_thread(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(512 * 1024);
    thread.spawn(work).unwrap().join().unwrap();
}

fn fault_of(text: &str) -> (String, String) {
    let (why, spot) = fault(text);
    (why, spot.to_owned())
}
