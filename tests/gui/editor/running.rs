//! Running trees: step, statuses, variables changed during a run, aborts, edits during a run.

use egui::accesskit::Role;
use egui::{Event, Modifiers, PointerButton, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_core::runtime::Status;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{LogKind, NodeState, RunState, RunView as _};

use super::seeing::guard_after;
use super::studio::Studio;

/// A guard: fights when it sees an enemy, otherwise waits.
pub fn guard() -> Studio {
    let mut studio = Studio::empty();
    studio.click("+ Add variable > bool");
    studio.fill("Name of variable bool_1", "sees_enemy");
    studio.click("Canvas. Empty tree. Press Space or drag a node here");
    studio.add("Selector Sequence");
    studio.fill("Name", "Fight");
    studio.reach("Both");
    studio.click("Fight (Sequence)");
    studio.add("CompareBool");
    studio.click("Bind Left to a variable > Fight (Sequence)");
    studio.add("Idle");
    studio.fill("Name", "Attack");
    studio.click("Selector");
    studio.add("Wait");
    studio.fill("Name", "Rest");
    studio.click("Rest (Wait)");
    studio
}

#[test]
fn stepping_shows_what_runs_and_a_changed_variable_aborts_it() {
    let mut studio = guard();
    studio.keys("F10");
    assert_eq!(studio.state("Rest"), NodeState::Running);
    assert_eq!(studio.state("Fight"), NodeState::Failure);
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    assert_eq!(studio.state("Rest"), NodeState::Interrupted);
    assert_eq!(studio.state("Attack"), NodeState::Running);
    let told = "“sees_enemy” became true: “Fight” (Both) aborted “Rest” and continued at “Fight”.";
    let log = studio.front(|front| front.run.as_ref().unwrap().log().to_vec());
    let abort = log.iter().find(|entry| entry.kind == LogKind::Abort);
    assert_eq!(Texts::default().message(&abort.unwrap().text), told);
    assert!(studio.shows(told));
    let document = studio.document();
    assert_eq!(
        document
            .variable("sees_enemy")
            .unwrap()
            .initial
            .value
            .as_bool(),
        Some(false)
    );
}

#[test]
fn the_sentences_of_an_abort_cover_no_card_if_there_is_room() {
    let mut studio = guard();
    studio.keys("F10");
    let root = |studio: &Studio| studio.get("Selector, running").rect();
    let sentence = |studio: &Studio| {
        let told = "“sees_enemy” became true";
        let found = studio.harness.query_all_by_label_contains(told);
        // What is announced to screen readers has no place.
        let shown = found.filter(|node| node.accesskit_node().role() != Role::Log);
        let rects = shown.map(|node| node.rect());
        // The other one is in the log.
        rects.max_by(|a, b| b.top().total_cmp(&a.top())).unwrap()
    };
    // The root is moved to the top of the canvas, beside the sentence.
    let canvas = studio.harness.get_by_role(Role::Canvas).rect();
    let from = canvas.left_bottom() + vec2(300.0, -60.0);
    let to = from + vec2(canvas.left() + 60.0, canvas.top() + 12.0) - root(&studio).min.to_vec2();
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Middle,
        pressed,
        modifiers: Modifiers::NONE,
    };
    studio.frame([Event::PointerMoved(from)]);
    studio.frame([button(from, true)]);
    studio.frame([Event::PointerMoved(to)]);
    studio.frame([button(to, false)]);
    studio.steps(4);
    assert!(
        root(&studio).top() < canvas.top() + 20.0,
        "{}",
        root(&studio)
    );
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    studio.steps(4);
    let told = sentence(&studio);
    assert!(told.top() > canvas.center().y, "{told} in {canvas}");
    assert!(canvas.contains_rect(told), "{told} in {canvas}");
    studio.keys("F");
    studio.steps(20);
    let told = sentence(&studio);
    assert!(told.bottom() < root(&studio).top(), "{told}");
}

#[test]
fn a_run_continues_until_it_is_paused() {
    let mut studio = guard();
    studio.fill("Playback speed", "0.2");
    studio.keys("F5");
    studio.wait_until(|studio| studio.frame_shown() > 1);
    studio.keys("F5");
    let paused = studio.frame_shown();
    studio.steps(20);
    assert_eq!(studio.frame_shown(), paused);
    studio.keys("Shift+F5");
    assert!(!studio.has_run());
}

#[test]
fn an_edit_outside_running_nodes_is_applied_to_the_run() {
    let mut studio = guard();
    studio.keys("F10");
    studio.click("Attack (Idle)");
    studio.keys("Delete");
    studio.must_say_just("Deleted node · Ctrl+Z to undo · Change applied to the running tree.");
    assert_eq!(studio.state("Rest"), NodeState::Running);
}

#[test]
fn an_edit_that_removes_a_running_node_restarts_the_run_and_says_so() {
    let mut studio = guard();
    studio.keys("F10");
    studio.click("Rest (Wait), running");
    studio.keys("Delete");
    let said = "Deleted node · Ctrl+Z to undo · Restarted: a running node was removed or disabled.";
    studio.must_say_just(said);
}

#[test]
fn a_run_pauses_at_a_breakpoint() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    studio.keys("F9 F5");
    studio.steps(30);
    studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        assert_eq!((run.state(), run.frame()), (RunState::Paused, 1));
    });
}

#[test]
fn an_empty_tree_does_not_run_and_says_why() {
    let mut studio = Studio::empty();
    studio.keys("F10");
    assert!(!studio.has_run());
}

