//! Building trees, by keyboard alone and by mouse, with undo after each step.

use std::path::Path;

use egui_kittest::kittest::Queryable as _;
use treewright_core::model::{Node, ParameterValue};
use treewright_core::value::Value;

use super::studio::Studio;

const SIX: &str = "\
Selector
  Sequence
    CompareBool
    Log
  Sequence
    Wait";

/// The saved file opens with the tree on the screen.
fn assert_opens_as_it_is(studio: &Studio, path: &Path) {
    assert!(path.exists(), "{}", studio.notice());
    let again = Studio::with_files(&[path.to_owned()]);
    assert_eq!(again.document(), studio.document());
    assert_eq!(again.outline(), SIX);
}

#[test]
fn a_tree_of_six_nodes_is_built_by_keyboard_alone() {
    let mut studio = Studio::with("Selector Sequence CompareBool");
    studio.keys("ArrowUp");
    studio.add("Log");
    studio.keys("ArrowUp ArrowUp");
    studio.add("Sequence Wait");
    assert_eq!(studio.outline(), SIX);
    studio.keys("Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z Ctrl+Z");
    assert_eq!(studio.outline(), "");
    studio.keys("Ctrl+Y Ctrl+Y Ctrl+Y Ctrl+Y Ctrl+Y Ctrl+Y");
    assert_eq!(studio.outline(), SIX);
    let path = studio.path("keyboard.bt.json");
    studio.save_as(&path);
    assert_opens_as_it_is(&studio, &path);
}

#[test]
fn a_tree_of_six_nodes_is_built_by_mouse_alone() {
    let mut studio = Studio::empty();
    let role = egui::accesskit::Role::Canvas;
    let at = studio.harness.get_by_role(role).rect().center();
    drop_and_undo(&mut studio, "Selector", at);
    // Each node and the card that it is dropped on: the card's title, and its number from the left among cards of this title.
    let drops = [
        ("Sequence", "Selector", 0),
        ("Compare bool", "Sequence", 0),
        ("Log", "Sequence", 0),
        ("Sequence", "Selector", 0),
        ("Wait", "Sequence", 1),
    ];
    for (task, card, nth) in drops {
        let at = studio.all(card)[nth].rect().center();
        drop_and_undo(&mut studio, task, at);
    }
    assert_eq!(studio.outline(), SIX);
    let path = studio.path("mouse.bt.json");
    studio.dialog_gives(&path);
    studio.click("Save");
    assert_opens_as_it_is(&studio, &path);
}

/// The number of keys that a script presses: those that it names, and each letter that it types.
fn presses(script: &str) -> usize {
    let parts = script.split('`').enumerate();
    parts
        .map(|(nth, part)| match nth % 2 {
            1 => part.chars().count(),
            _ => part.split_whitespace().count(),
        })
        .sum()
}

#[test]
fn a_tree_with_an_abort_is_built_run_and_watched_by_at_most_forty_presses() {
    let mut studio = Studio::empty();
    let declared = "V Enter Enter";
    for key in declared.split(' ') {
        studio.keys(key);
        // A popup and a field open; a person is slower than that.
        studio.steps(5);
    }
    assert_eq!(&*studio.document().variables[0].name, "bool_1");
    let script = "Space `sel` Enter \
        Space `se` Enter L \
        Space `bo` Enter ArrowUp \
        Space `lo` Enter ArrowUp ArrowUp \
        Space `se` Enter \
        Space `id` Enter \
        F5";
    studio.keys(script);
    let outline = "\
Selector
  Sequence
    CompareBool
    Log
  Sequence
    Idle";
    assert_eq!(studio.outline(), outline);
    assert_eq!(studio.covered_cards(), []);
    let flip = "F6 F6 F6 F6 Space";
    studio.keys(flip);
    studio.wait_until(|studio| studio.shows_part("became true"));
    assert!(presses(declared) + presses(script) + presses(flip) <= 40);
}

