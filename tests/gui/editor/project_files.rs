//! Files of the project are created, renamed, moved and deleted in its panel, by mouse and by keyboard: whatever refers to them follows, open or
//! closed, and undo gives every file back.

use std::fs;
use std::path::Path;

use treewright_core::diagnostic::Severity;

use super::studio::Studio;

const CALLEE: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"nodes": [{"id": "n1", "task": "Wait", "name": "Last"}]}"#;

fn caller(path: &str) -> String {
    format!(
        r#"{{"format": "treewright", "version": 1, "root": "n1", "nodes": [
    {{"id": "n1", "task": "Subtree", "name": "Far", "parameters": {{"file": "{path}"}}, "x": 0, "y": 0}}
]}}"#
    )
}

pub fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// An editor on a tree of a project. Another one and a scenario use it from other folders.
fn project() -> Studio {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    write(&first.path("game/lib/callee.bt.json"), CALLEE);
    write(
        &first.path("game/ai/open.bt.json"),
        &caller("../lib/callee.bt.json"),
    );
    write(
        &first.path("game/ai/closed.bt.json"),
        &caller("../lib/callee.bt.json"),
    );
    write(
        &first.path("game/tests/callee.scenario.json"),
        r#"{"format": "treewright-scenario", "version": 1, "name": "S", "tree": "../lib/callee.bt.json", "frames": 3}"#,
    );
    let mut studio = first.started_again(&[first.path("game/ai/open.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    studio
}

/// All files of the project with their contents.
pub fn files(studio: &Studio) -> Vec<(String, String)> {
    fn add(folder: &Path, all: &mut Vec<(String, String)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                add(&path, all);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                all.push((path.display().to_string(), text));
            }
        }
    }
    let mut all = Vec::new();
    add(&studio.path("game"), &mut all);
    all.sort();
    all
}

/// Gives the canvas the keyboard, with the node of the open tree selected.
fn click_card(studio: &mut Studio) {
    click_card_called(studio, "Far");
}

fn click_card_called(studio: &mut Studio, name: &str) {
    let card = studio.card(name).center();
    studio.press_at(card, 1);
}

/// Renames the tree that the others use.
fn rename_callee(studio: &mut Studio) {
    studio.click("File lib/callee.bt.json");
    studio.keys("F2 `last` Enter");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
}

/// Replaces a name in open documents, up to the question about closed files.
fn replace_everywhere(studio: &mut Studio) {
    studio.keys("Ctrl+F `Far`");
    studio.click("Search in > Entire project");
    studio.wait_until(|studio| studio.shows_part("closed.bt.json: 1 match"));
    studio.fill_in("Replace with", "Near");
    studio.click("Replace all");
    studio.wait_for("Replace in closed files, too?");
}

fn reference(studio: &Studio) -> String {
    studio.front(|front| {
        let node = front.document().node(&"n1".into()).unwrap();
        node.text_parameter("file").to_owned()
    })
}

#[test]
fn a_renamed_file_is_followed_by_all_that_use_it_and_undo_gives_every_file_back() {
    let mut studio = project();
    let before = files(&studio);
    rename_callee(&mut studio);
    assert!(
        studio.notice().contains("references follow"),
        "{}",
        studio.notice()
    );
    for file in ["game/ai/closed.bt.json", "game/tests/callee.scenario.json"] {
        assert!(studio.read(file).contains("../lib/last.bt.json"), "{file}");
    }
    assert_eq!(reference(&studio), "../lib/last.bt.json");
    assert!(!studio.is_dirty(), "what was saved stays saved");
    assert!(
        studio
            .read("game/ai/open.bt.json")
            .contains("../lib/last.bt.json")
    );
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(files(&studio), before);
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
    assert!(!studio.is_dirty());
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
    assert_eq!(reference(&studio), "../lib/last.bt.json");
}

#[test]
fn what_was_saved_after_a_rename_is_saved_again_with_its_undo_and_redo() {
    let mut studio = project();
    // A reference that is not on disk yet when the file is renamed.
    write(&studio.path("game/ai/open.bt.json"), &caller(""));
    studio.wait_until(|studio| reference(studio).is_empty());
    click_card(&mut studio);
    studio.steps(2);
    studio.fill_in("File", "../lib/callee.bt.json");
    assert!(studio.is_dirty());
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
    rename_callee(&mut studio);
    studio.focus_canvas();
    studio.keys("Ctrl+S");
    let names = |studio: &Studio, name: &str| studio.read("game/ai/open.bt.json").contains(name);
    assert!(names(&studio, "last.bt.json"));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert!(names(&studio, "callee.bt.json") && !names(&studio, "last.bt.json"));
    assert!(!studio.is_dirty());
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
    assert!(names(&studio, "last.bt.json") && !names(&studio, "callee.bt.json"));
    assert!(!studio.is_dirty());
}

#[test]
fn a_node_that_undo_brings_back_with_the_old_name_of_a_file_is_offered_the_new_one() {
    let mut studio = project();
    click_card(&mut studio);
    studio.keys("Delete Ctrl+S");
    rename_callee(&mut studio);
    studio.press_at(egui::pos2(700.0, 300.0), 1);
    studio.keys("Ctrl+Z");
    studio.steps(3);
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
    studio.wait_for("Problems (1)");
    studio.click("Problems (1)");
    studio.wait_for("Use lib/last.bt.json");
    studio.click("Use lib/last.bt.json");
    assert_eq!(reference(&studio), "../lib/last.bt.json");
}

#[test]
fn scenarios_of_closed_trees_run_again_when_a_file_that_these_use_goes_or_comes_back() {
    let mut studio = project();
    write(
        &studio.path("game/tests/closed.scenario.json"),
        r#"{"format": "treewright-scenario", "version": 1, "name": "Closed", "tree": "../ai/closed.bt.json", "frames": 1, "steps": [{"frame": 1, "expect": {"nodes": {"Far": "Running"}}}]}"#,
    );
    studio.show_panel("Scenarios");
    studio.wait_until(|studio| studio.shows_part("2 scenarios of other trees"));
    studio.click("2 scenarios of other trees");
    studio.click("Run all");
    studio.wait_until(|studio| studio.shows("Closed: passed"));
    let callee = studio.path("game/lib/callee.bt.json");
    fs::remove_file(&callee).unwrap();
    studio.wait_until(|studio| studio.shows_part("Closed: ") && !studio.shows("Closed: passed"));
    write(&callee, CALLEE);
    studio.wait_until(|studio| studio.shows("Closed: passed"));
}

#[test]
fn nodes_that_are_pasted_in_another_folder_run_the_same_files() {
    let mut studio = project();
    let deep = studio.path("game/ai/wolves/pack.bt.json");
    write(
        &deep,
        r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [{"id": "n1", "task": "Sequence", "name": "Pack", "x": 0, "y": 0}]}"#,
    );
    click_card(&mut studio);
    let copied = studio.copied();
    studio.open(&deep);
    studio.wait_until(|studio| studio.outline() == "Pack");
    studio.steps(3);
    click_card_called(&mut studio, "Pack");
    studio.frame([egui::Event::Paste(copied)]);
    studio.steps(3);
    let pasted = studio.document();
    let runner = pasted.nodes().find(|node| node.runs_other_file()).unwrap();
    assert_eq!(runner.text_parameter("file"), "../../lib/callee.bt.json");
}

#[test]
fn undo_of_a_rename_reaches_files_that_were_saved_with_the_new_name_since() {
    let mut studio = project();
    let later = studio.path("game/ai/later.bt.json");
    rename_callee(&mut studio);
    write(&later, &caller("../lib/last.bt.json"));
    studio.wait_until(|studio| studio.shows("File ai/later.bt.json"));
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert!(
        studio
            .read("game/ai/later.bt.json")
            .contains("../lib/callee.bt.json")
    );
    studio.click("Redo the change of files");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
    let again = studio.read("game/ai/later.bt.json");
    assert!(again.contains("../lib/last.bt.json"));
}

