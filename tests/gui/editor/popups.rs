//! Whatever popup is open has the keyboard: menus, drop-down lists and pickers are moved through with arrows and letters, and no key reaches what
//! is behind them.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Popup};
use egui_kittest::kittest::Queryable as _;

use super::studio::Studio;

/// Keys that change the tree or the selection while the canvas has the keyboard.
const CANVAS_KEYS: &str = "Delete Backspace C E W R F8 F9 A F Ctrl+D Ctrl+X Ctrl+A Ctrl+Z F2 F10";

fn is_open(studio: &Studio) -> bool {
    Popup::is_any_open(&studio.harness.ctx)
}

fn focused(studio: &Studio) -> String {
    use egui_kittest::kittest::{AccessKitNode, NodeT as _};
    let is_focused = |node: &AccessKitNode<'_>| node.is_focused();
    let node = studio.harness.query_all_by(is_focused).next();
    node.and_then(|node| node.accesskit_node().label())
        .unwrap_or_default()
}

/// A tree whose second node is selected.
fn tree() -> Studio {
    let mut studio = Studio::with("Sequence Wait Log");
    studio.click("Outline: Wait");
    studio
}

/// Asserts that no key of the canvas does anything while the popup is open, and that Escape closes it and gives the keyboard back.
#[track_caller]
fn keeps_the_keys(studio: &mut Studio, popup: &str) {
    assert!(is_open(studio), "{popup} does not open");
    let (before, selected) = (studio.document(), studio.selected());
    studio.keys(CANVAS_KEYS);
    studio.type_text("xyz");
    studio.keys("ArrowDown ArrowDown ArrowUp");
    assert!(is_open(studio), "{popup} is closed by a key");
    assert_eq!(studio.document(), before, "{popup} lets keys through");
    assert_eq!(studio.selected(), selected, "{popup} lets arrows through");
    assert!(!studio.has_run(), "{popup} lets F10 through");
    studio.keys("Escape Escape");
    assert!(!is_open(studio), "{popup} stays open");
    studio.steps(2);
}

#[test]
fn no_key_reaches_the_canvas_behind_an_open_popup() {
    let mut studio = tree();
    studio.keys("Menu");
    studio.steps(3);
    keeps_the_keys(&mut studio, "the context menu of a node");
    for menu in ["Edit", "Node", "View"] {
        studio.menu(menu);
        keeps_the_keys(&mut studio, menu);
    }
    let tab = studio.names_from("Document ").remove(0);
    studio.get(&tab).click_secondary();
    studio.steps(3);
    keeps_the_keys(&mut studio, "the menu of a tab");
    open_breakpoint(&mut studio);
    studio.click("Break when");
    keeps_the_keys(&mut studio, "a drop-down list");
    studio.click("+ Add variable");
    keeps_the_keys(&mut studio, "the menu of types");
    studio.click("Breakpoints > + Add breakpoint");
    keeps_the_keys(&mut studio, "the menu of breakpoints");
    // The canvas has the keyboard again.
    studio.click("Outline: Log");
    studio.keys("Delete");
    assert_eq!(studio.outline(), "Sequence\n  Wait");
}

#[test]
fn no_shortcut_fires_while_the_search_is_open() {
    let mut studio = tree();
    let before = (studio.document(), studio.count());
    studio.keys("Space F8 F9 F10 Ctrl+W Ctrl+Z");
    assert!(studio.shows("Search node types"));
    assert_eq!((studio.document(), studio.count()), before);
    assert!(!studio.has_run());
}

#[test]
fn no_shortcut_fires_behind_the_list_of_commands_but_those_that_show_another_list() {
    let mut studio = tree();
    let before = (studio.document(), studio.names_from("Document ").len());
    for list in ["Ctrl+Shift+P", "Ctrl+P", "Ctrl+G"] {
        studio.keys(list);
        studio.keys("F8 F9 F10 F5 F6 Ctrl+W Ctrl+N Delete Ctrl+Z");
        assert!(!studio.has_run(), "{list}");
        let now = (studio.document(), studio.names_from("Document ").len());
        assert_eq!(now, before, "{list}");
    }
    studio.must_show(&["Type the name or id of a node"]);
    studio.keys("Escape Delete");
    assert_eq!(studio.outline(), "Sequence\n  Log");
}

