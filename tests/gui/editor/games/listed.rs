//! The list of a game's agents: what is listed, in which order, and that nothing moves under the pointer.

use egui::Pos2;

use super::{FakeGame, Studio, attached, choose};

/// The rows, without the note at the pointer, which begins like its row.
fn rows(studio: &Studio) -> Vec<String> {
    let labels = studio.labels_that_begin("guard ").into_iter();
    labels.filter(|row| !studio.all(row).is_empty()).collect()
}

fn place(studio: &Studio, name: &str) -> Pos2 {
    let mut rows = rows(studio).into_iter();
    let row = rows.find(|row| row.starts_with(name)).unwrap();
    studio.get(&row).rect().center()
}

fn leave(studio: &mut Studio, game: &FakeGame, agent: u64) {
    game.remove(agent);
    let name = format!("guard {agent}");
    studio.wait_until(|studio| {
        let rows = studio.labels_that_begin(&name);
        rows.iter().any(|row| row.contains("left in frame"))
    });
}

#[test]
fn rows_stay_under_the_pointer_while_agents_leave() {
    let (mut studio, game) = attached();
    leave(&mut studio, &game, 0);
    let before = place(&studio, "guard 0");
    studio.harness.event(egui::Event::PointerMoved(before));
    studio.steps(2);
    leave(&mut studio, &game, 1);
    studio.steps(2);
    assert_eq!(place(&studio, "guard 0"), before);
    studio.harness.event(egui::Event::PointerGone);
    studio.steps(2);
    // The one that left last is the first of those that have left.
    let order: Vec<String> = rows(&studio)
        .iter()
        .map(|row| row[..7].to_owned())
        .collect();
    assert_eq!(order, ["guard 2", "guard 1", "guard 0"]);
}

#[test]
fn those_that_have_left_are_listed_alone_and_counted() {
    let (mut studio, game) = attached();
    studio.must_show(&["3 agents"]);
    leave(&mut studio, &game, 1);
    studio.must_show(&["2 agents · 1 left"]);
    studio.click("Which agents are listed");
    studio.click("Left");
    studio.steps(2);
    assert_eq!(rows(&studio).len(), 1);
    studio.must_show(&["1 left"]);
    studio.click("Which agents are listed");
    studio.click("Running");
    studio.steps(2);
    assert_eq!(rows(&studio).len(), 2);
    studio.must_show(&["2 agents"]);
}

#[test]
fn every_word_is_looked_for_in_name_tags_number_and_state() {
    let (mut studio, game) = attached();
    leave(&mut studio, &game, 1);
    for (query, found, count) in [
        ("team:red guard", 3, "3 of 3"),
        ("GUARD stand", 2, "2 of 3"),
        ("left in", 1, "1 of 3"),
        ("red 2", 1, "1 of 3"),
        ("blue guard", 0, "0 of 3"),
    ] {
        studio.fill_in("Search by name, tag, number or state", query);
        studio.steps(2);
        assert_eq!(rows(&studio).len(), found, "{query}");
        studio.must_show(&[count]);
    }
}

#[test]
fn a_search_says_when_it_looked_and_looks_again() {
    let (mut studio, game) = attached();
    studio.fill_in("Search by name, tag, number or state", "health > 10");
    studio.steps(3);
    studio.click("Find agents for which this condition is true");
    studio.wait_until(|studio| studio.shows_part("3 agents in frame "));
    leave(&mut studio, &game, 1);
    let before = studio.labels_that_begin("3 agents in frame ").remove(0);
    assert!(before.ends_with(": health > 10"), "{before}");
    studio.click("Search again");
    studio.wait_until(|studio| studio.shows_part("2 agents in frame "));
}

