//! Files that load slowly and are not opened: files to compare with, and task libraries. The window stays responsive, and loading can be cancelled.

use std::fs;
use std::path::PathBuf;

use super::opening::long;
use super::studio::{Studio, saved};

const COMPARING: &str = "Reading long.xml to compare…";
const READING_AGAIN: &str = "Reloading long.xml, which changed on disk…";
const COMPARED: &str = "Changes since: long.xml";

/// A saved tree that is being compared with a long file, which is still being read.
fn comparing() -> Studio {
    let mut studio = saved();
    let path = long(&studio, 400);
    studio.menu_to("View > Versions > Compare with file…", &path);
    studio.wait_until(|studio| studio.shows_part(COMPARING));
    studio
}

#[test]
fn a_long_file_is_compared_with_the_tree_chosen_at_the_start() {
    let mut studio = comparing();
    studio.keys("Ctrl+N");
    assert_eq!(studio.document().node_count(), 0);
    studio.wait_until(|studio| studio.shows(COMPARED));
    assert_eq!(studio.outline(), "Sequence\n  Wait");
    assert!(!studio.shows_part(COMPARING));
}

#[test]
fn a_cancelled_comparison_does_not_appear() {
    let mut studio = comparing();
    studio.click("Cancel comparing with long.xml");
    studio.steps(4);
    assert!(!studio.shows_part(COMPARING));
    assert!(!studio.shows(COMPARED));
}

#[test]
fn closing_a_tree_cancels_reading_a_file_to_compare_with() {
    let mut studio = comparing();
    studio.keys("Ctrl+W");
    studio.steps(2);
    assert_ne!(studio.outline(), "Sequence\n  Wait");
    assert!(!studio.shows_part(COMPARING));
}

/// A task library that takes noticeable time to read.
fn library(studio: &Studio) -> PathBuf {
    let task = |n| {
        format!(
            "{{\"name\": \"Task{n}\", \"category\": \"Action\", \"summary\": \"What number {n} does.\"}}"
        )
    };
    let tasks: Vec<_> = (0..1_500).map(task).collect();
    let text = format!(
        "{{\"format\": \"treewright-tasks\", \"version\": 1, \"tasks\": [{}]}}",
        tasks.join(",\n")
    );
    studio.write("large.tasks.json", text + &" ".repeat(7 * 1024 * 1024))
}

fn libraries(studio: &Studio) -> Vec<String> {
    studio.document().libraries
}

/// A saved tree to which a library is being added, which is still being read.
fn adding() -> Studio {
    let mut studio = saved();
    let path = library(&studio);
    studio.dialog_gives(&path);
    studio.keys("Ctrl+Shift+L");
    studio
}

#[test]
fn a_large_library_is_added_to_the_tree_chosen_at_the_start() {
    let mut studio = adding();
    studio.keys("Ctrl+N Ctrl+Shift+Tab");
    studio.wait_until(|studio| !libraries(studio).is_empty());
    assert_eq!(libraries(&studio), ["large.tasks.json"]);
    studio.must_say("1500 tasks");
    studio.keys("Ctrl+Z");
    assert_eq!(libraries(&studio), [""; 0]);
}

#[test]
fn a_cancelled_library_is_not_added() {
    let mut studio = adding();
    studio.keys("Ctrl+Period");
    let is_late = libraries(&studio).is_empty();
    studio.steps(8);
    // On a machine that read it at once, there was nothing to cancel.
    assert_eq!(libraries(&studio).is_empty(), is_late);
    assert!(!studio.shows_part("Adding the task library"));
}

/// An open long tree of another tool that has just changed on disk.
fn changed() -> Studio {
    let mut studio = Studio::empty();
    let path = long(&studio, 400);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() > 0);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("leaf 0", "another leaf", 1)).unwrap();
    studio.wait_until(|studio| studio.shows_part(READING_AGAIN));
    studio
}

fn has_another_leaf(studio: &Studio) -> bool {
    let document = studio.document();
    document.nodes().any(|node| node.name == "another leaf")
}

#[test]
fn reloading_a_long_changed_file_appears_in_the_list_of_jobs() {
    let mut studio = changed();
    assert!(!has_another_leaf(&studio));
    studio.wait_until(has_another_leaf);
    studio.steps(1);
    assert!(!studio.shows_part(READING_AGAIN));
    assert!(!studio.is_dirty());
}

#[test]
fn cancelling_a_reload_marks_the_open_tree_as_unsaved() {
    let mut studio = changed();
    studio.click("Cancel reloading long.xml");
    studio.steps(4);
    assert!(!studio.shows_part(READING_AGAIN));
    assert!(!has_another_leaf(&studio));
    assert!(studio.is_dirty());
}
