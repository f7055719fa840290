//! Breakpoints: set, changed, hit, listed, and kept outside the document.

use treewright_core::runtime::EndStatus;
use treewright_insight::breakpoint::{NodeEvent, StopAt};
use treewright_insight::history::NodeState;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{LogKind, RunState, RunView as _};

use super::running::guard;
use super::studio::Studio;

fn is_paused(studio: &Studio) -> bool {
    studio.front(|front| front.run.as_ref().unwrap().state() == RunState::Paused)
}

fn last_logged(studio: &Studio, kind: LogKind) -> String {
    studio.front(|front| {
        let log = front.run.as_ref().unwrap().log();
        let found = log.iter().rev().find(|line| line.kind == kind);
        found.map_or_else(String::new, |line| Texts::default().message(&line.text))
    })
}

fn waits_for(studio: &Studio) -> Vec<StopAt> {
    studio.front(|front| {
        front
            .breakpoints
            .own()
            .iter()
            .map(|b| b.at.clone())
            .collect()
    })
}

/// Continues the run until it pauses.
pub fn go_on(studio: &mut Studio) {
    studio.keys("F5");
    for _ in 0..200 {
        if is_paused(studio) {
            return;
        }
        studio.steps(1);
    }
    panic!("nothing stopped the run");
}

#[test]
fn a_breakpoint_pauses_within_the_first_frame_and_leaves_the_document_unchanged() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    studio.keys("F9");
    assert!(studio.document().nodes().all(|node| !node.breakpoint));
    go_on(&mut studio);
    assert_eq!(studio.frame_shown(), 1);
    assert_eq!(studio.state("Fight"), NodeState::Failure);
    // It is about to start.
    assert_eq!(studio.state("Rest"), NodeState::Idle);
    let said = "Paused at the breakpoint of “Rest”.";
    assert_eq!(last_logged(&studio, LogKind::Breakpoint), said);
    assert!(studio.shows(said));
    studio.click("Rest (Wait)");
    studio.keys("F9");
    assert_eq!(waits_for(&studio), []);
}

#[test]
fn a_breakpoint_set_in_the_middle_of_a_frame_pauses_in_its_rest() {
    let mut studio = guard();
    studio.keys("F11 F11");
    assert_eq!(studio.frame_shown(), 1);
    studio.click("Rest (Wait)");
    studio.keys("F9");
    go_on(&mut studio);
    assert_eq!(studio.frame_shown(), 1);
    assert_eq!(studio.state("Fight"), NodeState::Failure);
    assert_eq!(studio.state("Rest"), NodeState::Idle);
    let said = "Paused at the breakpoint of “Rest”.";
    assert_eq!(last_logged(&studio, LogKind::Breakpoint), said);
    // What has happened already does not pause it.
    let fight = studio.id("Fight");
    studio.front_select(fight.as_str());
    studio.keys("F9 F5");
    studio.steps(10);
    assert!(studio.frame_shown() > 1);
    assert_eq!(last_logged(&studio, LogKind::Breakpoint), said);
}

#[test]
fn a_breakpoint_on_the_end_of_a_node_pauses_after_it_and_counts_its_hits() {
    let mut studio = guard();
    studio.click("Fight (Sequence)");
    studio.menu("Run > Breakpoints > Break on failure");
    let fight = studio.id("Fight");
    let failed = NodeEvent::End(Some(EndStatus::Failure));
    assert_eq!(waits_for(&studio), [StopAt::Node(fight, failed)]);
    assert!(studio.shows_part("“Fight” ends with Failure"));
    go_on(&mut studio);
    assert_eq!(studio.state("Fight"), NodeState::Failure);
    // Nothing ran after it.
    assert_eq!(studio.state("Rest"), NodeState::Idle);
    studio.click("Breakpoints");
    assert!(studio.shows("“Fight” ends with Failure 1 hit"));
    let said = "Paused at breakpoint: “Fight” ends with Failure (hit 1).";
    assert_eq!(last_logged(&studio, LogKind::Breakpoint), said);
}

#[test]
fn a_variable_that_reaches_a_value_pauses_the_run() {
    let mut studio = guard();
    studio.click("More options for sees_enemy > Break on value");
    let at = StopAt::Becomes("sees_enemy".into(), true.into());
    assert_eq!(waits_for(&studio), [at]);
    studio.keys("F10");
    studio.click("Current value of sees_enemy");
    go_on(&mut studio);
    assert_eq!(studio.frame_shown(), 2);
    // The run pauses before any event.
    assert_eq!(studio.state("Rest"), NodeState::Running);
    studio.keys("F10");
    assert_eq!(studio.state("Rest"), NodeState::Interrupted);
}