#[test]
fn a_folder_is_deleted_only_after_a_question() {
    let mut studio = project();
    let before = files(&studio);
    studio.click("Folder ai");
    studio.keys("Delete");
    studio.wait_for("Move the folder to the trash?");
    studio.must_show(&["ai holds 2 files."]);
    studio.keys("Escape");
    assert_eq!(files(&studio), before);
    studio.click("Folder ai");
    studio.keys("Delete");
    studio.click("Move to trash");
    studio.wait_until(|studio| !studio.path("game/ai").exists());
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn a_rename_is_called_off_at_the_question_about_closed_files() {
    let mut studio = project_with_events();
    let before = files(&studio);
    studio.click("Event alarm > Rename…");
    studio.fill("New name", "siren");
    studio.wait_for("Rename there, too");
    studio.keys("Escape");
    studio.steps(3);
    studio.must_show(&["Event alarm"]);
    assert_eq!(files(&studio), before);
    assert!(!studio.is_dirty());
}

#[test]
fn a_name_that_cannot_be_had_is_refused_in_the_window() {
    let mut studio = project_with_events();
    let other = event_leaf("SendEvent").replace("alarm", "siren");
    write(&studio.path("game/ai/other.bt.json"), &other);
    studio.click("Event alarm > Rename…");
    studio.fill("New name", "siren");
    studio.wait_until(|studio| studio.shows_part("already has the name “siren”"));
    studio.must_show(&["New name"]);
}

#[test]
fn a_file_that_was_renamed_while_the_list_is_searched_stays_in_sight() {
    let mut studio = project();
    studio.fill("Search project", "callee.bt");
    rename_callee(&mut studio);
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
}

#[test]
fn undo_in_a_document_takes_the_move_back_that_changed_it() {
    let mut studio = project();
    let before = files(&studio);
    rename_callee(&mut studio);
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(files(&studio), before);
    assert!(!studio.is_dirty());
}

#[test]
fn unsaved_work_stays_unsaved_and_follows_too() {
    let mut studio = project();
    click_card(&mut studio);
    studio.keys("F2 `Near` Enter");
    rename_callee(&mut studio);
    assert!(studio.is_dirty());
    assert_eq!(reference(&studio), "../lib/last.bt.json");
    let on_disk = studio.read("game/ai/open.bt.json");
    assert!(on_disk.contains("../lib/last.bt.json") && !on_disk.contains("Near"));
    studio.keys("Ctrl+S");
    assert!(
        studio.read("game/ai/open.bt.json").contains("Near"),
        "no conflict with the disk"
    );
}

#[test]
fn an_open_file_that_is_moved_is_saved_at_its_new_place() {
    let mut studio = project();
    let tests = studio.get("Folder tests").rect().center();
    studio.drag_to("File ai/open.bt.json", tests);
    studio.wait_until(|studio| studio.shows("File tests/open.bt.json"));
    assert!(!studio.path("game/ai/open.bt.json").exists());
    click_card(&mut studio);
    studio.keys("F2 `Near` Enter Ctrl+S");
    assert!(studio.read("game/tests/open.bt.json").contains("Near"));
    assert!(!studio.path("game/ai/open.bt.json").exists());
}

#[test]
fn a_folder_moves_with_all_that_is_in_it() {
    let mut studio = project();
    let before = files(&studio);
    let ai = studio.get("Folder ai").rect().center();
    studio.drag_to("Folder lib", ai);
    studio.wait_until(|studio| studio.shows("File ai/lib/callee.bt.json"));
    assert_eq!(reference(&studio), "lib/callee.bt.json");
    studio.click("Folder ai/lib");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(files(&studio), before);
}

#[test]
fn deleting_a_file_says_what_uses_it_and_can_be_undone() {
    let mut studio = project();
    let before = files(&studio);
    studio.click("File lib/callee.bt.json");
    studio.keys("Delete");
    studio.wait_for("Move a file that is used to the trash?");
    studio.must_show(&[
        "lib/callee.bt.json is used in 3 files:",
        "ai/closed.bt.json",
    ]);
    studio.keys("Escape");
    assert!(studio.path("game/lib/callee.bt.json").exists());
    studio.click("File lib/callee.bt.json");
    studio.keys("Delete");
    studio.wait_for("Move a file that is used to the trash?");
    studio.click("Move to trash");
    studio.wait_until(|studio| !studio.shows("File lib/callee.bt.json"));
    assert!(!studio.path("game/lib/callee.bt.json").exists());
    studio.wait_for("File ai/closed.bt.json, 1 error");
    // The next row has the keyboard, so that undo concerns files.
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(files(&studio), before);
}

#[test]
fn a_deleted_folder_comes_back_with_the_empty_folders_in_it() {
    let mut studio = project();
    fs::create_dir_all(studio.path("game/tests/later/night")).unwrap();
    studio.click("Folder tests");
    studio.keys("Delete");
    studio.wait_for("Move to trash");
    studio.click("Move to trash");
    studio.wait_until(|studio| !studio.path("game/tests").exists());
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.path("game/tests/later/night").is_dir());
}

#[test]
fn trees_libraries_folders_and_scenarios_are_created() {
    let mut studio = project();
    studio.click("Folder lib");
    studio.click("Folder lib");
    studio.click("New in this project > New folder…");
    studio.keys("`deep` Enter");
    studio.wait_until(|studio| studio.shows("Folder lib/deep"));
    studio.click("New in this project > New tree…");
    studio.keys("`guard` Enter");
    studio.wait_until(|studio| studio.shows("File lib/deep/guard.bt.json"));
    assert!(
        studio.shows("File lib/deep/guard.bt.json"),
        "an empty file is no error"
    );
    assert!(studio.front(|front| front.path().unwrap().ends_with("lib/deep/guard.bt.json")));
    studio.get("File lib/callee.bt.json").click_secondary();
    studio.steps(3);
    studio.click("New scenario…");
    studio.keys("Enter");
    studio.wait_until(|studio| studio.shows("File lib/callee.test.scenario.json"));
    assert!(
        studio
            .read("game/lib/callee.test.scenario.json")
            .contains("\"tree\": \"callee.bt.json\"")
    );
    studio.click("File lib/callee.bt.json");
    studio.keys("Ctrl+D");
    studio.wait_until(|studio| studio.shows("File lib/callee 2.bt.json"));
    assert_eq!(studio.read("game/lib/callee 2.bt.json"), CALLEE);
}

/// What is not saved yet can be run and is followed already.
#[test]
fn a_new_tree_is_offered_before_it_is_saved() {
    let mut studio = project();
    studio.click("New in this project > New tree…");
    studio.keys("`greet` Enter");
    studio.wait_until(|studio| {
        studio.front(|front| front.path().unwrap().ends_with("greet.bt.json"))
    });
    studio.focus_canvas();
    studio.add("Wait");
    assert!(studio.is_dirty());
    studio.keys("Ctrl+Tab");
    studio.wait_until(|studio| {
        studio.front(|front| front.path().unwrap().ends_with("ai/open.bt.json"))
    });
    studio.search("Search nodes", "greet");
    // Once it has not changed for a moment.
    studio.wait_until(|studio| !studio.labels_that_begin("Tree: ").is_empty());
    click_card(&mut studio);
    studio.keys("Space `greet`");
    studio.steps(10);
    studio.keys("Enter");
    let added = studio.selected();
    let document = studio.document();
    let node = document.node(&(&*added).into()).unwrap();
    assert!(node.text_parameter("file").ends_with("greet.bt.json"));
    assert!(studio.front(|front| {
        front
            .diagnostics()
            .iter()
            .all(|it| it.severity != Severity::Error)
    }));
}

#[test]
fn the_keyboard_goes_from_the_search_to_the_list_and_moves_a_file() {
    let mut studio = project();
    studio.search("Search project", "closed");
    studio.keys("Enter");
    studio.wait_until(|studio| {
        studio.front(|front| front.path().unwrap().ends_with("ai/closed.bt.json"))
    });
    // A folder is found by its name, and shown where it is.
    studio.search("Search project", "");
    studio.keys("Ctrl+A `tes`");
    studio.must_show(&["Folder tests"]);
    studio.keys("ArrowDown Enter");
    studio.steps(3);
    studio.must_show(&["File ai/open.bt.json", "Folder tests"]);
    studio.click("File ai/open.bt.json");
    studio.keys("Menu");
    studio.steps(3);
    studio.click("Move to…");
    studio.steps(3);
    studio.keys("Ctrl+A `lib/deep/first` Enter");
    studio.wait_until(|studio| studio.shows("File lib/deep/first.bt.json"));
    assert!(studio.path("game/lib/deep/first.bt.json").exists());
}

