//! The inspector while several nodes are selected: it shows common values, marks different ones, and an edit applies to all of them.

use egui::Modifiers;
use egui::accesskit::{Role, Toggled};
use egui_kittest::kittest::NodeT as _;
use treewright_core::abort::AbortType;
use treewright_core::value::Value;

use super::studio::Studio;

/// A Sequence over two Waits and a Cooldown, which also has `seconds`; the Waits have 1.5 and 2.5 seconds.
fn waits() -> Studio {
    let mut studio = Studio::with("Sequence");
    for seconds in ["1.5", "2.5"] {
        studio.add("Wait");
        studio.fill("Seconds", seconds);
        select(&mut studio, &["Sequence"]);
    }
    studio.add("Cooldown");
    studio
}

/// Selects all nodes of these types in the outline.
fn select(studio: &mut Studio, tasks: &[&str]) {
    let document = studio.document();
    let nodes = document.nodes().filter(|n| tasks.contains(&&*n.task));
    let mut modifiers = Modifiers::NONE;
    for node in nodes.collect::<Vec<_>>() {
        let row = format!("Outline: {}", node.title());
        let rows: Vec<_> = studio.all(&row);
        let place = document.nodes().filter(|n| n.title() == node.title());
        let place = place.take_while(|n| n.id() != node.id()).count();
        rows[place].click_modifiers(modifiers);
        studio.steps(3);
        modifiers = Modifiers::COMMAND;
    }
}

fn seconds(studio: &Studio) -> Vec<String> {
    let document = studio.document();
    let nodes = document.nodes().filter(|n| &*n.task != "Sequence");
    let value = |node: &treewright_core::model::Node| {
        let set = node.parameters.get("seconds")?;
        set.as_literal().map(Value::to_string)
    };
    nodes.map(|n| value(n).unwrap_or_default()).collect()
}

fn toggled(studio: &Studio, label: &str) -> Option<Toggled> {
    let switch = studio.by_role(Role::CheckBox, label);
    switch.accesskit_node().toggled()
}

#[test]
fn a_parameter_shared_by_several_node_types_is_set_in_one_step() {
    let mut studio = waits();
    let before = seconds(&studio);
    select(&mut studio, &["Wait", "Cooldown"]);
    assert!(studio.shows("2 × Wait, 1 × Cooldown"));
    let field = studio.get("Seconds");
    assert_eq!(field.accesskit_node().placeholder(), Some("several values"));
    studio.fill("Seconds", "4.5");
    assert_eq!(seconds(&studio), ["4.5", "4.5", "4.5"]);
    // Common values are shown as for one node.
    assert!(
        studio
            .get("Seconds")
            .accesskit_node()
            .placeholder()
            .is_none()
    );
    studio.keys("Ctrl+Z");
    assert_eq!(seconds(&studio), before);
}

#[test]
fn invalid_text_leaves_numbers_unchanged() {
    let mut studio = waits();
    let before = seconds(&studio);
    select(&mut studio, &["Wait"]);
    studio.fill("Seconds", "soon");
    assert_eq!(seconds(&studio), before);
}

#[test]
fn names_and_comments_are_shown_if_equal_and_set_for_all() {
    let mut studio = waits();
    select(&mut studio, &["Wait"]);
    studio.search("Comment", "rests");
    studio.focus("Seconds");
    let commented = |studio: &Studio| {
        let document = studio.document();
        let nodes = document.nodes().filter(|n| n.comment == "rests");
        nodes.count()
    };
    assert_eq!(commented(&studio), 2);
    select(&mut studio, &["Sequence", "Wait"]);
    let comment = studio.get("Comment");
    assert_eq!(
        comment.accesskit_node().placeholder(),
        Some("several values")
    );
    studio.fill("Name", "Rest");
    let named = |studio: &Studio| {
        studio
            .document()
            .nodes()
            .filter(|n| n.name == "Rest")
            .count()
    };
    assert_eq!((named(&studio), commented(&studio)), (3, 2));
    studio.keys("Ctrl+Z");
    assert_eq!((named(&studio), commented(&studio)), (0, 2));
}

#[test]
fn different_switches_are_shown_as_mixed() {
    let mut studio = waits();
    select(&mut studio, &["Cooldown"]);
    studio.switch("Disabled");
    select(&mut studio, &["Wait", "Cooldown"]);
    assert_eq!(toggled(&studio, "Disabled"), Some(Toggled::Mixed));
    assert_eq!(toggled(&studio, "Breakpoint"), Some(Toggled::False));
    studio.switch("Disabled");
    assert_eq!(toggled(&studio, "Disabled"), Some(Toggled::True));
    assert_eq!(studio.document().nodes().filter(|n| n.disabled).count(), 3);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document().nodes().filter(|n| n.disabled).count(), 1);
}

#[test]
fn different_abort_types_are_set_for_all_composites() {
    let mut studio = Studio::with("Selector Sequence");
    let nodes: Vec<_> = studio.document().nodes().map(|n| n.id().clone()).collect();
    studio.click("Both");
    studio.keys("Ctrl+A");
    assert!(studio.shows("1 × Selector, 1 × Sequence"));
    studio.click("Self");
    let document = studio.document();
    let all_self = nodes
        .iter()
        .all(|id| document.node(id).unwrap().abort == AbortType::OwnBranch);
    assert!(all_self);
    studio.add("Wait");
    studio.keys("Ctrl+A");
    assert!(
        !studio.shows("Lower priority"),
        "a Wait has no such parameter"
    );
}

#[test]
fn a_note_in_the_selection_does_not_hide_common_values() {
    let mut studio = waits();
    studio.keys("N `Why` Escape");
    assert_eq!(studio.document().notes.len(), 1);
    studio.keys("Ctrl+A");
    assert!(studio.shows("2 × Wait, 1 × Cooldown, 1 × Sequence"));
    studio.switch("Breakpoint");
    let set = studio.front(|front| front.breakpoints.own().len());
    assert_eq!(set, studio.document().node_count());
}
