//! Internal errors, triggered on purpose: wherever something panics, the editor reports it and continues, or keeps all work and ends.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use treewright_core::on_purpose;
use treewright_editor::app::EditorApp;
use treewright_session::workspace::open_document::OpenDocument;
use treewright_session::workspace::run_view::RunView;

use super::exports_underway::on_save;
use super::large::wide;
use super::studio::{Studio, saved};

const FOREIGN: &str =
    r#"<root BTCPP_format="4"><BehaviorTree ID="A"><AlwaysSuccess/></BehaviorTree></root>"#;

/// Runs `act` while this place panics, until the status bar reports that.
fn with_panic_at(studio: &mut Studio, place: &str, act: impl FnOnce(&mut Studio)) -> String {
    on_purpose::want(Some(place.to_owned()));
    act(studio);
    let said = format!("an internal error (on purpose at {place})");
    studio.wait_until(|studio| studio.notice().contains(&said));
    on_purpose::want(None);
    studio.must_say("please report it");
    studio.notice()
}

/// Asserts that a tree can still be drawn and changed.
fn assert_still_works(studio: &mut Studio) {
    studio.keys("Ctrl+N");
    studio.add("Sequence");
    assert_eq!(studio.outline(), "Sequence");
}

#[test]
fn reading_a_file() {
    let mut studio = saved();
    let own = studio.path("other.bt.json");
    fs::copy(studio.path("tree.bt.json"), &own).unwrap();
    let foreign = studio.write("foreign.xml", FOREIGN);
    for (place, file) in [("loader", &own), ("importer", &foreign)] {
        let notice = with_panic_at(&mut studio, place, |studio| studio.open(file));
        assert!(notice.starts_with("Cannot open "), "{notice}");
        let before = studio.count();
        studio.open(file);
        assert_eq!(studio.count(), before + 1, "{}", studio.notice());
    }
    assert_still_works(&mut studio);
}

#[test]
fn exporting() {
    let mut studio = saved();
    on_purpose::want(Some("exporter".to_owned()));
    studio.keys("Ctrl+E");
    assert!(studio.shows_part("an internal error (on purpose at exporter)"));
    on_purpose::want(None);
    studio.keys("Escape");
    assert_still_works(&mut studio);
}

#[test]
fn exporting_on_save() {
    let mut studio = saved();
    let path = on_save(&mut studio, "tree.md");
    let before = fs::read_to_string(&path).unwrap();
    studio.fill("Name", "Mine");
    with_panic_at(&mut studio, "exporter", |studio| studio.keys("Ctrl+S"));
    let saved = studio.read("tree.bt.json");
    assert!(saved.contains("Mine"), "the tree is saved anyway");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Mine"));
    assert_still_works(&mut studio);
}

#[test]
fn exporting_an_image() {
    let mut studio = saved();
    with_panic_at(&mut studio, "picture", |studio| studio.keys("Ctrl+Shift+C"));
    assert_still_works(&mut studio);
}

#[test]
fn running_scenarios() {
    let mut studio = Studio::started();
    let notice = with_panic_at(&mut studio, "scenarios", |studio| {
        studio.keys("Ctrl+Shift+P `Run all scenarios` Enter");
    });
    assert!(
        notice.starts_with("The scenarios did not finish"),
        "{notice}"
    );
    assert_still_works(&mut studio);
}

#[test]
fn adding_a_library() {
    let mut studio = saved();
    let path = studio.write(
        "fighter.tasks.json",
        include_str!("../../cli/fighter.tasks.json"),
    );
    let add = |studio: &mut Studio| {
        studio.dialog_gives(&path);
        studio.keys("Ctrl+Shift+L");
    };
    let before = studio.document();
    with_panic_at(&mut studio, "library", add);
    assert_eq!(studio.document(), before);
    add(&mut studio);
    studio.steps(3);
    assert_eq!(studio.document().libraries, ["fighter.tasks.json"]);
    assert_still_works(&mut studio);
}

#[test]
fn comparing_with_another_version() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    for (place, beginning) in [
        ("version", "Cannot open "),
        ("compare", "The versions were not compared"),
    ] {
        let notice = with_panic_at(&mut studio, place, |studio| studio.keys("Ctrl+Shift+D"));
        assert!(notice.starts_with(beginning), "{notice}");
        assert!(!studio.shows("1 change"));
    }
    studio.keys("Ctrl+Shift+D");
    assert!(studio.shows("1 change"));
    assert_still_works(&mut studio);
}

#[test]
fn merging_with_the_file_on_disk() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    let theirs = studio.read("tree.bt.json").replace("Wait", "Idle");
    studio.write("tree.bt.json", theirs);
    studio.wait_until(|studio| studio.shows("Merge both"));
    let before = studio.document();
    let notice = with_panic_at(&mut studio, "version", |studio| studio.click("Merge both"));
    assert!(notice.starts_with("Cannot open "), "{notice}");
    assert_eq!(studio.document(), before);
    studio.click("Keep ours");
    assert_still_works(&mut studio);
}

#[test]
fn comparing_with_a_recording() {
    const SAME: &str = "No differences in the only frame.";
    let mut studio = Studio::started();
    studio.keys("F10");
    let path = studio.path("run.jsonl");
    studio.menu_to("File > Recordings > Save run…", &path);
    let compare = |studio: &mut Studio| {
        studio.menu_to("File > Recordings > Compare with recording…", &path);
    };
    with_panic_at(&mut studio, "recording", compare);
    assert!(!studio.shows(SAME));
    compare(&mut studio);
    studio.steps(3);
    assert!(studio.shows(SAME));
}

