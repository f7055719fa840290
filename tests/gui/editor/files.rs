//! Saving, opening, closing, changes of open files, and crashes.

use std::fs;
use std::path::PathBuf;

use super::recovering::copies;
use super::studio::{Studio, saved};

#[test]
fn a_saved_tree_opens_unchanged() {
    let mut studio = saved();
    let document = studio.document();
    assert!(!studio.is_dirty());
    let again = Studio::with_files(&[studio.path("tree.bt.json")]);
    assert_eq!(again.document(), document);
    studio.keys("Ctrl+S");
    assert_eq!(studio.document(), document);
}

#[test]
fn saving_after_one_edit_changes_only_that_part_of_the_file() {
    let mut studio = saved();
    let before = studio.read("tree.bt.json");
    studio.fill("Name", "Pause");
    studio.keys("Ctrl+S");
    let after = studio.read("tree.bt.json");
    let before: Vec<&str> = before.lines().collect();
    let after: Vec<&str> = after.lines().collect();
    assert_eq!(after.len(), before.len());
    let lines = before.iter().zip(&after);
    let changed: Vec<_> = lines.filter(|(before, after)| before != after).collect();
    assert_eq!(changed.len(), 1, "{changed:?}");
    let (was, is) = changed[0];
    assert_eq!(is.replace(", \"name\": \"Pause\"", ""), **was);
}

#[test]
fn text_that_is_being_typed_is_saved_too() {
    let mut studio = saved();
    studio.focus("Name");
    studio.keys("`Pause` Ctrl+S");
    let text = studio.read("tree.bt.json");
    assert!(text.contains("Pause"), "{text}");
}

#[test]
fn without_a_system_dialog_the_window_asks_for_the_path() {
    let mut studio = Studio::with("Sequence");
    let path = studio.path("typed.bt.json");
    studio.dialog_fails();
    studio.keys("Ctrl+S");
    studio.keys("Ctrl+A");
    studio.type_text(&path.display().to_string());
    studio.keys("Enter");
    assert!(path.exists(), "{}", studio.notice());
}

#[test]
fn closing_unsaved_work_asks_first() {
    let mut studio = saved();
    studio.fill("Name", "Pause");
    studio.keys("Ctrl+W");
    assert!(studio.shows("Save changes?"));
    studio.click("Cancel");
    assert_eq!(studio.outline(), "Sequence\n  Pause");
    studio.keys("Ctrl+W");
    studio.click("Don't save");
    assert_ne!(studio.outline(), "Sequence\n  Pause");
    let text = studio.read("tree.bt.json");
    assert!(!text.contains("Pause"));
}

#[test]
fn a_change_on_disk_is_loaded_when_nothing_is_unsaved() {
    let mut studio = saved();
    let text = studio.read("tree.bt.json");
    studio.write("tree.bt.json", text.replace("\"Wait\"", "\"Idle\""));
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Idle");
    assert!(!studio.is_dirty());
}

#[cfg(unix)]
#[test]
fn a_change_of_a_symlinks_target_is_noticed() {
    let made = saved();
    let real = made.path("tree.bt.json");
    let folder = made.path("links");
    fs::create_dir(&folder).unwrap();
    let link = folder.join("link.bt.json");
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let mut studio = Studio::with_files(&[link]);
    let text = fs::read_to_string(&real).unwrap();
    fs::write(&real, text.replace("\"Wait\"", "\"Idle\"")).unwrap();
    studio.wait_until(|studio| studio.outline() == "Sequence\n  Idle");
}

#[test]
fn a_tree_whose_file_was_deleted_counts_as_unsaved() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    fs::remove_file(&path).unwrap();
    studio.wait_until(Studio::is_dirty);
    studio.must_say("deleted on disk");
    studio.keys("Ctrl+S");
    assert!(path.exists());
    assert!(!studio.is_dirty());
}

/// A tree that was renamed here while another program wrote its file, with the open question about it. Also returns the file and its content.
fn changed_here_and_on_disk() -> (Studio, PathBuf, String) {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    studio.fill("Name", "Mine");
    let text = fs::read_to_string(&path).unwrap();
    let theirs = text.replace("\"Wait\"", "\"Idle\"");
    fs::write(&path, &theirs).unwrap();
    studio.wait_until(|studio| studio.shows("Changed on disk"));
    (studio, path, theirs)
}

