//! Layout of nodes, dragging them past each other, and navigation, in the whole editor.

use std::collections::BTreeMap;

use egui::{Modifiers, Pos2, Rect, vec2};
use egui_kittest::kittest::Queryable as _;

use treewright_editor::app::EditorApp;
use treewright_session::workspace::open_document::OpenDocument;

use super::studio::Studio;

/// `Sequence` over `Wait`, `Log` and `Idle`, laid out.
fn family() -> Studio {
    let mut studio = Studio::with("Sequence Wait Log Idle");
    studio.keys("A");
    studio
}

fn rect(studio: &Studio, label: &str) -> Rect {
    let role = egui::accesskit::Role::TreeItem;
    studio.by_role(role, label).rect()
}

fn drop_at(studio: &mut Studio, at: Pos2) {
    studio.harness.drop_at(at);
    studio.steps(3);
}

fn position(studio: &Studio, title: &str) -> (i32, i32) {
    let document = studio.document();
    let node = document.node(&studio.id(title)).unwrap();
    (node.position.x, node.position.y)
}

#[test]
fn siblings_make_room_for_a_dragged_node_which_takes_its_new_position() {
    let mut studio = family();
    let before = studio.document();
    let (first, second) = (rect(&studio, "Wait"), rect(&studio, "Log"));
    let to = second.center() + vec2(30.0, 6.0);
    studio.hold(first.center(), to);
    let aside = rect(&studio, "Log");
    assert!(aside.left() < second.left() - 20.0, "{aside:?} {second:?}");
    // Nothing changes before the drop.
    assert_eq!(studio.document(), before);
    drop_at(&mut studio, to);
    assert_eq!(studio.outline(), "Sequence\n  Log\n  Wait\n  Idle");
    let moved = rect(&studio, "Wait");
    assert!(!moved.intersects(rect(&studio, "Log")) && !moved.intersects(rect(&studio, "Idle")));
    // It returns to its row.
    assert!((moved.top() - first.top()).abs() < 1.0);
    assert!((rect(&studio, "Log").left() - first.left()).abs() < 2.0);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn siblings_move_back_when_a_drag_is_cancelled() {
    let mut studio = family();
    let (first, second) = (rect(&studio, "Wait"), rect(&studio, "Log"));
    studio.hold(first.center(), second.center() + vec2(30.0, 0.0));
    studio.keys("Escape");
    drop_at(&mut studio, second.center());
    assert_eq!(rect(&studio, "Log"), second);
    assert_eq!(rect(&studio, "Wait"), first);
}

#[test]
fn siblings_make_room_in_horizontal_layouts_too() {
    let mut studio = family();
    studio.menu("Arrange > Horizontal layout");
    let (first, second) = (rect(&studio, "Wait"), rect(&studio, "Log"));
    assert!(second.top() > first.bottom());
    let to = second.center() + vec2(5.0, 12.0);
    studio.hold(first.center(), to);
    drop_at(&mut studio, to);
    assert_eq!(studio.outline(), "Sequence\n  Log\n  Wait\n  Idle");
}

#[test]
fn another_document_keeps_its_direction() {
    let mut studio = family();
    let lies = studio.document();
    studio.menu("File > New");
    studio.add("Sequence Wait Log");
    studio.menu("Arrange > Horizontal layout");
    assert!(studio.front(OpenDocument::grows_right));
    studio.keys("Ctrl+Z");
    assert!(
        !studio.front(OpenDocument::grows_right),
        "undone with the layout"
    );
    studio.keys("Ctrl+Y Ctrl+Shift+Tab");
    studio.steps(3);
    assert_eq!(studio.document(), lies);
    assert!(!studio.front(OpenDocument::grows_right));
}

#[test]
fn with_auto_layout_after_each_edit_an_edit_and_its_layout_are_one_step() {
    let mut studio = family();
    studio.click("Arrange > Auto layout after each edit > Sequence");
    let before = studio.document();
    studio.add("Log");
    let after = studio.document();
    assert_eq!(after.node_count(), before.node_count() + 1);
    assert_ne!(position(&studio, "Wait").0, 0);
    let row: Vec<i32> = after
        .node(after.root().unwrap())
        .unwrap()
        .children()
        .iter()
        .map(|id| after.node(id).unwrap().position.y)
        .collect();
    assert!(row.iter().all(|y| *y == row[0]), "{row:?}");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn dragged_nodes_snap_to_the_grid_unless_ctrl_is_held() {
    let mut studio = family();
    studio.click("Arrange > Snap to grid");
    let root = rect(&studio, "Sequence").center();
    let to = root + vec2(37.0, -61.0);
    studio.hold(root, to);
    drop_at(&mut studio, to);
    let (x, y) = position(&studio, "Sequence");
    assert_eq!((x % 24, y % 24), (0, 0), "{x} {y}");
    let root = rect(&studio, "Sequence").center();
    let to = root + vec2(5.0, -5.0);
    studio.harness.hover_at(root);
    studio.steps(1);
    studio.harness.drag_at(root);
    studio.steps(1);
    studio
        .harness
        .event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    studio
        .harness
        .event(egui::Event::PointerMoved(to - vec2(1.0, 1.0)));
    studio.steps(1);
    studio
        .harness
        .event(egui::Event::ModifiersChanged(Modifiers::COMMAND));
    studio.harness.event(egui::Event::PointerMoved(to));
    studio.steps(2);
    drop_at(&mut studio, to);
    let (x, y) = position(&studio, "Sequence");
    assert_ne!((x % 24, y % 24), (0, 0), "{x} {y}");
}

#[test]
fn a_dragged_node_aligns_with_another() {
    let mut studio = family();
    let (moved, other) = (rect(&studio, "Sequence"), rect(&studio, "Wait"));
    // Four points away from being aligned with the other.
    let to = moved.center() + vec2(other.center().x - moved.center().x + 4.0, -20.0);
    studio.harness.hover_at(moved.center());
    studio.steps(1);
    let alt = Modifiers::ALT;
    studio.harness.event(egui::Event::ModifiersChanged(alt));
    studio.hold(moved.center(), to);
    drop_at(&mut studio, to);
    studio
        .harness
        .event(egui::Event::ModifiersChanged(Modifiers::NONE));
    let (moved, other) = (rect(&studio, "Sequence"), rect(&studio, "Wait"));
    let apart = [
        moved.center().x - other.center().x,
        moved.left() - other.left(),
        moved.right() - other.right(),
    ];
    assert!(apart.iter().any(|away| away.abs() < 1.0), "{apart:?}");
}

#[test]
fn home_centers_the_root_and_the_minimap_pans_the_view() {
    let mut studio = family();
    studio.keys("Home");
    let canvas = studio.harness.get_by_label("Canvas").rect();
    let middle = rect(&studio, "Sequence").center();
    assert!((middle - canvas.center()).length() < 2.0, "{middle:?}");
    let map = "Minimap. Click or drag to move the view.";
    assert!(!studio.shows(map), "a small tree needs none");
    studio.click("Minimap");
    studio.steps(2);
    assert!(studio.shows(map), "although everything is in view");
    for _ in 0..6 {
        studio.click("Zoom in");
    }
    studio.steps(3);
    let before = rect(&studio, "Sequence").center();
    let at = studio.get(map).rect().left_bottom() + vec2(4.0, -4.0);
    studio.press_at(at, 1);
    let role = egui::accesskit::Role::TreeItem;
    let wait = studio.harness.query_by_role_and_label(role, "Wait");
    let near = wait.is_some_and(|node| (node.rect().center() - canvas.center()).length() < 300.0);
    assert!(
        near,
        "the first child is in view; the root was at {before:?}"
    );
    studio.keys("M");
    studio.steps(2);
    assert!(!studio.shows(map));
}

#[test]
fn clicking_the_problem_icon_on_a_card_shows_the_explanation() {
    let mut studio = family();
    studio.click("Sequence");
    studio.add("Inverter");
    let id = studio.id("Inverter");
    // Its problems wait until it is left.
    studio.keys("F Ctrl+A");
    studio.front(|front| assert!(!front.diagnostics().is_empty()));
    let role = egui::accesskit::Role::Button;
    let sign = studio.by_role(role, "Explain problems of Inverter").rect();
    let card = rect(&studio, "Inverter");
    assert!(card.expand(12.0).contains_rect(sign));
    studio.press_at(sign.center(), 1);
    let selected: Vec<_> = studio.front(|front| front.selection().iter().cloned().collect());
    assert_eq!(selected, [id]);
    let said = studio.front(|front| {
        let mut all = front.diagnostics().iter();
        let here = all.find(|d| d.location.node() == Some(&selected[0]));
        here.unwrap().problem.to_string()
    });
    assert!(studio.shows(&said), "the panel explains the problem");
}

#[test]
fn auto_layout_says_so_when_nothing_moves() {
    let mut studio = Studio::with("Sequence Wait");
    studio.keys("A A");
    studio.must_say_just("Nothing moved: the tree is already laid out.");
}

/// Asserts that no card is over another, and that parents of one child, or of children that were only added, are centered.
fn must_be_tidy(studio: &Studio) {
    assert_eq!(studio.covered_cards(), []);
    let cards: BTreeMap<_, _> = studio.app(EditorApp::cards).into_iter().collect();
    let document = studio.document();
    for node in document.nodes() {
        let (Some(first), Some(last)) = (node.children().first(), node.children().last()) else {
            continue;
        };
        let (first, last) = (cards[first].center(), cards[last].center());
        let middle = cards[node.id()].center();
        let apart = f32::midpoint(first.x, last.x) - middle.x;
        assert!(apart.abs() <= 2.0, "{}: {apart}", node.id());
    }
}

#[test]
fn six_nodes_made_by_keyboard_need_no_auto_layout() {
    let mut studio = Studio::empty();
    studio.add("Selector Sequence CompareBool Wait");
    must_be_tidy(&studio);
    // From the leaf up to the root.
    studio.keys("ArrowUp ArrowUp");
    studio.add("Sequence Log");
    assert_eq!(
        studio.outline(),
        "Selector\n  Sequence\n    CompareBool\n    Wait\n  Sequence\n    Log"
    );
    must_be_tidy(&studio);
    let before = studio.document();
    studio.add("Wait Idle");
    must_be_tidy(&studio);
    studio.keys("Ctrl+Z Ctrl+Z");
    assert_eq!(
        studio.document(),
        before,
        "what moved aside is part of each step"
    );
}

#[test]
fn a_long_name_and_a_wrapped_branch_move_neighbors_aside() {
    let mut studio = family();
    studio.press_at(rect(&studio, "Log").center(), 1);
    studio.keys("F2 `Tell everybody about this` Enter");
    assert_eq!(studio.covered_cards(), []);
    let before = studio.document();
    studio.keys("W");
    studio.type_text("Repeater");
    studio.keys("Enter");
    assert_eq!(studio.document().node_count(), before.node_count() + 1);
    assert_eq!(studio.covered_cards(), []);
    let (above, below) = (
        rect(&studio, "Repeater"),
        rect(&studio, "Tell everybody about this (Log)"),
    );
    assert!((above.center().x - below.center().x).abs() <= 2.0);
    assert!(below.top() > above.bottom());
}

#[test]
fn an_extracted_tree_lies_right_of_all_others() {
    let mut studio = family();
    studio.click("Wait");
    studio.keys("E");
    let cards = studio.app(EditorApp::cards);
    let document = studio.document();
    let top = document.trees[0].root.clone();
    let (own, others): (Vec<_>, Vec<_>) = cards.into_iter().partition(|(id, _)| *id == top);
    let right = others
        .iter()
        .map(|(_, rect)| rect.right())
        .fold(f32::MIN, f32::max);
    assert!(own[0].1.left() > right);
    assert_eq!(studio.covered_cards(), []);
}

#[test]
fn a_node_that_runs_an_extracted_branch_takes_its_place() {
    let mut studio = Studio::started();
    let before = position(&studio, "Chase");
    studio.front_select("n6");
    studio.keys("E");
    let document = studio.document();
    assert_eq!(document.trees.len(), 1);
    let runner = studio.front(|front| front.selection().primary().cloned());
    let runner = document.node(&runner.unwrap()).unwrap();
    assert_eq!((runner.position.x, runner.position.y), before);
    assert_eq!(
        position(&studio, "Rest"),
        position(&Studio::started(), "Rest")
    );
    assert_eq!(studio.covered_cards(), []);
}

/// A selector over the branches “Attack”, “Fight” and “Patrol”, laid out.
fn three_branches() -> Studio {
    let mut studio = Studio::empty();
    let text = r#"{"format": "treewright", "version": 1, "name": "Brain", "root": "n1", "nodes": [
        {"id": "n1", "task": "Selector", "children": ["n2", "n3", "n4"]},
        {"id": "n2", "task": "Sequence", "name": "Attack", "children": ["n5", "n6"]},
        {"id": "n3", "task": "Sequence", "name": "Fight", "children": ["n7", "n8"]},
        {"id": "n4", "task": "Sequence", "name": "Patrol", "children": ["n9"]},
        {"id": "n5", "task": "CompareBool", "parameters": {"left": true}}, {"id": "n6", "task": "StandIn"},
        {"id": "n7", "task": "CompareBool", "parameters": {"left": true}}, {"id": "n8", "task": "StandIn"},
        {"id": "n9", "task": "Wait"}]}"#;
    let path = studio.write("brain.bt.json", text);
    studio.open(&path);
    studio.keys("A F");
    studio.steps(30);
    studio
}

