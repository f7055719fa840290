//! Named trees: named, run by other nodes, opened from there, overridden, and highlighted while they run.

use treewright_core::diagnostic::Severity;
use treewright_core::model::ParameterValue;
use treewright_session::i18n::Texts;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

const TREE: &str = r#"{"format": "treewright", "version": 1, "name": "Main", "root": "n1",
"variables": [{"name": "loud", "type": "bool", "scope": "subtree", "initial": false}],
"nodes": [
    {"id": "n1", "task": "Selector", "children": ["n2", "n3"], "x": 0, "y": 0},
    {"id": "n2", "task": "Subtree", "name": "Soft", "parameters": {"tree": "Shout"}, "x": -120, "y": 96},
    {"id": "n3", "task": "Subtree", "name": "Hard", "parameters": {"tree": "Shout", "loud": true}, "x": 60, "y": 96},
    {"id": "n4", "task": "Sequence", "name": "Shouting", "children": ["n5", "n6"], "x": 300, "y": 0},
    {"id": "n5", "task": "CompareBool", "name": "Loud?", "parameters": {"left": {"var": "loud"}}, "x": 250, "y": 96},
    {"id": "n6", "task": "Wait", "name": "Breathe", "parameters": {"seconds": 2.0}, "x": 400, "y": 96}
], "unconnected": ["n4"]"#;

/// A studio on that tree, whose unconnected tree is named Shout or has no name.
pub(super) fn studio(named: bool) -> Studio {
    let first = Studio::empty();
    let path = first.path("tree.bt.json");
    let trees = r#", "trees": [{"name": "Shout", "root": "n4"}]}"#;
    let text = format!("{TREE}{}", if named { trees } else { "}" });
    std::fs::write(&path, text).unwrap();
    first.started_again(&[path])
}

fn tree_names(studio: &Studio) -> Vec<String> {
    let document = studio.document();
    let trees = document.trees.iter();
    trees
        .map(|tree| format!("{} {}", tree.name, tree.root))
        .collect()
}

/// The inspector is long.
fn scroll_to(studio: &mut Studio, label: &str) {
    studio.get(label).scroll_to_me();
    studio.steps(8);
}

#[test]
fn an_unconnected_tree_is_named_renamed_and_unnamed_again() {
    let mut studio = studio(false);
    assert!(studio.shows_part("No tree named “Shout” in this document"));
    studio.click("Outline: Shouting");
    studio.keys("Shift+F2 `Shout` Enter");
    assert_eq!(tree_names(&studio), ["Shout n4"]);
    assert!(!studio.shows_part("No tree named “Shout” in this document"));
    // A screen reader reads that on the card.
    assert!(studio.shows_part("tree Shout"));
    studio.fill("Tree name", "Cry");
    assert_eq!(tree_names(&studio), ["Cry n4"]);
    let document = studio.document();
    let runs = document.node(&"n2".into()).unwrap();
    assert_eq!(
        runs.text_parameter("tree"),
        "Cry",
        "references to the tree are renamed"
    );
    studio.focus("Tree name");
    studio.keys("Ctrl+A Backspace Enter");
    assert_eq!(tree_names(&studio), [""; 0]);
    for names in [vec!["Cry n4"], vec!["Shout n4"], vec![]] {
        studio.keys("Ctrl+Z");
        assert_eq!(tree_names(&studio), names);
    }
}

#[test]
fn naming_the_tree_of_a_node_that_runs_it_renames_that_tree() {
    let mut studio = studio(true);
    studio.click("Outline: Soft");
    studio.keys("Shift+F2 `Cry` Enter");
    assert_eq!(tree_names(&studio), ["Cry n4"]);
    let document = studio.document();
    for node in ["n2", "n3"] {
        let node = document.node(&node.into()).unwrap();
        assert_eq!(node.text_parameter("tree"), "Cry");
    }
}

#[test]
fn a_shortcut_goes_from_a_node_to_the_tree_that_it_runs() {
    let mut studio = studio(true);
    studio.click("Outline: Soft");
    studio.keys("F12");
    assert_eq!(studio.selected(), "n4");
}