#[test]
fn the_keyboard_alone_walks_the_list_and_opens_a_file() {
    let mut studio = project();
    studio.click("Folder ai");
    studio.keys("ArrowRight ArrowDown ArrowDown Enter");
    assert!(studio.front(|front| front.path().unwrap().ends_with("ai/open.bt.json")));
    studio.click("File ai/closed.bt.json");
    studio.keys("Home ArrowLeft");
    assert!(!studio.shows("File ai/closed.bt.json"), "collapsed");
    studio.keys("ArrowRight ArrowDown Enter");
    assert!(studio.front(|front| front.path().unwrap().ends_with("ai/closed.bt.json")));
}

#[test]
fn a_tree_that_is_dropped_on_the_canvas_is_run_by_a_subtree_there() {
    let mut studio = project();
    let free = studio.card("Far").center_bottom() + egui::vec2(0.0, 120.0);
    studio.drag_to("File ai/closed.bt.json", free);
    let node = studio.selected();
    let file = studio.front(|front| {
        let node = front.document().node(&(&*node).into()).unwrap();
        node.text_parameter("file").to_owned()
    });
    assert_eq!(file, "closed.bt.json");
}

#[test]
fn problems_of_files_that_are_not_open_are_listed_and_lead_there() {
    let mut studio = project();
    write(
        &studio.path("game/ai/broken.bt.json"),
        &caller("../lib/missing.bt.json"),
    );
    write(&studio.path("game/lib/torn.tasks.json"), "{");
    studio.wait_until(|studio| studio.shows("File ai/broken.bt.json, 1 error"));
    studio.must_show(&["File lib/torn.tasks.json, Cannot be read"]);
    studio.show_panel("Problems");
    studio.click("Entire project: errors in 2 files");
    studio.must_show(&["ai/broken.bt.json", "lib/torn.tasks.json"]);
    let row = studio.labels_that_begin("lib/missing.bt.json cannot be read");
    studio.click(&row[0]);
    assert!(studio.front(|front| front.path().unwrap().ends_with("ai/broken.bt.json")));
    assert_eq!(studio.selected(), "n1");
}

#[test]
fn all_files_follow_a_file_that_was_moved_outside() {
    let mut studio = project();
    let from = studio.path("game/lib/callee.bt.json");
    fs::rename(from, studio.path("game/tests/callee.bt.json")).unwrap();
    studio.wait_until(|studio| studio.shows("File tests/callee.bt.json"));
    let before = files(&studio);
    studio.click("Problems (1)");
    // Two trees and a scenario name it.
    studio.wait_for("Use tests/callee.bt.json in all 3 files");
    studio.click("Use tests/callee.bt.json in all 3 files");
    studio.wait_until(|studio| studio.front(|front| front.diagnostics().is_empty()));
    for file in ["ai/open.bt.json", "ai/closed.bt.json"] {
        let text = studio.read(&format!("game/{file}"));
        assert!(text.contains("../tests/callee.bt.json"), "{file}: {text}");
    }
    let scenario = studio.read("game/tests/callee.scenario.json");
    assert!(
        scenario.contains(r#""tree": "callee.bt.json""#),
        "{scenario}"
    );
    assert!(!studio.is_dirty());
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn a_copy_of_a_file_has_the_unsaved_work() {
    let mut studio = project();
    comment(&mut studio, "Far", "not saved");
    studio.click("File ai/open.bt.json, Unsaved");
    studio.keys("Ctrl+D");
    studio.wait_until(|studio| studio.shows("File ai/open 2.bt.json"));
    assert!(studio.read("game/ai/open 2.bt.json").contains("not saved"));
    assert!(!studio.read("game/ai/open.bt.json").contains("not saved"));
}

#[test]
fn a_name_that_windows_cannot_have_is_refused_with_the_reason() {
    let mut studio = project();
    let before = files(&studio);
    for name in ["a:b", "what?", "last. "] {
        studio.click("File lib/callee.bt.json");
        studio.keys(&format!("F2 `{name}/x` Enter"));
        studio.must_say("cannot be a name on Windows");
        studio.keys("Escape");
    }
    assert_eq!(files(&studio), before);
}

#[test]
fn the_row_has_the_keyboard_again_when_escape_closes_its_menu() {
    let mut studio = project();
    let row = studio.get("File lib/callee.bt.json");
    row.click_secondary();
    studio.steps(3);
    assert!(studio.shows("Duplicate"));
    studio.keys("Escape");
    assert!(!studio.shows("Duplicate"));
    studio.keys("F2 `last` Enter");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
}

#[test]
fn a_name_that_is_taken_can_be_corrected() {
    let mut studio = project();
    studio.click("New in this project > New tree…");
    studio.keys("`ai/open` Enter");
    studio.steps(5);
    assert!(!studio.notice().is_empty());
    studio.keys("`ai/other` Enter");
    studio.wait_until(|studio| studio.shows("File ai/other.bt.json"));
}

#[test]
fn a_file_that_was_moved_outside_is_found_again_by_its_name() {
    let mut studio = project();
    fs::rename(
        studio.path("game/lib/callee.bt.json"),
        studio.path("game/tests/callee.bt.json"),
    )
    .unwrap();
    studio.wait_until(|studio| studio.shows("File tests/callee.bt.json"));
    studio.wait_until(|studio| studio.front(|front| !front.diagnostics().is_empty()));
    studio.click("Problems (1)");
    // The row offers all files; its explanation also this one alone.
    let row = studio.get("Use tests/callee.bt.json in all 3 files").rect();
    studio.press_at(row.left_center() - egui::vec2(250.0, 0.0), 1);
    studio.click("Fix: Use tests/callee.bt.json");
    assert_eq!(reference(&studio), "../tests/callee.bt.json");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
}

#[test]
fn another_tree_is_chosen_from_all_of_the_project() {
    let mut studio = project();
    write(
        &studio.path("game/lib/many.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "trees": [{"name": "Patrol", "root": "n2"}],
        "nodes": [{"id": "n1", "task": "Succeed"}, {"id": "n2", "task": "Succeed"}], "loose": ["n2"]}"#,
    );
    studio.wait_until(|studio| studio.shows("File lib/many.bt.json"));
    click_card(&mut studio);
    studio.menu("Node > Subtree > Choose tree to run…");
    studio.wait_for("Patrol");
    studio.keys("`patrol` Enter");
    let node = studio.document();
    let node = node.node(&"n1".into()).unwrap();
    assert_eq!(node.text_parameter("file"), "../lib/many.bt.json");
    assert_eq!(node.text_parameter("tree"), "Patrol");
    // The search on the canvas and the palette have it, too.
    studio.keys("Space `patrol`");
    studio.steps(10);
    studio.keys("Enter");
    let added = studio.selected();
    assert_ne!(added, "n1");
    let node = studio.document();
    assert_eq!(
        node.node(&(&*added).into()).unwrap().text_parameter("tree"),
        "Patrol"
    );
    studio.search("Search nodes", "patrol");
    studio.must_show(&["Tree: Patrol in lib/many.bt.json"]);
}

/// A leaf that names an event.
fn event_leaf(task: &str) -> String {
    format!(
        r#"{{"format": "treewright", "version": 1, "root": "n1", "libraries": ["../lib/arms.tasks.json"], "nodes": [
    {{"id": "n1", "task": "Sequence", "children": ["n2", "n3"]}},
    {{"id": "n2", "task": "{task}", "parameters": {{"name": "alarm"}}}}, {{"id": "n3", "task": "Shoot"}}
]}}"#
    )
}

/// An editor on a tree of a project in which another one has the same event, and a task of the same library.
fn project_with_events() -> Studio {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    let library = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action"}]}"#;
    write(&first.path("game/lib/arms.tasks.json"), library);
    write(
        &first.path("game/ai/open.bt.json"),
        &event_leaf("HasReceivedEvent"),
    );
    write(
        &first.path("game/ai/closed.bt.json"),
        &event_leaf("SendEvent"),
    );
    first.started_again(&[first.path("game/ai/open.bt.json")])
}