/// Asserts that the children of the root lie from left to right in their order, in one row, and that no card covers another.
fn assert_in_order(studio: &Studio, what: &str) {
    let document = studio.document();
    let children = document.node(document.root().unwrap()).unwrap().children();
    let places = children
        .iter()
        .map(|id| document.node(id).unwrap().position);
    let places: Vec<(i32, i32)> = places.map(|at| (at.x, at.y)).collect();
    assert!(places.is_sorted_by(|a, b| a.0 < b.0), "{what}: {places:?}");
    let is_row = places.iter().all(|place| place.1 == places[0].1);
    assert!(is_row, "{what}: {places:?}");
    assert_eq!(studio.covered_cards(), [], "{what}");
}

#[test]
fn extracting_any_branch_keeps_the_order_of_its_siblings() {
    for node in ["n2", "n3", "n4"] {
        let mut studio = three_branches();
        studio.front_select(node);
        studio.keys("E");
        studio.steps(30);
        assert_in_order(&studio, node);
    }
}

#[test]
fn a_tree_laid_out_in_another_language_covers_no_cards_and_edits_make_room() {
    let mut studio = Studio::empty();
    let examples =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/examples/zh-CN");
    for name in ["guard", "boss-fight", "squad", "miner", "warehouse"] {
        studio.open(&examples.join(format!("{name}.bt.json")));
        studio.keys("F");
        studio.steps(30);
        assert_eq!(studio.covered_cards(), [], "{name}");
    }
    studio.open(&examples.join("guard.bt.json"));
    let first = studio.front(|front| {
        let document = front.document();
        let conditionals = document.nodes().find(|node| &*node.task == "CompareBool");
        conditionals.unwrap().id().clone()
    });
    studio.front_select(first.as_str());
    studio.keys("F8");
    studio.steps(30);
    assert_eq!(
        studio.covered_cards(),
        [],
        "after an edit that needs no room"
    );
    studio.keys("F2 `Does the guard see an enemy anywhere?` Enter");
    studio.steps(30);
    assert_eq!(studio.covered_cards(), []);
}

#[test]
fn a_node_without_a_position_is_opened_beside_its_siblings() {
    let mut studio = family();
    let text = studio.front(|front| front.write().unwrap());
    let node = studio.id("Log").to_string();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    for entry in file["nodes"].as_array_mut().unwrap() {
        if entry["id"] == node.as_str() {
            entry
                .as_object_mut()
                .unwrap()
                .retain(|key, _| key != "x" && key != "y");
        }
    }
    let path = studio.write("some.bt.json", file.to_string());
    let others: Vec<_> = ["Sequence", "Wait"].map(|it| position(&studio, it)).into();
    studio.open(&path);
    studio.steps(3);
    assert_eq!(studio.covered_cards(), []);
    assert_eq!(position(&studio, "Log").1, position(&studio, "Wait").1);
    let (log, idle) = (position(&studio, "Log").0, position(&studio, "Idle").0);
    assert!(position(&studio, "Wait").0 < log && log < idle);
    assert_eq!(others[0], position(&studio, "Sequence"));
}
