//! The content of files of claims, and the errors of invalid ones.

use treewright_core::expression::{ExpressionError, Fault};
use treewright_core::runtime::Status;
use treewright_core::value::Value;

use super::{place_of, read, write};
use crate::claims::{Changes, ClaimError, ClaimPlace, ClaimProblem, LeafRule, Says};

const FULL: &str = r#"{
  "format": "treewright-claims",
  "version": 1,
  "$schema": "treewright-claims-1.json",
  "description": "What the guard never does.",
  "tree": "guard.bt.json",
  "dt": 0.05,
  "limits": {"frames": 200, "states": 100000, "seconds": 5.0},
  "inputs": {
    "health": "fixed",
    "mood": "initial",
    "ammo": {"changes_only_when": "running(\"Shoot\")", "values": [0, 1, 30]},
    "near": {"values": [{"vec2": [0.0, 1.0]}]},
    "far": {"changes": "fixed", "values": [1.5, 2.5]}
  },
  "leaves": {
    "Shoot": {"results": ["Success", "Running"], "max_frames": 30},
    "Reload": {"max_frames": 3},
    "Patrol": "stand_in"
  },
  "assumptions": [
    "ammo <= last.ammo"
  ],
  "claims": [
    {"name": "One at a time", "never": "running(\"Shoot\") && running(\"Reload\")"},
    {"name": "Alive", "always": "health > 0"},
    {"name": "Reacts", "within": {"frames": 3, "after": "seen", "then": "running(\"Shoot\")"}},
    {"name": "Aims first", "before": {"first": "succeeded(\"Aim\")", "then": "running(\"Shoot\")"}},
    {"name": "Shoots", "can": "succeeded(\"Shoot\")"}
  ]
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
    format!("{{\"format\": \"treewright-claims\", \"version\": 1,\n{fields}}}")
}

#[test]
fn a_canonical_file_is_reproduced_exactly() {
    assert_eq!(write(&read(FULL.as_bytes()).unwrap()), FULL);
}

#[test]
fn every_part_of_a_file_is_read() {
    let claims = read(FULL.as_bytes()).unwrap();
    assert_eq!(claims.limits.seconds, Some(5.0));
    assert_eq!(claims.inputs[0].1.changes, Changes::Fixed);
    assert_eq!(claims.inputs[3].1.values, [Value::Vec2([0.0, 1.0])]);
    let shoot = LeafRule::Returns {
        results: vec![Status::Success, Status::Running],
        max_frames: Some(30),
    };
    assert_eq!(claims.leaves[0].1, shoot);
    assert_eq!(claims.leaves[2].1, LeafRule::StandIn);
    let Says::Within { frames, after, .. } = &claims.claims[2].says else {
        panic!("{:?}", claims.claims[2]);
    };
    assert_eq!((*frames, &**after), (3, "seen"));
}

#[test]
fn a_misspelled_field_is_an_error_with_its_location() {
    let text = file("\"claims\": [{\"name\": \"a\",\n  \"newer\": \"x\"}]");
    let error = error_of(&text);
    assert!(error.starts_with("3:"), "{error}");
    assert!(error.contains("unknown field `newer`"), "{error}");
    let error = error_of(&file("\"inputs\": {\"a\": \"fre\"}"));
    assert!(error.starts_with("2:22: inputs.a: "), "{error}");
    assert!(
        error.contains("expected one of `free`, `fixed`, `initial`"),
        "{error}"
    );
    let error = error_of(&file("\"inputs\": {\"a\": {\"value\": [1]}}"));
    assert!(error.contains("unknown field `value`"), "{error}");
}

