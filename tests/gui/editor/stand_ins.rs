//! Stand-ins for leaves while there is no game: chosen in the inspector and in menus, shown on cards, answered by shortcuts, and forced results.

use egui::Modifiers;
use treewright_core::model::{ActsLike, Delay, StandIn};
use treewright_core::runtime::Status;
use treewright_session::workspace::run_view::{NodeState, RunView as _};

use super::studio::Studio;

/// A Sequence over one leaf of each type, the last one selected.
fn over(tasks: &[&str]) -> Studio {
    let mut studio = Studio::with("Sequence");
    for task in tasks {
        studio.click("Outline: Sequence");
        studio.add(task);
    }
    studio
}

fn stand_in_of(studio: &Studio, title: &str) -> Option<StandIn> {
    let id = studio.id(title);
    studio.front(|front| front.document().node(&id)?.stand_in.as_deref().cloned())
}

/// Chooses a form in the inspector.
fn choose(studio: &mut Studio, form: &str) {
    studio.get("Mode").scroll_to_me();
    studio.steps(8);
    studio.click("Mode");
    studio.click(form);
}

#[test]
fn each_form_of_stand_in_is_set_and_described_in_the_inspector() {
    let mut studio = over(&["Wait"]);
    assert!(studio.shows("Runs its own code."));
    let after = |delay, status| Some(StandIn::After(delay, status));
    choose(&mut studio, "Ask");
    assert_eq!(stand_in_of(&studio, "Wait"), Some(StandIn::Ask));
    assert!(studio.shows("Runs until you choose a result."));
    choose(&mut studio, "Always");
    studio.click("Result > Running");
    assert_eq!(
        stand_in_of(&studio, "Wait"),
        Some(StandIn::Always(Status::Running))
    );
    choose(&mut studio, "After frames");
    studio.fill("Result in frame", "4");
    studio.click("Result > Failure");
    let four = after(Delay::Frames(4), Status::Failure);
    assert_eq!(stand_in_of(&studio, "Wait"), four);
    assert!(studio.shows("Runs, then returns Failure in its frame 4."));
    choose(&mut studio, "After seconds");
    studio.fill("Result after", "2.5");
    assert_eq!(
        stand_in_of(&studio, "Wait"),
        after(Delay::Seconds(2.5), Status::Success)
    );
    choose(&mut studio, "List of results");
    studio.fill("Results", "rxs");
    studio.switch("Loop");
    let results = StandIn::results_of("RS").unwrap();
    let sequence = StandIn::Sequence {
        results,
        again: true,
    };
    assert_eq!(stand_in_of(&studio, "Wait"), Some(sequence));
    choose(&mut studio, "Random");
    studio.fill("Probability of Success", "0.25");
    assert_eq!(stand_in_of(&studio, "Wait"), Some(StandIn::Chance(0.25)));
    assert!(studio.shows_part("Succeeds with 25% probability"));
    studio.keys("Ctrl+Z");
    assert_eq!(stand_in_of(&studio, "Wait"), Some(StandIn::Chance(0.5)));
    choose(&mut studio, "None");
    assert_eq!(stand_in_of(&studio, "Wait"), None);
}

#[test]
fn results_by_frame_are_added_changed_and_removed() {
    let mut studio = over(&["Wait"]);
    choose(&mut studio, "By frame");
    studio.click("Add frame > Result from frame 6 > Running");
    studio.fill("From frame 5", "9");
    studio.click("Remove frame 1");
    let frames = [(6, Status::Running), (9, Status::Success)];
    assert_eq!(
        stand_in_of(&studio, "Wait"),
        Some(StandIn::Frames(frames.into()))
    );
}

