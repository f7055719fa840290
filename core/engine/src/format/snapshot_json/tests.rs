//! Snapshots of random trees read back unchanged; other texts give errors with positions.

use proptest::prelude::*;

use super::*;
use crate::nodes::Arguments;
use crate::nodes::testing::TestTree;
use crate::runtime::{Slot, Snapshot};
use crate::testing::cases;
use crate::value::{Value, ValueType};

fn snapshot() -> Snapshot {
    let mut tree = TestTree::new();
    tree.variable("place", 1.5);
    tree.leaf("Wait", &Arguments::default().with("seconds", 9.0));
    let mut run = tree.run();
    run.letters(1);
    run.instance.snapshot()
}

fn error_of(text: &str) -> String {
    let error = read(text.as_bytes()).unwrap_err();
    let place = error.position.unwrap();
    format!("{}:{}: {error}", place.line, place.column)
}

#[test]
fn a_tree_is_written_on_one_line_with_its_head_first() {
    let text = write(&snapshot());
    assert!(text.starts_with(r#"{"format":"treewright-snapshot","version":1,"saved":{"program":"#));
    assert!(text.contains(r#""state":"Enabled","awake":true,"frame":1,"time":"1.0","agent":0,"#));
    assert!(
        text.contains(
            r#""variables":[["place",{"value":{"float":"1.5"},"written":0,"changes":0}]]"#
        )
    );
    assert_eq!(text.lines().count(), 1);
}

#[test]
fn all_floats_and_empty_lists_round_trip() {
    let list = ValueType::List(Box::new(ValueType::Vec3));
    let values = [
        Value::Float(f64::INFINITY),
        Value::Float(-0.0),
        Value::Float(0.1 + 0.2),
        Value::Float(5e-324),
        Value::Color([0.1, f32::MAX, 0.0, 1.0]),
        list.default_value(),
        Value::String("\u{1F333} \"\n".into()),
        Value::Int(i64::MIN),
    ];
    let mut saved = snapshot();
    saved.variables = values
        .into_iter()
        .map(|value| ("x".into(), Slot::new(value)))
        .collect();
    let again = read(write(&saved).as_bytes()).unwrap();
    assert_eq!(format!("{again:?}"), format!("{saved:?}"));
}

#[test]
fn invalid_snapshots_have_errors_with_positions() {
    let good = write(&snapshot());
    assert_eq!(
        error_of(&good.replace(r#""float":"1.5""#, r#""float":"abc""#))
            .split_once(": ")
            .unwrap()
            .1,
        "saved.variables[0][1].value.float: `abc` is not a number"
    );
    assert!(error_of(&good.replace(r#""awake":true"#, r#""awake":3"#)).contains("saved.awake: "));
    assert!(error_of(&good.replace("\"agent\":0,", "")).contains("missing field `agent`"));
    assert!(
        error_of(&good.replace("\"agent\":0,", "\"agent\":0,\"more\":0,"))
            .contains("unknown field `more`")
    );
    assert!(error_of(&good.replace("\"version\":1", "\"version\":2")).contains("version 2"));
    let other = read(b"{\"format\": \"treewright\", \"version\": 1}").unwrap_err();
    assert_eq!(other.code(), "other_format");
    assert_eq!(
        read(&good.as_bytes()[..good.len() - 9]).unwrap_err().code(),
        "truncated"
    );
}

#[test]
fn deeply_nested_lists_are_refused() {
    let good = write(&snapshot());
    let deep = format!("{}{}", "{\"list\":[".repeat(100_000), "]}".repeat(100_000));
    let text = good.replace(r#"{"float":"1.5"}"#, &deep);
    assert_eq!(read(text.as_bytes()).unwrap_err().code(), "too_deep");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(256)))]

    /// Reading a damaged file never panics.
    #[test]
    fn any_text_is_an_error_or_a_snapshot(at in 0_usize..400, length in 0_usize..20, by in ".{0,6}") {
        let good = write(&snapshot());
        let from = at.min(good.len());
        let to = (from + length).min(good.len());
        if good.is_char_boundary(from) && good.is_char_boundary(to) {
            let text = format!("{}{by}{}", &good[..from], &good[to..]);
            if let Ok(saved) = read(text.as_bytes()) {
                let again = read(write(&saved).as_bytes()).unwrap();
                prop_assert_eq!(format!("{again:?}"), format!("{saved:?}"));
            }
        }
    }
}
