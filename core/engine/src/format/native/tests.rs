//! Reading and writing of documents, and how errors in files are reported and kept.

mod conflicts;
mod errors;
mod hostile;
mod laws;

use super::{read, write};
use crate::diagnostic::Problem;
use crate::model::{BrokenLinkReason, Document, broken_invariants};

/// A file in canonical form that uses every field.
const FULL: &str = r#"{
  "format": "treewright",
  "version": 1,
  "$schema": "https://example.org/schema.json",
  "name": "Guard",
  "description": "Watches the gate.\nSleeps never.",
  "restart_when_complete": true,
  "seed": 18446744073709551615,
  "libraries": [
    "game.tasks.json"
  ],
  "variables": [
    {"name": "sees_enemy", "type": "bool", "initial": false},
    {"name": "speed", "type": "float", "scope": "global", "initial": 1.50, "comment": "m/s", "unit": {"id": [1, 2]}},
    {"name": "goal", "type": "vec2", "scope": "subtree", "initial": {"vec2": [1, 2.5]}},
    {"name": "names", "type": "[string]", "initial": ["a", "门"]}
  ],
  "root": "n1",
  "trees": [
    {"name": "Rest", "root": "spare"},
    {"name": "战斗", "root": "n2", "shown": [1]}
  ],
  "nodes": [
    {
      "id": "n1", "task": "Selector", "name": "Root", "abort": "LowerPriority",
      "comment": "Fight or walk.",
      "children": ["n2", "n3", "n4"],
      "x": 0, "y": 0
    },
    {
      "id": "n2", "task": "CompareBool",
      "parameters": {"left": {"var": "sees_enemy"}, "operator": "=="},
      "x": -80, "y": 120
    },
    {
      "id": "n3", "task": "game.Walk",
      "parameters": {"speed": 1e3, "count": 3, "exact": 1.0, "tint": {"color": [1.0, 0.5, 0.0, 1.0]}},
      "disabled": true, "collapsed": true,
      "future": {"a": [1, null]},
      "x": 80, "y": 120
    },
    {
      "id": "n4", "task": "Subtree",
      "parameters": {"tree": "Rest", "goal": {"vec2": [0, 1]}},
      "overrides": {"spare": {"seconds": 1.50, "loud": true}, "n7/n2": {"left": {"var": "sees_enemy"}}},
      "x": 90, "y": 120
    },
    {
      "id": "spare", "task": "Idle",
      "breakpoint": true,
      "x": 300, "y": 0
    }
  ],
  "loose": ["spare"],
  "notes": [
    {"text": "Why?", "x": 1, "y": 2, "width": 100, "height": 40, "color": "yellow", "pinned": true}
  ],
  "groups": [
    {"title": "Fight", "x": 1, "y": 2, "width": 100, "height": 40}
  ],
  "zoom": 1.25
}
"#;

fn document(text: &str) -> Document {
    let read = read(text.as_bytes()).unwrap();
    assert_eq!(broken_invariants(&read.document), Vec::<String>::new());
    read.document
}

