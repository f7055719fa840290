//! What it would take that a node runs or an expectation holds.

use treewright_session::workspace::run_view::{NodeState, RunView as _};

use super::running::guard;
use super::studio::Studio;
use super::time_travel::{frames, steps, variable};

#[test]
fn the_change_that_lets_a_node_run_is_found_and_tried() {
    let mut studio = guard();
    steps(&mut studio, 4);
    studio.click("Attack (Idle)");
    studio.keys("Y");
    studio.click("What would it take?");
    studio.steps(20);
    assert!(studio.shows("… that “Attack” runs by frame 4"));
    studio.click("Try: Set sees_enemy to true before frame 4");
    studio.steps(20);
    assert_eq!(frames(&studio), (4, 4));
    assert_eq!(studio.state("Attack"), NodeState::Running);
    assert_eq!(variable(&studio, "sees_enemy"), Some(true.into()));
    let ways = studio.front(|front| front.run.as_ref().unwrap().ways().len());
    assert_eq!(ways, 2);
}

#[test]
fn it_is_said_when_no_input_leads_there() {
    let mut studio = Studio::empty();
    studio.add("Selector");
    studio.add("Idle");
    studio.click("Selector");
    studio.add("Wait");
    steps(&mut studio, 3);
    studio.keys("Shift+Y");
    studio.steps(20);
    assert!(studio.shows("… that “Wait” runs by frame 3"));
    assert!(studio.shows_part("No input leads there in these frames"));
    studio.keys("Escape");
    assert!(!studio.shows_part("No input leads there"));
}