#[test]
fn a_breakpoint_that_only_logs_does_not_pause() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    studio.keys("F9");
    studio.click("Breakpoints > “Rest” starts > Log only");
    studio.fill("Message", "rests, {sees_enemy}");
    studio.keys("F10");
    assert_eq!(last_logged(&studio, LogKind::Log), "rests, false");
    assert_eq!(last_logged(&studio, LogKind::Breakpoint), "");
    assert_eq!(studio.state("Rest"), NodeState::Running);
}

#[test]
fn a_breakpoint_expression_is_checked_and_pauses_when_it_becomes_true() {
    let mut studio = guard();
    studio.click("Breakpoints > + Add breakpoint > Expression becomes true");
    assert!(studio.get("Expression").is_focused(), "it is typed next");
    studio.must_show_part(&["New expression"]);
    let is_on = |studio: &Studio| studio.front(|front| front.breakpoints.own()[0].enabled);
    assert!(!is_on(&studio), "it is off until it is valid");
    let before = studio.document();
    studio.type_text("sees_enemy &&");
    studio.keys("Enter");
    assert_eq!(studio.document(), before, "no key reaches the canvas");
    assert!(studio.shows_part("becomes true"));
    assert!(!is_on(&studio));
    studio.fill("Expression", "sees_enemy");
    assert!(is_on(&studio), "it is on as soon as it is valid");
    studio.fill("Expression", "sees_enemy || !sees_enemy");
    go_on(&mut studio);
    assert_eq!(
        studio.frame_shown(),
        1,
        "the breakpoint is set before the first frame"
    );
    assert_eq!(studio.state("Selector"), NodeState::Idle);
}

#[test]
fn breakpoints_are_saved_outside_the_document_and_restored_with_it() {
    let mut studio = guard();
    let path = studio.path("guard.bt.json");
    studio.dialog_gives(&path);
    studio.click("Rest (Wait)");
    studio.keys("F9 Ctrl+S");
    let kept = path.with_file_name(".treewright").join("breakpoints.json");
    let text = std::fs::read_to_string(&kept).unwrap();
    assert!(text.contains("guard.bt.json"), "{text}");
    assert!(
        !std::fs::read_to_string(&path)
            .unwrap()
            .contains("breakpoint")
    );
    let again = studio.started_again(std::slice::from_ref(&path));
    assert_eq!(waits_for(&again).len(), 1);
    drop(studio);
}

#[test]
fn a_breakpoint_whose_node_was_deleted_says_so() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    studio.keys("F9 Delete");
    studio.click("Breakpoints");
    assert!(studio.shows_part("its node was deleted"));
}

#[test]
fn a_breakpoint_in_an_older_file_works_and_can_be_cleared() {
    let mut studio = guard();
    let path = studio.path("old.bt.json");
    let text = r#"{"format": "treewright", "version": 1, "name": "old", "root": "n1",
        "nodes": [{"id": "n1", "task": "Wait", "breakpoint": true, "x": 0, "y": 0}]}"#;
    std::fs::write(&path, text).unwrap();
    let mut studio = {
        let other = studio.started_again(&[path]);
        studio = other;
        studio
    };
    studio.click("Breakpoints");
    assert!(studio.shows_part("stored in the document"));
    go_on(&mut studio);
    assert_eq!(studio.state("Wait"), NodeState::Idle);
    studio.click("Breakpoints > Remove: “Wait” starts");
    assert!(studio.document().nodes().all(|node| !node.breakpoint));
}

#[test]
fn breakpoints_and_watches_follow_a_renamed_variable() {
    let mut studio = guard();
    studio.click("More options for sees_enemy > Break on value");
    studio.fill("Add watch expression", "!sees_enemy");
    studio.fill("Name of variable sees_enemy", "spots_foe");
    let at = |name: &str| [StopAt::Becomes(name.into(), true.into())];
    assert_eq!(waits_for(&studio), at("spots_foe"));
    studio.front(|front| assert_eq!(front.breakpoints.watches(), ["!spots_foe"]));
    studio.keys("Escape F10");
    studio.click("Current value of spots_foe");
    go_on(&mut studio);
    assert_eq!(studio.frame_shown(), 2, "it stops");
    studio.keys("Ctrl+Z");
    assert_eq!(waits_for(&studio), at("sees_enemy"));
}