#[test]
fn a_text_field_keeps_the_keyboard_when_the_run_is_stepped() {
    let mut studio = tree();
    studio.focus("Name");
    studio.type_text("Rest");
    studio.keys("F10");
    assert!(studio.has_run());
    assert_eq!(focused(&studio), "Name");
    studio.keys("Backspace Backspace Delete Enter");
    assert_eq!(studio.outline(), "Sequence\n  Re\n  Log");
    studio.keys("Delete");
    assert_eq!(studio.outline(), "Sequence\n  Log", "Enter left the field");
}

#[test]
fn letters_and_arrows_choose_in_a_context_menu_and_enter_runs_the_entry() {
    let mut studio = tree();
    studio.keys("Menu");
    assert_eq!(focused(&studio), "Rename", "the first entry");
    studio.type_text("du");
    assert_eq!(focused(&studio), "Duplicate");
    studio.keys("ArrowDown");
    assert_eq!(focused(&studio), "Delete");
    studio.keys("Enter");
    assert!(!is_open(&studio), "the menu closes");
    assert_eq!(studio.outline(), "Sequence\n  Log");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log");
}

#[test]
fn right_enters_a_submenu_and_left_leaves_it() {
    let mut studio = tree();
    studio.keys("Menu");
    studio.type_text("rest");
    assert_eq!(focused(&studio), "Restructure");
    studio.keys("ArrowRight");
    studio.steps(3);
    assert_eq!(focused(&studio), "Change type…");
    studio.keys("ArrowLeft");
    studio.steps(2);
    assert_eq!(focused(&studio), "Restructure");
    studio.keys("Escape");
    assert!(!is_open(&studio));
}

#[test]
fn a_drop_down_list_is_used_by_keyboard_alone() {
    let mut studio = tree();
    open_breakpoint(&mut studio);
    studio.focus("Break when");
    studio.keys("Space");
    studio.steps(3);
    assert!(is_open(&studio));
    assert_eq!(focused(&studio), "it starts (before)", "the chosen entry");
    studio.type_text("it ends with f");
    studio.keys("Enter");
    assert!(!is_open(&studio));
    studio.must_show_part(&["“Wait” ends with Failure"]);
    assert_eq!(focused(&studio), "Break when", "the list that was left");
}

/// Sets a breakpoint on the selected node and opens its fields.
fn open_breakpoint(studio: &mut Studio) {
    studio.keys("F9");
    studio.click("Breakpoints > “Wait” starts");
}

#[test]
fn alt_with_a_letter_opens_a_menu_and_arrows_go_to_the_next() {
    let mut studio = tree();
    studio.keys("Alt+E");
    studio.steps(3);
    assert!(focused(&studio).starts_with("Undo"), "{}", focused(&studio));
    studio.keys("ArrowRight");
    studio.steps(3);
    assert_eq!(focused(&studio), "Add node…");
    studio.keys("ArrowLeft ");
    studio.steps(3);
    assert!(focused(&studio).starts_with("Undo"));
    studio.type_text("sel");
    studio.keys("ArrowRight");
    studio.steps(3);
    assert_eq!(focused(&studio), "Select all");
    studio.keys("Enter");
    assert!(!is_open(&studio));
    assert_eq!(studio.front(|front| front.selection().len()), 3);
}

#[test]
fn a_menu_opened_by_a_key_stays_open_while_the_pointer_rests_on_another_title() {
    let mut studio = tree();
    let file = studio.get("File").rect().center();
    studio.harness.hover_at(file);
    studio.steps(3);
    studio.keys("Alt+E");
    studio.steps(5);
    assert!(focused(&studio).starts_with("Undo"), "{}", focused(&studio));
    studio.harness.hover_at(file + egui::vec2(2.0, 0.0));
    studio.steps(5);
    assert!(
        studio.shows("Open…") || studio.shows_part("Open"),
        "the pointer has moved"
    );
}