#[test]
fn a_stand_in_that_asks_is_answered_on_its_card() {
    let mut studio = Studio::with("StandIn");
    studio.click("Mode > Ask");
    studio.keys("F10");
    assert_eq!(studio.state("StandIn"), NodeState::Running);
    studio.click("Failure");
    studio.keys("F10");
    assert_eq!(studio.state("StandIn"), NodeState::Failure);
}

#[test]
fn a_run_continues_while_another_document_is_active() {
    let mut studio = guard();
    studio.fill("Playback speed", "0.2");
    studio.keys("F5 Ctrl+N");
    studio.steps(4);
    assert!(!studio.has_run());
    studio.click("Document untitled, unsaved changes");
    assert!(studio.frame_shown() > 1);
}

/// A conditional that asks for its result, before an action that runs until the user returns Success.
pub fn asking_conditional() -> Studio {
    let mut studio = Studio::with("Selector StandInConditional");
    studio.click("Mode > Ask > Selector");
    studio.add("Idle");
    studio
}

#[test]
fn an_asking_conditional_shows_its_current_result() {
    let mut studio = asking_conditional();
    studio.keys("F10");
    let marked = |studio: &Studio| {
        let answers = ["Success", "Failure"].into_iter();
        let on = |answer: &&str| studio.is_ticked(answer);
        answers.filter(on).collect::<Vec<_>>()
    };
    assert_eq!(
        marked(&studio),
        ["Failure"],
        "running until a result is given"
    );
    studio.click("Success");
    // Already before the next frame.
    assert_eq!(marked(&studio), ["Success"]);
    let said = "“Stand-in conditional” will return Success next frame.";
    studio.must_say_just(said);
    studio.keys("F10");
    assert_eq!(
        marked(&studio),
        ["Success"],
        "unchanged until the next result"
    );
}

#[test]
fn a_step_after_the_end_keeps_the_run_and_says_how_to_start_another() {
    let mut studio = Studio::with("Wait");
    let look = |studio: &Studio| {
        studio.front(|front| {
            let run = front.run.as_ref().unwrap();
            (run.state(), run.frame())
        })
    };
    let ended = RunState::Finished(Status::Success);
    for _ in 0..30 {
        studio.keys("F10");
        if look(&studio).0 == ended {
            break;
        }
    }
    assert_eq!(look(&studio).0, ended);
    assert!(look(&studio).1 > 1);
    let last = look(&studio).1;
    studio.keys("F10");
    assert_eq!(
        look(&studio),
        (ended, last),
        "one step too many loses nothing"
    );
    assert!(
        studio
            .notice()
            .starts_with("The tree has finished. Run (F5) starts a new run")
    );
    studio.keys("F5");
    assert!(look(&studio).1 < last);
    studio.must_say_just("The tree had ended: a new run was started.");
}

#[test]
fn changing_the_layout_direction_lays_out_the_tree_and_can_be_undone() {
    let mut studio = guard();
    let before = studio.document();
    studio.menu("Arrange > Horizontal layout");
    let document = studio.document();
    let place = |title: &str| document.node(&studio.id(title)).unwrap().position;
    assert!(place("Rest").x > place("Selector").x);
    assert!(place("Rest").y > place("Fight").y);
    // Siblings are below each other.
    assert_eq!(place("Rest").x, place("Fight").x);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn an_error_in_the_log_names_its_node_and_leads_to_it() {
    let mut studio = Studio::with("Sequence Inverter");
    studio.click("Outline: Sequence");
    studio.keys("F10");
    studio.show_panel("Log");
    let said = studio.all("“Inverter”: expected exactly 1 child, found 0");
    said[0].click();
    studio.steps(3);
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some(studio.id("Inverter")));
}

#[test]
fn a_stopped_run_stays_readable_until_the_next_start() {
    let mut studio = guard();
    studio.keys("F10 F10");
    studio.keys("Shift+F5");
    assert!(!studio.has_run());
    studio.must_show(&["Last run · 2 frames"]);
    studio.click("Reopen last run");
    assert!(studio.has_run());
    assert_eq!(studio.frame_shown(), 2);
    studio.keys("Shift+F5 F10");
    assert!(!studio.shows_part("Last run"));
    assert_eq!(studio.frame_shown(), 1);
}

#[test]
fn a_stop_says_where_and_why() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    studio.keys("F9 F5");
    studio.steps(30);
    studio.must_show(&["Paused at the breakpoint of “Rest” · frame 1"]);
    studio.keys("F5");
    studio.wait_until(|studio| studio.frame_shown() > 2);
    assert!(!studio.shows_part("“Rest” · frame 1"), "it runs on");
}

#[test]
fn stepping_out_runs_until_the_branch_has_ended() {
    let mut studio = guard();
    studio.keys("F10");
    studio.click("Rest (Wait), running");
    studio.keys("Ctrl+Shift+F11");
    studio.wait_until(|studio| studio.shows_part("has ended"));
}

#[test]
fn a_run_that_starts_leaves_the_panel_in_front_that_the_user_chose() {
    let mut studio = guard();
    studio.show_panel("Timeline");
    studio.keys("F10");
    studio.steps(3);
    assert!(!studio.shows("Search log"), "the timeline stays in front");
    let mut other = guard();
    other.show_panel("Problems");
    other.keys("F10");
    other.steps(3);
    assert!(other.shows("Search log"));
}

#[test]
fn an_edit_undone_before_the_next_frame_leaves_the_run_as_it_was() {
    let mut studio = guard_after(3);
    studio.click("Outline: Sees enemy?");
    studio.keys("Delete Ctrl+Z");
    studio.click("Current value of sees_enemy");
    studio.keys("F10");
    studio.must_show_part(&["“Sees enemy?” became true: “Attack” (Both) aborted"]);
}
