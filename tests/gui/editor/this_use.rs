//! One use of a tree: edited from inside, without a change of the tree, reset, and applied to the file of the tree.

use treewright_core::model::{Document, ParameterValue};

use super::studio::Studio;

const MAIN: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"variables": [{"name": "pause", "type": "float", "initial": 1.0}],
"nodes": [
    {"id": "n1", "task": "Selector", "children": ["n2", "n3"], "x": 0, "y": 0},
    {"id": "n2", "task": "Subtree", "name": "Morning", "parameters": {"file": "lib.bt.json"}, "x": -120, "y": 96},
    {"id": "n3", "task": "Subtree", "name": "Evening", "parameters": {"file": "lib.bt.json"},
     "overrides": {"w": {"seconds": 9.0}}, "x": 120, "y": 96}]}"#;

const LIB: &str = r#"{"format": "treewright", "version": 1, "root": "a",
"trees": [{"name": "Rest", "root": "r"}],
"nodes": [
    {"id": "a", "task": "Sequence", "name": "Patrol", "children": ["w", "s"], "x": 0, "y": 0},
    {"id": "w", "task": "Wait", "name": "Look", "parameters": {"seconds": 2.0}, "x": -120, "y": 96},
    {"id": "s", "task": "Subtree", "name": "Pause", "parameters": {"tree": "Rest"}, "x": 120, "y": 96},
    {"id": "r", "task": "Wait", "name": "Breathe", "parameters": {"seconds": 3.0}, "x": 400, "y": 0}],
"unconnected": ["r"]}"#;

/// A studio with `main.bt.json`, which runs the tree of `lib.bt.json` twice; the second use overrides a value.
fn studio() -> Studio {
    let first = Studio::empty();
    first.write("lib.bt.json", LIB);
    let main = first.write("main.bt.json", MAIN);
    first.started_again(&[main])
}

/// A studio that edits the use of the node of this name.
fn inside(node: &str) -> Studio {
    let mut studio = studio();
    studio.click(&format!("Outline: {node}"));
    studio.keys("Alt+F12");
    studio
}

/// The open document of this title.
fn open(studio: &Studio, title: &str) -> (Document, bool) {
    studio.app(|app| {
        let mut documents = app.workspace().documents().iter();
        let file = format!("{title}.bt.json");
        let found = documents.find(|it| it.path().is_some_and(|path| path.ends_with(&file)));
        let found = found.unwrap();
        (found.document().clone(), found.is_dirty())
    })
}

/// The overrides of a node of the document of this title.
fn overrides(studio: &Studio, title: &str, node: &str) -> Vec<String> {
    let (document, _) = open(studio, title);
    let all = &document.node(&node.into()).unwrap().overrides;
    let texts = all.iter().map(|set| {
        let value = match &set.value {
            ParameterValue::Literal(literal) => literal.value.to_string(),
            ParameterValue::Variable(name) => name.to_string(),
        };
        format!("{} {} {value}", set.path, set.parameter)
    });
    texts.collect()
}

fn seconds(studio: &Studio, node: &str) -> Option<ParameterValue> {
    let (document, _) = open(studio, "lib");
    let node = document.node(&node.into()).unwrap();
    node.parameters.get("seconds").cloned()
}

#[test]
fn a_value_set_inside_is_one_of_this_use_and_the_file_stays_as_it_is() {
    let mut studio = inside("Morning");
    studio.must_show(&["Editing this use: main › Morning", "Same as the file"]);
    studio.click("Outline: Look");
    studio.fill("Seconds", "4.5");
    assert_eq!(overrides(&studio, "main", "n2"), ["w seconds 4.5"]);
    assert_eq!(open(&studio, "lib"), (read(LIB), false));
    studio.must_show(&["1 value differs from the file", "In the file: 2.0"]);
    // The card says what this use does, and that it is its own.
    studio.must_show(&["Look (Wait), 1 own value"]);
    studio.keys("Escape Ctrl+Z");
    assert_eq!(overrides(&studio, "main", "n2"), [""; 0]);
    studio.must_show(&["Same as the file", "Look (Wait)"]);
    studio.keys("Ctrl+Y");
    assert_eq!(overrides(&studio, "main", "n2"), ["w seconds 4.5"]);
    studio.click("Reset Seconds of Look");
    assert_eq!(overrides(&studio, "main", "n2"), [""; 0]);
}

fn read(text: &str) -> Document {
    let read = treewright_core::format::native::read(text.as_bytes());
    read.unwrap().document
}

#[test]
fn what_one_use_cannot_change_is_refused_and_the_file_can_be_edited_instead() {
    let mut studio = inside("Morning");
    studio.click("Outline: Look");
    studio.focus("Canvas");
    for keys in ["Delete", "F2", "Enter", "F8", "Ctrl+D", "W"] {
        studio.keys(keys);
        assert_eq!(open(&studio, "lib"), (read(LIB), false), "{keys}");
        studio.must_say("Only parameters of nodes can differ in one use");
        studio.click("Outline: Look");
        studio.focus("Canvas");
    }
    studio.keys("Alt+Shift+F12");
    assert!(!studio.shows_part("Editing this use"));
    studio.keys("Delete");
    // The other use overrides a value of it.
    studio.click("Remove");
    assert_eq!(open(&studio, "lib").0.node_count(), 3);
}

