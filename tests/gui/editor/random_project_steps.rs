//! Random renames, moves, creations and deletions in a project, with documents open and edited: when all steps are undone, every file is as before.

use std::fs;

use egui_kittest::kittest::Queryable as _;
use proptest::prelude::*;
use treewright_core::testing::cases;

use super::project_files::{files, write};
use super::renaming::CALLEE;
use super::studio::Studio;

fn caller(callee: &str) -> String {
    format!(
        r#"{{"format": "treewright", "version": 1, "root": "n1", "libraries": ["../lib/arms.tasks.json"], "nodes": [
    {{"id": "n1", "task": "Sequence", "children": ["n2", "n3"], "x": 0, "y": 0}},
    {{"id": "n2", "task": "Subtree", "name": "Far", "parameters": {{"file": "{callee}", "tree": "Shout", "loud": true}}, "x": 0, "y": 100}},
    {{"id": "n3", "task": "SendEvent", "parameters": {{"name": "alarm"}}, "x": 200, "y": 100}}]}}"#
    )
}

/// The callee and one of its two callers are open, in a project with a library and scenarios.
fn project() -> Studio {
    let first = Studio::empty();
    for (name, text) in [
        ("treewright.project.json", "{}"),
        ("lib/callee.bt.json", CALLEE),
        (
            "lib/arms.tasks.json",
            r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action"}]}"#,
        ),
        ("ai/open.bt.json", &caller("../lib/callee.bt.json")),
        ("ai/closed.bt.json", &caller("../lib/callee.bt.json")),
        (
            "ai/closed.scenario.json",
            r#"{"format": "treewright-scenario", "version": 1, "frames": 2, "steps": [{"frame": 1, "events": [{"name": "alarm"}]}]}"#,
        ),
        (
            "tests/shout.scenario.json",
            r#"{"format": "treewright-scenario", "version": 1, "tree": "../lib/callee.bt.json", "frames": 2, "steps": [{"frame": 1, "set": {"loud": true}}]}"#,
        ),
    ] {
        write(&first.path(&format!("game/{name}")), text);
    }
    fs::create_dir_all(first.path("game/empty")).unwrap();
    let open = ["ai/open", "lib/callee"].map(|name| first.path(&format!("game/{name}.bt.json")));
    let mut studio = first.started_again(&open);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    studio
}

/// Numbers choose among the rows that are listed then.
#[derive(Clone, Debug)]
enum Step {
    Rename(usize),
    MoveInto(usize, usize),
    Delete(usize),
    Duplicate(usize),
    NewFolder,
    Open(usize),
    Share(usize),
    /// Of the tree in front.
    RenameTree,
    RenameVariable,
    RenameNode,
    RenameEvent,
    OtherTab,
    UndoInDocument,
    RedoInDocument,
    UndoInPanel,
    RedoInPanel,
}

fn step() -> impl Strategy<Value = Step> {
    use Step as S;
    let row = || any::<usize>();
    prop_oneof![
        row().prop_map(S::Rename),
        (row(), row()).prop_map(|(row, folder)| S::MoveInto(row, folder)),
        row().prop_map(S::Delete),
        row().prop_map(S::Duplicate),
        Just(S::NewFolder),
        row().prop_map(S::Open),
        row().prop_map(S::Share),
        Just(S::RenameTree),
        Just(S::RenameVariable),
        Just(S::RenameNode),
        Just(S::RenameEvent),
        Just(S::OtherTab),
        Just(S::UndoInDocument),
        Just(S::RedoInDocument),
        Just(S::UndoInPanel),
        Just(S::RedoInPanel),
    ]
}

/// The rows of files and folders, by their names.
fn rows(studio: &Studio) -> Vec<String> {
    let mut rows = studio.labels_that_begin("File ");
    rows.retain(|row| row.contains('/') || row.contains(".json"));
    rows.extend(studio.labels_that_begin("Folder "));
    rows.retain(|row| studio.all(row).len() == 1);
    rows
}

/// Clicks a row, and returns whether there was one.
fn choose(studio: &mut Studio, rows: &[String], number: usize) -> bool {
    let row = rows.get(number % rows.len().max(1)).cloned();
    if let Some(row) = &row {
        studio.reach(row);
    }
    row.is_some()
}

/// Gives the canvas the keyboard, with the node of this title selected if there is one.
fn choose_node(studio: &mut Studio, title: &str) -> bool {
    let row = format!("Outline: {title}");
    let is_there = studio.all(&row).len() == 1;
    if is_there {
        studio.reach(&row);
    }
    is_there
}

