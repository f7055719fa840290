//! Games that have ended or were left, and come again; what the window says of them, and that it lets games attach.

use std::path::Path;

use egui_kittest::kittest::NodeT as _;
use treewright_session::workspace::run_view::NodeState;

use super::games::fake_game::{FakeGame, TellsFiles};
use super::games::{attached_to, choose, frames, guarded};
use super::studio::Studio;

#[test]
fn the_fields_for_an_event_have_the_keyboard() {
    let (mut studio, _game) = guarded();
    let outline = studio.outline();
    studio.keys("Ctrl+Shift+P `send event` Enter");
    studio.steps(3);
    studio.type_text("extinguish");
    studio.steps(2);
    assert_eq!(studio.outline(), outline, "no letter is a shortcut");
    studio.must_show(&["Send extinguish"]);
}

fn shows_run(studio: &Studio) -> bool {
    studio.front(|front| front.shown_run().is_some())
}

#[test]
fn a_game_that_comes_again_is_shown_where_it_was_shown_before() {
    let (mut studio, game) = guarded();
    let documents = studio.count();
    drop(game);
    studio.wait_until(|studio| studio.notice().contains("it has ended"));
    studio.steps(2);
    studio.must_show(&["Link ended"]);
    assert!(!studio.shows("Paused"));
    let _again = FakeGame::start(&studio.path("link/link.json"), TellsFiles::Yes);
    studio.wait_until(|studio| studio.notice().contains("is attached"));
    studio.show_panel("Agents");
    studio.wait_until(|studio| !studio.labels_that_begin("guard 2").is_empty());
    choose(&mut studio, "guard 2");
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    assert_eq!(studio.count(), documents, "no other document is opened");
    studio.front(|front| assert!(front.path().is_some()));
    studio.front_select("n3");
    studio.fill_in("Expression", "health < 1000");
    studio.menu("Run > Agents > Replace tree in game");
    studio.wait_until(|studio| studio.notice().contains("3 agents kept, 0 restarted"));
    studio.wait_until(|studio| studio.state("flee") == NodeState::Running);
}

#[test]
fn stop_ends_the_showing_of_a_game_that_was_left() {
    let (mut studio, _game) = guarded();
    assert!(frames(&studio).1 > 0);
    studio.keys("Shift+F5");
    // The game dials again at once, so that the notice may already say that it is attached.
    studio.steps(2);
    studio.must_show(&["Detached"]);
    assert!(shows_run(&studio));
    // It dials again, so that both are listed.
    studio.show_panel("Agents");
    let choice = "Game whose agents are listed";
    studio.wait_until(|studio| studio.shows(choice));
    studio.click(choice);
    studio.must_show(&["Arena (1) (Detached)"]);
    studio.key(egui::Key::Escape);
    studio.focus_canvas();
    studio.keys("Shift+F5");
    studio.steps(2);
    assert!(!shows_run(&studio));
    studio.must_say("Choose an agent in the panel Agents to see it again");
    // What was seen is not lost: it cannot be seen again otherwise.
    studio.show_panel("Agents");
    studio.click("Game whose agents are listed > Arena (1) (Detached)");
    studio.steps(2);
    choose(&mut studio, "guard 0");
    studio.must_show(&["Detached"]);
    assert_eq!(studio.state("stand"), NodeState::Running);
}

#[test]
fn what_was_seen_of_a_game_stays_when_another_one_is_shown_in_its_place() {
    let (mut studio, game) = guarded();
    studio.wait_until(|_| game.frame() > 30);
    let saved = studio.path("x.live.jsonl");
    studio.menu_to("Run > Agents > Save what agents did…", &saved);
    let seen = frames(&studio).1;
    drop(game);
    studio.wait_until(|studio| studio.notice().contains("it has ended"));
    // A file of agents with the same tree.
    studio.open(&saved);
    studio.wait_until(|studio| studio.shows("Recorded run"));
    studio.show_panel("Agents");
    let choice = "Game whose agents are listed";
    studio.click(choice);
    studio.must_show(&["Arena (1) (Link ended)"]);
    studio.key(egui::Key::Escape);
    // A game that comes again.
    let _again = FakeGame::start(&studio.path("link/link.json"), TellsFiles::Yes);
    studio.wait_until(|studio| studio.notice().contains("is attached"));
    studio.show_panel("Agents");
    studio.click("Game whose agents are listed > Arena (1)");
    studio.steps(2);
    choose(&mut studio, "guard 2");
    studio.wait_until(|studio| studio.shows("Live"));
    // What the first one did is still there.
    studio.show_panel("Agents");
    studio.click("Game whose agents are listed > Arena (1) (Link ended)");
    studio.steps(2);
    choose(&mut studio, "guard 0");
    studio.wait_until(|studio| studio.shows("Link ended"));
    assert!(frames(&studio).1 >= seen);
    assert_eq!(studio.state("stand"), NodeState::Running);
}

#[test]
fn the_window_says_that_games_can_attach() {
    let mut studio = Studio::started();
    assert!(!studio.shows_part("Games can attach"));
    studio.menu("Run > Attach…");
    studio.switch("Let games attach");
    studio.key(egui::Key::Escape);
    studio.steps(2);
    studio.click("Games can attach");
    studio.steps(2);
    assert!(studio.is_ticked("Let games attach"));
    studio.switch("Let games attach");
    studio.key(egui::Key::Escape);
    studio.steps(2);
    assert!(!studio.shows("Games can attach"));
}

