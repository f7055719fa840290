//! The tour of a first start.

use std::rc::Rc;

use tempfile::TempDir;

use super::studio::Studio;

#[test]
fn a_first_start_shows_the_tour_until_it_is_skipped() {
    let folder = Rc::new(TempDir::new().unwrap());
    let mut studio = Studio::first_start(folder.clone());
    assert!(studio.shows("This is a behavior tree"));
    studio.click("Next step");
    assert!(studio.shows_part("Drag a node onto the canvas, or press Space there"));
    studio.click("Previous step");
    assert!(studio.shows("This is a behavior tree"));
    studio.click("Skip tour");
    assert!(!studio.shows("This is a behavior tree"));
    studio.end();
    let again = Studio::first_start(folder);
    assert!(!again.shows("This is a behavior tree"));
}

#[test]
fn the_tour_can_be_finished_by_keyboard() {
    let mut studio = Studio::first_start(Rc::new(TempDir::new().unwrap()));
    studio.keys("ArrowRight ArrowLeft");
    assert!(studio.shows("This is a behavior tree"));
    studio.keys("Enter");
    assert!(!studio.shows("This is a behavior tree"));
    studio.keys("Enter Enter Enter Enter Enter");
    assert!(studio.shows("More help"));
    studio.keys("Enter");
    assert!(!studio.shows("More help"));
}

#[test]
fn the_tour_can_be_restarted_from_the_menu_on_the_example() {
    let mut studio = Studio::empty();
    studio.click("Help > Tour");
    assert!(studio.shows("This is a behavior tree"));
    assert_eq!(studio.document().name, "Guard");
    studio.keys("Escape");
    assert!(!studio.shows("This is a behavior tree"));
    let nodes = studio.document().node_count();
    studio.add("Wait");
    assert_eq!(studio.document().node_count(), nodes + 1);
}

#[test]
fn enter_advances_the_tour_even_if_something_behind_it_has_the_focus() {
    let mut studio = Studio::first_start(Rc::new(TempDir::new().unwrap()));
    studio.focus("Zoom in");
    studio.keys("Enter");
    assert!(!studio.shows("Search node types"));
    assert!(studio.shows_part("Drag a node onto the canvas"));
}

#[test]
fn each_step_of_the_tour_shows_its_panel_in_a_low_window_too() {
    let mut studio = Studio::first_start(Rc::new(TempDir::new().unwrap()));
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(3);
    // Canvas, palette, inspector, blackboard.
    for (content, other) in [
        ("Canvas", "nothing"),
        ("Search nodes", "Search tree"),
        ("Tree name", "+ Add variable"),
        ("+ Add variable", "Tree name"),
    ] {
        studio.steps(2);
        assert!(
            studio.shows_part(content) && !studio.shows(other),
            "{content}"
        );
        studio.keys("ArrowRight");
    }
    studio.keys("ArrowLeft ArrowLeft");
    studio.steps(2);
    assert!(studio.shows("Tree name"));
}
