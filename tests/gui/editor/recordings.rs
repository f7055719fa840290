//! Recordings: saved, opened in another session with everything visible in the run, and compared.

use std::path::PathBuf;

use treewright_core::value::Value;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::{LogEntry, NodeState, RunView as _};

use super::studio::Studio;
use super::time_travel::{fighting_guard, frames, steps, variable, with_large_history};
use super::versions_decided::wait_until_listed;

/// Saves the run of the active tree.
fn save(studio: &mut Studio, name: &str) -> PathBuf {
    let path = studio.path(name);
    studio.menu_to("File > Recordings > Save run…", &path);
    studio.must_say_first("Run saved to ");
    path
}

fn log(studio: &Studio) -> Vec<LogEntry> {
    let log = studio.front(|front| front.run.as_ref().unwrap().log().to_vec());
    let plain = |line: LogEntry| LogEntry { events: 0, ..line };
    log.into_iter().map(plain).collect()
}

fn compare(studio: &mut Studio, path: &std::path::Path) {
    studio.menu_to("File > Recordings > Compare with recording…", path);
}

#[test]
fn a_saved_run_opens_in_another_session_unchanged_and_continues() {
    let mut studio = fighting_guard();
    let path = save(&mut studio, "fight.trace.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(r#"{"format":"treewright-trace","version":1,"#));
    assert_eq!(text.lines().count(), 6);
    let mut other = Studio::with_files(&[path]);
    assert_eq!(frames(&other), (5, 5));
    assert_eq!(other.outline(), studio.outline());
    // The tab has the name of the tree.
    let name = |studio: &Studio| studio.front(|front| front.title(&Texts::new("en")));
    assert_eq!(name(&other), name(&studio));
    other.front(|front| {
        assert!(!front.is_dirty());
        assert_eq!(front.path(), None);
    });
    for node in ["Attack", "Rest", "Fight"] {
        assert_eq!(other.state(node), studio.state(node), "{node}");
    }
    assert_eq!(variable(&other, "sees_enemy"), Some(Value::Bool(true)));
    assert_eq!(log(&other), log(&studio));
    other.keys("Shift+F10 Shift+F10 Shift+F10");
    assert_eq!(frames(&other), (2, 5));
    assert_eq!(other.state("Rest"), NodeState::Running);
    other.click("Current value of sees_enemy");
    other.keys("F10");
    assert_eq!(
        frames(&other),
        (3, 3),
        "the run continued differently from there"
    );
    other.keys("F10");
    let again = save(&mut other, "again.trace.jsonl");
    let third = Studio::with_files(&[again]);
    assert_eq!(frames(&third), (4, 4));
    assert_eq!(log(&third), log(&other));
}

#[test]
fn an_edit_during_the_run_is_part_of_the_recording() {
    let mut studio = fighting_guard();
    studio.click("Rest (Wait), interrupted");
    studio.keys("F8");
    studio.keys("F10");
    let path = save(&mut studio, "edited.trace.jsonl");
    assert!(
        std::fs::read_to_string(&path)
            .unwrap()
            .contains("\"swap\":")
    );
    let other = Studio::with_files(&[path]);
    assert_eq!(frames(&other), (6, 6));
    assert_eq!(other.outline(), studio.outline());
    assert_eq!(log(&other), log(&studio));
}

#[test]
fn missing_documents_and_libraries_are_taken_from_the_recording() {
    let library = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action", "stand_in": "Running"}]}"#;
    let inner = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
        {"id": "a", "task": "Sequence", "name": "Inner", "children": ["b", "c"], "position": [0, 0]},
        {"id": "b", "task": "Log", "parameters": {"text": "inside"}, "position": [0, 100]},
        {"id": "c", "task": "SetVariable", "name": "Broken", "position": [200, 100]}]}"#;
    let outer = r#"{"format": "treewright", "version": 1, "name": "Outer", "libraries": ["own.tasks.json"], "root": "r", "nodes": [
        {"id": "r", "task": "Selector", "children": ["s", "t"], "position": [0, 0]},
        {"id": "s", "task": "Subtree", "parameters": {"file": "inner.bt.json"}, "position": [0, 100]},
        {"id": "t", "task": "Shoot", "position": [200, 100]}]}"#;
    let folder = Studio::empty();
    for (name, text) in [
        ("own.tasks.json", library),
        ("inner.bt.json", inner),
        ("outer.bt.json", outer),
    ] {
        std::fs::write(folder.path(name), text).unwrap();
    }
    let mut studio = Studio::with_files(&[folder.path("outer.bt.json")]);
    studio.keys("F10 F10");
    let lines = log(&studio).into_iter();
    let texts: Vec<String> = lines
        .map(|line| Texts::default().message(&line.text))
        .collect();
    assert!(
        texts.iter().any(|text| text.contains("Broken")),
        "{texts:?}"
    );
    let path = save(&mut studio, "outer.trace.jsonl");
    let mut other = Studio::with_files(&[path]);
    assert_eq!(log(&other), log(&studio));
    assert_eq!(other.state("Shoot"), NodeState::Running);
    other.front(|front| {
        assert!(front.library().declaration("Shoot").is_some());
        assert!(front.libraries().problems().is_empty());
    });
    other.keys("F10");
    assert_eq!(frames(&other), (3, 3));
}

#[test]
fn the_first_difference_is_shown_side_by_side_and_leads_to_its_frame() {
    let mut studio = fighting_guard();
    let path = save(&mut studio, "fight.trace.jsonl");
    compare(&mut studio, &path);
    assert!(studio.shows("No differences in 5 frames."));
    studio.fill("Frame", "2");
    studio.keys("F10");
    studio.fill("Frame", "2");
    studio.click("Current value of sees_enemy > Current value of sees_enemy");
    studio.keys("F10 F10");
    compare(&mut studio, &path);
    assert!(studio.shows("First difference in frame 3."));
    let differing = studio.labels_that_begin("Differs: ");
    assert!(
        differing
            .iter()
            .any(|row| row.contains("sees_enemy is set to false")),
        "{differing:?}"
    );
    studio.click("Go to frame 3");
    assert_eq!(frames(&studio).0, 3);
}

#[test]
fn a_damaged_recording_is_reported_in_the_interface_language() {
    let mut studio = fighting_guard();
    let path = save(&mut studio, "fight.trace.jsonl");
    let text = std::fs::read_to_string(&path).unwrap();
    let spoiled = text.replacen(
        r#""frame":2,"status":"Running""#,
        r#""frame":2,"status":"Failure""#,
        1,
    );
    std::fs::write(&path, spoiled).unwrap();
    studio.speak_chinese();
    studio.open(&path);
    studio.must_say("第 2 帧与录制不一致");
    std::fs::write(&path, &text[..text.len() - 20]).unwrap();
    studio.open(&path);
    studio.must_say("第 6 行不完整");
    assert_eq!(frames(&studio), (4, 4));
}

#[test]
fn a_comparison_with_a_long_recording_uses_the_run_at_the_time_of_the_request() {
    let mut studio = with_large_history();
    steps(&mut studio, 25);
    let path = save(&mut studio, "long.jsonl");
    studio.hold_work(true);
    compare(&mut studio, &path);
    wait_until_listed(&mut studio, "Comparing the run with long.jsonl");
    studio.keys("F10");
    assert_eq!(frames(&studio).1, 26);
    assert!(!studio.shows_part("No differences in"));
    studio.let_work_go_on();
    studio.wait_until(|studio| studio.shows_part("No differences in 25 frames."));
}
