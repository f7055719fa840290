//! Several documents: tabs, navigation back and forward, and the path to the current node.

use std::fs;

use egui::{Key, Modifiers, vec2};
use egui_kittest::Node;

use super::studio::Studio;

const CALLER: &str = r#"{"format": "treewright", "version": 1, "name": "Caller", "root": "c1",
"nodes": [
{"id": "c1", "task": "Sequence", "children": ["c2"]},
{"id": "c2", "task": "Subtree", "name": "Have a rest", "parameters": {"file": "rest.bt.json"}, "x": 0, "y": 100}
]}"#;

const REST: &str = r#"{"format": "treewright", "version": 1, "name": "Rest", "root": "r1",
"nodes": [{"id": "r1", "task": "Selector", "children": ["r2"]},
{"id": "r2", "task": "Wait", "name": "Nap", "x": 0, "y": 100}]}"#;

/// An editor with these of the files `caller`, `rest` and `third` open, the last one active.
fn with(names: &[&str]) -> Studio {
    let made = Studio::empty();
    for (name, text) in [("caller", CALLER), ("rest", REST), ("third", REST)] {
        fs::write(made.path(&format!("{name}.bt.json")), text).unwrap();
    }
    let paths = names
        .iter()
        .map(|name| made.path(&format!("{name}.bt.json")));
    let paths: Vec<_> = paths.collect();
    made.started_again(&paths)
}

fn front(studio: &Studio) -> String {
    let path = studio.front(|front| front.path().unwrap().to_owned());
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    name.trim_end_matches(".bt.json").to_owned()
}

/// Returns the tabs from left to right.
fn tabs(studio: &Studio) -> Vec<String> {
    let found = studio.names_from("Document ");
    found
        .into_iter()
        .map(|label| label.trim_start_matches("Document ").to_owned())
        .collect()
}

#[test]
fn shortcuts_cycle_through_the_tabs() {
    let mut studio = with(&["caller", "rest", "third"]);
    studio.keys("Ctrl+Tab");
    assert_eq!(front(&studio), "caller");
    studio.keys("Ctrl+Shift+Tab");
    assert_eq!(front(&studio), "third");
}

#[test]
fn a_tab_is_dragged_to_another_position() {
    let mut studio = with(&["caller", "rest", "third"]);
    assert_eq!(tabs(&studio), ["caller", "rest", "third"]);
    let end = studio.get("Document third").rect().right_center() + vec2(-2.0, 0.0);
    studio.drag_to("Document caller", end);
    assert_eq!(tabs(&studio), ["rest", "third", "caller"]);
    assert_eq!(front(&studio), "third", "the active document stays active");
}

#[test]
fn closed_files_are_opened_again_last_one_first() {
    let mut studio = with(&["caller", "rest", "third"]);
    studio.keys("Ctrl+W Ctrl+W");
    assert_eq!(tabs(&studio).len(), 1);
    studio.keys("Ctrl+Shift+T Ctrl+Shift+T");
    studio.steps(6);
    let mut opened = tabs(&studio);
    opened.sort();
    assert_eq!(opened, ["caller", "rest", "third"]);
    studio.keys("Ctrl+Shift+T");
    studio.must_say("No closed file is left to reopen.");
}

#[test]
fn all_other_tabs_are_closed_at_once() {
    let mut studio = with(&["caller", "rest", "third"]);
    studio.get("Document rest").click_secondary();
    studio.steps(3);
    studio.click("Close others");
    assert_eq!(tabs(&studio), ["rest"]);
}

#[test]
fn a_subtree_is_opened_from_its_node_and_left_again() {
    let mut studio = with(&["caller"]);
    studio.click("Outline: Have a rest");
    studio.keys("F12");
    assert_eq!(front(&studio), "rest");
    // The path into the subtree is shown.
    assert!(studio.shows("Go to caller : Have a rest"));
    studio.keys("Alt+ArrowLeft");
    assert_eq!(front(&studio), "caller");
    assert_eq!(studio.selected(), "c2", "back at the node");
    studio.keys("Alt+ArrowRight");
    assert_eq!(front(&studio), "rest");
    studio.click("Go to caller : Have a rest");
    assert_eq!(front(&studio), "caller");
    assert!(!studio.shows("Go to caller : Have a rest"));
}

