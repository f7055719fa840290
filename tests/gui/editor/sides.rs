//! Two versions of a tree side by side: marks on each side, navigation between changes, and the read-only other version.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, MouseWheelUnit, Pos2, Rect, TouchPhase, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

const TREE: &str = r#"{
  "format": "treewright", "version": 1, "name": "Guard", "root": "n1",
  "nodes": [
    {"id": "n1", "task": "Selector", "name": "Top", "children": ["n2", "n3"], "x": 250, "y": 0},
    {"id": "n2", "task": "Sequence", "name": "Attack", "children": ["n4", "n5"], "x": 60, "y": 120},
    {"id": "n4", "task": "Log", "name": "Strike", "x": 0, "y": 240},
    {"id": "n5", "task": "Wait", "name": "Aim", "x": 130, "y": 240},
    {"id": "n3", "task": "Sequence", "name": "Patrol", "children": ["n6", "n7", "n8"], "x": 390, "y": 120},
    {"id": "n6", "task": "Wait", "name": "Walk", "x": 260, "y": 240},
    {"id": "n7", "task": "Log", "name": "Look", "x": 390, "y": 240},
    {"id": "n8", "task": "Wait", "name": "Rest", "x": 520, "y": 240}
  ]
}
"#;

const OLDER: &str = "Saved file, read-only";

/// An editor with the tree in `tree.bt.json`.
fn opened() -> Studio {
    let mut studio = Studio::empty();
    let path = studio.write("tree.bt.json", TREE);
    studio.open(&path);
    assert_eq!(studio.document().node_count(), 8);
    studio
}

/// One node is new, one deleted, one moved and one renamed.
fn edited() -> Studio {
    let mut studio = opened();
    studio.front_select("n4");
    studio.fill("Name", "Hit");
    studio.front_select("n5");
    studio.keys("Delete");
    studio.front_select("n6");
    studio.keys("Ctrl+ArrowRight Ctrl+ArrowRight");
    studio.front_select("n2");
    studio.add("Parallel");
    studio
}

/// Makes the window so wide that all cards of both sides are visible in a size that can be read.
fn wide(mut studio: Studio) -> Studio {
    studio.harness.set_size(vec2(1920.0, 1000.0));
    studio.steps(4);
    studio
}

fn side_by_side(mut studio: Studio) -> Studio {
    studio.keys("Ctrl+Shift+B");
    studio.steps(30);
    studio
}

/// Returns the area of the other version.
fn older(studio: &Studio) -> Rect {
    studio.get(OLDER).rect()
}

/// Returns the centers of the cards of this name, on the left and on the right.
fn cards(studio: &Studio, name: &str) -> (Vec<Pos2>, Vec<Pos2>) {
    let older = older(studio);
    let found = studio.all(name);
    let found = found.iter().map(|card| card.rect().center());
    found.partition(|at| at.x < older.right())
}

/// Returns the highlighted cards, on the left and on the right.
fn highlighted(studio: &Studio) -> (Vec<String>, Vec<String>) {
    let older = older(studio);
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for task in ["(Selector)", "(Sequence)", "(Log)", "(Wait)", "Parallel"] {
        for card in studio.harness.query_all_by_label_contains(task) {
            let node = card.accesskit_node();
            let is_card = !node.label().unwrap_or_default().starts_with("Outline");
            if is_card && node.role() == Role::TreeItem && node.is_selected() == Some(true) {
                let at = card.rect().center();
                let side = if at.x < older.right() && older.y_range().contains(at.y) {
                    &mut left
                } else {
                    &mut right
                };
                side.push(node.label().unwrap_or_default());
            }
        }
    }
    (left, right)
}

fn selected(studio: &Studio) -> Option<String> {
    let primary = studio.front(|front| front.selection().primary().cloned());
    primary.map(|id| id.to_string())
}

