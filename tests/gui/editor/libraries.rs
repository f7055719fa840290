//! Task libraries of a document: in the palette and the inspector, added, removed, and reloaded when their files change.

use std::fs;
use std::path::PathBuf;

use egui_kittest::kittest::Queryable as _;
use treewright_session::i18n::Texts;
use treewright_session::workspace::run_view::RunView as _;

use super::studio::{Studio, saved};

const FIGHTER: &str = include_str!("../../cli/fighter.tasks.json");
const FIGHT: &str = include_str!("../../cli/fight.bt.json");

/// A folder with a tree and its library, and an editor on the tree.
fn fight() -> (tempfile::TempDir, Studio) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fighter.tasks.json"), FIGHTER).unwrap();
    fs::write(folder.path().join("fight.bt.json"), FIGHT).unwrap();
    let studio = Studio::with_files(&[folder.path().join("fight.bt.json")]);
    (folder, studio)
}

/// A saved tree of a Sequence and a Wait, next to a library that it does not use.
fn with_unused_library() -> (Studio, PathBuf) {
    let studio = saved();
    let library = studio.write("fighter.tasks.json", FIGHTER);
    (studio, library)
}

fn problems(studio: &Studio) -> usize {
    studio.front(|front| front.diagnostics().len() + front.libraries().problems().len())
}

fn log(studio: &Studio) -> Vec<String> {
    studio.front(|front| {
        let run = front.run.as_ref().unwrap();
        let lines = run.log().iter();
        lines
            .map(|entry| Texts::default().message(&entry.text))
            .collect()
    })
}

#[test]
fn the_palette_and_the_search_list_the_tasks_of_the_library() {
    let (_folder, mut studio) = fight();
    assert_eq!(problems(&studio), 0);
    assert!(studio.shows("Nodes: Shoot"), "palette");
    studio.search("Search nodes", "rang");
    assert!(studio.shows("Nodes: In range"));
    assert!(!studio.shows("Nodes: Wait"));
    studio.click("Clear search > Outline: Sequence");
    studio.add("Shoot");
    assert_eq!(studio.outline(), "Sequence\n  Near\n  Shoot\n  Shoot");
}

#[test]
fn the_inspector_offers_what_the_library_allows() {
    let (_folder, mut studio) = fight();
    studio.click("Outline: Shoot > Weapon");
    assert!(studio.shows("Rifle"));
    studio.click("Rifle");
    let shoot = studio.id("Shoot");
    let weapon = |studio: &Studio| {
        let document = studio.document();
        document
            .node(&shoot)
            .unwrap()
            .parameters
            .get("weapon")
            .unwrap()
            .clone()
    };
    assert_eq!(
        weapon(&studio).as_literal().unwrap().as_str(),
        Some("Rifle")
    );
    // A number is clamped to its range.
    studio.fill("Rounds", "500");
    let document = studio.document();
    let rounds = document
        .node(&shoot)
        .unwrap()
        .parameters
        .get("rounds")
        .unwrap()
        .clone();
    assert_eq!(rounds.as_literal().unwrap().as_int(), Some(30));
    let caption = studio.harness.query_all_by_label("Rounds");
    let caption = caption.min_by(|a, b| a.rect().left().total_cmp(&b.rect().left()));
    let at = caption.unwrap().rect().center();
    studio.harness.hover_at(at);
    studio.steps(30);
    assert!(studio.shows_part("How many at once."), "the help");
    assert!(studio.shows_part("From 1 to 30."), "the range");
    assert_eq!(problems(&studio), 0);
}

#[test]
fn a_library_is_added_by_dialog_and_removed_and_both_are_undone() {
    let (mut studio, library) = with_unused_library();
    studio.dialog_gives(&library);
    studio.keys("Ctrl+Shift+L");
    assert_eq!(studio.document().libraries, ["fighter.tasks.json"]);
    studio.must_say("2 tasks");
    assert!(studio.shows("Nodes: Shoot"));
    studio.keys("Ctrl+Z");
    assert!(studio.document().libraries.is_empty());
    assert!(!studio.shows("Nodes: Shoot"));
    studio.keys("Ctrl+Y");
    assert!(studio.shows("Nodes: Shoot"));
    studio.keys("Ctrl+S");
    let text = studio.read("tree.bt.json");
    assert!(
        text.contains("\"libraries\": [\n    \"fighter.tasks.json\"\n  ]"),
        "{text}"
    );

    studio.keys("Ctrl+Shift+P `Remove task library` Enter `fighter` Enter");
    assert!(studio.document().libraries.is_empty());
    assert!(!studio.shows("Nodes: Shoot"));
}

