//! What can interrupt a node, in the inspector of the node.

use super::running::guard;
use super::studio::Studio;
use super::time_travel::steps;

#[test]
fn the_inspector_of_a_leaf_tells_what_can_interrupt_it_and_what_can_now() {
    let mut studio = guard();
    studio.click("Rest (Wait)");
    assert!(studio.shows("“sees_enemy” changes: “Fight” (Both) aborts this."));
    steps(&mut studio, 2);
    assert!(studio.shows("“sees_enemy” changes: “Fight” (Both) aborts this. (possible now)"));
    studio.click("“sees_enemy” changes: “Fight” (Both) aborts this. (possible now)");
    assert_eq!(studio.selected(), "n3");
}

#[test]
fn parents_interrupt_by_their_own_rules_and_utilities_are_shown() {
    let mut studio = Studio::empty();
    studio.add("TimeLimit");
    studio.add("UtilitySelector");
    studio.add("Idle");
    assert!(studio.shows("“Time limit”: its time is over."));
    studio.click("Utility selector");
    studio.add("Wait");
    assert!(studio.shows("“Utility selector”: another child has a higher utility."));
    assert!(studio.shows("Utility of “Wait”: 0"));
    steps(&mut studio, 1);
    // The node itself does not run.
    assert!(studio.shows("“Time limit”: its time is over. (not now)"));
    studio.click("Outline: Idle");
    assert!(studio.shows("“Time limit”: its time is over. (possible now)"));
}

#[test]
fn a_constant_utility_is_plotted_as_a_line() {
    let mut studio = Studio::empty();
    studio.add("UtilitySelector");
    studio.add("Idle");
    studio.click("Utility selector");
    studio.add("Wait");
    steps(&mut studio, 3);
    studio.click("Plot utility of “Wait” over time");
    studio.steps(3);
    studio.must_show(&["Plot of utility of “Wait”"]);
    studio.click("Plot utility of “Wait” over time");
    studio.steps(3);
    assert!(!studio.shows_part("Plot of utility"));
}

#[test]
fn a_sibling_that_cannot_fail_is_no_reason_for_an_interruption() {
    let mut studio = Studio::empty();
    studio.add("Parallel");
    studio.add("Idle");
    studio.click("Parallel");
    studio.add("Wait");
    studio.click("Outline: Idle");
    assert!(!studio.shows_part("another child fails"));
    studio.click("Parallel");
    studio.add("Fail");
    studio.click("Outline: Idle");
    assert!(studio.shows("“Parallel”: another child fails."));
}