/// A file with these nodes (`id: child child`), this root and these unconnected heads.
fn file(nodes: &[&str], root: &str, loose: &str) -> String {
    let node = |node: &&str| {
        let (id, children) = node.split_once(':').unwrap();
        let children: Vec<_> = children.split_whitespace().collect();
        format!(r#"{{"id": "{id}", "task": "Sequence", "children": {children:?}, "x": 0, "y": 0}}"#)
    };
    let nodes: Vec<_> = nodes.iter().map(node).collect();
    format!(
        r#"{{"format": "treewright", "version": 1, "root": {root}, "nodes": [{}], "loose": {loose}}}"#,
        nodes.join(",\n")
    )
}

fn links(document: &Document, id: &str) -> Vec<(usize, String, BrokenLinkReason)> {
    let node = document.node(&id.into()).unwrap();
    let link = |l: &crate::model::BrokenLink| (l.index, l.child.to_string(), l.reason.clone());
    node.broken_links.iter().map(link).collect()
}

/// Reads, writes and reads again; checks that document and text are the same.
fn round_trip(text: &str) -> Document {
    let first = document(text);
    let written = write(&first).unwrap();
    let second = document(&written);
    assert_eq!(second, first, "{written}");
    assert_eq!(write(&second).unwrap(), written);
    first
}

#[test]
fn a_canonical_file_is_written_byte_for_byte() {
    assert_eq!(write(&document(FULL)).unwrap(), FULL);
}

#[test]
fn an_empty_document_reads_back() {
    let text = write(&Document::default()).unwrap();
    assert_eq!(document(&text), Document::default());
}

#[test]
fn moving_a_node_changes_one_line() {
    let moved = FULL.replace(r#""x": -80, "y": 120"#, r#""x": -90, "y": 125"#);
    let (before, after) = (document(FULL), document(&moved));
    let (before, after) = (write(&before).unwrap(), write(&after).unwrap());
    let lines = before.lines().zip(after.lines());
    assert_eq!(lines.filter(|(a, b)| a != b).count(), 1);
}

#[test]
fn a_child_of_two_parents_stays_with_the_first() {
    let document = round_trip(&file(
        &["a:b c", "b:d", "c:e d", "d:", "e:"],
        r#""a""#,
        "[]",
    ));
    let reason = BrokenLinkReason::SecondParent("b".into());
    assert_eq!(links(&document, "c"), [(1, "d".into(), reason)]);
}

#[test]
fn cycles_are_cut_and_reported() {
    let cycle = |path: &[&str]| BrokenLinkReason::Cycle(path.iter().map(|p| (*p).into()).collect());
    let own = round_trip(&file(&["a:a"], r#""a""#, "[]"));
    assert_eq!(links(&own, "a"), [(0, "a".into(), cycle(&["a", "a"]))]);
    let below = round_trip(&file(&["r:a", "a:b", "b:c", "c:a"], r#""r""#, "[]"));
    let path = cycle(&["a", "b", "c", "a"]);
    assert_eq!(links(&below, "c"), [(0, "a".into(), path)]);
    let apart = round_trip(&file(&["r:", "a:b", "b:a"], r#""r""#, "[]"));
    assert_eq!(apart.loose(), ["a".into()]);
    assert_eq!(
        links(&apart, "b"),
        [(0, "a".into(), cycle(&["a", "b", "a"]))]
    );
}

#[test]
fn connections_to_missing_nodes_and_to_the_root_are_kept() {
    let document = round_trip(&file(&["r:a zz", "a:", "b:r a"], r#""r""#, r#"["b"]"#));
    assert_eq!(
        links(&document, "r"),
        [(1, "zz".into(), BrokenLinkReason::Dangling)]
    );
    let reasons = [
        (0, "r".into(), BrokenLinkReason::Root),
        (1, "a".into(), BrokenLinkReason::SecondParent("r".into())),
    ];
    assert_eq!(links(&document, "b"), reasons);
}

#[test]
fn a_duplicate_id_is_replaced_and_written_back() {
    let text = file(&["n1:n2 n7", "n2:", "n2:n3", "n3:"], r#""n1""#, "[]");
    let document = round_trip(&text);
    let twin = document.node(&"n8".into()).unwrap();
    assert_eq!(twin.duplicate_of, Some("n2".into()));
    assert_eq!(twin.children(), ["n3".into()]);
    let written = write(&document).unwrap();
    assert_eq!(written.matches(r#""id": "n2""#).count(), 2);
    assert!(!written.contains("n8"));
}

#[test]
fn surplus_roots_become_unconnected() {
    let text = file(&["a:", "b:", "c:"], r#"["b", "a", "zz"]"#, "[]");
    let read = read(text.as_bytes()).unwrap();
    assert_eq!(read.document.root(), Some(&"b".into()));
    assert_eq!(read.document.loose(), ["a".into(), "c".into()]);
    let codes: Vec<_> = read.diagnostics.iter().map(|d| d.problem.code()).collect();
    assert_eq!(codes, ["dangling_id", "two_roots"]);
    let kept = matches!(&read.diagnostics[1].problem, Problem::TwoRoots { kept, .. } if *kept == "b".into());
    assert!(kept);
}

#[test]
fn unlisted_nodes_become_unconnected() {
    let document = round_trip(&file(&["a:b", "b:", "c:d", "d:"], "null", r#"["b"]"#));
    assert_eq!(document.root(), None);
    assert_eq!(document.loose(), ["a".into(), "c".into()]);
}