#[test]
fn an_event_is_found_and_renamed_in_the_whole_project() {
    let mut studio = project_with_events();
    let before = files(&studio);
    studio.get("Event alarm").click_secondary();
    studio.steps(3);
    studio.click("Find uses");
    studio.wait_until(|studio| studio.shows_part("closed.bt.json: 1 match"));
    studio.click("Event alarm > Rename…");
    studio.fill("New name", "siren");
    studio.wait_for("Rename there, too");
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"siren\""));
    assert!(studio.read("game/ai/open.bt.json").contains("\"siren\"") && !studio.is_dirty());
    assert!(studio.shows("Event siren"));
    studio.front_select("n1");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn an_event_is_renamed_everywhere_beside_the_field_of_a_node() {
    let mut studio = project_with_events();
    studio.front_select("n2");
    studio.steps(3);
    studio.click("Find usages of event “alarm”");
    studio.wait_until(|studio| studio.shows_part("closed.bt.json: 1 match"));
    studio.click("Rename event “alarm” everywhere…");
    studio.fill("New name", "siren");
    studio.wait_for("Rename there, too");
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"siren\""));
    assert!(studio.shows("Event siren"));
}

#[test]
fn a_task_of_a_library_is_renamed_with_all_that_use_it() {
    let mut studio = project_with_events();
    studio.search("Search nodes", "shoot");
    studio.get("Nodes: Shoot").click_secondary();
    studio.steps(3);
    studio.click("Rename…");
    studio.fill("New name", "Fire");
    studio.wait_for("Rename there, too");
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("game/lib/arms.tasks.json").contains("\"Fire\""));
    studio.must_say("2 references follow");
    assert!(studio.read("game/ai/closed.bt.json").contains("\"Fire\""));
    // What the program wrote itself is no news.
    for _ in 0..40 {
        studio.steps(1);
        assert!(!studio.notice().contains("Reloaded"));
    }
    studio.wait_until(|studio| studio.front(|front| front.diagnostics().is_empty()));
    assert!(!studio.is_dirty());
}

#[test]
fn a_task_keeps_its_name_if_the_new_one_is_taken_and_another_can_be_typed_at_once() {
    let mut studio = project_with_events();
    studio.search("Search nodes", "shoot");
    studio.get("Nodes: Shoot").click_secondary();
    studio.steps(3);
    studio.click("Rename…");
    studio.fill("New name", "Wait");
    studio.must_say("a built-in node has the name");
    studio.steps(3);
    studio.type_text("Fire");
    studio.keys("Enter");
    studio.wait_for("Rename there, too");
    studio.click("Rename there, too");
    studio.wait_until(|studio| studio.read("game/lib/arms.tasks.json").contains("\"Fire\""));
    assert!(!studio.shows("New name"));
}

#[test]
fn closed_files_that_use_a_renamed_event_or_task_are_left_if_wished() {
    let mut studio = project_with_events();
    let before = files(&studio);
    studio.click("Event alarm > Rename…");
    studio.fill("New name", "siren");
    studio.wait_for("Leave them");
    studio.must_show_part(&["1 more use in 1 closed file", "ai/closed.bt.json"]);
    studio.click("Leave them");
    studio.wait_until(|studio| studio.read("game/ai/open.bt.json").contains("\"siren\""));
    assert!(studio.read("game/ai/closed.bt.json").contains("\"alarm\""));
    studio.search("Search nodes", "shoot");
    studio.get("Nodes: Shoot").click_secondary();
    studio.steps(3);
    studio.click("Rename…");
    studio.fill("New name", "Fire");
    studio.wait_for("Leave them");
    studio.click("Leave them");
    studio.wait_until(|studio| studio.read("game/lib/arms.tasks.json").contains("\"Fire\""));
    assert!(studio.read("game/ai/closed.bt.json").contains("\"Shoot\""));
    let renamed = files(&studio);
    studio.front_select("n1");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.read("game/ai/open.bt.json").contains("\"Shoot\""));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.read("game/ai/open.bt.json").contains("\"siren\""));
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| files(studio) == renamed);
}

/// Selects the only node of the open tree and changes its comment.
fn comment(studio: &mut Studio, card: &str, text: &str) {
    click_card_called(studio, card);
    studio.fill_in("Comment", text);
    studio.steps(3);
}

fn comment_of(studio: &Studio) -> String {
    studio.front(|front| front.document().node(&"n1".into()).unwrap().comment.clone())
}

#[test]
fn undoing_a_move_leaves_what_was_written_in_the_moved_document() {
    for by_key in [true, false] {
        let mut studio = project();
        studio.double_click("File lib/callee.bt.json");
        comment(&mut studio, "Last", "mine");
        studio.keys("Ctrl+S");
        studio.wait_until(|studio| studio.read("game/lib/callee.bt.json").contains("mine"));
        let before = files(&studio);
        rename_callee(&mut studio);
        if by_key {
            click_card_called(&mut studio, "Last");
            studio.keys("Ctrl+Z");
        } else {
            studio.click("Undo the last change of files");
        }
        studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
        assert_eq!(files(&studio), before);
        assert_eq!(comment_of(&studio), "mine");
        assert!(!studio.is_dirty());
        click_card_called(&mut studio, "Last");
        studio.keys("Ctrl+Z");
        studio.steps(5);
        assert_eq!(
            comment_of(&studio),
            "",
            "then the edit before the move is undone"
        );
        studio.keys("Ctrl+Y Ctrl+Y");
        studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
        assert_eq!(comment_of(&studio), "mine");
    }
}

#[test]
fn files_that_nobody_changed_since_come_back_byte_for_byte() {
    let mut studio = project();
    let before = studio.read("game/ai/closed.bt.json");
    rename_callee(&mut studio);
    comment(&mut studio, "Far", "mine");
    studio.keys("Ctrl+S");
    studio.wait_until(|studio| studio.read("game/ai/open.bt.json").contains("mine"));
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(studio.read("game/ai/closed.bt.json"), before);
    let open = studio.read("game/ai/open.bt.json");
    assert!(open.contains("mine") && open.contains("../lib/callee.bt.json"));
}

#[test]
fn undo_in_a_document_that_was_changed_back_redoes_the_rename() {
    let mut studio = project();
    rename_callee(&mut studio);
    comment(&mut studio, "Far", "mine");
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
    assert_eq!(reference(&studio), "../lib/last.bt.json");
    assert_eq!(comment_of(&studio), "mine");
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.steps(5);
    assert_eq!(
        (comment_of(&studio), reference(&studio)),
        (String::new(), "../lib/last.bt.json".to_owned())
    );
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
    // And all the way forward: the last redo undoes the rename again, as the panel did.
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
    studio.keys("Ctrl+Y");
    studio.steps(5);
    assert_eq!(
        (&*comment_of(&studio), &*reference(&studio)),
        ("mine", "../lib/last.bt.json")
    );
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert_eq!(
        (&*comment_of(&studio), &*reference(&studio)),
        ("mine", "../lib/callee.bt.json")
    );
}

#[test]
fn a_move_by_a_path_that_goes_up_is_undone_as_a_whole() {
    let mut studio = project();
    let before = files(&studio);
    studio.click("File ai/open.bt.json");
    studio.keys("F2 `../tests/open` Enter");
    studio.wait_until(|studio| studio.shows("File tests/open.bt.json"));
    assert!(studio.notice().contains("tests/open.bt.json") && !studio.notice().contains(".."));
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File ai/open.bt.json"));
    assert_eq!(files(&studio), before);
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
}

#[test]
fn a_version_from_before_a_move_finds_its_files_from_where_the_file_is_now() {
    let mut studio = project();
    click_card(&mut studio);
    studio.keys("F2 `Near` Enter Ctrl+S");
    studio.click("File ai/open.bt.json");
    studio.keys("F2 `../deep/est/open` Enter");
    studio.wait_until(|studio| studio.shows("File deep/est/open.bt.json"));
    studio.keys("Ctrl+Shift+P `Earlier versions` Enter");
    studio.steps(3);
    studio.must_show(&["changes 1 node"]);
    // What is being looked at follows the file, back and forth.
    studio.click("Compare: just now");
    studio.must_show_part(&["version replaced just now"]);
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.shows("File ai/open.bt.json"));
    studio.click("Redo the change of files");
    studio.wait_until(|studio| studio.shows("File deep/est/open.bt.json"));
    studio.must_show_part(&["version replaced just now", "1 change"]);
    studio.click("Restore this version");
    assert!(studio.shows("Far (Subtree)"));
    assert_eq!(reference(&studio), "../../lib/callee.bt.json");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
}

