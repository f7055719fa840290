//! The window's own box for a path, used where the system has no dialog: it keeps the typed text until the file can be saved or opened.

use std::fs;

use super::studio::{Studio, saved};

/// An editor with the box open for a tree that has no file.
fn saving() -> Studio {
    let mut studio = Studio::with("Sequence");
    ask_where(&mut studio);
    studio
}

fn ask_where(studio: &mut Studio) {
    studio.dialog_fails();
    studio.keys("Ctrl+Shift+S");
    assert!(studio.shows("Save behavior tree"));
}

fn typed(studio: &Studio) -> String {
    use egui_kittest::kittest::NodeT as _;
    studio
        .get("Path")
        .accesskit_node()
        .value()
        .unwrap_or_default()
}

fn replace_all(studio: &mut Studio, text: &str) {
    studio.keys("Ctrl+A");
    studio.type_text(text);
}

fn is_open(studio: &Studio) -> bool {
    studio.shows("Save behavior tree")
}

#[test]
fn the_proposed_name_is_selected_without_folder_and_ending() {
    let mut studio = saving();
    let folder = studio.path("");
    assert!(typed(&studio).starts_with(&*folder.display().to_string()));
    assert!(typed(&studio).ends_with(".bt.json"));
    studio.type_text("guard");
    let path = studio.path("guard.bt.json");
    assert_eq!(typed(&studio), path.display().to_string());
    studio.keys("Enter");
    assert!(path.exists(), "{}", studio.notice());
    assert!(!is_open(&studio));
    assert!(!studio.is_dirty());
}

#[test]
fn escape_saves_nothing() {
    let mut studio = saving();
    studio.keys("`guard` Escape");
    assert!(!is_open(&studio));
    assert!(!studio.path("guard.bt.json").exists());
    assert!(studio.is_dirty());
}

#[test]
fn a_missing_ending_is_added_and_a_bare_name_is_saved_in_the_proposed_folder() {
    for (name, file) in [
        ("guard", "guard.bt.json"),
        ("guard.bt", "guard.bt.json"),
        ("guard.v2", "guard.v2.bt.json"),
        ("guard.json", "guard.json"),
        ("  guard.bt.json ", "guard.bt.json"),
    ] {
        let mut studio = saving();
        replace_all(&mut studio, name);
        studio.keys("Enter");
        assert!(studio.path(file).exists(), "{name}: {}", studio.notice());
    }
}

#[test]
fn a_missing_folder_is_created_after_confirmation() {
    let mut studio = saving();
    replace_all(&mut studio, "trees/castle/guard");
    studio.keys("Enter");
    assert!(is_open(&studio));
    let folder = studio.path("trees/castle");
    assert!(studio.shows_part(&format!("The folder {} does not exist.", folder.display())));
    assert!(!studio.path("trees").exists());
    studio.click("Create folder and save");
    assert!(folder.join("guard.bt.json").exists());
    assert!(!is_open(&studio));
}

#[test]
fn a_failed_save_is_reported_in_the_box_and_the_path_is_kept() {
    let mut studio = saving();
    studio.write("file", "no folder");
    fs::create_dir(studio.path("folder")).unwrap();
    for (path, why) in [
        ("file/guard", "is not a folder"),
        ("folder", "is a folder"),
        ("folder/", "is a folder"),
    ] {
        replace_all(&mut studio, path);
        studio.keys("Enter");
        assert!(is_open(&studio), "{path}");
        assert!(studio.shows_part(why), "{path}");
        assert_eq!(typed(&studio), path);
    }
    // The cursor keeps its position, and typing removes the error.
    replace_all(&mut studio, "guard");
    assert!(!studio.shows_part("is a folder"));
    studio.keys("Enter");
    assert!(studio.path("guard.bt.json").exists());
}

#[test]
fn an_existing_file_is_replaced_only_with_the_replace_button() {
    let mut studio = saving();
    let path = studio.write("theirs.bt.json", "theirs");
    replace_all(&mut studio, "theirs");
    studio.keys("Enter Enter");
    assert!(is_open(&studio));
    assert!(studio.shows_part("already exists. Saving replaces its contents."));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    studio.click("Replace");
    assert!(fs::read_to_string(&path).unwrap().contains("Sequence"));
    assert!(!is_open(&studio));
}

#[test]
fn a_tree_open_in_another_tab_is_not_overwritten() {
    let mut studio = saved();
    studio.keys("Ctrl+N");
    studio.add("Selector");
    ask_where(&mut studio);
    replace_all(&mut studio, "tree");
    studio.keys("Enter");
    assert!(is_open(&studio));
    assert!(studio.shows_part("is open in another tab"));
}

#[test]
fn a_failure_to_open_is_reported_in_the_box() {
    let mut studio = saved();
    studio.write("broken.bt.json", "{");
    studio.dialog_fails();
    studio.keys("Ctrl+O");
    for (path, why) in [
        ("missing.bt.json", "no such file"),
        ("broken.bt.json", "ends too early"),
    ] {
        replace_all(&mut studio, path);
        studio.keys("Enter");
        assert!(studio.shows("Open behavior tree"), "{path}");
        assert!(studio.shows_part(why), "{path}");
    }
    studio.keys("Escape");
    assert!(!studio.shows("Open behavior tree"));
}
