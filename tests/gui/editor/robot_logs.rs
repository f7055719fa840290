//! Logs of robots with BehaviorTree.CPP: opened in every way, looked at like a run, and refused what would need running again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::run_view::{NodeState, RunState};

use super::files::Dropped;
use super::studio::Studio;

const NOTHING: &str = r#"{"format": "treewright", "version": 1, "nodes": []}"#;

/// Where the changes of a log begin: after its tree and the time at which it began.
fn start_of_changes(bytes: &[u8]) -> usize {
    let length = u32::from_le_bytes(bytes[19..23].try_into().unwrap());
    31 + length as usize
}

/// The log of a robot that lights lamps; `None` if the samples are not there.
fn sample() -> Option<Vec<u8>> {
    let samples = treewright_tests::samples()?;
    Some(fs::read(samples.join("groot2/lamplighter-long.btlog")).unwrap())
}

/// The log as a file of another session, which is opened at the start.
fn opened(bytes: &[u8]) -> Studio {
    let studio = Studio::empty();
    let file = studio.write("round.btlog", bytes);
    studio.started_again(&[file])
}

fn frames(studio: &Studio) -> (u64, (u64, u64)) {
    studio.front(|front| {
        let run = front.shown_run().unwrap();
        (run.frame(), run.frames())
    })
}

fn go_to(studio: &mut Studio, frame: u64) {
    studio.keys("Alt+Home");
    for _ in 0..frame {
        studio.keys("F10");
    }
    assert_eq!(frames(studio).0, frame);
}

/// What a screen reader says of a card, which begins with its title.
fn card(studio: &Studio, title: &str) -> String {
    studio.labels_that_begin(&format!("{title} (")).remove(0)
}

#[track_caller]
fn must_be(studio: &Studio, title: &str, state: &str) {
    let card = card(studio, title);
    assert!(card.ends_with(&format!(", {state}")), "{card}");
}

#[test]
fn a_log_opens_as_a_document_without_file_at_its_last_frame() {
    let Some(bytes) = sample() else { return };
    let studio = opened(&bytes);
    assert!(studio.shows_part("round") && studio.shows("Recorded run"));
    assert!(
        studio
            .outline()
            .starts_with("day and night\n  night\n    is it dark?")
    );
    let (shown, (first, last)) = frames(&studio);
    assert_eq!((shown, first), (last, 0));
    assert!(last > 20, "{last}");
    studio.must_say(&format!(
        "Opened the recorded run round.btlog: {last} frames."
    ));
    studio.front(|front| assert!(front.path().is_none() && !front.is_dirty()));
}

#[test]
fn a_log_opens_from_the_dialog_and_when_it_is_dropped() {
    let Some(bytes) = sample() else { return };
    let mut studio = Studio::started();
    let file: PathBuf = studio.write("round.btlog", &bytes);
    studio.open(&file);
    let last = frames(&studio).1.1;
    let mut studio = Studio::started();
    let dropped = Dropped(file);
    let files = &mut studio.harness.input_mut().dropped_files;
    files.push(Arc::new(dropped));
    studio.steps(3);
    assert_eq!(frames(&studio).1.1, last);
}

#[test]
fn the_canvas_is_lit_by_the_shown_frame_forward_and_back() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    go_to(&mut studio, 4);
    assert_eq!(studio.state("go home"), NodeState::Running);
    assert_eq!(studio.state("rounds"), NodeState::Idle);
    must_be(&studio, "go home", "running");
    studio.keys("F10");
    assert_eq!(studio.state("go home"), NodeState::Interrupted);
    assert_eq!(studio.state("rounds"), NodeState::Running);
    must_be(&studio, "go home", "interrupted");
    studio.keys("Shift+F10");
    assert_eq!(studio.state("go home"), NodeState::Running);
    studio.keys("F11");
    assert_eq!(frames(&studio).0, 5);
    assert!(studio.shows_part("1 of "), "one event of the frame");
    assert_eq!(studio.state("go home"), NodeState::Running);
    studio.keys("Shift+F11");
    assert_eq!(frames(&studio).0, 4);
    studio.keys("Alt+End");
    let (shown, (_, last)) = frames(&studio);
    assert_eq!(shown, last);
    studio.keys("F10");
    studio.must_say("This is the last frame.");
}

