//! Drops near a target hit it: connections on ports, nodes from the palette next to connections. Lists stay inside the window.

use egui::{Key, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::desk::Desk;
use super::{children, drag, drag_and_drop, drop_from_palette, guard, in_port, out_port};

/// The outer half of a port is outside its card.
const OUTSIDE: f32 = 7.0;

#[test]
fn a_connection_dropped_on_a_childs_port_connects() {
    let mut harness = guard();
    let from = out_port(&harness, "Chase");
    let dot = in_port(&harness, "Spare") - vec2(0.0, OUTSIDE);
    drag_and_drop(&mut harness, from, dot);
    assert_eq!(children(&harness, "Chase"), ["Run", "Shout", "Spare"]);
}

#[test]
fn a_connection_dropped_on_a_parents_port_connects() {
    let mut harness = guard();
    let from = in_port(&harness, "Spare");
    let dot = out_port(&harness, "Chase") + vec2(0.0, OUTSIDE);
    drag_and_drop(&mut harness, from, dot);
    assert_eq!(children(&harness, "Chase"), ["Run", "Shout", "Spare"]);
}

#[test]
fn a_connection_over_the_port_of_a_card_that_refuses_it_says_so() {
    let mut harness = guard();
    let from = out_port(&harness, "Chase");
    let dot = in_port(&harness, "Guard") - vec2(0.0, OUTSIDE);
    drag(&mut harness, from, dot);
    harness.get_by_label_contains("create a cycle");
}

/// Returns the middle of the connection from `Guard` to `Rest`, where it goes down to the child, moved by `away`.
fn beside_the_last_wire(harness: &Harness<'_, Desk>, away: f32) -> Pos2 {
    in_port(harness, "Rest") + vec2(away, -14.0)
}

#[test]
fn a_node_from_the_palette_is_inserted_into_the_connection_under_it() {
    for away in [14.0, 40.0] {
        let mut harness = guard();
        let at = beside_the_last_wire(&harness, away);
        drop_from_palette(&mut harness, "Inverter", at);
        assert_eq!(
            children(&harness, "Inverter"),
            ["Rest"],
            "at a distance of {away}"
        );
    }
    let mut harness = guard();
    let at = beside_the_last_wire(&harness, 150.0);
    drop_from_palette(&mut harness, "Inverter", at);
    let loose = harness.state().document.loose().len();
    assert_eq!(loose, 2, "far from all connections it is unconnected");
}

#[test]
fn the_search_has_room_for_its_list_wherever_it_opens() {
    let mut harness = guard();
    let area = harness.state().area;
    let corner = area.left_bottom() + vec2(30.0, -30.0);
    harness.hover_at(corner);
    harness.run_steps(1);
    harness.key_press(Key::Space);
    harness.run_steps(4);
    // A search with few results does not keep the list short.
    harness.event(egui::Event::Text("idle".into()));
    harness.run_steps(4);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.key_press(Key::Space);
    harness.run_steps(4);
    let found = harness.query_all_by_label("If then else");
    let row = found
        .map(|node| node.rect())
        .find(|rect| rect.width() > 300.0);
    let row = row.unwrap();
    assert!(area.contains_rect(row), "{row} is not in {area}");
    // The row is not only present but visible and clickable.
    harness.hover_at(row.center());
    harness.drag_at(row.center());
    harness.drop_at(row.center());
    harness.run_steps(3);
    let document = &harness.state().document;
    assert!(document.nodes().any(|node| node.title() == "IfThenElse"));
}
