//! The ways of a run: what a change in the past leaves stays beside the new one, and its inputs happen again.

use treewright_core::value::Value;
use treewright_session::workspace::run_view::{NodeState, RunView as _};

use super::read_aloud::focused;
use super::studio::Studio;
use super::time_travel::{fighting_guard, frames, steps, variable};

/// The guard sees no enemy in the third frame, other than before.
fn peaceful_guard() -> Studio {
    let mut studio = fighting_guard();
    studio.show_panel("Timeline");
    studio.fill("Frame", "3");
    studio.click("Current value of sees_enemy");
    studio.keys("Alt+F10");
    studio.steps(30);
    studio
}

#[test]
fn a_change_in_the_past_goes_on_with_the_recorded_inputs_and_both_ways_can_be_shown() {
    let mut studio = fighting_guard();
    studio.show_panel("Timeline");
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 2);
    assert_eq!(frames(&studio), (7, 7));
    studio.fill("Frame", "3");
    studio.keys("F2 Escape");
    // Sees nothing from frame 4 on; before frame 6, the recorded input says the same.
    studio.click("Current value of sees_enemy");
    studio.must_say_just(
        "Frames after 3 are kept as another way; their inputs happen again as the run goes on.",
    );
    assert!(studio.shows("1 recorded input happens again, up to frame 7."));
    studio.click("Go on with the recorded inputs");
    studio.steps(30);
    assert_eq!(frames(&studio), (7, 7));
    assert!(!studio.shows_part("happens again, up to"));
    assert!(studio.shows("Way 2, the current way"));
    studio.click("Switch to “Way 1”");
    assert_eq!(frames(&studio), (7, 7));
    studio.fill("Frame", "4");
    assert_eq!(studio.state("Attack"), NodeState::Running);
    studio.keys("Alt+Backslash");
    studio.fill("Frame", "4");
    assert_eq!(studio.state("Attack"), NodeState::Interrupted);
}

#[test]
fn what_differs_is_told_with_the_first_frame_and_links() {
    let mut studio = peaceful_guard();
    assert_eq!(frames(&studio), (5, 5));
    studio.click("Way 1: Enter tells what differs");
    assert!(studio.shows("What differs: Way 2 and Way 1"));
    assert!(studio.shows("The first difference is in"));
    assert!(studio.shows("Way 2: sees_enemy is set to false"));
    assert!(studio.shows("Way 1: stays true"));
    let told = studio.labels_that_begin("Way 2: ");
    assert_eq!(
        told[0], "Way 2: sees_enemy is set to false",
        "inputs come first"
    );
    assert!(told.len() > 2, "{told:?}");
    let links = studio.all("Frame 4").len();
    assert!(links > 2, "{links} links");
    studio.keys("Escape");
    assert!(!studio.shows("The first difference is in"));
    // The keys still concern the way, and not a node that is selected.
    studio.steps(3);
    let nodes = studio.document().node_count();
    studio.keys("Delete");
    assert_eq!(studio.document().node_count(), nodes);
    assert!(!studio.shows("Way 1: Enter tells what differs"));
}

#[test]
fn a_comparison_that_was_opened_elsewhere_gives_the_keyboard_back_there() {
    let mut studio = peaceful_guard();
    studio.click("Way 1: Enter tells what differs");
    studio.keys("Escape");
    studio.focus("Frame");
    studio.keys("Alt+Shift+W");
    studio.steps(2);
    assert!(studio.shows("The first difference is in"));
    assert_ne!(focused(&studio).1, "Frame");
    studio.keys("Escape");
    studio.steps(2);
    assert!(!studio.shows("The first difference is in"));
    assert_eq!(focused(&studio).1, "Frame");
}

#[test]
fn only_one_way_is_kept_if_wished() {
    let mut studio = peaceful_guard();
    let before = frames(&studio);
    studio
        .get("Way 1: Enter tells what differs")
        .click_secondary();
    studio.steps(3);
    studio.click("Keep only “Way 1”");
    studio.must_say_just("Only “Way 1” is kept; 1 other way was removed");
    assert!(!studio.shows_part("Enter tells what differs"));
    assert!(
        !studio.shows_part("the current way"),
        "one way needs no list"
    );
    assert_eq!(frames(&studio).0, before.0);
    assert_eq!(variable(&studio, "sees_enemy"), Some(Value::Bool(true)));
    studio.fill("Frame", "4");
    assert_eq!(studio.state("Attack"), NodeState::Running);
}

