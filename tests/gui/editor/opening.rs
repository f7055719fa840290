//! Slow reads and exports: the window stays responsive, shows what it waits for, and lets the user cancel.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use super::studio::Studio;

/// A tree of another tool with `parts` parts of ten leaves each.
pub fn long(studio: &Studio, parts: usize) -> PathBuf {
    let mut text = String::from(
        "<root BTCPP_format=\"4\" main_tree_to_execute=\"Main\"><BehaviorTree ID=\"Main\"><Sequence>\n",
    );
    for part in 0..parts {
        let _ = writeln!(text, "<Fallback name=\"part {part}\">");
        for leaf in 0..10 {
            let _ = writeln!(
                text,
                "  <Walk name=\"leaf {leaf}\" to=\"{{place{part}}}\" speed=\"{leaf}\" _skipIf=\"speed == {leaf}\"/>"
            );
        }
        text.push_str("</Fallback>\n");
    }
    text.push_str("</Sequence></BehaviorTree></root>\n");
    studio.write("long.xml", text)
}

#[test]
fn loading_a_long_file_is_shown_and_can_be_cancelled() {
    let mut studio = Studio::empty();
    let (path, count) = (long(&studio, 400), studio.count());
    studio.open(&path);
    studio.wait_until(|studio| studio.shows_part("Opening long.xml…"));
    assert_eq!(studio.document().node_count(), 0);
    // The user continues to work.
    studio.add("Sequence");
    assert_eq!(studio.document().node_count(), 1);
    studio.click("Cancel opening long.xml");
    studio.steps(2);
    assert!(!studio.shows_part("Opening long.xml…"));
    // A later and slower job has finished: the cancelled one would have finished as well.
    let later = path.with_file_name("later.xml");
    fs::rename(long(&studio, 600), &later).unwrap();
    studio.open(&later);
    studio.wait_until(|studio| studio.document().node_count() > 1);
    studio.steps(2);
    assert_eq!(studio.document().node_count(), 6_601);
    assert_eq!(studio.count(), count + 1);
}

#[test]
fn a_long_file_opens_once_it_is_loaded() {
    let mut studio = Studio::empty();
    let (path, count) = (long(&studio, 400), studio.count());
    studio.open(&path);
    // Requested twice, it opens once.
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() > 0);
    assert_eq!(studio.document().node_count(), 4_401);
    studio.steps(2);
    assert_eq!(studio.count(), count);
    assert!(!studio.shows_part("Opening long.xml…"));
    assert!(studio.shows("Import notes"));
}

#[test]
fn a_long_broken_file_reports_the_position_of_the_error() {
    let mut studio = Studio::empty();
    let path = long(&studio, 400);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("</Sequence>", "")).unwrap();
    studio.open(&path);
    studio.wait_until(|studio| studio.notice().contains("long.xml"));
    studio.must_say("line 4802");
    assert_eq!(studio.document().node_count(), 0);
}

/// An editor on a long tree that has just been opened.
fn on_long() -> (Studio, PathBuf) {
    let mut studio = Studio::empty();
    let path = long(&studio, 400);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() > 0);
    studio.steps(2);
    (studio, path)
}

#[test]
fn a_long_tree_is_checked_and_exported_in_the_background() {
    let (mut studio, path) = on_long();
    studio.keys("Ctrl+E");
    studio.wait_until(|studio| !studio.shows_part("Checking for export notes"));
    let other = path.with_file_name("other.xml");
    studio.fill_in("Output file", &other.display().to_string());
    studio.click("Export");
    studio.wait_until(|studio| studio.notice().contains("other.xml"));
    assert_eq!(fs::read(&other).unwrap(), fs::read(&path).unwrap());
    assert!(!studio.shows("Output file"), "the window is closed");
}

#[test]
fn an_unfinished_export_is_written_before_its_tree_closes() {
    let (mut studio, path) = on_long();
    studio.click("Outline: part 0");
    studio.fill("Name", "first part");
    studio.keys("Ctrl+Shift+E");
    let count = studio.count();
    studio.keys("Ctrl+W");
    studio.click("Don't save");
    assert_eq!(studio.count(), count - 1);
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.contains("first part"), "{}", studio.notice());
}
