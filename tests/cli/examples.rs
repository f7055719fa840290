//! The examples that come with the program, in each language: without problems, in canonical form, and passing their scenarios.

use std::path::{Path, PathBuf};

use super::harness::{Folder, assert_holds};

/// The folders of the languages in that of the examples, the empty one for English.
const LANGUAGES: [&str; 2] = ["", "zh-CN"];

fn folder() -> PathBuf {
    let app = Path::new(env!("CARGO_MANIFEST_DIR"));
    app.parent().unwrap().join("assets/examples")
}

/// Returns the paths of all example files in this language whose names end with `end`.
fn in_language(language: &str, end: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder().join(language)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path().to_str().unwrap().to_owned());
    paths.filter(|path| path.ends_with(end)).collect()
}

/// The same in all languages.
fn all(end: &str) -> Vec<String> {
    LANGUAGES
        .iter()
        .flat_map(|language| in_language(language, end))
        .collect()
}

#[test]
fn examples_have_no_problems_and_are_canonical() {
    let trees = all(".bt.json");
    assert!(trees.len() >= 3, "{trees:?}");
    let others = [
        all(".scenario.json"),
        all(".claims.json"),
        all(".tasks.json"),
    ]
    .concat();
    let files = format!("{} {}", trees.join(" "), others.join(" "));
    let folder = Folder::new();
    folder.works(&format!("check --strict {files}"));
    folder.works(&format!("fmt --check {files}"));
}

#[test]
fn examples_exist_in_each_language() {
    let names = LANGUAGES.map(|language| {
        let files = in_language(language, ".json").into_iter();
        let names = files.map(|file| file.rsplit(['/', '\\']).next().unwrap().to_owned());
        names.collect::<std::collections::BTreeSet<_>>()
    });
    assert_eq!(names[0], names[1]);
}

/// How many claims this file makes.
fn claims_in(file: &str) -> usize {
    let content = std::fs::read_to_string(file).unwrap();
    let claims: serde_json::Value = serde_json::from_str(&content).unwrap();
    claims["claims"].as_array().unwrap().len()
}

#[test]
fn examples_pass_their_scenarios_and_claims_hold() {
    let ended = Folder::new().works(&format!("test {}", folder().display()));
    let scenarios = all(".scenario.json").len();
    let claims: usize = all(".claims.json").iter().map(|file| claims_in(file)).sum();
    assert!(claims > 0);
    let passed = scenarios + claims;
    assert_holds(&ended.out, &[&format!("{passed} passed, 0 failed")]);
    for tree in all(".bt.json") {
        Folder::new().works(&format!("test {tree}"));
    }
}