#[test]
fn what_is_replaced_in_the_whole_project_is_replaced_in_closed_files_after_a_question() {
    let mut studio = project();
    let before = files(&studio);
    replace_everywhere(&mut studio);
    studio.must_show_part(&["ai/closed.bt.json", "1 match"]);
    studio.click("Replace there, too");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"Near\""));
    assert!(!studio.is_dirty() && studio.shows("Near (Subtree)"));
    studio.wait_until(|studio| studio.shows("Replaced 2 matches"));
    click_card_called(&mut studio, "Near");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
    assert!(!studio.is_dirty() && studio.shows("Far (Subtree)"));
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"Near\""));
    assert!(studio.shows("Near (Subtree)"));
    studio.show_panel("Project");
    studio.click("Folder ai");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn a_replacement_is_undone_in_files_that_changed_since_or_refused_as_a_whole() {
    let mut studio = project();
    replace_everywhere(&mut studio);
    studio.click("Replace there, too");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"Near\""));
    let closed = studio.path("game/ai/closed.bt.json");
    let replaced = studio.read("game/ai/closed.bt.json");
    // Another program changes something else.
    let other = replaced.replace(
        "\"version\": 1,",
        "\"version\": 1, \"description\": \"mine\",",
    );
    assert_ne!(other, replaced);
    write(&closed, &other);
    studio.show_panel("Project");
    studio.click("Folder ai");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"Far\""));
    assert!(studio.read("game/ai/closed.bt.json").contains("mine"));
    assert!(studio.shows("Far (Subtree)"));
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"Near\""));
    // It changes the same place.
    let other = studio
        .read("game/ai/closed.bt.json")
        .replace("Near", "Elsewhere");
    write(&closed, &other);
    studio.keys("Ctrl+Z");
    studio.steps(10);
    studio.must_say("ai/closed.bt.json");
    assert!(studio.read("game/ai/closed.bt.json").contains("Elsewhere"));
    assert!(studio.shows("Near (Subtree)"), "nothing is half undone");
}

#[test]
fn a_tree_that_is_saved_outside_of_its_project_says_what_it_loses() {
    let mut studio = project();
    studio.dialog_gives(&studio.path("outside.bt.json"));
    studio.keys("Ctrl+Shift+S");
    studio.wait_until(|studio| studio.path("outside.bt.json").exists());
    studio.steps(2);
    studio.must_say("1 file that this tree uses is not found from there");
    // Back in the project, the references lead to the same files again.
    studio.dialog_gives(&studio.path("game/back.bt.json"));
    studio.keys("Ctrl+Shift+S");
    studio.wait_until(|studio| studio.path("game/back.bt.json").exists());
    assert_eq!(reference(&studio), "lib/callee.bt.json");
}

#[test]
fn a_reference_is_not_replaced_alone_and_says_so() {
    let mut studio = project();
    studio.keys("Ctrl+F `callee`");
    studio.fill_in("Replace with", "other");
    studio.click("Replace");
    studio.must_say("This node runs a tree or file of this name.");
    studio.click("Replace all");
    studio.must_say("or a file or tree that a node runs");
    assert_eq!(reference(&studio), "../lib/callee.bt.json");
    assert!(!studio.is_dirty());
}

#[test]
fn another_file_is_chosen_with_the_tree_that_ran() {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    let part = r#"{"format": "treewright", "version": 1, "root": "n1", "trees": [{"name": "Bark", "root": "n2"}], "loose": ["n2"],
        "nodes": [{"id": "n1", "task": "Wait"}, {"id": "n2", "task": "Idle", "x": 300}]}"#;
    write(&first.path("game/moved.bt.json"), part);
    write(
        &first.path("game/dog.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
            {"id": "n1", "task": "Subtree", "parameters": {"file": "part.bt.json", "tree": "Bark"}}]}"#,
    );
    let mut studio = first.started_again(&[first.path("game/dog.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File moved.bt.json"));
    studio.steps(30);
    studio.click("Problems (1)");
    studio.click("Choose another file…");
    studio.type_text("moved");
    studio.keys("Enter");
    studio.steps(5);
    let node = studio.document().node(&"n1".into()).unwrap().clone();
    assert_eq!(node.text_parameter("file"), "moved.bt.json");
    assert_eq!(node.text_parameter("tree"), "Bark");
}

#[test]
fn a_tree_or_variable_that_closed_files_use_goes_only_after_a_question() {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    write(
        &first.path("game/lib.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "variables": [{"name": "loud", "type": "bool", "scope": "subtree", "initial": false}],
            "trees": [{"name": "Bark", "root": "n2"}], "loose": ["n2"],
            "nodes": [{"id": "n1", "task": "Wait", "name": "Rest"}, {"id": "n2", "task": "Idle", "name": "Woof", "x": 300}]}"#,
    );
    write(
        &first.path("game/ai/dog.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
            {"id": "n1", "task": "Subtree", "parameters": {"file": "../lib.bt.json", "tree": "Bark", "loud": true}}]}"#,
    );
    let mut studio = first.started_again(&[first.path("game/lib.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File ai/dog.bt.json"));
    studio.steps(30);
    click_card_called(&mut studio, "Woof");
    studio.keys("Delete");
    studio.must_show_part(&["Remove something that other files use?", "ai/dog.bt.json"]);
    assert!(studio.is_on_canvas("Woof"));
    studio.click("Show uses");
    studio.wait_until(|studio| studio.shows_part("dog.bt.json: 1 match"));
    click_card_called(&mut studio, "Woof");
    studio.keys("Delete");
    studio.click("Remove");
    studio.wait_until(|studio| !studio.is_on_canvas("Woof"));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.is_on_canvas("Woof"));
    studio.show_panel("Blackboard");
    studio.click("More options for loud > Remove");
    studio.must_show_part(&["loud is used in 1 file", "ai/dog.bt.json"]);
    studio.keys("Escape");
    assert!(studio.front(|front| front.document().variable("loud").is_some()));
}

/// A caller of a closed file that declares the variable, with unsaved work or not.
fn replace_variable_of_closed_file(has_unsaved_work: bool) -> Studio {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    write(
        &first.path("game/part.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "variables": [{"name": "loud", "type": "bool", "scope": "subtree", "initial": false}],
            "nodes": [{"id": "n1", "task": "Wait"}]}"#,
    );
    write(
        &first.path("game/open.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
            {"id": "n1", "task": "Subtree", "name": "Far", "parameters": {"file": "part.bt.json", "loud": true}, "x": 0, "y": 0}]}"#,
    );
    let mut studio = first.started_again(&[first.path("game/open.bt.json")]);
    if has_unsaved_work {
        comment(&mut studio, "Far", "mine");
    }
    studio.keys("Ctrl+F `loud`");
    studio.click("Search in > Entire project");
    studio.wait_until(|studio| studio.shows_part("part.bt.json: 1 match"));
    studio.fill_in("Replace with", "noisy");
    studio.click("Replace all");
    studio.wait_for("Replace in closed files, too?");
    studio.click("Replace there, too");
    studio.wait_until(|studio| studio.read("game/part.bt.json").contains("noisy"));
    studio
}

fn sets(studio: &Studio) -> String {
    studio.front(|front| {
        let node = front.document().node(&"n1".into()).unwrap();
        let names: Vec<&str> = node.parameters.keys().map(|name| &**name).collect();
        names.join(" ")
    })
}