#[test]
fn saving_inside_saves_the_document_of_the_use() {
    let mut studio = inside("Morning");
    studio.click("Outline: Look");
    studio.fill("Seconds", "4.5");
    assert!(open(&studio, "main").1);
    studio.keys("Escape Ctrl+S");
    studio.wait_until(|studio| !open(studio, "main").1);
    assert!(studio.read("main.bt.json").contains("4.5"));
    assert_eq!(studio.read("lib.bt.json"), LIB);
}

#[test]
fn a_value_of_this_use_is_applied_to_the_file_and_undone_in_both() {
    let mut studio = inside("Evening");
    studio.click("Outline: Look");
    studio.must_show(&["In the file: 2.0"]);
    studio.click("Apply Seconds of Look to the file");
    assert_eq!(seconds(&studio, "w"), Some(ParameterValue::literal(9.0)));
    assert_eq!(overrides(&studio, "main", "n3"), [""; 0]);
    assert_eq!(
        (open(&studio, "lib").1, open(&studio, "main").1),
        (true, true)
    );
    studio.must_say("Applied 1 value to lib");
    studio.keys("Escape Ctrl+Z");
    assert_eq!(seconds(&studio, "w"), Some(ParameterValue::literal(2.0)));
    assert_eq!(overrides(&studio, "main", "n3"), ["w seconds 9.0"]);
    assert_eq!(
        (open(&studio, "lib").1, open(&studio, "main").1),
        (false, false)
    );
    studio.keys("Ctrl+Y");
    assert_eq!(seconds(&studio, "w"), Some(ParameterValue::literal(9.0)));
    assert_eq!(overrides(&studio, "main", "n3"), [""; 0]);
}

#[test]
fn all_values_of_a_use_are_applied_to_a_closed_file_or_reset() {
    let mut studio = studio();
    studio.click("Outline: Evening");
    studio.must_show(&["1 value differs from the file", "In the file: 2.0"]);
    studio.reach("Apply all to the file");
    // The file is open now, as an unsaved change; the window still shows the use.
    assert_eq!(studio.count(), 2);
    assert_eq!(studio.selected(), "n3");
    assert_eq!(seconds(&studio, "w"), Some(ParameterValue::literal(9.0)));
    assert_eq!(studio.read("lib.bt.json"), LIB);
    assert_eq!(overrides(&studio, "main", "n3"), [""; 0]);
    studio.keys("Ctrl+Z");
    assert_eq!(seconds(&studio, "w"), Some(ParameterValue::literal(2.0)));
    studio.reach("Reset all");
    assert_eq!(overrides(&studio, "main", "n3"), [""; 0]);
    assert_eq!(seconds(&studio, "w"), Some(ParameterValue::literal(2.0)));
}

