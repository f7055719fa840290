//! Scenarios edited on the strip of frames: created from nothing, marks added, moved, typed, copied and removed, by mouse and by keyboard.

use std::fs;

use egui::vec2;
use treewright_core::value::Value;
use treewright_insight::scenario::{Fact, NodeState};
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::RunView as _;

use super::scenarios::{CHASE, CHASED, guard, saved, wrong};
use super::studio::Studio;

const SEES: &str = "set sees_enemy = true";

/// The frames in which the saved scenario sets a variable.
fn set_in(studio: &Studio, variable: &str) -> Vec<u64> {
    let scenario = saved(studio);
    let steps = scenario.steps.iter();
    let set = steps.filter(|(_, step)| step.set.iter().any(|(name, _)| &**name == variable));
    set.map(|(frame, _)| *frame).collect()
}

/// Makes the window so high that all lanes are visible.
fn tall(mut studio: Studio) -> Studio {
    studio.harness.set_size(vec2(1400.0, 2000.0));
    studio.steps(4);
    studio
}

/// An editor on the guard with its scenario, which is played to its end.
fn played() -> Studio {
    let mut studio = tall(guard(&[("guard.scenario.json", CHASE)]));
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.click(&format!("{CHASED}: passed"));
    studio.steps(3);
    studio
}

#[test]
fn a_scenario_is_made_from_nothing_by_keyboard() {
    let mut studio = tall(guard(&[]));
    studio.wait_for("New scenario");
    studio.click("New scenario");
    studio.keys("`Seen at once` Enter");
    studio.wait_for("Seen at once: no expectations yet");
    assert!(
        studio
            .path("game/guard.seen-at-once.scenario.json")
            .exists()
    );
    // The strip has the keyboard.
    studio.keys("I `set sees` Enter");
    studio.must_show(&[&format!("Frame 1: {SEES}")]);
    studio.keys("ArrowRight ArrowRight ArrowLeft");
    studio.must_show(&[&format!("Frame 2: {SEES}")]);
    assert_eq!(set_in(&studio, "sees_enemy"), [2]);
    // The cursor follows to a later frame, in which the run shows what to expect.
    studio.keys("Escape ArrowRight E `expect run there` Enter");
    studio.wait_for("Frame 3: Run there: Running");
    studio.wait_for("Seen at once: passed");
    let scenario = saved(&studio);
    assert_eq!((&*scenario.name, scenario.frames), ("Seen at once", 10));
    let facts: Vec<_> = scenario.facts().collect();
    let expected = Fact::Node("Run there".into(), NodeState::Running);
    assert_eq!(facts, [(3, expected)]);
    // An earlier enemy is no difference, a later one is.
    studio.keys("Shift+Tab ArrowRight ArrowRight");
    studio.wait_for("Seen at once: failed");
    assert!(studio.shows("Frame 3: Run there: Running; found Idle"));
    studio.keys("Ctrl+Z Ctrl+Z");
    studio.wait_for("Seen at once: passed");
    studio.keys("Ctrl+Y Ctrl+Shift+Z");
    assert_eq!(set_in(&studio, "sees_enemy"), [4]);
    studio.click(&format!("Frame 4: {SEES}"));
    studio.keys("Delete");
    assert_eq!(set_in(&studio, "sees_enemy"), [0; 0]);
    assert!(
        !studio.front(OpenDocument::is_dirty),
        "the tree is not edited"
    );
}

#[test]
fn marks_are_dragged_and_dropped_on_free_frames() {
    let mut studio = played();
    let mark = format!("Frame 5: {SEES}");
    let sees = studio.get(&mark).rect();
    let other = studio.get("Frame 8: set sees_enemy = false").rect();
    let frame = (other.left() - sees.left()) / 3.0;
    let from = sees.left_center() + vec2(4.0, 0.0);
    studio.drag(from, from - vec2(2.0 * frame, 0.0));
    studio.must_show(&[&format!("Frame 3: {SEES}")]);
    assert_eq!(set_in(&studio, "sees_enemy"), [3, 8]);
    studio.wait_for(&format!("{CHASED}: failed"));
    // The frame of another mark of the same variable is taken.
    let from = studio.get(&format!("Frame 3: {SEES}")).rect().left_center() + vec2(4.0, 0.0);
    studio.drag(from, from + vec2(5.0 * frame, 0.0));
    assert_eq!(set_in(&studio, "sees_enemy"), [8, 9]);
    studio.keys("Ctrl+Z Ctrl+Z");
    studio.wait_for(&format!("{CHASED}: passed"));
    assert_eq!(set_in(&studio, "sees_enemy"), [5, 8]);
}