#[test]
fn an_invalid_stand_in_expression_is_reported_and_fixed() {
    let mut studio = over(&["Wait"]);
    choose(&mut studio, "Expression");
    studio.fill("Succeeds while", "reddy");
    assert!(studio.shows_part("Stand-in expression, column 1: there is no variable named “reddy”"));
    studio.get("Fix: Remove the stand-in").scroll_to_me();
    studio.steps(8);
    studio.click("Fix: Remove the stand-in");
    assert_eq!(stand_in_of(&studio, "Wait"), None);
    assert!(!studio.shows_part("Stand-in expression"));
}

#[test]
fn several_leaves_get_the_same_stand_in_in_one_step() {
    let mut studio = over(&["Wait", "Log"]);
    studio.keys("Shift+Q");
    assert_eq!(stand_in_of(&studio, "Log"), Some(StandIn::Ask));
    studio.all("Outline: Wait")[0].click_modifiers(Modifiers::COMMAND);
    studio.steps(3);
    choose(&mut studio, "Random");
    for leaf in ["Wait", "Log"] {
        assert_eq!(stand_in_of(&studio, leaf), Some(StandIn::Chance(0.5)));
    }
    studio.keys("Ctrl+Z");
    assert_eq!(stand_in_of(&studio, "Wait"), None);
    studio.all("Outline: Sequence")[0].click_modifiers(Modifiers::COMMAND);
    studio.steps(3);
    assert!(!studio.shows("Stand-in"), "a parent never has a stand-in");
}

#[test]
fn the_menu_and_the_card_show_the_stand_in_of_a_leaf() {
    let mut studio = over(&["Wait"]);
    studio.menu("Node > Stand-in > Always Failure");
    let failure = Some(StandIn::Always(Status::Failure));
    assert_eq!(stand_in_of(&studio, "Wait"), failure);
    assert!(studio.shows_part("Wait, Stand-in: Always returns Failure."));
    studio.menu("Node > Stand-in");
    assert!(studio.is_ticked("Always Failure") && !studio.is_ticked("Always Success"));
    studio.click("No stand-in");
    assert_eq!(stand_in_of(&studio, "Wait"), None);
    assert!(!studio.shows_part("Stand-in: "));
}

#[test]
fn shortcuts_go_through_asking_leaves_and_give_their_results() {
    let mut studio = Studio::with("Parallel");
    for task in ["Wait", "Log"] {
        studio.click("Outline: Parallel");
        studio.add(task);
        studio.keys("Shift+Q");
    }
    studio.click("Outline: Parallel");
    studio.keys("F10");
    assert_eq!(studio.all("Success").len(), 2, "buttons below both cards");
    let selected =
        |studio: &Studio| studio.front(|front| front.selection().primary().cloned().unwrap());
    studio.keys("Q");
    assert_eq!(selected(&studio), studio.id("Wait"));
    studio.keys("Q");
    assert_eq!(selected(&studio), studio.id("Log"));
    studio.keys("2");
    studio.must_say_just("“Log” will return Failure next frame.");
    studio.keys("Q");
    // After the last one, the first one follows.
    assert_eq!(selected(&studio), studio.id("Wait"));
    studio.keys("1 F10");
    assert_eq!(studio.state("Wait"), NodeState::Success);
    assert_eq!(studio.state("Log"), NodeState::Failure);
}

#[test]
fn a_shortcut_answers_an_asking_leaf_that_is_not_selected() {
    let mut studio = over(&["Wait"]);
    studio.keys("Shift+Q");
    studio.click("Outline: Sequence");
    studio.keys("2");
    assert!(!studio.has_run(), "nothing runs yet");
    studio.keys("F10 2 F10");
    assert_eq!(studio.state("Wait"), NodeState::Failure);
}

#[test]
fn a_result_is_forced_on_a_running_leaf() {
    let mut studio = over(&["Idle"]);
    studio.keys("F10");
    assert_eq!(studio.state("Idle"), NodeState::Running);
    studio.menu("Run > Force result > Force Failure");
    let said = "“Idle” is forced to return Failure next frame.";
    studio.must_say_just(said);
    studio.keys("F10");
    assert_eq!(studio.state("Idle"), NodeState::Failure);
}

