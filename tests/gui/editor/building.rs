//! Building trees: by keyboard alone and by mouse, with undo after each step.

use egui::{Key, Modifiers};

use super::studio::Studio;

const SIX: &str = "\
Selector
  Sequence
    CompareBool
    Log
  Sequence
    Wait";

/// Opens the search of the canvas, types a name and takes the best find.
fn add(studio: &mut Studio, task: &str) {
    studio.key(Key::Tab);
    studio.type_text(task);
    studio.key(Key::Enter);
}

#[test]
fn a_tree_of_six_nodes_is_built_by_keyboard_alone() {
    let mut studio = Studio::empty();
    add(&mut studio, "Selector");
    add(&mut studio, "Sequence");
    add(&mut studio, "CompareBool");
    studio.key(Key::ArrowUp);
    add(&mut studio, "Log");
    studio.key(Key::ArrowUp);
    studio.key(Key::ArrowUp);
    add(&mut studio, "Sequence");
    add(&mut studio, "Wait");
    assert_eq!(studio.outline(), SIX);
    for _ in 0..6 {
        studio.press(Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(studio.outline(), "");
    for _ in 0..6 {
        studio.press(Modifiers::COMMAND, Key::Y);
    }
    assert_eq!(studio.outline(), SIX);
}

#[test]
fn a_tree_of_six_nodes_is_built_by_mouse_alone() {
    let mut studio = Studio::empty();
    let canvas = studio.get("Add a node…").rect();
    let at = canvas.left_bottom() + egui::vec2(300.0, 200.0);
    studio.drag_to("Nodes: Selector", at);
    let on_it = studio.get("Selector").rect().center();
    studio.drag_to("Nodes: Sequence", on_it);
    let first = studio.document().root().cloned().unwrap();
    let first = studio.document().node(&first).unwrap().children()[0].clone();
    let drop_on = |studio: &mut Studio, task: &str, card: &str, nth: usize| {
        let at = studio.all(card)[nth].rect().center();
        studio.drag_to(&format!("Nodes: {task}"), at);
    };
    drop_on(&mut studio, "CompareBool", "Sequence", 0);
    drop_on(&mut studio, "Log", "Sequence", 0);
    drop_on(&mut studio, "Sequence", "Selector", 0);
    drop_on(&mut studio, "Wait", "Sequence", 1);
    assert_eq!(studio.outline(), SIX);
    assert!(studio.document().node(&first).is_some());
}

#[test]
fn the_palette_adds_below_the_selected_node() {
    let mut studio = Studio::empty();
    for task in ["Sequence", "Wait", "Log"] {
        let entry = format!("Nodes: {task}");
        studio.get(&entry).focus();
        studio.steps(2);
        studio.key(Key::Enter);
    }
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log");
}

#[test]
fn the_inspector_sets_name_abort_and_parameters_as_one_step_each() {
    let mut studio = Studio::empty();
    add(&mut studio, "Sequence");
    studio.fill("Name", "Fight");
    assert_eq!(studio.outline(), "Fight");
    studio.click("Conditional abort");
    studio.click("LowerPriority");
    let abort = |studio: &Studio| {
        let document = studio.document();
        let root = document.root().and_then(|id| document.node(id)).unwrap();
        root.abort.name()
    };
    assert_eq!(abort(&studio), "LowerPriority");
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(abort(&studio), "None");
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(studio.outline(), "Sequence");
}

#[test]
fn a_text_field_owns_its_keys() {
    let mut studio = Studio::empty();
    add(&mut studio, "Sequence");
    studio.get("Name").focus();
    studio.steps(2);
    studio.type_text("Fa");
    studio.key(Key::Backspace);
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(studio.document().node_count(), 1);
}

#[test]
fn what_cannot_be_done_says_why() {
    let mut studio = Studio::empty();
    for _ in 0..2 {
        studio.click("+ Variable");
        studio.click("int");
    }
    studio.fill("Name of variable int_2", "int_1");
    assert_eq!(studio.notice(), "there is already a variable `int_1`");
    assert!(studio.document().variable("int_2").is_some());
}

#[test]
fn variables_are_declared_renamed_with_their_uses_and_removed() {
    let mut studio = Studio::empty();
    studio.click("+ Variable");
    studio.click("bool");
    let names = |studio: &Studio| {
        let document = studio.document();
        let names = document.variables.iter().map(|v| v.name.to_string());
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&studio), ["bool_1"]);
    studio.fill("Name of variable bool_1", "sees_enemy");
    assert_eq!(names(&studio), ["sees_enemy"]);
    studio.click("Canvas. An empty tree. Press Space or drag a node here");
    add(&mut studio, "CompareBool");
    studio.click("Bind left to a variable");
    studio.fill("Name of variable sees_enemy", "in_sight");
    let document = studio.document();
    let node = document.nodes().next().unwrap();
    assert_eq!(node.parameters["left"].as_variable(), Some("in_sight"));
    studio.click("More about in_sight");
    studio.click("Remove");
    assert!(names(&studio).is_empty());
    assert!(studio.shows_part("not declared"));
    studio.click("Declare `in_sight` as a bool");
    assert_eq!(names(&studio), ["in_sight"]);
}
