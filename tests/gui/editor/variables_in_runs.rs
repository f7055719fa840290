//! Variables of a run: marked when they changed, with their history, and plotted over time.

use super::seeing::guard_after;

#[test]
fn a_changed_variable_is_marked_until_the_next_frame() {
    let mut studio = guard_after(3);
    let changed = "sees_enemy just changed. Recent values";
    assert!(!studio.shows(changed));
    studio.click("Current value of sees_enemy");
    assert!(studio.shows(changed), "it was set for the next frame");
    studio.keys("F10");
    assert!(studio.shows(changed), "it changed in this frame");
    studio.keys("F10");
    assert!(!studio.shows(changed));
    assert!(studio.shows("Recent values of sees_enemy"));
}

#[test]
fn the_history_of_a_variable_leads_to_its_frames() {
    let mut studio = guard_after(3);
    studio.click("Current value of sees_enemy");
    studio.keys("F10 F10 F10");
    studio.click("Recent values of sees_enemy");
    assert!(studio.shows("Frame 0") && studio.shows("Frame 4"));
    studio.click("Frame 4");
    assert_eq!(studio.frame_shown(), 4);
}

#[test]
fn numbers_are_plotted_over_time_and_lead_to_their_frames() {
    let mut studio = guard_after(10);
    assert!(!studio.shows("Plot of enemy_distance"));
    studio.click("Plot enemy_distance over time");
    studio.click("Plot of enemy_distance");
    let shown = studio.frame_shown();
    assert!((3..=7).contains(&shown), "{shown}");
    studio.click("Plot enemy_distance over time");
    assert!(studio.shows_part("Choose variables to plot"));
}
