//! Errors in JSON are reported with their code, wherever they are.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::*;
use crate::format::shape::{Entries, Items, Text};
use crate::told::Example as _;

/// Contains each type of part that our files have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only deserialized, to get errors")]
struct File<'a> {
    #[serde(borrow)]
    name: Option<Text<'a>>,
    #[serde(default)]
    on: bool,
    #[serde(default)]
    count: u64,
    size: Option<f64>,
    #[serde(borrow, default)]
    items: Items<Part<'a>, 2>,
    #[serde(borrow)]
    raw: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialized, to get errors")]
struct Part<'a> {
    state: State,
    #[serde(borrow)]
    any: Option<Entries<'a>>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only deserialized, to get errors")]
enum State {
    On,
    Off(Vec<String>),
}

const WHOLE: &str = r#"{"name": "a\u00e9 b", "on": true, "count": 12, "size": -1.5e3, "items": [
    {"state": "On", "any": {"x": [1, {"y": null}]}}, {"state": {"Off": ["a", "b"]}}], "raw": {"z": [false]}}"#;

/// The errors of this text, with code and path.
fn error_of(text: &str) -> String {
    let Err(error) = serde_json::from_str::<File<'_>>(text) else {
        return "nothing".to_owned();
    };
    let found = explain::<File<'_>>(text, &error);
    match found.kind {
        FormatErrorKind::Syntax { message } => format!("{}: {message}", message.code()),
        FormatErrorKind::WrongField { message } => {
            format!("{} at {}: {message}", message.code(), found.path)
        }
        other => other.code().to_owned(),
    }
}

#[test]
fn syntax_errors_have_codes() {
    assert_eq!(error_of(WHOLE), "nothing");
    let cases = [
        (
            "\"on\"",
            "on\"",
            "name_in_quotes: expected the name of a field in double quotes",
        ),
        (
            r#"{"z": [false]}}"#,
            "1,}",
            "comma_after_last: unexpected comma after the last item",
        ),
        (
            "[false]",
            "[false,]",
            "comma_after_last: unexpected comma after the last item",
        ),
        ("true", "", "a_value: expected a value"),
        ("true", "True", "a_value: expected a value"),
        ("true", "trust", "ident: expected true, false or null"),
        (
            " b\"",
            "\n b\"",
            "line_break: a string cannot contain a line break: write \\n instead",
        ),
        (
            "\"z\"",
            "\"\nz\"",
            "line_break: a string cannot contain a line break: write \\n instead",
        ),
        ("\"count\":", "\"count\"", "expected_sign: expected `:`"),
        ("true,", "true", "one_of_two: expected `,` or `}`"),
        ("[false", "[false false", "one_of_two: expected `,` or `]`"),
        ("\\u00e9", "\\x", "escape: invalid escape"),
        ("\\u00e9", "\\u00g9", "escape: invalid escape"),
        ("\\u00e9", "\\ud800", "hex_end: incomplete \\u escape"),
        ("\\u00e9", "\\ud800\\n", "hex_end: incomplete \\u escape"),
        (
            "\\u00e9",
            "\\ud800\\u0041",
            "surrogate: incomplete surrogate pair in \\u escape",
        ),
        (
            "\\u00e9",
            "\\udc00",
            "surrogate: incomplete surrogate pair in \\u escape",
        ),
        ("12", "012", "number: invalid number"),
        ("-1.5e3", "-1.e3", "number: invalid number"),
        ("-1.5e3", "-x", "number: invalid number"),
        ("-1.5e3", "1e999", "number_range: number out of range"),
        ("[false]}}", "[false]}} x", "trailing_text"),
        ("[false]}}", "[fal", "truncated"),
        ("[false]}}", "-", "truncated"),
        ("[false]}}", "1.", "truncated"),
    ];
    for (part, other, expected) in cases {
        assert!(WHOLE.contains(part), "{part}");
        assert_eq!(
            error_of(&WHOLE.replacen(part, other, 1)),
            expected,
            "{part}: {other}"
        );
    }
    let deep = format!("{{\"raw\": {}", "[".repeat(200));
    assert_eq!(error_of(&deep), "truncated");
}

#[test]
fn type_errors_have_codes_and_paths() {
    let cases = [
        (
            WHOLE,
            "3",
            "here_must_stand at : expected struct File, found `3`",
        ),
        (
            "true",
            "1",
            "here_must_stand at on: expected a bool, found `1`",
        ),
        (
            "true",
            "-1.5",
            "here_must_stand at on: expected a bool, found a number",
        ),
        (
            "true",
            "null",
            "here_must_stand at on: expected a bool, found null",
        ),
        (
            "\"a\\u00e9 b\"",
            "{}",
            "here_must_stand at name: expected a string, found an object",
        ),
        (
            "12",
            "\"12\"",
            "here_must_stand at count: expected u64, found \"12\"",
        ),
        (
            "12",
            "-12",
            "invalid_value at count: invalid value: expected u64, found integer `-12`",
        ),
        (
            "12",
            "1.5",
            "here_must_stand at count: expected u64, found `1.5`",
        ),
        (
            "\"on\"",
            "\"off\"",
            "unknown_field at off: unknown field `off`: expected one of `name`, `on`, `count`, `size`, `items`, `raw`",
        ),
        (
            "\"on\"",
            "\"name\"",
            "twice_field at : duplicate field `name`",
        ),
        (
            "\"state\": \"On\", ",
            "",
            "missing_field at items[0]: missing field `state`",
        ),
        (
            "\"On\"",
            "\"Out\"",
            "unknown_variant at items[0].state: unknown variant `Out`: expected `On` or `Off`",
        ),
        (
            "\"b\"]",
            "[]]",
            "here_must_stand at items[1].state.Off[1]: expected a string, found a list",
        ),
        (
            "{\"x\"",
            "[{\"x\"",
            "here_must_stand at items[0].any: expected an object, found a list",
        ),
        (
            "\"raw\"",
            "\"items\"",
            "twice_field at : duplicate field `items`",
        ),
        (
            "{\"state\": \"On\",",
            "{\"state\": \"On\"}, {\"state\": \"On\"}, {\"state\": \"On\",",
            "most_items at items: the list has too many items: limit 2",
        ),
    ];
    for (part, other, expected) in cases {
        assert!(WHOLE.contains(part), "{part}");
        assert_eq!(
            error_of(&WHOLE.replacen(part, other, 1)),
            expected,
            "{part}: {other}"
        );
    }
}

#[test]
fn our_messages_pass_through_deserializers_unchanged() {
    for error in FieldError::all() {
        let message = error.message();
        let passed: ReadError = custom(message.clone());
        assert_eq!(passed.0, message);
    }
    // Texts of other deserializers stay texts, even if they equal one of our messages.
    let words: ReadError = de::Error::custom("the list has too many items: limit 2");
    assert_eq!(words.0.code(), "words");
}
