//! Renames that concern several files: open documents follow at once, closed files if the user wants it, and undo gives all of them back.

use std::fs;

use treewright_session::workspace::run_view::NodeState;

use super::studio::Studio;

pub const CALLEE: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"variables": [{"name": "loud", "type": "bool", "scope": "subtree", "initial": false}],
"trees": [{"name": "Shout", "root": "n2"}],
"nodes": [
    {"id": "n1", "task": "Subtree", "name": "Own", "parameters": {"tree": "Shout"}, "x": 0, "y": 0},
    {"id": "n2", "task": "CompareBool", "name": "Loud?", "parameters": {"left": {"var": "loud"}}, "x": 250, "y": 0}
], "loose": ["n2"]}"#;

const CALLER: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
    {"id": "n1", "task": "Subtree", "name": "Far", "parameters": {"file": "callee.bt.json", "tree": "Shout", "loud": true}, "x": 0, "y": 0}
]}"#;

/// The callee and one of its two callers are open, the callee in front.
fn studio() -> Studio {
    let first = Studio::empty();
    for (name, text) in [
        ("treewright.project.json", "{}"),
        ("callee.bt.json", CALLEE),
        ("open.bt.json", CALLER),
        ("ai/deep/notes.txt", ""),
        ("ai/closed.bt.json", &CALLER.replace("callee", "../callee")),
    ] {
        let path = first.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let paths = ["open.bt.json", "callee.bt.json"].map(|name| first.path(name));
    first.started_again(&paths)
}

const TITLE: &str = "Rename in closed files, too?";

fn open_caller(studio: &mut Studio) -> String {
    studio.keys("Ctrl+Tab");
    let document = studio.document();
    let node = document.node(&"n1".into()).unwrap();
    let tree = node.text_parameter("tree").to_owned();
    let names: Vec<&str> = node.parameters.iter().map(|(name, _)| &**name).collect();
    let told = format!("{tree} {}", names.join(" "));
    studio.keys("Ctrl+Tab");
    told
}

#[test]
fn a_tree_is_renamed_in_open_and_in_closed_files_and_undo_gives_them_back() {
    let mut studio = studio();
    let closed = studio.read("ai/closed.bt.json");
    studio.click("Outline: Loud?");
    studio.keys("Shift+F2 `Cry` Enter");
    studio.wait_for(TITLE);
    studio.must_show(&["1 more use in 1 closed file:", "ai/closed.bt.json"]);
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("ai/closed.bt.json").contains("\"Cry\""));
    assert_eq!(open_caller(&mut studio), "Cry file tree loud");
    assert!(!studio.is_dirty() && studio.read("callee.bt.json").contains("\"Cry\""));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.read("ai/closed.bt.json") == closed);
    studio.must_say("Undone: Renamed Shout to Cry");
    assert_eq!(open_caller(&mut studio), "Shout file tree loud");
    assert_eq!(studio.read("callee.bt.json"), CALLEE);
    assert_eq!(studio.read("open.bt.json"), CALLER);
    assert!(!studio.is_dirty());
    // Forward and back again, from the other document.
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.read("ai/closed.bt.json").contains("\"Cry\""));
    assert_eq!(open_caller(&mut studio), "Cry file tree loud");
    studio.keys("Ctrl+Tab Ctrl+Z");
    studio.wait_until(|studio| studio.read("ai/closed.bt.json") == closed);
    studio.keys("Ctrl+Tab");
    assert_eq!(&*studio.document().trees[0].name, "Shout");
}

#[test]
fn what_was_not_saved_stays_so_when_closed_files_follow() {
    let mut studio = studio();
    studio.click("Outline: Loud?");
    studio.keys("F2 `Roar` Enter");
    studio.click("Outline: Roar");
    studio.keys("Shift+F2 `Cry` Enter");
    studio.wait_for(TITLE);
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("ai/closed.bt.json").contains("\"Cry\""));
    // Whoever discards the other change now has the new name everywhere.
    let saved = studio.read("callee.bt.json");
    assert!(studio.is_dirty() && saved.contains("\"Cry\"") && saved.contains("Loud?"));
}