#[test]
fn an_input_is_typed() {
    let mut studio = played();
    studio.click("Frame 7: set enemy_distance = 1.5");
    assert_eq!(
        studio.frame_shown(),
        7,
        "a click shows the frame of the mark"
    );
    studio.keys("Enter Ctrl+A `30` Enter");
    studio.must_show(&["Frame 7: set enemy_distance = 30.0"]);
    let step = &saved(&studio).steps[&7];
    assert_eq!(step.set, [("enemy_distance".into(), Value::Float(30.0))]);
    studio.wait_for(&format!("{CHASED}: failed"));
    // The arrows move the mark again, and Enter switches a boolean.
    studio.keys("ArrowRight");
    assert_eq!(set_in(&studio, "enemy_distance"), [8]);
    studio.click("Frame 8: set sees_enemy = false");
    studio.keys("Enter");
    studio.must_show(&["Frame 8: set sees_enemy = true"]);
}

#[test]
fn a_mark_that_differs_says_what_was_found_and_can_be_accepted() {
    let mut studio = tall(guard(&[("guard.scenario.json", &wrong())]));
    studio.wait_for(&format!("{CHASED}: failed"));
    let mark = "Frame 5: running exactly: Strike; found Run there";
    studio.click(mark);
    studio.click("Expect what was found");
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.must_show(&["Frame 5: running exactly: Run there"]);
    studio.keys("Ctrl+Z");
    studio.wait_for(&format!("{CHASED}: failed"));
}

#[test]
fn a_double_click_in_a_lane_adds_a_mark_and_what_the_run_shows_is_expected() {
    let mut studio = played();
    let five = studio.get(&format!("Frame 5: {SEES}")).rect();
    let eight = studio.get("Frame 8: set sees_enemy = false").rect();
    let frame = (eight.left() - five.left()) / 3.0;
    let two = five.left_center() + vec2(-3.0 * frame + 4.0, 0.0);
    studio.double_click_at(two);
    studio.must_show(&["Frame 2: set sees_enemy = true"]);
    studio.keys("Ctrl+Z");
    assert_eq!(set_in(&studio, "sees_enemy"), [5, 8]);
    studio.keys("Home ArrowRight E `expect patrol` Enter");
    studio.wait_for("Frame 2: Patrol: Running");
    studio.keys("Ctrl+D");
    studio.wait_for("Frame 3: Patrol: Running");
    studio.wait_for(&format!("{CHASED}: passed"));
}

#[test]
fn playing_a_scenario_keeps_the_run_that_it_replaces() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.keys("F10 F10 F10");
    studio.show_panel("Scenarios");
    studio.click(&format!("{CHASED}: passed"));
    studio.wait_until(|studio| studio.frame_shown() == 8);
    studio.keys("Shift+F5");
    studio.must_show(&["Last run · 3 frames"]);
    studio.click("Reopen last run");
    assert_eq!(studio.frame_shown(), 3);
}

#[test]
fn what_happens_in_a_frame_is_offered_although_nothing_has_run() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    assert!(!studio.has_run());
    studio.keys("Ctrl+Shift+F4 Home ArrowRight E");
    studio.wait_until(|studio| studio.has_run() && studio.frame_shown() == 2);
    studio.keys("`expect chase` Enter");
    studio.wait_for("Frame 2: Chase: Failure");
    studio.wait_for(&format!("{CHASED}: passed"));
}

#[test]
fn properties_are_edited_and_frames_with_marks_stay() {
    let mut studio = played();
    studio.click("Scenario properties: 8 frames of 0.1 s");
    studio.fill("Frames", "3");
    studio.fill("Seconds per frame", "0.25");
    studio.switch("Own seed");
    let scenario = saved(&studio);
    assert_eq!((scenario.frames, scenario.dt), (8, 0.25));
    assert_eq!(scenario.seed, Some(7), "as the tree's");
    assert_eq!(
        scenario.schema.as_deref(),
        Some("../schema/treewright-scenario-1.json")
    );
}

