//! Open documents whose files change on disk: with real files, written in different ways.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use egui::Event;

use super::studio::{Studio, saved};

/// Writes a file as most programs do: a new file replaces it.
fn replace(path: &Path, text: &str) {
    let new = path.with_file_name("new~");
    fs::write(&new, text).unwrap();
    fs::rename(&new, path).unwrap();
}

fn idle_for_wait(studio: &Studio) -> String {
    let text = studio.read("tree.bt.json");
    text.replace("\"Wait\"", "\"Idle\"")
}

#[test]
fn a_repeatedly_replaced_file_is_reloaded_as_one_undo_step_each_time() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    studio.click("Outline: Sequence");
    let selected = studio.front(|front| front.selection().clone());
    let text = fs::read_to_string(&path).unwrap();
    for name in ["First", "Second", "Third"] {
        let named = format!("\"Idle\", \"name\": \"{name}\"");
        replace(&path, &text.replace("\"Wait\"", &named));
        let wanted = format!("Sequence\n  {name}");
        studio.wait_until(|studio| studio.outline() == wanted);
    }
    replace(&path, &text);
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Wait");
    assert!(!studio.is_dirty());
    studio.must_say("reloaded");
    assert_eq!(studio.front(|front| front.selection().clone()), selected);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.outline(), "Sequence\n  Third");
    // Undo returns to a state that differs from the file.
    assert!(studio.is_dirty());
    studio.keys("Ctrl+Shift+Z");
    assert!(!studio.is_dirty());
}

#[test]
fn the_tree_is_kept_while_its_file_cannot_be_read() {
    let mut studio = saved();
    let theirs = idle_for_wait(&studio);
    let path = studio.write("tree.bt.json", &theirs[..theirs.len() / 2]);
    studio.wait_until(Studio::is_dirty);
    studio.must_say_first("Cannot open ");
    assert_eq!(studio.outline(), "Sequence\n  Wait");
    fs::write(&path, &theirs).unwrap();
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Idle");
    assert!(!studio.is_dirty());
}

#[test]
fn the_error_of_a_broken_file_disappears_when_the_file_is_replaced_or_deleted() {
    let mend: [fn(&Path); 2] = [
        |path| fs::write(path, "{\"format\": \"treewright\", \"version\": 1}").unwrap(),
        |path| fs::remove_file(path).unwrap(),
    ];
    for mend in mend {
        let mut studio = saved();
        let path = studio.write("broken.bt.json", "{");
        studio.open(&path);
        studio.wait_until(|studio| studio.notice() != "");
        studio.must_say_first("Cannot open ");
        studio.steps(8);
        studio.must_say_first("Cannot open ");
        mend(&path);
        studio.steps(8);
        studio.must_say_just("");
    }
}

#[test]
fn a_deleted_file_that_is_restored_unchanged_counts_as_saved() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    studio.wait_until(Studio::is_dirty);
    fs::write(&path, &text).unwrap();
    studio.wait_until(|studio| !studio.is_dirty());
    assert!(!studio.shows("Changed on disk"));
}

#[test]
fn a_folder_that_is_deleted_and_recreated_with_another_tree_is_noticed() {
    let made = saved();
    let inner = made.path("inner");
    let path = inner.join("tree.bt.json");
    let (text, theirs) = (made.read("tree.bt.json"), idle_for_wait(&made));
    fs::create_dir(&inner).unwrap();
    fs::write(&path, &text).unwrap();
    let mut studio = Studio::with_files(std::slice::from_ref(&path));
    fs::remove_dir_all(&inner).unwrap();
    studio.wait_until(Studio::is_dirty);
    studio.must_say("deleted on disk");
    fs::create_dir(&inner).unwrap();
    fs::write(&path, &theirs).unwrap();
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Idle");
    replace(&path, &text);
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Wait");
    assert!(!studio.is_dirty());
}

#[test]
fn a_folder_in_place_of_a_file_counts_as_deletion_and_is_not_overwritten() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    studio.wait_until(Studio::is_dirty);
    studio.must_say("deleted on disk");
    studio.keys("Ctrl+S");
    studio.must_say_first("Not saved: ");
    assert!(
        !studio.notice().contains("unchanged"),
        "{}",
        studio.notice()
    );
    assert!(path.is_dir() && studio.is_dirty());
    // The deletion is already known: further checks do not replace the notice of the failed save.
    studio.harness.event(Event::WindowFocused(true));
    for _ in 0..60 {
        thread::sleep(Duration::from_millis(10));
        studio.steps(1);
    }
    studio.must_say_first("Not saved: ");
}

#[test]
fn without_file_watching_the_user_is_notified_and_a_focused_window_checks_itself() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    studio.lose_watcher();
    studio.steps(1);
    studio.must_say("every 2 seconds");
    let (text, theirs) = (fs::read_to_string(&path).unwrap(), idle_for_wait(&studio));
    replace(&path, &theirs);
    studio.harness.event(Event::WindowFocused(true));
    studio.steps(2);
    assert_eq!(studio.outline(), "Sequence\n  Idle");
    replace(&path, &text);
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Wait");
}

const FOREIGN: &str = r#"<root BTCPP_format="4"><BehaviorTree ID="A"><Sequence><AlwaysSuccess/></Sequence></BehaviorTree></root>"#;

#[test]
fn a_file_of_another_tool_is_watched_like_a_native_one() {
    let mut studio = Studio::empty();
    let path = studio.write("tree.xml", FOREIGN);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() == 2);
    let failing = FOREIGN.replace("AlwaysSuccess", "AlwaysFailure");
    let before = studio.outline();
    replace(&path, &failing);
    studio.wait_until(|studio| studio.outline() != before);
    let after = studio.outline();
    assert!(!studio.is_dirty());
    studio.keys("Ctrl+Z");
    assert_eq!(studio.outline(), before);
    // This makes an unsaved change.
    replace(
        &path,
        &FOREIGN.replace("AlwaysSuccess", "AlwaysSuccess name=\"other\""),
    );
    studio.wait_until(|studio| studio.shows("Changed on disk"));
    assert_eq!(studio.outline(), before);
    studio.click("Take theirs");
    studio.wait_until(|studio| studio.outline().contains("other"));
    assert_ne!(studio.outline(), after);
    fs::remove_file(&path).unwrap();
    studio.wait_until(Studio::is_dirty);
    studio.must_say("deleted on disk");
}
