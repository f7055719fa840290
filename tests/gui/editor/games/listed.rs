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