#[test]
fn undo_does_not_overwrite_what_another_program_wrote() {
    let mut studio = played();
    studio.click(&format!("Frame 5: {SEES}"));
    studio.keys("ArrowRight");
    let edited = studio.read("game/guard.scenario.json");
    let other = edited.replace("\"frames\": 8", "\"frames\": 9");
    fs::write(studio.path("game/guard.scenario.json"), &other).unwrap();
    studio.wait_for("Scenario properties: 9 frames of 0.1 s");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.read("game/guard.scenario.json"), other);
}

#[test]
fn undo_takes_back_the_last_edit_whether_of_the_scenario_or_of_its_tree() {
    let mut studio = played();
    studio.click(&format!("Frame 5: {SEES}"));
    studio.keys("ArrowRight");
    assert_eq!(set_in(&studio, "sees_enemy"), [6, 8]);
    let is_edited = |studio: &Studio| studio.front(OpenDocument::is_dirty);
    studio.click("Outline: Run there");
    studio.keys("F8");
    assert!(is_edited(&studio));
    studio.click(&format!("Frame 6: {SEES}"));
    studio.keys("Ctrl+Z");
    assert!(!is_edited(&studio), "the tree");
    assert_eq!(set_in(&studio, "sees_enemy"), [6, 8]);
    studio.keys("Ctrl+Z");
    assert_eq!(set_in(&studio, "sees_enemy"), [5, 8]);
    assert!(studio.notice().contains("the change of scenario"));
    studio.keys("Ctrl+Y");
    assert_eq!(set_in(&studio, "sees_enemy"), [6, 8]);
}

#[test]
fn a_copy_of_a_node_takes_no_expectation_from_the_original() {
    let mut studio = played();
    studio.click("Outline: Run there");
    studio.keys("Ctrl+D");
    let named = studio.document();
    let named = named.nodes().filter(|node| node.name == "Run there");
    assert_eq!(named.count(), 2);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.steps(10);
    assert!(studio.shows(&format!("{CHASED}: passed")));
    studio.keys("Ctrl+S");
    studio.wait_until(|studio| !studio.front(OpenDocument::is_dirty));
    studio.steps(10);
    assert!(studio.shows(&format!("{CHASED}: passed")));
}

#[test]
fn the_scenario_of_an_example_can_be_tried_out() {
    let mut studio = tall(Studio::started());
    studio.keys("Ctrl+Shift+F4");
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.click(&format!("{CHASED}: passed"));
    studio.wait_for(&format!("Frame 5: {SEES}"));
    studio.click(&format!("Frame 5: {SEES}"));
    studio.keys("ArrowLeft");
    studio.wait_for(&format!("Frame 4: {SEES}"));
    studio.wait_for(&format!("{CHASED}: failed"));
    studio.keys("Ctrl+Z");
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.keys("Ctrl+W");
    assert!(
        studio.shows("Save changes?"),
        "it is not lost without a question"
    );
    studio.keys("Escape");
    studio.click(&format!("Frame 5: {SEES}"));
    // What was tried out is kept with the tree.
    studio.keys("ArrowLeft");
    studio.wait_for(&format!("Frame 4: {SEES}"));
    let tree = studio.path("game/own.bt.json");
    fs::create_dir_all(tree.parent().unwrap()).unwrap();
    studio.save_as(&tree);
    studio.wait_until(|_| tree.exists());
    studio.steps(3);
    let scenario = saved(&studio);
    assert_eq!(scenario.tree.as_deref(), Some("own.bt.json"));
    assert!(scenario.steps[&4].set[0].1 == true.into());
}

#[test]
fn a_changed_tree_is_replayed_on_the_strip() {
    const PLAY: &str = "Run to this frame";
    let mut studio = played();
    assert!(!studio.shows(PLAY));
    studio.front_select("n9");
    studio.keys("F8");
    studio.wait_for(&format!("{CHASED}: cannot be run"));
    studio.steps(3);
    assert!(studio.shows(PLAY), "the run is that of the earlier tree");
    studio.keys("Ctrl+Z");
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.steps(3);
    assert!(!studio.shows(PLAY));
    assert!(studio.front(|front| front.run.as_ref().unwrap().scenario().is_some()));
}