/// An open file whose variable has a name that another closed file also has, each with a closed caller.
fn two_loud_parts() -> Studio {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    for part in ["a", "b"] {
        write(
            &first.path(&format!("game/{part}.bt.json")),
            r#"{"format": "treewright", "version": 1, "root": "n1", "variables": [{"name": "loud", "type": "bool", "scope": "subtree", "initial": false}],
                "nodes": [{"id": "n1", "task": "Wait", "name": "Rest"}]}"#,
        );
        write(
            &first.path(&format!("game/runs_{part}.bt.json")),
            &format!(
                r#"{{"format": "treewright", "version": 1, "root": "n1", "nodes": [
                {{"id": "n1", "task": "Subtree", "name": "Far", "parameters": {{"file": "{part}.bt.json", "loud": true}}}}]}}"#
            ),
        );
    }
    let files = ["runs_b.bt.json", "a.bt.json"].map(|file| first.path(&format!("game/{file}")));
    let mut studio = first.started_again(&files);
    studio.keys("Ctrl+F `loud`");
    studio.fill_in("Replace with", "noisy");
    studio
}

#[test]
fn replacing_in_one_document_takes_along_its_users_alone() {
    for button in ["Replace", "Replace all"] {
        let mut studio = two_loud_parts();
        let before = files(&studio);
        studio.click(button);
        studio.wait_until(|studio| studio.shows_part("closed files, too?"));
        assert!(studio.shows_part("runs_a.bt.json"));
        studio.click(if button == "Replace" {
            "Rename there, too"
        } else {
            "Replace there, too"
        });
        studio.wait_until(|studio| studio.read("game/runs_a.bt.json").contains("noisy"));
        assert!(studio.read("game/a.bt.json").contains("noisy"));
        for file in ["game/b.bt.json", "game/runs_b.bt.json"] {
            assert!(
                studio.read(file).contains("loud"),
                "{file} has another variable"
            );
        }
        studio.keys("Ctrl+Tab");
        assert_eq!(sets(&studio), "file loud");
        studio.keys("Ctrl+Tab");
        click_card_called(&mut studio, "Rest");
        studio.keys("Ctrl+Z");
        studio.wait_until(|studio| files(studio) == before);
    }
}

#[test]
fn an_open_document_follows_what_is_replaced_in_closed_files() {
    for has_unsaved_work in [false, true] {
        let mut studio = replace_variable_of_closed_file(has_unsaved_work);
        assert_eq!(sets(&studio), "file noisy");
        assert_eq!(studio.is_dirty(), has_unsaved_work);
        studio.steps(10);
        assert!(studio.front(|front| front.diagnostics().is_empty()));
        click_card(&mut studio);
        studio.keys("Ctrl+S");
        studio.wait_until(|studio| !studio.is_dirty());
        click_card(&mut studio);
        studio.keys("Ctrl+Z");
        studio.wait_until(|studio| studio.read("game/part.bt.json").contains("loud"));
        assert_eq!(sets(&studio), "file loud");
        studio.keys("Ctrl+Y");
        studio.wait_until(|studio| studio.read("game/part.bt.json").contains("noisy"));
        assert_eq!(sets(&studio), "file noisy");
        studio.keys("Ctrl+Z");
        studio.wait_until(|studio| studio.read("game/part.bt.json").contains("loud"));
        studio.keys("Ctrl+Z");
        studio.steps(5);
        assert_eq!(sets(&studio), "file loud");
        assert_eq!(comment_of(&studio), "");
    }
}

#[test]
fn scenarios_and_libraries_are_found_and_follow_what_is_replaced() {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    write(
        &first.path("game/goblin.bt.json"),
        r#"{"format": "treewright", "version": 1, "root": "n1", "libraries": ["goblins.tasks.json"],
            "variables": [{"name": "goblins", "type": "int", "initial": 2}],
            "nodes": [{"id": "n1", "task": "Wait", "name": "Goblin waits"}]}"#,
    );
    write(
        &first.path("game/goblins.tasks.json"),
        r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Bite", "category": "Action", "summary": "What goblins do."}]}"#,
    );
    write(
        &first.path("game/goblin.scenario.json"),
        r#"{"format": "treewright-scenario", "version": 1, "name": "Many goblins", "frames": 2,
            "steps": [{"frame": 2, "set": {"goblins": 3}, "expect": {"nodes": {"Goblin waits": "Running"}}}]}"#,
    );
    let mut studio = first.started_again(&[first.path("game/goblin.bt.json")]);
    let before = files(&studio);
    studio.keys("Ctrl+F `what goblins do`");
    studio.click("Search in > Entire project");
    studio.wait_until(|studio| studio.shows_part("goblins.tasks.json: 1 match"));
    studio.keys("Ctrl+F `goblin`");
    studio.wait_until(|studio| studio.shows_part("goblin.scenario.json: 3 matches"));
    studio.keys("Ctrl+F `many goblins`");
    studio.wait_until(|studio| studio.shows_part("goblin.scenario.json: 1 match"));
    studio.click("Match: Many goblins, Scenario · Name");
    studio.wait_until(|studio| studio.frame_shown() == 2);
    studio.keys("Ctrl+F `goblin`");
    studio.wait_until(|studio| studio.shows_part("goblin.scenario.json: 3 matches"));
    studio.fill_in("Replace with", "Orc");
    studio.click("Replace all");
    studio.wait_for("Replace in closed files, too?");
    studio.click("Replace there, too");
    studio.wait_until(|studio| {
        studio
            .read("game/goblins.tasks.json")
            .contains("What Orcs do.")
    });
    let scenario = studio.read("game/goblin.scenario.json");
    for text in ["Many Orcs", "\"Orcs\": 3", "\"Orc waits\""] {
        assert!(scenario.contains(text), "{text} in {scenario}");
    }
    studio.show_panel("Scenarios");
    studio.click("Run all");
    studio.wait_until(|studio| studio.shows_part("1 passed"));
    studio.show_panel("Project");
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn a_folder_above_becomes_the_project_folder_so_that_a_file_there_can_be_used() {
    let first = Studio::empty();
    write(&first.path("game/lib/callee.bt.json"), CALLEE);
    write(
        &first.path("game/ai/open.bt.json"),
        &caller("../lib/callee.bt.json"),
    );
    let mut studio = first.started_again(&[first.path("game/ai/open.bt.json")]);
    studio.click("Problems (1)");
    studio.click("Make “game” the project folder");
    studio.steps(5);
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    // The same from outside.
    fs::remove_file(studio.path("game/treewright.project.json")).unwrap();
    studio.wait_until(|studio| studio.shows("File open.bt.json, 1 error"));
}

#[test]
fn no_folder_above_is_offered_where_the_nearest_one_is_marked() {
    let first = Studio::empty();
    write(&first.path("game/ai/treewright.project.json"), "{}");
    write(&first.path("game/lib/callee.bt.json"), CALLEE);
    let caller = caller("../lib/callee.bt.json");
    write(&first.path("game/ai/open.bt.json"), &caller);
    let mut studio = first.started_again(&[first.path("game/ai/open.bt.json")]);
    studio.click("Problems (1)");
    studio.wait_for("Choose another file…");
    assert!(!studio.shows_part("Make “game”"), "it would not help");
}

#[test]
fn a_folder_that_a_rename_made_goes_when_the_rename_is_undone() {
    let mut studio = project();
    studio.click("File lib/callee.bt.json");
    studio.keys("F2 `deep/down/last` Enter");
    studio.wait_until(|studio| studio.shows("File lib/deep/down/last.bt.json"));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    assert!(!studio.path("game/lib/deep").exists());
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.path("game/lib/deep/down/last.bt.json").exists());
    write(&studio.path("game/lib/deep/note.txt"), "mine");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.path("game/lib/callee.bt.json").exists());
    assert_eq!(studio.read("game/lib/deep/note.txt"), "mine");
}

