//! Errors in JSON are reported with their code, wherever they are, and are those that `serde_json` finds.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use proptest::prelude::*;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::error::ReadError;
use super::*;
use crate::format::FormatErrorKind;
use crate::format::field_error::FieldError;
use crate::format::shape::{Entries, Items, Text};
use crate::testing::cases;
use crate::told::{Example as _, Message};

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
    raw: Option<Raw<'a>>,
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
    let Err(found) = from_str::<File<'_>>(text) else {
        return "nothing".to_owned();
    };
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
            "here_must_stand at : expected an object, found `3`",
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
            "here_must_stand at count: expected a whole number that is not negative, found \"12\"",
        ),
        (
            "12",
            "-12",
            "invalid_value at count: invalid value: expected a whole number that is not negative, found integer `-12`",
        ),
        (
            "12",
            "1.5",
            "here_must_stand at count: expected a whole number that is not negative, found `1.5`",
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
            "{\"state\": \"On\", \"any\": {\"x\": [1, {\"y\": null}]}}",
            "\"On\"",
            "here_must_stand at items[0]: expected an object with the fields `state`, `any`, found \"On\"",
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

/// The message of this error.
fn message_of(error: ReadError) -> Message {
    match error.in_text("").kind {
        FormatErrorKind::WrongField { message } => message,
        other => panic!("{other}"),
    }
}

#[test]
fn our_messages_pass_through_deserializers_unchanged() {
    for error in FieldError::all() {
        let message = error.message();
        assert_eq!(message_of(custom(message.clone())), message);
    }
    // Texts of other deserializers stay texts, even if they equal one of our messages.
    let words = ReadError::custom("the list has too many items: limit 2");
    assert_eq!(message_of(words).code(), "words");
}

/// What `serde_json` says about a text: nothing, or the kind of its error and the number of bytes that it has read.
fn of_serde_json<'a, T: Deserialize<'a>>(text: &'a str) -> Option<(&'static str, usize)> {
    let error = serde_json::from_str::<T>(text).err()?;
    let line: usize = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let kind = match error.classify() {
        serde_json::error::Category::Eof => "truncated",
        serde_json::error::Category::Data => "value",
        _ => "syntax",
    };
    Some((kind, line + error.column()))
}

/// What our reader says about it.
fn of_ours<'a, T: Deserialize<'a>>(text: &'a str) -> Option<(&'static str, usize)> {
    let mut reader = Reader::new(text);
    let read = T::deserialize(&mut reader).and_then(|_| reader.end());
    read.err().map(|error| error.kind_and_place())
}

/// An object like [`File`] or [`Part`], in types that `serde_json` reads, too.
struct Plain;

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Objects derived by serde can also be lists for `serde_json`.
        deserializer.deserialize_map(Self)
    }
}

impl<'de> Visitor<'de> for Plain {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        while let Some(name) = map.next_key::<String>()? {
            match &*name {
                "name" => drop(map.next_value::<Option<Cow<'de, str>>>()?),
                "on" => drop(map.next_value::<Option<bool>>()?),
                "count" => drop(map.next_value::<Option<u64>>()?),
                "size" => drop(map.next_value::<Option<f64>>()?),
                "items" => drop(map.next_value::<Vec<Self>>()?),
                "state" => drop(map.next_value::<State>()?),
                "any" => drop(map.next_value::<BTreeMap<String, (i32, Option<f32>)>>()?),
                "raw" => drop(map.next_value::<IgnoredAny>()?),
                other => return Err(A::Error::unknown_field(other, &["name"])),
            }
        }
        Ok(self)
    }
}

const PLAIN: &str = r#"{"name": "a\u00e9 b\ud835\udcb3", "on" : true, "count": 12, "size": -1.5e3, "items": [
    {"state": "On", "any": {"x": [-1, 2.5], "\n" :[0,null] }}, {"state": {"Off": ["a", "中"]}}], "raw": {"z": [false, "\\\u12af", -0.5E-3]}} "#;

/// Parts of texts, right and wrong.
const PARTS: [&str; 28] = [
    "",
    " ",
    "\n",
    ",",
    ":",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "\\n",
    "\t",
    "-",
    "0",
    "1",
    ".5",
    "e",
    "18446744073709551616",
    "true",
    "null",
    "nul",
    "\"x\"",
    "\"on\"",
    "中",
    "x",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(4096)))]

    /// A text with a few changes is an error of the same kind in the same place.
    #[test]
    fn errors_are_those_of_serde_json(
        changes in prop::collection::vec((0..PLAIN.len(), 0..3_usize, prop::sample::select(&PARTS[..])), 1..3)
    ) {
        let mut text = PLAIN.to_owned();
        for (at, length, part) in changes {
            let from = text.floor_char_boundary(at.min(text.len()));
            let to = text.floor_char_boundary((from + length).min(text.len())).max(from);
            text.replace_range(from..to, part);
        }
        let (ours, theirs) = (of_ours::<Plain>(&text), of_serde_json::<Plain>(&text));
        prop_assert_eq!(ours.map(|(kind, _)| kind), theirs.map(|(kind, _)| kind), "{}", text);
        if let Some(((_, ours), (_, theirs))) = ours.zip(theirs) {
            // `serde_json` points into a number with a huge exponent.
            let between = &text.as_bytes()[ours.min(theirs)..ours.max(theirs)];
            prop_assert!(between.iter().all(u8::is_ascii_digit), "{ours} or {theirs}: {text}");
        }
        let (ours, theirs) = (of_ours::<IgnoredAny>(&text), of_serde_json::<IgnoredAny>(&text));
        prop_assert_eq!(ours, theirs, "{}", text);
    }
}

