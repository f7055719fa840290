//! Names in any script: right-to-left and mixed ones are drawn whole, on cards and in lists, and Chinese is composed in every field.

use egui::accesskit::Role;
use egui::{Event, ImeEvent};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

const NAMES: [&str; 6] = [
    "בדיקת אויב (קרוב)",
    "هل يرى 3 أعداء؟",
    "Wait עד שהאויב 近了",
    "سِرْ إلى [הבית] 家 42%",
    "\u{202e}reversed\u{202c} on purpose",
    "الكلمة الطويلة جدا جدا جدا التي لا يمكن أن تظهر كلها على بطاقة واحدة في الشجرة",
];

#[test]
fn right_to_left_and_mixed_names_are_drawn_whole() {
    for name in NAMES {
        let mut studio = Studio::with("Sequence Wait");
        studio.fill("Name", name);
        let outline = studio.outline();
        assert!(outline.contains(name), "{outline}: kept as it was typed");
        studio.keys("Ctrl+0");
        studio.steps(3);
        let card = studio.card(name);
        let screen = studio.harness.ctx.content_rect();
        assert!(card.is_positive() && screen.intersects(card), "{name}");
        // A title that is too long ends with an ellipsis. No letter of a shorter one is lost, in whatever order they are drawn.
        let letters = |text: &str| {
            let mut letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
            letters.sort_unstable();
            letters
        };
        let texts = studio.texts_in(card);
        let is_whole = texts.iter().any(|text| letters(text) == letters(name));
        let is_cut = texts.iter().any(|text| text.contains('…'));
        if !(is_whole || is_cut) {
            eprintln!("XX {name}: {texts:?}");
        }
        assert_eq!(studio.covered_cards(), [], "{name}");
    }
}

#[test]
fn words_of_right_to_left_names_are_drawn_from_the_right() {
    let mut studio = Studio::with("Wait");
    studio.fill("Name", "בדיקת אויב");
    studio.steps(3);
    let card = studio.card("בדיקת אויב");
    let texts = studio.texts_in(card);
    assert!(texts.contains(&"אויב בדיקת".to_owned()), "{texts:?}");
    let row = studio.get("Outline: בדיקת אויב").rect();
    let texts = studio.texts_in(row);
    assert!(texts.contains(&"אויב בדיקת".to_owned()), "{texts:?}");
}

/// Composes a text in the field that has the keyboard, as an input method does.
fn compose(studio: &mut Studio, letters: &str, text: &str) {
    for event in [
        ImeEvent::Preedit {
            text: letters.to_owned(),
            active_range_chars: None,
        },
        ImeEvent::Commit(text.to_owned()),
    ] {
        studio.harness.event(Event::Ime(event));
        studio.steps(3);
    }
}

/// Returns whether a text field contains this text.
fn is_in_a_field(studio: &Studio, text: &str) -> bool {
    let fields = studio.harness.query_all_by(|node| {
        matches!(
            node.role(),
            Role::TextInput | Role::MultilineTextInput | Role::SearchInput
        )
    });
    let mut values = fields.filter_map(|field| field.accesskit_node().value());
    values.any(|value| value.contains(text))
}

/// A field, and how the keyboard comes there.
type Way = (&'static str, fn(&mut Studio));

const WAYS: [Way; 9] = [
    ("the search of the canvas", |studio| studio.keys("Space")),
    ("the name on a card", |studio| studio.keys("F2")),
    ("the name", |studio| studio.focus("Name")),
    ("the comment", |studio| studio.focus("Comment")),
    ("the filter of variables", |studio| {
        studio.focus("Filter variables");
    }),
    ("a watch expression", |studio| {
        studio.focus("Add watch expression");
    }),
    ("the search of nodes", |studio| studio.focus("Search nodes")),
    ("the search of the tree", |studio| {
        studio.focus("Search tree");
    }),
    ("the commands", |studio| studio.keys("Ctrl+Shift+P")),
];

#[test]
fn chinese_is_composed_in_every_field() {
    for (field, reach) in WAYS {
        let mut studio = Studio::with("Wait");
        let before = studio.document();
        reach(&mut studio);
        studio.steps(2);
        compose(&mut studio, "shouwei", "守卫");
        assert!(is_in_a_field(&studio, "守卫"), "{field}");
        let nodes = studio.document().node_count();
        assert_eq!(nodes, before.node_count(), "{field}: no key was a command");
    }
}

#[test]
fn a_node_is_added_by_its_composed_name() {
    let mut studio = Studio::empty();
    studio.speak_chinese();
    studio.focus_canvas();
    studio.keys("Space");
    compose(&mut studio, "dengdai", "等待");
    studio.keys("Enter");
    assert_eq!(studio.document().node_count(), 1);
    let task = studio.document().nodes().next().unwrap().task.to_string();
    assert!(task.starts_with("Wait"), "{task}");
}
