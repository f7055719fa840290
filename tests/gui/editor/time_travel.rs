//! Moving through a run: back and forward, inside a frame, to a node or frame, a different continuation from the past, several agents.

use std::fs;

use egui::Pos2;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_core::runtime::Status;
use treewright_core::value::Value;
use treewright_session::workspace::run_view::{LogKind, NodeState, RunState, RunView as _};

use super::running::{asking_conditional, guard};
use super::studio::Studio;

/// Returns the displayed frame and the last frame.
pub(super) fn frames(studio: &Studio) -> (u64, u64) {
    studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        (run.frame(), run.frames().1)
    })
}

pub(super) fn variable(studio: &Studio, name: &str) -> Option<Value> {
    studio.front(|front| front.run.as_ref().unwrap().variable(name).cloned())
}

pub(super) fn steps(studio: &mut Studio, count: usize) {
    for _ in 0..count {
        studio.keys("F10");
    }
}

/// The guard has waited for two frames and has fought since the third, in which it saw an enemy.
pub(super) fn fighting_guard() -> Studio {
    let mut studio = guard();
    steps(&mut studio, 2);
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 3);
    studio
}

#[test]
fn stepping_back_shows_past_states_and_forward_the_present() {
    let mut studio = fighting_guard();
    let told = "“sees_enemy” became true: “Fight” (Both) aborted “Rest” and continued at “Fight”.";
    assert_eq!(studio.state("Attack"), NodeState::Running);
    studio.keys("Shift+F10 Shift+F10 Shift+F10");
    assert_eq!(frames(&studio), (2, 5));
    assert!(studio.shows("Viewing the past"));
    assert_eq!(studio.state("Rest"), NodeState::Running);
    assert_eq!(studio.state("Attack"), NodeState::Idle);
    assert_eq!(variable(&studio, "sees_enemy"), Some(Value::Bool(false)));
    studio.show_panel("Log");
    assert!(!studio.shows(told), "it has not happened yet");
    let cause = " (sees_enemy from false to true, set by you before frame 3): ";
    let later = format!("Later: {}", told.replacen(": ", cause, 1));
    assert!(studio.shows(&later));
    studio.keys("F10");
    assert_eq!(frames(&studio), (3, 5));
    assert_eq!(studio.state("Rest"), NodeState::Interrupted);
    assert!(studio.shows(told) && !studio.shows(&later));
    assert_eq!(variable(&studio, "sees_enemy"), Some(Value::Bool(true)));
    studio.keys("Alt+End");
    assert_eq!(frames(&studio), (5, 5));
    assert!(!studio.shows("Viewing the past"));
    studio.menu("Run > Frames > Go to first frame");
    assert_eq!(frames(&studio), (0, 5));
    assert_eq!(studio.state("Rest"), NodeState::Idle);
}

#[test]
fn a_change_in_the_past_continues_from_there_and_discarded_frames_can_be_restored() {
    let mut studio = fighting_guard();
    studio.fill("Frame", "3");
    assert_eq!(frames(&studio), (3, 5));
    studio.click("Current value of sees_enemy");
    let left = "Frames after 3 are kept in the timeline as another way.";
    studio.must_say_just(left);
    steps(&mut studio, 1);
    assert_eq!(frames(&studio), (4, 4));
    assert_eq!(studio.state("Attack"), NodeState::Interrupted);
    let aborts = |studio: &Studio| {
        let log = studio.front(|front| front.run.as_ref().unwrap().log().to_vec());
        log.iter().filter(|l| l.kind == LogKind::Abort).count()
    };
    assert_eq!(aborts(&studio), 2);
    studio.menu("Run > Frames > Switch to previous way");
    assert_eq!(
        aborts(&studio),
        1,
        "the second abort belongs to the other continuation"
    );
    assert_eq!(frames(&studio), (5, 5));
    assert_eq!(studio.state("Attack"), NodeState::Running);
    assert_eq!(variable(&studio, "sees_enemy"), Some(Value::Bool(true)));
}

#[test]
fn a_change_inside_a_frame_says_that_the_frame_will_run_again() {
    let mut studio = fighting_guard();
    studio.keys("F11");
    assert_eq!(frames(&studio), (6, 6));
    studio.click("Current value of sees_enemy");
    studio.must_say_just(
        "Frame 6 will run again with this change. The former way is kept in the timeline.",
    );
    steps(&mut studio, 1);
    assert_eq!(frames(&studio), (6, 6));
    assert_eq!(studio.state("Attack"), NodeState::Interrupted);
}

