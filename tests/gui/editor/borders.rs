//! Branches that move over the borders of files: to a new file, to a closed one, and to one that is open in another tab.

use treewright_core::format::native;
use treewright_core::model::{Document, ParameterValue};
use treewright_insight::scenario_json;
use treewright_session::workspace::open_document::OpenDocument;

use super::studio::Studio;

const MAIN: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"variables": [{"name": "health", "type": "int", "scope": "tree", "initial": 3}],
"notes": [{"text": "Beside the branch", "x": 105, "y": 185, "width": 60, "height": 40}, {"text": "Far away", "x": 900, "y": 900, "width": 60, "height": 40}],
"nodes": [
    {"id": "n1", "task": "Sequence", "children": ["n2", "n3"], "x": 0, "y": 0},
    {"id": "n2", "task": "Wait", "x": -120, "y": 96},
    {"id": "n3", "task": "Selector", "name": "Survive", "children": ["n4", "n5"], "x": 100, "y": 96},
    {"id": "n4", "task": "CompareInt", "name": "Hurt?", "parameters": {"left": {"var": "health"}, "right": 2}, "x": 60, "y": 240},
    {"id": "n5", "task": "Idle", "x": 240, "y": 240}
]}"#;

const OTHER: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
    {"id": "n1", "task": "Idle", "name": "Own", "x": 0, "y": 0}
]}"#;

/// The branch is selected; the other file is open in another tab, or closed.
fn studio(is_other_open: bool) -> Studio {
    let first = Studio::empty();
    first.write("treewright.project.json", "{}");
    let main = first.write("ai/main.bt.json", MAIN);
    let other = first.write("lib/other.bt.json", OTHER);
    let paths = if is_other_open {
        vec![other, main]
    } else {
        vec![main]
    };
    let mut studio = first.started_again(&paths);
    studio.click("Outline: Survive");
    studio
}

fn extract_to(studio: &mut Studio, file: &str, tree: &str) {
    studio.keys("Alt+Shift+E");
    studio.wait_for("Extract to file");
    studio.fill_in("File in the project", file);
    studio.fill("Name of the tree", tree);
}

fn file(studio: &Studio, name: &str) -> Document {
    native::read(studio.read(name).as_bytes()).unwrap().document
}

fn no_problems(studio: &mut Studio) {
    studio.steps(5);
    assert_eq!(studio.front(OpenDocument::count_all_problems), 0);
}

#[test]
fn a_branch_becomes_a_file_of_its_own_until_it_is_undone() {
    let mut studio = studio(false);
    let before = studio.document();
    extract_to(&mut studio, "lib/deep/survive.bt.json", "Survive");
    studio.must_say("lib/deep/survive.bt.json");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Subtree");
    let runner = studio.document();
    let runner = runner.nodes().find(|node| node.runs_other_file()).unwrap();
    assert_eq!(runner.text_parameter("file"), "../lib/deep/survive.bt.json");
    let health = runner
        .parameters
        .get("health")
        .and_then(ParameterValue::as_variable);
    assert_eq!(health, Some("health"), "the variable is still shared");
    let made = file(&studio, "lib/deep/survive.bt.json");
    assert_eq!(made.node_count(), 3);
    assert_eq!(made.name, "Survive");
    let notes = |document: &Document| -> Vec<String> {
        document
            .notes
            .iter()
            .map(|note| note.text.clone())
            .collect()
    };
    assert_eq!(notes(&made), ["Beside the branch"]);
    assert_eq!(notes(&studio.document()), ["Far away"]);
    studio.wait_until(|studio| studio.front(OpenDocument::count_all_problems) == 0);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
    assert!(!studio.path("lib/deep/survive.bt.json").exists());
    studio.must_say("lib/deep/survive.bt.json");
    studio.keys("Ctrl+Y");
    assert!(studio.path("lib/deep/survive.bt.json").exists());
}

#[test]
fn a_closed_file_takes_a_branch_as_a_named_tree_and_is_given_back() {
    let mut studio = studio(false);
    extract_to(&mut studio, "lib/other.bt.json", "Survival");
    let taken = file(&studio, "lib/other.bt.json");
    assert_eq!(&*taken.trees[0].name, "Survival");
    assert_eq!(taken.node_count(), 4);
    let runner = studio.document();
    let runner = runner.nodes().find(|node| node.runs_other_file()).unwrap();
    assert_eq!(runner.text_parameter("tree"), "Survival");
    studio.keys("Ctrl+Z");
    studio.must_say("Undone: extract");
    assert_eq!(studio.read("lib/other.bt.json"), OTHER);
}

