//! Slow layouts: the window stays responsive, a layout joins its edit only while that edit is the last one and unsaved, and outdated layouts are
//! discarded.

use std::fs;

use treewright_core::geometry::Position;
use treewright_core::model::Document;
use treewright_session::workspace::run_view::RunView as _;

use super::studio::{Studio, saved};

const LAYING: &str = "Laying out ";

/// An editor on a saved tree with layout after each edit, which takes as long as that of a large tree.
fn on_slow() -> Studio {
    let mut studio = saved();
    studio.click("Arrange > Auto layout after each edit");
    studio.keys("Escape");
    studio.click("Outline: Sequence");
    studio.hold_work(true);
    studio
}

fn places(document: &Document) -> Vec<Position> {
    document.nodes().map(|node| node.position).collect()
}

/// Moves the selection by keys to a position that no layout would choose.
fn nudge(studio: &mut Studio) -> Document {
    studio.keys("Alt+Shift+ArrowRight");
    studio.document()
}

#[test]
fn a_late_layout_is_part_of_the_edit_that_it_follows() {
    let mut studio = on_slow();
    let before = studio.document();
    studio.add("Log");
    let edited = studio.document();
    assert_ne!(edited, before);
    studio.steps(8);
    assert!(studio.shows_part(LAYING));
    studio.let_work_go_on();
    assert!(!studio.shows_part(LAYING));
    assert_ne!(places(&studio.document()), places(&edited));
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn a_late_layout_does_not_change_a_document_saved_meanwhile() {
    let mut studio = on_slow();
    studio.add("Log");
    let edited = studio.document();
    studio.keys("Ctrl+S");
    assert!(!studio.is_dirty(), "{}", studio.notice());
    studio.let_work_go_on();
    assert_eq!(studio.document(), edited);
    assert!(!studio.is_dirty());
    let text = studio.read("tree.bt.json");
    assert!(text.contains("Log"));
}

#[test]
fn an_undone_edit_is_not_laid_out() {
    let mut studio = on_slow();
    studio.add("Log");
    studio.keys("Ctrl+Z");
    let undone = studio.document();
    studio.let_work_go_on();
    assert_eq!(studio.document(), undone);
    studio.keys("Ctrl+Shift+Z");
    assert_eq!(studio.document().node_count(), undone.node_count() + 1);
}

#[test]
fn an_edit_with_an_outdated_layout_is_laid_out_when_it_is_the_last_one_again() {
    let mut studio = on_slow();
    let before = studio.document();
    studio.add("Log");
    let first = studio.document();
    studio.add("Idle");
    let second = studio.document();
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), first);
    studio.let_work_go_on();
    let laid = studio.document();
    assert_eq!(laid.node_count(), first.node_count());
    assert_ne!(places(&laid), places(&first));
    // Redo still works, and the layout is not an undo step of its own.
    studio.keys("Ctrl+Shift+Z");
    assert_eq!(studio.document().node_count(), second.node_count());
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), laid);
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn a_late_layout_keeps_the_saved_state_reachable_by_redo() {
    let mut studio = on_slow();
    studio.add("Log");
    let first = studio.document();
    studio.add("Idle");
    studio.keys("Ctrl+S");
    let second = studio.document();
    studio.keys("Ctrl+Z");
    studio.let_work_go_on();
    assert_eq!(studio.document(), first);
    studio.keys("Ctrl+Shift+Z");
    assert_eq!(studio.document(), second);
    assert!(!studio.is_dirty());
}

#[test]
fn a_newer_edit_is_laid_out_and_after_undo_the_earlier_one_too() {
    let mut studio = on_slow();
    studio.add("Log");
    let first = studio.document();
    studio.add("Idle");
    let second = studio.document();
    studio.let_work_go_on();
    assert_ne!(places(&studio.document()), places(&second));
    studio.keys("Ctrl+Z");
    studio.steps(2);
    let laid = studio.document();
    assert_eq!(laid.node_count(), first.node_count());
    assert_ne!(places(&laid), places(&first));
}

#[test]
fn a_cancelled_layout_is_not_applied() {
    let mut studio = on_slow();
    studio.add("Log");
    let edited = studio.document();
    studio.steps(8);
    studio.click("Cancel laying out tree");
    studio.let_work_go_on();
    assert_eq!(studio.document(), edited);
}

