//! Templates in the whole editor: inserted by search, palette and drag; saved, renamed and removed.

use std::fs;
use std::rc::Rc;

use egui_kittest::kittest::Queryable as _;
use tempfile::TempDir;
use treewright_session::workspace::open_document::OpenDocument;

use super::studio::Studio;

const PATROL: &str = "Patrol\n  One round\n    Go to first post\n    Look around\n    Go to second post\n    Look around";

#[test]
fn a_template_is_found_by_its_name_and_becomes_a_tree_that_runs() {
    let mut studio = Studio::empty();
    studio.keys("Space `patrol loop` Enter");
    assert_eq!(studio.outline(), PATROL);
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    let places: Vec<_> = studio.document().nodes().map(|n| n.position).collect();
    assert!(places.windows(2).all(|pair| pair[0] != pair[1]), "laid out");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document().node_count(), 0, "one step");
}

#[test]
fn a_template_is_inserted_below_the_selected_node_with_its_variables() {
    let mut studio = Studio::with("Selector");
    studio.keys("T `guarded` Enter");
    let outline = studio.outline();
    assert!(
        outline.starts_with("Selector\n  React or carry on\n    React\n"),
        "{outline}"
    );
    let document = studio.document();
    assert!(document.variable("alarm").is_some());
    // A second copy shares the variable.
    studio.click("Selector");
    studio.keys("T `guarded` Enter");
    assert_eq!(studio.document().variables.len(), 1);
}

#[test]
fn a_variable_with_the_same_name_but_another_type_is_unchanged() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("own.bt.json");
    let text = r#"{"format": "treewright", "version": 1, "root": "a",
        "variables": [{"name": "alarm", "type": "int", "initial": 3}],
        "nodes": [{"id": "a", "task": "Sequence", "x": 0, "y": 0}]}"#;
    fs::write(&file, text).unwrap();
    let mut studio = Studio::with_files(&[file]);
    studio.click("Sequence");
    studio.keys("T `guarded` Enter");
    let document = studio.document();
    let names: Vec<&str> = document.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["alarm", "alarm_2"]);
    assert!(studio.front(|front| front.diagnostics().is_empty()));
}

#[test]
fn the_palette_lists_templates_and_a_double_click_or_a_drag_inserts_one() {
    let mut studio = Studio::empty();
    studio.search("Search nodes", "retry");
    let row = studio.get("Template Retry with cooldown").rect().center();
    let canvas = studio
        .harness
        .get_by_role(egui::accesskit::Role::Canvas)
        .rect();
    studio.harness.drag_at(row);
    studio.steps(2);
    studio.harness.hover_at(canvas.center());
    studio.steps(3);
    studio.harness.drop_at(canvas.center());
    studio.steps(3);
    assert_eq!(
        studio.outline(),
        "Cool down\n  Up to three times\n    Attempt"
    );
    studio.focus("Template Retry with cooldown");
    studio.keys("Enter");
    assert_eq!(studio.document().node_count(), 6);
}

#[test]
fn the_selection_becomes_a_template_available_after_a_restart() {
    let mut studio = Studio::with("Sequence Wait Log");
    studio.click("Sequence");
    studio.keys("Shift+T `Wait and tell` Enter");
    studio.must_say("Wait and tell");
    assert!(!studio.front(|front| front.selection().is_empty()));

    let mut again = studio.started_again(&[]);
    again.keys("Ctrl+N Space `wait and tell` Enter");
    assert_eq!(again.outline(), "Sequence\n  Wait\n  Log");

    again.search("Search nodes", "wait ");
    again.get("Template Wait and tell").click_secondary();
    again.steps(3);
    again.click("Rename…");
    // The whole name is selected when the window opens.
    again.type_text("Wait, then speak");
    again.click("Save template");
    assert!(again.shows("Template Wait, then speak"));
    assert!(!again.shows("Template Wait and tell"));

    again.get("Template Wait, then speak").click_secondary();
    again.steps(3);
    again.click("Remove");
    assert!(!again.shows("Template Wait, then speak"));
    let kept = fs::read_dir(again.path("config/templates")).unwrap();
    let names: Vec<String> = kept
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    assert!(
        names.len() == 1 && names[0].contains(".removed-"),
        "{names:?}"
    );
}

#[test]
fn a_damaged_template_is_reported_and_kept() {
    let folder = Rc::new(TempDir::new().unwrap());
    let templates = folder.path().join("config/templates");
    fs::create_dir_all(&templates).unwrap();
    let file = templates.join("bad.bt.json");
    fs::write(&file, "{").unwrap();
    let studio = Studio::first_start(folder.clone());
    studio.must_say("bad.bt.json");
    assert_eq!(fs::read_to_string(&file).unwrap(), "{");
    assert!(studio.front(|front| !OpenDocument::is_dirty(front)));
}