#[test]
fn undo_and_redo_say_what_they_change() {
    let mut studio = tree();
    studio.keys("Delete");
    studio.click("Edit");
    studio.must_show(&["Undo: delete node"]);
    studio.keys("Escape Ctrl+Z");
    studio.click("Edit");
    studio.must_show(&["Undo: add node", "Redo: delete node"]);
}

#[test]
fn a_context_menu_shows_all_of_its_entries_and_opens_upward_if_need_be() {
    let mut studio = tree();
    studio.keys("F10 Menu");
    studio.steps(3);
    let window = studio.harness.ctx.content_rect();
    for entry in ["Why?", "Breakpoint", "Delete", "Disabled", "Auto layout"] {
        let found = studio.all(entry);
        assert!(!found.is_empty(), "{entry}");
        for entry in found {
            assert!(window.contains_rect(entry.rect()));
        }
    }
    let top = |label: &str| {
        let found = studio.all(label);
        found
            .iter()
            .map(|node| node.rect().top())
            .fold(f32::MAX, f32::min)
    };
    assert!(
        top("Breakpoint") < top("Rename"),
        "while running, it is near the top"
    );
}

#[test]
fn the_search_opens_at_its_first_match_and_tab_chooses_a_chip() {
    let mut studio = Studio::with("Sequence");
    let row = |studio: &Studio, label: &str| studio.get(label).rect().top();
    studio.keys("Space");
    let first = row(&studio, "Search node types");
    studio.keys("ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown");
    studio.keys("ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown Escape");
    studio.keys("Space Enter");
    assert_eq!(
        studio.outline(),
        "Sequence\n  Sequence",
        "the one used last comes first, whatever was scrolled to before"
    );
    studio.keys("ArrowUp Space Tab Tab Tab Tab");
    assert!((row(&studio, "Search node types") - first).abs() < 200.0);
    assert!(
        studio.harness.ctx.text_edit_focused(),
        "Tab stays in the search"
    );
    studio.type_text("set");
    studio.keys("Enter");
    assert_eq!(
        studio.outline(),
        "Sequence\n  Sequence\n  SetVariable",
        "only actions"
    );
}