#[test]
fn enter_lets_the_game_look_for_a_condition_and_the_field_keeps_the_keyboard() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 1");
    studio.show_panel("Agents");
    studio.search("Search by name, tag, number or state", "health > 10");
    studio.steps(2);
    studio.must_show_part(&["Press Enter to let the game look"]);
    studio.keys("Enter");
    studio.wait_until(|studio| studio.shows_part("3 agents in frame "));
    let outline = studio.outline();
    studio.keys("`0` Enter");
    studio.wait_until(|studio| studio.shows_part("0 agents in frame "));
    assert_eq!(studio.outline(), outline, "no letter is a shortcut");
    // Words that are in names are not looked for in the game.
    studio.keys("Ctrl+A `guard 2` Enter");
    studio.steps(3);
    assert!(!studio.shows_part("agents in frame "));
    assert_eq!(rows(&studio).len(), 1);
}

#[test]
fn the_order_of_those_that_have_left_is_shown_and_can_be_changed() {
    let (mut studio, game) = attached();
    for agent in [2, 0, 1] {
        leave(&mut studio, &game, agent);
    }
    let order = |studio: &Studio| {
        let rows = rows(studio);
        rows.iter()
            .map(|row| row[6..7].to_owned())
            .collect::<String>()
    };
    studio.click("Which agents are listed");
    studio.click("Left");
    studio.steps(2);
    assert_eq!(order(&studio), "102");
    studio.click("Current leaf, descending");
    studio.steps(2);
    assert_eq!(order(&studio), "201");
    studio.click("Sort by Agent");
    studio.steps(2);
    assert_eq!(order(&studio), "012");
}

#[test]
fn those_that_stay_under_the_pointer_are_not_counted() {
    let (mut studio, game) = attached();
    studio.fill_in("Search by name, tag, number or state", "guard");
    studio.click("Which agents are listed");
    studio.click("Running");
    studio.steps(2);
    studio.must_show(&["3 of 3"]);
    let at = place(&studio, "guard 0");
    studio.harness.event(egui::Event::PointerMoved(at));
    studio.steps(2);
    leave(&mut studio, &game, 1);
    studio.steps(2);
    assert_eq!(rows(&studio).len(), 3);
    studio.must_show(&["2 of 2"]);
}

#[test]
fn a_second_game_moves_nothing_and_the_list_is_that_of_the_tree_in_front() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 1");
    studio.show_panel("Agents");
    let field = |studio: &Studio| studio.get("Search by name, tag, number or state").rect();
    let before = (field(&studio), place(&studio, "guard 0"));
    let _second = FakeGame::start_with_captain(&studio.path("link/link.json"));
    studio.wait_until(|studio| studio.shows("Game whose agents are listed"));
    assert_eq!((field(&studio), place(&studio, "guard 0")), before);
    let lists_captain = |studio: &Studio| !studio.labels_that_begin("captain, ").is_empty();
    assert!(!lists_captain(&studio));
    studio.click("Game whose agents are listed");
    let both = studio.labels_that_begin("Arena (1)");
    assert!(both.len() >= 2, "{both:?}");
    let last = studio.all("Arena (1)").len() - 1;
    studio.all("Arena (1)")[last].click();
    studio.steps(3);
    studio.wait_until(lists_captain);
    choose(&mut studio, "captain, ");
    studio.show_panel("Agents");
    studio.steps(2);
    assert!(lists_captain(&studio));
    // The list follows the tab in front.
    studio.keys("Ctrl+Shift+Tab");
    studio.steps(3);
    assert!(!lists_captain(&studio));
    studio.keys("Ctrl+Tab");
    studio.steps(3);
    assert!(lists_captain(&studio));
}

#[test]
fn the_shown_agent_is_named_and_its_list_stays_in_front() {
    let (mut studio, _game) = attached();
    choose(&mut studio, "guard 1");
    assert!(!rows(&studio).is_empty(), "the list of agents is in front");
    studio.wait_until(|studio| studio.shows("guard 1"));
    choose(&mut studio, "guard 2");
    studio.wait_until(|studio| studio.shows("guard 2"));
    studio.front_select("n5");
    studio.focus_canvas();
    studio.keys("Y");
    studio.must_show_part(&["guard 2 · "]);
}
