//! What a screen reader reads: roles and states, the focus that follows the keyboard, cards with all that their badges show, and announcements.

use egui::accesskit::{HasPopup, Live, Role};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

/// Returns what has the focus of the screen reader.
pub fn focused_node(studio: &Studio) -> Node<'_> {
    let is_focused = |node: &Node<'_>| node.accesskit_node().is_focused();
    let mut found = studio.harness.query_all_by(|_| true).filter(is_focused);
    found.next().expect("something has the focus")
}

/// Returns the role, name and description of what has the focus of the screen reader.
pub fn focused(studio: &Studio) -> (Role, String, String) {
    let node = focused_node(studio);
    let node = node.accesskit_node();
    let text = |text: Option<String>| text.unwrap_or_default();
    (node.role(), text(node.label()), text(node.description()))
}

/// Returns the last announcement.
pub fn announced(studio: &Studio) -> String {
    let node = studio.harness.get_by_role(Role::Log);
    let node = node.accesskit_node();
    assert_eq!(node.live(), Live::Polite);
    node.label().unwrap_or_default()
}

#[test]
fn the_focus_follows_the_arrows_from_card_to_card() {
    let mut studio = Studio::started();
    studio.click("Outline: Guard");
    studio.focus_canvas();
    studio.steps(2);
    let (role, name, description) = focused(&studio);
    assert_eq!((role, &*name), (Role::TreeItem, "Guard (Selector)"));
    assert!(description.ends_with("level 1"), "{description}");
    studio.keys("ArrowDown ArrowRight");
    let (role, name, description) = focused(&studio);
    assert_eq!((role, &*name), (Role::TreeItem, "Chase (Sequence)"));
    let said = "Aborts: lower priority, child 2 of 4, level 2";
    assert_eq!(description, said);
    studio.speak_chinese();
    studio.focus_canvas();
    studio.steps(2);
    let (.., description) = focused(&studio);
    let said = "中断：低优先级，第 2 个子节点，共 4 个，第 2 层";
    assert!(description.ends_with(said), "{description}");
}

#[test]
fn cards_are_nested_and_know_their_places() {
    let mut studio = Studio::started();
    studio.click("Outline: Chase");
    let card = studio.by_role(Role::TreeItem, "Chase (Sequence)");
    let node = card.accesskit_node();
    assert_eq!(node.is_selected(), Some(true));
    assert_eq!(node.toggled(), None, "it cannot be checked");
    assert_eq!((node.position_in_set(), node.level()), (Some(1), Some(1)));
    let mut above = node.parent();
    while above.is_some_and(|above| above.role() == Role::GenericContainer) {
        above = above.and_then(|above| above.parent());
    }
    let above = above.expect("the card of its parent");
    assert_eq!(above.label().as_deref(), Some("Guard (Selector)"));
    assert_eq!(above.size_of_set(), Some(4));
}

#[test]
fn a_card_says_what_its_badges_show() {
    let mut studio = Studio::started();
    studio.click("Outline: Chase");
    studio.focus_canvas();
    studio.keys("F8 F9");
    let (.., description) = focused(&studio);
    assert!(
        description.starts_with("disabled, breakpoint, "),
        "{description}"
    );
    studio.keys("Ctrl+Shift+P `Collapse all` Enter");
    studio.click("Outline: Patrol");
    studio.focus_canvas();
    studio.steps(2);
    let (.., description) = focused(&studio);
    let hidden = "collapsed, 7 nodes hidden";
    assert!(description.contains(hidden), "{description}");
    let mut studio = Studio::with("Selector Succeed");
    studio.click("Selector");
    studio.add("Wait");
    studio.key(egui::Key::Escape);
    studio.steps(5);
    let (_, name, description) = focused(&studio);
    assert_eq!(name, "Wait");
    let problem = "Unreachable: “Succeed” (n2), to its left in Selector, never fails";
    assert!(description.contains(problem), "{description}");
}

#[test]
fn a_screen_reader_selects_a_card_by_focusing_it() {
    let mut studio = Studio::started();
    let card = studio.by_role(Role::TreeItem, "Shout (Log)");
    card.focus();
    studio.steps(3);
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some(studio.id("Shout")));
    assert_eq!(focused(&studio).1, "Shout (Log)");
}

#[test]
fn steps_aborts_stops_and_undo_are_announced() {
    let mut studio = Studio::started();
    studio.keys("F10");
    let said = announced(&studio);
    assert!(said.starts_with("Frame 1. "), "{said}");
    assert!(said.contains(": running"), "{said}");
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    let said = announced(&studio);
    assert!(said.starts_with("Frame 2. "), "{said}");
    assert!(said.contains("aborted “Patrol”"), "{said}");
    studio.keys("Shift+F5");
    assert!(announced(&studio).contains("Not running"));
    studio.click("Outline: Chase");
    studio.focus_canvas();
    studio.keys("F8 Ctrl+Z");
    let undone = announced(&studio);
    assert_eq!(undone, studio.notice());
    studio.save_as(&studio.path("guard.bt.json"));
    let saved = announced(&studio);
    assert_eq!(saved, studio.notice());
    assert!(saved.contains("guard.bt.json"), "{saved}");
}

