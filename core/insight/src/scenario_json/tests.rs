//! The content of scenario files, and the errors of invalid ones.

use treewright_core::model::StandIn;
use treewright_core::runtime::Status;
use treewright_core::value::Value;

use super::{read, write};
use crate::scenario::NodeState;

const FULL: &str = r#"{
  "format": "treewright-scenario",
  "version": 1,
  "$schema": "treewright-scenario-1.json",
  "name": "An intruder is chased",
  "description": "Then lost.",
  "tree": "guard.bt.json",
  "dt": 0.5,
  "seed": 7,
  "frames": 8,
  "leaves": {
    "Chase": {"frames": {"1": "Running", "6": "Success"}},
    "Patrol": {"updates": "RRS"},
    "Sees": "ask",
    "Aim": {"after_seconds": 1.5, "then": "Failure"},
    "Hit": {"probability": 0.25}
  },
  "steps": [
    {
      "frame": 1,
      "expect": {
        "aborts": []
      }
    },
    {
      "frame": 3,
      "dt": 0.25,
      "set": {"seen": true, "place": {"vec2": [1.0, 2.5]}},
      "events": [{"name": "bell", "payload": 2}, {"name": "\"night\""}],
      "force": {"Patrol": "Failure"},
      "interrupt": [{"key": "door", "result": "Success"}, {"key": "door", "result": "Failure"}],
      "seed": 18446744073709551615,
      "expect": {
        "status": "Running",
        "nodes": {"Patrol": "Interrupted", "n9": "Idle"},
        "ended": {"Patrol": "Interrupted", "n9": "None"},
        "running": ["Chase"],
        "variables": {"seen": true},
        "aborts": [{"conditional": "Sees", "scope": "n1"}, {"conditional": "n4"}]
      }
    }
  ],
  "no_aborts": [{"from": 5, "to": 8}, {"from": 1, "to": 2}]
}
"#;

fn error_of(text: &str) -> String {
    let error = read(text.as_bytes()).unwrap_err();
    let at = error
        .position
        .map_or_else(String::new, |p| format!("{}:{}: ", p.line, p.column));
    format!("{at}{error}")
}

/// A file with these fields after the header.
fn file(fields: &str) -> String {
    format!("{{\"format\": \"treewright-scenario\", \"version\": 1,\n{fields}}}")
}

#[test]
fn a_canonical_file_is_reproduced_exactly() {
    assert_eq!(write(&read(FULL.as_bytes()).unwrap()), FULL);
}

#[test]
fn every_part_of_a_file_is_read() {
    let scenario = read(FULL.as_bytes()).unwrap();
    assert_eq!(scenario.frames, 8);
    assert_eq!(scenario.seed, Some(7));
    let letters = vec![Status::Running, Status::Running, Status::Success];
    let sequence = StandIn::Sequence {
        results: letters,
        again: false,
    };
    assert_eq!(scenario.leaves[1].1, sequence);
    let step = &scenario.steps[&3];
    assert_eq!(step.set[1].1, Value::Vec2([1.0, 2.5]));
    assert_eq!(step.events[0].payload, Some(Value::Int(2)));
    assert_eq!(step.expect.nodes[0].1, NodeState::Interrupted);
    assert_eq!(scenario.steps[&1].expect.aborts, Some(vec![]));
    assert_eq!(step.expect.aborts.as_ref().unwrap()[1].scope, None);
}

#[test]
fn a_scenario_without_a_length_ends_with_its_last_step() {
    let text = file(r#""steps": [{"frame": 4}, {"frame": 2}]"#);
    assert_eq!(read(text.as_bytes()).unwrap().frames, 4);
}

#[test]
fn a_misspelled_field_is_an_error_with_its_location() {
    let text = file("\"steps\": [{\"frame\": 1,\n  \"expects\": {}}]");
    let error = error_of(&text);
    assert!(error.starts_with("3:"), "{error}");
    assert!(error.contains("unknown field `expects`"), "{error}");
}

#[test]
fn wrong_values_are_errors_with_their_location() {
    let error = error_of(&file(
        "\"steps\": [{\"frame\": 1,\n \"set\": {\"a\": null}}]",
    ));
    assert!(
        error.starts_with("3:15: steps[0].set.a: null is not a value"),
        "{error}"
    );
    let error = error_of(&file("\"leaves\": {\"a\": {\"updates\": \"RX\"}}"));
    assert!(error.contains("only S, F and R"), "{error}");
    let error = error_of(&file("\"leaves\": {\"a\": {\"probability\": 2}}"));
    assert!(
        error.starts_with("2:17: leaves.a: `probability` must be a number from 0 to 1"),
        "{error}"
    );
    let error = error_of(&file("\"steps\": [{\"frame\": 1}, {\"frame\": 1}]"));
    assert!(error.contains("two steps in frame 1"), "{error}");
    for dt in ["-1", "1000001", "1e300"] {
        let at_step = format!("\"steps\": [{{\"frame\": 1, \"dt\": {dt}}}]");
        let error = error_of(&file(&at_step));
        assert!(error.contains("from 0 to 1000000"), "{error}");
        let error = error_of(&file(&format!("\"dt\": {dt}")));
        assert!(error.contains("from 0 to 1000000"), "{error}");
    }
    for (from, to) in [(0, 3), (4, 3)] {
        let frames = format!("\"no_aborts\": [{{\"from\": {from}, \"to\": {to}}}]");
        let error = error_of(&file(&frames));
        assert!(error.contains("must be at least 1"), "{error}");
    }
    for frames in [
        "\"frames\": 1000001",
        "\"steps\": [{\"frame\": 1000001}]",
        "\"no_aborts\": [{\"from\": 1, \"to\": 1000001}]",
    ] {
        let error = error_of(&file(frames));
        assert!(error.contains("limit 1000000"), "{error}");
    }
}

#[test]
fn other_files_are_refused() {
    assert!(error_of("").contains("empty"));
    assert!(error_of("{").contains("ends too early"));
    assert!(error_of("{\"format\": \"treewright\", \"version\": 1}").contains("`treewright`"));
    let newer = error_of("{\"format\": \"treewright-scenario\", \"version\": 2}");
    assert!(newer.contains("version 2"), "{newer}");
    let none = error_of("{\"format\": \"treewright-scenario\"}");
    assert!(none.contains("version"), "{none}");
}

#[test]
fn every_truncated_file_is_an_error() {
    for length in 0..FULL.trim_end().len() {
        let error = read(&FULL.as_bytes()[..length]).unwrap_err();
        assert!(["empty", "truncated"].contains(&error.code()), "{length}");
    }
}

#[test]
fn duplicate_expectations_are_an_error() {
    for twice in [
        r#""leaves": {"a": {"updates": "S"}, "a": {"updates": "F"}}"#,
        r#""leaves": {"a": {"frames": {"1": "Success", "1": "Failure"}}}"#,
        r#""steps": [{"frame": 1, "set": {"v": 1, "v": 2}}]"#,
        r#""steps": [{"frame": 1, "expect": {"nodes": {"a": "Idle", "a": "Idle"}}}]"#,
    ] {
        let error = error_of(&file(twice));
        assert!(error.contains("occurs twice"), "{error}");
    }
    let error = error_of(&file(r#""steps": [{"frame": 1, "frame": 2}]"#));
    assert!(error.contains("duplicate field `frame`"), "{error}");
}