#[test]
fn a_condition_that_is_refused_says_why_and_hides_no_agent() {
    let (mut studio, _game) = guarded();
    studio.show_panel("Agents");
    studio.fill_in("Search by name, tag, number or state", "health >");
    studio.steps(3);
    studio.click("Find agents for which this condition is true");
    studio.wait_until(|studio| studio.shows_part("Cannot search for health >: the expression"));
    studio.fill_in("Search by name, tag, number or state", "guard 2");
    studio.steps(2);
    assert!(!studio.labels_that_begin("guard 2").is_empty());
    studio.click("Close the message");
    studio.steps(2);
    assert!(!studio.shows_part("Cannot search"));
}

#[test]
fn what_was_measured_last_stays_when_the_game_is_gone() {
    let (mut studio, game) = guarded();
    studio.front_select("n5");
    studio.menu("Run > On the canvas > Heat map of leaf times");
    studio.wait_until(|studio| studio.shows_part("100% of leaf time"));
    drop(game);
    studio.wait_until(|studio| studio.notice().contains("it has ended"));
    studio.steps(3);
    studio.must_show_part(&["100% of leaf time", "as the game measured it last"]);
    assert!(!studio.shows_part("The game does not measure"));
}

#[test]
fn an_agent_that_left_is_shown_as_it_was_last() {
    let (mut studio, game) = guarded();
    studio.wait_until(|_| game.frame() > 30);
    studio.show_panel("Agents");
    choose(&mut studio, "guard 1");
    studio.wait_until(|studio| studio.state("stand") == NodeState::Running);
    game.remove(1);
    studio.wait_until(|studio| studio.shows_part("Left in frame"));
    studio.show_panel("Agents");
    choose(&mut studio, "guard 0");
    let left = game.frame();
    studio.wait_until(|studio| frames(studio).1 > left + 20);
    studio.show_panel("Agents");
    choose(&mut studio, "guard 1");
    studio.wait_until(|studio| studio.shows_part("Left in frame"));
    assert_ne!(studio.state("stand"), NodeState::Idle);
    // A file of it opens at one that was there to the end.
    let file = studio.path("x.live.jsonl");
    studio.menu_to("Run > Agents > Save what agents did…", &file);
    let mut again = Studio::started();
    again.open(&file);
    again.wait_until(|studio| frames(studio).1 > 20);
    assert_eq!(again.front(|front| front.shown_run().unwrap().agent()), 0);
    assert_eq!(again.state("stand"), NodeState::Running);
}

#[test]
fn commands_that_would_edit_the_tree_of_a_game_are_disabled_with_the_reason() {
    let (mut studio, _game) = attached_to(Studio::started());
    choose(&mut studio, "guard 0");
    studio.front_select("n5");
    let card = studio.labels_that_begin("stand (Stand), ").remove(0);
    studio.get(&card).click_secondary();
    studio.steps(3);
    for command in ["Delete", "Rename", "Detach from parent"] {
        let items = studio.all(command);
        let is_disabled = items.iter().any(|item| item.accesskit_node().is_disabled());
        assert!(is_disabled, "{command}");
    }
    let copy = studio.all("Copy");
    assert!(copy.iter().any(|item| !item.accesskit_node().is_disabled()));
    drop(copy);
    studio.key(egui::Key::Escape);
    studio.click("Edit");
    studio.steps(2);
    let delete = studio.all("Delete");
    assert!(
        delete
            .iter()
            .all(|item| item.accesskit_node().is_disabled())
    );
}

/// What an agent of a game did, in a tree with this task.
fn record(task: &str) -> String {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds/live_file");
    let text = std::fs::read_to_string(seeds.join("agent.live.jsonl")).unwrap();
    text.replace("Succeed", task)
}

#[test]
fn files_of_one_game_are_told_apart_by_their_names() {
    let mut studio = Studio::started();
    for (name, task) in [("one.live.jsonl", "Succeed"), ("two.live.jsonl", "Fail")] {
        let file = studio.write(name, record(task));
        studio.open(&file);
        studio.must_say(&format!("Opened {name}"));
    }
    studio.show_panel("Agents");
    studio.click("Game whose agents are listed");
    studio.must_show(&[
        "one.live.jsonl (Recorded run)",
        "two.live.jsonl (Recorded run)",
    ]);
}

#[test]
fn what_agents_did_is_saved_under_a_name_by_which_it_opens() {
    let mut studio = Studio::started();
    let file = studio.write("one.live.jsonl", record("Succeed"));
    studio.open(&file);
    let chosen = studio.path("copy.jsonl");
    studio.menu_to("Run > Agents > Save what agents did…", &chosen);
    let saved = studio.path("copy.live.jsonl");
    studio.must_say(&format!("Saved: {}", saved.display()));
    assert!(!chosen.exists());
    // What is there is not replaced without a question.
    studio.menu_to("Run > Agents > Save what agents did…", &chosen);
    assert!(
        !studio.notice().starts_with("Saved: "),
        "{}",
        studio.notice()
    );
    studio.key(egui::Key::Escape);
    studio.dialog_fails();
    studio.menu("Run > Agents > Save what agents did…");
    studio.steps(2);
    studio.must_show(&[
        "Save what agents did",
        "Path of the record (NAME.live.jsonl):",
        "Save",
    ]);
    assert!(!studio.shows("Export"));
}