#[test]
fn why_and_find_in_time_tell_what_the_robot_did() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    go_to(&mut studio, 4);
    let night = card(&studio, "night");
    studio.click(&night);
    studio.keys("Y");
    assert!(studio.shows_part("“night” returned Failure because “is it dark?” returned Failure"));
    studio.keys("Escape");
    let lamp = card(&studio, "点灯");
    studio.get(&lamp).click_secondary();
    studio.steps(3);
    studio.click("Find in time");
    let lit = studio.labels_that_begin("Started: in ").remove(0);
    studio.click(&lit);
    studio.steps(2);
    assert_eq!(frames(&studio).0, 7);
    assert_eq!(studio.state("点灯"), NodeState::Success);
    studio.must_say("“点灯” started");
}

#[test]
fn breakpoints_count_where_they_would_have_stopped() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    let lamp = card(&studio, "点灯");
    studio.click(&lamp);
    studio.keys("F9");
    let hits = studio.front(|front| front.shown_run().unwrap().breakpoint_hits(0));
    assert!(hits > 0);
    studio.show_panel("Log");
    assert!(studio.shows_part("点灯"), "its hits are in the log");
    studio.keys("F9");
    let lines = studio.front(|front| front.shown_run().unwrap().whole_log().len());
    studio.keys("F9");
    let with_hits = studio.front(|front| front.shown_run().unwrap().whole_log().len());
    assert_eq!(with_hits as u64, lines as u64 + hits);
}

#[test]
fn what_would_need_running_again_is_refused_with_the_reason() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    for key in ["F5", "Ctrl+Shift+F5", "Ctrl+F11", "Shift+F4"] {
        studio.keys("Alt+End F10");
        studio.must_say("This is the last frame.");
        go_to(&mut studio, 4);
        studio.keys(key);
        studio.must_say("This was recorded in a robot: it cannot be run again or changed.");
        assert_eq!(frames(&studio).0, 4, "{key}");
        assert!(!studio.has_run(), "{key}");
    }
}

#[test]
fn stopping_closes_the_run_and_leaves_the_tree_which_can_run_then() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    let outline = studio.outline();
    studio.keys("Shift+F5");
    assert!(studio.front(|front| front.shown_run().is_none()));
    assert_eq!(studio.outline(), outline);
    studio.keys("F10");
    assert!(studio.has_run());
    let state = studio.front(|front| front.shown_run().unwrap().state());
    assert_ne!(state, RunState::Running);
}

#[test]
fn a_saved_tree_keeps_its_tasks_and_the_run() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    let file = studio.path("lamps.bt.json");
    studio.save_as(&file);
    assert!(studio.path("round.tasks.json").exists());
    assert_eq!(studio.state("day and night"), NodeState::Running);
    let other = Studio::with_files(&[file]);
    assert_eq!(other.outline(), studio.outline());
    other.front(|front| assert!(front.library().declaration("LightLamp").is_some()));
}

#[test]
fn an_open_tree_with_the_same_nodes_shows_the_states_of_a_log() {
    let Some(bytes) = sample() else { return };
    let mut studio = opened(&bytes);
    let file = studio.path("lamps.bt.json");
    studio.save_as(&file);
    let mut studio = studio.started_again(&[file]);
    assert!(studio.front(|front| front.shown_run().is_none()));
    let log = studio.write("again.btlog", &bytes);
    studio.open(&log);
    studio.front(|front| assert!(front.path().is_some() && front.shown_run().is_some()));
    assert_eq!(studio.state("day and night"), NodeState::Running);
}

