//! Where the keyboard, and with it a screen reader, is: in windows, dialogs and menus, afterwards where it was before, and on the same control after
//! a change.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, vec2};
use egui_kittest::kittest::NodeT as _;

use super::breakpoints::go_on;
use super::read_aloud::{announced, focused, focused_node};
use super::running::guard;
use super::studio::{Studio, saved};

/// The name of what has the focus.
fn name(studio: &Studio) -> String {
    focused(studio).1
}

/// A key that is pressed, or released.
fn key(key: Key, pressed: bool) -> Event {
    Event::Key {
        key,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: Modifiers::NONE,
    }
}

/// The name of the dialog around what has the focus.
fn dialog(studio: &Studio) -> Option<String> {
    let node = focused_node(studio);
    let mut above = node.accesskit_node().parent();
    while above.is_some_and(|above| above.role() != Role::Dialog) {
        above = above.and_then(|above| above.parent());
    }
    above.and_then(|above| above.label())
}

#[test]
fn the_answer_why_takes_the_focus_and_escape_gives_it_back() {
    let mut studio = guard();
    studio.keys("F10");
    studio.click("Attack (Idle)");
    studio.keys("Y");
    let answer = "Go to Frame 1: “Attack” was not reached: “Fight” returned Failure first";
    assert_eq!(name(&studio), answer);
    assert_eq!(dialog(&studio).as_deref(), Some("Why? “Attack”"));
    studio.focus_canvas();
    studio.steps(2);
    assert_eq!(name(&studio), "Attack (Idle)");
    let mut met = Vec::new();
    while met.len() < 20 && !met.contains(&answer.to_owned()) {
        studio.keys("F6");
        met.push(name(&studio));
    }
    assert_eq!(met.last().map(String::as_str), Some(answer), "{met:?}");
    studio.keys("Escape");
    studio.steps(2);
    assert!(!studio.shows_part("Why? “"));
    assert_eq!(name(&studio), "Attack (Idle)");
    // Asked again for another node, the open window has the focus again.
    studio.keys("Y");
    studio.click("Rest (Wait), running");
    studio.keys("Y");
    assert_eq!(dialog(&studio).as_deref(), Some("Why? “Rest”"));
}

#[test]
fn each_window_beside_the_panels_is_a_dialog_that_has_the_focus_and_gives_it_back() {
    for (open, title) in [
        ("Shift+Y", "What would it take?"),
        ("Shift+F1", "Node reference"),
    ] {
        let mut studio = guard();
        studio.keys("F10");
        studio.click("Attack (Idle)");
        studio.keys(open);
        studio.steps(2);
        assert_eq!(dialog(&studio).as_deref(), Some(title), "{open}");
        studio.keys("Escape");
        studio.steps(2);
        assert!(!studio.shows(title), "{open}");
        assert_eq!(name(&studio), "Attack (Idle)", "{open}");
    }
}

#[test]
fn a_parameter_stays_focused_while_it_is_bound_to_a_variable() {
    let mut studio = Studio::empty();
    studio.click("+ Add variable > bool");
    studio.keys("Enter");
    studio.add("CompareBool");
    studio.focus("Bind Left to a variable");
    studio.keys("Enter");
    assert_eq!(name(&studio), "Make Left a constant");
    studio.keys("Enter");
    assert_eq!(name(&studio), "Bind Left to a variable");
    let document = studio.document();
    let node = document.nodes().next().unwrap();
    let bound = node.parameters.values();
    let bound = bound.filter(|value| value.as_variable().is_some());
    assert_eq!(bound.count(), 0);
}

#[test]
fn after_naming_a_new_variable_the_focus_is_back_at_its_parameter() {
    let mut studio = Studio::with("CompareBool");
    studio.focus("Bind Left to a variable");
    studio.keys("Enter");
    assert!(
        name(&studio).starts_with("Name of variable"),
        "{}",
        name(&studio)
    );
    studio.keys("Ctrl+A `alarm` Enter");
    studio.steps(2);
    assert_eq!(name(&studio), "Make Left a constant");
    let document = studio.document();
    let node = document.nodes().next().unwrap();
    let left = node.parameters.get("left").unwrap();
    assert_eq!(left.as_variable(), Some("alarm"));
}

