//! Finding in time: from the menus of nodes and variables, from the timeline and by key.

use egui_kittest::kittest::NodeT as _;

use super::studio::Studio;
use super::time_travel::{fighting_guard, frames, steps};

/// Opens the menu of a node on the canvas.
fn open_menu_of(studio: &mut Studio, card: &str) {
    let label = studio.labels_that_begin(card).remove(0);
    studio.get(&label).click_secondary();
    studio.steps(3);
}

/// Chooses what to find in the line of the timeline.
fn choose(studio: &mut Studio, what: &str) {
    studio.click(&format!("What to find in time > {what}"));
    studio.steps(2);
}

#[test]
fn the_menu_of_a_node_tells_how_often_and_goes_there() {
    let mut studio = fighting_guard();
    open_menu_of(&mut studio, "Rest (Wait)");
    studio.click("Find in time");
    studio.must_show(&[
        "Started: in 1 frame",
        "Ended: in 1 frame",
        "Ended with Success: never",
        "Was interrupted: in 1 frame",
        "Any error: never",
    ]);
    assert!(!studio.shows_part("Fired an abort"), "a Wait has none");
    studio.click("Was interrupted: in 1 frame");
    studio.steps(2);
    assert_eq!(frames(&studio), (3, 5));
    assert_eq!(studio.selected(), studio.id("Rest").to_string());
    studio.must_say_just("Frame 3 (1 of 1): “Rest” was interrupted");
    studio.must_show(&["1 of 1"]);
}

#[test]
fn keys_go_from_frame_to_frame_and_say_when_there_is_no_further_one() {
    let mut studio = fighting_guard();
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 2);
    open_menu_of(&mut studio, "Rest (Wait)");
    studio.click("Find in time > Started: in 2 frames");
    studio.steps(2);
    assert_eq!(frames(&studio), (6, 7));
    studio.keys("Alt+OpenBracket");
    assert_eq!(frames(&studio), (1, 7));
    studio.must_say_just("Frame 1 (1 of 2): “Rest” started");
    studio.keys("Alt+OpenBracket");
    assert_eq!(frames(&studio), (1, 7));
    studio.must_say_just("No earlier frame: “Rest” started");
    studio.keys("Alt+CloseBracket Alt+CloseBracket");
    assert_eq!(frames(&studio), (6, 7));
    studio.must_say_just("No later frame: “Rest” started");
    studio.menu("Run > Frames > Previous found frame");
    assert_eq!(frames(&studio), (1, 7));
}

#[test]
fn the_outline_finds_in_time_too() {
    let mut studio = fighting_guard();
    studio.get("Outline: Attack").click_secondary();
    studio.steps(3);
    studio.click("Find in time > Started: in 1 frame");
    studio.steps(2);
    assert_eq!(frames(&studio), (3, 5));
    studio.must_say_just("Frame 3 (1 of 1): “Attack” started");
}

#[test]
fn the_menu_of_a_variable_finds_its_changes() {
    let mut studio = fighting_guard();
    studio.click("More options for sees_enemy");
    studio.click("Find in time");
    studio.must_show(&[
        "Changed: in 1 frame",
        "“sees_enemy” became true: in 1 frame",
    ]);
    studio.click("Changed: in 1 frame");
    studio.steps(2);
    assert_eq!(frames(&studio), (3, 5));
    studio.must_say_just("Frame 3 (1 of 1): “sees_enemy” changed");
}

#[test]
fn the_timeline_finds_what_is_chosen_and_keeps_up_with_the_run() {
    let mut studio = fighting_guard();
    studio.menu("Run > Frames > Find in time…");
    studio.steps(2);
    let choice = studio.get("What to find in time");
    assert!(choice.accesskit_node().is_focused(), "it has the keyboard");
    choose(&mut studio, "“sees_enemy” changed");
    studio.must_show(&["1 frame"]);
    assert_eq!(frames(&studio), (5, 5), "choosing goes nowhere yet");
    studio.click("Previous found frame");
    assert_eq!(frames(&studio), (3, 5));
    studio.must_show(&["1 of 1"]);
    studio.keys("Alt+End");
    studio.click("Current value of sees_enemy");
    steps(&mut studio, 1);
    studio.must_show(&["2 of 2"]);
    steps(&mut studio, 1);
    studio.must_show(&["2 frames"]);
    studio.keys("Shift+F5");
    studio.must_show(&["2 frames"]);
    studio.keys("Alt+OpenBracket");
    assert_eq!(frames(&studio), (6, 7), "the stopped run is shown again");
    studio.click("Close: find in time");
    studio.steps(2);
    assert!(!studio.shows("What to find in time"));
}

#[test]
fn an_expression_is_found_where_it_becomes_true() {
    let mut studio = fighting_guard();
    studio.menu("Run > Frames > Find in time…");
    // The choice has the keyboard.
    studio.keys("Enter `Expr` Enter");
    studio.steps(3);
    let field = studio.get("Expression to find");
    assert!(field.accesskit_node().is_focused());
    studio.type_text("sees_enemy &&");
    studio.must_show_part(&["is incomplete"]);
    studio.keys("Enter Alt+CloseBracket");
    studio.must_say("is incomplete");
    studio.focus("Expression to find");
    studio.keys("Ctrl+A `sees_enemy == true` Enter");
    studio.must_show(&["1 frame"]);
    studio.click("Previous found frame");
    assert_eq!(frames(&studio), (3, 5));
    studio.must_say_just("Frame 3 (1 of 1): “sees_enemy == true” became true");
}

#[test]
fn only_the_lanes_of_what_was_found_are_shown() {
    let mut studio = fighting_guard();
    open_menu_of(&mut studio, "Fight (Sequence)");
    studio.click("Find in time > Fired an abort: in 1 frame");
    studio.steps(2);
    assert_eq!(frames(&studio), (3, 5));
    assert!(studio.labels_that_begin("Lane of ").len() > 3);
    studio.click("Only these");
    let lanes = studio.labels_that_begin("Lane of ");
    assert_eq!(lanes.len(), 1, "{lanes:?}");
    assert!(lanes[0].starts_with("Lane of Compare bool"), "{lanes:?}");
    choose(&mut studio, "“sees_enemy” changed");
    studio.must_show(&["No node of this tree did it. The marks above show the frames."]);
    choose(&mut studio, "Any error");
    studio.must_show_part(&["This did not happen in this run"]);
    studio.click("Only these");
    assert!(studio.labels_that_begin("Lane of ").len() > 3);
}

#[test]
fn what_is_sought_follows_a_renamed_variable_and_a_new_run() {
    let mut studio = fighting_guard();
    studio.menu("Run > Frames > Find in time…");
    choose(&mut studio, "“sees_enemy” changed");
    studio.fill("Name of variable sees_enemy", "alarm");
    steps(&mut studio, 1);
    studio.must_show(&["1 frame"]);
    studio.keys("Ctrl+Shift+F5");
    steps(&mut studio, 1);
    studio.must_show(&["Not found"]);
    studio.keys("Alt+CloseBracket");
    studio.must_say_just("Not found in this run: “alarm” changed");
}

#[test]
fn finding_in_time_speaks_chinese() {
    let mut studio = fighting_guard();
    studio.speak_chinese();
    open_menu_of(&mut studio, "Rest");
    studio.click("查找历史帧 > 被中断：1 帧");
    studio.steps(2);
    assert_eq!(frames(&studio), (3, 5));
    studio.must_say_just("第 3 帧（1 / 1）：“Rest”被中断");
}