#[test]
fn a_double_click_on_a_mark_edits_its_value() {
    let mut studio = played();
    studio.double_click("Frame 7: set enemy_distance = 1.5");
    studio.keys("Ctrl+A `30` Enter");
    studio.must_show(&["Frame 7: set enemy_distance = 30.0"]);
    // What was typed is done, so the arrows move the mark again; likewise if nothing was typed.
    studio.keys("ArrowRight Enter Enter ArrowRight");
    assert_eq!(set_in(&studio, "enemy_distance"), [9]);
    studio.must_show(&["Frame 9: set enemy_distance = 30.0"]);
    // What was given up by Escape is not applied.
    studio.keys("Enter `5` Escape");
    studio.steps(3);
    studio.must_show(&["Frame 9: set enemy_distance = 30.0"]);
    // A boolean is switched.
    studio.double_click(&format!("Frame 5: {SEES}"));
    studio.must_show(&["Frame 5: set sees_enemy = false"]);
    studio.keys("ArrowLeft");
    assert_eq!(set_in(&studio, "sees_enemy"), [4, 8]);
}

#[test]
fn a_button_above_the_strip_leaves_the_keyboard_to_the_strip() {
    let mut studio = played();
    studio.click(&format!("Frame 5: {SEES}"));
    studio.keys("ArrowRight");
    studio.click("Undo scenario edit");
    studio.keys("ArrowLeft");
    assert_eq!(set_in(&studio, "sees_enemy"), [4, 8]);
}

#[test]
fn the_status_of_a_past_frame_is_offered_as_it_was() {
    let made = Studio::empty();
    let tree = made.write("game/wait.bt.json", WAIT);
    let mut studio = tall(made.started_again(&[tree]));
    studio.show_panel("Scenarios");
    studio.click("New scenario");
    studio.keys("`Ends` Enter");
    studio.wait_for("Ends: no expectations yet");
    studio.keys("ArrowRight ArrowRight E `tree status` Enter");
    studio.wait_for("Frame 3: tree status: Success");
    studio.keys("Home E `tree status` Enter");
    studio.wait_for("Frame 1: tree status: Running");
    studio.wait_for("Ends: passed");
}

#[test]
fn a_run_moves_nothing_in_the_list() {
    let mut studio = tall(guard(&[("guard.scenario.json", CHASE)]));
    let row = format!("{CHASED}: passed");
    studio.wait_for(&row);
    let before = studio.get(&row).rect();
    let button = studio.get("Expect…").rect();
    studio.keys("F10 Ctrl+Shift+F4");
    studio.steps(3);
    assert_eq!(studio.get(&row).rect(), before);
    assert_eq!(studio.get("Expect…").rect(), button);
}

const WAIT: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
    "nodes": [{"id": "n1", "task": "Wait", "parameters": {"seconds": 0.3}}]}"#;

#[test]
fn after_a_drag_elsewhere_the_keys_concern_the_tree() {
    let mut studio = played();
    studio.click("Frame 7: set enemy_distance = 1.5");
    studio.keys("ArrowRight");
    assert_eq!(set_in(&studio, "enemy_distance"), [8]);
    let before = studio.document();
    let row = studio.get("Outline: Rest").rect().center();
    let onto = studio.get("Outline: Attack").rect().center();
    studio.drag(row, onto);
    assert_ne!(studio.document(), before);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
    assert_eq!(set_in(&studio, "enemy_distance"), [8]);
}

#[test]
fn the_strip_can_be_reached_in_a_low_window() {
    let mut studio = guard(&[("guard.scenario.json", CHASE)]);
    studio.wait_for(&format!("{CHASED}: passed"));
    studio.harness.set_size(vec2(853.0, 480.0));
    studio.steps(4);
    assert!(studio.shows(&format!("Frame 5: {SEES}")));
}

#[test]
fn the_canvas_follows_a_changed_tree_while_a_frame_of_the_scenario_is_shown() {
    let mut studio = played();
    studio.click(&format!("Frame 5: {SEES}"));
    studio.wait_until(|studio| studio.frame_shown() == 5);
    assert!(studio.state("Chase").is_running());
    let (attack, chase) = (studio.id("Attack"), studio.id("Chase"));
    for node in [attack, chase] {
        studio.front_select(node.as_str());
        studio.menu("Node > Abort type > None: no abort");
    }
    studio.wait_for(&format!("{CHASED}: failed"));
    assert_eq!(studio.frame_shown(), 5);
    assert!(
        studio.state("Patrol").is_running(),
        "nothing aborts it any more"
    );
}

#[test]
fn a_scenario_without_expectations_has_not_passed() {
    let mut studio = tall(guard(&[]));
    studio.wait_for("New scenario");
    studio.click("New scenario");
    studio.keys("`Just so` Enter");
    studio.wait_for("Just so: no expectations yet");
    assert!(studio.shows_part("1 without expectations"));
}
