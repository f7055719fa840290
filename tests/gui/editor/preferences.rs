//! Settings, keys of one's own, the sheet of keys, and what palette and status bar say about commands.

use super::studio::Studio;

/// Opens the settings at the page of the keys.
fn key_page(studio: &mut Studio) {
    studio.keys("Ctrl+Comma");
    studio.click("Keys");
}

/// The lines of the open command palette, from top to bottom.
fn lines(studio: &Studio) -> Vec<String> {
    use egui_kittest::kittest::{NodeT as _, Queryable as _};
    let is_line = |node: &egui_kittest::Node<'_>| {
        node.accesskit_node().role() == egui::accesskit::Role::ListItem
            && node.rect().left() > 300.0
            && node.rect().right() < 1100.0
    };
    let all = studio.harness.query_all_by(|_| true);
    let mut lines: Vec<_> = all.filter(is_line).collect();
    lines.sort_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    let names = lines.iter().map(|line| line.accesskit_node().label());
    names.map(Option::unwrap_or_default).collect()
}

#[test]
fn what_is_set_counts_at_once_and_at_the_next_start() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Comma");
    assert!(studio.shows("Settings"));
    studio.click("Language > 简体中文");
    // The window itself changes its language.
    assert!(studio.shows("设置"));
    studio.switch("减少动态效果");
    studio.keys("Escape Ctrl+Plus");
    studio.must_say("110");
    let scale = studio.harness.ctx.zoom_factor();
    assert!((scale - 1.1).abs() < 0.01, "{scale}");
    studio.end();

    let studio = studio.started_again(&[]);
    assert!(studio.shows("文件"));
    let scale = studio.harness.ctx.zoom_factor();
    assert!((scale - 1.1).abs() < 0.01, "{scale}");
}

#[test]
fn the_interface_grows_and_shrinks_and_the_canvas_keeps_its_zoom() {
    let mut studio = Studio::started();
    for _ in 0..9 {
        studio.keys("Ctrl+Plus");
    }
    studio.must_say("200");
    studio.keys("Ctrl+Minus");
    studio.must_say("175");
    studio.keys("Ctrl+0");
    let scale = studio.harness.ctx.zoom_factor();
    assert!((scale - 1.0).abs() < 0.001, "{scale}");
}

#[test]
fn a_command_gets_other_keys_and_all_that_shows_keys_follows() {
    let mut studio = Studio::empty();
    key_page(&mut studio);
    studio.fill("Search commands and keys", "Step one frame");
    studio.click("Change the keys of Step one frame");
    assert!(studio.shows("Press the new keys; Esc cancels"));
    studio.keys("Alt+L");
    assert!(!studio.shows("Press the new keys; Esc cancels"));
    assert!(studio.shows("Alt+L"));
    studio.keys("Escape");
    assert!(!studio.shows("Settings"), "Escape closes the window again");

    studio.add("Wait");
    studio.keys("Alt+L");
    assert!(studio.shows("Paused"), "{}", studio.notice());
    studio.keys("F1");
    studio.fill("Search commands and keys", "alt+l");
    assert!(studio.shows("Step one frame"));
    studio.keys("Escape");
    studio.end();

    let mut studio = studio.started_again(&[]);
    // The tree was not saved.
    studio.click("Decide later");
    key_page(&mut studio);
    studio.fill("Search commands and keys", "Step one frame");
    assert!(studio.shows("Alt+L"), "kept for the next start");
    studio.click("Reset the keys of Step one frame");
    assert!(!studio.shows("Alt+L"));
    assert!(studio.shows("F10"));
}

#[test]
fn keys_that_another_command_has_are_taken_only_when_asked_to() {
    let mut studio = Studio::with("Wait");
    key_page(&mut studio);
    studio.fill("Search commands and keys", "Step one frame");
    studio.click("Change the keys of Step one frame");
    studio.keys("Ctrl+S");
    assert!(studio.shows("Ctrl+S belongs to “Save”."));
    studio.click("Cancel");
    assert!(!studio.shows("Ctrl+S"), "nothing was taken");

    studio.click("Change the keys of Step one frame");
    studio.keys("Ctrl+S");
    studio.click("Take them");
    assert!(studio.get("Change the keys of Step one frame").is_focused());
    assert!(studio.shows("Ctrl+S"));
    studio.keys("Escape Ctrl+S");
    assert!(studio.shows("Paused"), "{}", studio.notice());

    key_page(&mut studio);
    studio.click("Reset all");
    studio.keys("Escape");
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    assert!(path.exists(), "Save has its keys again");
}

#[test]
fn a_modifier_alone_is_on_the_way_to_the_keys() {
    let mut studio = Studio::empty();
    key_page(&mut studio);
    studio.fill("Search commands and keys", "Step one frame");
    studio.click("Change the keys of Step one frame");
    studio.keys("ControlLeft ShiftRight");
    assert!(studio.shows("Press the new keys; Esc cancels"));
    studio.keys("Ctrl+F10");
    assert!(!studio.shows("Press the new keys; Esc cancels"));
    assert!(studio.shows_part("Ctrl+F10"));
}

#[test]
fn escape_leaves_the_keys_as_they_were() {
    let mut studio = Studio::empty();
    key_page(&mut studio);
    studio.fill("Search commands and keys", "Step one frame");
    studio.click("Change the keys of Step one frame");
    studio.keys("Escape");
    assert!(studio.shows("Settings"), "the window stays open");
    assert!(studio.shows("F10"));
    assert!(!studio.shows("Press the new keys; Esc cancels"));
}

#[test]
fn a_text_field_owns_plain_keys_whatever_they_are_bound_to() {
    let mut studio = Studio::with("Wait");
    key_page(&mut studio);
    studio.fill("Search commands and keys", "New");
    studio.click("Change the keys of New");
    studio.keys("X Escape F2");
    let before = studio.count();
    studio.keys("X `x` Enter");
    assert_eq!(studio.count(), before, "typed, and no command given");
    assert_eq!(studio.outline(), "x");
    studio.keys("X");
    assert_eq!(studio.count(), before + 1, "on the canvas it is a command");
}

#[test]
fn the_sheet_shows_keys_and_gestures_and_finds_them() {
    let mut studio = Studio::started();
    studio.keys("F1");
    for shown in ["Ctrl+Shift+S", "Zoom", "Ctrl and wheel"] {
        assert!(studio.shows(shown), "{shown}");
    }
    studio.fill("Search commands and keys", "wheel");
    assert!(studio.shows("Zoom"));
    assert!(!studio.shows("Ctrl+Shift+S"));
    studio.click("Change keys…");
    assert!(studio.shows("Settings"));
}

#[test]
fn the_palette_lists_what_was_chosen_lately_first() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Shift+P");
    assert_ne!(lines(&studio)[0], "Reset panels");
    studio.keys("`Reset panels` Enter Ctrl+Shift+P");
    assert_eq!(lines(&studio)[0], "Reset panels");
}

#[test]
fn the_palette_and_the_status_bar_say_why_a_command_cannot_be_used() {
    let mut studio = Studio::empty();
    studio.keys("Ctrl+Shift+P `Duplicate` Enter");
    studio.must_say_just("Duplicate: Select a node first.");
}

#[test]
fn the_status_bar_says_what_was_done_and_how_to_take_it_back() {
    let mut studio = Studio::with("Sequence");
    assert!(
        studio.notice().ends_with("Ctrl+Z to undo"),
        "{}",
        studio.notice()
    );
    studio.keys("Ctrl+Z");
    studio.must_say_first("Undone");
}
