//! Saving on a slow disk: it continues in the background, later edits stay unsaved, and closing the tree waits for it.

use std::fs;

use treewright_core::format::native;
use treewright_core::ids::NodeId;

use super::studio::{Studio, saved};

/// Renames the root and saves the tree to a slow disk, and waits for the message about it.
fn saves_slowly(name: &str) -> Studio {
    let mut studio = saved();
    studio.click("Outline: Sequence");
    studio.fill("Name", name);
    studio.hold_saves(true);
    studio.keys("Ctrl+S");
    studio.wait_until(|studio| studio.shows_part("Saving tree.bt.json"));
    assert!(studio.is_dirty());
    studio
}

fn root_of(document: &treewright_core::model::Document) -> String {
    let root: &NodeId = document.root().unwrap();
    document.node(root).unwrap().name.clone()
}

fn in_file(studio: &Studio) -> String {
    let bytes = fs::read(studio.path("tree.bt.json")).unwrap();
    root_of(&native::read(&bytes).unwrap().document)
}

#[test]
fn changes_made_during_a_save_are_unsaved_work() {
    let mut studio = saves_slowly("First");
    // The save is completed.
    assert!(!studio.shows_part("Cancel saving"));
    studio.fill("Name", "Second");
    studio.hold_saves(false);
    studio.wait_until(|studio| studio.notice().starts_with("Saved"));
    assert_eq!(in_file(&studio), "First");
    assert_eq!(root_of(&studio.document()), "Second");
    assert!(studio.is_dirty());
    assert!(!studio.shows_part("changed on disk"));
    studio.keys("Ctrl+Z");
    assert_eq!(root_of(&studio.document()), "First");
    assert!(!studio.is_dirty());
}

#[test]
fn changes_made_during_a_save_survive_a_crash() {
    let mut studio = saves_slowly("First");
    studio.fill("Name", "Second");
    studio.hold_saves(false);
    studio.wait_until(|studio| studio.notice().starts_with("Saved"));
    studio.steps(300);
    studio.wait_for_copies();
    let folder = studio.crash();
    let mut again = Studio::after_crash(folder);
    again.click("Restore: tree");
    assert_eq!(root_of(&again.document()), "Second");
}

#[test]
fn saving_again_or_closing_waits_for_the_first_save() {
    let mut studio = saves_slowly("First");
    studio.fill("Name", "Second");
    // A second save follows the first one, again on a slow disk.
    studio.keys("Ctrl+S");
    studio.keys("Ctrl+W");
    assert_eq!(in_file(&studio), "Second");
    // No question appears.
    assert!(studio.front(|front| front.path().is_none()));
}

#[test]
fn a_change_by_others_during_a_save_is_noticed_after_it() {
    let mut studio = saves_slowly("First");
    studio.wait_until(|studio| in_file(studio) == "First");
    let text = studio.read("tree.bt.json");
    studio.write("tree.bt.json", text.replace("First", "Theirs"));
    studio.steps(4);
    assert_eq!(root_of(&studio.document()), "First");
    studio.hold_saves(false);
    studio.wait_until(|studio| root_of(&studio.document()) == "Theirs");
    assert!(!studio.is_dirty());
}
