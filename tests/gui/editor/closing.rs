//! Saving under another name, and closing the window: nothing is lost or replaced without a question.

use std::fs;

use egui::accesskit::Role;

use super::recovering::copies;
use super::studio::{Studio, saved};

/// A studio with one tree that was never saved.
fn unsaved() -> Studio {
    Studio::with("Sequence")
}

fn save_as(studio: &mut Studio) {
    studio.keys("Ctrl+Shift+S");
}

/// Presses the question's button; the toolbar has one with the same name.
fn answer_save(studio: &mut Studio) {
    assert!(studio.shows("Save changes?"));
    studio.all("Save").last().unwrap().click();
    studio.steps(3);
}

fn type_path(studio: &mut Studio, path: &std::path::Path) {
    studio.keys("Ctrl+A");
    studio.type_text(&path.display().to_string());
    studio.keys("Enter");
}

#[test]
fn closing_the_window_asks_about_unsaved_work() {
    let mut studio = saved();
    studio.fill("Name", "Pause");
    studio.close_window();
    assert!(!studio.is_ending());
    assert!(studio.shows("Save changes?"));
    studio.click("Cancel");
    assert_eq!(studio.outline(), "Sequence\n  Pause");
    studio.close_window();
    answer_save(&mut studio);
    assert!(studio.is_ending());
    let text = studio.read("tree.bt.json");
    assert!(text.contains("Pause"));
}

#[test]
fn closing_the_window_does_not_lose_what_is_being_typed() {
    let mut studio = saved();
    studio.focus("Name");
    studio.type_text("Pause");
    studio.close_window();
    assert!(!studio.is_ending());
    assert!(studio.shows("Save changes?"));
    studio.click("Don't save");
    assert!(studio.is_ending());
    let text = studio.read("tree.bt.json");
    assert!(!text.contains("Pause"));
}

#[test]
fn work_discarded_on_quitting_is_not_offered_at_the_next_start() {
    let mut studio = saved();
    studio.fill("Name", "Pause");
    studio.close_window();
    studio.click("Don't save");
    studio.steps(8);
    assert!(studio.is_ending());
    studio.end();
    assert!(copies(&studio).is_empty());
    let again = studio.started_again(&[]);
    assert!(!again.shows("Recover unsaved work?"));
}

#[test]
fn a_failed_save_cancels_quitting_and_keeps_everything() {
    let mut studio = unsaved();
    let nowhere = studio.path("no such folder/tree.bt.json");
    studio.dialog_gives(&nowhere);
    studio.close_window();
    answer_save(&mut studio);
    studio.steps(4);
    studio.must_say_first("Not saved");
    // No file exists yet, so the message does not call it unchanged.
    studio.must_say("does not exist");
    studio.must_say("No file was written");
    assert!(!studio.is_ending());
    // A save that has nothing to do with the cancelled quit.
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    assert!(path.exists());
    assert!(!studio.is_ending());
    assert_eq!(studio.outline(), "Sequence");
}

#[test]
fn a_cancelled_save_dialog_cancels_quitting() {
    let mut studio = unsaved();
    studio.close_window();
    answer_save(&mut studio);
    studio.steps(4);
    let path = studio.path("tree.bt.json");
    studio.save_as(&path);
    assert!(path.exists());
    assert!(!studio.is_ending());
}

#[test]
fn all_unsaved_documents_are_saved_before_quitting() {
    let mut studio = unsaved();
    studio.keys("Ctrl+N");
    studio.add("Selector");
    let (first, second) = (studio.path("first.bt.json"), studio.path("second.bt.json"));
    studio.dialog_gives(&first);
    studio.dialog_gives(&second);
    studio.close_window();
    studio.click("Save selected");
    studio.steps(6);
    assert!(studio.is_ending(), "{}", studio.notice());
    assert!(fs::read_to_string(&first).unwrap().contains("Sequence"));
    assert!(fs::read_to_string(&second).unwrap().contains("Selector"));
}

#[test]
fn a_typed_path_replaces_a_file_only_after_a_question() {
    let mut studio = unsaved();
    let path = studio.write("theirs.bt.json", "theirs");
    studio.dialog_fails();
    save_as(&mut studio);
    type_path(&mut studio, &path);
    assert!(studio.shows_part("already exists. Saving replaces its contents."));
    studio.click("Cancel");
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert!(studio.is_dirty());
    studio.dialog_fails();
    save_as(&mut studio);
    type_path(&mut studio, &path);
    studio.click("Replace");
    assert!(fs::read_to_string(&path).unwrap().contains("Sequence"));
    assert!(!studio.is_dirty());
}