/// Sends all of these keys to a single frame, with what they type, as if the frame before had taken long.
fn at_once(studio: &mut Studio, keys: &[Key]) {
    let events = keys.iter().flat_map(|key| {
        let press = |pressed| Event::Key {
            key: *key,
            physical_key: None,
            pressed,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let letter = key.name().to_lowercase();
        let text = (letter.len() == 1).then_some(Event::Text(letter));
        [Some(press(true)), text, Some(press(false))]
            .into_iter()
            .flatten()
    });
    studio.harness.input_mut().events.extend(events);
    studio.steps(12);
}

#[test]
fn what_is_typed_before_a_field_is_there_goes_into_the_field() {
    let mut studio = Studio::with("Selector Sequence");
    // E extracts, A lays out, F fits, and Delete deletes.
    at_once(
        &mut studio,
        &[
            Key::Space,
            Key::R,
            Key::E,
            Key::P,
            Key::E,
            Key::A,
            Key::Enter,
        ],
    );
    assert_eq!(studio.outline(), "Selector\n  Sequence\n    Repeater");
    at_once(
        &mut studio,
        &[Key::Enter, Key::I, Key::D, Key::L, Key::E, Key::Enter],
    );
    assert_eq!(
        studio.outline(),
        "Selector\n  Sequence\n    Repeater\n      Idle"
    );
    at_once(
        &mut studio,
        &[Key::F2, Key::R, Key::E, Key::S, Key::T, Key::Enter],
    );
    assert_eq!(
        studio.outline(),
        "Selector\n  Sequence\n    Repeater\n      rest"
    );
    at_once(
        &mut studio,
        &[Key::R, Key::W, Key::A, Key::I, Key::T, Key::Enter],
    );
    let document = studio.document();
    assert!(document.nodes().any(|node| &*node.task == "Wait"));
}

#[test]
fn the_comment_in_the_menu_of_a_variable_is_written_by_mouse_and_keyboard() {
    let mut studio = Studio::with("Selector Sequence");
    studio.click("+ Add variable > bool");
    studio.keys("Enter");
    let tree = studio.outline();
    studio.click("More options for bool_1");
    let comment = |studio: &Studio| studio.document().variables[0].comment.clone();
    studio.by_role(Role::TextInput, "Comment").click();
    studio.steps(3);
    studio.type_text("wed");
    studio.keys("Enter");
    assert_eq!(comment(&studio), "wed");
    assert_eq!(studio.outline(), tree);
    studio.click("Remove");
    assert!(studio.document().variables.is_empty());
    assert!(!studio.shows("Remove"), "the menu has closed");
}

#[test]
fn a_drop_down_list_of_signs_opens_at_its_current_entry() {
    let mut studio = Studio::with("CompareInt");
    studio.focus("Operator");
    studio.keys("Space");
    studio.steps(3);
    studio.type_text("<=");
    studio.keys("Enter");
    let before = studio.document();
    studio.focus("Operator");
    studio.keys("Space");
    studio.steps(3);
    assert_eq!(focused(&studio), "<=", "the chosen entry");
    studio.keys("Enter");
    assert_eq!(studio.document(), before);
}

#[test]
fn a_chip_that_was_clicked_leaves_the_keyboard_to_the_search() {
    let mut studio = Studio::with("Selector");
    studio.keys("Space");
    studio.click("Conditional");
    studio.type_text("bool");
    studio.keys("Enter");
    assert_eq!(studio.outline(), "Selector\n  CompareBool");
}

#[test]
fn the_search_has_room_for_its_matches_in_a_small_window() {
    let mut studio = Studio::with("Sequence");
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(4);
    studio.keys("Space");
    studio.steps(2);
    let rows = studio.harness.get_all_by_role(Role::ListBoxOption);
    let mut rows: Vec<egui::Rect> = rows.map(|row| row.rect()).collect();
    rows.sort_by(|a, b| a.top().total_cmp(&b.top()));
    assert!(rows[5].bottom() < 480.0, "{rows:?}");
}

#[test]
fn a_row_of_the_outline_has_a_menu_for_its_node() {
    let mut studio = tree();
    studio.get("Outline: Log").click_secondary();
    studio.steps(3);
    assert_eq!(studio.selected(), studio.id("Log").to_string());
    keeps_the_keys(&mut studio, "the menu of a row");
    studio.get("Outline: Log").click_secondary();
    studio.steps(3);
    studio.type_text("du");
    studio.keys("Enter");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Log");
}

#[test]
fn the_search_of_the_outline_selects_what_it_finds_by_keyboard() {
    let mut studio = Studio::with("Sequence Wait Log Wait");
    let task = |studio: &Studio| {
        let document = studio.document();
        let selected = studio.selected();
        document
            .node(&(&*selected).into())
            .unwrap()
            .task
            .to_string()
    };
    studio.keys("Escape Escape");
    studio.search("Search tree", "wait");
    studio.keys("ArrowUp");
    let first = studio.selected();
    assert_eq!(task(&studio), "Wait");
    studio.keys("ArrowDown");
    assert_eq!(task(&studio), "Wait");
    assert_ne!(studio.selected(), first);
    studio.keys("Ctrl+A");
    studio.type_text("log");
    studio.keys("Enter");
    assert_eq!(task(&studio), "Log");
    studio.keys("Delete");
    assert_eq!(studio.document().node_count(), 3);
}

#[test]
fn tab_leaves_the_canvas_and_comes_back_to_it() {
    let mut studio = tree();
    let cards = ["Sequence (Sequence)", "Wait (Wait)", "Log (Log)"];
    studio.key(Key::Tab);
    studio.steps(1);
    let reached = focused(&studio);
    assert!(!reached.is_empty(), "something else has the focus");
    assert!(!cards.contains(&&*reached), "{reached}");
    assert!(!studio.shows("Search node types"));
}

#[test]
fn f6_goes_round_all_bars_tabs_and_panels() {
    let mut studio = tree();
    let mut reached = Vec::new();
    for _ in 0..20 {
        studio.keys("F6");
        studio.steps(2);
        reached.push(focused(&studio));
    }
    for wanted in [
        "File",
        "New",
        "Search nodes",
        "Outline",
        "Search tree",
        "Problems",
        "Name",
    ] {
        assert!(
            reached.iter().any(|name| name == wanted),
            "{wanted}: {reached:?}"
        );
    }
    let before = reached.len();
    reached.dedup();
    assert_eq!(reached.len(), before, "each press moves on: {reached:?}");
    let card = "Wait";
    let canvas = reached.iter().any(|name| name == card);
    assert!(canvas, "the selected card: {reached:?}");
}

#[test]
fn add_variable_is_a_command_that_asks_for_the_type_and_then_the_name() {
    let mut studio = tree();
    studio.keys("V");
    studio.steps(3);
    assert!(is_open(&studio));
    studio.type_text("int");
    studio.keys("Enter");
    studio.steps(2);
    studio.keys("Ctrl+A");
    studio.type_text("ammo");
    studio.keys("Enter");
    let document = studio.document();
    assert_eq!(document.variables.len(), 1);
    assert_eq!(&*document.variables[0].name, "ammo");
    assert_eq!(document.variables[0].value_type.to_string(), "int");
}

#[test]
fn palette_rows_stay_in_place_when_something_was_used() {
    let mut studio = Studio::empty();
    let before = studio.get("Nodes: Selector").rect();
    studio.add("Sequence Wait");
    assert_eq!(studio.get("Nodes: Selector").rect(), before);
    studio.get("Nodes: Sequence").click_secondary();
    studio.steps(3);
    // The entry of the menu, not the star of the row.
    let entry = studio.all("Add Sequence to favorites").remove(0);
    let at = entry.rect().center();
    studio.press_at(at, 1);
    studio.must_show(&["Favorite: Sequence"]);
    studio.steps(3);
    assert_eq!(studio.get("Nodes: Selector").rect(), before);
}

#[test]
fn emoji_have_glyphs() {
    let studio = Studio::empty();
    let font = egui::FontId::proportional(14.0);
    for emoji in "🔥💡🐺🍎🚪🎯💀👀😀❤".chars() {
        let drawn = studio
            .harness
            .ctx
            .fonts_mut(|fonts| fonts.has_glyph(&font, emoji));
        assert!(drawn, "{emoji}");
    }
}

#[test]
fn a_drag_beside_a_popup_closes_it() {
    let mut studio = Studio::with("Sequence Wait");
    studio.click("+ Add variable");
    assert!(studio.shows("bool"));
    let card = studio.get("Wait").rect().center();
    studio.drag(card, card + egui::vec2(120.0, 40.0));
    studio.steps(2);
    assert!(!studio.shows("bool"));
}

#[test]
fn a_click_within_one_frame_opens_a_drop_down_each_time() {
    let mut studio = Studio::empty();
    studio.keys("Ctrl+Comma");
    for round in 0..3 {
        let at = studio.get("Theme").rect().center();
        let button = |pressed| Event::PointerButton {
            pos: at,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        studio.frame([Event::PointerMoved(at), button(true), button(false)]);
        studio.steps(3);
        assert!(is_open(&studio), "round {round}");
        studio.click("Dark theme");
        studio.steps(3);
        assert!(!is_open(&studio), "round {round}");
    }
}

#[test]
fn the_wheel_zooms_again_after_a_menu_is_closed() {
    let mut studio = tree();
    studio.keys("F2 `Rest` Enter");
    let card = studio.card("Rest");
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -120.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    };
    let turn = |studio: &mut Studio| {
        studio.frame([Event::PointerMoved(card.center()), wheel.clone()]);
        studio.steps(20);
        studio.card("Rest").width()
    };
    for pressed in [true, false] {
        studio.frame([
            Event::PointerMoved(card.center()),
            Event::PointerButton {
                pos: card.center(),
                button: PointerButton::Secondary,
                pressed,
                modifiers: Modifiers::NONE,
            },
        ]);
    }
    studio.steps(3);
    assert!(is_open(&studio));
    let same = turn(&mut studio) - card.width();
    assert!(same.abs() < 0.1, "the wheel is for the menu");
    studio.keys("Escape");
    assert!(!is_open(&studio));
    assert!(turn(&mut studio) < 0.9 * card.width());
}
