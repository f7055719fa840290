//! Dragging cards and rows of the outline to other parents, and the commands that do the same from the keyboard.

use egui::{Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;

use super::studio::Studio;

/// The row of the node with this title in the outline.
fn row(studio: &Studio, title: &str) -> Rect {
    studio.get(&format!("Outline: {title}")).rect()
}

fn children(studio: &Studio, parent: &str) -> Vec<String> {
    let document = studio.document();
    let parent = document.nodes().find(|node| node.title() == parent);
    let children = parent.unwrap().children().iter();
    children
        .map(|id| document.node(id).unwrap().title().to_owned())
        .collect()
}

/// The guard, with all cards in view.
fn guard() -> Studio {
    let mut studio = Studio::started();
    studio.keys("F");
    studio.steps(20);
    assert_eq!(
        children(&studio, "Guard"),
        ["Attack", "Chase", "Patrol", "Rest"]
    );
    studio
}

#[test]
fn a_card_dropped_on_the_middle_of_another_becomes_its_child() {
    let mut studio = guard();
    let before = studio.document();
    let (from, to) = (studio.card("Rest").center(), studio.card("Chase").center());
    studio.hold(from, to);
    studio.must_show(&["4th child of Chase"]);
    studio.harness.drop_at(to);
    studio.steps(3);
    let below = children(&studio, "Chase");
    assert_eq!(below, ["In sight?", "Shout", "Run there", "Rest"]);
    studio.must_say("Moved Rest from Guard to Chase");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
}

#[test]
fn a_card_dropped_between_siblings_goes_there() {
    let mut studio = guard();
    let from = studio.card("Rest").center();
    let (left, right) = (studio.card("Shout"), studio.card("Run there"));
    let gap = left.right_center().lerp(right.left_center(), 0.5);
    studio.hold(from, gap);
    studio.must_show(&["3rd child of Chase"]);
    studio.harness.drop_at(gap);
    studio.steps(3);
    let below = children(&studio, "Chase");
    assert_eq!(below, ["In sight?", "Shout", "Rest", "Run there"]);
}

#[test]
fn a_full_decorator_refuses_a_card_with_the_reason_at_the_cursor() {
    let mut studio = guard();
    let before = studio.document();
    let (from, to) = (studio.card("Rest").center(), studio.card("Rounds").center());
    studio.hold(from, to);
    studio.must_show_part(&["takes exactly one child"]);
    studio.harness.drop_at(to);
    studio.steps(3);
    assert_eq!(studio.document(), before);
}

#[test]
fn escape_ends_a_drag_without_any_effect() {
    let mut studio = guard();
    let before = studio.document();
    let (from, to) = (
        row(&studio, "Shout").center(),
        row(&studio, "Attack").center(),
    );
    studio.hold(from, to);
    studio.must_show(&["4th child of Attack"]);
    studio.keys("Escape");
    assert!(!studio.shows("4th child of Attack"));
    studio.harness.drop_at(to);
    studio.steps(3);
    let (from, to) = (studio.card("Rest").center(), studio.card("Chase").center());
    studio.hold(from, to);
    studio.keys("Escape");
    assert!(!studio.shows("4th child of Chase"));
    studio.harness.drop_at(to);
    studio.steps(3);
    assert_eq!(studio.document(), before);
}

#[test]
fn rows_of_the_outline_are_dragged_onto_rows_and_between_them() {
    let mut studio = guard();
    let (from, to) = (
        row(&studio, "Shout").center(),
        row(&studio, "Attack").center(),
    );
    studio.drag(from, to);
    let below = children(&studio, "Attack");
    assert_eq!(below, ["Sees enemy?", "In reach?", "Strike", "Shout"]);
    studio.must_say("Moved Shout from Chase to Attack");
    studio.keys("Ctrl+Z");

    let to = row(&studio, "Strike").center_top() + vec2(0.0, 2.0);
    studio.hold(row(&studio, "Shout").center(), to);
    studio.must_show(&["3rd child of Attack"]);
    studio.harness.drop_at(to);
    studio.steps(3);
    let below = children(&studio, "Attack");
    assert_eq!(below, ["Sees enemy?", "In reach?", "Shout", "Strike"]);
    studio.keys("Ctrl+Z");

    // A gap below a parent is the place before its first child.
    let to = row(&studio, "Attack").center_bottom() - vec2(0.0, 2.0);
    studio.drag(row(&studio, "Strike").center(), to);
    let below = children(&studio, "Attack");
    assert_eq!(below, ["Strike", "Sees enemy?", "In reach?"]);
}

#[test]
fn at_the_end_of_a_branch_the_pointer_chooses_the_level() {
    let mut studio = guard();
    let strike = row(&studio, "Strike");
    let at = |level: f32| Pos2::new(strike.left() + 14.0 * level + 4.0, strike.bottom() - 2.0);
    studio.drag(row(&studio, "Shout").center(), at(1.0));
    let below = children(&studio, "Guard");
    assert_eq!(below, ["Attack", "Shout", "Chase", "Patrol", "Rest"]);
    studio.keys("Ctrl+Z");
    studio.drag(row(&studio, "Shout").center(), at(2.0));
    let below = children(&studio, "Attack");
    assert_eq!(below, ["Sees enemy?", "In reach?", "Strike", "Shout"]);
}

#[test]
fn several_selected_rows_move_together_and_stay_in_their_order() {
    let mut studio = guard();
    let before = studio.document();
    studio.click("Outline: Sees enemy?");
    let other = row(&studio, "In reach?").center();
    studio.harness.hover_at(other);
    studio.steps(1);
    let held = egui::Event::ModifiersChanged;
    studio.harness.event(held(egui::Modifiers::COMMAND));
    for pressed in [true, false] {
        studio.harness.event(egui::Event::PointerButton {
            pos: other,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: egui::Modifiers::COMMAND,
        });
    }
    studio.steps(2);
    studio.harness.event(held(egui::Modifiers::NONE));
    studio.steps(2);
    assert_eq!(studio.front(|front| front.selection().len()), 2);
    let to = row(&studio, "Chase").center();
    studio.drag(row(&studio, "Sees enemy?").center(), to);
    let below = children(&studio, "Chase");
    assert_eq!(
        below,
        [
            "In sight?",
            "Shout",
            "Run there",
            "Sees enemy?",
            "In reach?"
        ]
    );
    studio.must_say("Moved 2 nodes to Chase");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
}

#[test]
fn a_row_cannot_move_into_its_own_branch() {
    let mut studio = guard();
    let (from, to) = (
        row(&studio, "Chase").center(),
        row(&studio, "Shout").center(),
    );
    studio.hold(from, to);
    studio.must_show_part(&["would create a cycle"]);
}

#[test]
fn the_keyboard_moves_a_node_out_of_its_parent_and_into_a_sibling() {
    let mut studio = guard();
    studio.click("Outline: Shout");
    studio.keys("Ctrl+Shift+ArrowLeft");
    let below = children(&studio, "Guard");
    assert_eq!(below, ["Attack", "Chase", "Shout", "Patrol", "Rest"]);
    studio.keys("Ctrl+Shift+ArrowRight");
    let below = children(&studio, "Chase");
    assert_eq!(below, ["In sight?", "Run there", "Shout"]);
}

#[test]
fn the_place_is_named_in_chinese() {
    let mut studio = guard();
    studio.speak_chinese();
    studio.steps(3);
    let card = |studio: &Studio, title: &str| {
        let mut found = studio.harness.query_all_by_label_contains(title);
        let wide = |rect: &Rect| rect.left() > 300.0 && rect.height() > 20.0;
        found
            .find_map(|node| Some(node.rect()).filter(wide))
            .unwrap()
    };
    let (from, to) = (card(&studio, "Rest"), card(&studio, "Chase"));
    studio.hold(from.center(), to.center());
    studio.must_show(&["“Chase”的第 4 个子节点"]);
}