/// The keyboard alone says no place, so nothing is covered, and the tree stays where it is when the new card grows.
#[test]
fn a_loose_node_that_is_added_from_elsewhere_covers_nothing() {
    let mut studio = Studio::started();
    let before = studio.document();
    studio.keys("Escape Space `Log` Enter");
    let document = studio.document();
    let added = document
        .nodes()
        .find(|node| before.node(node.id()).is_none());
    let added = added.unwrap().id().clone();
    let moved = |studio: &Studio| {
        let document = studio.document();
        let now = |node: &Node| document.node(node.id()).unwrap().position;
        before
            .nodes()
            .filter(|node| now(node) != node.position)
            .count()
    };
    assert_eq!(moved(&studio), 0);
    studio.front_select(added.as_str());
    studio.fill("Name", "Wide enough");
    let card = studio.card("Wide enough");
    for title in ["Guard", "Attack", "Chase", "Patrol", "Rounds"] {
        assert!(!studio.card(title).intersects(card), "{title}");
    }
    assert_eq!(moved(&studio), 0);
}

#[test]
fn the_search_finds_variables_and_adds_what_checks_them() {
    let mut studio = Studio::with("Selector");
    studio.click("+ Add variable > bool");
    studio.fill("Name of variable bool_1", "sees_enemy");
    studio.click("+ Add variable > float");
    studio.fill("Name of variable float_1", "energy");
    studio.click("Selector");
    let before = studio.document();
    studio.keys("Space `ene`");
    let found = ["energy", "sees_enemy"];
    studio.must_show(&found);
    studio.keys("ArrowDown Enter");
    let document = studio.document();
    let node = document.nodes().find(|node| &*node.task == "CompareBool");
    let bound = node.unwrap().parameters.get("left").unwrap();
    assert_eq!(*bound, ParameterValue::Variable("sees_enemy".into()));
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
    studio.keys("Space `ene` Enter");
    assert!(studio.outline().ends_with("CompareFloat"));
}

#[test]
fn the_search_declares_a_variable_that_it_does_not_find() {
    let mut studio = Studio::with("Selector");
    let before = studio.document();
    studio.keys("Space `sees_enemy`");
    studio.must_show(&["sees_enemy"]);
    studio.keys("Enter");
    let document = studio.document();
    let node = document.nodes().find(|node| &*node.task == "CompareBool");
    let bound = node.unwrap().parameters.get("left").unwrap();
    assert_eq!(*bound, ParameterValue::Variable("sees_enemy".into()));
    assert!(document.variable("sees_enemy").is_some());
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
}

#[test]
fn a_comparison_that_is_typed_into_the_search_becomes_its_conditional() {
    let mut studio = Studio::with("Sequence");
    studio.click("+ Add variable > int");
    studio.fill("Name of variable int_1", "health");
    studio.click("Sequence");
    let before = studio.document();
    studio.keys("Space `health < 20` Enter");
    let document = studio.document();
    let node = document.nodes().find(|node| &*node.task == "CompareInt");
    let set = |name: &str| node.unwrap().parameters.get(name).unwrap().clone();
    assert_eq!(set("left"), ParameterValue::Variable("health".into()));
    assert_eq!(set("operator"), ParameterValue::literal("<"));
    assert_eq!(set("right"), ParameterValue::literal(20_i64));
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
}

#[test]
fn the_search_offers_an_action_of_a_name_that_it_does_not_find() {
    let mut studio = Studio::with("Sequence");
    let before = studio.document();
    studio.keys("Space `Roar at them` Enter");
    let document = studio.document();
    let node = document.nodes().find(|node| &*node.task == "StandIn");
    assert_eq!(node.unwrap().name, "Roar at them");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
    studio.keys("Space `placeholder` Enter");
    assert_eq!(studio.outline(), "Sequence\n  StandIn");
}

