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
    assert!(studio.shows("What would make “Attack” run by frame 4?"));
    studio.click("Try: Set sees_enemy to true before frame 4");
    studio.steps(4);
    assert_eq!(frames(&studio), (4, 4));
    studio.must_say("“Attack” runs now, since frame 4.");
    assert_eq!(studio.state("Attack"), NodeState::Running);
    assert_eq!(variable(&studio, "sees_enemy"), Some(true.into()));
    let ways = studio.front(|front| front.run.as_ref().unwrap().ways().len());
    assert_eq!(ways, 2);
    // Now it runs.
    studio.keys("Escape");
    studio.click("Attack (Idle), running");
    studio.keys("Shift+Y");
    studio.steps(10);
    assert!(studio.shows("It is so already: no input has to change."));
}

#[test]
fn a_deep_node_of_a_large_tree_is_reached_by_several_inputs_together() {
    let Some(samples) = treewright_tests::samples() else {
        return;
    };
    let mut studio = Studio::empty();
    for name in ["soldier.bt.json", "soldier.tasks.json"] {
        let text = std::fs::read(samples.join("soldier").join(name)).unwrap();
        studio.write(name, text);
    }
    studio.open(&studio.path("soldier.bt.json"));
    steps(&mut studio, 60);
    for name in ["Duck", "Fall back", "Pistol", "Flank left"] {
        studio.keys("Ctrl+F");
        studio.type_text(name);
        studio.keys("Enter Escape Shift+Y");
        studio.wait_until(|studio| !studio.labels_that_begin("Try: ").is_empty());
        studio.must_show_part(&["Found. Searching for smaller changes"]);
        studio.click("Cancel search");
        studio.must_show_part(&["All their inputs are needed"]);
    }
    assert_eq!(studio.state("Flank left"), NodeState::Idle);
    let change = studio.labels_that_begin("Try: ")[0].clone();
    studio.click(&change);
    studio.steps(40);
    assert_eq!(frames(&studio), (60, 60));
    assert_eq!(studio.state("Flank left"), NodeState::Running);
}

#[test]
fn an_input_that_was_given_may_be_left_out() {
    let mut studio = guard();
    steps(&mut studio, 2);
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 2);
    studio.keys("Ctrl+F");
    studio.type_text("Rest");
    studio.keys("Enter Escape Shift+Y");
    studio.wait_for("Try: Do not set sees_enemy before frame 3");
    studio.click("Try: Do not set sees_enemy before frame 3");
    studio.steps(20);
    assert_eq!(frames(&studio), (4, 4));
    assert_eq!(variable(&studio, "sees_enemy"), Some(false.into()));
    assert_eq!(studio.state("Rest"), NodeState::Running);
}

#[test]
fn what_was_tried_shows_the_frame_in_which_the_node_ran() {
    let mut studio = Studio::empty();
    studio.click("+ Add variable > bool");
    studio.fill("Name of variable bool_1", "alarm");
    studio.click("Canvas. Empty tree. Press Space or drag a node here");
    studio.add("Sequence ReturnSuccess Sequence");
    studio.fill("Name", "Alarmed");
    studio.click("Alarmed (Sequence)");
    studio.add("CompareBool");
    studio.click("Bind Left to a variable > Alarmed (Sequence)");
    studio.add("Log");
    studio.click("Sequence");
    studio.add("Idle");
    steps(&mut studio, 4);
    // It could only run in frame 1.
    studio.click("Outline: Log");
    studio.menu("Run > Explain > What would it take?");
    studio.wait_for("Try: Set alarm to true before frame 1");
    studio.click("Try: Set alarm to true before frame 1");
    studio.steps(4);
    assert_eq!(frames(&studio), (1, 4));
    studio.must_say("“Log” ran in frame 1, which is shown now.");
    assert_eq!(studio.state("Log"), NodeState::Success);
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
    assert!(studio.shows("What would make “Wait” run by frame 3?"));
    assert!(studio.shows_part("No change of inputs was found that leads there"));
    studio.keys("Escape");
    assert!(!studio.shows_part("No change of inputs was found"));
}