#[test]
fn enter_in_a_name_that_was_clicked_into_is_not_swallowed() {
    let mut studio = Studio::empty();
    studio.click("+ Add variable > bool");
    studio.keys("Enter");
    let field = studio.labels_that_begin("Name of variable").remove(0);
    studio.click(&field);
    studio.keys("Ctrl+A `alarm`");
    studio.frame([key(Key::Enter, true)]);
    // Nothing gets the keyboard back, so nothing could be pressed by the same key.
    let reads_enter = |input: &egui::InputState| input.key_pressed(Key::Enter);
    assert!(studio.harness.ctx.input(reads_enter));
    studio.frame([key(Key::Enter, false)]);
    studio.steps(2);
    assert!(studio.shows("Name of variable alarm"));
    assert_eq!(dialog(&studio), None);
}

#[test]
fn escape_gives_the_keyboard_back_after_a_new_name_and_a_click_elsewhere_does_not() {
    for leave in ["Escape", "click"] {
        let mut studio = Studio::with("CompareBool");
        studio.focus("Bind Left to a variable");
        studio.keys("Enter");
        assert!(name(&studio).starts_with("Name of variable"), "{leave}");
        if leave == "click" {
            studio.focus_canvas();
        } else {
            studio.keys(leave);
        }
        studio.steps(3);
        let is_back = name(&studio) == "Make Left a constant";
        assert_eq!(is_back, leave == "Escape", "{leave}: {}", name(&studio));
    }
}

#[test]
fn lists_of_commands_and_dialogs_over_each_other_give_the_keyboard_back_to_the_field_before_them() {
    for opened in ["Ctrl+P Ctrl+Shift+P", "Ctrl+P Ctrl+Shift+S"] {
        let mut studio = saved();
        studio.dialog_fails();
        studio.click("Wait");
        studio.focus("Name");
        studio.keys(opened);
        studio.steps(2);
        assert_ne!(name(&studio), "Name", "{opened}");
        studio.keys("Escape");
        studio.steps(3);
        assert_eq!(name(&studio), "Name", "{opened}");
    }
}

#[test]
fn a_stop_at_a_breakpoint_is_announced_with_the_aborts_before_it() {
    let mut studio = guard();
    studio.click("Attack (Idle)");
    studio.keys("F9 F10");
    studio.click("Current value of sees_enemy");
    go_on(&mut studio);
    let said = announced(&studio);
    assert!(
        said.contains("Paused at the breakpoint of “Attack”"),
        "{said}"
    );
    assert!(said.contains("aborted “Rest”"), "{said}");
}

#[test]
fn in_a_small_window_at_a_large_scale_each_entry_of_a_menu_comes_into_sight() {
    for chinese in [false, true] {
        for letter in ["F", "V", "R"] {
            let mut studio = Studio::started();
            if chinese {
                studio.speak_chinese();
            }
            // 1280 by 720 pixels at 200 %.
            studio.harness.set_size(vec2(640.0, 360.0));
            studio.steps(4);
            let screen = studio.harness.ctx.content_rect();
            studio.keys(&format!("Alt+{letter}"));
            studio.steps(6);
            let first = name(&studio);
            for step in 0.. {
                studio.steps(8);
                let node = focused_node(&studio);
                let (role, rect) = (node.accesskit_node().role(), node.rect());
                let now = name(&studio);
                assert!(screen.contains_rect(rect), "{letter}: {now} at {rect}");
                let is_entry = matches!(role, Role::MenuItem | Role::MenuItemCheckBox);
                assert!(is_entry, "{letter}: {now} is a {role:?}");
                studio.keys("Tab");
                if name(&studio) == first {
                    break;
                }
                assert!(step < 60, "{letter}: Tab does not go round");
            }
        }
    }
}