#[test]
fn a_name_completed_with_an_ending_replaces_a_file_only_after_a_question() {
    let mut studio = unsaved();
    let path = studio.write("theirs.bt.json", "theirs");
    // The system's dialog asked about "theirs", which does not exist.
    studio.dialog_gives(&studio.path("theirs"));
    studio.close_window();
    answer_save(&mut studio);
    studio.steps(4);
    assert!(studio.shows("Replace the file?"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    studio.click("Replace");
    assert!(fs::read_to_string(&path).unwrap().contains("Sequence"));
    assert!(studio.is_ending());
}

#[test]
fn a_file_that_the_dialog_asked_about_is_replaced_without_another_question() {
    let mut studio = unsaved();
    let path = studio.write("theirs.bt.json", "theirs");
    studio.dialog_gives(&path);
    save_as(&mut studio);
    assert!(fs::read_to_string(&path).unwrap().contains("Sequence"));
}

#[test]
fn a_file_that_is_open_in_another_tab_is_not_replaced() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    let before = fs::read_to_string(&path).unwrap();
    studio.keys("Ctrl+N");
    studio.add("Selector");
    studio.dialog_gives(&path);
    save_as(&mut studio);
    studio.must_say("is open in another tab");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert!(studio.is_dirty());
}

/// A studio with three trees in files, each with an unsaved change.
fn three_changed() -> Studio {
    let mut studio = Studio::empty();
    for name in ["one", "two", "three"] {
        if name != "one" {
            studio.keys("Ctrl+N");
        }
        studio.add("Sequence");
        let path = studio.path(&format!("{name}.bt.json"));
        studio.save_as(&path);
        studio.fill("Name", "Changed");
        assert!(studio.is_dirty());
    }
    studio
}

fn is_changed(studio: &Studio, name: &str) -> bool {
    studio.read(&format!("{name}.bt.json")).contains("Changed")
}

#[test]
fn only_ticked_documents_are_saved_on_quitting() {
    let mut studio = three_changed();
    studio.close_window();
    assert!(studio.shows("3 documents have unsaved changes. Tick those to save."));
    studio.click("two");
    assert!(studio.shows("Unselected documents lose their changes."));
    studio.click("Save selected");
    studio.steps(6);
    assert!(studio.is_ending());
    let changed = ["one", "two", "three"].map(|name| is_changed(&studio, name));
    assert_eq!(changed, [true, false, true]);
}

#[test]
fn one_that_cannot_be_saved_on_quitting_is_named_and_keeps_no_other_from_it() {
    let mut studio = three_changed();
    let file = studio.path("two.bt.json");
    let mut locked = fs::metadata(&file).unwrap().permissions();
    locked.set_readonly(true);
    fs::set_permissions(&file, locked).unwrap();
    studio.close_window();
    studio.click("Save selected");
    studio.steps(6);
    assert!(!studio.is_ending());
    studio.must_say("2 documents saved. Not saved: “two” (the file is write-protected)");
    let changed = ["one", "two", "three"].map(|name| is_changed(&studio, name));
    assert_eq!(changed, [true, false, true]);
}

#[test]
fn without_a_tick_there_is_nothing_to_save() {
    let mut studio = three_changed();
    studio.close_window();
    studio.click("Select none");
    studio.click("Save selected");
    studio.steps(4);
    assert!(studio.shows("Save changes?"));
    studio.click("Select all");
    studio.click("Don't save");
    assert!(studio.is_ending());
    assert!(!is_changed(&studio, "one"));
}

#[test]
fn the_keyboard_unticks_and_saves() {
    let mut studio = three_changed();
    studio.close_window();
    studio.keys("Tab Tab");
    while !studio.by_role(Role::CheckBox, "three").is_focused() {
        studio.keys("Tab");
    }
    studio.keys("Space");
    while !studio.get("Save selected").is_focused() {
        studio.keys("Tab");
    }
    studio.keys("Enter");
    studio.steps(6);
    assert!(studio.is_ending());
    assert!(is_changed(&studio, "one") && is_changed(&studio, "two"));
    assert!(!is_changed(&studio, "three"));
}

#[test]
fn closing_other_tabs_closes_what_was_not_ticked_too() {
    let mut studio = three_changed();
    studio
        .get("Document three, unsaved changes, 1 error")
        .click_secondary();
    studio.steps(3);
    studio.click("Close others");
    studio.click("one");
    studio.click("Save selected");
    studio.steps(6);
    let tabs = studio.names_from("Document ");
    assert_eq!(tabs, ["Document three, unsaved changes, 1 error"]);
    assert!(studio.is_dirty());
    let changed = ["one", "two", "three"].map(|name| is_changed(&studio, name));
    assert_eq!(changed, [false, true, false]);
}

#[test]
fn all_documents_are_saved_at_once() {
    let mut studio = three_changed();
    studio.keys("Ctrl+Alt+S");
    studio.steps(4);
    studio.must_say("3 documents saved");
    for name in ["one", "two", "three"] {
        assert!(is_changed(&studio, name), "{name}");
    }
    studio.menu("File > Save all");
    studio.must_say("no document has unsaved changes");
}

#[test]
fn saving_all_asks_for_a_place_for_each_that_has_none() {
    let mut studio = three_changed();
    for task in ["Selector", "Parallel"] {
        studio.keys("Ctrl+N");
        studio.add(task);
        let path = studio.path(&format!("{task}.bt.json"));
        studio.dialog_gives(&path);
    }
    studio.keys("Ctrl+Alt+S");
    studio.steps(6);
    studio.must_say("5 documents saved");
    assert!(is_changed(&studio, "one"));
    assert!(studio.read("Selector.bt.json").contains("Selector"));
    assert!(studio.read("Parallel.bt.json").contains("Parallel"));
    assert!(!studio.is_ending());
}

#[test]
fn a_document_that_cannot_be_saved_is_told_and_the_others_are_saved() {
    let mut studio = three_changed();
    studio.write("two.bt.json", "theirs");
    studio.keys("Ctrl+Alt+S");
    studio.steps(4);
    studio.must_say("2 documents saved");
    studio.must_say("Not saved: “two” (another program changed the file)");
    assert_eq!(studio.read("two.bt.json"), "theirs");
    assert!(is_changed(&studio, "one") && is_changed(&studio, "three"));
}