/// Every kind of value that serde knows.
#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Everything {
    numbers: (i8, u16, i64, u64, f32, f64, f64),
    text: String,
    letter: char,
    nothing: (),
    unit: Unit,
    wrapped: Wrapped,
    missing: Option<bool>,
    there: Option<bool>,
    forms: Vec<Form>,
    named: BTreeMap<String, Vec<u8>>,
}

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Unit;

#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Wrapped(i32);

#[derive(Debug, PartialEq, Deserialize, Serialize)]
enum Form {
    Bare,
    Holding(i32),
    Pair(i32, String),
    Fields { x: f64, on: bool },
}

#[test]
fn every_value_is_written_as_by_serde_json_and_reads_back() {
    let pair = Form::Pair(-1, "a \"b\" \\ \n\t 中 \u{1F333}".to_owned());
    let forms = [
        Form::Bare,
        Form::Holding(7),
        pair,
        Form::Fields { x: 0.1, on: true },
    ];
    let written = Everything {
        numbers: (-128, 65_535, i64::MIN, u64::MAX, 0.1, 1.0, -2.5e-300),
        text: "\u{7}".to_owned(),
        letter: 'é',
        nothing: (),
        unit: Unit,
        wrapped: Wrapped(3),
        missing: None,
        there: Some(false),
        forms: forms.into(),
        named: [(String::new(), vec![]), ("b".to_owned(), vec![1, 2])].into(),
    };
    let text = to_string(&written).unwrap();
    assert_eq!(text, serde_json::to_string(&written).unwrap());
    assert_eq!(from_str::<Everything>(&text).unwrap(), written);
}

#[test]
fn numbers_are_names_as_text_and_null_if_infinite() {
    let counts = BTreeMap::from([(2, f64::INFINITY), (10, f64::NAN)]);
    assert_eq!(to_string(&counts).unwrap(), r#"{"2":null,"10":null}"#);
}

#[test]
fn raw_values_stay_as_written() {
    let text = r#"[1.50,-0,1e3,{"a": [ 2.0 ]},"\u0041"]"#;
    let raw: Vec<Raw<'_>> = from_str(text).unwrap();
    let parts: Vec<&str> = raw.iter().map(|raw| raw.get()).collect();
    assert_eq!(
        parts,
        ["1.50", "-0", "1e3", r#"{"a": [ 2.0 ]}"#, r#""\u0041""#]
    );
    assert_eq!(to_string(&raw).unwrap(), text);
}

#[test]
fn floats_are_rounded_to_the_nearest() {
    let digits = format!("1.{}1", "0".repeat(40));
    let halfway = "9007199254740993.0";
    for text in [
        &*digits,
        halfway,
        "5e-324",
        "2.2250738585072011e-308",
        "1e23",
    ] {
        let nearest: f64 = text.parse().unwrap();
        assert_eq!(
            from_str::<f64>(text).unwrap().to_bits(),
            nearest.to_bits(),
            "{text}"
        );
    }
    assert_eq!(
        from_str::<f64>("-0").unwrap().to_bits(),
        (-0.0_f64).to_bits()
    );
}

#[test]
fn the_grammar_is_checked_at_any_depth() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    assert!(check(&nested(200_000)).is_ok());
    assert_eq!(
        check(&nested(200_000)[1..]).unwrap_err().code(),
        "trailing_text"
    );
    assert_eq!(
        from_str::<Raw<'_>>(&nested(1_000)).unwrap().get(),
        nested(1_000)
    );
    let read = |depth| from_str::<serde_json::Value>(&nested(depth)).map(drop);
    assert!(read(DEEPEST).is_ok());
    assert_eq!(read(DEEPEST + 1).unwrap_err().code(), "too_deep");
}

#[test]
fn the_failing_part_is_the_innermost_value() {
    let text = r#"{"name": "a", "items": [{"state": {"Off": ["a", 3]}}]}"#;
    assert_eq!(failing_part::<File<'_>>(text), Some("3"));
    assert_eq!(failing_part::<File<'_>>("[]"), None);
    assert_eq!(first::<Vec<u64>>("[1, 2] and more"), Some(vec![1, 2]));
    assert_eq!(first::<Vec<u64>>("[1, -2]"), None);
}