#[test]
fn the_side_buttons_of_a_mouse_go_back_and_forward() {
    let mut studio = with(&["caller", "rest"]);
    studio.click("Document caller");
    assert_eq!(front(&studio), "caller");
    let middle = egui::pos2(700.0, 300.0);
    for (button, shown) in [
        (egui::PointerButton::Extra1, "rest"),
        (egui::PointerButton::Extra2, "caller"),
    ] {
        for pressed in [true, false] {
            studio.harness.event(egui::Event::PointerButton {
                pos: middle,
                button,
                pressed,
                modifiers: Modifiers::NONE,
            });
            studio.steps(2);
        }
        assert_eq!(front(&studio), shown);
    }
}

#[test]
fn the_breadcrumbs_lead_to_the_ancestors_of_the_selected_node() {
    let mut studio = with(&["rest"]);
    studio.click("Outline: Nap");
    assert!(studio.shows("Go to rest") && studio.shows("Go to Nap"));
    studio.click("Go to Selector");
    assert_eq!(studio.selected(), "r1");
}

#[test]
fn a_split_view_shows_two_parts_of_the_document() {
    let mut studio = with(&["rest"]);
    let cards = |studio: &Studio| studio.names_from("Nap (").len();
    assert_eq!(cards(&studio), 1);
    studio.keys("Ctrl+Backslash");
    assert_eq!(cards(&studio), 2);
    let places = |studio: &Studio| {
        let shown = studio.all("Nap (Wait)");
        shown
            .iter()
            .map(egui_kittest::Node::rect)
            .collect::<Vec<_>>()
    };
    let before = places(&studio);
    // The wheel with Ctrl zooms the half under the pointer.
    studio.harness.hover_at(before[1].center());
    studio.harness.event(egui::Event::Zoom(1.5));
    studio.steps(3);
    let after = places(&studio);
    assert_eq!(after[0], before[0]);
    assert!(after[1].width() > before[1].width());
    studio.keys("Ctrl+Backslash");
    assert_eq!(cards(&studio), 1);
}

#[test]
fn documents_without_a_name_are_numbered() {
    let mut studio = Studio::with("Wait");
    studio.keys("Ctrl+N");
    studio.add("Wait");
    studio.keys("Ctrl+N");
    assert!(studio.shows("Document untitled, unsaved changes"));
    assert!(studio.shows("Document untitled 2, unsaved changes"));
    assert!(studio.shows("Document untitled 3"));
}

#[test]
fn a_notice_disappears_when_another_action_begins() {
    let mut studio = Studio::with("Wait");
    studio.harness.event(egui::Event::Copy);
    studio.steps(3);
    assert!(studio.shows("Copied 1 node"));
    studio.keys("Ctrl+P");
    assert!(!studio.shows("Copied 1 node"));
}

#[test]
fn a_paste_of_an_empty_clipboard_says_so() {
    let mut studio = Studio::with("Wait");
    studio.harness.event(egui::Event::Key {
        key: Key::V,
        physical_key: None,
        pressed: false,
        repeat: false,
        modifiers: Modifiers::COMMAND,
    });
    studio.steps(3);
    assert!(studio.shows("The clipboard contains no nodes."));
}

#[test]
fn each_document_keeps_its_scroll_position_in_the_outline() {
    let first = Studio::started();
    let path = first.path("wide.bt.json");
    let ids: Vec<String> = (0..60).map(|i| format!("\"w{i}\"")).collect();
    let task = |i: &usize| if *i == 0 { "Log" } else { "Wait" };
    let nodes = (0..60).map(|i| format!(r#"{{"id": "w{i}", "task": "{}"}}"#, task(&i)));
    let file = format!(
        r#"{{"format": "treewright", "version": 1, "name": "Wide", "root": "s",
        "nodes": [{{"id": "s", "task": "Sequence", "children": [{}]}}, {}]}}"#,
        ids.join(","),
        nodes.collect::<Vec<_>>().join(",")
    );
    fs::write(&path, file).unwrap();
    let mut studio = first.started_again(&[path]);
    studio.click("Outline: Log");
    let sequence = studio.id("Sequence");
    let log = studio.id("Log");
    for _ in 0..59 {
        studio.keys("Ctrl+ArrowRight");
    }
    let document = studio.document();
    assert_eq!(
        document.node(&sequence).unwrap().children().last(),
        Some(&log)
    );
    assert!(studio.shows("Outline: Log"));
    studio.keys("Ctrl+N");
    studio.add("Selector");
    assert!(studio.shows("Outline: Selector"));
}

