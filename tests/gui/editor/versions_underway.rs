//! Other versions of large trees: compared and merged in the background, using the tree as it is when the job finishes.

use super::large::wide;
use super::studio::Studio;
use super::versions_decided::wait_until_listed;

/// So many nodes that reading, comparing and merging each take noticeable time.
const NODES: usize = 5_000;
const CHANGED: &str = "1 change";

/// An editor on a large tree.
fn opened() -> Studio {
    let mut studio = Studio::empty();
    let path = wide(&studio, NODES);
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() == NODES);
    studio.steps(2);
    studio
}

/// Like `opened`, with one node renamed.
fn edited() -> Studio {
    let mut studio = opened();
    rename(&mut studio, "n4997", "Mine");
    studio
}

/// Selects a node whose id is not a prefix of another id.
fn select(studio: &mut Studio, id: &str) {
    studio.fill("Search tree", id);
    studio.click("Outline: Idle");
}

fn rename(studio: &mut Studio, id: &str, name: &str) {
    select(studio, id);
    studio.fill("Name", name);
}

fn name_of(studio: &Studio, id: &str) -> String {
    studio.front(|front| front.document().node(&id.into()).unwrap().name.clone())
}

#[test]
fn a_large_tree_is_compared_with_its_file_and_the_list_is_updated() {
    let mut studio = edited();
    studio.hold_work(true);
    studio.keys("Ctrl+Shift+D");
    wait_until_listed(&mut studio, "Reading large.bt.json to compare");
    studio.let_work_go_on();
    studio.wait_until(|studio| studio.shows(CHANGED));
    studio.hold_work(true);
    rename(&mut studio, "n4998", "Mine too");
    wait_until_listed(&mut studio, "Comparing with saved file");
    assert!(studio.shows(CHANGED));
    studio.let_work_go_on();
    studio.wait_until(|studio| studio.shows("2 changes"));
    studio.keys("Ctrl+S");
    studio.wait_until(|studio| studio.shows("No meaningful differences"));
}

#[test]
fn both_versions_of_a_large_tree_are_shown_at_the_change() {
    let mut studio = opened();
    let text = studio.read("large.bt.json");
    let theirs = "\"id\": \"n4997\", \"name\": \"Theirs\",";
    let other = studio.write("other.bt.json", text.replace("\"id\": \"n4997\",", theirs));
    let selected = |studio: &Studio| studio.front(|front| front.selection().primary().cloned());
    studio.hold_work(true);
    studio.menu_to("View > Versions > Compare with file…", &other);
    studio.wait_until(|studio| studio.shows_part("Comparing with other.bt.json"));
    studio.keys("Ctrl+Shift+B");
    studio.steps(2);
    assert_eq!(selected(&studio), None);
    studio.let_work_go_on();
    studio.wait_until(|studio| studio.shows_part("1 changed"));
    studio.steps(2);
    assert_eq!(selected(&studio), Some("n4997".into()));
}

#[test]
fn edits_made_during_a_large_merge_are_merged_as_well() {
    let mut studio = edited();
    let text = studio.read("large.bt.json");
    let theirs = "\"id\": \"n4999\", \"name\": \"Theirs\",";
    studio.write("large.bt.json", text.replace("\"id\": \"n4999\",", theirs));
    studio.wait_until(|studio| studio.shows("Changed on disk"));
    studio.hold_work(true);
    studio.click("Merge both");
    wait_until_listed(&mut studio, "Merging large.bt.json ");
    rename(&mut studio, "n4998", "Mine too");
    assert_eq!(name_of(&studio, "n4999"), "");
    studio.let_work_go_on();
    studio.wait_until(|studio| name_of(studio, "n4999") == "Theirs");
    assert_eq!(name_of(&studio, "n4997"), "Mine");
    assert_eq!(name_of(&studio, "n4998"), "Mine too");
    // The next save asks nothing.
    studio.keys("Ctrl+S");
    let saved = studio.read("large.bt.json");
    assert!(saved.contains("Theirs") && saved.contains("Mine too"));
}