#[test]
fn a_log_that_is_cut_opens_with_what_is_there() {
    let Some(bytes) = sample() else { return };
    let whole = frames(&opened(&bytes)).1.1;
    let start = start_of_changes(&bytes);
    let studio = opened(&bytes[..start + 9 * 40 + 4]);
    let (_, (first, last)) = frames(&studio);
    assert!(first == 0 && last > 5 && last < whole, "{first} {last}");
    studio.must_say("The end of round.btlog is missing, because writing was interrupted: ");
    let empty = opened(&bytes[..start]);
    assert_eq!(frames(&empty), (0, (0, 0)));
    assert_eq!(empty.state("night"), NodeState::Idle);
}

#[test]
fn states_before_the_beginning_of_a_log_are_not_known() {
    let Some(bytes) = sample() else { return };
    let start = start_of_changes(&bytes);
    // Without its first tick, the log begins while the tree runs.
    let later = [&bytes[..start], &bytes[start + 9 * 8..]].concat();
    let mut studio = opened(&later);
    studio.keys("Alt+Home");
    must_be(&studio, "点灯", "state not known");
    must_be(&studio, "day and night", "running");
    studio.keys("F10");
    must_be(&studio, "night", "failed");
    let unknown = card(&studio, "点灯");
    studio.click(&unknown);
    studio.keys("Y");
    assert!(studio.shows_part("not known"));
}

#[test]
fn what_is_no_log_is_refused_with_a_remedy() {
    let studio = Studio::empty();
    let file = studio.write("notes.btlog", "These are notes.");
    let mut studio = studio.started_again(&[]);
    studio.open(&file);
    studio.must_say("this is no log of BehaviorTree.CPP 4. Record it again with FileLogger2");
    studio.speak_chinese();
    studio.keys("Ctrl+N");
    studio.open(&file);
    studio.must_say("这不是 BehaviorTree.CPP 4 的日志。请用");
}

#[test]
fn a_log_is_listed_with_the_files_of_its_project() {
    let Some(bytes) = sample() else { return };
    let studio = Studio::empty();
    studio.write("round.btlog", &bytes);
    let tree = studio.write("tree.bt.json", NOTHING);
    let mut studio = studio.started_again(&[tree]);
    studio.show_panel("Project");
    studio.wait_for("File round.btlog, BehaviorTree.CPP");
    studio.click("File round.btlog, BehaviorTree.CPP");
    studio.keys("Enter");
    studio.wait_until(|studio| studio.front(|front| front.shown_run().is_some()));
    assert!(studio.outline().starts_with("day and night"));
}

/// The log of a robot that runs a subtree twice, with other numbers of nodes in its last changes.
fn damaged(changes: usize) -> Vec<u8> {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/robot_log");
    let mut bytes = fs::read(seeds.join("two_uses.btlog")).unwrap();
    let end = bytes.len();
    for change in 1..=changes {
        let number = end - 9 * change + 6;
        bytes[number..number + 2].copy_from_slice(&999_u16.to_le_bytes());
    }
    bytes
}

#[test]
fn a_damaged_log_says_what_it_does_not_tell() {
    let whole = opened(&damaged(0));
    whole.must_say("Opened the recorded run round.btlog: ");
    assert_eq!(whole.notice_kind(), NoticeKind::Done);
    let mut studio = opened(&damaged(2));
    let lack = "2 changes belong to no node of the shown tree";
    studio.must_say(&format!("frames. {lack}"));
    assert_eq!(studio.notice_kind(), NoticeKind::Failed);
    studio.show_panel("Log");
    studio.must_show_part(&[lack]);
}

#[test]
fn another_log_of_the_same_tree_has_its_own_name() {
    let mut studio = opened(&damaged(0));
    assert!(studio.shows_part("round"));
    let later = studio.write("later.btlog", damaged(0));
    studio.open(&later);
    studio.must_say("Opened the recorded run later.btlog");
    studio.front(|front| assert_eq!(front.title(&Texts::default()), "later"));
}