#[test]
fn a_key_forces_the_next_check_of_a_watched_condition() {
    let mut studio = super::running::guard();
    studio.click("Outline: Compare bool");
    studio.keys("1");
    assert!(!studio.has_run(), "nothing runs yet");
    studio.keys("F10 3");
    studio.must_say("is forced to return Failure at its next check only");
    studio.keys("1");
    studio.must_say("is forced to return Success at its next check only");
    studio.keys("F10");
    // It aborts, and when it is entered it is false.
    assert_eq!(studio.state("CompareBool"), NodeState::Failure);
    let aborts = studio.front(|front| front.run.as_ref().unwrap().aborts().len());
    assert_eq!(aborts, 1);
    let cards = studio.names_from("Compare bool");
    studio.get(&cards[0]).click_secondary();
    studio.steps(4);
    studio.all("Stand-in")[0].click();
    studio.steps(3);
    assert!(studio.shows("Force next result"));
}

#[test]
fn the_menu_of_a_card_sets_a_stand_in_and_forces_a_result() {
    let mut studio = over(&["Idle"]);
    studio.keys("F10");
    let cards = studio.names_from("Idle,");
    studio.get(&cards[0]).click_secondary();
    studio.steps(4);
    // The menu is left of the inspector.
    studio.all("Stand-in")[0].click();
    studio.steps(3);
    assert!(studio.shows("Force next result"));
    studio.click("Success");
    studio.must_say("is forced to return Success next frame");
    studio.keys("F10");
    assert_eq!(studio.state("Idle"), NodeState::Success);
    let cards = studio.names_from("Idle,");
    studio.get(&cards[0]).click_secondary();
    studio.steps(4);
    studio.all("Stand-in")[0].click();
    studio.steps(3);
    studio.click("Ask while running");
    assert_eq!(stand_in_of(&studio, "Idle"), Some(StandIn::Ask));
}

/// A composite from a library, without game code, over two leaves.
const COUNCIL: &str = r#"{"format": "treewright", "version": 1, "libraries": ["own.tasks.json"], "root": "n1", "nodes": [
    {"id": "n1", "task": "Council", "children": ["n2", "n3"]},
    {"id": "n2", "task": "Fail"}, {"id": "n3", "task": "Succeed"}]}"#;
const OWN: &str = r#"{"format": "treewright-tasks", "version": 1, "name": "own", "tasks": [
    {"name": "Council", "category": "Composite", "summary": "The members vote."}]}"#;

#[test]
fn a_composite_without_code_acts_like_its_stand_in() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("own.tasks.json"), OWN).unwrap();
    let tree = folder.path().join("council.bt.json");
    std::fs::write(&tree, COUNCIL).unwrap();
    let mut studio = Studio::with_files(&[tree]);
    studio.click("Outline: Council");
    assert!(studio.shows_part("Fails: its code is only in the game"));
    let like = |like| Some(StandIn::ActsLike(like));
    studio.get("Fix: Act like Sequence").scroll_to_me();
    studio.steps(8);
    studio.click("Fix: Act like Sequence");
    assert_eq!(stand_in_of(&studio, "Council"), like(ActsLike::Sequence));
    assert!(studio.shows_part("like a Sequence; its own code is only in the game"));
    choose(&mut studio, "Acts like Selector");
    assert_eq!(stand_in_of(&studio, "Council"), like(ActsLike::Selector));
    studio.keys("Ctrl+Z");
    assert_eq!(stand_in_of(&studio, "Council"), like(ActsLike::Sequence));
    // Two children have no single result that could be passed through.
    studio.get("Mode").scroll_to_me();
    studio.steps(8);
    studio.click("Mode");
    assert!(studio.shows("Acts like Selector"));
    assert!(!studio.shows("Passes through"));
}
