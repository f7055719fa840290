//! Explanations: the Why window, the observers, the abort's sentence on the canvas, watch expressions.

use egui_kittest::kittest::Queryable as _;
use treewright_core::abort::AbortType;
use treewright_core::ids::NodeId;
use treewright_insight::history::NodeState;
use treewright_session::workspace::run_view::RunView as _;

use super::running::guard;
use super::seeing::guard_after;
use super::studio::Studio;

/// The guard in the frame in which it saw an enemy, and one frame later.
fn alarmed() -> Studio {
    let mut studio = guard();
    studio.keys("F10");
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    studio
}

#[test]
fn why_says_what_aborted_a_node_and_leads_to_the_frame() {
    let mut studio = alarmed();
    studio.keys("F10");
    studio.click("Rest (Wait), interrupted");
    studio.keys("Y");
    assert!(studio.shows("Why? “Rest”"));
    let why = "“Rest” was aborted: “Compare bool (sees_enemy)” became true (Both of “Fight”); “Selector” continues at “Fight”";
    assert!(studio.shows(why));
    assert_eq!(studio.frame_shown(), 3);
    studio.click(&format!("Go to Frame 2: {why}"));
    assert_eq!(studio.frame_shown(), 2);
    assert_eq!(studio.state("Rest"), NodeState::Interrupted);
}

#[test]
fn why_names_the_values_and_who_wrote_them_up_to_the_input() {
    let studio = Studio::empty();
    let file = studio.write(
        "counts.bt.json",
        r#"{"format": "treewright", "version": 1, "root": "r", "variables": [{"name": "ammo", "type": "int", "initial": 3}],
            "nodes": [
                {"id": "r", "task": "Selector", "children": ["s", "w"], "x": 300, "y": 0},
                {"id": "s", "task": "Sequence", "name": "Shoot", "children": ["c", "u"], "x": 0, "y": 120},
                {"id": "c", "task": "Expression", "name": "Loaded?", "parameters": {"expression": "ammo > 2 && ammo < 9"}, "x": 0, "y": 240},
                {"id": "u", "task": "SetVariable", "name": "Shots fired", "parameters": {"variable": {"var": "ammo"}, "value": 0}, "x": 150, "y": 240},
                {"id": "w", "task": "Idle", "name": "Reload", "x": 600, "y": 120}],
            "restart_when_complete": true}"#,
    );
    let mut studio = studio.started_again(&[file]);
    studio.keys("F10 F10");
    let card = studio.card("Shoot").center();
    studio.press_at(card, 1);
    studio.keys("Y");
    assert!(studio.shows("“Shoot” returned Failure because “Loaded?” returned Failure"));
    assert!(studio.shows("ammo (0) > 2: false") && studio.shows("ammo (0) < 9: true"));
    let by_node = "“ammo” changed from 3 to 0: “Shots fired” wrote it in frame 1";
    assert!(studio.shows(by_node));
    studio.click(&format!("And why? {by_node}"));
    let moved_on = "“Shots fired” ran: “Loaded?” returned Success, so “Shoot” moved on";
    assert!(studio.shows(moved_on));
    studio.click(&format!("And why? {moved_on}"));
    let unchanged = "“ammo” is 3: that is its initial value";
    assert!(studio.shows(unchanged));
    // The sentences begin at the same distance from their frames, also where there is none.
    let left = |label: &str| studio.harness.get_by_label(label).rect().left();
    let beside_frame = left(moved_on) - left(&format!("Go to Frame 1: {moved_on}"));
    assert!((left(unchanged) - left("–") - beside_frame).abs() < 1.0);
}

#[test]
fn why_says_why_a_condition_aborted_nothing_and_offers_the_fix() {
    let studio = Studio::empty();
    let file = studio.write(
        "deaf.bt.json",
        r#"{"format": "treewright", "version": 1, "root": "r", "variables": [{"name": "alarm", "type": "bool", "initial": false}],
            "nodes": [
                {"id": "r", "task": "Selector", "name": "Guard", "children": ["s", "w"], "x": 300, "y": 0},
                {"id": "s", "task": "Sequence", "name": "Combat", "children": ["c", "f"], "x": 0, "y": 120},
                {"id": "c", "task": "CompareBool", "name": "Alarm?", "parameters": {"left": {"var": "alarm"}}, "x": 0, "y": 240},
                {"id": "f", "task": "Idle", "name": "Fight", "x": 150, "y": 240},
                {"id": "w", "task": "Idle", "name": "Sleep", "x": 600, "y": 120}]}"#,
    );
    let mut studio = studio.started_again(&[file]);
    studio.keys("F10");
    studio.click("Current value of alarm");
    studio.keys("F10");
    let card = studio.card("Alarm?").center();
    studio.press_at(card, 1);
    studio.keys("Y");
    studio.must_show(&[
        "“alarm” is false: that is its initial value",
        "“alarm” became true later: you set it before frame 2",
    ]);
    assert!(studio.shows("Why did it abort nothing?"));
    assert!(studio.shows_part(
        "“Combat” has abort type None, so the condition is read only when it is reached"
    ));
    studio.click("Set “Combat” to Lower priority (branches to its right)");
    let combat = studio.front(|front| front.document().node(&"s".into()).unwrap().abort);
    assert_eq!(combat, AbortType::LowerPriority);
    studio.keys("F10");
    assert!(studio.shows_part("it is watched only after it was reached"));
}

