//! Nothing moves unless the user moves it, and every press of a key counts.

use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

const MAP: &str = "Minimap. Click or drag to move the view.";

fn zoom(studio: &Studio) -> String {
    let mut percents = studio.harness.query_all_by_label_contains("%");
    let percent = percents.find_map(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label
            .trim_end_matches('%')
            .parse::<f32>()
            .ok()
            .map(|_| label)
    });
    percent.unwrap()
}

#[test]
fn starting_a_run_shifts_nothing() {
    let mut studio = Studio::started();
    let before = (studio.card("Guard"), studio.get("Outline: Attack").rect());
    studio.keys("F10");
    studio.steps(5);
    let after = (studio.card("Guard"), studio.get("Outline: Attack").rect());
    assert_eq!(after, before);
    studio.keys("Shift+F5");
    studio.steps(5);
    assert_eq!(studio.card("Guard"), before.0);
}

#[test]
fn a_click_on_a_card_at_the_edge_moves_neither_the_view_nor_the_minimap() {
    let mut studio = Studio::started();
    studio.keys("M");
    studio.steps(2);
    let map = studio.get(MAP).rect();
    // The card is half a card away from the left edge of the canvas.
    let canvas = studio
        .harness
        .get_by_role(egui::accesskit::Role::Canvas)
        .rect();
    let attack = studio.card("Attack");
    let grip = studio.card("Guard").center_top() - vec2(0.0, 30.0);
    studio.harness.hover_at(grip);
    studio.steps(1);
    let middle = |pos, pressed| Event::PointerButton {
        pos,
        button: egui::PointerButton::Middle,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let by = vec2(canvas.left() + 4.0 - attack.left(), 0.0);
    studio.harness.event(middle(grip, true));
    studio.steps(1);
    studio.harness.hover_at(grip + by * 0.5);
    studio.steps(1);
    studio.harness.hover_at(grip + by);
    studio.steps(1);
    studio.harness.event(middle(grip + by, false));
    studio.steps(3);
    let attack = studio.card("Attack");
    assert!(
        (attack.left() - canvas.left() - 4.0).abs() < 1.0,
        "{attack}"
    );
    studio.press_at(attack.center(), 1);
    studio.steps(30);
    assert_eq!(studio.card("Attack"), attack);
    assert_eq!(studio.get(MAP).rect(), map);
}

#[test]
fn the_minimap_is_there_always_or_never() {
    let mut studio = Studio::empty();
    studio.keys("M");
    studio.add("Sequence");
    let map = studio.get(MAP).rect();
    studio.add("Wait Wait Wait");
    studio.keys("F");
    studio.steps(30);
    assert_eq!(
        studio.get(MAP).rect(),
        map,
        "although everything is in view"
    );
    studio.keys("M");
    studio.keys("0 Shift+ArrowRight Shift+ArrowRight Shift+ArrowRight");
    studio.steps(30);
    assert!(!studio.shows(MAP), "although something is out of view");
}

#[test]
fn a_resized_window_keeps_zoom_and_places() {
    let mut studio = Studio::started();
    studio.keys("F");
    // The window may be placed by the system right after the start.
    studio.steps(200);
    let before = (zoom(&studio), studio.card("Guard"));
    studio.harness.set_size(vec2(1300.0, 820.0));
    studio.steps(30);
    assert_eq!((zoom(&studio), studio.card("Guard")), before);
    studio.harness.set_size(vec2(1440.0, 900.0));
    studio.steps(30);
    assert_eq!((zoom(&studio), studio.card("Guard")), before);
}

#[test]
fn two_presses_within_a_frame_are_two_steps() {
    let mut studio = Studio::started();
    studio.keys("F10");
    let frame = |studio: &Studio| studio.front(|front| front.run.as_ref().unwrap().frame());
    let before = frame(&studio);
    let key = |pressed| Event::Key {
        key: Key::F10,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let presses = [key(true), key(false), key(true), key(false)];
    studio.harness.input_mut().events.extend(presses);
    studio.steps(2);
    assert_eq!(frame(&studio), before + 2);
}

#[test]
fn keys_zoom_and_pan_the_canvas() {
    let mut studio = Studio::started();
    studio.keys("0");
    studio.steps(30);
    assert_eq!(zoom(&studio), "100%");
    studio.keys("Minus Minus");
    studio.steps(30);
    assert_eq!(zoom(&studio), "64%");
    studio.keys("Equals");
    studio.steps(30);
    assert_eq!(zoom(&studio), "80%");
    let before = studio.card("Guard");
    studio.keys("Shift+ArrowDown");
    studio.steps(30);
    let after = studio.card("Guard");
    assert!(after.top() < before.top() - 30.0, "the view moves down");
    studio.keys("Shift+ArrowUp");
    studio.steps(30);
    assert!((studio.card("Guard").top() - before.top()).abs() < 1.0);
}

#[test]
fn a_tooltip_appears_late_and_beside_its_card_but_not_where_one_works() {
    let mut studio = Studio::started();
    let chase = studio.card("Chase");
    let text = "is out of sight";
    let said = |studio: &Studio| {
        let found = studio.harness.query_all_by_label_contains(text);
        found
            .map(|node| node.rect())
            .find(|rect| rect.width() > 60.0)
    };
    studio.harness.hover_at(chase.center());
    studio.steps(4);
    assert_eq!(said(&studio), None, "after one second");
    studio.steps(6);
    let tip = said(&studio).expect("a tooltip");
    assert!(!tip.intersects(chase), "{tip} covers {chase}");
    studio.press_at(chase.center(), 1);
    studio.harness.hover_at(chase.center() + vec2(6.0, 3.0));
    studio.steps(120);
    assert!(
        !studio.shows_part(text) || said(&studio) != Some(tip),
        "after a click"
    );
}

#[test]
fn what_a_key_does_is_seen_in_the_second_frame() {
    let mut studio = Studio::started();
    studio.front_select("n4");
    studio.steps(5);
    for (modifiers, key) in [
        (Modifiers::NONE, Key::ArrowUp),
        (Modifiers::NONE, Key::ArrowDown),
        (Modifiers::NONE, Key::F8),
        (Modifiers::COMMAND, Key::Z),
        (Modifiers::NONE, Key::Delete),
        (Modifiers::COMMAND, Key::Z),
        (Modifiers::NONE, Key::F10),
    ] {
        let before = studio.harness.render().unwrap();
        studio.steps(2);
        let still = studio.harness.render().unwrap();
        assert!(still == before, "something moves without a key");
        let press = |pressed| Event::Key {
            key,
            pressed,
            modifiers,
            repeat: false,
            physical_key: None,
        };
        studio.frame([Event::ModifiersChanged(modifiers), press(true)]);
        studio.frame([press(false), Event::ModifiersChanged(Modifiers::NONE)]);
        let seen = studio.harness.render().unwrap();
        assert!(seen != before, "{key:?} is not seen yet");
        studio.steps(10);
    }
}

#[test]
fn zooming_by_keys_keeps_the_selected_card_in_its_place() {
    let mut studio = Studio::started();
    let patrol = studio.id("Patrol");
    studio.front_select(patrol.as_str());
    studio.steps(20);
    let before = studio.card("Patrol").center();
    for keys in ["0", "Plus", "Minus Minus"] {
        studio.keys("Escape");
        studio.keys(keys);
        studio.steps(20);
        let now = studio.card("Patrol").center();
        assert!(before.distance(now) < 1.0, "{keys}: {before} {now}");
    }
}
