//! Structural edits that keep nodes, edits of many nodes at once, and the clipboard.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use super::studio::Studio;

/// A root with three children, the last one selected.
fn three() -> Studio {
    let studio = Studio::with("Sequence Wait Log Idle");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Idle");
    studio
}

/// Types a node type into the search opened by a key, and takes the best match.
fn choose(studio: &mut Studio, key: Key, kind: &str) {
    studio.key(key);
    studio.type_text(kind);
    studio.keys("Enter");
}

fn select(studio: &mut Studio, titles: &[&str]) {
    for (nth, title) in titles.iter().enumerate() {
        let modifiers = if nth == 0 {
            Modifiers::NONE
        } else {
            Modifiers::COMMAND
        };
        {
            let canvas = studio.harness.get_by_role(Role::Canvas).rect();
            let cards = studio.all(title).into_iter();
            let card = cards
                .filter(|node| canvas.contains_rect(node.rect()))
                .last();
            card.unwrap().click_modifiers(modifiers);
        }
        // So that the next click is not a double-click.
        studio.steps(4);
    }
    let selected = studio.front(|front| front.selection().len());
    assert_eq!(selected, titles.len());
}

#[test]
fn changing_a_nodes_type_names_what_does_not_fit() {
    let mut studio = three();
    select(&mut studio, &["Sequence"]);
    choose(&mut studio, Key::R, "Selector");
    assert_eq!(studio.outline(), "Selector\n  Wait\n  Log\n  Idle");
    select(&mut studio, &["Wait"]);
    studio.fill("Seconds", "3");
    choose(&mut studio, Key::R, "Idle");
    assert_eq!(studio.outline(), "Selector\n  Idle\n  Log\n  Idle");
    studio.must_say("Seconds");
    studio.keys("Ctrl+Z Ctrl+Z Ctrl+Z");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Idle");
}

#[test]
fn siblings_are_wrapped_and_unwrapped_again() {
    let mut studio = three();
    select(&mut studio, &["Wait", "Log"]);
    choose(&mut studio, Key::W, "Selector");
    let wrapped = "Sequence\n  Selector\n    Wait\n    Log\n  Idle";
    assert_eq!(studio.outline(), wrapped);
    studio.keys("Shift+Delete");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Idle");
    select(&mut studio, &["Sequence"]);
    studio.keys("Shift+Delete");
    studio.must_say("one root");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Idle");
}

#[test]
fn a_branch_becomes_a_subtree_and_is_inlined_again() {
    let mut studio = three();
    select(&mut studio, &["Wait", "Log"]);
    choose(&mut studio, Key::W, "Selector");
    studio.menu("Node > Subtree > Extract subtree");
    let extracted = "Sequence\n  Subtree\n  Idle\nSelector\n  Wait\n  Log";
    assert_eq!(studio.outline(), extracted);
    assert_eq!(&*studio.document().trees[0].name, "Selector");
    studio.must_say("Selector");
    assert!(studio.is_on_canvas("Selector"));
    let card = "Selector (Subtree)";
    assert!(studio.shows_part(card), "a card says which tree it runs");
    assert_eq!(studio.all("Outline: Selector").len(), 2);
    studio.menu("Node > Subtree > Inline subtree");
    let back = "Sequence\n  Selector\n    Wait\n    Log\n  Idle";
    assert_eq!(studio.outline(), back);
    assert!(studio.document().trees.is_empty());
    studio.must_say("removed the unused subtree");
    studio.keys("Ctrl+Z Ctrl+Z");
    assert_eq!(
        studio.outline(),
        "Sequence\n  Selector\n    Wait\n    Log\n  Idle"
    );
}

#[test]
fn a_name_is_edited_on_its_card() {
    let mut studio = three();
    studio.keys("F2");
    assert!(studio.shows("Node name"));
    studio.keys("`Rest a while` Enter");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Rest a while");
    assert!(!studio.shows("Node name"));
    studio.keys("F2 `Something else` Escape");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log\n  Rest a while");
    // The canvas has the focus again.
    studio.keys("Delete");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Log");
}

#[test]
fn nodes_are_selected_by_type_by_branch_and_by_inverting() {
    let mut studio = three();
    studio.add("Wait");
    let both = Modifiers::COMMAND | Modifiers::SHIFT;
    studio.press(both, Key::K);
    assert_eq!(studio.front(|front| front.selection().len()), 2);
    studio.press(both, Key::I);
    assert_eq!(studio.front(|front| front.selection().len()), 3);
    select(&mut studio, &["Sequence"]);
    studio.press(both, Key::A);
    assert_eq!(studio.front(|front| front.selection().len()), 5);
}

#[test]
fn everything_is_collapsed_and_expanded_again() {
    let mut studio = three();
    select(&mut studio, &["Wait", "Log"]);
    choose(&mut studio, Key::W, "Selector");
    let collapsed = |studio: &Studio| {
        let document = studio.document();
        document.nodes().filter(|node| node.collapsed).count()
    };
    studio.menu("Arrange > Collapse all");
    assert_eq!(collapsed(&studio), 1);
    studio.menu("Arrange > Expand all");
    assert_eq!(collapsed(&studio), 0);
}

