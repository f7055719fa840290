//! `treewright import`, `export`, `convert` and `watch`.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use super::harness::{Folder, GUARD, assert_holds};

#[test]
fn a_tree_is_exported_beside_it_or_where_one_says() {
    let folder = Folder::with_guard();
    let ended = folder.expect(0, "export guard.bt.json --to dot");
    assert_holds(&ended.out, &["nodes", "mapped", "guard.dot"]);
    let dot = folder.read("guard.dot");
    assert_holds(&dot, &["digraph \"Guard\"", " -> "]);
    folder.expect(0, "export guard.bt.json --to mermaid -o drawn/tree.mmd");
    assert_holds(&folder.read("drawn/tree.mmd"), &["flowchart TD", "-->"]);
    folder.expect(0, "export guard.bt.json --to markdown -o lists/");
    assert_holds(&folder.read("lists/guard.md"), &["# Guard", "- **"]);
}

#[test]
fn an_export_never_overwrites_the_tree_itself() {
    let folder = Folder::with_guard();
    let ended = folder.expect(2, "export guard.bt.json --to treewright");
    assert_holds(&ended.err, &["over the file that it was read from"]);
    assert_eq!(folder.read("guard.bt.json"), GUARD);
}

#[test]
fn convert_writes_what_the_name_says_and_replaces_nothing_unasked() {
    let folder = Folder::with_guard();
    folder.expect(0, "convert guard.bt.json a.dot");
    let dot = folder.read("a.dot");
    // The same again is no replacement.
    folder.expect(0, "convert guard.bt.json a.dot");
    let folder = folder.with("a.dot", "mine");
    let ended = folder.expect(2, "convert guard.bt.json a.dot");
    assert_holds(&ended.err, &["a.dot", "--force"]);
    assert_eq!(folder.read("a.dot"), "mine");
    folder.expect(0, "convert guard.bt.json a.dot --force");
    assert_eq!(folder.read("a.dot"), dot);
}

#[test]
fn what_cannot_be_converted_says_which_formats_there_are() {
    let folder = Folder::with_guard().with("notes.txt", "hello");
    let ended = folder.expect(2, "convert guard.bt.json a.exe");
    assert_holds(&ended.err, &["no format", "--to", "dot", "mermaid"]);
    let ended = folder.expect(2, "import notes.txt -o out");
    assert_holds(&ended.err, &["no format that can be read", "--from"]);
    let ended = folder.expect(2, "fmt a.dot");
    assert_holds(&ended.err, &["a.dot"]);
}

#[test]
fn machines_get_one_object_with_a_line_for_each_file() {
    let folder = Folder::with_guard();
    let json = folder.json(0, "export guard.bt.json --to dot -o out/");
    assert_eq!(json["files"][0]["to"], "dot");
    assert_eq!(json["files"][0]["refused"], 0);
    assert_eq!(json["files"][0]["nodes"], json["files"][0]["mapped"]);
    let written = json["files"][0]["written"][0].as_str().unwrap();
    assert!(folder.path(written).is_file());
}

#[test]
fn watch_exports_what_the_project_says_and_nothing_outside_it() {
    let targets = r#"{"format": "treewright-exports", "version": 1, "documents": {
        "guard.bt.json": [
            {"to": "dot", "file": "out/guard.dot", "on_save": true},
            {"to": "mermaid", "file": "out/never.mmd"}
        ],
        "evil.bt.json": [{"to": "dot", "file": "../evil.dot", "on_save": true}]}}"#;
    let folder = Folder::new()
        .with("trees/guard.bt.json", GUARD)
        .with("trees/evil.bt.json", GUARD)
        .with("trees/.treewright/exports.json", targets);
    let ended = folder.expect(2, "watch trees --once");
    assert_holds(&ended.err, &["outside the project folder", "../evil.dot"]);
    assert_holds(&folder.read("trees/out/guard.dot"), &["digraph"]);
    assert!(!folder.path("trees/out/never.mmd").exists());
    assert!(!folder.path("evil.dot").exists());
}

#[test]
fn watch_exports_again_when_a_tree_changes() {
    let folder = Folder::new().with("trees/guard.bt.json", GUARD);
    let mut child = folder
        .command("watch trees --to markdown -o out")
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut until = |text: &str| lines.find(|line| line.as_ref().unwrap().contains(text));
    assert!(until("Watching").is_some());
    assert_holds(&folder.read("out/guard.md"), &["# Guard"]);
    let renamed = GUARD.replace("\"name\": \"Guard\"", "\"name\": \"Sentry\"");
    std::fs::write(folder.path("trees/guard.bt.json"), renamed).unwrap();
    assert!(until("guard.bt.json").is_some());
    assert_holds(&folder.read("out/guard.md"), &["# Sentry"]);
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn watch_says_how_to_begin_where_nothing_is_to_be_exported() {
    let folder = Folder::with_guard();
    let ended = folder.expect(0, "watch . --once");
    assert_holds(&ended.out, &["set one in the editor", "--to"]);
    let ended = folder.expect(2, "watch nowhere --once");
    assert_holds(&ended.err, &["there is no such folder"]);
}

#[cfg(feature = "gui")]
#[test]
fn a_picture_is_a_conversion_too() {
    let folder = Folder::with_guard().with("b.png", "mine");
    folder.expect(0, "convert guard.bt.json a.svg");
    assert_holds(&folder.read("a.svg"), &["<svg", "Guard"]);
    let ended = folder.expect(2, "convert guard.bt.json b.png");
    assert_holds(&ended.err, &["b.png", "--force"]);
    folder.expect(0, "convert guard.bt.json b.png --force");
}
