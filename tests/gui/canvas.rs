//! The canvas alone: mouse and keyboard in, commands out.

mod desk;
mod dropping;
mod likeness;
mod played_run;
mod wide;

use desk::{Desk, desk};
use egui::{Event, Key, Modifiers, MouseWheelUnit, PointerButton, Pos2, TouchPhase, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use played_run::PlayedRun;
use treewright_authoring::edit::Command;
use treewright_core::diagnostic::{Diagnostic, Location, Problem};
use treewright_core::ids::NodeId;
use treewright_core::runtime::Status;
use treewright_editor::action::{Action, RunAction};
use treewright_editor::panels::PaletteDrag;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::NodeState;

/// Selector `Guard` over `See enemy?` (a conditional), `Chase` (a Sequence over Wait and Log) and `Rest`, and an unconnected Inverter.
fn guard() -> Harness<'static, Desk> {
    desk(
        "
        Guard: Selector
            See enemy?: CompareBool
            Chase: Sequence
                Run: Wait
                Shout: Log
            Rest: Idle
        Spare: Inverter",
    )
}

fn middle(harness: &Harness<'_, Desk>, label: &str) -> Pos2 {
    harness.get_by_label_contains(label).rect().center()
}

fn drag(harness: &mut Harness<'_, Desk>, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.run_steps(1);
    harness.drag_at(from);
    harness.run_steps(1);
    // Two moves: the first one starts the drag.
    harness.hover_at(from + (to - from) * 0.5);
    harness.run_steps(1);
    harness.hover_at(to);
    harness.run_steps(2);
}

fn drag_and_drop(harness: &mut Harness<'_, Desk>, from: Pos2, to: Pos2) {
    drag(harness, from, to);
    harness.drop_at(to);
    harness.run_steps(3);
}

fn selected(harness: &Harness<'_, Desk>) -> Vec<String> {
    let desk = harness.state();
    let mut titles: Vec<String> = desk
        .selection
        .iter()
        .map(|id| desk.document.node(id).unwrap().title().to_owned())
        .collect();
    titles.sort();
    titles
}

fn children(harness: &Harness<'_, Desk>, parent: &str) -> Vec<String> {
    let desk = harness.state();
    let title = |id: &NodeId| desk.document.node(id).unwrap().title().to_owned();
    let parent = desk.document.node(&desk.id(parent)).unwrap();
    parent.children().iter().map(title).collect()
}

/// Returns the point just below the card, where its connections start.
fn out_port(harness: &Harness<'_, Desk>, label: &str) -> Pos2 {
    harness.get_by_label_contains(label).rect().center_bottom() + vec2(0.0, 1.0)
}

/// Returns the point just above the card, where its connection ends.
fn in_port(harness: &Harness<'_, Desk>, label: &str) -> Pos2 {
    harness.get_by_label_contains(label).rect().center_top() - vec2(0.0, 1.0)
}

#[test]
fn every_node_is_a_widget_with_its_name_and_task() {
    let harness = guard();
    for label in [
        "Guard (Selector)",
        "See enemy? (Compare bool)",
        "Chase (Sequence)",
        "Run (Wait)",
        "Spare (Inverter)",
    ] {
        let rect = harness.get_by_label(label).rect();
        assert!(harness.state().area.contains_rect(rect), "{label}");
    }
}

#[test]
fn a_click_selects_and_modifiers_add_or_toggle() {
    let mut harness = guard();
    harness.get_by_label_contains("Chase").click();
    harness.run_steps(2);
    assert_eq!(selected(&harness), ["Chase"]);
    harness
        .get_by_label_contains("Rest")
        .click_modifiers(Modifiers::SHIFT);
    harness.run_steps(2);
    assert_eq!(selected(&harness), ["Chase", "Rest"]);
    harness
        .get_by_label_contains("Chase")
        .click_modifiers(Modifiers::COMMAND);
    harness.run_steps(2);
    assert_eq!(selected(&harness), ["Rest"]);
    let empty = harness.state().area.left_bottom() + vec2(20.0, -20.0);
    harness.drag_at(empty);
    harness.drop_at(empty);
    harness.run_steps(2);
    assert_eq!(selected(&harness), [""; 0]);
}