#[test]
fn selected_cards_are_aligned_in_one_step() {
    let mut studio = three();
    select(&mut studio, &["Sequence", "Wait", "Log"]);
    let before = studio.document();
    studio.menu("Arrange > Align and distribute > Align tops");
    let document = studio.document();
    let tops = ["Sequence", "Wait", "Log"].map(|title| {
        let node = document.nodes().find(|node| node.title() == title);
        node.unwrap().position.y
    });
    assert!(tops.iter().all(|top| *top == tops[0]), "{tops:?}");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

fn paste(studio: &mut Studio, modifiers: Modifiers, text: &str) {
    studio
        .harness
        .event_modifiers(Event::Paste(text.to_owned()), modifiers);
    studio.steps(3);
}

const TWO: &str = r#"{"format": "treewright", "version": 1, "loose": ["a", "b"],
    "nodes": [{"id": "a", "task": "Repeater"}, {"id": "b", "task": "Inverter", "later": 7}]}"#;

#[test]
fn text_is_pasted_below_or_after_the_selected_node() {
    let mut studio = three();
    select(&mut studio, &["Wait"]);
    paste(&mut studio, Modifiers::COMMAND | Modifiers::SHIFT, TWO);
    let after = "Sequence\n  Wait\n  Repeater\n  Inverter\n  Log\n  Idle";
    assert_eq!(studio.outline(), after);
    studio.keys("Ctrl+Z");
    select(&mut studio, &["Sequence"]);
    paste(&mut studio, Modifiers::COMMAND, TWO);
    let below = "Sequence\n  Wait\n  Log\n  Idle\n  Repeater\n  Inverter";
    assert_eq!(studio.outline(), below);
    let document = studio.document();
    assert!(document.nodes().any(|node| !node.extra.is_empty()));
}

#[test]
fn a_copy_is_pasted_beside_its_selected_original() {
    let mut studio = three();
    select(&mut studio, &["Sequence"]);
    paste(&mut studio, Modifiers::COMMAND, BRANCH);
    let new = studio.id("New");
    studio.front_select(new.as_str());
    let text = studio.copied();
    paste(&mut studio, Modifiers::COMMAND, &text);
    let copies = "\n  New\n    Idle".repeat(2);
    assert_eq!(
        studio.outline(),
        format!("Sequence\n  Wait\n  Log\n  Idle{copies}")
    );
}

const BRANCH: &str = r#"{"format": "treewright", "version": 1, "loose": ["a"],
    "nodes": [{"id": "a", "task": "Sequence", "name": "New", "children": ["b"]}, {"id": "b", "task": "Idle"}]}"#;

#[test]
fn pasting_again_adds_a_sibling_of_the_first_paste() {
    let mut studio = three();
    select(&mut studio, &["Sequence"]);
    for _ in 0..3 {
        paste(&mut studio, Modifiers::COMMAND, BRANCH);
    }
    let copies = "\n  New\n    Idle".repeat(3);
    assert_eq!(
        studio.outline(),
        format!("Sequence\n  Wait\n  Log\n  Idle{copies}")
    );
    // Nodes pasted between siblings are placed between them.
    select(&mut studio, &["Wait"]);
    paste(&mut studio, Modifiers::COMMAND | Modifiers::SHIFT, BRANCH);
    let document = studio.document();
    let root = document.node(document.root().unwrap()).unwrap();
    let places = root.children().iter();
    let places: Vec<i32> = places
        .map(|id| document.node(id).unwrap().position.x)
        .collect();
    assert!(places.is_sorted(), "{places:?}");
    studio.keys("Ctrl+Z");
    assert!(studio.outline().starts_with("Sequence\n  Wait\n  Log"));
}

#[test]
fn pasting_unconnected_nodes_again_keeps_them_unconnected_next_to_the_first_paste() {
    let mut studio = three();
    // The selected leaf cannot have children.
    for _ in 0..2 {
        paste(&mut studio, Modifiers::COMMAND, BRANCH);
    }
    let document = studio.document();
    let loose: Vec<_> = document.loose().iter().collect();
    assert_eq!(loose.len(), 2, "{}", studio.outline());
    let at = |index: usize| document.node(loose[index]).unwrap().position;
    assert!(at(1).x >= at(0).x + 112, "{:?} {:?}", at(0), at(1));
    assert_eq!(at(1).y, at(0).y);
}

#[test]
fn pasting_invalid_text_reports_the_position_of_the_error() {
    let mut studio = three();
    let broken = TWO.replace("\"nodes\":", "\"nodes\"");
    paste(&mut studio, Modifiers::COMMAND, &broken);
    studio.must_say("line 2");
    studio.must_say("column");
    paste(&mut studio, Modifiers::COMMAND, "to do: milk");
    studio.must_say_just("The clipboard contains no nodes.");
    assert_eq!(studio.document().node_count(), 4);
}

#[test]
fn a_double_click_in_one_slow_frame_renames_the_card_under_it() {
    let mut studio = three();
    select(&mut studio, &["Wait"]);
    let card = studio.by_role(egui::accesskit::Role::TreeItem, "Log");
    let at = card.rect().center();
    studio.harness.hover_at(at);
    studio.steps(1);
    let clicks = [true, false, true, false].map(|pressed| Event::PointerButton {
        pos: at,
        button: egui::PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    });
    studio.harness.input_mut().events.extend(clicks);
    studio.steps(4);
    studio.keys("Ctrl+A `Say hello` Enter");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Say hello\n  Idle");
}