#[test]
fn a_change_on_disk_is_asked_about_when_there_is_unsaved_work() {
    let (mut studio, path, theirs) = changed_here_and_on_disk();
    studio.click("Keep ours");
    assert_eq!(studio.outline(), "Sequence\n  Mine");
    assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Mine"));
}

#[test]
fn an_undecided_change_on_disk_is_asked_about_again_before_saving_over_it() {
    let (mut studio, path, theirs) = changed_here_and_on_disk();
    for _ in 0..2 {
        studio.keys("Escape");
        assert!(!studio.shows("Changed on disk"));
        studio.must_say_first("The file on disk still differs");
        assert_eq!(studio.outline(), "Sequence\n  Mine");
        studio.keys("Ctrl+S");
        assert!(studio.shows("Changed on disk"));
        assert_eq!(fs::read_to_string(&path).unwrap(), theirs);
    }
    studio.click("Keep ours");
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Mine"));
}

#[test]
fn the_question_about_a_change_disappears_when_the_file_is_deleted() {
    let (mut studio, path, _) = changed_here_and_on_disk();
    fs::remove_file(&path).unwrap();
    studio.wait_until(|studio| !studio.shows("Changed on disk"));
    studio.must_say("deleted");
    assert!(studio.is_dirty());
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Mine"));
}

#[test]
fn a_change_on_disk_cannot_be_loaded_until_it_can_be_read() {
    let (mut studio, path, theirs) = changed_here_and_on_disk();
    fs::write(&path, &theirs[..theirs.len() / 2]).unwrap();
    studio.wait_until(|studio| studio.shows_part("it can no longer be read"));
    assert!(studio.shows("Changed on disk"));
    for offer in ["Take theirs", "Merge both", "Compare"] {
        assert!(!studio.shows(offer), "{offer}");
    }
    fs::write(&path, &theirs).unwrap();
    studio.wait_until(|studio| studio.shows("Merge both"));
    assert!(!studio.shows_part("it can no longer be read"));
}

#[test]
fn an_idle_window_rereads_a_file_that_may_be_half_written() {
    let mut studio = saved();
    studio.steps(20);
    studio.write("tree.bt.json", "{\"nodes\": [");
    let waits = |studio: &Studio| studio.front(|front| front.second_look.is_some());
    studio.wait_until(waits);
    while waits(&studio) {
        // A frame drawn too early requests the next one.
        let window = &studio.harness.output().viewport_output[&egui::ViewportId::ROOT];
        assert!(window.repaint_delay.as_secs_f32() < 0.41);
        let now = studio.harness.ctx.input(|input| input.time);
        studio.harness.input_mut().time = Some(now + 0.02);
        studio.steps(1);
    }
    studio.must_say_first("Cannot open");
}

#[test]
fn an_unreadable_file_is_overwritten_only_after_confirmation() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    studio.write("tree.bt.json", "{\"nodes\": [");
    studio.keys("Ctrl+S");
    assert!(studio.shows_part("it can no longer be read"));
    studio.keys("Escape");
    assert_eq!(studio.read("tree.bt.json"), "{\"nodes\": [");
    studio.keys("Ctrl+S");
    studio.click("Keep ours");
    studio.keys("Ctrl+S");
    assert!(studio.read("tree.bt.json").contains("Mine"));
}

#[test]
fn a_save_does_not_overwrite_an_unnoticed_change() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    studio.write("tree.bt.json", "{}");
    studio.keys("Ctrl+S");
    assert_eq!(studio.read("tree.bt.json"), "{}");
    assert!(studio.shows("Changed on disk"));
}

#[test]
fn unsaved_work_survives_a_crash() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    let folder = studio.crash_later();
    let mut again = Studio::after_crash(folder);
    assert!(again.shows("Recover unsaved work?"));
    again.click("Restore: tree");
    assert_eq!(again.outline(), "Sequence\n  Mine");
    assert!(again.is_dirty());
    // The next crash must not lose it either: the old copy is removed only after a new one exists.
    again.wait_until(|studio| copies(studio).len() == 1);
    let on_disk = again.read("tree.bt.json");
    assert!(!on_disk.contains("Mine"));
}