#[test]
fn dragging_a_node_moves_its_subtree_as_one_step() {
    let mut harness = guard();
    let before = harness.state().document.clone();
    let from = middle(&harness, "Chase");
    let zoom = harness.state().canvas.zoom();
    drag_and_drop(&mut harness, from, from + vec2(30.0, 60.0) * zoom);
    let desk = harness.state();
    for title in ["Chase", "Run", "Shout"] {
        let (was, is) = (
            before.node(&desk.id(title)).unwrap().position,
            desk.document.node(&desk.id(title)).unwrap().position,
        );
        assert_eq!((is.x - was.x, is.y - was.y), (30, 60), "{title}");
    }
    let rest = desk.id("Rest");
    assert_eq!(
        before.node(&rest).unwrap().position,
        desk.document.node(&rest).unwrap().position
    );
    harness.state_mut().undo();
    assert_eq!(harness.state().document, before);
}

#[test]
fn dragging_a_node_past_its_sibling_changes_their_order() {
    let mut harness = guard();
    assert_eq!(children(&harness, "Guard"), ["See enemy?", "Chase", "Rest"]);
    let from = middle(&harness, "Rest");
    let to = middle(&harness, "See enemy?") - vec2(100.0, 0.0);
    drag_and_drop(&mut harness, from, to);
    assert_eq!(children(&harness, "Guard"), ["Rest", "See enemy?", "Chase"]);
}

#[test]
fn escape_cancels_a_drag_without_a_change() {
    let mut harness = guard();
    let before = harness.state().document.clone();
    let from = middle(&harness, "Chase");
    drag(&mut harness, from, from + vec2(80.0, 80.0));
    assert_ne!(middle(&harness, "Chase"), from);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.drop_at(from + vec2(80.0, 80.0));
    harness.run_steps(2);
    assert_eq!(middle(&harness, "Chase"), from);
    assert_eq!(harness.state().document, before);
    assert!(!harness.state().history.can_undo());
}

#[test]
fn dragging_a_connection_from_a_port_to_a_card_connects() {
    let mut harness = guard();
    let (from, to) = (out_port(&harness, "Chase"), middle(&harness, "Spare"));
    drag_and_drop(&mut harness, from, to);
    assert_eq!(children(&harness, "Chase"), ["Run", "Shout", "Spare"]);
}

#[test]
fn dragging_a_connection_from_an_unconnected_child_to_a_parent_connects() {
    let mut harness = guard();
    let (from, to) = (in_port(&harness, "Spare"), middle(&harness, "Guard"));
    drag_and_drop(&mut harness, from, to);
    assert!(children(&harness, "Guard").contains(&"Spare".to_owned()));
}

#[test]
fn a_connection_to_a_child_of_another_parent_moves_it_in_one_step() {
    let mut harness = guard();
    let before = harness.state().document.clone();
    let (from, to) = (out_port(&harness, "Spare"), middle(&harness, "Chase"));
    drag(&mut harness, from, to);
    harness.get_by_label("1st child of Spare");
    harness.drop_at(to);
    harness.run_steps(2);
    assert_eq!(children(&harness, "Spare"), ["Chase"]);
    assert!(!children(&harness, "Guard").contains(&"Chase".to_owned()));
    harness.state_mut().undo();
    assert_eq!(harness.state().document, before);
}

#[test]
fn a_cycle_is_refused_with_the_reason_at_the_cursor() {
    let mut harness = guard();
    let (from, to) = (in_port(&harness, "Chase"), middle(&harness, "Run (Wait)"));
    drag(&mut harness, from, to);
    harness.get_by_label_contains("cycle");
}

#[test]
fn dragging_a_connection_off_detaches_and_onto_another_parent_moves() {
    let mut harness = guard();
    let from = in_port(&harness, "Rest");
    let empty = harness.state().area.right_bottom() - vec2(30.0, 30.0);
    drag_and_drop(&mut harness, from, empty);
    assert_eq!(children(&harness, "Guard"), ["See enemy?", "Chase"]);
    assert!(
        harness
            .state()
            .document
            .loose()
            .contains(&harness.state().id("Rest"))
    );

    let (from, to) = (in_port(&harness, "Shout"), middle(&harness, "Spare"));
    drag_and_drop(&mut harness, from, to);
    assert_eq!(children(&harness, "Spare"), ["Shout"]);
    assert_eq!(children(&harness, "Chase"), ["Run"]);
    harness.state_mut().undo();
    assert_eq!(children(&harness, "Chase"), ["Run", "Shout"]);
}

