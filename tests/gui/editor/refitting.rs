//! A view zoomed to fit stays fitted when the window or the interface scale changes, until the user moves it.

use egui::{Rect, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

fn all_cards(studio: &Studio) -> Rect {
    // A card is named by the title of its node, then its type in brackets.
    let titles: Vec<String> = studio.front(|front| {
        let nodes = front.document().nodes();
        nodes.map(|node| format!("{} (", node.title())).collect()
    });
    let of_node = |label: String| titles.iter().any(|title| label.starts_with(title));
    let cards = studio.harness.query_all_by_label_contains(" (");
    let cards = cards.filter(|card| card.accesskit_node().label().is_some_and(of_node));
    let canvas = canvas(studio);
    cards
        .map(|card| card.rect())
        .filter(|card| card.center().x > canvas.left() && card.center().x < canvas.right())
        .reduce(Rect::union)
        .unwrap()
}

fn canvas(studio: &Studio) -> Rect {
    studio
        .harness
        .get_by_role(egui::accesskit::Role::Canvas)
        .rect()
}

fn assert_fitted(studio: &Studio) {
    let (cards, canvas) = (all_cards(studio), canvas(studio));
    assert!(canvas.contains_rect(cards), "{cards} is not in {canvas}");
    let share = (cards.width() / canvas.width()).max(cards.height() / canvas.height());
    assert!(share > 0.75, "{cards} is small in {canvas}");
}

#[test]
fn a_fitted_view_adapts_to_the_window_size_and_the_scale() {
    let mut studio = Studio::started();
    studio.keys("F");
    studio.steps(20);
    assert_fitted(&studio);
    studio.harness.set_size(vec2(1024.0, 640.0));
    studio.steps(4);
    assert_fitted(&studio);
    studio.keys("Ctrl+Plus Ctrl+Plus Ctrl+Plus");
    assert_fitted(&studio);
    studio.keys("Ctrl+0");
    studio.harness.set_size(vec2(1440.0, 900.0));
    studio.steps(4);
    assert_fitted(&studio);
}

#[test]
fn a_moved_view_keeps_its_zoom() {
    let mut studio = Studio::started();
    studio.keys("F");
    studio.steps(20);
    studio.click("Zoom in");
    studio.steps(20);
    let before = all_cards(&studio).width();
    studio.harness.set_size(vec2(1300.0, 800.0));
    studio.steps(4);
    assert!((all_cards(&studio).width() - before).abs() < 200.0);
    studio.harness.set_size(vec2(1440.0, 900.0));
    studio.steps(4);
    assert!((all_cards(&studio).width() - before).abs() < 1.0);
}

#[test]
fn a_tree_opened_in_a_small_window_is_shown_completely() {
    let mut studio = Studio::started();
    studio.harness.set_size(vec2(853.0, 480.0));
    let guard = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../assets/examples/guard.bt.json"
    );
    studio.open(guard.as_ref());
    studio.steps(20);
    let (cards, canvas) = (all_cards(&studio), canvas(&studio));
    assert!(canvas.contains_rect(cards), "{cards} is not in {canvas}");
}