#[test]
fn a_renamed_variable_is_set_in_all_files_later_if_they_were_left_at_first() {
    let first = two_loud_parts();
    let third = first.read("game/runs_a.bt.json");
    write(&first.path("game/also_runs_a.bt.json"), &third);
    let mut studio = first.started_again(&[first.path("game/a.bt.json")]);
    studio.keys("Ctrl+F `loud`");
    studio.fill_in("Replace with", "noisy");
    studio.click("Replace");
    studio.wait_for("Leave them");
    studio.click("Leave them");
    studio.must_say("Not changed: 2 more uses in 2 closed files");
    studio.keys("Ctrl+S");
    let before = files(&studio);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File also_runs_a.bt.json"));
    studio.double_click("File runs_a.bt.json");
    studio.click("Problems (1)");
    studio.wait_for("Rename to noisy in all 2 files");
    studio.click("Rename to noisy in all 2 files");
    studio.wait_until(|studio| studio.front(|front| front.diagnostics().is_empty()));
    assert_eq!(sets(&studio), "file noisy");
    for file in ["game/runs_a.bt.json", "game/also_runs_a.bt.json"] {
        assert!(studio.read(file).contains("noisy"), "{file}");
    }
    assert!(studio.read("game/runs_b.bt.json").contains("loud"));
    click_card_called(&mut studio, "Far");
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn a_file_that_was_opened_after_a_step_follows_when_it_is_undone() {
    let mut studio = project();
    let before = files(&studio);
    replace_everywhere(&mut studio);
    studio.click("Replace there, too");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"Near\""));
    studio.show_panel("Project");
    studio.double_click("File ai/closed.bt.json");
    assert!(studio.shows("Near (Subtree)"));
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| files(studio) == before);
    assert!(
        studio.shows("Far (Subtree)") && !studio.is_dirty(),
        "the document is as its file"
    );
}

#[test]
fn what_came_into_a_new_folder_since_does_not_go_with_it() {
    let mut studio = project();
    studio.click("New in this project > New folder…");
    studio.keys("`deep` Enter");
    studio.wait_until(|studio| studio.shows("Folder deep"));
    write(&studio.path("game/deep/own.bt.json"), CALLEE);
    studio.wait_until(|studio| studio.shows("File deep/own.bt.json"));
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| studio.notice().contains("was changed since"));
    assert!(studio.path("game/deep/own.bt.json").exists());
}

#[test]
fn a_document_is_not_undone_into_a_state_that_its_project_has_left() {
    let mut studio = project();
    rename_callee(&mut studio);
    studio.click("New in this project > New folder…");
    studio.keys("`deep` Enter");
    studio.wait_until(|studio| studio.shows("Folder lib/deep"));
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.must_say("First undo the later changes of files");
    assert_eq!(reference(&studio), "../lib/last.bt.json");
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| !studio.shows("Folder lib/deep"));
    click_card(&mut studio);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| studio.shows("File lib/callee.bt.json"));
    // The same forward.
    click_card(&mut studio);
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.shows("File lib/last.bt.json"));
    assert_eq!(reference(&studio), "../lib/last.bt.json");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
}

#[test]
fn a_deletion_names_unsaved_work_and_scenarios_that_belong_to_the_tree_by_their_names() {
    let mut studio = project();
    write(
        &studio.path("game/ai/lone.scenario.json"),
        r#"{"format": "treewright-scenario", "version": 1, "name": "S", "frames": 3}"#,
    );
    write(&studio.path("game/ai/lone.bt.json"), CALLEE);
    studio.wait_until(|studio| studio.shows("File ai/lone.bt.json"));
    let free = studio.card("Far").center_bottom() + egui::vec2(0.0, 120.0);
    studio.drag_to("File ai/lone.bt.json", free);
    assert!(studio.is_dirty());
    studio.click("File ai/lone.bt.json");
    studio.keys("Delete");
    studio.wait_for("Move a file that is used to the trash?");
    studio.must_show(&["ai/lone.scenario.json", "ai/open.bt.json"]);
}

#[test]
fn each_project_has_an_undo_list_of_its_own() {
    let mut studio = project();
    studio.click("New in this project > New folder…");
    studio.keys("`deep` Enter");
    studio.wait_until(|studio| studio.shows("Folder deep"));
    studio.dialog_gives(&studio.path("other"));
    studio.menu("File > Project > New project…");
    studio.wait_until(|studio| studio.shows("File main.bt.json"));
    studio.click("File main.bt.json");
    studio.keys("Ctrl+Z");
    studio.steps(10);
    assert!(
        studio.path("game/deep").is_dir(),
        "another project is left alone"
    );
    assert!(studio.path("other/main.bt.json").is_file());
}

#[test]
fn what_was_deleted_from_a_filtered_list_is_undone_by_the_same_keyboard() {
    let mut studio = project();
    let before = files(&studio);
    studio.search("Search project", "closed");
    studio.click("File ai/closed.bt.json");
    studio.keys("Delete");
    studio.wait_until(|studio| !studio.path("game/ai/closed.bt.json").exists());
    studio.wait_until(|studio| studio.shows("File ai/open.bt.json"));
    studio.steps(3);
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
}

#[test]
fn the_field_for_a_new_name_comes_into_sight_in_a_list_that_was_scrolled() {
    let first = project();
    for number in 0..200 {
        write(
            &first.path(&format!("game/many/tree{number:03}.bt.json")),
            CALLEE,
        );
    }
    let mut studio = first.started_again(&[first.path("game/ai/open.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("File many/tree000.bt.json"));
    studio.click("Folder ai");
    let row = studio.get("Folder ai").rect().center();
    let wheel = egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -2000.0),
        phase: egui::TouchPhase::Move,
        modifiers: egui::Modifiers::NONE,
        source: egui::MouseWheelSource::Wheel,
    };
    studio.frame([egui::Event::PointerMoved(row), wheel]);
    studio.steps(20);
    studio.click("New in this project > New folder…");
    studio.wait_for("Name of the new folder");
    studio.steps(3);
    studio.keys("`deep` Enter");
    studio.wait_until(|studio| studio.path("game/ai/deep").is_dir());
}

#[test]
fn a_new_project_has_a_first_tree_and_its_own_folder() {
    let mut studio = Studio::empty();
    let folder = studio.path("shooter");
    studio.dialog_gives(&folder);
    studio.menu("File > Project > New project…");
    studio.wait_until(|studio| studio.shows("File main.bt.json"));
    assert!(studio.path("shooter/treewright.project.json").is_file());
    studio.front(|front| assert_eq!(front.path(), Some(&*folder.join("main.bt.json"))));
    // A folder of it belongs to it already, and a folder with trees keeps them.
    studio.dialog_gives(&studio.path("shooter/ai"));
    studio.menu("File > Project > New project…");
    studio.wait_until(|studio| studio.shows_part("already belongs to the project"));
    assert!(!studio.path("shooter/ai").exists(), "nothing is made");
    write(&studio.path("older/guard.bt.json"), CALLEE);
    studio.dialog_gives(&studio.path("older"));
    studio.menu("File > Project > New project…");
    studio.wait_until(|studio| studio.shows("File guard.bt.json"));
    assert_eq!(studio.read("older/guard.bt.json"), CALLEE);
    assert!(!studio.path("older/main.bt.json").exists());
}

/// The task libraries that a tree of the project names.
fn libraries(studio: &Studio, tree: &str) -> Vec<String> {
    let text: serde_json::Value = serde_json::from_str(&studio.read(tree)).unwrap();
    let named = text["libraries"].as_array().into_iter().flatten();
    named
        .map(|path| path.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn a_library_is_used_in_one_tree_by_a_click_and_in_all_by_one_step() {
    const ARMS: &str = r#"{"format": "treewright-tasks", "version": 1, "tasks": [{"name": "Shoot", "category": "Action"}]}"#;
    let mut studio = project();
    write(&studio.path("game/lib/arms.tasks.json"), ARMS);
    studio.wait_until(|studio| studio.shows("File lib/arms.tasks.json"));
    let before = files(&studio);
    studio.show_panel("Nodes");
    studio.reach("Use the tasks of lib/arms.tasks.json in this tree");
    studio.wait_until(|studio| studio.shows("Nodes: Shoot"));
    assert!(!studio.shows("Use the tasks of lib/arms.tasks.json in this tree"));
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| !studio.shows("Nodes: Shoot"));
    studio.show_panel("Project");
    studio.get("File lib/arms.tasks.json").click_secondary();
    studio.steps(3);
    studio.click("Use in all trees of the project");
    studio.must_say("All trees use lib/arms.tasks.json");
    assert_eq!(
        libraries(&studio, "game/ai/closed.bt.json"),
        ["../lib/arms.tasks.json"]
    );
    assert_eq!(
        libraries(&studio, "game/lib/callee.bt.json"),
        ["arms.tasks.json"]
    );
    assert!(studio.document().libraries == ["../lib/arms.tasks.json"] && !studio.is_dirty());
    // A new tree uses what all use.
    studio.click("New in this project > New tree…");
    studio.keys("`fresh` Enter");
    studio.wait_until(|studio| studio.path("game/lib/fresh.bt.json").exists());
    assert_eq!(
        libraries(&studio, "game/lib/fresh.bt.json"),
        ["arms.tasks.json"]
    );
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| !studio.path("game/lib/fresh.bt.json").exists());
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| files(studio) == before);
    assert!(studio.document().libraries.is_empty() && !studio.is_dirty());
}