#[test]
fn an_open_file_takes_a_branch_until_that_is_undone_in_either_document() {
    let mut studio = studio(true);
    extract_to(&mut studio, "lib/other.bt.json", "Survival");
    assert_eq!(studio.read("lib/other.bt.json"), OTHER, "it is not saved");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Subtree");
    studio.keys("Ctrl+Tab");
    assert_eq!(studio.outline(), "Own\nSurvive\n  Hurt?\n  Idle");
    no_problems(&mut studio);
    let document = studio.document();
    let xs: Vec<i32> = document.nodes().map(|node| node.position.x).collect();
    assert!(xs[1..].iter().all(|x| *x > 100), "{xs:?}");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.outline(), "Own");
    studio.keys("Ctrl+Tab");
    assert!(
        studio.outline().contains("Survive"),
        "it is back where it was"
    );
}

/// No file may name one that is not there.
fn no_reference_is_broken(studio: &Studio) {
    for name in ["ai/main.bt.json", "lib/deep/survive.bt.json"] {
        if !studio.path(name).exists() {
            continue;
        }
        for node in file(studio, name).nodes() {
            let named = node.text_parameter("file");
            let folder = studio.path(name).parent().unwrap().to_owned();
            assert!(named.is_empty() || folder.join(named).exists(), "{name}");
        }
    }
}

#[test]
fn undoing_an_extraction_that_was_saved_gives_both_files_back() {
    let mut studio = studio(false);
    studio.keys("Ctrl+S");
    let before = studio.read("ai/main.bt.json");
    studio.click("Outline: Survive");
    extract_to(&mut studio, "lib/deep/survive.bt.json", "Survive");
    studio.must_say("lib/deep/survive.bt.json");
    studio.keys("Ctrl+S");
    no_reference_is_broken(&studio);
    studio.keys("Ctrl+Z");
    studio.must_say("Undone: extract");
    assert!(!studio.path("lib/deep/survive.bt.json").exists());
    assert_eq!(studio.read("ai/main.bt.json"), before);
    assert!(!studio.is_dirty(), "it is saved as it was");
    studio.keys("Ctrl+Y");
    studio.keys("Ctrl+S");
    no_reference_is_broken(&studio);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.read("ai/main.bt.json"), before);
}

#[test]
fn undoing_an_extraction_says_which_unsaved_file_still_names_it() {
    let mut studio = studio(false);
    extract_to(&mut studio, "lib/deep/survive.bt.json", "Survive");
    studio.click("Outline: Wait");
    studio.keys("Ctrl+D Ctrl+S Ctrl+Z Ctrl+Z");
    studio.must_say("ai/main.bt.json on disk still names lib/deep/survive.bt.json");
    studio.keys("Ctrl+S");
    no_reference_is_broken(&studio);
}

#[test]
fn an_extraction_is_not_undone_beside_later_edits_and_in_its_file_once_that_is_closed() {
    let mut studio = studio(false);
    extract_to(&mut studio, "lib/deep/survive.bt.json", "Survive");
    studio.click("Outline: Wait");
    studio.keys("Ctrl+D");
    studio.show_panel("Project");
    studio.click("Undo the last change of files");
    studio.must_say("First undo the later edits of main.");
    studio.keys("Ctrl+S Ctrl+W");
    no_reference_is_broken(&studio);
    let made = studio.path("lib/deep/survive.bt.json");
    studio.open(&made);
    studio.click("Undo the last change of files");
    studio.wait_until(|_| !made.exists());
    no_reference_is_broken(&studio);
    let main = file(&studio, "ai/main.bt.json");
    assert_eq!(
        main.node_count(),
        6,
        "the branch is back, and what came later stays"
    );
}

#[test]
fn undo_in_one_of_two_tabs_gives_the_other_file_back_once_its_tab_is_closed() {
    for closes_taker in [false, true] {
        let mut studio = studio(true);
        extract_to(&mut studio, "lib/other.bt.json", "Survival");
        studio.must_say("which is open");
        studio.keys("Ctrl+Alt+S");
        if closes_taker {
            studio.keys("Ctrl+Tab");
        }
        studio.keys("Ctrl+W");
        no_reference_is_broken(&studio);
        studio.focus_canvas();
        studio.keys("Ctrl+Z");
        studio.wait_until(|studio| file(studio, "lib/other.bt.json").node_count() == 1);
        let main = file(&studio, "ai/main.bt.json");
        assert_eq!(main.node_count(), 5, "{closes_taker}");
    }
}

#[test]
fn what_cannot_take_a_branch_is_refused_with_the_reason() {
    let mut studio = studio(false);
    let before = studio.document();
    for (path, reason) in [
        ("ai/main.bt.json", "cannot take a branch"),
        ("notes.txt", "cannot take a branch"),
        ("../out.bt.json", "cannot be used"),
    ] {
        extract_to(&mut studio, path, "Survive");
        studio.must_show_part(&[reason]);
        studio.keys("Escape");
        assert_eq!(studio.document(), before);
    }
}