#[test]
fn recovered_work_does_not_overwrite_what_was_saved_since() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    let path = studio.path("tree.bt.json");
    let folder = studio.crash_later();
    let text = fs::read_to_string(&path).unwrap();
    let theirs = text.replace("\"Wait\"", "\"Idle\"");
    fs::write(&path, &theirs).unwrap();
    let mut again = Studio::after_crash(folder);
    assert!(again.shows_part("Its file has changed since then"));
    again.click("Restore: tree");
    again.keys("Ctrl+S");
    assert_eq!(again.read("tree.bt.json"), theirs);
    assert!(again.shows("Changed on disk"));
}

#[test]
fn a_file_that_cannot_be_read_says_why_and_changes_nothing() {
    let studio = Studio::empty();
    let path = studio.write("junk.bt.json", [0xff, 0xfe, 0x00]);
    let opened = Studio::with_files(&[path]);
    opened.must_say_first("Cannot open ");
    let missing = Studio::with_files(&[studio.path("none.bt.json")]);
    missing.must_say("no such file");
}

#[test]
fn several_documents_can_be_open() {
    let mut studio = saved();
    studio.keys("Ctrl+N");
    assert_eq!(studio.count(), 3);
    assert_eq!(studio.outline(), "");
    studio.click("Document tree");
    assert_eq!(studio.outline(), "Sequence\n  Wait");
    studio.click("Close tree");
    assert_eq!(studio.count(), 2);
}

#[derive(Debug)]
/// A file dropped on the window.
pub struct Dropped(pub std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_file_dropped_on_the_window_opens() {
    let saved = saved();
    let mut studio = Studio::started();
    let dropped = Dropped(saved.path("tree.bt.json"));
    let files = &mut studio.harness.input_mut().dropped_files;
    files.push(std::sync::Arc::new(dropped));
    studio.steps(3);
    assert_eq!(studio.outline(), "Sequence\n  Wait");
}

#[test]
fn a_file_with_problems_opens_and_says_so() {
    let studio = Studio::empty();
    let path = studio.path("broken.bt.json");
    let text = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
        {"id": "a", "task": "Sequence", "children": ["b", "nobody"]},
        {"id": "b", "task": "FlyToTheMoon", "parameters": {"fuel": 7}}
    ]}"#;
    fs::write(&path, text).unwrap();
    let opened = Studio::with_files(&[path]);
    assert_eq!(opened.outline(), "Sequence\n  FlyToTheMoon");
    opened.must_say_just("Opened “broken” with 2 problems; see Problems.");
    assert!(opened.shows_part("Unknown node type “FlyToTheMoon”"));
}

#[test]
fn a_tree_without_positions_is_laid_out_without_counting_as_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bare.bt.json");
    let text = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
        {"id": "a", "task": "Sequence", "children": ["b", "c"]},
        {"id": "b", "task": "Wait"}, {"id": "c", "task": "Idle"}]}"#;
    fs::write(&path, text).unwrap();
    let studio = Studio::with_files(&[path]);
    let places: Vec<_> = studio.document().nodes().map(|n| n.position).collect();
    assert!(places[0].y < places[1].y && places[1].y == places[2].y);
    assert!(places[1].x + 100 < places[2].x);
    assert!(!studio.is_dirty());
    assert!(studio.shows("bare.bt.json has no node positions, so the tree was laid out."));
}

#[cfg(unix)]
#[test]
fn a_file_with_several_hard_links_is_saved_as_the_user_chooses() {
    let mut studio = saved();
    let (path, other) = (studio.path("tree.bt.json"), studio.path("other.bt.json"));
    let before = fs::read_to_string(&path).unwrap();
    fs::hard_link(&path, &other).unwrap();
    studio.fill("Name", "Pause");
    studio.keys("Ctrl+S");
    assert!(studio.shows("This file has several names"));
    assert_eq!(fs::read_to_string(&path).unwrap(), before);

    studio.click("Change all names");
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.contains("Pause"));
    assert_eq!(fs::read_to_string(&other).unwrap(), after);
    assert!(!studio.is_dirty());

    studio.fill("Name", "Rest");
    studio.keys("Ctrl+S");
    studio.click("Only this name");
    assert!(fs::read_to_string(&path).unwrap().contains("Rest"));
    assert_eq!(fs::read_to_string(&other).unwrap(), after);
    assert!(!studio.is_dirty());
}
