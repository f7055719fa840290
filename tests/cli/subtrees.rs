//! Trees that run trees of other files.

use super::harness::{Folder, assert_holds};

/// A tree of one Subtree node that runs this file.
fn main(file: &str) -> String {
    format!(
        r#"{{"format": "treewright", "version": 1, "root": "n1", "nodes": [
  {{"id": "n1", "task": "Sequence", "name": "Main", "children": ["n2"]}},
  {{"id": "n2", "task": "Subtree", "name": "Fight",
    "parameters": {{"file": "{file}"}}}}]}}"#
    )
}

/// A tree of one leaf, from a library in its folder.
const INNER: &str = r#"{"format": "treewright", "version": 1, "libraries": ["fighter.tasks.json"], "root": "n1",
"nodes": [{"id": "n1", "task": "Shoot", "name": "Burst", "parameters": {"target": {"vec3": [0, 0, 0]}}}]}"#;

/// A project with trees and libraries in separate folders.
fn project() -> Folder {
    Folder::new()
        .with("treewright.project.json", "{}")
        .with("ai/main.bt.json", main("../lib/inner.bt.json"))
        .with("lib/inner.bt.json", INNER)
        .with("lib/fighter.tasks.json", super::nodes::FIGHTER)
}

#[test]
fn a_tree_of_another_file_runs_with_the_tasks_of_its_own_library() {
    let folder = project();
    folder.works("check ai/main.bt.json lib/inner.bt.json");
    let ended = folder.works("run ai/main.bt.json --frames 1");
    ended.out_holds("Using stand-ins for: Shoot (Running) + Fight Subtree n2");
    ended.out_holds("Burst Shoot n2/n1 + running");
}

#[test]
fn scenarios_can_name_nodes_in_trees_of_other_files() {
    let folder = project().with(
        "ai/main.scenario.json",
        r#"{"format": "treewright-scenario", "version": 1, "name": "Fights", "frames": 3,
        "leaves": {"n2/n1": {"updates": "RS"}},
        "steps": [{"frame": 1, "expect": {"running": ["n2/n1"]}}, {"frame": 2, "expect": {"status": "Success"}}]}"#,
    );
    let ended = folder.works("test ai/main.bt.json");
    assert_holds(&ended.out, &["1 passed"]);
    assert!(!ended.out.contains("stand-ins"), "{}", ended.out);
}

#[test]
fn a_missing_broken_or_outside_file_is_reported_at_the_node() {
    for (file, parts) in [
        ("no.bt.json", &["file_unreadable", "cannot be read"][..]),
        ("bad.bt.json", &["file_unreadable", "line 2"]),
        ("../../out.bt.json", &["file_outside"]),
        ("/etc/passwd", &["file_not_relative"]),
        ("C:\\\\x.bt.json", &["file_not_relative"]),
        ("main.bt.json", &["subtree_cycle"]),
    ] {
        let folder = project()
            .with("ai/main.bt.json", main(file))
            .with("ai/bad.bt.json", "{\n\"format\": }");
        let ended = folder.finds("check ai/main.bt.json");
        assert_holds(&ended.out, parts);
        assert_holds(&ended.out, &["main.bt.json:", "n2"]);
        folder.refuses("run ai/main.bt.json");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_project_is_not_followed() {
    let folder = Folder::new()
        .with("game/main.bt.json", main("inner.bt.json"))
        .with("inner.bt.json", INNER);
    std::os::unix::fs::symlink("../inner.bt.json", folder.path("game/inner.bt.json")).unwrap();
    folder.finds("check game/main.bt.json => file_unreadable + outside the project");
}

#[test]
fn an_export_reports_subtrees_that_it_cannot_inline() {
    let folder = Folder::new()
        .with("lost.bt.json", main("nowhere.bt.json"))
        .with("self.bt.json", main("self.bt.json"));
    for (file, reason) in [
        ("lost.bt.json", "file `nowhere.bt.json` not found"),
        ("self.bt.json", "cannot contain itself"),
    ] {
        let ended = folder.finds(&format!("export {file} --to lua -o out.lua"));
        assert!(ended.err.contains(reason), "{}", ended.err);
        assert!(!folder.path("out.lua").exists());
    }
}

#[test]
fn trees_are_found_next_to_their_exports() {
    let tree = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Idle"}]}"#;
    let folder = Folder::new().with("a.bt.json", tree);
    folder.works("watch . --once --to dot -o .");
    assert!(folder.path("a.dot").is_file());
}
