//! The project folder: its panel, quick open, finding in all files, and restoring open files at the next start.

use std::fs;
use std::path::Path;

use super::studio::Studio;

const TREE: &str = r#"{"format": "treewright", "version": 1, "name": "T", "root": "n1",
"nodes": [{"id": "n1", "task": "Wait", "name": "Hidden gem"}]}"#;

fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// An editor on a tree of a project with another tree, a library and a scenario in folders.
fn project() -> Studio {
    let made = Studio::empty();
    let scenario = r#"{"format": "treewright-scenario", "version": 1, "name": "S", "frames": 3}"#;
    write(&made.path("game/treewright.project.json"), "");
    write(&made.path("game/main.bt.json"), TREE);
    write(&made.path("game/ai/other.bt.json"), TREE);
    write(&made.path("game/ai/other.scenario.json"), scenario);
    let library = r#"{"format": "treewright-tasks", "version": 1, "tasks": []}"#;
    write(&made.path("game/tasks/arena.tasks.json"), library);
    let mut studio = made.started_again(&[made.path("game/main.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File main.bt.json"));
    studio
}

fn front(studio: &Studio) -> String {
    studio.front(|front| {
        front
            .path()
            .unwrap()
            .file_name()
            .unwrap()
            .to_string_lossy()
            .into_owned()
    })
}

#[test]
fn the_files_of_the_project_are_listed_by_folder() {
    let mut studio = project();
    for name in [
        "Folder ai",
        "File ai/other.bt.json",
        "File ai/other.scenario.json",
        "File tasks/arena.tasks.json",
    ] {
        assert!(studio.shows(name), "{name}");
    }
    studio.click("Folder ai");
    assert!(!studio.shows("File ai/other.bt.json"));
    studio.fill("Search project", "other");
    assert!(studio.shows("File ai/other.bt.json"));
    assert!(!studio.shows("File main.bt.json"));
}

#[test]
fn added_and_removed_files_are_noticed() {
    let mut studio = project();
    write(&studio.path("game/ai/new.bt.json"), TREE);
    studio.wait_until(|studio| studio.shows("File ai/new.bt.json"));
    fs::remove_file(studio.path("game/ai/new.bt.json")).unwrap();
    studio.wait_until(|studio| !studio.shows("File ai/new.bt.json"));
}

#[test]
fn a_double_click_opens_a_tree_and_a_scenario_leads_to_its_tree() {
    let mut studio = project();
    studio.double_click("File ai/other.scenario.json");
    assert_eq!(front(&studio), "other.bt.json");
    studio.double_click("File main.bt.json");
    assert_eq!(front(&studio), "main.bt.json");
}

#[test]
fn any_file_of_the_project_can_be_opened_by_part_of_its_name() {
    let mut studio = project();
    studio.keys("Ctrl+P `othbt` Enter");
    assert_eq!(front(&studio), "other.bt.json");
}

#[test]
fn find_searches_files_of_the_project_that_are_not_open() {
    let mut studio = project();
    studio.keys("Ctrl+F `gem`");
    assert!(!studio.shows_part("other.bt.json: 1"));
    studio.click("Search in > Entire project");
    studio.wait_until(|studio| studio.shows("ai/other.bt.json: 1 match"));
    // Collapsed, so that the other one comes into view.
    studio.click("main: 1 match > Match: Hidden gem, Name · n1");
    assert_eq!(front(&studio), "other.bt.json");
    assert_eq!(studio.selected(), "n1");
}

#[test]
fn a_file_that_is_gone_at_the_next_start_is_named() {
    let mut studio = project();
    studio.double_click("File ai/other.bt.json");
    let gone = studio.front(|front| front.path().unwrap().to_owned());
    studio.click("Document main");
    studio.end();
    std::fs::remove_file(&gone).unwrap();
    let again = studio.started_again(&[]);
    assert_eq!(
        (again.count(), front(&again)),
        (1, "main.bt.json".to_owned())
    );
    again.must_say("Not found, so not opened again: ");
    again.must_say(&gone.display().to_string());
}

#[test]
fn open_files_are_reopened_with_the_same_one_active() {
    let mut studio = project();
    studio.double_click("File ai/other.bt.json");
    studio.click("Document main");
    studio.end();
    let mut again = studio.started_again(&[]);
    assert_eq!(
        (again.count(), front(&again)),
        (2, "main.bt.json".to_owned())
    );
    again.keys("Ctrl+Comma");
    again.click("Files and startup");
    again.switch("Restore previous session");
    again.end();
    let third = again.started_again(&[]);
    assert!(third.front(|front| front.path().is_none()), "an example");
}