#[test]
fn an_action_is_meant_before_a_template_that_contains_its_name() {
    let mut studio = Studio::with("Sequence");
    studio.keys("Space `Patrol` Enter");
    assert_eq!(studio.outline(), "Sequence\n  Patrol");
}

#[test]
fn after_a_drop_from_the_palette_keys_concern_the_tree() {
    let mut studio = Studio::with("Sequence Wait");
    studio.search("Search nodes", "log");
    let canvas = studio.harness.get_by_label("Canvas").rect();
    let free = canvas.left_top() + egui::vec2(120.0, 260.0);
    studio.drag_to("Nodes: Log", free);
    studio.steps(3);
    assert_eq!(studio.document().node_count(), 3);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document().node_count(), 2);
}

#[test]
fn abort_types_have_keys_that_work_like_switches() {
    let mut studio = Studio::with("Selector Sequence Wait");
    let abort = |studio: &Studio, nth: usize| {
        let document = studio.document();
        document.nodes().nth(nth).unwrap().abort.name()
    };
    studio.keys("L");
    assert_eq!(abort(&studio, 1), "None", "a leaf is selected");
    studio.keys("ArrowUp L");
    assert_eq!(abort(&studio, 1), "LowerPriority");
    studio.keys("Ctrl+A B");
    assert_eq!((abort(&studio, 0), abort(&studio, 1)), ("Both", "Both"));
    studio.keys("B");
    assert_eq!((abort(&studio, 0), abort(&studio, 1)), ("None", "None"));
}

/// Drags a node type out of the palette, then undoes and redoes that.
fn drop_and_undo(studio: &mut Studio, task: &str, at: egui::Pos2) {
    let before = studio.document();
    studio.drag_to(&format!("Nodes: {task}"), at);
    let after = studio.document();
    assert_eq!(after.node_count(), before.node_count() + 1, "{task}");
    studio.click("Undo");
    assert_eq!(studio.document(), before, "{task}");
    studio.click("Redo");
    assert_eq!(studio.document(), after, "{task}");
}

#[test]
fn the_palette_adds_below_the_selected_node() {
    let mut studio = Studio::empty();
    for task in ["Sequence", "Wait", "Log"] {
        let entry = format!("Nodes: {task}");
        studio.get(&entry).focus();
        studio.steps(2);
        studio.keys("Enter");
    }
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log");
}

#[test]
fn the_inspector_sets_name_abort_and_parameters_as_one_step_each() {
    let mut studio = Studio::with("Sequence");
    studio.fill("Name", "Fight");
    assert_eq!(studio.outline(), "Fight");
    studio.click("Lower priority");
    let abort = |studio: &Studio| {
        let document = studio.document();
        let root = document.root().and_then(|id| document.node(id)).unwrap();
        root.abort.name()
    };
    assert_eq!(abort(&studio), "LowerPriority");
    studio.keys("Ctrl+Z");
    assert_eq!(abort(&studio), "None");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.outline(), "Sequence");
}

#[test]
fn a_focused_text_field_receives_all_keys() {
    let mut studio = Studio::with("Sequence");
    studio.focus("Name");
    studio.keys("`Fa` Backspace Ctrl+Z");
    assert_eq!(studio.document().node_count(), 1);
}

#[test]
fn impossible_commands_say_why() {
    let mut studio = Studio::empty();
    for _ in 0..2 {
        studio.click("+ Add variable > int");
    }
    studio.fill("Name of variable int_2", "int_1");
    studio.must_say_just("There is already a variable named “int_1”");
    assert!(studio.document().variable("int_2").is_some());
}

