//! Exports to other tools' formats: the export window, what it remembers, and exports on save.

use std::fs;
use std::path::PathBuf;

use egui_kittest::kittest::NodeT as _;

use super::studio::{Studio, saved};

/// Opens the window by its shortcut, and chooses a format and a file.
pub fn ask(studio: &mut Studio, format: &str, file: &str) -> PathBuf {
    let path = studio.path(file);
    studio.keys("Ctrl+E");
    choose(studio, format);
    studio.fill_in("Output file", &path.display().to_string());
    path
}

/// Opens the list of formats, scrolls to one and selects it.
pub fn choose(studio: &mut Studio, format: &str) {
    studio.click("Format");
    studio.get(format).scroll_to_me();
    studio.steps(12);
    studio.click(format);
}

#[test]
fn a_tree_is_exported_from_the_menu_and_again_by_a_shortcut() {
    let mut studio = saved();
    studio.menu("File > Export > Export…");
    choose(&mut studio, "Mermaid");
    assert!(studio.shows("Exports without loss."));
    studio.click("Cancel");
    let path = ask(&mut studio, "Mermaid", "drawn.mmd");
    studio.click("Export");
    assert!(fs::read_to_string(&path).unwrap().contains("flowchart"));
    studio.must_say("drawn.mmd");
    fs::remove_file(&path).unwrap();
    studio.keys("Ctrl+Shift+E");
    assert!(path.is_file(), "the second export asks nothing");
}

#[test]
fn the_ending_of_the_file_follows_the_format() {
    let mut studio = saved();
    studio.keys("Ctrl+E");
    choose(&mut studio, "Markdown");
    let path = studio.path("tree.md");
    let value = studio.get("Output file").accesskit_node().value();
    assert_eq!(value.map(PathBuf::from), Some(path));
}

#[test]
fn exports_on_save_are_stored_in_the_project_for_all_users() {
    let mut studio = saved();
    let path = ask(&mut studio, "Markdown", "tree.md");
    studio.switch("Write on each save, and by “treewright watch”");
    studio.click("Export");
    let kept = studio.read(".treewright/exports.json");
    assert!(
        kept.contains("\"markdown\"") && kept.contains("\"tree.md\""),
        "{kept}"
    );
    studio.fill("Name", "Rest");
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Rest"));
    studio.must_say("tree.md");
    // The next start remembers it; it can be switched off and removed.
    let mut studio = studio.started_again(&[studio.path("tree.bt.json")]);
    studio.keys("Ctrl+E");
    assert!(studio.shows("Markdown · tree.md"));
    studio.switch("On save");
    studio.click("Cancel");
    fs::remove_file(&path).unwrap();
    studio.front_select("n1");
    studio.fill("Name", "Sleep");
    studio.keys("Ctrl+S");
    assert!(!path.exists());
    studio.keys("Ctrl+E");
    studio.click("Remove this export");
    assert!(!studio.shows("Markdown · tree.md"));
}

#[test]
fn a_web_page_contains_the_run_if_the_user_wants_it() {
    let mut studio = saved();
    let exported = |studio: &mut Studio, name: &str, with_run: bool| {
        let path = ask(studio, "Web page (HTML)", name);
        if with_run {
            studio.switch("Include the run (1 frame)");
        }
        studio.click("Export");
        fs::read_to_string(&path).unwrap()
    };
    let alone = exported(&mut studio, "alone.html", false);
    studio.keys("F10");
    assert_eq!(exported(&mut studio, "still-alone.html", false), alone);
    let with_run = exported(&mut studio, "run.html", true);
    assert!(with_run.len() > alone.len());
}

#[test]
fn an_existing_file_is_replaced_only_after_confirmation() {
    let mut studio = saved();
    let path = studio.write("mine.md", "mine");
    ask(&mut studio, "Markdown", "mine.md");
    studio.click("Export");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    studio.click("Replace");
    assert!(fs::read_to_string(&path).unwrap().contains("# "));
}

#[test]
fn the_file_of_an_open_tree_is_never_an_export_target() {
    let mut studio = saved();
    let before = studio.read("tree.bt.json");
    ask(&mut studio, "Markdown", "tree.bt.json");
    studio.click("Export");
    assert!(studio.shows_part("this file is open as a document"));
    let after = studio.read("tree.bt.json");
    assert_eq!(after, before);
}

#[test]
fn the_export_window_is_available_in_chinese() {
    let mut studio = saved();
    studio.speak_chinese();
    studio.keys("Ctrl+E");
    studio.click("格式");
    studio.get("Mermaid").scroll_to_me();
    studio.steps(12);
    studio.click("Mermaid");
    studio.must_show(&[
        "可以原样导出全部内容。",
        "每次保存行为树时导出，“treewright watch”也会导出",
    ]);
}

#[test]
fn a_project_does_not_permit_replacing_files_that_this_user_never_wrote() {
    let studio = saved();
    let exports = r#"{"format": "treewright-exports", "version": 1, "documents": {
        "tree.bt.json": [{"to": "markdown", "file": "README.md", "on_save": true}]}}"#;
    studio.write(".treewright/exports.json", exports);
    let readme = studio.write("README.md", "mine");
    let mut studio = studio.started_again(&[studio.path("tree.bt.json")]);
    studio.front_select("n1");
    studio.fill("Name", "Rest");
    studio.keys("Ctrl+S");
    studio.click("Allow");
    assert_eq!(fs::read_to_string(&readme).unwrap(), "mine");
    studio.must_say("README.md");
    // A manual export counts as permission for this file.
    studio.keys("Ctrl+E");
    studio.click("Export > Replace");
    studio.fill("Name", "Sleep");
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&readme).unwrap().contains("Sleep"));
    // The permission ends when somebody else changes the file.
    fs::write(&readme, "theirs").unwrap();
    studio.fill("Name", "Doze");
    studio.keys("Ctrl+S");
    assert_eq!(fs::read_to_string(&readme).unwrap(), "theirs");
}

#[test]
fn the_namespace_of_node_classes_is_chosen_and_remembered() {
    let mut studio = saved();
    let path = ask(&mut studio, "Nested save JSON", "classes.json");
    studio.fill_in("Namespace of node classes", "My.Game");
    studio.click("Export");
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.contains("\"type\":\"My.Game."), "{written}");
    let kept = studio.read(".treewright/exports.json");
    assert!(kept.contains("\"namespace\": \"My.Game\""), "{kept}");
}

#[test]
fn the_buttons_stay_in_sight_in_a_low_window() {
    let mut studio = saved();
    for format in ["Markdown", "Mermaid", "Lua for the seed engine"] {
        ask(&mut studio, format, &format!("{}.txt", &format[..3]));
        studio.click("Export");
        studio.steps(5);
        if studio.shows("Cancel") {
            studio.keys("Escape");
        }
    }
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.keys("Ctrl+E");
    choose(&mut studio, "Lua for the seed engine");
    studio.steps(5);
    let screen = studio.harness.ctx.content_rect();
    for button in ["Export", "Cancel", "Close window"] {
        let shown = studio.all(button);
        let button = shown.last().expect(button);
        assert!(screen.contains_rect(button.rect()), "{:?}", button.rect());
    }
}
