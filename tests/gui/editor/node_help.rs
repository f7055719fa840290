//! The palette's favorites, recently used node types and search, and the node reference.

use treewright_core::words;

use super::studio::Studio;

#[test]
fn the_palette_search_is_ranked_and_enter_adds_the_highlighted_type() {
    let mut studio = Studio::empty();
    studio.search("Search nodes", "sel");
    let rows = studio.labels_that_begin("Nodes: ");
    assert_eq!(rows[0], "Nodes: Selector");
    assert!(!rows.contains(&"Nodes: Sequence".to_owned()), "{rows:?}");
    studio.keys("ArrowDown Enter");
    let document = studio.document();
    let root = document.root().expect("a root was added");
    assert_eq!(
        format!("Nodes: {}", words(&document.node(root).unwrap().task)),
        rows[1]
    );
}

#[test]
fn favorites_are_kept_between_starts() {
    let mut studio = Studio::empty();
    assert!(!studio.shows("Favorite: Selector"));
    studio.click("Add Selector to favorites");
    assert!(studio.shows("Favorite: Selector"));
    let mut again = studio.started_again(&[]);
    assert!(again.shows("Favorite: Selector"));
    again.search("Search nodes", "selector");
    again.click("Remove Selector from favorites > Clear search");
    assert!(!again.shows("Favorite: Selector"));
}

#[test]
fn added_node_types_are_listed_as_recently_used() {
    let mut studio = Studio::with("Sequence Wait");
    studio.click("Recently used");
    studio.steps(20);
    let rows = studio.labels_that_begin("Recently used: ");
    assert_eq!(rows, ["Recently used: Wait", "Recently used: Sequence"]);
}

#[test]
fn the_reference_opens_at_the_selected_node_and_can_be_searched() {
    let mut studio = Studio::with("Sequence");
    studio.keys("Shift+F1");
    assert!(studio.shows("runs the next child in the same frame"));
    assert!(!studio.shows("How long to wait, in seconds."));
    studio.type_text("wait");
    assert_eq!(
        studio.labels_that_begin("Node reference: ")[0],
        "Node reference: Wait"
    );
    assert!(studio.shows("How long to wait, in seconds."));
    studio.click("Add under the selected node");
    let document = studio.document();
    let root = document.root().unwrap();
    assert_eq!(document.node(root).unwrap().children().len(), 1);
}

#[test]
fn the_reference_opens_from_the_menu_and_escape_closes_it() {
    let mut studio = Studio::empty();
    studio.click("Help > Node reference");
    assert!(studio.shows("Node reference: Selector"));
    studio.keys("Escape");
    assert!(!studio.shows("Node reference: Selector"));
}

#[test]
fn hover_help_stays_hidden_while_the_keyboard_is_used() {
    let mut studio = Studio::empty();
    let row = studio.get("Nodes: Sequence").rect().center();
    let summary = "Runs its children in order until one fails";
    studio.harness.hover_at(row);
    studio.steps(60);
    assert!(studio.shows_part(summary));
    studio.add("Wait");
    studio.steps(60);
    assert!(
        !studio.shows_part(summary),
        "the last input was from the keyboard"
    );
    let row = studio.get("Nodes: Sequence").rect().center();
    studio.harness.hover_at(row + egui::vec2(3.0, 0.0));
    studio.steps(60);
    assert!(studio.shows_part(summary));
}