#[test]
fn restoring_discarded_frames_restores_their_forced_results() {
    let mut studio = asking_conditional();
    steps(&mut studio, 2);
    let given = |studio: &Studio| {
        let id = studio.id("StandInConditional");
        studio.front(|front| front.run.as_ref().unwrap().answer(&id))
    };
    studio.click("Success");
    steps(&mut studio, 1);
    assert_eq!(given(&studio), Some(Status::Success));
    studio.fill("Frame", "1");
    assert_eq!(given(&studio), Some(Status::Failure), "no result was given");
    studio.click("Failure");
    steps(&mut studio, 1);
    assert_eq!(given(&studio), Some(Status::Failure));
    studio.menu("Run > Frames > Switch to previous way");
    assert_eq!(given(&studio), Some(Status::Success));
}

#[test]
fn an_edit_while_the_past_is_shown_applies_when_the_run_continues() {
    let mut studio = fighting_guard();
    studio.keys("Shift+F10");
    studio.click("Rest (Wait), interrupted");
    studio.keys("F8");
    assert_eq!(frames(&studio), (4, 5), "an edit discards no frames");
    studio.keys("Alt+End");
    assert_eq!(frames(&studio), (5, 5));
    let said = "Change applied to the running tree.";
    studio.must_say_just(said);
}

#[test]
fn continuing_from_before_an_edit_runs_the_current_tree() {
    let mut studio = guard();
    steps(&mut studio, 2);
    studio.click("Rest (Wait), running");
    studio.keys("R `Idle` Enter");
    steps(&mut studio, 2);
    assert_eq!(studio.state("Rest"), NodeState::Running);
    studio.fill("Frame", "1");
    assert_eq!(studio.state("Rest"), NodeState::Running, "as a Wait");
    studio.keys("F5");
    studio.steps(30);
    studio.keys("F5");
    assert!(frames(&studio).1 > 20);
    // An Idle never ends.
    assert_eq!(studio.state("Rest"), NodeState::Running);
}

#[test]
fn stepping_inside_a_frame_shows_events_one_by_one() {
    let mut studio = guard();
    studio.keys("F11");
    assert_eq!(studio.state("Selector"), NodeState::Running);
    assert_eq!(studio.state("Fight"), NodeState::Idle);
    assert!(studio.shows_part("next: “Fight” starts"));
    studio.keys("F11");
    assert_eq!(studio.state("Fight"), NodeState::Running);
    assert_eq!(studio.state("Rest"), NodeState::Idle);
    studio.keys("Shift+F11");
    assert_eq!(studio.state("Fight"), NodeState::Idle);
    assert_eq!(frames(&studio), (1, 1));
    studio.keys("Shift+F11");
    // Before its first event, the frame has not begun.
    assert_eq!(frames(&studio), (0, 1));
    studio.keys("F10");
    assert_eq!(studio.state("Rest"), NodeState::Running);
    assert!(!studio.shows_part("next:"));
}

#[test]
fn a_breakpoint_pauses_right_before_its_node_starts_and_the_run_continues_there() {
    let mut studio = guard();
    studio.fill("Playback speed", "0.2");
    studio.click("Rest (Wait)");
    studio.keys("F9 F5");
    studio.steps(30);
    assert_eq!(frames(&studio), (1, 1));
    assert_eq!(studio.state("Fight"), NodeState::Failure);
    assert_eq!(studio.state("Rest"), NodeState::Idle);
    assert!(studio.shows_part("next: “Rest” starts"));
    studio.keys("F5");
    // It does not pause there again.
    studio.wait_until(|studio| studio.frame_shown() > 1);
    assert_eq!(studio.state("Rest"), NodeState::Running);
}

#[test]
fn a_run_continues_to_a_node_over_a_subtree_and_to_a_frame() {
    let mut studio = guard();
    studio.click("Attack (Idle)");
    steps(&mut studio, 2);
    studio.click("Current value of sees_enemy");
    studio.keys("Ctrl+F10");
    assert_eq!(frames(&studio), (3, 3));
    assert!(studio.shows_part("next: “Attack” starts"));
    assert_eq!(studio.state("Rest"), NodeState::Interrupted);
    studio.fill("Frame", "40");
    studio.steps(5);
    assert_eq!(frames(&studio), (40, 40));
    studio.fill("Frame", "3");
    studio.keys("F11");
    assert_eq!(frames(&studio), (4, 40), "stepping replays recorded frames");
    // Step over applies to what starts next: the whole of Fight, which fails at once in the first frame.
    studio.menu("Run > Restart > Restart with same seed");
    studio.keys("F11 Ctrl+F11");
    assert_eq!(studio.state("Fight"), NodeState::Failure);
    assert_eq!(studio.state("Rest"), NodeState::Idle);
}

