//! Exports while the user does something else: an older export never replaces a newer one, no export writes another tree or displaces another
//! question, and failures are reported before the window closes.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;

use egui::{Key, Modifiers};
use treewright_session::host::second_start;

use super::exports::{ask, choose};
use super::opening::long;
use super::studio::{Studio, saved};

const AGAIN: (Modifiers, Key) = (Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::E);
const ON_SAVE: &str = "Write on each save, and by “treewright watch”";

/// An editor on a tree of another tool, with its file. Exports take as long as those of large trees.
fn on_slow() -> (Studio, PathBuf) {
    let mut studio = Studio::empty();
    let path = long(&studio, 2);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() > 0);
    studio.steps(2);
    studio.hold_work(true);
    (studio, path)
}

fn is_exporting(studio: &Studio) -> bool {
    studio.shows_part("Exporting ")
}

/// Starts an export of the active tree to an existing file that is not ours.
fn export_over_theirs(studio: &mut Studio) -> PathBuf {
    let theirs = studio.write("theirs.xml", "theirs");
    studio.keys("Ctrl+E");
    studio.fill_in("Output file", &theirs.display().to_string());
    studio.click("Export");
    assert!(is_exporting(studio), "{}", studio.notice());
    theirs
}

#[test]
fn a_confirmed_replacement_writes_the_exported_tree_not_the_active_one() {
    let (mut studio, path) = on_slow();
    let theirs = export_over_theirs(&mut studio);
    studio.keys("Ctrl+N");
    assert_eq!(studio.document().node_count(), 0);
    studio.let_work_go_on();
    assert!(studio.shows("Replace the file?"));
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "theirs");
    studio.click("Replace");
    assert_eq!(fs::read(&theirs).unwrap(), fs::read(&path).unwrap());
}

#[test]
fn the_question_of_an_export_waits_behind_an_open_one() {
    let (mut studio, _) = on_slow();
    studio.keys("Ctrl+N");
    studio.add("Sequence");
    studio.keys("Ctrl+Shift+Tab");
    assert!(studio.document().node_count() > 1);
    let theirs = export_over_theirs(&mut studio);
    studio.close_window();
    assert!(studio.shows("Save changes?"));
    studio.let_work_go_on();
    assert!(!is_exporting(&studio));
    assert!(studio.shows("Save changes?"));
    assert!(!studio.shows("Replace the file?"));
    studio.must_say("theirs.xml");
    assert_eq!(fs::read_to_string(&theirs).unwrap(), "theirs");
}

#[test]
fn a_slower_older_export_does_not_replace_a_newer_one() {
    let (mut studio, path) = on_slow();
    studio.press(AGAIN.0, AGAIN.1);
    assert!(is_exporting(&studio), "{}", studio.notice());
    studio.click("Outline: Sequence");
    studio.keys("Delete");
    assert_eq!(studio.document().node_count(), 0);
    studio.add("Sequence Wait");
    studio.hold_work(false);
    studio.press(AGAIN.0, AGAIN.1);
    studio.let_work_go_on();
    let written = fs::read_to_string(&path).unwrap();
    assert!(
        !written.contains("part 0"),
        "the older export replaced the newer one"
    );
    assert!(written.contains("Sequence"), "{}", studio.notice());
}

#[test]
fn the_export_window_writes_its_own_tree_even_if_another_becomes_active() {
    let mut studio = saved();
    let text = studio.read("tree.bt.json");
    let other = studio.write("other.bt.json", text.replace("Wait", "Log"));
    studio.fill("Name", "Rest");
    let folder = tempfile::tempdir().unwrap();
    let (wake, woken) = mpsc::channel();
    let arrivals = second_start::listen(folder.path(), move || {
        let _ = wake.send(());
    });
    studio.take_files_of(arrivals.unwrap());
    let drawn = ask(&mut studio, "Mermaid", "drawn.mmd");
    assert!(second_start::pass_to_running_editor(
        folder.path(),
        &[other]
    ));
    let patience = std::time::Duration::from_secs(20);
    woken.recv_timeout(patience).unwrap();
    studio.steps(3);
    studio.click("Export");
    let drawn = fs::read_to_string(&drawn).unwrap();
    assert!(drawn.contains("Rest") && !drawn.contains("Log"), "{drawn}");
}

/// Sets up an export on save, and lets somebody else change its target.
pub fn on_save(studio: &mut Studio, file: &str) -> PathBuf {
    let path = ask(studio, "Markdown", file);
    // The last export is preselected.
    if !studio.is_ticked(ON_SAVE) {
        studio.switch(ON_SAVE);
    }
    studio.click("Export");
    assert!(path.is_file(), "{}", studio.notice());
    path
}

#[test]
fn a_failed_export_on_save_does_not_prevent_the_others() {
    let mut studio = saved();
    let written = on_save(&mut studio, "a.md");
    for file in ["b.md", "c.md"] {
        fs::write(on_save(&mut studio, file), "theirs").unwrap();
    }
    studio.fill("Name", "Rest");
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&written).unwrap().contains("Rest"));
    studio.must_say("b.md");
    studio.must_say("c.md");
    let text = studio.read("b.md");
    assert_eq!(text, "theirs");
}

#[test]
fn a_failed_export_on_save_is_reported_before_quitting() {
    let mut studio = saved();
    let path = on_save(&mut studio, "tree.md");
    fs::write(&path, "theirs").unwrap();
    studio.fill("Name", "Rest");
    studio.close_window();
    assert!(studio.shows("Save changes?"));
    studio.all("Save").last().unwrap().click();
    studio.steps(3);
    assert!(!studio.is_ending());
    studio.must_say("tree.md");
    let text = studio.read("tree.bt.json");
    assert!(text.contains("Rest"), "the tree is saved anyway");
    // After this message, the window can close.
    studio.close_window();
    assert!(studio.is_ending());
}

/// Starts writing an imported tree back to its file, which somebody else changes meanwhile.
fn write_back_over_theirs(studio: &mut Studio, path: &Path) {
    studio.click("Outline: part 0");
    studio.fill("Name", "first part");
    studio.press(AGAIN.0, AGAIN.1);
    fs::write(path, "theirs").unwrap();
    assert!(is_exporting(studio), "{}", studio.notice());
}

#[test]
fn an_unfinished_export_that_fails_is_reported_before_quitting() {
    let (mut studio, path) = on_slow();
    write_back_over_theirs(&mut studio, &path);
    studio.close_window();
    studio.click("Don't save");
    assert!(!studio.is_ending());
    studio.must_say("long.xml");
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    studio.close_window();
    studio.click("Don't save");
    assert!(studio.is_ending());
}

#[test]
fn a_tree_stays_open_if_its_last_export_fails() {
    let (mut studio, path) = on_slow();
    write_back_over_theirs(&mut studio, &path);
    let count = studio.count();
    studio.keys("Ctrl+W");
    studio.click("Don't save");
    assert_eq!(studio.count(), count);
    studio.must_say("long.xml");
}

#[test]
fn the_export_preview_pauses_while_export_options_are_typed() {
    const LOOKS: &str = "Checking for export notes";
    let mut studio = Studio::empty();
    let path = long(&studio, 400);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() > 0);
    studio.keys("Ctrl+E");
    choose(&mut studio, "Nested save JSON");
    studio.wait_until(|studio| !studio.shows_part(LOOKS));
    studio.focus("Node type key");
    for letter in ["k", "i", "n", "d"] {
        studio.type_text(letter);
        assert!(!studio.shows_part(LOOKS), "after {letter}");
    }
    studio.keys("Enter");
    studio.wait_until(|studio| !studio.shows_part(LOOKS));
}
