//! Where overrides lead and which can be applied, over a project of two files.

use std::sync::Arc;

use treewright_core::format::native;
use treewright_core::project::DocumentSet;

use super::*;

fn read(text: &str) -> Document {
    native::read(text.as_bytes()).unwrap().document
}

/// The document `main.bt.json`, whose node `n1` runs the tree of `lib.bt.json` with these overrides; that runs a tree of its own.
fn projects(overrides: &str) -> (Document, DocumentSet) {
    let main = format!(
        r#"{{"format": "treewright", "version": 1, "root": "n1",
        "variables": [{{"name": "all", "type": "float", "scope": "global", "initial": 1.0}},
                      {{"name": "own", "type": "float", "initial": 1.0}}],
        "nodes": [{{"id": "n1", "task": "Subtree", "parameters": {{"file": "lib.bt.json"}}, "overrides": {{{overrides}}}}}]}}"#
    );
    let lib = r#"{"format": "treewright", "version": 1, "root": "a",
        "variables": [{"name": "all", "type": "float", "scope": "global", "initial": 1.0},
                      {"name": "own", "type": "float", "initial": 1.0}],
        "trees": [{"name": "Rest", "root": "r"}],
        "nodes": [{"id": "a", "task": "Sequence", "children": ["w", "s"]},
                  {"id": "w", "task": "Wait", "parameters": {"seconds": 2.0}},
                  {"id": "s", "task": "Subtree", "parameters": {"tree": "Rest"},
                   "overrides": {"r": {"seconds": 5.0}}},
                  {"id": "r", "task": "Wait", "parameters": {"seconds": 3.0}}],
        "unconnected": ["r"]}"#;
    let mut others = DocumentSet::new();
    others.insert("lib.bt.json", Arc::new(read(lib)));
    (read(&main), others)
}

/// What comes of applying the only override.
fn applied(path: &str, value: &str) -> Result<(String, Command), KeptBecause> {
    let set = format!(r#""{path}": {{"seconds": {value}}}"#);
    let (main, others) = projects(&set);
    let project = Project::new(&main, "main.bt.json", &others);
    let node = main.node(&"n1".into()).unwrap();
    let library = NodeLibrary::builtin();
    let found = to_apply(&project, &library, node, &node.overrides[0]);
    found.map(|(inner, command)| (inner.file, command))
}

#[test]
fn a_constant_is_applied_in_the_file_of_its_node() {
    let (file, command) = applied("w", "4.0").unwrap();
    assert_eq!(file, "lib.bt.json");
    let expected = Command::SetParameter {
        nodes: vec!["w".into()],
        name: "seconds".into(),
        value: Some(ParameterValue::literal(4.0)),
    };
    assert_eq!(command, expected);
}

#[test]
fn what_would_mean_something_else_in_the_file_is_kept() {
    let kept = |path: &str, value: &str| applied(path, value).unwrap_err();
    assert_eq!(kept("gone", "4.0"), KeptBecause::Missing);
    assert_eq!(kept("s/gone", "4.0"), KeptBecause::Missing);
    assert_eq!(kept("w/r", "4.0"), KeptBecause::Missing);
    assert_eq!(kept("s/r", "4.0"), KeptBecause::OverriddenBy("s".into()));
    let own = KeptBecause::Variable("own".to_owned());
    assert_eq!(kept("w", r#"{"var": "own"}"#), own);
    assert!(applied("w", r#"{"var": "all"}"#).is_ok());
}

#[test]
fn the_value_without_the_use_is_that_of_the_nearest_use_on_the_way() {
    let (main, others) = projects("");
    let project = Project::new(&main, "main.bt.json", &others);
    let node = main.node(&"n1".into()).unwrap();
    let seconds = |path: &str| {
        let inner = find_inside(&project, node, path).unwrap();
        inner.value("seconds").cloned()
    };
    assert_eq!(seconds("w"), Some(ParameterValue::literal(2.0)));
    assert_eq!(seconds("s/r"), Some(ParameterValue::literal(5.0)));
}
