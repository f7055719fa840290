//! Files that take long to read and are not to be opened: those to compare with, and task libraries. The window goes on meanwhile, and they can be called off.

use std::fs;
use std::path::PathBuf;

use egui::{Key, Modifiers};

use super::opening::{long, wait_until};
use super::studio::{Studio, saved};

const COMPARING: &str = "Reading long.xml to compare…";
const COMPARED: &str = "Changes since: long.xml";

/// A saved tree that is to be compared with a long file, which is being read.
fn comparing() -> Studio {
    let mut studio = saved();
    let path = long(&studio, 1_500);
    studio.dialog_gives(&path);
    studio.menu(&["View", "Versions", "Compare with a file…"]);
    studio.steps(2);
    assert!(studio.shows_part(COMPARING), "{}", studio.notice());
    studio
}

#[test]
fn a_long_file_is_compared_with_the_tree_that_was_meant() {
    let mut studio = comparing();
    studio.press(Modifiers::COMMAND, Key::N);
    assert_eq!(studio.document().node_count(), 0);
    wait_until(&mut studio, |studio| studio.shows(COMPARED));
    assert_eq!(studio.outline(), "Sequence\n  Wait");
    assert!(!studio.shows_part(COMPARING));
}

#[test]
fn a_comparison_that_was_called_off_does_not_come() {
    let mut studio = comparing();
    studio.click("Do not compare with long.xml");
    studio.steps(4);
    assert!(!studio.shows_part(COMPARING));
    assert!(!studio.shows(COMPARED));
}

/// A task library that takes longer to read than a moment.
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
    let path = studio.path("large.tasks.json");
    fs::write(&path, text + &" ".repeat(7 * 1024 * 1024)).unwrap();
    path
}

fn libraries(studio: &Studio) -> Vec<String> {
    studio.document().libraries
}

/// A saved tree to which a library is to be added that is being read.
fn adding() -> Studio {
    let mut studio = saved();
    let path = library(&studio);
    studio.dialog_gives(&path);
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::L);
    studio
}

#[test]
fn a_large_library_is_added_to_the_tree_that_was_meant() {
    let mut studio = adding();
    studio.press(Modifiers::COMMAND, Key::N);
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::Tab);
    wait_until(&mut studio, |studio| !libraries(studio).is_empty());
    assert_eq!(libraries(&studio), ["large.tasks.json"]);
    assert!(
        studio.notice().contains("1500 tasks"),
        "{}",
        studio.notice()
    );
    studio.press(Modifiers::COMMAND, Key::Z);
    assert_eq!(libraries(&studio), [""; 0]);
}

#[test]
fn a_library_that_was_called_off_is_not_added() {
    let mut studio = adding();
    studio.press(Modifiers::COMMAND, Key::Period);
    let is_late = libraries(&studio).is_empty();
    studio.steps(8);
    // On a machine that read it in a moment there was nothing to call off.
    assert_eq!(libraries(&studio).is_empty(), is_late);
    assert!(!studio.shows_part("Reading the library"));
}
