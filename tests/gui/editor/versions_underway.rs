//! Other versions of large trees: compared and merged beside the window, with the tree as it is by then.

use std::fs;

use egui::{Key, Modifiers};

use super::large::wide;
use super::opening::{open, wait_until};
use super::studio::Studio;

/// So many nodes that neither reading, comparing nor merging is done at once.
const NODES: usize = 5_000;
const CHANGED: &str = "1 thing changed";

/// An editor on a large tree in which one node was renamed.
fn edited() -> Studio {
    let mut studio = Studio::empty();
    let path = wide(&studio, NODES);
    open(&mut studio, &path);
    wait_until(&mut studio, |studio| {
        studio.document().node_count() == NODES
    });
    studio.steps(2);
    rename(&mut studio, "n4997", "Mine");
    studio
}

/// Selects a node whose id no other one begins with.
fn select(studio: &mut Studio, id: &str) {
    studio.fill("Search the tree", id);
    studio.steps(2);
    studio.click("Outline: Idle");
    studio.steps(2);
}

fn rename(studio: &mut Studio, id: &str, name: &str) {
    select(studio, id);
    studio.fill("Name", name);
}

fn name_of(studio: &Studio, id: &str) -> String {
    studio.front(|front| front.document().node(&id.into()).unwrap().name.clone())
}

#[test]
fn a_large_tree_is_compared_with_its_file_and_the_list_follows_it() {
    let mut studio = edited();
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::D);
    wait_until(&mut studio, |studio| studio.shows(CHANGED));
    rename(&mut studio, "n4998", "Mine too");
    wait_until(&mut studio, |studio| studio.shows("2 things changed"));
    studio.press(Modifiers::COMMAND, Key::S);
    wait_until(&mut studio, |studio| {
        studio.shows("Nothing that matters differs")
    });
}

#[test]
fn both_versions_of_a_large_tree_are_seen_at_the_change() {
    let mut studio = edited();
    select(&mut studio, "n4999");
    studio.press(Modifiers::COMMAND | Modifiers::SHIFT, Key::B);
    wait_until(&mut studio, |studio| studio.shows_part("1 changed"));
    studio.menu(&["View", "Versions", "Next change"]);
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some("n4997".into()));
}

#[test]
fn what_is_edited_while_a_large_tree_is_merged_is_merged_as_well() {
    let mut studio = edited();
    let path = studio.path("large.bt.json");
    let text = fs::read_to_string(&path).unwrap();
    let theirs = "\"id\": \"n4999\", \"name\": \"Theirs\",";
    fs::write(&path, text.replace("\"id\": \"n4999\",", theirs)).unwrap();
    wait_until(&mut studio, |studio| studio.shows("Changed on disk"));
    studio.get("Merge both").click();
    studio.steps(3);
    rename(&mut studio, "n4998", "Mine too");
    wait_until(&mut studio, |studio| name_of(studio, "n4999") == "Theirs");
    assert_eq!(name_of(&studio, "n4997"), "Mine");
    assert_eq!(name_of(&studio, "n4998"), "Mine too");
    // The next save asks nothing.
    studio.press(Modifiers::COMMAND, Key::S);
    studio.steps(2);
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.contains("Theirs") && saved.contains("Mine too"));
}
