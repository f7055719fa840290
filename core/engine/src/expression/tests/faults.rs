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
        ("", "there is no expression", ""),
        ("  ", "there is no expression", ""),
        ("n +", "it ends too early: something is missing here", ""),
        ("(n", "it ends too early: something is missing here", ""),
        ("max(n,", "it ends too early: something is missing here", ""),
        (
            "// only a comment",
            "it ends too early: something is missing here",
            "",
        ),
        (
            "yes ? n",
            "it ends too early: something is missing here",
            "",
        ),
        ("n + * 2", "`*` cannot stand here", "*"),
        ("n x", "`x` cannot stand here", "x"),
        ("n)", "`)` cannot stand here", ")"),
        ("max(n x)", "`x` cannot stand here", "x"),
        ("[1, ]", "`]` cannot stand here", "]"),
        ("p.2", "`.2` cannot stand here", ".2"),
        ("1u", "`u` cannot stand here", "u"),
        ("b'x'", "`'x'` cannot stand here", "'x'"),
        ("in", "`in` cannot stand here", "in"),
        (
            "n # 1",
            "`#` means nothing here; a name with such characters stands in back quotes",
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
        ("word == 'abc", "the text has no closing quote", "'abc"),
        ("word == 'a\nb'", "the text has no closing quote", "'a\nb'"),
        (
            "'a\\q'",
            "a backslash in a text stands before n, t, r, a quote, another backslash, or u and four digits",
            "\\q",
        ),
        (
            "'\\ud800'",
            "a backslash in a text stands before n, t, r, a quote, another backslash, or u and four digits",
            "\\ud800",
        ),
        (
            "`my target",
            "the name has no closing back quote",
            "`my target",
        ),
        ("`` == 1", "there is no name between the back quotes", "``"),
        (
            "9223372036854775808",
            "the number 9223372036854775808 is too large",
            "9223372036854775808",
        ),
        (
            "0x8000000000000000",
            "the number 0x8000000000000000 is too large",
            "0x8000000000000000",
        ),
        ("0x", "the number 0x is too large", "0x"),
        ("1e999", "the number 1e999 is too large", "1e999"),
    ]);
}

#[test]
fn names_that_nobody_declared() {
    all(&[
        ("n + helth", "there is no variable `helth`", "helth"),
        (
            "`my tarbet`.x > 0.0",
            "there is no variable `my tarbet`",
            "`my tarbet`",
        ),
        (
            "1 + distanse(p, p)",
            "there is no function `distanse`; is `distance` meant?",
            "distanse(p, p)",
        ),
        (
            "startswith(word, 'a')",
            "there is no function `startswith`; is `startsWith` meant?",
            "startswith(word, 'a')",
        ),
        (
            "frobnicate(n)",
            "there is no function `frobnicate`",
            "frobnicate(n)",
        ),
    ]);
    let error = compile("n + helth").unwrap_err();
    let meant = error.meaning(|name| (name == "helth").then(|| "health".to_owned()));
    assert_eq!(
        meant.to_string(),
        "there is no variable `helth`; is `health` meant?"
    );
}

#[test]
fn types() {
    all(&[
        ("n + yes", "`+` does not work between int and bool", "+"),
        (
            "word - word",
            "`-` does not work between string and string",
            "-",
        ),
        ("word + n", "`+` does not work between string and int", "+"),
        ("x % 2", "`%` does not work between float and int", "%"),
        ("p + q", "`+` does not work between vec2 and vec3", "+"),
        ("p * p", "`*` does not work between vec2 and vec2", "*"),
        (
            "red + red",
            "`+` does not work between color and color",
            "+",
        ),
        ("yes < no", "`<` does not work between bool and bool", "<"),
        (
            "n == word",
            "`==` does not work between int and string",
            "==",
        ),
        (
            "word in ints",
            "`in` does not work between string and [int]",
            "in",
        ),
        ("1 in n", "`in` does not work between int and int", "in"),
        (
            "n in word",
            "`in` does not work between int and string",
            "in",
        ),
        ("!n", "`!` does not work on int", "!n"),
        ("-yes", "`-` does not work on bool", "-yes"),
        ("yes && n", "`&&` does not work on int", "n"),
        ("n ? 1 : 2", "this is int and should be bool", "n"),
        (
            "yes ? 1 : word",
            "the answers before and after `:` are int and string; they should be of one type",
            "yes ? 1 : word",
        ),
        ("n[0]", "`[ ]` does not work on int", "n"),
        ("ints[x]", "this is float and should be int", "x"),
        ("p.z", "vec2 has no part `.z`", "p.z"),
        ("p.xy", "vec2 has no part `.xy`", "p.xy"),
        ("red.x", "color has no part `.x`", "red.x"),
        ("n.x", "int has no part `.x`", "n.x"),
        (
            "[1, word]",
            "the items of a list are of one simple type; this one is string, not int",
            "word",
        ),
        (
            "[[1]]",
            "the items of a list are of one simple type; this one is [int], not [int]",
            "[1]",
        ),
        (
            "[]",
            "nothing says what this empty list would hold; ask for size(list) == 0 instead",
            "[]",
        ),
        (
            "distance(p, q)",
            "write distance(a, b); it is given (vec2, vec3)",
            "distance(p, q)",
        ),
        (
            "p.distance()",
            "write distance(a, b); it is given (vec2)",
            "p.distance()",
        ),
        ("min(1)", "write min(a, b, …); it is given (int)", "min(1)"),
        ("abs('x')", "write abs(x); it is given (string)", "abs('x')"),
        (
            "n > 0 || 1 / 0 > 1",
            "this can never be worked out: division by zero",
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
    assert_eq!(error.to_string(), "this is bool and should be float");
    assert_eq!(error.range, 4..7);
    let error = expect("n + 1", ValueType::Bool).unwrap_err();
    assert_eq!(error.to_string(), "this is int and should be bool");
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
        assert_eq!(why, "it is nested more than 64 deep", "{open}");
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
    assert_eq!(fault(&long).0, "it is longer than 4096 characters");
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