#[test]
fn checking_for_problems() {
    let mut studio = saved();
    let notice = with_panic_at(&mut studio, "check", |studio| studio.fill("Name", "Mine"));
    assert!(
        notice.starts_with("The list of problems is out of date"),
        "{notice}"
    );
    assert_eq!(studio.outline(), "Sequence\n  Mine");
    assert_still_works(&mut studio);
}

#[test]
fn laying_out() {
    let mut studio = saved();
    studio.add("Log");
    let before = studio.document();
    let notice = with_panic_at(&mut studio, "layout", |studio| studio.keys("A"));
    assert!(notice.starts_with("The tree was not laid out"), "{notice}");
    assert_eq!(studio.document(), before);
    assert_still_works(&mut studio);
}

#[test]
fn saving() {
    let mut studio = saved();
    let path = studio.path("tree.bt.json");
    let before = fs::read(&path).unwrap();
    studio.fill("Name", "Mine");
    let notice = with_panic_at(&mut studio, "save", |studio| studio.keys("Ctrl+S"));
    assert!(notice.starts_with("Not saved: "), "{notice}");
    assert_eq!(fs::read(&path).unwrap(), before);
    assert!(studio.is_dirty());
    studio.keys("Ctrl+S");
    assert!(fs::read_to_string(&path).unwrap().contains("Mine"));
}

#[test]
fn a_panic_after_a_save_does_not_affect_the_save() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    let notice = with_panic_at(&mut studio, "after saving", |studio| studio.keys("Ctrl+S"));
    assert!(
        notice.contains(", but a step after saving failed"),
        "{notice}"
    );
    assert!(studio.read("tree.bt.json").contains("Mine"));
    assert!(!studio.is_dirty());
    // The editor's own version does not count as written by somebody else.
    studio.fill("Name", "Ours");
    studio.keys("Ctrl+S");
    assert!(studio.read("tree.bt.json").contains("Ours"));
}

#[test]
fn a_panic_in_per_frame_work_does_not_stop_other_work() {
    let mut studio = saved();
    let other = studio.path("other.bt.json");
    fs::copy(studio.path("tree.bt.json"), &other).unwrap();
    on_purpose::want(Some("project".to_owned()));
    studio.steps(1);
    studio.must_say("on purpose at project");
    studio.keys("Ctrl+S");
    studio.must_say_first("Saved");
    let before = studio.count();
    studio.open(&other);
    on_purpose::want(None);
    assert_eq!(studio.count(), before + 1);
}

#[test]
fn a_frame_of_a_run_ends_the_run() {
    let mut studio = Studio::started();
    let before = studio.document();
    let notice = with_panic_at(&mut studio, "tick", |studio| studio.keys("F10"));
    assert!(notice.starts_with("The run of "), "{notice}");
    assert!(!studio.has_run());
    assert_eq!(studio.document(), before);
    studio.keys("F10");
    assert!(studio.has_run());
}

#[test]
fn a_panic_while_compiling_clears_old_messages_and_starts_no_run() {
    let mut studio = Studio::started();
    let told = |studio: &Studio| studio.labels_that_begin("If “").len();
    studio.click("Outline: Chase");
    assert_eq!(told(&studio), 1);
    on_purpose::want(Some("program".to_owned()));
    studio.click("Outline: Strike");
    studio.keys("F8");
    studio.click("Outline: Chase");
    assert_eq!(told(&studio), 0);
    let notice = with_panic_at(&mut studio, "program", |studio| studio.keys("F10"));
    assert!(notice.starts_with("The run of "), "{notice}");
    assert!(!studio.has_run());
    studio.keys("F10");
    assert!(studio.has_run());
    studio.keys("Shift+F5 Ctrl+Z");
    studio.click("Outline: Chase");
    assert_eq!(told(&studio), 1);
}

#[test]
fn a_panic_while_compiling_in_the_background_loses_only_its_result() {
    let mut studio = Studio::empty();
    let path = wide(&studio, 2_000);
    on_purpose::want(Some("program".to_owned()));
    studio.open(&path);
    let tried = |studio: &Studio| studio.front(OpenDocument::compiled).beside > 0;
    studio.wait_until(tried);
    studio.steps(20);
    on_purpose::want(None);
    studio.click("Outline: Parallel");
    studio.keys("F10");
    let run = |studio: &Studio| studio.has_run();
    assert!(run(&studio), "{}", studio.notice());
}

#[test]
fn a_panicking_task_fails_and_its_run_continues() {
    let mut studio = Studio::started();
    on_purpose::want(Some("task".to_owned()));
    studio.keys("F10");
    on_purpose::want(None);
    let frame = |front: &OpenDocument| front.run.as_ref().map(RunView::frame);
    assert_eq!(studio.front(frame), Some(1), "{}", studio.notice());
    studio.show_panel("Log");
    assert!(studio.shows_part("on purpose at task"));
    studio.keys("F10");
    assert_eq!(studio.front(frame), Some(2));
}

#[test]
fn a_panic_in_the_window_keeps_all_work_and_is_reported_at_the_next_start() {
    let mut studio = saved();
    studio.fill("Name", "Mine");
    on_purpose::want(Some("ui".to_owned()));
    let drawn = catch_unwind(AssertUnwindSafe(|| studio.steps(1)));
    on_purpose::want(None);
    assert!(drawn.is_err());
    // As the real window does before it ends.
    let ends = |app: &mut EditorApp| app.end_after_panic("on purpose at ui");
    let said = studio.app_mut(ends);
    assert!(said.unwrap().contains("unsaved work was copied"));
    let folder = studio.crash();
    let mut again = Studio::after_crash(folder);
    again.must_say("quit unexpectedly");
    again.must_say("on purpose at ui");
    assert!(again.shows("Recover unsaved work?"));
    again.click("Restore: tree");
    assert_eq!(again.outline(), "Sequence\n  Mine");
}