#[test]
fn a_requested_layout_applies_to_the_current_tree() {
    let mut studio = saved();
    studio.hold_work(true);
    studio.keys("A");
    studio.add("Log");
    nudge(&mut studio);
    let edited = studio.document();
    studio.let_work_go_on();
    let laid = studio.document();
    assert_eq!(laid.node_count(), edited.node_count());
    assert_ne!(places(&laid), places(&edited));
    // An undo step of its own, with a notice.
    studio.must_say("Ctrl+Z");
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), edited);
    // The result equals that of an immediate layout.
    studio.keys("A");
    assert_eq!(places(&studio.document()), places(&laid));
}

#[test]
fn a_layout_applies_to_its_tree_even_if_another_is_active() {
    let mut studio = saved();
    nudge(&mut studio);
    let nudged = studio.document();
    studio.hold_work(true);
    studio.keys("A Ctrl+N");
    studio.let_work_go_on();
    assert_eq!(studio.document().node_count(), 0);
    studio.keys("Ctrl+Shift+Tab");
    assert_ne!(places(&studio.document()), places(&nudged));
}

#[test]
fn a_large_tree_is_laid_out_in_the_background() {
    let mut studio = Studio::empty();
    let path = studio.path("large.bt.json");
    let count = 5_000;
    let ids: Vec<_> = (1..count).map(|n| format!("\"n{n}\"")).collect();
    let leaf = |n| format!("{{\"id\": \"n{n}\", \"task\": \"Idle\", \"x\": {n}, \"y\": 120}}");
    let leaves: Vec<_> = (1..count).map(leaf).collect();
    let text = format!(
        "{{\"format\": \"treewright\", \"version\": 1, \"root\": \"n0\", \"nodes\": [{{\"id\": \"n0\", \"task\": \"Sequence\", \"children\": [{}]}}, {}]}}",
        ids.join(", "),
        leaves.join(", ")
    );
    fs::write(&path, text).unwrap();
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() == count);
    let before = studio.document();
    studio.keys("A");
    // A repeated request replaces the earlier one.
    studio.keys("A");
    studio.wait_until(|studio| {
        let notice = studio.notice();
        // On a fast machine, the second layout found everything in its place.
        notice.contains("Ctrl+Z") || notice.contains("Nothing moved")
    });
    let laid = studio.document();
    let mut across: Vec<i32> = laid.nodes().skip(1).map(|node| node.position.x).collect();
    across.sort_unstable();
    assert!(across.windows(2).all(|pair| pair[1] > pair[0] + 40));
    studio.keys("Ctrl+Z");
    assert_eq!(studio.document(), before);
}

#[test]
fn a_requested_layout_keeps_the_redo_steps() {
    let mut studio = saved();
    studio.add("Log");
    let edited = studio.document();
    studio.hold_work(true);
    studio.keys("A");
    studio.keys("Ctrl+Z");
    let undone = studio.document();
    studio.let_work_go_on();
    assert_eq!(studio.document(), undone);
    studio.keys("Ctrl+Shift+Z");
    assert_eq!(studio.document(), edited);
}

#[test]
fn a_layout_after_an_edit_does_not_join_another_edit() {
    let mut studio = on_slow();
    studio.add("Log");
    let added = studio.document();
    studio.keys("Ctrl+A");
    studio.menu("Arrange > Align and distribute > Align tops");
    let moved = studio.document();
    assert_ne!(moved, added);
    studio.let_work_go_on();
    // Manually placed nodes stay in place.
    assert_eq!(studio.document(), moved);
    studio.keys("Ctrl+Z");
    studio.steps(2);
    let laid = studio.document();
    assert_eq!(laid.node_count(), added.node_count());
    assert_ne!(places(&laid), places(&added));
}

/// An editor on a tree whose file has no positions, before it is laid out by the sizes of its cards. Also returns the distance of the cards.
fn without_positions() -> (Studio, i32) {
    let mut studio = Studio::empty();
    let path = studio.path("rough.bt.json");
    // An estimate by the number of letters is twice the real width.
    let name = "iiiiiiiiiiiiii";
    let leaf = |n| format!("{{\"id\": \"{n}\", \"task\": \"Idle\", \"name\": \"{name}\"}}");
    let text = format!(
        "{{\"format\": \"treewright\", \"version\": 1, \"root\": \"r\", \"nodes\": [{{\"id\": \"r\", \"task\": \"Sequence\", \"children\": [\"a\", \"b\"]}}, {}, {}]}}",
        leaf("a"),
        leaf("b"),
    );
    fs::write(&path, text).unwrap();
    studio.hold_work(true);
    studio.open(&path);
    assert_eq!(studio.document().node_count(), 3);
    studio.click("Outline: Sequence");
    let apart = card_distance(&studio);
    (studio, apart)
}

