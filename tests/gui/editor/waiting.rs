//! The list of background jobs: each job is shown there and can be cancelled with the mouse, the keyboard or the menu.

use std::fs;

use super::opening::long;
use super::studio::Studio;

const OPENING: &str = "Opening long.xml…";
const STOP: &str = "Cancel background task";

/// An editor that reads a long file, and a path whose file would load sooner.
fn reading() -> Studio {
    let mut studio = Studio::empty();
    let path = long(&studio, 400);
    studio.open(&path);
    studio.wait_until(|studio| studio.shows_part(OPENING));
    studio
}

/// Asserts that it is no longer waited for, and does not open later.
fn never_comes(studio: &mut Studio) {
    studio.steps(4);
    assert!(!studio.shows_part(OPENING));
    assert_eq!(studio.document().node_count(), 0);
}

#[test]
fn a_shortcut_cancels_the_background_job() {
    let mut studio = reading();
    studio.keys("Ctrl+Period");
    never_comes(&mut studio);
}

#[test]
fn the_menu_cancels_the_background_job() {
    let mut studio = reading();
    studio.menu(&format!("Help > {STOP}"));
    never_comes(&mut studio);
}

#[test]
fn the_cancel_button_can_be_reached_by_keyboard() {
    let mut studio = reading();
    studio.focus("Cancel opening long.xml");
    studio.keys("Enter");
    never_comes(&mut studio);
}

#[test]
fn the_list_of_jobs_is_available_in_chinese() {
    let mut studio = Studio::empty();
    let path = long(&studio, 400);
    studio.speak_chinese();
    studio.open(&path);
    studio.wait_until(|studio| studio.shows_part("正在打开 long.xml…"));
    studio.click("取消打开 long.xml");
    studio.steps(2);
    assert!(!studio.shows_part("正在打开 long.xml"));
}

#[test]
fn an_image_export_is_listed_and_the_window_stays_responsive() {
    let mut studio = Studio::empty();
    let path = long(&studio, 100);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() > 1);
    studio.steps(2);
    studio.keys("Ctrl+Shift+C");
    assert!(studio.shows_part("Drawing the image…"));
    studio.click("Outline: part 0");
    let name = |studio: &Studio| studio.front(|front| front.selection().len());
    assert_eq!(name(&studio), 1);
    // Another one does not take its place.
    studio.keys("Ctrl+Shift+C");
    studio.must_say("already being drawn");
    studio.click("Cancel drawing the image");
    studio.steps(2);
    assert!(!studio.shows_part("Drawing the image…"));
    assert!(
        !studio.notice().contains("Copied image"),
        "{}",
        studio.notice()
    );
}

/// So many frames that running them takes noticeable time on any machine.
const FRAMES: u64 = 1_000_000;

#[test]
fn scenarios_show_their_progress_and_can_be_cancelled() {
    let mut studio = Studio::empty();
    let folder = studio.path("game");
    fs::create_dir_all(&folder).unwrap();
    let guard = include_str!("../../../assets/examples/guard.bt.json");
    let chase = include_str!("../../../assets/examples/guard.scenario.json");
    fs::write(folder.join("guard.bt.json"), guard).unwrap();
    // In the order of names, the short one runs first.
    fs::write(folder.join("a.scenario.json"), chase).unwrap();
    let long = format!(
        "{{\"format\": \"treewright-scenario\", \"version\": 1, \"name\": \"Long\", \"tree\": \"guard.bt.json\", \"frames\": {FRAMES}}}"
    );
    fs::write(folder.join("b.scenario.json"), long).unwrap();
    studio.open(&folder.join("guard.bt.json"));
    studio.wait_until(|studio| studio.shows("1 of 2"));
    assert!(studio.shows_part("Running scenarios…"));
    studio.click("Cancel running scenarios");
    studio.steps(8);
    assert!(!studio.shows_part("Running scenarios…"));
    // A scenario that was not run to its end has not failed.
    assert!(!studio.shows_part("failed"));
}