#[test]
fn contradictions_are_errors_with_their_location() {
    for (fields, said) in [
        (
            "\"claims\": [{\"name\": \"a\"}]",
            "2:12: claim `a` must have exactly one",
        ),
        (
            "\"claims\": [{\"name\": \"a\", \"can\": \"x\", \"never\": \"x\"}]",
            "2:12: claim `a` must have exactly one",
        ),
        (
            "\"claims\": [{\"name\": \" \", \"can\": \"x\"}]",
            "2:12: a claim has no name",
        ),
        (
            "\"claims\": [{\"name\": \"a\", \"can\": \"x\"},\n{\"name\": \"a\", \"can\": \"y\"}]",
            "3:1: two claims are named `a`",
        ),
        (
            "\"claims\": [{\"name\": \"a\", \"within\": {\"frames\": 1000001, \"after\": \"x\", \"then\": \"y\"}}]",
            "2:12: too many frames",
        ),
        (
            "\"inputs\": {\"a\": {\"changes\": \"free\", \"changes_only_when\": \"x\"}}",
            "2:17: `changes` and",
        ),
        (
            "\"inputs\": {\"a\": {\"values\": []}}",
            "2:17: there must be at least one value",
        ),
        (
            "\"leaves\": {\"a\": {\"results\": [\"Success\", \"Success\"]}}",
            "2:17: a result is listed twice",
        ),
        (
            "\"leaves\": {\"a\": {\"results\": []}}",
            "2:17: there must be at least one result",
        ),
        (
            "\"leaves\": {\"a\": {\"max_frames\": 0}}",
            "2:17: `max_frames` must be at least 1",
        ),
        (
            "\"leaves\": {\"a\": {\"results\": [\"Running\"], \"max_frames\": 2}}",
            "2:17: a leaf with `max_frames`",
        ),
        (
            "\"limits\": {\"states\": 0}",
            "2:11: limit `states` must be from 1 to 1000000000",
        ),
        (
            "\"limits\": {\"seconds\": 1e300}",
            "2:11: limit `seconds` must be from 0 to 86400",
        ),
        ("\"dt\": -1", "2:7: `dt` must be a number of seconds"),
    ] {
        let error = error_of(&file(fields));
        assert!(error.starts_with(said), "{error} instead of {said}");
    }
}

#[test]
fn names_occur_once() {
    let error = error_of(&file("\"inputs\": {\"a\": \"free\", \"a\": \"fixed\"}"));
    assert!(error.contains("occurs twice"), "{error}");
    let error = error_of(&file("\"dt\": 1, \"dt\": 2"));
    assert!(error.contains("duplicate field `dt`"), "{error}");
}

#[test]
fn lists_have_limits() {
    let many = vec!["\"x\""; 1_001].join(",");
    let error = error_of(&file(&format!("\"assumptions\": [{many}]")));
    assert!(error.contains("limit 1000"), "{error}");
    let many = vec!["1"; 101].join(",");
    let error = error_of(&file(&format!(
        "\"inputs\": {{\"a\": {{\"values\": [{many}]}}}}"
    )));
    assert!(error.contains("limit 100"), "{error}");
}

#[test]
fn other_files_are_refused() {
    assert!(error_of("").contains("empty"));
    assert!(error_of("{").contains("ends too early"));
    assert!(error_of("{\"format\": \"treewright\", \"version\": 1}").contains("`treewright`"));
    let newer = error_of("{\"format\": \"treewright-claims\", \"version\": 2}");
    assert!(newer.contains("version 2"), "{newer}");
}

#[test]
fn every_truncated_file_is_an_error() {
    for length in 0..FULL.trim_end().len() {
        let error = read(&FULL.as_bytes()[..length]).unwrap_err();
        assert!(["empty", "truncated"].contains(&error.code()), "{length}");
    }
}

#[test]
fn an_error_in_an_expression_is_at_its_word() {
    let text = file(
        "\"claims\": [\n {\"name\": \"a\", \"never\": \"running(\\\"a\\u00e9\\\") && wrong\"}]",
    );
    let at = |place, start| {
        let problem = ClaimProblem::Expression {
            column: 1,
            error: ExpressionError {
                range: start..start,
                fault: Fault::Empty,
            },
        };
        let place = place_of(text.as_bytes(), &ClaimError { place, problem }).unwrap();
        let line = text.lines().nth(place.line - 1).unwrap();
        line.chars().skip(place.column - 1).collect::<String>()
    };
    let start = "running(\"aé\") && ".len();
    assert_eq!(at(ClaimPlace::Claim(0, None), start), "wrong\"}]}");
    assert!(at(ClaimPlace::Claim(0, None), 0).starts_with("running("));
}
