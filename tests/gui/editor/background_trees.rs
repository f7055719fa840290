//! Trees that `RunTree` starts in the background: the Why window, the timeline and the log name who started them, and how they ended.

use super::studio::Studio;
use super::time_travel::steps;

/// A tree that starts a patrol, and then waits until a talk of two seconds has ended.
const GUARD: &str = r#"{"format": "treewright", "version": 1, "root": "r",
"trees": [{"name": "Patrol", "root": "p"}, {"name": "Talk", "root": "t"}, {"name": "Sleep", "root": "z"}],
"nodes": [
{"id": "r", "task": "Sequence", "name": "Duty", "children": ["s", "q", "c", "w", "n"], "x": 300, "y": 0},
{"id": "s", "task": "RunTree", "name": "Send out", "parameters": {"tree": "Patrol"}, "x": 0, "y": 120},
{"id": "q", "task": "RunTree", "name": "Greet", "parameters": {"tree": "Talk", "wait": true}, "x": 150, "y": 120},
{"id": "c", "task": "IsTreeRunning", "name": "On patrol?", "parameters": {"tree": "Patrol"}, "x": 300, "y": 120},
{"id": "w", "task": "Idle", "name": "Rest", "x": 450, "y": 120},
{"id": "n", "task": "RunTree", "name": "Go to bed", "parameters": {"tree": "Sleep"}, "x": 600, "y": 120},
{"id": "p", "task": "Wait", "name": "Walk", "parameters": {"seconds": 100.0}, "x": 0, "y": 300},
{"id": "t", "task": "Wait", "name": "Speak", "parameters": {"seconds": 0.2}, "x": 150, "y": 300},
{"id": "z", "task": "Idle", "name": "Snore", "x": 300, "y": 300}]}"#;

fn on_duty(frames: usize) -> Studio {
    let made = Studio::empty();
    let file = made.write("duty.bt.json", GUARD);
    let mut studio = made.started_again(&[file]);
    steps(&mut studio, frames);
    studio
}

/// Asks why a node is in its state.
fn ask(studio: &mut Studio, node: &str) {
    let card = studio.card(node).center();
    studio.press_at(card, 1);
    studio.keys("Y");
}

#[test]
fn why_says_who_started_the_background_tree_of_a_node_and_how_it_ended() {
    let mut studio = on_duty(1);
    let belongs = |tree: &str| {
        format!(
            "This node belongs to background tree “{tree}”, whose nodes are not recorded one by one"
        )
    };
    ask(&mut studio, "Walk");
    let runs = "Background tree “Patrol” runs since frame 1: “Send out” started it";
    studio.must_show(&[&belongs("Patrol"), runs]);
    assert!(
        !studio.shows_part("What would it take"),
        "it is not searched there"
    );
    ask(&mut studio, "Snore");
    studio.must_show(&[
        &belongs("Sleep"),
        "Background tree “Sleep” was not started yet",
    ]);
    steps(&mut studio, 3);
    ask(&mut studio, "Speak");
    let ended =
        "Background tree “Talk”, which “Greet” started in frame 1, ended with Success in frame 2";
    studio.must_show(&[&belongs("Talk"), ended]);
    studio.click(&format!("And why? {ended}"));
    studio.must_show(&["“Greet” is running: “Send out” returned Success, so “Duty” moved on"]);
}

#[test]
fn the_reasons_of_nodes_that_run_or_ask_about_a_background_tree_name_it() {
    let mut studio = on_duty(1);
    let runs = |tree: &str, by: &str| {
        format!("Background tree “{tree}” runs since frame 1: “{by}” started it")
    };
    ask(&mut studio, "Greet");
    studio.must_show(&[&runs("Talk", "Greet")]);
    steps(&mut studio, 3);
    ask(&mut studio, "Greet");
    let ended =
        "Background tree “Talk”, which “Greet” started in frame 1, ended with Success in frame 2";
    studio.must_show(&["“Greet” returned Success", ended]);
    for node in ["Send out", "On patrol?"] {
        ask(&mut studio, node);
        studio.must_show(&[&runs("Patrol", "Send out")]);
    }
    assert!(!studio.shows_part("answer of the game"));
}
