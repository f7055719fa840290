//! Reordering of siblings: their positions always match the order in which they run.

use egui::{Rect, vec2};
use treewright_core::ids::NodeId;
use treewright_core::model::Document;

use super::studio::Studio;

/// Returns the card of the node with this title; a screen reader reads the node type as well.
fn rect(studio: &Studio, title: &str) -> Rect {
    use egui_kittest::kittest::{NodeT as _, Queryable as _};
    let label = format!("{title} (");
    let mut found = studio.harness.query_all_by_label_contains(&label);
    let card = found.find(|node| {
        let said = node.accesskit_node().label().unwrap_or_default();
        said.starts_with(&label)
    });
    card.unwrap_or_else(|| panic!("no card {title}")).rect()
}

fn children(document: &Document, parent: &NodeId) -> Vec<String> {
    let parent = document.node(parent).unwrap();
    let titles = parent.children().iter();
    titles
        .map(|id| document.node(id).unwrap().title().to_owned())
        .collect()
}

fn order_below_root(studio: &Studio) -> Vec<String> {
    let document = studio.document();
    children(&document, document.root().unwrap())
}

/// Asserts that no two cards overlap and that siblings are placed in their order.
fn must_not_overlap(studio: &mut Studio, along: fn(Rect) -> f32) {
    studio.keys("F");
    studio.steps(12);
    let document = studio.document();
    let cards: Vec<(String, Rect)> = document
        .nodes()
        .map(|node| (node.title().to_owned(), rect(studio, node.title())))
        .collect();
    for (at, (name, card)) in cards.iter().enumerate() {
        for (other, beside) in &cards[at + 1..] {
            assert!(
                !card.shrink(1.0).intersects(*beside),
                "{name} overlaps {other}"
            );
        }
    }
    for node in document.nodes() {
        let places: Vec<f32> = children(&document, node.id())
            .iter()
            .map(|title| along(rect(studio, title)))
            .collect();
        assert!(places.is_sorted(), "below {}: {places:?}", node.title());
    }
}

fn guard() -> Studio {
    let studio = Studio::started();
    let order = order_below_root(&studio);
    assert_eq!(order, ["Attack", "Chase", "Patrol", "Rest"]);
    studio
}

#[test]
fn reordering_a_node_moves_its_branch_as_well() {
    let mut studio = guard();
    let before = studio.document();
    studio.click("Outline: Chase");
    studio.keys("Ctrl+ArrowLeft");
    let order = order_below_root(&studio);
    assert_eq!(order, ["Chase", "Attack", "Patrol", "Rest"]);
    must_not_overlap(&mut studio, |card| card.center().x);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before, "one step");
    for _ in 0..3 {
        studio.keys("Ctrl+ArrowRight");
        must_not_overlap(&mut studio, |card| card.center().x);
    }
    let order = order_below_root(&studio);
    assert_eq!(order, ["Attack", "Patrol", "Rest", "Chase"]);
    studio.keys("Ctrl+ArrowLeft Ctrl+ArrowLeft");
    let back = studio.document();
    for node in before.nodes() {
        let now = back.node(node.id()).unwrap().position;
        assert_eq!(
            now,
            node.position,
            "{} is back at its position",
            node.title()
        );
    }
}

#[test]
fn branches_swap_positions_in_horizontal_layouts_too() {
    let mut studio = guard();
    studio.menu("Arrange > Horizontal layout");
    studio.click("Outline: Chase");
    studio.keys("Ctrl+ArrowRight");
    let order = order_below_root(&studio);
    assert_eq!(order, ["Attack", "Patrol", "Chase", "Rest"]);
    must_not_overlap(&mut studio, |card| card.center().y);
}

#[test]
fn a_branch_dragged_past_another_swaps_with_it_at_any_width() {
    for (dragged, past, away) in [
        ("Chase", "Attack", vec2(-60.0, 0.0)),
        ("Attack", "Patrol", vec2(30.0, 10.0)),
        ("Rest", "Attack", vec2(-80.0, 60.0)),
        ("Patrol", "Chase", vec2(-40.0, -30.0)),
        ("Chase", "Attack", vec2(-300.0, 0.0)),
    ] {
        let mut studio = guard();
        let before = studio.document();
        let to = rect(&studio, past).center() + away;
        let from = rect(&studio, dragged).center();
        studio.drag(from, to);
        assert_ne!(
            order_below_root(&studio),
            children(&before, before.root().unwrap()),
            "{dragged} past {past} by {away}"
        );
        must_not_overlap(&mut studio, |card| card.center().x);
        studio.keys("Ctrl+Z");
        assert_eq!(studio.document(), before);
    }
}

#[test]
fn renaming_that_widens_a_card_moves_its_neighbors_in_the_same_step() {
    let mut studio = guard();
    let before = studio.document();
    studio.click("Outline: Shout");
    studio.keys("F2 `Shouts for all the others to come at once and help` Enter");
    must_not_overlap(&mut studio, |card| card.center().x);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}