fn perform(studio: &mut Studio, step: &Step, number: usize) {
    let rows = rows(studio);
    match step {
        Step::Rename(row) if choose(studio, &rows, *row) => {
            studio.keys(&format!("F2 `other{number}` Enter"));
        }
        Step::MoveInto(row, folder) => {
            let folders: Vec<&String> = rows
                .iter()
                .filter(|row| row.starts_with("Folder "))
                .collect();
            if let (Some(row), false) = (rows.get(row % rows.len().max(1)), folders.is_empty()) {
                let folder = studio.get(folders[folder % folders.len()]).rect().center();
                studio.drag_to(row, folder);
            }
        }
        Step::Delete(row) if choose(studio, &rows, *row) => studio.keys("Delete"),
        Step::Duplicate(row) if choose(studio, &rows, *row) => studio.keys("Ctrl+D"),
        Step::NewFolder => {
            studio.click("New in this project > New folder…");
            studio.keys(&format!("`deep{number}` Enter"));
        }
        Step::Open(row) if choose(studio, &rows, *row) => studio.keys("Enter"),
        Step::Share(row) => {
            let libraries: Vec<String> = rows
                .into_iter()
                .filter(|row| row.contains(".tasks.json"))
                .collect();
            if choose(studio, &libraries, *row) {
                studio
                    .get(&libraries[row % libraries.len()])
                    .click_secondary();
                studio.steps(3);
                studio.click("Use in all trees of the project");
            }
        }
        Step::RenameTree if choose_node(studio, "Loud?") => {
            studio.keys(&format!("Shift+F2 `Cry{number}` Enter"));
        }
        Step::RenameVariable => {
            let variables = studio.front(|front| {
                let mut variables = front.document().variables.iter();
                variables.next().map(|variable| variable.name.to_string())
            });
            let Some(name) = variables else { return };
            let field = format!("Initial value of {name}");
            if studio.all(&field).len() == 1 {
                studio.reach(&field);
                studio.fill(
                    &format!("Name of variable {name}"),
                    &format!("noise{number}"),
                );
            }
        }
        Step::RenameNode if choose_node(studio, "Own") => studio.keys("F2 `Mine` Enter"),
        Step::RenameEvent => {
            let events = studio.labels_that_begin("Event ");
            let Some(event) = events.iter().find(|event| studio.all(event).len() == 1) else {
                return;
            };
            studio.reach(event);
            studio.click("Rename…");
            studio.fill("New name", &format!("siren{number}"));
        }
        Step::OtherTab => studio.keys("Ctrl+Tab"),
        Step::UndoInDocument => {
            studio.focus_canvas();
            studio.keys("Ctrl+Z");
        }
        Step::RedoInDocument => {
            studio.focus_canvas();
            studio.keys("Ctrl+Y");
        }
        Step::UndoInPanel => studio.click("Undo the last change of files"),
        Step::RedoInPanel => studio.click("Redo the change of files"),
        _ => {}
    }
}

/// Waits until nothing changes any more, and answers questions.
fn settle(studio: &mut Studio, number: usize) {
    for _ in 0..3 {
        studio.steps(4);
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let rename = ["Leave them", "Rename there, too"][usize::from(!number.is_multiple_of(3))];
    for answer in [rename, "Move to trash"] {
        let buttons = studio.harness.query_all_by_label(answer).count();
        if buttons == 1 && studio.all(answer).len() == 1 {
            studio.click(answer);
            studio.steps(6);
        }
    }
    studio.keys("Escape");
    studio.steps(2);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(20), max_shrink_iters: 40, ..ProptestConfig::default() })]

    #[test]
    fn every_file_is_as_before_when_all_steps_are_undone(steps in prop::collection::vec(step(), 1..14)) {
        let mut studio = project();
        let before = files(&studio);
        for (number, step) in steps.iter().enumerate() {
            perform(&mut studio, step, number);
            settle(&mut studio, number);
        }
        for _ in 0..=steps.len() {
            if studio.can_undo_files() {
                studio.click("Undo the last change of files");
                settle(&mut studio, 0);
            }
        }
        prop_assert!(!studio.can_undo_files(), "{}", studio.notice());
        prop_assert!(studio.path("game/empty").is_dir());
        prop_assert_eq!(files(&studio), before);
    }
}