/// Returns the distance between the cards of the leaves.
fn card_distance(studio: &Studio) -> i32 {
    let document = studio.document();
    let across = |id: &str| document.node(&id.into()).unwrap().position.x;
    across("b") - across("a")
}

#[test]
fn a_file_without_positions_is_laid_out_including_edits_made_meanwhile() {
    let (mut studio, roughly) = without_positions();
    studio.add("Log");
    studio.let_work_go_on();
    assert_ne!(card_distance(&studio), roughly);
    assert_eq!(studio.document().node_count(), 4);
    // The layout is not an undo step of its own: one undo reverts the edit, and the loaded tree is laid out as well.
    studio.keys("Ctrl+Z");
    studio.steps(2);
    assert_eq!(studio.document().node_count(), 3);
    assert_ne!(card_distance(&studio), roughly);
    assert!(!studio.is_dirty());
    studio.keys("Ctrl+Shift+Z");
    assert_ne!(card_distance(&studio), roughly);
}

#[test]
fn laying_out_a_file_without_positions_does_not_affect_its_run() {
    let (mut studio, roughly) = without_positions();
    studio.keys("F10");
    let lines = |studio: &Studio| studio.front(|front| front.run.as_ref().unwrap().log().len());
    let before = lines(&studio);
    studio.let_work_go_on();
    assert_ne!(card_distance(&studio), roughly);
    studio.keys("F10");
    assert_eq!(lines(&studio), before);
    assert!(
        !studio.notice().contains("Change applied"),
        "{}",
        studio.notice()
    );
}

#[test]
fn a_layout_underway_keeps_the_direction_of_its_document() {
    let mut studio = saved();
    studio.hold_work(true);
    studio.keys("A Ctrl+N");
    // Applies to the active tree, which is the empty one.
    studio.click("Arrange > Horizontal layout");
    studio.keys("Escape");
    studio.let_work_go_on();
    studio.keys("Ctrl+Shift+Tab");
    let places = places(&studio.document());
    assert_eq!(places.len(), 2);
    assert!(
        places[1].y > places[0].y && places[1].x.abs_diff(places[0].x) < 20,
        "{places:?}"
    );
}

#[test]
fn a_file_without_positions_is_laid_out_even_if_its_first_edit_is_undone() {
    let (mut studio, roughly) = without_positions();
    studio.add("Log");
    studio.keys("Ctrl+Z");
    studio.let_work_go_on();
    assert_ne!(card_distance(&studio), roughly);
    assert!(!studio.is_dirty());
    studio.keys("Ctrl+Shift+Z");
    studio.steps(2);
    assert_eq!(studio.document().node_count(), 4);
    assert_ne!(card_distance(&studio), roughly);
}

#[test]
fn a_file_without_positions_that_is_saved_meanwhile_is_laid_out_as_a_reported_step() {
    let (mut studio, roughly) = without_positions();
    studio.add("Log");
    studio.keys("Ctrl+S");
    assert!(!studio.is_dirty(), "{}", studio.notice());
    let saved = studio.document();
    studio.let_work_go_on();
    assert_ne!(card_distance(&studio), roughly);
    assert!(studio.is_dirty());
    studio.must_say_first("Laid out the tree after measuring its nodes");
    studio.keys("Ctrl+Z");
    studio.steps(2);
    assert_eq!(studio.document(), saved);
    assert!(!studio.is_dirty());
}

#[test]
fn a_reloaded_file_without_positions_is_laid_out_without_counting_as_changed() {
    let (mut studio, roughly) = without_positions();
    studio.let_work_go_on();
    assert_ne!(card_distance(&studio), roughly);
    let text = studio.read("rough.bt.json");
    studio.write(
        "rough.bt.json",
        text.replacen("iiiiiiiiiiiiii", "llllllllllllll", 1),
    );
    studio.wait_until(|studio| studio.notice().contains("rough"));
    studio.steps(4);
    assert_eq!(
        studio.outline(),
        "Sequence\n  llllllllllllll\n  iiiiiiiiiiiiii"
    );
    assert_ne!(card_distance(&studio), roughly);
    assert!(!studio.is_dirty());
}