#[test]
fn the_tree_and_its_variables_are_set_like_parameters() {
    let mut studio = studio(true);
    studio.click("Outline: Soft > Loud");
    let set = |studio: &Studio, name: &str| {
        let document = studio.document();
        let node = document.node(&"n2".into()).unwrap();
        node.parameters.get(name).cloned()
    };
    assert_eq!(set(&studio, "loud"), Some(ParameterValue::literal(true)));
    studio.click("Reset Tree");
    assert_eq!(set(&studio, "tree"), None);
    assert!(studio.shows_part("No tree is chosen"));
}

#[test]
fn a_new_subtree_node_is_unfinished_and_not_wrong_until_it_runs() {
    let mut studio = studio(true);
    studio.click("Outline: Selector");
    studio.keys("Enter `Subtree` Enter");
    assert_eq!(studio.document().node_count(), 7);
    let told = |studio: &Studio| studio.front(OpenDocument::count_all_problems);
    assert_eq!(told(&studio), 0);
    studio.must_show(&["Choose File", "Choose Tree"]);
    studio.click("Outline: Hard");
    assert_eq!(told(&studio), 1);
    let errors = |studio: &Studio| studio.front(|front| front.count_problems(Severity::Error));
    assert_eq!(errors(&studio), 0);
    studio.keys("F10");
    let is_told = studio.front(|front| {
        let mut log = front.run.as_ref().unwrap().log().iter();
        log.any(|entry| {
            Texts::default()
                .message(&entry.text)
                .contains("no tree is chosen")
        })
    });
    assert!(is_told);
}

/// A project with three trees, of which `ai/main.bt.json` is open, with an empty Subtree node.
fn project() -> Studio {
    let first = Studio::empty();
    let subtree = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Subtree", "name": "Use"}]}"#;
    let library = format!(r#"{TREE}, "trees": [{{"name": "Shout", "root": "n4"}}]}}"#);
    first.write("treewright.project.json", "{}");
    first.write("ai/other.bt.json", subtree);
    first.write("lib/shouting.bt.json", library);
    let main = first.write("ai/main.bt.json", subtree);
    let mut studio = first.started_again(&[main]);
    studio.click("Outline: Use");
    studio
}

fn named_by(studio: &Studio) -> [String; 2] {
    let document = studio.document();
    let node = document.node(&"n1".into()).unwrap();
    ["file", "tree"].map(|name| node.text_parameter(name).to_owned())
}

#[test]
fn the_file_and_the_tree_are_completed_from_the_project() {
    let mut studio = project();
    studio.wait_until(|studio| studio.front(|front| front.path().is_some()));
    studio.fill("File", "shout");
    assert_eq!(named_by(&studio), ["../lib/shouting.bt.json", ""]);
    studio.fill("Tree", "sh");
    assert_eq!(named_by(&studio), ["../lib/shouting.bt.json", "Shout"]);
    studio.must_show(&["Loud"]);
    studio.keys("Escape Ctrl+Z Ctrl+Z");
    assert_eq!(named_by(&studio), ["", ""]);
}

#[test]
fn the_file_and_the_tree_are_listed_for_the_mouse() {
    let mut studio = project();
    studio.click("Choose File");
    studio.wait_for("ai/other.bt.json");
    studio.click("lib/shouting.bt.json > Choose Tree > Shout");
    assert_eq!(named_by(&studio), ["../lib/shouting.bt.json", "Shout"]);
    studio.click("Choose File > This file");
    assert_eq!(named_by(&studio), ["", "Shout"]);
    studio.fill("File", "AI/other.bt.json");
    assert_eq!(named_by(&studio), ["other.bt.json", "Shout"]);
}

#[test]
fn an_override_is_set_for_one_use_of_a_subtree_and_removed() {
    let mut studio = studio(true);
    studio.click("Outline: Hard");
    scroll_to(&mut studio, "Override parameter of…");
    studio.click("Override parameter of… > Breathe (n6)");
    scroll_to(&mut studio, "Choose a parameter…");
    studio.click("Choose a parameter… > Seconds");
    let overrides = |studio: &Studio| {
        let document = studio.document();
        let node = document.node(&"n3".into()).unwrap();
        let all = node.overrides.iter();
        let all = all.map(|o| format!("{} {} {:?}", o.path, o.parameter, o.value.as_literal()));
        all.collect::<Vec<_>>()
    };
    assert_eq!(overrides(&studio), ["n6 seconds Some(Float(2.0))"]);
    studio.click("Reset Seconds of Breathe");
    assert_eq!(overrides(&studio), [""; 0]);
    studio.keys("Ctrl+Z");
    assert_eq!(overrides(&studio).len(), 1);
}

#[test]
fn a_run_highlights_the_nodes_inside_a_subtree() {
    let mut studio = studio(true);
    studio.keys("F10");
    studio.must_show(&["Breathe (Wait), running", "Hard (Subtree), running"]);
    assert!(studio.shows("Soft (Subtree), failed"));
}

#[test]
fn a_tree_of_another_file_is_chosen_overridden_and_opened() {
    let first = Studio::empty();
    let (main, other) = (first.path("main.bt.json"), first.path("lib.bt.json"));
    let subtree = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
        {"id": "n1", "task": "Subtree", "name": "Use", "parameters": {"file": "lib.bt.json"}}]}"#;
    std::fs::write(&main, subtree).unwrap();
    let library = format!(r#"{TREE}, "trees": [{{"name": "Shout", "root": "n4"}}]}}"#);
    std::fs::write(&other, library).unwrap();
    let mut studio = first.started_again(&[main]);
    studio.click("Outline: Use > Choose Tree > Shout > Loud");
    let document = studio.document();
    let node = document.node(&"n1".into()).unwrap();
    assert_eq!(node.text_parameter("tree"), "Shout");
    let loud = node.parameters.get("loud");
    assert_eq!(loud, Some(&ParameterValue::literal(true)));
    assert!(!studio.shows_part("has no variable"));
    studio.keys("F12");
    assert_eq!(studio.count(), 2);
    assert_eq!(studio.selected(), "n4");
    assert_eq!(studio.document().name, "Main");
}

