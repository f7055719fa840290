//! What is in view: everything after zooming to fit, the root after opening, and always the same when the window changes its size.

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

fn zoom(studio: &Studio) -> String {
    let mut percents = studio.harness.query_all_by_label_contains("%");
    let percent = percents.find_map(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        let number = label.trim_end_matches('%').parse::<f32>();
        number.ok().map(|_| label)
    });
    percent.unwrap()
}

#[test]
fn zooming_to_fit_shows_everything_and_another_window_or_interface_size_keeps_the_zoom() {
    let mut studio = Studio::started();
    studio.keys("F");
    studio.steps(20);
    let (cards, canvas) = (all_cards(&studio), canvas(&studio));
    assert!(canvas.contains_rect(cards), "{cards} is not in {canvas}");
    let share = (cards.width() / canvas.width()).max(cards.height() / canvas.height());
    assert!(share > 0.75, "{cards} is small in {canvas}");
    let before = zoom(&studio);
    studio.harness.set_size(vec2(1024.0, 640.0));
    studio.steps(4);
    assert_eq!(zoom(&studio), before);
    studio.keys("Ctrl+Plus Ctrl+Plus Ctrl+Plus");
    assert_eq!(zoom(&studio), before);
    studio.keys("Ctrl+0");
    studio.harness.set_size(vec2(1440.0, 900.0));
    studio.steps(4);
    assert_eq!(zoom(&studio), before);
    assert_eq!(all_cards(&studio), cards, "back where it was");
}

#[test]
fn a_tree_that_does_not_fit_opens_at_its_root_large_enough_to_read() {
    let mut studio = Studio::started();
    studio.harness.set_size(vec2(853.0, 480.0));
    let guard = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../assets/examples/guard.bt.json"
    );
    studio.open(guard.as_ref());
    studio.steps(20);
    assert_eq!(zoom(&studio), "75%");
    let mut found = studio.harness.query_all_by_label_contains("Guard (");
    let root = found.next().unwrap().rect();
    let canvas = canvas(&studio);
    assert!(canvas.contains_rect(root), "{root} is not in {canvas}");
}