#[test]
fn the_document_settings_list_libraries_with_a_button_for_each() {
    let (_folder, mut studio) = fight();
    assert!(studio.shows("fighter.tasks.json"));
    studio.click("Remove fighter.tasks.json");
    assert!(studio.document().libraries.is_empty());
    let codes = studio.front(|front| {
        let diagnostics = front.diagnostics().iter();
        diagnostics.map(|d| d.problem.code()).collect::<Vec<_>>()
    });
    assert_eq!(codes, ["unknown_task", "unknown_task"]);
    let document = studio.document();
    let shoot = document.node(&studio.id("Shoot")).unwrap().clone();
    assert_eq!(shoot.parameters.len(), 3, "everything is kept");
}

#[test]
fn without_a_system_dialog_the_window_asks_for_the_library() {
    let (mut studio, library) = with_unused_library();
    studio.dialog_fails();
    studio.keys("Ctrl+Shift+L");
    assert!(studio.shows("Add task library"));
    studio.keys("Ctrl+A");
    studio.type_text(&library.display().to_string());
    studio.keys("Enter");
    assert_eq!(studio.document().libraries, ["fighter.tasks.json"]);
}

#[test]
fn a_file_that_is_not_a_library_of_the_project_is_refused_with_the_reason() {
    let (mut studio, library) = with_unused_library();
    let add = |studio: &mut Studio, path: &PathBuf| {
        studio.dialog_gives(path);
        studio.keys("Ctrl+Shift+L");
        studio.notice()
    };
    let broken = studio.write(
        "broken.tasks.json",
        FIGHTER.replace("\"choice\"", "\"chioce\""),
    );
    let notice = add(&mut studio, &broken);
    assert!(
        notice.contains("chioce") && notice.contains("line 21"),
        "{notice}"
    );
    let outside = tempfile::tempdir().unwrap();
    let elsewhere = outside.path().join("fighter.tasks.json");
    fs::write(&elsewhere, FIGHTER).unwrap();
    let notice = add(&mut studio, &elsewhere);
    assert!(notice.contains("outside the project folder"), "{notice}");
    assert!(studio.document().libraries.is_empty());
    add(&mut studio, &library);
    let notice = add(&mut studio, &library);
    assert!(notice.contains("twice"), "{notice}");
    assert_eq!(studio.document().libraries.len(), 1);
    let mut unsaved = Studio::empty();
    unsaved.keys("Ctrl+Shift+L");
    unsaved.must_say("Save the tree first");
}

#[test]
fn a_changed_library_is_reloaded_and_a_broken_one_keeps_the_last_good_version() {
    let (folder, mut studio) = fight();
    let library = folder.path().join("fighter.tasks.json");
    fs::write(&library, FIGHTER.replace("\"Shoot\"", "\"Punch\"")).unwrap();
    studio.wait_until(|studio| studio.shows("Nodes: Punch"));
    assert!(!studio.shows("Nodes: Shoot"));
    assert_eq!(problems(&studio), 1, "the tree still says Shoot");
    studio.must_say("fighter.tasks.json");

    fs::write(&library, FIGHTER).unwrap();
    studio.wait_until(|studio| problems(studio) == 0);
    fs::write(&library, FIGHTER.replace("\"choice\"", "\"chioce\"")).unwrap();
    studio.wait_until(|studio| problems(studio) == 1);
    assert!(
        studio.shows("Nodes: Shoot"),
        "the last good version is used"
    );
    studio.must_say("line 21");
    studio.must_say("The last valid version stays in use");
    assert!(studio.shows_part("unknown type"), "the problem is listed");

    fs::remove_file(&library).unwrap();
    studio.wait_until(|studio| studio.shows_part("not found"));
    assert!(studio.shows("Nodes: Shoot"));
    fs::write(&library, FIGHTER).unwrap();
    studio.wait_until(|studio| problems(studio) == 0);
}