#[test]
fn an_open_tree_keeps_its_layout_when_a_folder_that_it_uses_gets_a_longer_name() {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    write(&first.path("game/lib/callee.bt.json"), CALLEE);
    let children: Vec<String> = (2..10).map(|number| format!("\"n{number}\"")).collect();
    let nodes = (2..10).map(|number| {
        let x = number * 200;
        if number % 3 == 0 {
            format!(r#"{{"id": "n{number}", "task": "Wait", "x": {x}, "y": 100}}"#)
        } else {
            format!(
                r#"{{"id": "n{number}", "task": "Subtree", "parameters": {{"file": "../lib/callee.bt.json"}}, "x": {x}, "y": 100}}"#
            )
        }
    });
    let nodes: Vec<String> = nodes.collect();
    let text = format!(
        r#"{{"format": "treewright", "version": 1, "root": "n1", "nodes": [
    {{"id": "n1", "task": "Sequence", "children": [{}], "x": 1000, "y": 0}}, {}]}}"#,
        children.join(", "),
        nodes.join(", ")
    );
    write(&first.path("game/ai/open.bt.json"), &text);
    let mut studio = first.started_again(&[first.path("game/ai/open.bt.json")]);
    studio.show_panel("Project");
    studio.wait_until(|studio| studio.shows("Folder lib"));
    let before = files(&studio);
    let places = |studio: &Studio| -> Vec<_> {
        let document = studio.document();
        document.nodes().map(|node| node.position).collect()
    };
    let places_before = places(&studio);
    studio.click("Folder lib");
    studio.keys("F2 `a-much-longer-name-for-a-library-of-behaviors` Enter");
    studio.wait_until(|studio| !studio.shows("Folder lib"));
    assert!(places(&studio) == places_before && !studio.is_dirty());
    assert_eq!(studio.covered_cards(), []);
    studio.click("Undo the last change of files");
    studio.wait_until(|studio| files(studio) == before);
    studio.focus_canvas();
    studio.keys("Ctrl+Z");
    assert!(places(&studio) == places_before && !studio.is_dirty());
}

#[test]
fn an_event_that_was_renamed_in_two_open_documents_is_undone_in_both() {
    let first = project_with_events();
    let open = ["closed", "open"].map(|name| first.path(&format!("game/ai/{name}.bt.json")));
    let mut studio = first.started_again(&open);
    let before = files(&studio);
    studio.click("Event alarm > Rename…");
    studio.fill("New name", "siren");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"siren\""));
    studio.focus_canvas();
    studio.keys("Ctrl+Z");
    studio.wait_until(|studio| files(studio) == before);
    for _ in 0..2 {
        assert!(!studio.is_dirty());
        let document = studio.document();
        let named = |name: &str| {
            document
                .nodes()
                .any(|node| node.text_parameter("name") == name)
        };
        assert!(named("alarm") && !named("siren"));
        studio.keys("Ctrl+Tab");
    }
    studio.focus_canvas();
    studio.keys("Ctrl+Y");
    studio.wait_until(|studio| studio.read("game/ai/closed.bt.json").contains("\"siren\""));
    assert!(!studio.is_dirty());
}

#[test]
fn long_names_give_way_to_the_number_of_errors_and_stay_distinct() {
    let first = Studio::empty();
    write(&first.path("game/treewright.project.json"), "{}");
    let long = "a_tree_with_a_rather_long_name_number";
    for end in ["one", "two"] {
        let path = format!("game/in/some/deeper/folder/{long}_{end}.bt.json");
        write(&first.path(&path), &caller("missing.bt.json"));
    }
    write(&first.path("game/open.bt.json"), CALLEE);
    let mut studio = first.started_again(&[first.path("game/open.bt.json")]);
    studio.show_panel("Project");
    let row = |end: &str| format!("File in/some/deeper/folder/{long}_{end}.bt.json, 1 error");
    studio.wait_for(&row("two"));
    for end in ["one", "two"] {
        let shown = studio.texts_in(studio.get(&row(end)).rect());
        let (name, count) = (&shown[0], &shown[1]);
        assert!(name.starts_with("a_") && name.contains('…'), "{name}");
        assert!(name.ends_with(end), "{name}");
        assert_eq!(count.trim_end_matches(" error"), "1");
    }
}

#[test]
fn the_card_of_a_file_draws_its_tree_and_says_what_uses_it() {
    let mut studio = project();
    let drawing = "Drawing of lib/callee.bt.json";
    let row = "File lib/callee.bt.json";
    studio.get(row).hover();
    studio.wait_for(drawing);
    studio.must_show(&["1 node"]);
    studio.must_show(&["Used by closed, open and callee.scenario"]);
    let card = studio.get(drawing).rect();
    assert!(!card.intersects(studio.get(row).rect()));
    studio.get("File ai/closed.bt.json").hover();
    studio.wait_for("Drawing of ai/closed.bt.json");
    studio.must_show(&["Uses callee"]);
    assert!(!studio.shows(drawing));
}

#[test]
fn the_card_of_a_file_comes_by_keyboard_and_goes_with_the_next_deed() {
    let mut studio = project();
    let drawing = "Drawing of ai/open.bt.json";
    studio.click("File ai/closed.bt.json");
    studio.keys("ArrowDown");
    studio.wait_for(drawing);
    studio.keys("Escape");
    assert!(!studio.shows(drawing));
    studio.keys("ArrowUp ArrowDown");
    studio.wait_for(drawing);
    studio.keys("F2");
    assert!(!studio.shows(drawing));
}

#[test]
fn a_tree_without_a_root_is_a_problem_of_the_project_open_or_not() {
    let mut studio = project();
    write(
        &studio.path("game/ai/empty.bt.json"),
        r#"{"format": "treewright", "version": 1, "nodes": []}"#,
    );
    studio.show_panel("Problems");
    studio.click("Entire project");
    studio.wait_for("ai/empty.bt.json");
    let empty = studio.path("game/ai/empty.bt.json");
    studio.open(&empty);
    studio.show_panel("Problems");
    studio.steps(3);
    studio.must_show(&["ai/empty.bt.json"]);
}

#[test]
fn files_are_made_from_the_menu_too() {
    let mut studio = project();
    studio.menu("File > Project > New tree…");
    studio.wait_for("Name of the new tree");
    studio.type_text("patrol");
    studio.keys("Enter");
    studio.wait_until(|studio| studio.path("game/patrol.bt.json").exists());
    studio.menu("File > Project > New task library…");
    studio.wait_for("Name of the new task library");
    studio.type_text("moves");
    studio.keys("Enter");
    studio.wait_until(|studio| studio.path("game/moves.tasks.json").exists());
    // The window for its first task opens at once.
    studio.wait_for("Add parameter");
    studio.keys("Escape");
    studio.menu("File > Project > New folder…");
    studio.wait_for("Name of the new folder");
    studio.type_text("bosses");
    studio.keys("Enter");
    studio.wait_until(|studio| studio.path("game/bosses").is_dir());
}

#[test]
fn the_problems_of_the_project_are_those_of_open_documents_as_they_are_and_of_scenarios() {
    let mut studio = project();
    studio.show_panel("Problems");
    studio.click("Entire project");
    studio.wait_for("No problems in the files of this project.");
    studio.focus_canvas();
    studio.add("Inverter");
    click_card(&mut studio);
    studio.wait_for("ai/open.bt.json");
    write(
        &studio.path("game/tests/lost.scenario.json"),
        r#"{"format": "treewright-scenario", "version": 1, "tree": "../lib/gone.bt.json", "frames": 3}"#,
    );
    studio.wait_for("tests/lost.scenario.json");
    studio.must_show_part(&["lib/gone.bt.json"]);
}