#[test]
fn an_unconnected_node_dropped_on_a_connection_is_inserted() {
    let mut harness = guard();
    let (top, bottom) = (out_port(&harness, "Guard"), in_port(&harness, "Rest"));
    let from = middle(&harness, "Spare");
    drag_and_drop(&mut harness, from, top + (bottom - top) * 0.5);
    assert_eq!(children(&harness, "Spare"), ["Rest"]);
    assert_eq!(
        children(&harness, "Guard"),
        ["See enemy?", "Chase", "Spare"]
    );
}

#[test]
fn a_selection_box_selects_the_cards_that_it_touches() {
    let mut harness = guard();
    let rect = |label| harness.get_by_label_contains(label).rect();
    let around = rect("Run").union(rect("Shout")).expand(8.0);
    drag_and_drop(&mut harness, around.left_bottom(), around.right_top());
    assert_eq!(selected(&harness), ["Run", "Shout"]);
}

#[test]
fn the_wheel_zooms_and_keeps_the_point_under_the_cursor() {
    let mut harness = guard();
    let still = middle(&harness, "Run (Wait)");
    let far = middle(&harness, "Guard");
    let zoom = harness.state().canvas.zoom();
    harness.hover_at(still);
    harness.run_steps(1);
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, 120.0),
        phase: TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
    harness.run_steps(40);
    assert!(harness.state().canvas.zoom() > zoom * 1.2);
    assert!(middle(&harness, "Run (Wait)").distance(still) < 1.0);
    assert!(middle(&harness, "Guard").distance(far) > 10.0);
}

#[test]
fn the_middle_button_pans() {
    let mut harness = guard();
    let before = middle(&harness, "Guard");
    let at = harness.state().area.left_bottom() + vec2(40.0, -40.0);
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Middle,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.hover_at(at);
    harness.event(button(at, true));
    harness.run_steps(1);
    for step in 1..=4 {
        harness.hover_at(at + vec2(15.0, -10.0) * step as f32);
        harness.run_steps(1);
    }
    let end = at + vec2(60.0, -40.0);
    harness.event(button(end, false));
    harness.run_steps(2);
    assert!((middle(&harness, "Guard") - before - vec2(60.0, -40.0)).length() < 1.0);
    assert!(!harness.state().history.can_undo());
}

#[test]
fn dragging_with_space_pans_and_opens_no_search() {
    let mut harness = guard();
    let before = middle(&harness, "Guard");
    let from = middle(&harness, "Chase");
    harness.key_down(Key::Space);
    harness.run_steps(1);
    // A held key repeats.
    harness.key_down(Key::Space);
    drag(&mut harness, from, from + vec2(70.0, 40.0));
    harness.key_down(Key::Space);
    harness.run_steps(1);
    harness.drop_at(from + vec2(70.0, 40.0));
    harness.key_up(Key::Space);
    harness.run_steps(3);
    assert!((middle(&harness, "Guard") - before - vec2(70.0, 40.0)).length() < 1.0);
    assert!(harness.query_by_label("Search node types").is_none());
    assert!(!harness.state().history.can_undo());
}

#[test]
fn a_tree_is_built_with_the_keyboard_alone() {
    let mut harness = desk("");
    harness.get_by_label_contains("Press Space");
    for query in ["seq", "wait", "log"] {
        harness.key_press(Key::Space);
        harness.run_steps(3);
        let search = harness.get_by_label("Search node types");
        search.type_text(query);
        harness.run_steps(2);
        harness.key_press(Key::Enter);
        harness.run_steps(4);
    }
    assert_eq!(children(&harness, "Sequence"), ["Wait", "Log"]);
    assert!(harness.query_by_label("Search node types").is_none());
    let positions: Vec<_> = harness
        .state()
        .document
        .nodes()
        .map(|n| n.position)
        .collect();
    assert!(positions[1].y > positions[0].y && positions[2].x > positions[1].x);
}

#[test]
fn a_connection_dropped_on_empty_canvas_asks_for_a_child_node() {
    let mut harness = guard();
    let from = out_port(&harness, "Chase");
    let empty = harness.state().area.right_bottom() - vec2(120.0, 60.0);
    drag_and_drop(&mut harness, from, empty);
    harness.get_by_label("Search node types").type_text("fail");
    harness.run_steps(2);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
    assert_eq!(children(&harness, "Chase"), ["Run", "Shout", "Fail"]);
}

#[test]
fn escape_closes_the_search_and_changes_nothing() {
    let mut harness = guard();
    harness.key_press(Key::Space);
    harness.run_steps(3);
    harness.get_by_label("Search node types");
    harness.key_press(Key::Escape);
    harness.run_steps(3);
    assert!(harness.query_by_label("Search node types").is_none());
    assert!(!harness.state().history.can_undo());
}