#[test]
fn each_side_labels_its_changes() {
    let studio = side_by_side(wide(edited()));
    assert!(studio.shows("Editor"));
    for (name, left, right) in [
        ("Aim (Wait), removed", 1, 0),
        ("Parallel, added", 0, 1),
        ("Walk (Wait), moved", 1, 1),
        ("Strike (Log), changed", 1, 0),
        ("Hit (Log), changed", 0, 1),
        ("Top (Selector)", 1, 1),
    ] {
        let (on_left, on_right) = cards(&studio, name);
        assert_eq!((on_left.len(), on_right.len()), (left, right), "{name}");
    }
    for count in ["1 added", "1 removed", "1 moved", "1 changed"] {
        assert!(studio.shows(count), "{count}");
    }
}

#[test]
fn shortcuts_lead_from_change_to_change_on_both_sides() {
    let mut studio = side_by_side(edited());
    assert!(studio.shows("Top (Selector)"));
    // Navigation starts at the last selected node, which is new.
    assert_eq!(highlighted(&studio).1, ["Parallel, added"]);
    let mut seen = Vec::new();
    for _ in 0..4 {
        studio.keys("Alt+ArrowDown");
        studio.steps(30);
        let (left, right) = highlighted(&studio);
        seen.push((left.join("; "), right.join("; ")));
        // Nodes in both versions have the same height, and the same position within their side.
        if let ([one], [other]) = (&left[..], &right[..])
            && let (Some(one), Some(other)) = (
                cards(&studio, one).0.first(),
                cards(&studio, other).1.first(),
            )
            && !left[0].contains("removed")
        {
            let across = older(&studio).width() + 2.0;
            assert!((one.y - other.y).abs() < 1.5, "{one} {other}");
            assert!((other.x - one.x - across).abs() < 3.0, "{one} {other}");
        }
    }
    seen.sort();
    let expected = [
        ("", "Parallel, added"),
        ("Aim (Wait), removed", "Attack (Sequence)"),
        ("Strike (Log), changed", "Hit (Log), changed"),
        ("Walk (Wait), moved", "Walk (Wait), moved"),
    ];
    let expected = expected.map(|(left, right)| (left.to_owned(), right.to_owned()));
    assert_eq!(seen, expected);
    let now = selected(&studio);
    studio.keys("Alt+ArrowUp");
    assert_ne!(selected(&studio), now);
    studio.keys("Alt+ArrowDown");
    assert_eq!(selected(&studio), now, "the next change is selected again");
}

#[test]
fn the_fields_of_the_selected_node_are_shown_side_by_side() {
    let mut studio = side_by_side(edited());
    studio.front_select("n4");
    studio.steps(30);
    assert!(studio.shows("name"));
    let at = |text: &str| {
        let found = studio.harness.query_all_by_label(text);
        let found = found.map(|node| node.rect()).collect::<Vec<_>>();
        assert!(!found.is_empty(), "{text}");
        found
    };
    let new = at("Hit");
    let is_beside = |old: &Rect| {
        let mut there = new.iter();
        there.any(|new| old.right() < new.left() && (old.top() - new.top()).abs() < 1.0)
    };
    assert!(at("Strike").iter().any(is_beside));
    // Nodes that are equal on both sides are marked as such.
    studio.front_select("n8");
    studio.steps(30);
    assert!(studio.shows("Rest: same on both sides"));
}

