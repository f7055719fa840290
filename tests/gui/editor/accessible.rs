//! Requirements for every control in every window, in both languages: a name for screen readers, and keyboard access.

use std::collections::BTreeSet;

use egui::accesskit::Role;
use egui::vec2;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

/// Roles of controls that can be pressed, typed into or moved.
const CONTROLS: [Role; 13] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::ComboBox,
    Role::TextInput,
    Role::MultilineTextInput,
    Role::Slider,
    Role::SpinButton,
    Role::ColorWell,
    Role::MenuItem,
    Role::Tab,
    Role::Link,
    Role::ListItem,
];

/// Returns the visible controls without a name of their own or from a label, by role and position.
fn nameless(studio: &Studio) -> Vec<String> {
    let is_control =
        |node: &egui_kittest::Node<'_>| CONTROLS.contains(&node.accesskit_node().role());
    let all: Vec<_> = studio.harness.query_all_by(|_| true).collect();
    let controls = all.into_iter().filter(is_control);
    let bare = controls.filter(|node| {
        let node = node.accesskit_node();
        let name = node.label().or_else(|| node.value()).unwrap_or_default();
        // A glyph of the icon font is not a name.
        !name.chars().any(char::is_alphanumeric)
    });
    bare.map(|node| format!("{:?} at {:?}", node.accesskit_node().role(), node.rect()))
        .collect()
}

/// Steps that lead to states in which all panels and windows are shown.
type Way = (&'static str, fn(&mut Studio));

const WAYS: [Way; 9] = [
    ("the start", |_| {}),
    ("a running tree", |studio| studio.keys("F10 F10")),
    ("an empty document", |studio| studio.keys("Ctrl+N")),
    ("several selected nodes", |studio| studio.keys("Ctrl+A")),
    ("the settings", |studio| studio.keys("Ctrl+Comma")),
    ("the keys", |studio| studio.keys("Ctrl+F1")),
    ("the commands", |studio| studio.keys("Ctrl+Shift+P")),
    ("the search of the canvas", |studio| studio.keys("Space")),
    ("a question", |studio| {
        studio.dialog_fails();
        studio.keys("Ctrl+O");
    }),
];

fn in_language(chinese: bool) -> Studio {
    let mut studio = Studio::started();
    if chinese {
        studio.speak_chinese();
    }
    studio
}

#[test]
fn every_control_has_a_name() {
    for chinese in [false, true] {
        for (state, reach) in WAYS {
            let mut studio = in_language(chinese);
            reach(&mut studio);
            let found = nameless(&studio);
            assert!(found.is_empty(), "{state}, Chinese: {chinese}: {found:#?}");
        }
    }
}

#[test]
fn every_control_in_the_menus_has_a_name() {
    let mut studio = Studio::started();
    for menu in ["File", "Edit", "Node", "Arrange", "View", "Run", "Help"] {
        // The menus are left of everything else with such a name.
        studio.all(menu)[0].click();
        studio.steps(3);
        let found = nameless(&studio);
        assert!(found.is_empty(), "{menu}: {found:#?}");
        studio.keys("Escape");
    }
}

#[test]
fn every_control_in_the_settings_has_a_name() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Comma");
    for page in [
        "Appearance",
        "Canvas and run",
        "Shortcuts",
        "Files and startup",
    ] {
        studio.click(page);
        let found = nameless(&studio);
        assert!(found.is_empty(), "{page}: {found:#?}");
    }
}

/// Presses Tab until each of these controls had the focus, at most `most` times.
fn tab_reaches(studio: &mut Studio, most: usize, wanted: &[&str]) {
    let mut left: BTreeSet<&str> = wanted.iter().copied().collect();
    for _ in 0..most {
        studio.keys("Tab");
        let is_focused = |node: &egui_kittest::Node<'_>| node.accesskit_node().is_focused();
        for node in studio.harness.query_all_by(|_| true).filter(is_focused) {
            left.remove(&*node.accesskit_node().label().unwrap_or_default());
        }
        if left.is_empty() {
            return;
        }
    }
    panic!("Tab never reaches {left:?}");
}

#[test]
fn tab_reaches_every_control_of_the_settings() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Comma");
    let size = ["Interface size", "Reduce motion", "Close"];
    let wanted = [&["Appearance", "Shortcuts", "Theme", "Language"][..], &size].concat();
    tab_reaches(&mut studio, 14, &wanted);
}

#[test]
fn tab_leads_from_a_panel_to_the_controls_after_it() {
    let mut studio = Studio::started();
    studio.keys("F6");
    let panels = ["Composites", "Search tree", "Outline: Attack"];
    let wanted = [&panels[..], &["New", "Zoom in"]].concat();
    tab_reaches(&mut studio, 260, &wanted);
}

#[test]
fn dialogs_fit_a_small_window_with_everything_twice_as_large() {
    // 1280 by 720 pixels at 200 %.
    let small = vec2(640.0, 360.0);
    let dialogs: [(&str, &[&str]); 3] = [
        ("Ctrl+Comma", &["Theme", "Language", "Appearance", "Close"]),
        ("Ctrl+F1", &["Search commands and shortcuts", "Close"]),
        ("Ctrl+E", &["Format", "Browse…", "Cancel", "Export"]),
    ];
    for (keys, controls) in dialogs {
        let mut studio = Studio::started();
        studio.harness.set_size(small);
        studio.steps(4);
        studio.keys(keys);
        studio.steps(4);
        let screen = studio.harness.ctx.content_rect();
        for name in controls {
            let found = studio.all(name);
            assert!(!found.is_empty(), "{keys}: no {name}");
            for control in found {
                let rect = control.rect();
                assert!(screen.contains_rect(rect), "{keys}: {name} at {rect}");
            }
        }
    }
}