/// The guard, which sees no enemy from each of these frames on, in a way of its own.
fn guard_with_ways(frames: &[&str]) -> Studio {
    let mut studio = fighting_guard();
    studio.show_panel("Timeline");
    for frame in frames {
        studio.fill("Frame", "3");
        studio.fill("Frame", frame);
        studio.keys("F2 Escape");
        studio.click("Current value of sees_enemy");
        studio.keys("Alt+F10");
        studio.steps(10);
    }
    studio
}

#[test]
fn several_ways_are_removed_only_after_a_question() {
    let mut studio = guard_with_ways(&["3", "1"]);
    let keep_first = |studio: &mut Studio| {
        studio
            .get("Way 1: Enter tells what differs")
            .click_secondary();
        studio.steps(3);
        studio.click("Keep only “Way 1”");
    };
    keep_first(&mut studio);
    assert!(studio.shows("2 other ways of this run will be removed. This cannot be undone."));
    studio.click("Cancel");
    assert!(studio.shows("Way 3, the current way"));
    keep_first(&mut studio);
    studio.click("Keep only this way");
    studio.must_say_just("Only “Way 1” is kept; 2 other ways were removed");
    assert!(!studio.shows_part("Enter tells what differs"));
}

#[test]
fn the_list_of_ways_uses_the_panel_and_leaves_room_for_a_lane() {
    let mut studio = guard_with_ways(&["3", "1", "2", "1", "2", "1"]);
    let seen = |studio: &Studio| studio.labels_that_begin("Way ").len();
    assert!(seen(&studio) >= 4, "{} ways", seen(&studio));
    studio.menu("Run > Frames > Find in time…");
    studio.steps(4);
    let lanes = studio.labels_that_begin("Lane of ");
    assert!(!lanes.is_empty());
    let lane = studio.get(&lanes[0]).rect();
    assert!(seen(&studio) >= 3, "{} ways", seen(&studio));
    let bottom = studio.harness.ctx.content_rect().bottom();
    assert!(lane.bottom() < bottom - 20.0, "{lane} is below the panel");
}

#[test]
fn ways_are_named_and_removed_by_keyboard() {
    let mut studio = peaceful_guard();
    studio.focus("Way 1: Enter tells what differs");
    studio.keys("F2 `Fight` Enter");
    studio.steps(2);
    let has_keyboard = |studio: &Studio| focused(studio).1 == "Fight: Enter tells what differs";
    assert!(has_keyboard(&studio));
    studio.keys("F2 `Flight` Escape");
    studio.steps(2);
    assert!(has_keyboard(&studio));
    studio.keys("Delete");
    studio.must_say_just("Removed “Fight”");
    assert!(!studio.shows_part("Enter tells what differs"));
    assert!(
        !studio.shows_part("the current way"),
        "one way needs no list"
    );
}

#[test]
fn a_run_restarts_with_the_same_inputs_in_the_changed_tree() {
    let mut studio = fighting_guard();
    studio.show_panel("Timeline");
    studio.click("Attack (Idle), running");
    studio.keys("F8");
    studio.keys("Alt+Shift+F5");
    studio.steps(30);
    assert_eq!(frames(&studio), (3, 3), "the tree ends without the attack");
    assert_eq!(variable(&studio, "sees_enemy"), Some(Value::Bool(true)));
    assert!(studio.shows("Way 2, the current way"));
    studio.click("Switch to “Way 1”");
    studio.fill("Frame", "4");
    assert_eq!(studio.state("Attack"), NodeState::Running);
    let differs = studio.front(|front| {
        let ways = front.run.as_ref().unwrap().ways();
        ways.iter().find_map(|way| way.first_difference)
    });
    assert_eq!(differs, Some(3));
}

#[test]
fn a_restart_with_the_same_inputs_keeps_the_shown_agent_and_claims_no_edit() {
    let mut studio = fighting_guard();
    studio.show_panel("Timeline");
    studio.menu("Run > Agents > Add agent");
    steps(&mut studio, 3);
    let agent = |studio: &Studio| studio.front(|front| front.run.as_ref().unwrap().agent());
    assert_eq!(agent(&studio), 1);
    studio.keys("Alt+Shift+F5");
    studio.steps(10);
    assert_eq!(frames(&studio), (8, 8));
    assert_eq!(agent(&studio), 1);
    studio.click("Switch to “Way 1”");
    steps(&mut studio, 1);
    let claimed = studio.notice().contains("Change applied");
    assert!(!claimed, "{}", studio.notice());
    assert_eq!(agent(&studio), 1);
}