#[test]
fn the_other_version_is_read_only() {
    let mut studio = side_by_side(edited());
    let before = studio.document();
    let steps = studio.front(|front| front.history().can_redo());
    let gone = cards(&studio, "Aim (Wait), removed").0[0];
    studio.press_at(gone, 1);
    assert_eq!(highlighted(&studio).0, ["Aim (Wait), removed"]);
    assert_eq!(
        selected(&studio).as_deref(),
        Some("n2"),
        "the former parent is selected"
    );
    // While that side has the focus, editing shortcuts have no effect.
    for key in [Key::Delete, Key::Tab, Key::Enter, Key::Space, Key::F2] {
        studio.key(key);
    }
    studio.keys("Escape");
    assert_eq!(studio.document(), before);
    let mut studio = if studio.shows(OLDER) {
        studio
    } else {
        side_by_side(studio)
    };
    let card = cards(&studio, "Walk (Wait), moved").0[0];
    // Dragging a card or its connection pans the view.
    studio.drag(card, card + vec2(60.0, 40.0));
    studio.steps(30);
    let moved = cards(&studio, "Walk (Wait), moved");
    assert!((moved.0[0] - card - vec2(60.0, 40.0)).length() < 2.0);
    studio.drag(moved.0[0] + vec2(0.0, -10.0), moved.0[0] + vec2(40.0, 60.0));
    let at = cards(&studio, "Walk (Wait), moved").0[0];
    studio.harness.hover_at(at);
    for pressed in [true, false] {
        studio.harness.event(Event::PointerButton {
            pos: at,
            button: egui::PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    studio.steps(4);
    assert!(!studio.shows("Duplicate"), "no menu that edits");
    assert_eq!(studio.document(), before);
    assert_eq!(studio.front(|front| front.history().can_redo()), steps);
    let file = studio.read("tree.bt.json");
    assert_eq!(file, TREE);
}

#[test]
fn a_screen_reader_presses_nodes_on_both_sides_and_undo_restores_deleted_ones() {
    let mut studio = side_by_side(edited());
    studio.get("Aim (Wait), removed").click_accesskit();
    studio.steps(30);
    assert_eq!(highlighted(&studio).0, ["Aim (Wait), removed"]);
    assert!(studio.shows("Aim: removed"));
    for step in 0.. {
        assert!(step < 20, "undo never restores the node");
        if studio.document().node(&"n5".into()).is_some() {
            break;
        }
        studio.keys("Ctrl+Z");
    }
    studio.steps(30);
    assert!(!studio.shows("Aim: removed"));
    assert_eq!(studio.all("Aim (Wait)").len(), 2);
    studio.all("Aim (Wait)")[0].click_accesskit();
    studio.steps(30);
    assert_eq!(selected(&studio).as_deref(), Some("n5"));
    let (left, right) = highlighted(&studio);
    assert_eq!(left, right, "its partner is highlighted as well");
    assert!(studio.shows("Aim: same on both sides"));
}

pub fn wheel(studio: &mut Studio, at: Pos2, by: f32) {
    studio.harness.hover_at(at);
    studio.steps(1);
    studio.harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, by),
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    studio.steps(40);
}

#[test]
fn both_sides_move_together_until_unlinked() {
    let mut studio = side_by_side(edited());
    let width = |studio: &Studio| {
        let found = studio.all("Top (Selector)");
        let widths: Vec<f32> = found.iter().map(|card| card.rect().width()).collect();
        (widths[0], widths[1])
    };
    let before = width(&studio);
    assert!((before.0 - before.1).abs() < 0.5);
    let on_left = cards(&studio, "Top (Selector)").0[0];
    wheel(&mut studio, on_left, 60.0);
    let after = width(&studio);
    assert!(after.0 > before.0 * 1.1, "{before:?} {after:?}");
    assert!((after.0 - after.1).abs() < 0.5);
    let (left, right) = cards(&studio, "Top (Selector)");
    assert!((left[0].y - right[0].y).abs() < 1.5);
    studio.click("Synchronize views");
    wheel(&mut studio, left[0], 60.0);
    let parted = width(&studio);
    assert!(parted.0 > after.0 * 1.1);
    assert!((parted.1 - after.1).abs() < 0.5);
    studio.click("Synchronize views");
    studio.steps(30);
    let again = width(&studio);
    assert!((again.0 - again.1).abs() < 0.5);
}

#[test]
fn the_side_by_side_view_is_opened_and_closed_by_keys_menus_and_buttons() {
    let mut studio = edited();
    studio.menu("View > Versions > Side by side");
    assert!(studio.shows(OLDER));
    assert!(studio.shows("Changes since: saved file"));
    // Escape first closes what is open on the canvas.
    studio.keys("Space Escape");
    assert!(studio.shows(OLDER));
    studio.keys("Escape");
    assert!(!studio.shows(OLDER));
    assert!(studio.shows("Changes since: saved file"));
    let panel = studio.all("Side by side");
    panel.first().unwrap().click();
    studio.steps(3);
    assert!(studio.shows(OLDER));
    studio.click("Close side-by-side view");
    assert!(!studio.shows(OLDER));
    studio.keys("Ctrl+Shift+B");
    assert!(studio.shows(OLDER));
    studio.keys("Ctrl+Shift+B");
    assert!(!studio.shows(OLDER));
}

#[test]
fn a_newer_file_on_disk_is_labeled_correctly() {
    let mut studio = wide(opened());
    studio.front_select("n4");
    studio.fill("Name", "Hit");
    studio.write("tree.bt.json", TREE.replace("\"Rest\"", "\"Sleep\""));
    studio.wait_for("Changed on disk");
    studio.click("Compare");
    studio.steps(30);
    studio.must_show(&["Saved file (newer), read-only", "Editor"]);
    assert!(studio.shows("Differences from: saved file"));
    assert!(studio.shows("name: on disk: Sleep   ·   in the editor: Rest (changed in theirs)"));
    assert!(studio.shows("name: on disk: Strike   ·   in the editor: Hit (changed in ours)"));
    studio.must_show(&["Rest (Wait), differs", "2 differ"]);
    // After the decision, only the local changes remain.
    studio.click("Merge both");
    studio.steps(30);
    assert!(studio.shows(OLDER));
    studio.must_show(&["name: Strike → Hit", "1 changed"]);
    assert!(!studio.shows_part("on disk: "));
}

#[test]
fn a_field_that_both_changed_is_told() {
    let mut studio = wide(opened());
    studio.front_select("n4");
    studio.fill("Name", "Hit");
    studio.write("tree.bt.json", TREE.replace("\"Strike\"", "\"Blow\""));
    studio.wait_for("Changed on disk");
    studio.click("Compare");
    studio.steps(30);
    assert!(studio.shows("name: on disk: Blow   ·   in the editor: Hit (changed in both)"));
}

#[test]
fn nothing_is_clipped_in_a_small_window_in_either_language() {
    for chinese in [false, true] {
        let mut studio = edited();
        if chinese {
            studio.speak_chinese();
        }
        let mut studio = side_by_side(studio);
        // The last window is so narrow that one side is above the other.
        for size in [vec2(853.0, 480.0), vec2(1280.0, 720.0), vec2(640.0, 1000.0)] {
            studio.harness.set_size(size);
            studio.steps(30);
            let names = if chinese {
                [
                    "下一处更改",
                    "上一处更改",
                    "同步两侧视图",
                    "关闭并排视图",
                    "已保存的文件，只读",
                ]
            } else {
                [
                    "Next change",
                    "Previous change",
                    "Synchronize views",
                    "Close side-by-side view",
                    OLDER,
                ]
            };
            let mut before: Option<Rect> = None;
            for name in names {
                let rect = studio.get(name).rect();
                let window = Rect::from_min_size(Pos2::ZERO, size);
                assert!(window.contains_rect(rect), "{name} is at {rect:?}");
                assert!(rect.height() > 12.0 && rect.width() > 12.0, "{name}");
                let other = before.replace(rect);
                assert!(!other.is_some_and(|other| other.shrink(1.0).intersects(rect)));
            }
            let older = before.unwrap();
            let newer = studio.get(if chinese { "画布" } else { "Canvas" }).rect();
            assert!(!older.shrink(1.0).intersects(newer));
            let is_above = older.bottom() <= newer.top();
            assert_eq!(is_above, size.y > size.x, "{older:?} {newer:?}");
        }
    }
}
