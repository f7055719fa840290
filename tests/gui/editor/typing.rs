//! Input methods: composed text goes to the focused field, and triggers no shortcuts meanwhile.

use egui::{Event, ImeEvent, Key, Modifiers};

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::sides::wheel;
use super::studio::{Studio, saved};

/// Composes a text as an input method does: first the letters, which are also key events, then the resulting text.
#[track_caller]
fn compose(studio: &mut Studio, letters: &str, text: &str) {
    for end in 1..=letters.len() {
        studio.harness.event(Event::Ime(ImeEvent::Preedit {
            text: letters[..end].to_owned(),
            active_range_chars: None,
        }));
        studio.steps(2);
        assert!(goes_on(studio), "the input method is interrupted: {text}");
    }
    studio
        .harness
        .event(Event::Ime(ImeEvent::Commit(text.to_owned())));
    studio.steps(3);
}

/// Whether the window lets an input method compose.
fn goes_on(studio: &Studio) -> bool {
    let ime = studio.harness.output().platform_output.ime;
    ime.is_some_and(|ime| !ime.should_interrupt_composition)
}

#[test]
fn every_search_field_takes_composed_text() {
    for open in [
        "Ctrl+Shift+P",
        "Ctrl+P",
        "Ctrl+G",
        "Ctrl+F",
        "Ctrl+H",
        "Space",
        "Ctrl+F1",
        "Shift+F1",
        "Shift+F12",
    ] {
        let mut studio = Studio::started();
        studio.click("Outline: Attack");
        studio.focus_canvas();
        studio.keys(open);
        compose(&mut studio, "xunluo", "巡逻");
        assert!(has_field(&studio, "巡逻"), "{open}");
    }
    for label in ["Search nodes", "Search tree", "Filter variables"] {
        let mut studio = Studio::started();
        studio.focus(label);
        studio.keys("Ctrl+A");
        compose(&mut studio, "xunluo", "巡逻");
        assert!(has_field(&studio, "巡逻"), "{label}");
    }
}

/// Whether a text field contains this.
fn has_field(studio: &Studio, text: &str) -> bool {
    let mut fields = studio.harness.get_all_by_role(Role::TextInput);
    fields.any(|field| field.accesskit_node().value().as_deref() == Some(text))
}

#[test]
fn names_are_composed_in_the_inspector() {
    let mut studio = Studio::with("Wait");
    studio.focus("Name");
    compose(&mut studio, "fang", "放哨");
    studio.keys("Enter");
    assert_eq!(studio.outline(), "放哨");
}

#[test]
fn names_are_composed_on_the_card() {
    let mut studio = Studio::with("Wait");
    studio.keys("F2");
    compose(&mut studio, "xunluo", "巡逻");
    studio.keys("Enter");
    assert_eq!(studio.outline(), "巡逻");
}

#[test]
fn composing_triggers_no_command_of_the_canvas() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+F");
    let before = studio.document();
    compose(&mut studio, "wrfac", "守卫");
    assert_eq!(studio.document(), before);
    assert!(has_field(&studio, "守卫"));
    assert!(!studio.shows("Search node types"));
}

#[test]
fn text_typed_in_a_long_list_is_kept_when_scrolled_out_of_view() {
    let studio = Studio::empty();
    let path = studio.path("many.bt.json");
    let variables: Vec<_> = (0..200)
        .map(|n| format!("{{\"name\": \"v{n}\", \"type\": \"string\", \"initial\": \"old\"}}"))
        .collect();
    let text = format!(
        "{{\"format\": \"treewright\", \"version\": 1, \"root\": \"a\", \"variables\": [{}], \"nodes\": [{{\"id\": \"a\", \"task\": \"Idle\"}}]}}",
        variables.join(", ")
    );
    std::fs::write(&path, text).unwrap();
    let mut studio = Studio::with_files(&[path]);
    let field = "Initial value of v1";
    let at = studio.get(field).rect().center();
    studio.get(field).focus();
    studio.steps(2);
    studio.type_text("new ");
    wheel(&mut studio, at, -4_000.0);
    assert!(
        !studio.shows("Initial value of v2"),
        "the row is out of view"
    );
    studio.keys("Enter");
    let value = studio
        .document()
        .variable("v1")
        .unwrap()
        .initial
        .value
        .clone();
    assert!(value.to_string().contains("new"), "{value}");
}

/// Returns the events of a keyboard when this key is pressed and released.
fn key_events(key: Key, text: Option<&str>) -> Vec<Event> {
    let event = |pressed| Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    };
    let text = text.map(|text| Event::Text(text.to_owned()));
    [Some(event(true)), text, Some(event(false))]
        .into_iter()
        .flatten()
        .collect()
}

#[test]
fn keys_typed_within_one_long_frame_take_effect_in_order() {
    // Escape discards the name, Tab keeps it as typed; neither treats its letters as shortcuts.
    for (leave, named) in [(Key::Escape, "Wait"), (Key::Tab, "n o")] {
        let mut studio = saved();
        studio.focus("Name");
        studio.keys("Ctrl+A");
        let keys = [
            key_events(Key::N, Some("n")),
            key_events(Key::Space, Some(" ")),
            key_events(Key::O, Some("o")),
            key_events(leave, None),
        ];
        studio.harness.input_mut().events.extend(keys.concat());
        studio.steps(4);
        assert_eq!(studio.outline(), format!("Sequence\n  {named}"));
        assert!(!studio.shows("Search node types"), "{leave:?}");
    }
}