#[test]
fn agents_have_their_own_variables_and_one_agent_is_shown() {
    let mut studio = guard();
    steps(&mut studio, 1);
    studio.menu("Run > Agents > Add agent");
    steps(&mut studio, 1);
    assert!(studio.shows("Shown agent"));
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 1);
    assert_eq!(studio.state("Attack"), NodeState::Running);
    studio.keys("F7");
    assert_eq!(studio.state("Attack"), NodeState::Idle);
    assert_eq!(variable(&studio, "sees_enemy"), Some(Value::Bool(false)));
    studio.menu("Run > Agents > Remove agent");
    // The other one remains.
    assert_eq!(studio.state("Attack"), NodeState::Running);
    assert!(!studio.shows("Shown agent"));
}

#[test]
fn a_run_restarts_with_the_same_seed_or_a_new_one() {
    let mut studio = guard();
    studio.keys("F10");
    let seed = |studio: &Studio| studio.front(|f| f.run.as_ref().unwrap().seed());
    let first = seed(&studio);
    studio.keys("Ctrl+Shift+F5");
    assert_eq!((seed(&studio), frames(&studio)), (first, (0, 0)));
    studio.menu("Run > Restart > Restart with new seed");
    assert_ne!(seed(&studio), first);
    let said = format!("Restarted with seed {}", seed(&studio));
    studio.must_say_just(&said);
}

#[test]
fn at_full_speed_many_frames_run_per_frame_of_the_window() {
    let mut studio = Studio::with("Wait");
    studio.fill("Frame time (s)", "0.001");
    studio.click("Maximum speed");
    studio.keys("F5");
    let mut drawn = 0;
    let ended = RunState::Finished(Status::Success);
    while studio.front(|front| front.run.as_ref().unwrap().state()) != ended {
        studio.steps(1);
        drawn += 1;
    }
    let (shown, last) = frames(&studio);
    assert_eq!(shown, last);
    assert!(
        last > 900 && drawn < last,
        "{drawn} frames of the window for {last} frames of the run"
    );
}

#[test]
fn the_run_history_respects_the_memory_limit_of_the_settings() {
    let mut studio = guard();
    studio.keys("F10");
    let limit = |studio: &Studio| studio.front(|f| f.run.as_ref().unwrap().memory().1);
    assert_eq!(limit(&studio), 256 << 20);
    studio.keys("Ctrl+Comma");
    studio.click("Canvas and run");
    studio.fill("Memory limit for run history", "8");
    assert_eq!(limit(&studio), 8 << 20);
}

/// An editor on a tree with many leaves, so that its run history soon takes tenths of a megabyte.
pub(super) fn with_large_history() -> Studio {
    let mut studio = Studio::empty();
    let path = studio.path("talkative.bt.json");
    let ids: Vec<_> = (0..300).map(|n| format!("\"n{n}\"")).collect();
    let leaf =
        |id| format!("{{\"id\": {id}, \"task\": \"Log\", \"parameters\": {{\"text\": \"here\"}}}}");
    let leaves: Vec<_> = ids.iter().map(leaf).collect();
    let text = format!(
        "{{\"format\": \"treewright\", \"version\": 1, \"restart_when_complete\": true, \"root\": \"r\", \"nodes\": [{{\"id\": \"r\", \"task\": \"Sequence\", \"children\": [{}]}}, {}]}}",
        ids.join(", "),
        leaves.join(", ")
    );
    fs::write(&path, text).unwrap();
    studio.open(&path);
    studio
}

/// Returns the size of the run history shown in the run bar, in megabytes, and the position of that text.
fn shown_megabytes(studio: &Studio) -> (f64, Pos2) {
    let told = studio.harness.query_all_by_label_contains(" MB");
    let told: Vec<_> = told
        .map(|node| (node.accesskit_node().value(), node.rect().center()))
        .collect();
    let [(Some(text), at)] = &told[..] else {
        panic!("{told:?}");
    };
    let number = text
        .strip_prefix("History ")
        .and_then(|it| it.strip_suffix(" MB"));
    (number.expect("a size").parse().unwrap(), *at)
}

#[test]
fn the_run_bar_shows_the_memory_and_the_limit_of_the_run_history() {
    let mut studio = with_large_history();
    steps(&mut studio, 2);
    let (little, _) = shown_megabytes(&studio);
    steps(&mut studio, 12);
    let (much, at) = shown_megabytes(&studio);
    assert!(much >= little + 0.2, "{little} and {much}");
    let kept = studio.front(|front| front.run.as_ref().unwrap().memory().0);
    assert!((kept as f64 / 1_048_576.0 - much).abs() <= 0.06, "{kept}");
    studio.harness.hover_at(at);
    studio.steps(30);
    let hint = format!("Run history: {much:.1} of 256.0 MB, from frame 0");
    assert!(studio.shows_part(&hint));
}
