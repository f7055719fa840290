//! Names of variables in texts, also in invalid ones: found, written and renamed.

use super::compile;
use crate::expression::{names, rename, written};

#[test]
fn names_are_found_at_every_position() {
    let cases: [(&str, &[&str]); 8] = [
        ("a + b * a", &["a", "b"]),
        ("distance(a, b.c).x + distance", &["a", "b", "distance"]),
        ("生命 < 30 && `my name`[0] == 'text'", &["生命", "my name"]),
        ("x.max(y)", &["x", "y"]),
        ("true ? null : a in b // c", &["a", "b"]),
        ("`true` || `a``b`", &["true", "a`b"]),
        ("broken + (# c", &["broken"]),
        ("", &[]),
    ];
    for (text, found) in cases {
        assert_eq!(names(text), found, "{text}");
    }
}

#[test]
fn renaming_changes_the_variable_and_nothing_else() {
    let cases = [
        (
            "x + p.x > x(x, 'x') // x",
            "x",
            "y",
            "y + p.x > x(y, 'x') // x",
        ),
        ("`my name` + my", "my name", "n", "n + my"),
        ("n + 1", "n", "my name", "`my name` + 1"),
        ("n + 1", "n", "in", "`in` + 1"),
        ("n+1", "n", "2nd", "`2nd`+1"),
        ("n", "n", "a`b", "`a``b`"),
        ("n  <  生命", "生命", "血量", "n  <  血量"),
        ("n + # n", "n", "m", "m + # n"),
        ("n", "m", "k", "n"),
    ];
    for (text, from, to, renamed) in cases {
        assert_eq!(rename(text, from, to), renamed);
    }
}

#[test]
fn a_written_name_reads_back_as_itself() {
    for name in [
        "a",
        "_1",
        "生命",
        "my name",
        "in",
        "true",
        "1st",
        "a`b",
        "``",
        "a.b",
        "naïve",
        "हिन्दी",
        "x\n",
    ] {
        assert_eq!(names(&format!("1 + {}", written(name))), [name]);
    }
}

#[test]
fn an_expression_lists_its_variables() {
    let expression = compile("yes && (n > 0 || n < -5) && ints[n] > 1").unwrap();
    let read: Vec<&str> = expression
        .variables()
        .iter()
        .map(|key| super::variables()[*key].0)
        .collect();
    assert_eq!(read, ["yes", "n", "ints"]);
    assert!(compile("1 + 1").unwrap().variables().is_empty());
}
