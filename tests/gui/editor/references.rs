//! Documents that a tree refers to: run, checked, and reloaded when their files change.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use treewright_core::ids::NodeId;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::RunView as _;

use super::studio::Studio;

const MAIN: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
  {"id": "n1", "task": "Sequence", "name": "Main", "children": ["n2", "n3"]},
  {"id": "n2", "task": "Subtree", "name": "Rest", "parameters": {"file": "rest.bt.json"}, "x": -100, "y": 120},
  {"id": "n3", "task": "Idle", "x": 100, "y": 120}]}"#;

const REST: &str = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
  {"id": "n1", "task": "Idle", "name": "Nap"}]}"#;

/// A folder with these files, and an editor on the first.
fn project(files: &[(&str, &str)]) -> (TempDir, Studio) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let studio = Studio::with_files(&[folder.path().join(files[0].0)]);
    (folder, studio)
}

fn codes(studio: &Studio) -> Vec<&'static str> {
    studio.front(|front| {
        let diagnostics = front.diagnostics().iter();
        diagnostics.map(|d| d.problem.code()).collect()
    })
}

fn state(studio: &Studio, title: &str) -> String {
    let id = studio.id(title);
    studio.front(|front| format!("{:?}", front.run.as_ref().unwrap().node(&id).state))
}

/// Returns whether the run took over a change.
fn applied_a_change(studio: &Studio) -> bool {
    studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        let told = [
            "Change applied to the running tree.",
            "Restarted: a running node was removed or disabled.",
        ];
        let log = run.log().iter();
        let mut log = log.map(|entry| Texts::default().message(&entry.text));
        log.any(|line| told.iter().any(|text| line.contains(text)))
    })
}

fn change(folder: &Path, name: &str, from: &str, to: &str) {
    let path = folder.join(name);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace(from, to)).unwrap();
}

#[test]
fn a_tree_of_another_file_runs_and_is_reloaded_when_that_file_changes() {
    let (folder, mut studio) = project(&[("main.bt.json", MAIN), ("rest.bt.json", REST)]);
    assert_eq!(codes(&studio), [""; 0]);
    studio.keys("F10");
    assert_eq!(state(&studio, "Rest"), "Running");
    let stacks = studio.front(|front| front.run.as_ref().unwrap().stacks().to_vec());
    let ids: Vec<_> = stacks[0].iter().map(NodeId::as_str).collect();
    assert_eq!(ids, ["n1", "n2"], "the node shows what runs inside");
    change(folder.path(), "rest.bt.json", "\"Idle\"", "\"Succeed\"");
    studio.wait_until(applied_a_change);
    studio.keys("F10");
    assert_eq!(state(&studio, "Rest"), "Success");
    assert_eq!(state(&studio, "Idle"), "Running");
}

#[test]
fn a_missing_or_broken_file_is_reported_at_the_node_until_it_is_fixed() {
    let (folder, mut studio) = project(&[("main.bt.json", MAIN)]);
    assert_eq!(codes(&studio), ["file_unreadable"]);
    assert!(studio.shows_part("not found"));
    fs::write(folder.path().join("rest.bt.json"), "{\n\"format\": }").unwrap();
    studio.wait_until(|studio| studio.shows_part("line 2"));
    fs::write(folder.path().join("rest.bt.json"), REST).unwrap();
    studio.wait_until(|studio| codes(studio).is_empty());
    fs::remove_file(folder.path().join("rest.bt.json")).unwrap();
    studio.wait_until(|studio| codes(studio) == ["file_unreadable"]);
}

#[test]
fn a_file_is_loaded_when_a_node_refers_to_it() {
    let (_folder, mut studio) = project(&[("main.bt.json", MAIN), ("nap.bt.json", REST)]);
    assert_eq!(codes(&studio), ["file_unreadable"]);
    studio.click("Outline: Rest");
    studio.fill("File", "nap.bt.json");
    assert_eq!(codes(&studio), [""; 0]);
    studio.fill("File", "../nap.bt.json");
    assert_eq!(codes(&studio), ["file_outside"]);
}

#[test]
fn a_referenced_document_that_is_open_is_reloaded_when_saved() {
    let (folder, mut studio) = project(&[("main.bt.json", MAIN), ("rest.bt.json", REST)]);
    studio.open(&folder.path().join("rest.bt.json"));
    assert_eq!(studio.outline(), "Nap");
    change(folder.path(), "rest.bt.json", "\"Idle\"", "\"Fail\"");
    studio.wait_until(|studio| studio.document().nodes().next().unwrap().task.as_ref() == "Fail");
    studio.keys("Ctrl+W");
    assert_eq!(studio.outline(), "Main\n  Rest\n  Idle");
    studio.keys("F10");
    assert_eq!(state(&studio, "Rest"), "Failure");
    change(folder.path(), "rest.bt.json", "\"Fail\"", "\"Idle\"");
    studio.wait_until(applied_a_change);
}

#[test]
fn a_breakpoint_in_a_named_tree_pauses_the_run_at_its_card() {
    let main = MAIN
        .replace("\"file\": \"rest.bt.json\"", "\"tree\": \"Nap\"")
        .replace("\"version\": 1,", "\"version\": 1, \"trees\": [{\"name\": \"Nap\", \"root\": \"n4\"}], \"loose\": [\"n4\"],")
        .replace("\"y\": 120}]}", "\"y\": 120}, {\"id\": \"n4\", \"task\": \"Idle\", \"name\": \"Doze\", \"breakpoint\": true}]}");
    let (_folder, mut studio) = project(&[("main.bt.json", &main)]);
    assert_eq!(codes(&studio), [""; 0]);
    studio.keys("F5");
    studio.wait_until(|studio| {
        studio.front(|front| {
            let log = front.run.as_ref().map(|run| run.log().to_vec());
            log.unwrap_or_default()
                .iter()
                .any(|entry| Texts::default().message(&entry.text).contains("Doze"))
        })
    });
    assert_eq!(
        state(&studio, "Doze"),
        "Idle",
        "the run pauses right before the node"
    );
    studio.keys("F11");
    assert_eq!(state(&studio, "Doze"), "Running");
}
