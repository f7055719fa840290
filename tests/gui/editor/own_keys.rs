//! Display names of shortcuts, and custom shortcuts of canvas commands.

use super::studio::Studio;

#[test]
fn the_shortcut_list_names_keys_as_printed_on_the_keyboard() {
    let mut studio = Studio::started();
    studio.keys("Ctrl+F1");
    assert!(studio.shows("Ctrl+,"));
    assert!(studio.shows("Ctrl+\\"));
    assert!(studio.shows("Alt+←"));
    // Alone or after a modifier: "Command palette…" begins with the name of this key.
    assert!(!studio.shows("Comma") && !studio.shows_part("+Comma"));
    assert!(!studio.shows_part("Arrow"));
}

/// An editor on two nodes, the second selected, with these shortcuts in its settings.
fn with_keys(keys: &str) -> Studio {
    let first = Studio::started();
    let settings = format!(r#"{{"version":1,"keys":{keys}}}"#);
    first.write("config/settings.json", settings);
    let mut studio = first.started_again(&[]);
    studio.keys("Ctrl+N");
    studio
}

#[test]
fn keys_of_canvas_commands_can_be_reassigned() {
    let mut studio =
        with_keys(r#"{"add_child":["Insert"],"select_all":["Enter"],"quick_add":["Space"]}"#);
    studio.keys("Space `Sequence` Enter Insert `Wait` Enter");
    assert_eq!(studio.outline(), "Sequence\n  Wait");
    // Enter was assigned to another command.
    studio.keys("Enter");
    assert!(!studio.shows("Search node types"));
    assert_eq!(studio.front(|front| front.selection().len()), 2);
}

#[test]
fn a_focused_button_keeps_tab_and_enter() {
    let mut studio = Studio::started();
    studio.focus("Zoom in");
    studio.keys("Enter");
    assert!(!studio.shows("Search node types"));
    studio.keys("Tab");
    assert!(!studio.shows("Search node types"));
    assert!(!studio.get("Zoom in").is_focused());
}

#[test]
fn what_changes_a_shortcut_comes_before_what_resets_it() {
    let mut studio = Studio::started();
    studio.menu("Help > Keyboard shortcuts…");
    studio.steps(3);
    studio.search("Search commands and shortcuts", "Select all");
    studio.focus("Change shortcut of Select all");
    let left = |label: &str| studio.get(label).rect().left();
    let in_order = [
        "Change shortcut of Select all",
        "Add shortcut for Select all",
        "Remove shortcuts of Select all",
        "Reset shortcuts of Select all",
    ];
    assert!(in_order.map(left).is_sorted());
    for label in &in_order[1..3] {
        studio.keys("Tab");
        assert!(studio.get(label).is_focused(), "{label}");
    }
}
