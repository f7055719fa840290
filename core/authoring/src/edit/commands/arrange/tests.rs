//! Dragging cards, and the order that siblings have afterwards.

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, check, dump, ids, picture, refused};

/// A parent with children `a`, `b`, `c`, `d` at x = 0, 100, 200, 300; below `b` there is `e` at 100.
fn row() -> Desk {
    let mut desk = Desk::drawn("r:Sequence[a:Wait b:Inverter[e:Log] c:Idle d:Idle]");
    let places = [("a", 0), ("b", 100), ("c", 200), ("d", 300), ("e", 100)];
    let places = places.map(|(id, x)| (id.into(), Position::new(x, 100)));
    desk.apply(&Command::Arrange(places.to_vec())).unwrap();
    desk
}

fn drag(nodes: &str, dx: i32) -> Command {
    Command::MoveBy {
        nodes: ids(nodes),
        dx,
        dy: 0,
        with_descendants: true,
        order_axis: Some(OrderAxis::Horizontal),
    }
}

/// The picture after a drag, which can be undone.
fn after(nodes: &str, dx: i32) -> String {
    let mut desk = row();
    let before = dump(&desk.document);
    desk.apply(&drag(nodes, dx)).unwrap();
    let after = picture(&desk.document);
    desk.undo();
    assert_eq!(dump(&desk.document), before);
    after
}

#[test]
fn a_card_dragged_past_its_siblings_changes_places_with_them() {
    assert_eq!(after("a", 99), "r[a b[e] c d]");
    assert_eq!(after("a", 100), "r[a b[e] c d]");
    assert_eq!(after("a", 101), "r[b[e] a c d]");
    assert_eq!(after("a", 1_000), "r[b[e] c d a]");
    assert_eq!(after("d", -250), "r[a d b[e] c]");
    assert_eq!(after("a c", 150), "r[b[e] a d c]");
    assert_eq!(after("a b c d", 500), "r[a b[e] c d]");
    assert_eq!(after("r", 500), "r[a b[e] c d]");
}

#[test]
fn what_hangs_below_follows() {
    let mut desk = row();
    desk.apply(&drag("b", 30)).unwrap();
    assert_eq!(desk.node("b").position.x, 130);
    assert_eq!(desk.node("e").position.x, 130);
    assert_eq!(desk.undo().as_deref(), Some("move a node"));
    let alone = Command::MoveBy {
        nodes: ids("b"),
        dx: 30,
        dy: -5,
        with_descendants: false,
        order_axis: None,
    };
    desk.apply(&alone).unwrap();
    assert_eq!(desk.node("b").position, Position::new(130, 95));
    assert_eq!(desk.node("e").position.x, 100);
}

#[test]
fn a_node_that_is_named_twice_moves_once() {
    let mut desk = row();
    desk.apply(&drag("e b e b", 30)).unwrap();
    assert_eq!(desk.node("e").position.x, 130);
}

#[test]
fn order_that_differs_from_the_cards_stays_where_nobody_passes() {
    let mut desk = row();
    let reorder = Command::Reorder {
        node: "d".into(),
        index: 0,
    };
    desk.apply(&reorder).unwrap();
    desk.apply(&drag("b", 20)).unwrap();
    assert_eq!(picture(&desk.document), "r[d a b[e] c]");
    desk.apply(&drag("a", 150)).unwrap();
    assert_eq!(picture(&desk.document), "r[d b[e] a c]");
    desk.apply(&drag("a", -500)).unwrap();
    assert_eq!(picture(&desk.document), "r[d a b[e] c]");
}

#[test]
fn trees_that_grow_to_the_right_are_ordered_from_top_to_bottom() {
    let mut desk = row();
    let down = Command::MoveBy {
        nodes: ids("a"),
        dx: 1_000,
        dy: 1,
        with_descendants: true,
        order_axis: Some(OrderAxis::Vertical),
    };
    desk.apply(&down).unwrap();
    assert_eq!(picture(&desk.document), "r[b[e] c d a]");
}

#[test]
fn cards_stop_at_the_end_of_the_canvas_and_come_back_exactly() {
    let mut desk = row();
    let before = dump(&desk.document);
    desk.apply(&drag("r", i32::MAX)).unwrap();
    assert_eq!(desk.node("d").position.x, i32::MAX);
    assert_eq!(picture(&desk.document), "r[a b[e] c d]");
    assert_eq!(desk.apply(&drag("r", 1)), Err(Refusal::Nothing));
    desk.undo();
    assert_eq!(dump(&desk.document), before);
}

#[test]
fn a_drag_to_where_it_began_is_nothing() {
    assert_eq!(refused("r:Idle", &drag("r", 0)), "nothing to do");
    assert_eq!(refused("r:Idle", &drag("", 5)), "nothing to do");
    assert_eq!(refused("r:Idle", &drag("x", 5)), "there is no node `x`");
}

#[test]
fn a_node_moves_among_its_siblings() {
    let drawing = "r:Sequence[a:Wait b:Log c:Idle] | x:Log";
    let reorder = |node: &str, index| Command::Reorder {
        node: node.into(),
        index,
    };
    check(drawing, &reorder("a", 1), "r[b a c] | x");
    check(drawing, &reorder("a", 99), "r[b c a] | x");
    check(drawing, &reorder("c", 0), "r[c a b] | x");
    assert_eq!(refused(drawing, &reorder("c", 2)), "nothing to do");
    assert_eq!(refused(drawing, &reorder("r", 1)), "nothing to do");
    assert_eq!(refused(drawing, &reorder("x", 1)), "nothing to do");
}

#[test]
fn laying_out_moves_only_what_lies_elsewhere() {
    let mut desk = row();
    let at = |id: &str, x| (id.into(), Position::new(x, 100));
    let same = Command::Arrange(vec![at("a", 0), at("b", 5), at("b", 100)]);
    assert_eq!(desk.apply(&same), Err(Refusal::Nothing));
    desk.apply(&Command::Arrange(vec![at("a", 0), at("b", 7)]))
        .unwrap();
    assert_eq!(desk.node("b").position.x, 7);
    assert_eq!(desk.undo().as_deref(), Some("lay out"));
    assert_eq!(desk.node("b").position.x, 100);
}