#[test]
fn variables_are_declared_renamed_with_their_uses_and_removed() {
    let mut studio = Studio::empty();
    studio.click("+ Add variable > bool");
    let names = |studio: &Studio| {
        let document = studio.document();
        let names = document.variables.iter().map(|v| v.name.to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&studio), ["bool_1"]);
    studio.fill("Name of variable bool_1", "sees_enemy");
    assert_eq!(names(&studio), ["sees_enemy"]);
    studio.click("Canvas. Empty tree. Press Space or drag a node here");
    studio.add("CompareBool");
    studio.click("Bind Left to a variable");
    studio.fill("Name of variable sees_enemy", "in_sight");
    let document = studio.document();
    let node = document.nodes().next().unwrap();
    assert_eq!(
        node.parameters.get("left").unwrap().as_variable(),
        Some("in_sight")
    );
    studio.click("More options for in_sight > Remove");
    assert!(names(&studio).is_empty());
    assert!(studio.shows_part("not declared"));
    studio.click("Declare “in_sight” as bool");
    assert_eq!(names(&studio), ["in_sight"]);
}

/// A tree with one variable of this type and value, as JSON.
fn with_variable(value_type: &str, value: &str) -> Studio {
    let studio = Studio::empty();
    let path = studio.path("list.bt.json");
    let text = format!(
        r#"{{"format": "treewright", "version": 1, "root": "a",
        "variables": [{{"name": "items", "type": "{value_type}", "initial": {value}}}],
        "nodes": [{{"id": "a", "task": "Idle"}}]}}"#
    );
    std::fs::write(&path, text).unwrap();
    Studio::with_files(&[path])
}

#[test]
fn the_texts_of_a_list_are_kept_unchanged() {
    let mut studio = with_variable("[string]", r#"["a, b", "", "c"]"#);
    let items = |studio: &Studio| {
        let document = studio.document();
        document.variable("items").unwrap().initial.value.clone()
    };
    let texts = |texts: &[&str]| Value::List(texts.iter().map(|t| Value::from(*t)).collect());
    studio.click("Initial value of items");
    studio.fill("Initial value of items: item 3", "d, e");
    assert_eq!(items(&studio), texts(&["a, b", "", "d, e"]));
    studio.click("Add item to Initial value of items");
    studio.fill("Initial value of items: item 4", "f");
    studio.click("Remove item 1 of Initial value of items");
    assert_eq!(items(&studio), texts(&["", "d, e", "f"]));
    // The popup of the list has the keyboard while it is open.
    studio.keys("Escape Ctrl+Z");
    assert_eq!(items(&studio), texts(&["a, b", "", "d, e", "f"]));
}

#[test]
fn a_list_of_vectors_is_edited_item_by_item() {
    let mut studio = with_variable("[vec2]", "[]");
    studio.click("Initial value of items");
    studio.click("Add item to Initial value of items > Add item to Initial value of items");
    studio.fill("Initial value of items: item 2 y", "4.5");
    let document = studio.document();
    let value = &document.variable("items").unwrap().initial.value;
    let items = [Value::Vec2([0.0, 0.0]), Value::Vec2([0.0, 4.5])];
    assert_eq!(*value, Value::List(items.into_iter().collect()));
}

#[test]
fn a_child_shows_the_parameters_that_its_parent_needs() {
    let mut studio = Studio::with("UtilitySelector Wait");
    studio.fill("Utility", "2.5");
    let document = studio.document();
    let wait = document.nodes().find(|node| &*node.task == "Wait").unwrap();
    assert_eq!(
        wait.parameters.get("utility").unwrap().as_literal(),
        Some(&Value::Float(2.5))
    );
}

#[test]
fn the_value_of_an_event_may_have_any_type() {
    let mut studio = Studio::with("SendEvent");
    studio.click("Set Payload");
    studio.fill("Payload", "loud");
    let payload = |studio: &Studio| {
        let document = studio.document();
        let node = document.nodes().next().unwrap();
        node.parameters
            .get("payload")
            .unwrap()
            .as_literal()
            .cloned()
    };
    assert_eq!(payload(&studio), Some(Value::from("loud")));
    studio.click("Type of Payload > int");
    assert_eq!(payload(&studio), Some(Value::Int(0)));
    studio.fill("Payload", "3");
    assert_eq!(payload(&studio), Some(Value::Int(3)));
}