const CALLER: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"variables": [{"name": "hp", "type": "int", "scope": "tree", "initial": 3}],
"nodes": [
    {"id": "n1", "task": "Sequence", "children": ["n2", "n3"], "x": 0, "y": 0},
    {"id": "n2", "task": "Wait", "x": -120, "y": 96},
    {"id": "n3", "task": "Subtree", "name": "Use", "parameters": {"file": "main.bt.json", "health": {"var": "hp"}},
        "overrides": {"n4": {"right": 7}}, "x": 100, "y": 96}
]}"#;

/// A caller of the first file, which is closed or open in another tab with a change.
fn caller(is_main_open: bool) -> Studio {
    let first = Studio::empty();
    first.write("treewright.project.json", "{}");
    let main = first.write("ai/main.bt.json", MAIN);
    let caller = first.write("ai/caller.bt.json", CALLER);
    let paths = if is_main_open {
        vec![main, caller]
    } else {
        vec![caller]
    };
    first.started_again(&paths)
}

#[test]
fn a_tree_of_a_closed_file_takes_the_place_of_its_node() {
    let mut studio = caller(false);
    let before = studio.document();
    studio.click("Outline: Use");
    studio.keys("Shift+E");
    let outline = "Sequence\n  Wait\n  Use\n    Wait\n    Survive\n      Hurt?\n      Idle";
    assert_eq!(studio.outline(), outline);
    let document = studio.document();
    let hurt = document.nodes().find(|node| node.name == "Hurt?").unwrap();
    let left = hurt.parameters.get("left");
    assert_eq!(left.and_then(ParameterValue::as_variable), Some("hp"));
    let right = hurt.parameters.get("right");
    assert_eq!(right, Some(&ParameterValue::literal(7)), "the override");
    assert_eq!(document.variables.len(), 1);
    assert_eq!(document.notes.len(), 1, "the note beside its nodes");
    no_problems(&mut studio);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
    studio.must_say("inline subtree");
}

#[test]
fn a_tree_without_positions_is_laid_out_where_it_is_inlined() {
    let first = Studio::empty();
    first.write("treewright.project.json", "{}");
    first.write(
        "ai/main.bt.json",
        r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
    {"id": "n1", "task": "Sequence", "children": ["n2", "n3"]},
    {"id": "n2", "task": "Wait", "name": "First"}, {"id": "n3", "task": "Wait", "name": "Second"}]}"#,
    );
    let caller = CALLER.replace(r#", "health": {"var": "hp"}"#, "");
    let caller = caller.replace(r#""overrides": {"n4": {"right": 7}}, "#, "");
    let caller = first.write("ai/caller.bt.json", caller);
    let mut studio = first.started_again(&[caller]);
    studio.click("Outline: Use");
    studio.keys("Shift+E");
    studio.steps(30);
    let [top, left, right] = ["Use", "First", "Second"].map(|name| studio.card(name));
    assert!(left.top() > top.bottom() && right.top() > top.bottom());
    assert!(right.left() > left.right());
}

#[test]
fn a_tree_of_an_open_file_is_inlined_as_it_is_there() {
    let mut studio = caller(true);
    studio.keys("Ctrl+Tab");
    studio.click("Outline: Wait");
    studio.keys("Delete Ctrl+Tab");
    studio.click("Outline: Use");
    studio.keys("Shift+E");
    let outline = "Sequence\n  Wait\n  Use\n    Survive\n      Hurt?\n      Idle";
    assert_eq!(studio.outline(), outline);
}

#[test]
fn a_clash_of_names_is_refused_with_the_reason() {
    let first = caller(false);
    let main = MAIN.replace("\"scope\": \"tree\"", "\"scope\": \"global\"");
    first.write("ai/main.bt.json", main);
    let caller = CALLER.replace("\"hp\"", "\"health\"");
    let caller = first.write("ai/caller.bt.json", caller);
    let mut studio = first.started_again(&[caller]);
    let before = studio.document();
    studio.click("Outline: Use");
    studio.keys("Shift+E");
    studio.must_say("another variable “health”");
    assert_eq!(studio.document(), before);
}

#[test]
fn task_libraries_follow_over_the_border_in_both_directions() {
    let first = caller(false);
    let tasks = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action"}]}"#;
    first.write("lib/guns.tasks.json", tasks);
    let with_library = |text: &str| {
        let libraries = r#""version": 1, "libraries": ["../lib/guns.tasks.json"],"#;
        let text = text.replace("\"version\": 1,", libraries);
        text.replace("\"Idle\"", "\"Shoot\"")
    };
    let main = first.write("ai/main.bt.json", with_library(MAIN));
    let caller = first.path("ai/caller.bt.json");
    let mut studio = first.started_again(&[caller]);
    studio.click("Outline: Use");
    studio.keys("Shift+E");
    assert_eq!(studio.document().libraries, ["../lib/guns.tasks.json"]);
    no_problems(&mut studio);
    let mut studio = studio.started_again(&[main]);
    studio.click("Outline: Survive");
    extract_to(&mut studio, "lib/survive.bt.json", "Survive");
    studio.must_show_part(&["Overrides in ai/caller.bt.json of values of “Hurt?”"]);
    studio.click("Extract");
    let made = file(&studio, "lib/survive.bt.json");
    assert_eq!(made.libraries, ["guns.tasks.json"]);
}

/// Names of nodes in scenarios: by id, by name, and through a tree that runs the file.
fn scenario(nodes: [&str; 3]) -> String {
    let [first, second, third] = nodes;
    format!(
        r#"{{"format": "treewright-scenario", "version": 1, "name": "Hurt", "frames": 2,
"steps": [{{"frame": 1, "expect": {{"nodes": {{"{first}": "Idle", "{second}": "Idle", "{third}": "Idle"}}}}}}]}}
"#
    )
}