#[test]
fn a_right_click_lists_the_available_commands() {
    let mut harness = guard();
    harness.get_by_label_contains("Chase").click_secondary();
    harness.run_steps(3);
    assert_eq!(selected(&harness), ["Chase"]);
    // The menu is longer than this window.
    harness
        .get_by_label_contains("Detach from parent")
        .scroll_to_me();
    harness.run_steps(3);
    harness.get_by_label_contains("Detach from parent").click();
    harness.run_steps(3);
    assert_eq!(children(&harness, "Guard"), ["See enemy?", "Rest"]);
}

#[test]
fn each_card_shows_its_status_and_takes_the_result_of_an_asking_leaf() {
    let mut harness = guard();
    let mut run = PlayedRun::default();
    let (chase, shout) = (harness.state().id("Chase"), harness.state().id("Shout"));
    run.states.insert(chase, NodeState::Running);
    run.states.insert(shout.clone(), NodeState::Running);
    run.states
        .insert(harness.state().id("Run"), NodeState::Success);
    run.asking.push(shout.clone());
    harness.state_mut().run = Some(Box::new(run));
    harness.run_steps(2);
    harness.get_by_label("Chase (Sequence), running");
    harness.get_by_label("Run (Wait), succeeded");
    harness.get_by_label("Rest (Idle)");
    harness.get_by_label("Failure").click();
    harness.run_steps(2);
    let answered = harness.state().asked.iter().any(|action| {
        matches!(action, Action::Run(RunAction::Answer(id, Status::Failure)) if *id == shout)
    });
    assert!(answered);
    assert_eq!(selected(&harness), [""; 0]);
}

#[test]
fn hovering_over_a_card_explains_it() {
    let mut harness = guard();
    let chase = harness.state().id("Chase");
    let comment = Command::SetComment(vec![chase], "Only by day".into());
    harness.state_mut().edit(&comment);
    let at = middle(&harness, "Chase");
    harness.hover_at(at);
    harness.run_steps(60);
    harness.get_by_label("Only by day");
}

#[test]
fn an_idle_canvas_asks_for_no_repaint() {
    let mut harness = guard();
    harness.run();
    let delay = harness.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert_eq!(delay, std::time::Duration::MAX);
}

#[test]
fn a_problem_is_explained_on_its_card() {
    let mut harness = guard();
    let chase = harness.state().id("Chase");
    let task = "Dance".into();
    let problem = Diagnostic::new(Location::Node(chase), Problem::UnknownTask { task });
    let text = Texts::default().as_sentence(&problem.problem.to_string());
    harness.state_mut().diagnostics.push(problem);
    let at = middle(&harness, "Chase");
    harness.hover_at(at);
    harness.run_steps(60);
    harness.get_by_label(&text);
}

fn drop_from_palette(harness: &mut Harness<'_, Desk>, task: &str, at: Pos2) {
    // The palette is outside the canvas, so the press must not be on the canvas.
    harness.drag_at(Pos2::new(2.0, 2.0));
    harness.run_steps(1);
    egui::DragAndDrop::set_payload(&harness.ctx, PaletteDrag::Task(task.into()));
    harness.hover_at(at);
    harness.run_steps(2);
    harness.drop_at(at);
    harness.run_steps(3);
}

#[test]
fn a_palette_item_can_be_dropped_on_the_canvas_a_card_or_a_connection() {
    let mut harness = desk("");
    let middle_of_canvas = harness.state().area.center();
    drop_from_palette(&mut harness, "Sequence", middle_of_canvas);
    let root = harness.state().document.root().cloned();
    assert_eq!(root, Some(harness.state().id("Sequence")));

    let on_card = middle(&harness, "Sequence");
    drop_from_palette(&mut harness, "Wait", on_card);
    assert_eq!(children(&harness, "Sequence"), ["Wait"]);

    let (top, bottom) = (out_port(&harness, "Sequence"), in_port(&harness, "Wait"));
    drop_from_palette(&mut harness, "Inverter", top + (bottom - top) * 0.5);
    assert_eq!(children(&harness, "Sequence"), ["Inverter"]);
    assert_eq!(children(&harness, "Inverter"), ["Wait"]);

    let before = harness.state().document.clone();
    let on_leaf = middle(&harness, "Wait");
    drop_from_palette(&mut harness, "Log", on_leaf);
    assert_eq!(harness.state().document, before);
}