#[test]
fn a_missing_library_is_loaded_when_it_appears() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("fight.bt.json");
    fs::write(&tree, FIGHT).unwrap();
    let mut studio = Studio::with_files(&[tree]);
    assert_eq!(problems(&studio), 3);
    studio.must_say("3");
    assert!(studio.shows("Remove from tree"));
    fs::write(folder.path().join("fighter.tasks.json"), FIGHTER).unwrap();
    studio.wait_until(|studio| problems(studio) == 0);
}

#[test]
fn a_reference_to_a_missing_library_is_removed_from_the_problems_panel() {
    let folder = tempfile::tempdir().unwrap();
    let tree = folder.path().join("fight.bt.json");
    fs::write(&tree, FIGHT).unwrap();
    let mut studio = Studio::with_files(&[tree]);
    studio.click("Remove from tree");
    assert!(studio.document().libraries.is_empty());
    assert_eq!(problems(&studio), 2);
}

#[test]
fn a_run_uses_stand_ins_for_the_game_and_follows_changes_of_the_library() {
    let (folder, mut studio) = fight();
    studio.keys("F10");
    let told = "Using stand-ins for: In range (Success) and Shoot (Running)";
    assert_eq!(log(&studio).iter().filter(|text| *text == told).count(), 1);
    studio.keys("F10");
    // Logged only once.
    assert_eq!(log(&studio).iter().filter(|text| *text == told).count(), 1);
    let running = |studio: &Studio, title: &str| {
        let id = studio.id(title);
        studio.front(|front| format!("{:?}", front.run.as_ref().unwrap().node(&id).state))
    };
    assert_eq!(running(&studio, "Shoot"), "Running");
    let library = folder.path().join("fighter.tasks.json");
    let other = FIGHTER.replace("\"stand_in\": \"Running\"", "\"stand_in\": \"Failure\"");
    fs::write(&library, other).unwrap();
    let changed = "Using stand-ins for: In range (Success) and Shoot (Failure)";
    studio.wait_until(|studio| log(studio).iter().any(|text| text == changed));
    studio.keys("F10");
    assert_eq!(running(&studio, "Shoot"), "Failure");
}

#[test]
fn saving_an_example_writes_its_library_next_to_it() {
    let mut studio = Studio::empty();
    studio.click("File > Examples > Arena: game tasks from a library");
    assert_eq!(problems(&studio), 0);
    assert!(studio.shows("Nodes: Move to"));
    let path = studio.path("mine.bt.json");
    studio.save_as(&path);
    assert!(studio.path("arena.tasks.json").exists());
    assert_eq!(problems(&studio), 0);
    assert!(!studio.is_dirty());
}

#[test]
fn each_document_has_its_own_libraries() {
    let (folder, mut studio) = fight();
    studio.keys("Ctrl+N");
    assert!(!studio.shows("Nodes: Shoot"));
    studio.keys("Ctrl+W");
    assert!(studio.shows("Nodes: Shoot"));
    drop(folder);
}

#[test]
fn libraries_are_shown_in_chinese() {
    let (folder, mut studio) = fight();
    studio.speak_chinese();
    let broken = FIGHTER.replace("\"Shoot\"", "\"Wait\"");
    fs::write(folder.path().join("fighter.tasks.json"), broken).unwrap();
    studio.wait_until(|studio| studio.shows_part("与内置节点同名"));
    let found = studio.harness.query_all_by_label_contains("任务库").count();
    assert!(found > 0);
}

#[test]
fn a_very_large_library_draws_only_visible_tasks_and_can_be_searched() {
    let tasks = (0..3_000).map(|i| format!(r#"{{"name": "Task{i}", "category": "Action"}}"#));
    let tasks: Vec<String> = tasks.collect();
    let library = format!(
        r#"{{"format": "treewright-tasks", "version": 1, "tasks": [{}]}}"#,
        tasks.join(",")
    );
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fighter.tasks.json"), library).unwrap();
    fs::write(folder.path().join("fight.bt.json"), FIGHT).unwrap();
    let mut studio = Studio::with_files(&[folder.path().join("fight.bt.json")]);
    let rows = studio.harness.query_all_by_label_contains("Nodes: Task");
    assert!(rows.count() < 100, "only visible rows are drawn");
    studio.search("Search nodes", "task2999");
    assert!(studio.shows("Nodes: Task2999"));
    studio.click("Clear search > Outline: Sequence");
    studio.add("Task2999");
    assert!(
        studio.outline().ends_with("\n  Task2999"),
        "{}",
        studio.outline()
    );
}
