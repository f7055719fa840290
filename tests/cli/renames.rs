//! Renames and moves in a project: what uses the renamed thing follows, and nothing changes if that is not possible.

use super::harness::Folder;

pub const MAIN: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
  {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
  {"id": "n2", "task": "Subtree", "parameters": {"file": "../lib/inner.bt.json", "tree": "Volley", "hp": 3}},
  {"id": "n3", "task": "SendEvent", "parameters": {"name": "fire"}}]}"#;

pub const INNER: &str = r#"{"format": "treewright", "version": 1, "libraries": ["fighter.tasks.json"], "root": "n1",
  "variables": [{"name": "hp", "type": "int", "scope": "subtree", "initial": 1}],
  "trees": [{"name": "Volley", "root": "n2"}],
  "nodes": [{"id": "n1", "task": "WaitForEvent", "parameters": {"name": "fire"}},
  {"id": "n2", "task": "Sequence", "children": ["n3", "n4"]},
  {"id": "n3", "task": "CompareInt", "parameters": {"left": {"var": "hp"}, "operator": ">", "right": 1}},
  {"id": "n4", "task": "Shoot", "parameters": {"target": {"vec3": [0, 0, 0]}}}]}"#;

const SCENARIO: &str = r#"{"format": "treewright-scenario", "version": 1, "name": "Fires", "frames": 2,
  "steps": [{"frame": 1, "events": [{"name": "fire"}], "expect": {"variables": {"n2/hp": 3}}}]}"#;

pub fn project() -> Folder {
    Folder::new()
        .with("treewright.project.json", "{}")
        .with("ai/main.bt.json", MAIN)
        .with("ai/main.scenario.json", SCENARIO)
        .with("lib/inner.bt.json", INNER)
        .with("lib/fighter.tasks.json", super::nodes::FIGHTER)
}

#[test]
fn what_uses_the_renamed_thing_follows() {
    let folder = project();
    folder.works("check .").out_holds("no problems");
    for (command, file, holds) in [
        (
            "rename-tree lib/inner.bt.json Volley Salvo",
            "ai/main.bt.json",
            "\"tree\": \"Salvo\"",
        ),
        (
            "rename-variable lib/inner.bt.json hp health",
            "ai/main.bt.json",
            "\"health\": 3",
        ),
        (
            "rename-variable lib/inner.bt.json health hits",
            "ai/main.scenario.json",
            "n2/hits",
        ),
        (
            "rename-event ai fire go",
            "lib/inner.bt.json",
            "\"name\": \"go\"",
        ),
        ("rename-event ai go fire", "ai/main.scenario.json", "fire"),
        (
            "rename-task lib/fighter.tasks.json Shoot Fire",
            "lib/inner.bt.json",
            "\"task\": \"Fire\"",
        ),
        (
            "move lib/inner.bt.json lib/deep/other.bt.json",
            "ai/main.bt.json",
            "../lib/deep/other.bt.json",
        ),
        (
            "move lib/deep ai",
            "ai/main.bt.json",
            "\"deep/other.bt.json\"",
        ),
        (
            "move lib/fighter.tasks.json game.tasks.json",
            "ai/deep/other.bt.json",
            "../../game.tasks.json",
        ),
        (
            "move ai/main.bt.json start.bt.json",
            "start.scenario.json",
            "n2/hits",
        ),
    ] {
        folder.works(command).out_holds("Changed");
        let text = folder.read(file);
        assert!(text.contains(holds), "{command}: {text}");
        folder.works("check .").out_holds("no problems");
        folder.works("test .").out_holds("1 passed");
    }
}

#[test]
fn a_dry_run_shows_the_difference_and_changes_nothing() {
    let folder = project();
    let ended = folder.works("rename-tree lib/inner.bt.json Volley Salvo --dry-run");
    ended.out_holds("ai/main.bt.json: 1 place + Salvo + Would change 2 files");
    assert_eq!(folder.read("ai/main.bt.json"), MAIN);
    let said = folder.json(0, "move lib/inner.bt.json in.bt.json --dry-run");
    assert_eq!(said["written"], false);
    assert_eq!(said["moved"][0][1], "in.bt.json");
    assert_eq!(said["files"][0]["file"], "ai/main.bt.json");
}

#[test]
fn what_is_not_possible_changes_nothing_and_says_why() {
    let folder = project();
    for (command, reason) in [
        (
            "rename-tree lib/inner.bt.json None Salvo",
            "has no tree `None`",
        ),
        (
            "rename-variable lib/inner.bt.json hp hp",
            "the same as the old one",
        ),
        (
            "rename-variable ai/none.bt.json hp health",
            "does not exist",
        ),
        (
            "rename-task lib/fighter.tasks.json Shoot Sequence",
            "a built-in node has the name `Sequence`",
        ),
        (
            "rename-event . none some",
            "no file of the project uses an event `none`",
        ),
        ("move ai/main.bt.json lib/inner.bt.json", "there is a file"),
        ("move ai/main.bt.json ../out.bt.json", "cannot be used"),
        ("move ai/main.bt.json ai/main.json", "must end like"),
        ("move ai ai/deep/ai", "cannot be moved into itself"),
    ] {
        folder.refuses(command).err_holds(reason);
    }
    assert_eq!(folder.read("ai/main.bt.json"), MAIN);
    assert_eq!(folder.read("lib/inner.bt.json"), INNER);
}

#[test]
fn the_schema_of_a_text_editor_is_found_from_the_new_place() {
    let with_schema = INNER.replacen('{', r#"{"$schema": "../schema/bt.json", "#, 1);
    let folder = project().with("lib/inner.bt.json", with_schema);
    folder.works("move lib/inner.bt.json inner.bt.json");
    let text = folder.read("inner.bt.json");
    assert!(text.contains(r#""$schema": "schema/bt.json""#), "{text}");
}

#[test]
fn breakpoints_and_export_targets_follow_a_file() {
    let breakpoints = r#"{"format": "treewright-breakpoints", "version": 1, "documents": {"ai/main.bt.json": [{"node": "n1"}]}}"#;
    let exports = r#"{"format": "treewright-exports", "version": 1, "documents": {"ai/main.bt.json": [{"to": "dot", "file": "out/a.dot"}]}}"#;
    let folder = project()
        .with(".treewright/breakpoints.json", breakpoints)
        .with(".treewright/exports.json", exports);
    folder.works("move ai ki");
    for file in ["breakpoints.json", "exports.json"] {
        let text = folder.read(&format!(".treewright/{file}"));
        assert!(text.contains("\"ki/main.bt.json\""), "{text}");
        assert!(!text.contains("ai/main"), "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = project().with("ai/bad.bt.json", "{");
    let ended = folder.finds("rename-tree lib/inner.bt.json Volley Salvo");
    ended.err_holds("ai/bad.bt.json + cannot be read");
    folder.expect(2, "check .").err_holds("ai/bad.bt.json");
}

#[test]
fn uses_are_listed_by_kind() {
    let folder = project();
    let ended = folder.works("uses fire");
    ended.out_holds("Event fire + ai/main.bt.json n3 + lib/inner.bt.json n1 + ai/main.scenario.json frame 1 + 3 uses");
    folder
        .works("uses inner.bt.json")
        .out_holds("File inner.bt.json + ai/main.bt.json n2 + 1 use");
    let said = folder.json(0, "uses hp");
    assert_eq!(said["found"][0]["kind"], "variable");
    folder
        .finds("uses none")
        .out_holds("Nothing in the project is named none");
}
