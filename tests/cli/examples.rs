//! The examples of the program: each has no problems, is in canonical form, and passes its scenarios.

use std::path::Path;

use super::harness::{Folder, assert_holds};

fn examples() -> String {
    let app = Path::new(env!("CARGO_MANIFEST_DIR"));
    let examples = app.parent().unwrap().join("assets/examples");
    examples.to_str().unwrap().to_owned()
}

/// The paths of all example files with this ending.
fn all(end: &str) -> Vec<String> {
    let entries = std::fs::read_dir(examples()).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    paths.filter(|path| path.ends_with(end)).collect()
}

#[test]
fn examples_have_no_problems_and_are_canonical() {
    let trees = all(".bt.json");
    assert!(trees.len() >= 3, "{trees:?}");
    let others = [all(".scenario.json"), all(".tasks.json")].concat();
    let files = format!("{} {}", trees.join(" "), others.join(" "));
    let folder = Folder::new();
    folder.works(&format!("check --strict {files}"));
    folder.works(&format!("fmt --check {files}"));
}

#[test]
fn examples_pass_their_scenarios() {
    let ended = Folder::new().works(&format!("test {}", examples()));
    let scenarios = all(".scenario.json").len();
    assert_holds(&ended.out, &[&format!("{scenarios} passed, 0 failed")]);
    for tree in all(".bt.json") {
        Folder::new().works(&format!("test {tree}"));
    }
}
