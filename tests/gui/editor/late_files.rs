//! Files that load slowly and arrive while the user does something else: the action in progress is neither lost nor applied to another tree.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use egui::{Pos2, pos2, vec2};
use treewright_core::model::Document;

use super::files::Dropped;
use super::studio::{Studio, saved};

const READY: &str = "opens when you are done here";
/// A point where a press has no effect.
const NOWHERE: Pos2 = pos2(1000.0, 10.0);

/// A tree with `leaves` leaves, the first one with this name.
fn tree(name: &str, leaves: usize) -> String {
    let mut text = format!(
        "{{\"format\": \"treewright\", \"version\": 1, \"root\": \"n0\", \"nodes\": [\n{{\"id\": \"n0\", \"task\": \"Sequence\", \"name\": \"{name}\", \"children\": ["
    );
    let ids: Vec<_> = (1..=leaves).map(|n| format!("\"n{n}\"")).collect();
    let _ = write!(text, "{}]}}", ids.join(", "));
    for n in 1..=leaves {
        let _ = write!(
            text,
            ",\n{{\"id\": \"n{n}\", \"task\": \"Idle\", \"name\": \"leaf number {n}\", \"x\": {n}, \"y\": 120}}"
        );
    }
    text.push_str("]}\n");
    text
}

/// So many leaves, and so much white space, that reading takes noticeable time on any machine.
const MANY: usize = 3_000;
const PADDING: usize = 16 * 1024 * 1024;

fn long(studio: &Studio) -> PathBuf {
    studio.write("long.bt.json", tree("Long", MANY) + &" ".repeat(PADDING))
}

fn is_long(studio: &Studio) -> bool {
    studio.front(|front| front.document().node_count() == MANY + 1)
}

/// Opens the file while a mouse button is held down, until it is loaded but not shown.
fn open_with_mouse_down(studio: &mut Studio, path: &Path) {
    studio.harness.hover_at(NOWHERE);
    studio.harness.drag_at(NOWHERE);
    studio.steps(1);
    studio.open(path);
    studio.wait_until(|studio| studio.shows_part(READY));
}

fn release_mouse(studio: &mut Studio) {
    // Far enough not to count as a click, which would take the focus from the active field.
    let away = NOWHERE + vec2(80.0, 0.0);
    studio.harness.hover_at(away);
    studio.steps(1);
    studio.harness.drop_at(away);
    studio.steps(4);
}

#[test]
fn a_name_that_is_being_typed_is_not_lost_when_a_file_arrives() {
    let mut studio = saved();
    let path = long(&studio);
    open_with_mouse_down(&mut studio, &path);
    studio.focus("Name");
    studio.type_text("Pause");
    release_mouse(&mut studio);
    studio.steps(10);
    assert!(studio.shows_part(READY));
    assert_eq!(
        studio.outline(),
        "Sequence\n  Wait",
        "the name is still being typed"
    );
    studio.keys("Enter");
    studio.wait_until(is_long);
    studio.keys("Ctrl+Shift+Tab");
    assert_eq!(studio.outline(), "Sequence\n  Pause");
}

#[test]
fn a_name_that_is_being_typed_is_not_lost_when_a_file_is_dropped() {
    let mut studio = saved();
    let path = studio.write("other.bt.json", tree("Other", 2));
    studio.focus("Name");
    studio.type_text("Pause");
    let files = &mut studio.harness.input_mut().dropped_files;
    files.push(std::sync::Arc::new(Dropped(path)));
    studio.steps(4);
    assert!(studio.outline().starts_with("Other\n"));
    studio.keys("Ctrl+Shift+Tab");
    assert_eq!(studio.outline(), "Sequence\n  Pause");
}