#[test]
fn the_focus_returns_to_a_field_after_dialogs_menus_and_lists() {
    for covered in ["Ctrl+Comma", "Alt+V", "Ctrl+P", "Ctrl+Shift+P", "Ctrl+F1"] {
        let mut studio = Studio::started();
        studio.click("Outline: Chase");
        studio.focus("Name");
        studio.keys(covered);
        assert_ne!(name(&studio), "Name", "{covered}");
        studio.keys("Escape");
        studio.steps(2);
        assert_eq!(name(&studio), "Name", "{covered}");
    }
}

#[test]
fn each_dialog_has_the_focus_when_it_opens() {
    for (keys, title) in [
        ("Ctrl+Comma", "Settings"),
        ("Ctrl+E", "Export “guard”"),
        ("Ctrl+F1", "Shortcuts and gestures"),
    ] {
        let mut studio = Studio::started();
        studio.keys(keys);
        studio.steps(2);
        assert_eq!(dialog(&studio).as_deref(), Some(title), "{keys}");
    }
}

#[test]
fn what_a_command_of_the_palette_opens_has_the_keyboard() {
    let commands = [
        "Change type",
        "Wrap in node",
        "Name tree",
        "Quick open",
        "Run to frame",
        "Send event",
        "Add variable",
        "Add child",
        "Attach",
        "Export image",
        "Find in time",
        "Insert template",
        "Settings",
        "Go to node",
        "Add node",
        "Save as template",
        "Add several agents",
        "Find",
        "Replace",
    ];
    let mut lost = Vec::new();
    let mut studio = guard();
    studio.keys("F10");
    let before = studio.document();
    for command in commands {
        studio.front_select("n2");
        studio.keys("Ctrl+Shift+P");
        studio.type_text(command);
        studio.steps(2);
        studio.keys("Enter");
        studio.steps(4);
        let (role, name, _) = focused(&studio);
        studio.keys("`x`");
        studio.steps(2);
        let is_on_canvas = matches!(role, Role::Canvas | Role::Window | Role::TreeItem);
        if is_on_canvas || studio.document() != before {
            lost.push(format!("{command}: {role:?} {name}, {}", studio.notice()));
        }
        studio.keys("Escape Escape Escape");
        studio.steps(2);
    }
    assert_eq!(lost, Vec::<String>::new());
}

#[test]
fn escape_leads_from_a_dialog_straight_back_to_the_card() {
    for open in ["Ctrl+F1", "Ctrl+Comma", "Ctrl+Shift+S", "Ctrl+W"] {
        let mut studio = saved();
        studio.click("Wait");
        studio.keys("F8");
        studio.dialog_fails();
        studio.keys(open);
        studio.steps(2);
        let inside = name(&studio);
        assert_ne!(inside, "Wait", "{open}");
        studio.frame([key(Key::Escape, true)]);
        let mut met = vec![name(&studio)];
        studio.frame([key(Key::Escape, false)]);
        for _ in 0..3 {
            met.push(name(&studio));
            studio.steps(1);
        }
        met.retain(|met| *met != inside);
        met.dedup();
        assert_eq!(met, ["Wait"], "{open}");
    }
}

#[test]
fn the_best_match_is_announced_while_the_user_types() {
    for open in ["Space", "Ctrl+Shift+P"] {
        let mut studio = Studio::started();
        studio.keys(open);
        studio.steps(3);
        let mut count = 0;
        for letter in "collapse".chars() {
            let line = |studio: &Studio| (focused_node(studio).accesskit_node().id(), name(studio));
            let before = line(&studio);
            studio.type_text(&letter.to_string());
            studio.steps(2);
            let now = line(&studio);
            if now.0 == before.0 && now.1 != before.1 {
                assert_eq!(announced(&studio), now.1, "{open}");
                count += 1;
            }
        }
        assert!(count > 0, "{open}: no match changed in its place");
    }
}

#[test]
fn enter_on_a_full_decorator_says_why_it_adds_nothing() {
    let mut studio = Studio::with("Inverter Wait");
    studio.click("Inverter");
    studio.keys("Enter");
    studio.must_say("The selected node can have no more children.");
    assert_eq!(studio.document().node_count(), 2);
}