#[test]
fn the_window_panels_and_dialogs_have_names() {
    let mut studio = Studio::started();
    let root = studio.harness.root();
    let title = root.accesskit_node().label();
    assert!(title.is_some_and(|title| title.ends_with("– Treewright")));
    studio.by_role(Role::MenuBar, "Menus");
    studio.by_role(Role::Toolbar, "Toolbar");
    studio.by_role(Role::Region, "Inspector panel");
    studio.keys("Ctrl+Comma");
    let dialog = studio.harness.get_by_role(Role::Dialog);
    let node = dialog.accesskit_node();
    assert_eq!(node.label().as_deref(), Some("Settings"));
    assert!(node.is_modal());
    studio.keys("Escape Ctrl+Shift+P `undo`");
    studio.by_role(Role::Dialog, "Type a command");
    assert_eq!(focused(&studio).0, Role::ListItem, "the chosen command");
}

#[test]
fn tabs_buttons_and_rows_have_the_roles_of_what_they_do() {
    let studio = Studio::started();
    let tab = studio.by_role(Role::Tab, "Inspector");
    let node = tab.accesskit_node();
    assert_eq!((node.is_selected(), node.toggled()), (Some(true), None));
    let log = studio.by_role(Role::Tab, "Log");
    assert_eq!(log.accesskit_node().is_selected(), Some(false));
    studio.by_role(Role::Tab, "Document guard");
    let button = studio.by_role(Role::Button, "Open…");
    assert_eq!(button.accesskit_node().toggled(), None);
    let switch = studio.by_role(Role::Button, "Maximum speed");
    assert!(switch.accesskit_node().toggled().is_some());
    let row = studio.by_role(Role::TreeItem, "Outline: Chase");
    let node = row.accesskit_node();
    assert_eq!((node.is_selected(), node.toggled()), (Some(false), None));
}

#[test]
fn menu_entries_say_their_keys_and_submenus() {
    let mut studio = Studio::started();
    let file = studio.by_role(Role::MenuItem, "File");
    assert_eq!(file.accesskit_node().has_popup(), Some(HasPopup::Menu));
    studio.menu("File");
    studio.by_role(Role::Menu, "File");
    let save = studio.by_role(Role::MenuItem, "Save");
    let keys = save.accesskit_node().description();
    assert_eq!(keys.as_deref(), Some("Ctrl+S"));
    let recent = studio.by_role(Role::MenuItem, "Examples");
    assert_eq!(recent.accesskit_node().has_popup(), Some(HasPopup::Menu));
    studio.keys("Escape");
    studio.menu("View");
    studio.menu("Theme");
    let theme = studio.by_role(Role::MenuItemCheckBox, "High contrast theme");
    assert!(theme.accesskit_node().toggled().is_some());
}

#[test]
fn buttons_with_a_menu_say_so_and_whether_it_is_open() {
    for (panel, button) in [
        ("Blackboard", "More options for sees_enemy"),
        ("Find", "Search in"),
        ("Log", "Export shown entries"),
        ("Breakpoints", "+ Add breakpoint"),
    ] {
        let mut studio = Studio::started();
        studio.keys("F10");
        studio.show_panel(panel);
        studio.steps(4);
        assert_eq!(studio.all(button).len(), 1, "{button}");
        let said = |studio: &Studio| {
            let node = studio.get(button);
            let node = node.accesskit_node();
            (node.has_popup(), node.data().is_expanded())
        };
        assert_eq!(
            said(&studio),
            (Some(HasPopup::Menu), Some(false)),
            "{button}"
        );
        studio.reach(button);
        studio.steps(2);
        assert_eq!(
            said(&studio),
            (Some(HasPopup::Menu), Some(true)),
            "{button}"
        );
    }
}

#[test]
fn no_icon_is_read_and_nothing_is_without_a_role() {
    for script in ["", "F10 F10", "Ctrl+Comma", "Ctrl+N", "Ctrl+F1", "Space"] {
        let mut studio = Studio::started();
        studio.keys(script);
        for node in studio.harness.query_all_by(|_| true) {
            let node = node.accesskit_node();
            if node.is_hidden() {
                continue;
            }
            let texts = [node.label(), node.value(), node.description()];
            let icon = |c: char| matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
            let all = texts.into_iter().flatten().collect::<String>();
            assert!(!all.contains(icon), "{script}: {all:?}");
            assert_ne!(node.role(), Role::Unknown, "{script}: {all:?}");
        }
    }
}

#[test]
fn tab_stops_only_where_there_is_something_to_do() {
    for (script, key) in [("F6", "Tab"), ("F6", "Shift+Tab")] {
        let mut studio = Studio::started();
        studio.keys(script);
        for step in 0..160 {
            studio.keys(key);
            studio.steps(1);
            let is_focused = |node: &Node<'_>| node.accesskit_node().is_focused();
            let all = studio.harness.query_all_by(|_| true);
            for node in all.filter(is_focused) {
                let node = node.accesskit_node();
                let name = node.label().or_else(|| node.value()).unwrap_or_default();
                let role = node.role();
                assert!(!name.is_empty(), "{key} {step}: {role:?}");
                assert!(!node.is_hidden(), "{key} {step}: {name}");
            }
        }
    }
}