/// Of the file's two trees, others may run only the one that stays as it was.
#[test]
fn only_those_that_run_the_changed_tree_are_counted() {
    let first = Studio::empty();
    first.write("treewright.project.json", "{}");
    first.write("lib.bt.json", LIB);
    let runner = |tree: &str| {
        format!(
            r#"{{"format": "treewright", "version": 1, "root": "n", "nodes": [
{{"id": "n", "task": "Subtree", "parameters": {{"file": "lib.bt.json"{tree}}}, "x": 0, "y": 0}}]}}"#
        )
    };
    first.write("all.bt.json", runner(""));
    first.write("rests.bt.json", runner(r#", "tree": "Rest""#));
    first.write(
        "around.bt.json",
        runner("").replace("lib.bt.json", "all.bt.json"),
    );
    let main = first.write("main.bt.json", MAIN);
    let mut studio = first.started_again(&[main]);
    studio.show_panel("Project");
    studio.wait_for("File rests.bt.json");
    studio.show_panel("Outline");
    studio.click("Outline: Evening");
    studio.reach("Apply all to the file");
    studio.must_say("2 other trees that run it have it too");
}

#[test]
fn a_value_that_only_the_caller_knows_is_not_applied() {
    let first = Studio::empty();
    first.write("lib.bt.json", LIB);
    let main = MAIN.replace("9.0", r#"{"var": "pause"}"#);
    let main = first.write("main.bt.json", main);
    let mut studio = first.started_again(&[main]);
    studio.click("Outline: Evening");
    studio.reach("Apply all to the file");
    studio.must_say("needs variable “pause” of main");
    assert_eq!(overrides(&studio, "main", "n3"), ["w seconds pause"]);
    assert_eq!(studio.count(), 1);
}

#[test]
fn a_use_is_edited_through_a_tree_inside_it() {
    let mut studio = inside("Morning");
    studio.click("Outline: Pause");
    studio.keys("F12");
    studio.must_show(&["Editing this use: main › Morning"]);
    assert_eq!(studio.selected(), "r");
    studio.fill("Seconds", "7");
    assert_eq!(overrides(&studio, "main", "n2"), ["s/r seconds 7.0"]);
    assert_eq!(overrides(&studio, "lib", "s"), [""; 0]);
    studio.must_show(&["Breathe (Wait), 1 own value, tree Rest"]);
    studio.click("Apply Seconds of Breathe to the file");
    assert_eq!(seconds(&studio, "r"), Some(ParameterValue::literal(7.0)));
    assert_eq!(overrides(&studio, "main", "n2"), [""; 0]);
}

#[test]
fn the_use_of_a_tree_of_the_same_file_is_edited_and_left() {
    let first = Studio::empty();
    let lib = first.write("lib.bt.json", LIB);
    let mut studio = first.started_again(&[lib]);
    studio.click("Outline: Pause");
    studio.reach("Edit this use");
    studio.must_show(&["Editing this use: lib › Pause"]);
    studio.fill("Seconds", "7");
    assert_eq!(overrides(&studio, "lib", "s"), ["r seconds 7.0"]);
    assert_eq!(seconds(&studio, "r"), Some(ParameterValue::literal(3.0)));
    studio.must_show(&["Editing this use: lib › Pause"]);
    studio.click("Apply Seconds of Breathe to the file");
    assert_eq!(overrides(&studio, "lib", "s"), [""; 0]);
    assert_eq!(seconds(&studio, "r"), Some(ParameterValue::literal(7.0)));
    studio.keys("Escape Ctrl+Z");
    assert_eq!(overrides(&studio, "lib", "s"), ["r seconds 7.0"]);
    assert_eq!(seconds(&studio, "r"), Some(ParameterValue::literal(3.0)));
    studio.click("Outline: Look");
    studio.must_say("You left the edited use");
    assert!(!studio.shows_part("Editing this use"));
}

#[test]
fn the_tree_is_entered_as_it_is_and_the_use_chosen_there() {
    let mut studio = studio();
    studio.click("Outline: Evening");
    studio.keys("F12");
    assert!(!studio.shows_part("Editing this use"));
    studio.click("Edit this use");
    studio.must_show(&["Editing this use: main › Evening"]);
    studio.click("Outline: Look");
    studio.must_show(&["Look (Wait), 1 own value"]);
    studio.click("Edit the file");
    studio.must_show(&["Look (Wait)"]);
}

#[test]
fn a_use_that_changed_meanwhile_is_shown_as_it_is_now() {
    let mut studio = inside("Evening");
    studio.click("Go to main : Evening");
    studio.reach("Reset Seconds of Look");
    studio.focus("Canvas");
    studio.keys("Alt+F12");
    studio.must_show(&["Editing this use: main › Evening", "Same as the file"]);
    studio.must_show(&["Look (Wait)"]);
}

#[test]
fn the_use_is_named_in_chinese() {
    let mut studio = inside("Evening");
    studio.speak_chinese();
    studio.must_show(&["正在编辑这次使用：main › Evening", "1 个值与文件不同"]);
    studio.keys("Delete");
    studio.must_say("单次使用只能更改节点的参数值");
}

#[test]
fn a_run_inside_says_that_it_is_one_of_the_file() {
    let mut studio = inside("Morning");
    studio.keys("F10");
    studio.must_say("Run main to see this use");
}

#[test]
fn a_node_whose_values_other_files_override_is_removed_or_moved_only_after_a_word() {
    let mut studio = studio();
    studio.write("treewright.project.json", "{}");
    let lib = studio.path("lib.bt.json");
    studio.open(&lib);
    studio.wait_until(|studio| studio.outline().starts_with("Patrol"));
    studio.click("Outline: Look");
    studio.focus("Canvas");
    studio.keys("Delete");
    studio.wait_for("Remove something that other files use?");
    studio.must_show(&["Look is used in 1 file:", "main.bt.json"]);
    studio.keys("Escape");
    assert_eq!(open(&studio, "lib").0.node_count(), 4);
    // A node of which nothing is overridden goes without a question.
    studio.click("Outline: Breathe");
    studio.focus("Canvas");
    studio.keys("Alt+Shift+E");
    studio.wait_for("Extract to file");
    studio.keys("Escape");
    studio.click("Outline: Look");
    studio.focus("Canvas");
    studio.keys("E");
    studio.wait_for("Change something that other files use?");
    studio.keys("Escape");
    studio.keys("Alt+Shift+E");
    studio.wait_for("Extract to file");
    studio.fill("Name of the tree", "Look around");
    studio.must_show_part(&["Overrides in main.bt.json of values of “Look” will have no effect"]);
    assert_eq!(open(&studio, "lib").0.node_count(), 4);
    studio.click("Extract");
    studio.wait_until(|studio| open(studio, "lib").0.node(&"w".into()).is_none());
}