#[test]
fn why_says_which_earlier_node_keeps_a_node_from_being_reached() {
    let mut studio = guard();
    studio.keys("F10");
    studio.click("Attack (Idle)");
    studio.menu("Run > Explain > Why?");
    assert!(studio.shows("“Attack” was not reached: “Fight” returned Failure first"));
    assert!(
        studio
            .shows("“Fight” returned Failure because “Compare bool (sees_enemy)” returned Failure")
    );
    assert!(studio.shows("“Selector” continues at “Rest”"));
}

#[test]
fn why_closes_with_its_document_and_with_escape() {
    let mut studio = guard();
    studio.keys("Y");
    assert!(studio.shows("Why? “Rest”"));
    // Ends the editing of the name.
    studio.keys("F2 Escape");
    assert!(studio.shows("Why? “Rest”"));
    studio.keys("Escape");
    studio.steps(2);
    assert!(!studio.shows("Why? “Rest”"));
    studio.keys("Y");
    assert!(studio.shows("Why? “Rest”"));
    studio.keys("Ctrl+N");
    studio.steps(2);
    assert!(!studio.shows_part("Why? “"));
}

#[test]
fn why_says_that_a_disabled_node_is_skipped() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    studio.keys("F8 Y");
    assert!(studio.shows("“Rest” is disabled, so it never runs"));
}

#[test]
fn each_observer_shows_what_it_may_abort() {
    let mut studio = guard();
    studio.click("Observers");
    assert!(studio.shows_part("Run the tree to see"));
    studio.keys("F10");
    studio.click("Observers");
    let may = "Aborts “Rest” when it becomes true; “Selector” continues at “Fight”";
    assert!(studio.shows(&format!(
        "sees_enemy Both · in “Selector” · last: false {may}"
    )));
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    studio.must_show_part(&["when it becomes false", "last: true"]);
}

#[test]
fn the_canvas_shows_an_abort_in_the_frame_in_which_it_happened() {
    let mut studio = alarmed();
    let told = "“sees_enemy” became true: “Fight” (Both) aborted “Rest” and continued at “Fight”.";
    studio.click("Problems");
    assert!(studio.shows(told), "the abort is shown outside the log");
    studio.keys("F10");
    studio.click("Problems");
    assert!(!studio.shows(told), "the next frame has no abort");
}

#[test]
fn a_watch_shows_the_current_value_and_can_be_changed_and_removed() {
    let mut studio = guard();
    studio.fill("Add watch expression", "sees_enemy ? 1 : 2");
    assert!(studio.shows("sees_enemy ? 1 : 2 is 2"));
    studio.keys("F10");
    studio.click("Current value of sees_enemy");
    assert!(studio.shows("sees_enemy ? 1 : 2 is 1"));
    studio.fill("Watch expression: sees_enemy ? 1 : 2", "nobody");
    assert!(studio.shows_part("nobody is "));
    studio.click("Remove watch: nobody");
    assert!(!studio.shows_part("nobody"));
}

/// The guard in the frame in which Attack aborted Patrol.
fn patrol_aborted() -> Studio {
    let mut studio = guard_after(3);
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    assert!(studio.shows_part("Patrol (Sequence), interrupted"));
    studio
}

#[test]
fn deleting_the_branch_that_was_just_aborted_leaves_the_run_as_it_is() {
    let mut studio = patrol_aborted();
    let patrol = studio.id("Patrol");
    studio.front_select(patrol.as_str());
    studio.keys("Delete");
    assert!(studio.has_run(), "{}", studio.notice());
    assert_eq!(studio.frame_shown(), 4);
    assert!(studio.state("Chase").is_running());
    studio.keys("F10");
    assert_eq!(studio.frame_shown(), 5);
    studio.keys("Ctrl+Z F10 Shift+F10 Shift+F10");
    assert!(studio.shows_part("Patrol (Sequence), interrupted"));
}

#[test]
fn marks_of_an_abort_stay_on_their_nodes_when_these_change_places() {
    let mut studio = patrol_aborted();
    let aborted = |studio: &Studio| {
        studio.front(|front| {
            let run = front.run.as_ref().unwrap();
            let mut aborts = run.aborts().iter();
            let abort = aborts.next().unwrap();
            (abort.conditional.clone(), abort.interrupted.clone())
        })
    };
    let before = aborted(&studio);
    let patrol = studio.id("Patrol");
    assert!(before.1.contains(&patrol));
    studio.front_select(patrol.as_str());
    studio.keys("Ctrl+ArrowLeft Ctrl+ArrowLeft");
    assert_eq!(aborted(&studio), before);
}

#[test]
fn why_still_knows_the_frames_before_an_edit_of_the_running_tree() {
    let mut studio = patrol_aborted();
    let told = |studio: &mut Studio, id: &NodeId| {
        studio.front_select(id.as_str());
        studio.keys("Y");
        studio.steps(2);
        let told = studio.labels_that_begin("Go to Frame 4: ");
        studio.keys("Escape");
        told
    };
    let (patrol, chase) = (studio.id("Patrol"), studio.id("Chase"));
    let before = [told(&mut studio, &patrol), told(&mut studio, &chase)];
    assert!(before.iter().all(|told| !told.is_empty()), "{before:?}");
    let shout = studio.id("Shout");
    studio.front_select(shout.as_str());
    studio.fill("Text", "Stop!");
    for frame in [4, 5] {
        assert_eq!(studio.frame_shown(), frame);
        let now = [told(&mut studio, &patrol), told(&mut studio, &chase)];
        assert_eq!(now, before, "in frame {frame}");
        studio.keys("F10");
    }
}