#[test]
fn a_row_of_the_outline_says_what_its_card_says() {
    let mut studio = Studio::started();
    studio.click("Outline: Chase");
    studio.focus_canvas();
    studio.keys("F8 F9");
    let row = studio.by_role(Role::TreeItem, "Outline: Chase");
    let node = row.accesskit_node();
    let said = "Sequence, disabled, breakpoint, ";
    let description = node.description().unwrap_or_default();
    assert!(description.starts_with(said), "{description}");
    let place = "child 2 of 4, level 2";
    assert!(description.ends_with(place), "{description}");
    assert_eq!((node.position_in_set(), node.level()), (Some(1), Some(1)));
}

#[test]
fn the_tour_is_a_dialog_whose_steps_are_read_and_that_keeps_the_focus() {
    let mut studio = Studio::first_start(std::rc::Rc::new(tempfile::TempDir::new().unwrap()));
    studio.steps(3);
    studio.by_role(Role::Dialog, "This is a behavior tree");
    assert!(announced(&studio).starts_with("This is a behavior tree. "));
    for _ in 0..5 {
        let (role, name, _) = focused(&studio);
        let is_of_tour = ["Next step", "Skip tour"].contains(&&*name);
        assert!(is_of_tour, "{role:?} {name}");
        studio.keys("Tab");
    }
    studio.keys("ArrowRight");
    studio.steps(2);
    studio.by_role(Role::Dialog, "Nodes");
    assert!(announced(&studio).starts_with("Nodes. Drag a node"));
}

#[test]
fn buttons_that_are_no_switches_and_sliders_of_the_timeline_are_read_as_such() {
    let mut studio = Studio::started();
    studio.keys("F10 F10 F10");
    studio.show_panel("Timeline");
    studio.steps(3);
    for name in ["Expand all lanes", "Collapse all lanes", "Show entire run"] {
        let button = studio.by_role(Role::Button, name);
        assert_eq!(button.accesskit_node().toggled(), None, "{name}");
    }
    let slider = studio.by_role(Role::Slider, "Shown frame");
    let node = slider.accesskit_node();
    let range = (node.min_numeric_value(), node.max_numeric_value());
    assert_eq!(range, (Some(0.0), Some(3.0)));
}

#[test]
fn headings_of_parts_that_fold_are_buttons_that_say_whether_they_are_open() {
    let mut studio = Studio::started();
    studio.click("Outline: Chase");
    for heading in ["Abort", "Composites"] {
        for is_open in [true, false] {
            let button = studio.by_role(Role::Button, heading);
            let node = button.accesskit_node();
            assert_eq!(node.toggled(), None, "{heading} is no switch");
            assert_eq!(node.data().is_expanded(), Some(is_open), "{heading}");
            let state = if is_open { "expanded" } else { "collapsed" };
            let description = node.description().unwrap_or_default();
            // Not every system reads the state itself.
            let is_said = cfg!(windows) || description.starts_with(state);
            assert!(is_said, "{heading}: {description}");
            button.click();
            studio.steps(4);
        }
    }
}

/// What is read of the controls in a line, from one to another, with their left edges.
fn read_in_line(studio: &Studio, first: &str, last: &str) -> Vec<(String, f32)> {
    let (from, to) = (studio.get(first).rect(), studio.get(last).rect());
    let nodes = studio.harness.query_all_by(|_| true);
    let controls =
        nodes.filter(|node| matches!(node.accesskit_node().role(), Role::Button | Role::TextInput));
    let controls = controls.filter(|node| {
        let rect = node.rect();
        let is_between = rect.left() >= from.left() && rect.right() <= to.right();
        is_between && rect.y_range().contains(from.center().y)
    });
    let named = controls.filter_map(|node| {
        let left = node.rect().left();
        Some((node.accesskit_node().label()?, left))
    });
    named.collect()
}

#[test]
fn the_bars_of_log_and_timeline_are_read_from_left_to_right() {
    let mut studio = Studio::started();
    studio.keys("F10 F10 F10");
    for (panel, first, last, count) in [
        ("Log", "Search log", "Export shown entries", 12),
        ("Timeline", "Zoom out of timeline", "Expand all lanes", 7),
    ] {
        studio.show_panel(panel);
        studio.steps(3);
        let read = read_in_line(&studio, first, last);
        assert_eq!(read.len(), count, "{read:?}");
        assert!(read.is_sorted_by_key(|(_, left)| *left), "{read:?}");
        // Tab goes the same way.
        studio.focus(first);
        for (name, _) in &read[1..] {
            studio.keys("Tab");
            assert_eq!(focused(&studio).1, *name, "{read:?}");
        }
    }
}