#[test]
fn a_rename_in_open_files_alone_is_undone_in_all_of_them() {
    let first = studio();
    fs::remove_file(first.path("ai/closed.bt.json")).unwrap();
    let paths = ["open.bt.json", "callee.bt.json"].map(|name| first.path(name));
    let mut studio = first.started_again(&paths);
    studio.click("Outline: Loud?");
    studio.keys("Shift+F2 `Cry` Enter");
    studio.must_say("Renamed to “Cry” in 2 documents");
    assert_eq!(open_caller(&mut studio), "Cry file tree loud");
    studio.keys("Ctrl+Z");
    assert_eq!(open_caller(&mut studio), "Shout file tree loud");
    studio.keys("Ctrl+Y");
    assert_eq!(open_caller(&mut studio), "Cry file tree loud");
}

#[test]
fn a_tree_that_is_saved_in_another_folder_finds_its_files_from_there() {
    let first = studio();
    let mut studio = first.started_again(&[first.path("open.bt.json")]);
    studio.dialog_gives(&first.path("ai/deep/own.bt.json"));
    studio.keys("Ctrl+Shift+S");
    studio.wait_until(|studio| studio.path("ai/deep/own.bt.json").exists());
    studio.steps(5);
    let text = studio.read("ai/deep/own.bt.json");
    assert!(text.contains("\"../../callee.bt.json\""), "{text}");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    assert!(studio.read("open.bt.json").contains("\"callee.bt.json\""));
    // Earlier states have paths for the old folder.
    studio.keys("Ctrl+Z");
    studio.must_say("Undo ends here");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    studio.click("Outline: Far");
    studio.keys("F2 `Near` Enter Ctrl+Z");
    assert!(studio.shows("Outline: Far"));
}

#[test]
fn closed_files_can_be_left_as_they_are() {
    let mut studio = studio();
    let closed = studio.read("ai/closed.bt.json");
    studio.click("Outline: Loud?");
    studio.keys("Shift+F2 `Cry` Enter");
    studio.wait_for(TITLE);
    studio.keys("Escape");
    assert!(!studio.shows(TITLE));
    assert_eq!(studio.read("ai/closed.bt.json"), closed);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.read("ai/closed.bt.json"), closed);
}

#[test]
fn a_variable_that_a_closed_file_sets_is_renamed_there() {
    let mut studio = studio();
    studio.click("Initial value of loud");
    studio.fill("Name of variable loud", "noisy");
    studio.wait_for(TITLE);
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("ai/closed.bt.json").contains("\"noisy\": true"));
    assert_eq!(open_caller(&mut studio), "Shout file tree noisy");
}

#[test]
fn open_documents_see_each_other_as_they_are_open_and_a_run_says_what_is_not_saved() {
    let mut studio = studio();
    studio.click("Outline: Loud?");
    studio.keys("Shift+F2 `Cry` Enter");
    studio.wait_for(TITLE);
    studio.click("Leave them");
    studio.keys("Ctrl+Tab");
    studio.steps(5);
    assert!(
        studio.front(|front| front.diagnostics().is_empty()),
        "the open file has the tree `Cry`"
    );
    studio.keys("F10");
    studio.must_say("With unsaved changes of callee");
    assert_eq!(studio.state("Far"), NodeState::Success);
    // It is edited while it runs elsewhere.
    studio.keys("Ctrl+Tab");
    studio.front_select("n2");
    studio.keys("Delete");
    studio.click("Remove");
    studio.keys("Ctrl+Tab");
    studio.steps(5);
    assert!(studio.front(|front| !front.diagnostics().is_empty()));
    studio.keys("Ctrl+Tab Ctrl+Z Ctrl+S Ctrl+Tab F10");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    assert!(!studio.notice().contains("unsaved"), "{}", studio.notice());
}
