//! All dialogs have one frame: a title with ✕, the default button at the right, Enter and Escape; and what cannot be undone is asked about first.

use egui::accesskit::Role;

use super::studio::Studio;

/// Opens a dialog, and names its default button and the button that cancels.
type Opened = (&'static str, fn(&mut Studio), &'static str, &'static str);

const DIALOGS: [Opened; 5] = [
    (
        "template",
        |s| s.menu("Edit > Save as template…"),
        "Save",
        "Cancel",
    ),
    (
        "picture",
        |s| s.menu("File > Export picture…"),
        "Save…",
        "Cancel",
    ),
    ("export", |s| s.menu("File > Export…"), "Export", "Cancel"),
    ("unsaved", |s| s.keys("Ctrl+W"), "Save", "Cancel"),
    (
        "keys",
        |s| s.keys("Ctrl+F1"),
        "Close",
        "Keyboard shortcuts…",
    ),
];

fn edited() -> Studio {
    let mut studio = Studio::with("Sequence");
    studio.add("Wait");
    studio
}

#[test]
fn the_default_button_is_at_the_right_and_escape_and_the_cross_close() {
    for (name, open, default, other) in DIALOGS {
        let mut studio = edited();
        open(&mut studio);
        assert!(studio.shows("Close window"), "{name}");
        let default = studio.by_role(Role::Button, default).rect();
        let other = studio.by_role(Role::Button, other).rect();
        assert!(default.left() > other.right(), "{name}");
        assert!(
            (default.center().y - other.center().y).abs() < 1.0,
            "{name}"
        );
        studio.click("Close window");
        assert!(!studio.shows("Close window"), "{name}: the cross");
        open(&mut studio);
        studio.keys("Escape");
        assert!(!studio.shows("Close window"), "{name}: Escape");
        assert_eq!(studio.outline(), "Sequence\n  Wait", "{name}");
    }
}

#[test]
fn resetting_all_shortcuts_is_asked_first() {
    let mut studio = Studio::empty();
    studio.keys("Ctrl+Comma");
    studio.click("Shortcuts > Change shortcut of Step one frame");
    studio.keys("Ctrl+Shift+F12");
    studio.click("Reset all");
    assert!(studio.shows("Reset all shortcuts?"));
    studio.keys("Escape");
    assert!(studio.shows("Ctrl+Shift+F12"), "cancelled");
    studio.click("Reset all");
    studio.keys("Enter");
    assert!(!studio.shows("Ctrl+Shift+F12"));
    assert!(!studio.shows("Reset all shortcuts?"));
}

#[test]
fn the_arrangement_of_the_panels_is_not_lost_without_a_question() {
    let mut studio = Studio::empty();
    studio.menu("View > Panels > Outline");
    assert!(!studio.shows("Search tree"));
    studio.keys("Escape Ctrl+Shift+P `Reset panels` Enter");
    assert!(studio.shows("Reset the panels?"));
    studio.click("Cancel");
    assert!(!studio.shows("Search tree"));
    studio.keys("Ctrl+Shift+P `Reset panels` Enter Enter");
    assert!(studio.shows("Search tree"));
}

#[test]
fn the_keyboard_returns_to_where_it_was_before_a_dialog() {
    let mut studio = edited();
    studio.focus("Outline: Sequence");
    studio.keys("Ctrl+Comma");
    assert!(!studio.get("Outline: Sequence").is_focused());
    studio.keys("Escape");
    assert!(studio.get("Outline: Sequence").is_focused());
}