/// A captain whose tree runs that of a fighter, which is in another file.
fn captain() -> Studio {
    let first = Studio::empty();
    first.write(
        "fighter.bt.json",
        r#"{"format": "treewright", "version": 1, "name": "Fighter", "root": "n1",
        "variables": [{"name": "hurt", "type": "bool", "initial": false}],
        "nodes": [
            {"id": "n1", "task": "Selector", "name": "Fighter", "children": ["n2", "n5"]},
            {"id": "n2", "task": "Sequence", "name": "Save yourself", "abort": "Both", "children": ["n3", "n4"]},
            {"id": "n3", "task": "CompareBool", "name": "Badly hurt?", "parameters": {"left": {"var": "hurt"}}},
            {"id": "n4", "task": "Idle", "name": "Recover"},
            {"id": "n5", "task": "Sequence", "name": "Fight", "children": ["n6", "n7"]},
            {"id": "n6", "task": "Wait", "name": "Strike", "parameters": {"seconds": 0.15}},
            {"id": "n7", "task": "Fail", "name": "Miss"}]}"#,
    );
    let captain = first.write(
        "captain.bt.json",
        r#"{"format": "treewright", "version": 1, "name": "Captain", "root": "n1",
        "nodes": [
            {"id": "n1", "task": "Selector", "name": "Captain", "children": ["n2", "n3"], "x": 0, "y": 0},
            {"id": "n2", "task": "Subtree", "name": "Lead", "parameters": {"file": "fighter.bt.json"}, "x": -120, "y": 96},
            {"id": "n3", "task": "Idle", "name": "Step back", "x": 60, "y": 96}]}"#,
    );
    let mut studio = first.started_again(&[captain]);
    studio.wait_until(|studio| studio.front(|front| front.count_problems(Severity::Error) == 0));
    studio
}

#[test]
fn nodes_of_another_file_are_called_by_their_own_names_where_a_run_is_explained() {
    let mut studio = captain();
    studio.keys("F10");
    studio.show_panel("Observers");
    studio.must_show_part(&[
        "Badly hurt? ",
        "in “Fighter”",
        "Aborts “Fight” when it becomes true",
    ]);
    studio.focus_canvas();
    studio.keys("F11");
    studio.must_show_part(&["next: “Strike” "]);
    for _ in 0..12 {
        studio.keys("F10");
    }
    studio.front_select("n2");
    studio.keys("Y");
    studio.must_show(&[
        "“Lead” returned Failure because “Fighter” returned Failure",
        "“Fight” returned Failure because “Miss” returned Failure",
    ]);
    assert!(!studio.shows_part("because “Lead” returned"));
}
