//! Writing documents in other tools' formats: the window of exports, what it remembers, and exports on save.

use std::fs;
use std::path::PathBuf;

use egui::{Key, Modifiers};
use egui_kittest::kittest::NodeT as _;

use super::studio::{Studio, saved};

/// Opens the window by its key, and chooses a format and a file.
pub fn ask(studio: &mut Studio, format: &str, file: &str) -> PathBuf {
    let path = studio.path(file);
    studio.press(Modifiers::COMMAND, Key::E);
    choose(studio, format);
    studio.fill("Write to", &path.display().to_string());
    path
}

/// Opens the list of formats, scrolls to one and takes it.
pub fn choose(studio: &mut Studio, format: &str) {
    studio.click("Format");
    studio.get(format).scroll_to_me();
    studio.steps(12);
    studio.click(format);
}

#[test]
fn a_tree_is_exported_by_the_menu_and_again_by_a_key() {
    let mut studio = saved();
    studio.menu(&["File", "Export", "Export…"]);
    choose(&mut studio, "Mermaid");
    assert!(studio.shows("Everything goes over as it is."));
    studio.click("Cancel");
    let path = ask(&mut studio, "Mermaid", "drawn.mmd");
    studio.click("Export");
    assert!(fs::read_to_string(&path).unwrap().contains("flowchart"));
    assert!(studio.notice().contains("drawn.mmd"));
    fs::remove_file(&path).unwrap();
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::E);
    assert!(path.is_file(), "the same again without a question");
}

#[test]
fn the_ending_of_the_file_follows_the_format() {
    let mut studio = saved();
    studio.press(Modifiers::COMMAND, Key::E);
    choose(&mut studio, "Markdown");
    let path = studio.path("tree.md");
    let value = studio.get("Write to").accesskit_node().value();
    assert_eq!(value.map(PathBuf::from), Some(path));
}

#[test]
fn what_is_exported_on_save_is_kept_in_the_project_for_everybody() {
    let mut studio = saved();
    let path = ask(&mut studio, "Markdown", "tree.md");
    studio.switch("Write it each time the tree is saved, and by “treewright watch”");
    studio.click("Export");
    let kept = fs::read_to_string(studio.path(".treewright/exports.json")).unwrap();
    assert!(
        kept.contains("\"markdown\"") && kept.contains("\"tree.md\""),
        "{kept}"
    );
    studio.fill("Name", "Rest");
    studio.press(Modifiers::COMMAND, Key::S);
    assert!(fs::read_to_string(&path).unwrap().contains("Rest"));
    assert!(studio.notice().contains("tree.md"), "{}", studio.notice());
    // Another start knows it, and it can be switched off and forgotten.
    let mut studio = studio.started_again(&[studio.path("tree.bt.json")]);
    studio.press(Modifiers::COMMAND, Key::E);
    assert!(studio.shows("Markdown · tree.md"));
    studio.switch("On save");
    studio.click("Cancel");
    fs::remove_file(&path).unwrap();
    studio.front_select("n1");
    studio.fill("Name", "Sleep");
    studio.press(Modifiers::COMMAND, Key::S);
    assert!(!path.exists());
    studio.press(Modifiers::COMMAND, Key::E);
    studio.click("Forget this export");
    assert!(!studio.shows("Markdown · tree.md"));
}

#[test]
fn a_file_that_is_there_is_replaced_only_when_one_says_so() {
    let mut studio = saved();
    let path = studio.path("mine.md");
    fs::write(&path, "mine").unwrap();
    ask(&mut studio, "Markdown", "mine.md");
    studio.click("Export");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    studio.click("Replace");
    assert!(fs::read_to_string(&path).unwrap().contains("# "));
}

#[test]
fn the_file_of_an_open_tree_is_never_a_target() {
    let mut studio = saved();
    let before = fs::read_to_string(studio.path("tree.bt.json")).unwrap();
    ask(&mut studio, "Markdown", "tree.bt.json");
    studio.click("Export");
    assert!(studio.shows_part("the file of an open document"));
    let after = fs::read_to_string(studio.path("tree.bt.json")).unwrap();
    assert_eq!(after, before);
}

#[test]
fn the_window_of_exports_speaks_chinese() {
    let mut studio = saved();
    studio.speak_chinese();
    studio.press(Modifiers::COMMAND, Key::E);
    studio.click("格式");
    studio.get("Mermaid").scroll_to_me();
    studio.steps(12);
    studio.click("Mermaid");
    assert!(studio.shows("全部内容都能原样写出。"));
    assert!(studio.shows("每次保存行为树时写出，“treewright watch”也会写出"));
}

#[test]
fn a_project_says_nothing_about_files_that_this_user_never_wrote() {
    let studio = saved();
    let exports = r#"{"format": "treewright-exports", "version": 1, "documents": {
        "tree.bt.json": [{"to": "markdown", "file": "README.md", "on_save": true}]}}"#;
    fs::create_dir_all(studio.path(".treewright")).unwrap();
    fs::write(studio.path(".treewright/exports.json"), exports).unwrap();
    let readme = studio.path("README.md");
    fs::write(&readme, "mine").unwrap();
    let mut studio = studio.started_again(&[studio.path("tree.bt.json")]);
    studio.front_select("n1");
    studio.fill("Name", "Rest");
    studio.press(Modifiers::COMMAND, Key::S);
    studio.click("Allow");
    assert_eq!(fs::read_to_string(&readme).unwrap(), "mine");
    assert!(studio.notice().contains("README.md"), "{}", studio.notice());
    // Whoever exports it once by hand has agreed.
    studio.press(Modifiers::COMMAND, Key::E);
    studio.click("Export");
    studio.click("Replace");
    studio.fill("Name", "Sleep");
    studio.press(Modifiers::COMMAND, Key::S);
    assert!(fs::read_to_string(&readme).unwrap().contains("Sleep"));
    // Not when somebody else changed it since.
    fs::write(&readme, "theirs").unwrap();
    studio.fill("Name", "Doze");
    studio.press(Modifiers::COMMAND, Key::S);
    assert_eq!(fs::read_to_string(&readme).unwrap(), "theirs");
}

#[test]
fn the_namespace_of_node_classes_is_chosen_and_remembered() {
    let mut studio = saved();
    let path = ask(&mut studio, "Nested save JSON", "classes.json");
    studio.fill("Namespace of the node classes", "My.Game");
    studio.click("Export");
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.contains("\"type\":\"My.Game."), "{written}");
    let kept = fs::read_to_string(studio.path(".treewright/exports.json")).unwrap();
    assert!(kept.contains("\"namespace\": \"My.Game\""), "{kept}");
}