fn named_in(studio: &Studio, file: &str) -> Vec<String> {
    let read = scenario_json::read(studio.read(file).as_bytes()).unwrap();
    let step = &read.steps[&1];
    step.expect
        .nodes
        .iter()
        .map(|(name, _)| name.to_string())
        .collect()
}

#[test]
fn scenarios_follow_nodes_over_the_border_and_back() {
    let outer = r#"{"format": "treewright", "version": 1, "root": "o", "nodes": [
    {"id": "o", "task": "Sequence", "children": ["u"]}, {"id": "u", "task": "Subtree", "parameters": {"file": "../ai/main.bt.json"}}
]}"#;
    let first = Studio::empty();
    first.write("treewright.project.json", "{}");
    let main = first.write("ai/main.bt.json", MAIN);
    first.write("lib/outer.bt.json", outer);
    let scenarios = ["ai/main.scenario.json", "lib/outer.scenario.json"];
    first.write(scenarios[0], scenario(["n4", "Hurt?", "n2"]));
    first.write(scenarios[1], scenario(["u/n4", "u/n3", "u/n2"]));
    let mut studio = first.started_again(&[main]);
    studio.show_panel("Project");
    studio.wait_for("File lib/outer.scenario.json");
    let before = ["ai/main.bt.json", scenarios[0], scenarios[1]].map(|file| studio.read(file));
    studio.show_panel("Outline");
    studio.click("Outline: Survive");
    extract_to(&mut studio, "lib/survive.bt.json", "Survive");
    studio.must_say("2 scenarios follow");
    let document = studio.document();
    let runner = document
        .nodes()
        .find(|node| node.runs_other_file())
        .unwrap();
    let inside = |id: &str| format!("{}/{id}", runner.id());
    assert_eq!(named_in(&studio, scenarios[0]), [&*inside("n4"), "n2"]);
    let outside = |id: &str| format!("u/{}", inside(id));
    assert_eq!(
        named_in(&studio, scenarios[1]),
        [&*outside("n4"), &outside("n3"), "u/n2"]
    );
    assert!(!studio.is_dirty(), "on disk all fits together");
    assert_eq!(file(&studio, "ai/main.bt.json").node_count(), 3);
    // And back: from the other file.
    let extracted = studio.read(scenarios[1]);
    studio.front_select(runner.id().as_str());
    studio.focus_canvas();
    studio.keys("Shift+E");
    studio.wait_until(|studio| studio.read(scenarios[1]) != extracted);
    studio.must_say("2 scenarios follow");
    let document = studio.document();
    let hurt = document
        .nodes()
        .find(|node| node.name == "Hurt?")
        .unwrap()
        .id()
        .to_string();
    assert_eq!(named_in(&studio, scenarios[0]), [&*hurt, "n2"]);
    let top = document
        .nodes()
        .find(|node| node.name == "Survive")
        .unwrap()
        .id();
    let expected = [format!("u/{hurt}"), format!("u/{top}"), "u/n2".to_owned()];
    assert_eq!(named_in(&studio, scenarios[1]), expected);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.read(scenarios[1]) == extracted);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.read(scenarios[1]) == before[2]);
    let after = ["ai/main.bt.json", scenarios[0], scenarios[1]].map(|file| studio.read(file));
    assert_eq!(after, before);
    assert!(!studio.is_dirty());
}