#[test]
fn the_front_tab_of_many_is_in_sight_and_a_list_has_all() {
    let made = Studio::empty();
    let names: Vec<String> = (0..25)
        .map(|nth| format!("branch-number-{nth}.bt.json"))
        .collect();
    let paths: Vec<_> = names.iter().map(|name| made.write(name, REST)).collect();
    let mut studio = made.started_again(&paths);
    studio.steps(4);
    let is_in_sight = |studio: &Studio, label: &str| {
        let tab = studio.get(label).rect();
        // Between the palette and the inspector.
        (220.0..=1240.0).contains(&tab.left()) && tab.right() <= 1240.0
    };
    assert!(is_in_sight(&studio, "Document branch-number-24"));
    studio.keys("Ctrl+Tab");
    studio.steps(3);
    assert_eq!(front(&studio), "branch-number-0");
    assert!(is_in_sight(&studio, "Document branch-number-0"));
    studio.click("All 25 documents");
    // The entry of the list, which is below the tabs.
    let entries = studio.all("Document branch-number-12").into_iter();
    let entry = entries.max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    let last = entry.unwrap().rect().center();
    studio.press_at(last, 1);
    studio.steps(3);
    assert_eq!(front(&studio), "branch-number-12");
    let tab = studio.get("Document branch-number-12").rect();
    assert!(is_in_sight(&studio, "Document branch-number-12"), "{tab}");
    // A key that goes to an entry brings it into sight.
    studio.harness.set_size(vec2(1440.0, 420.0));
    studio.steps(4);
    studio.click("All 25 documents");
    studio.keys("End");
    studio.steps(4);
    let entries = studio.all("Document branch-number-24");
    let is_focused = |entry: &&Node<'_>| entry.is_focused();
    let last = entries.iter().find(is_focused).unwrap().rect();
    assert!(last.top() > 100.0 && last.bottom() < 420.0, "{last:?}");
    studio.keys("Enter");
    assert_eq!(front(&studio), "branch-number-24");
    // Letters find entries that are out of sight.
    studio.click("All 25 documents");
    studio.keys("Home");
    studio.type_text("branch-number-19");
    studio.keys("Enter");
    assert_eq!(front(&studio), "branch-number-19");
}

#[test]
fn the_toolbar_of_a_small_window_has_the_rest_in_a_menu() {
    let mut studio = Studio::with("Wait");
    studio.harness.set_size(vec2(426.0, 240.0));
    studio.steps(4);
    let more = studio.get("More tools").rect();
    assert!(more.right() <= 426.0, "{more:?}");
    assert!(!studio.shows("Playback speed"));
    studio.click("More tools");
    studio.must_show(&["Playback speed"]);
    studio.keys("Escape");
    studio.harness.set_size(vec2(1440.0, 900.0));
    studio.steps(4);
    assert!(!studio.shows("More tools"));
    studio.must_show(&["Playback speed"]);
}

#[test]
fn a_tab_says_that_its_document_has_errors() {
    let made = Studio::empty();
    let broken = made.write("broken.bt.json", CALLER);
    let fine = made.write("fine.bt.json", REST);
    let mut studio = made.started_again(&[broken, fine]);
    let is_told = |studio: &Studio| {
        let tabs = studio.names_from("Document ");
        assert_eq!(tabs[1], "Document fine");
        tabs[0] == "Document broken, 1 error"
    };
    assert!(is_told(&studio), "the other tree is missing");
    studio.get("Document broken, 1 error").hover();
    studio.steps(60);
    studio.must_show_part(&["1 error"]);
    studio.write("rest.bt.json", REST);
    studio.wait_until(|studio| !is_told(studio));
}