#[test]
fn a_window_stays_on_its_tree_when_a_file_arrives() {
    let mut studio = saved();
    let path = long(&studio);
    open_with_mouse_down(&mut studio, &path);
    studio.keys("Ctrl+E");
    release_mouse(&mut studio);
    assert!(studio.shows("Output file"));
    studio.steps(10);
    assert!(studio.shows_part(READY));
    assert_eq!(studio.outline(), "Sequence\n  Wait");
    studio.keys("Escape");
    assert!(!studio.shows("Output file"));
    studio.wait_until(is_long);
}

#[test]
fn back_returns_to_the_position_from_before_a_file_arrived() {
    let mut studio = saved();
    let path = long(&studio);
    open_with_mouse_down(&mut studio, &path);
    release_mouse(&mut studio);
    assert!(is_long(&studio));
    studio.keys("Alt+ArrowLeft");
    assert_eq!(studio.outline(), "Sequence\n  Wait");
}

#[test]
fn a_file_changed_between_reading_and_opening_is_reloaded() {
    let mut studio = Studio::empty();
    let path = long(&studio);
    open_with_mouse_down(&mut studio, &path);
    fs::write(&path, tree("Newer", 2)).unwrap();
    release_mouse(&mut studio);
    assert_eq!(
        studio.outline(),
        "Newer\n  leaf number 1\n  leaf number 2",
        "{}",
        studio.notice()
    );
}

#[test]
fn a_file_requested_twice_while_loading_opens_once() {
    let studio = Studio::empty();
    let main = studio.path("main.bt.json");
    let text = r#"{"format": "treewright", "version": 1, "root": "n1", "nodes": [
      {"id": "n1", "task": "Subtree", "name": "Rest", "parameters": {"file": "long.bt.json"}}]}"#;
    fs::write(&main, text).unwrap();
    let path = long(&studio);
    let mut studio = studio.started_again(&[main]);
    studio.front_select("n1");
    open_with_mouse_down(&mut studio, &path);
    studio.keys("F12");
    assert!(is_long(&studio), "{}", studio.notice());
    assert!(!studio.shows_part(READY), "nothing else is loading");
    studio.keys("Ctrl+Shift+Tab");
    assert_eq!(studio.document().node_count(), 1);
    release_mouse(&mut studio);
    assert_eq!(studio.document().node_count(), 1);
    assert_eq!(studio.count(), 2);
}

#[test]
fn substitution_rules_apply_to_the_tree_in_which_they_were_opened() {
    let mut studio = saved();
    let rules = studio.path("rules.json");
    // As large as such files may be, with the marker of its format at the end.
    let text = r#"{"TestNodeConfigs": {"Slow": {"async_delay": 500, "return_status": "FAILURE"}}, WIDE "SubstitutionRules": {"Wai*": "Slow"}}"#;
    fs::write(&rules, text.replace("WIDE", &" ".repeat(990_000))).unwrap();
    studio.harness.hover_at(NOWHERE);
    studio.harness.drag_at(NOWHERE);
    studio.steps(1);
    studio.open(&rules);
    studio.keys("Ctrl+N");
    studio.add("Wait");
    let other: Document = studio.document();
    release_mouse(&mut studio);
    studio
        .wait_until(|studio| !studio.shows_part(READY) && !studio.shows_part("Opening rules.json"));
    // A fast machine reads them before there is another tree, which then stays active.
    if studio.outline() == "Wait" {
        studio.keys("Ctrl+Shift+Tab");
    }
    let has_stand_in = |document: &Document| document.nodes().any(|node| node.stand_in.is_some());
    assert_eq!(studio.outline(), "Sequence\n  Wait", "{}", studio.notice());
    assert!(has_stand_in(&studio.document()));
    studio.keys("Ctrl+Tab");
    assert_eq!(studio.document(), other);
}

#[test]
fn a_file_still_loading_when_the_program_ends_opens_at_the_next_start() {
    let mut studio = saved();
    let path = long(&studio);
    open_with_mouse_down(&mut studio, &path);
    studio.end();
    let mut again = studio.started_again(&[]);
    again.wait_until(is_long);
    again.steps(2);
    assert!(is_long(&again), "the document stays active");
    assert_eq!(again.count(), 2);
}
