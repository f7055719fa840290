//! Dragging cards and the resulting child order.

use super::*;
use crate::edit::Command;
use crate::edit::testing::editor::{TestEditor, check, dump, ids, picture, refused};

/// A parent with children `a`, `b`, `c`, `d` at x = 0, 100, 200, 300; `b` has the child `e` at 100.
fn row() -> TestEditor {
    let mut editor = TestEditor::drawn("r:Sequence[a:Wait b:Inverter[e:Log] c:Idle d:Idle]");
    let places = [("a", 0), ("b", 100), ("c", 200), ("d", 300), ("e", 100)];
    let places = places.map(|(id, x)| (id.into(), Position::new(x, 100)));
    editor.apply(&Command::Arrange(places.to_vec())).unwrap();
    editor
}

fn drag(nodes: &str, dx: i32) -> Command {
    moving(nodes, (dx, 0), true, Some(OrderAxis::Horizontal))
}

fn moving(
    nodes: &str,
    (dx, dy): (i32, i32),
    with_descendants: bool,
    order_axis: Option<OrderAxis>,
) -> Command {
    Command::MoveBy {
        nodes: ids(nodes),
        dx,
        dy,
        with_descendants,
        order_axis,
    }
}

#[test]
fn a_card_dragged_past_its_siblings_is_reordered() {
    for (nodes, dx, expected) in [
        ("a", 99, "r[a b[e] c d]"),
        ("a", 100, "r[a b[e] c d]"),
        ("a", 101, "r[b[e] a c d]"),
        ("a", 1_000, "r[b[e] c d a]"),
        ("d", -250, "r[a d b[e] c]"),
        ("a c", 150, "r[b[e] a d c]"),
        ("a b c d", 500, "r[a b[e] c d]"),
        ("r", 500, "r[a b[e] c d]"),
    ] {
        let mut editor = row();
        editor.does_exactly(&drag(nodes, dx));
        assert_eq!(picture(&editor.document), expected);
    }
}

#[test]
fn descendants_move_with_their_parent() {
    let mut editor = row();
    editor.does(drag("b", 30));
    assert_eq!(editor.node("b").position.x, 130);
    assert_eq!(editor.node("e").position.x, 130);
    assert_eq!(editor.undo().as_deref(), Some("move node"));
    editor.does(moving("b", (30, -5), false, None));
    assert_eq!(editor.node("b").position, Position::new(130, 95));
    assert_eq!(editor.node("e").position.x, 100);
}

#[test]
fn a_node_listed_twice_moves_once() {
    let mut editor = row();
    editor.apply(&drag("e b e b", 30)).unwrap();
    assert_eq!(editor.node("e").position.x, 130);
}

#[test]
fn an_order_that_differs_from_the_cards_is_kept_if_none_passes() {
    let mut editor = row();
    for (command, expected) in [
        (reorder("d", 0), "r[d a b[e] c]"),
        (drag("b", 20), "r[d a b[e] c]"),
        (drag("a", 150), "r[d b[e] a c]"),
        (drag("a", -500), "r[d a b[e] c]"),
    ] {
        editor.does(command);
        assert_eq!(picture(&editor.document), expected);
    }
}

fn reorder(node: &str, index: usize) -> Command {
    Command::Reorder {
        node: node.into(),
        index,
    }
}

#[test]
fn trees_that_grow_to_the_right_are_ordered_from_top_to_bottom() {
    let mut editor = row();
    editor.does(moving("a", (1_000, 1), true, Some(OrderAxis::Vertical)));
    assert_eq!(picture(&editor.document), "r[b[e] c d a]");
}

#[test]
fn cards_stop_at_the_canvas_limits_and_undo_is_exact() {
    let mut editor = row();
    let before = dump(&editor.document);
    editor.apply(&drag("r", i32::MAX)).unwrap();
    assert_eq!(editor.node("d").position.x, i32::MAX);
    assert_eq!(picture(&editor.document), "r[a b[e] c d]");
    assert_eq!(editor.apply(&drag("r", 1)), Err(Refusal::Nothing));
    editor.undo();
    assert_eq!(dump(&editor.document), before);
}

#[test]
fn a_drag_back_to_the_start_is_no_change() {
    assert_eq!(refused("r:Idle", &drag("r", 0)), "nothing to do");
    assert_eq!(refused("r:Idle", &drag("", 5)), "nothing to do");
    assert_eq!(refused("r:Idle", &drag("x", 5)), "node `x` does not exist");
}

#[test]
fn a_node_moves_among_its_siblings() {
    let drawing = "r:Sequence[a:Wait b:Log c:Idle] | x:Log";
    check(drawing, &reorder("a", 1), "r[b a c] | x");
    check(drawing, &reorder("a", 99), "r[b c a] | x");
    check(drawing, &reorder("c", 0), "r[c a b] | x");
    for (node, index) in [("c", 2), ("r", 1), ("x", 1)] {
        assert_eq!(refused(drawing, &reorder(node, index)), "nothing to do");
    }
}

#[test]
fn auto_layout_moves_only_cards_whose_position_changes() {
    let mut editor = row();
    let at = |id: &str, x| (id.into(), Position::new(x, 100));
    let same = Command::Arrange(vec![at("a", 0), at("b", 5), at("b", 100)]);
    assert_eq!(editor.apply(&same), Err(Refusal::Nothing));
    editor.does(Command::Arrange(vec![at("a", 0), at("b", 7)]));
    assert_eq!(editor.node("b").position.x, 7);
    assert_eq!(editor.undo().as_deref(), Some("lay out node"));
    assert_eq!(editor.node("b").position.x, 100);
}
