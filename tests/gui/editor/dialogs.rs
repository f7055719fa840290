//! What cannot be undone is asked about first.

use super::studio::Studio;

#[test]
fn the_arrangement_of_the_panels_is_not_lost_without_a_question() {
    let mut studio = Studio::empty();
    studio.menu("View > Panels > Outline");
    assert!(!studio.shows("Search tree"));
    studio.keys("Escape Ctrl+Shift+P `Reset panels` Enter");
    assert!(studio.shows("Reset the panels?"));
    studio.click("Cancel");
    assert!(!studio.shows("Search tree"));
    studio.keys("Ctrl+Shift+P `Reset panels` Enter Enter");
    assert!(studio.shows("Search tree"));
}
