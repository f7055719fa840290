//! Settings, custom shortcuts, the list of shortcuts, and hints about commands in the command palette and the status bar.

use super::studio::Studio;

/// Opens the settings at the page of shortcuts.
fn key_page(studio: &mut Studio) {
    studio.keys("Ctrl+Comma");
    studio.click("Shortcuts");
}

/// Returns the lines of the open command palette, from top to bottom.
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
fn settings_apply_at_once_and_at_the_next_start() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Comma");
    assert!(studio.shows("Settings"));
    studio.click("Language > 简体中文");
    // The window title changes its language, too.
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
fn the_interface_scales_and_the_canvas_keeps_its_zoom() {
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
fn a_reassigned_shortcut_is_shown_everywhere() {
    let mut studio = Studio::empty();
    key_page(&mut studio);
    studio.fill("Search commands and shortcuts", "Step one frame");
    studio.click("Change shortcut of Step one frame");
    assert!(studio.shows("Press the new shortcut; Esc cancels"));
    studio.keys("Alt+L");
    assert!(!studio.shows("Press the new shortcut; Esc cancels"));
    assert!(studio.shows("Alt+L"));
    studio.keys("Escape");
    assert!(!studio.shows("Settings"), "Escape closes the window again");

    studio.add("Wait");
    studio.keys("Alt+L");
    assert!(studio.shows("Paused"), "{}", studio.notice());
    studio.keys("Ctrl+F1");
    studio.fill("Search commands and shortcuts", "alt+l");
    assert!(studio.shows("Step one frame"));
    studio.keys("Escape");
    studio.end();

    let mut studio = studio.started_again(&[]);
    // The tree was not saved.
    studio.click("Decide later");
    key_page(&mut studio);
    studio.fill("Search commands and shortcuts", "Step one frame");
    assert!(studio.shows("Alt+L"), "kept for the next start");
    studio.click("Reset shortcuts of Step one frame");
    assert!(!studio.shows("Alt+L"));
    assert!(studio.shows("F10"));
}

#[test]
fn a_shortcut_of_another_command_is_reassigned_only_after_confirmation() {
    let mut studio = Studio::with("Wait");
    key_page(&mut studio);
    studio.fill("Search commands and shortcuts", "Step one frame");
    studio.click("Change shortcut of Step one frame");
    studio.keys("Ctrl+S");
    assert!(studio.shows("Ctrl+S is already assigned to “Save”."));
    studio.click("Cancel");
    assert!(!studio.shows("Ctrl+S"), "no shortcut was reassigned");

    studio.click("Change shortcut of Step one frame");
    studio.keys("Ctrl+S");
    studio.click("Reassign");
    assert!(studio.get("Change shortcut of Step one frame").is_focused());
    assert!(studio.shows("Ctrl+S"));
    studio.keys("Escape Ctrl+S");
    assert!(studio.shows("Paused"), "{}", studio.notice());

    key_page(&mut studio);
    studio.click("Reset all");
    studio.keys("Enter Escape");
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    assert!(path.exists(), "Save has its shortcut again");
}

#[test]
fn a_modifier_alone_is_not_yet_a_shortcut() {
    let mut studio = Studio::empty();
    key_page(&mut studio);
    studio.fill("Search commands and shortcuts", "Step one frame");
    studio.click("Change shortcut of Step one frame");
    studio.keys("ControlLeft ShiftRight");
    assert!(studio.shows("Press the new shortcut; Esc cancels"));
    studio.keys("Ctrl+F10");
    assert!(!studio.shows("Press the new shortcut; Esc cancels"));
    assert!(studio.shows_part("Ctrl+F10"));
}

#[test]
fn escape_leaves_the_shortcut_unchanged() {
    let mut studio = Studio::empty();
    key_page(&mut studio);
    studio.fill("Search commands and shortcuts", "Step one frame");
    studio.click("Change shortcut of Step one frame");
    studio.keys("Escape");
    assert!(studio.shows("Settings"), "the window stays open");
    assert!(studio.shows("F10"));
    assert!(!studio.shows("Press the new shortcut; Esc cancels"));
}

#[test]
fn a_text_field_receives_plain_keys_even_if_they_are_shortcuts() {
    let mut studio = Studio::with("Wait");
    key_page(&mut studio);
    studio.fill("Search commands and shortcuts", "New");
    studio.click("Change shortcut of New");
    studio.keys("X Escape F2");
    let before = studio.count();
    studio.keys("X `x` Enter");
    assert_eq!(
        studio.count(),
        before,
        "the key is typed and runs no command"
    );
    assert_eq!(studio.outline(), "x");
    studio.keys("X");
    assert_eq!(
        studio.count(),
        before + 1,
        "on the canvas, the key runs a command"
    );
}

#[test]
fn the_shortcut_list_shows_keys_and_gestures_and_can_be_searched() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+F1");
    for shown in ["Ctrl+Shift+S", "Zoom", "Wheel, or pinch"] {
        assert!(studio.shows(shown), "{shown}");
    }
    studio.fill("Search commands and shortcuts", "wheel");
    assert!(studio.shows("Zoom"));
    assert!(!studio.shows("Ctrl+Shift+S"));
    studio.click("Keyboard shortcuts…");
    assert!(studio.shows("Settings"));
}

#[test]
fn the_command_palette_lists_recent_commands_first() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+Shift+P");
    assert_ne!(lines(&studio)[0], "Reset panels");
    studio.keys("`Reset panels` Enter Ctrl+Shift+P");
    assert_eq!(lines(&studio)[0], "Reset panels");
}

#[test]
fn the_command_palette_and_the_status_bar_say_why_a_command_is_unavailable() {
    let mut studio = Studio::empty();
    studio.keys("Ctrl+Shift+P `Duplicate` Enter");
    studio.must_say_just("Duplicate · Select a node first.");
}

#[test]
fn the_status_bar_says_what_was_done_and_how_to_undo_it() {
    let mut studio = Studio::with("Sequence");
    assert!(
        studio.notice().ends_with("Ctrl+Z to undo"),
        "{}",
        studio.notice()
    );
    studio.keys("Ctrl+Z");
    studio.must_say_first("Undone");
}
