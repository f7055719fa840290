//! Finding in documents, replacing, and listing the usages of variables.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use treewright_core::format::native;
use treewright_core::model::{DocumentBuilder, Node};

use super::studio::Studio;

const GUARD: &str = r#"{"format": "treewright", "version": 1, "name": "Guard", "root": "n1",
"variables": [{"name": "health", "type": "float", "initial": 5.0}],
"nodes": [
{"id": "n1", "task": "Sequence", "children": ["n2", "n4"]},
{"id": "n2", "task": "Selector", "name": "Watch", "collapsed": true, "children": ["n3"], "x": 0, "y": 100},
{"id": "n3", "task": "Wait", "name": "Rest a while", "comment": "at the gate", "x": 0, "y": 200},
{"id": "n4", "task": "CompareFloat", "parameters": {"left": {"var": "health"}, "right": 2.5}, "x": 300, "y": 100}
]}"#;

const ARCHER: &str = r#"{"format": "treewright", "version": 1, "name": "Archer", "root": "a1",
"nodes": [{"id": "a1", "task": "Wait", "name": "Rest at the tower"}]}"#;

/// An editor with both files open, the guard active.
fn two() -> Studio {
    let made = Studio::empty();
    let guard = made.write("guard.bt.json", GUARD);
    let archer = made.write("archer.bt.json", ARCHER);
    made.started_again(&[archer, guard])
}

fn find(studio: &mut Studio, text: &str) {
    studio.keys("Ctrl+F Ctrl+A");
    studio.type_text(text);
}

/// Finds in both documents.
fn find_in_all(studio: &mut Studio, text: &str) {
    find(studio, text);
    studio.click("Search in");
    studio.click("All open documents");
    studio.steps(2);
}

#[test]
fn matches_are_listed_by_document_and_lead_to_their_nodes() {
    let mut studio = two();
    find_in_all(&mut studio, "rest");
    assert!(studio.shows("guard: 1 match") && studio.shows("archer: 1 match"));
    studio.click("Match: Rest at the tower, Wait · Name · a1");
    assert_eq!(
        studio.front(|front| front.document().name.clone()),
        "Archer"
    );
    assert_eq!(studio.selected(), "a1");
}

#[test]
fn a_click_on_the_tab_leads_into_the_field() {
    let mut studio = two();
    let before = studio.document();
    studio.show_panel("Find");
    studio.type_text("rest");
    studio.steps(2);
    assert!(studio.shows_part("Match: Rest a while"));
    assert_eq!(studio.document(), before);
}

/// What is announced in the next frames.
fn announced(studio: &mut Studio) -> Vec<String> {
    let one = |studio: &mut Studio| {
        studio.steps(1);
        let said = studio.harness.query_by_role(Role::Log)?;
        said.accesskit_node().label()
    };
    (0..4).filter_map(|_| one(studio)).collect()
}

#[test]
fn the_number_of_matches_is_announced_when_it_changes() {
    let mut studio = two();
    studio.keys("Ctrl+F Ctrl+A");
    for (typed, said) in [
        ("`watch`", "1 match"),
        ("`z`", "No matches."),
        ("Backspace", "1 match"),
    ] {
        studio.keys(typed);
        let all = announced(&mut studio);
        assert!(all.iter().any(|text| text.contains(said)), "{all:?}");
    }
}

#[test]
fn a_match_in_a_collapsed_branch_is_shown_without_changing_the_document() {
    let mut studio = two();
    assert!(
        !studio.is_on_canvas("Rest a while"),
        "the branch is collapsed"
    );
    find(&mut studio, "gate");
    studio.keys("F3");
    assert_eq!(studio.selected(), "n3");
    assert!(studio.is_on_canvas("Rest a while"));
    assert!(!studio.is_dirty());
    // A node shown only for its match is hidden again when the match is left.
    studio.front_select("n2");
    studio.keys("C");
    assert!(!studio.is_on_canvas("Rest a while"));
    assert!(!studio.is_dirty());
}

#[test]
fn shortcuts_go_to_the_next_and_previous_match() {
    let mut studio = two();
    find_in_all(&mut studio, "rest");
    let front = |studio: &Studio| studio.front(|front| front.document().name.clone());
    studio.keys("F3");
    let first = front(&studio);
    studio.keys("F3");
    assert_ne!(front(&studio), first);
    studio.keys("F3");
    assert_eq!(front(&studio), first, "search wraps around");
    studio.keys("Shift+F3");
    assert_ne!(front(&studio), first);
}

#[test]
fn replacing_all_is_one_step_in_each_document() {
    let mut studio = two();
    find_in_all(&mut studio, "rest");
    studio.fill("Replace with", "Sleep");
    studio.click("Replace all");
    studio.must_say("Replaced 2 matches");
    studio.must_say("In 2 documents");
    assert!(studio.outline().contains("Sleep a while"));
    studio.front_select("n2");
    studio.keys("Ctrl+Z");
    // Undone at once.
    assert!(studio.outline().contains("Rest a while"));
    assert!(!studio.is_dirty());
}

#[test]
fn only_the_document_in_front_is_searched_until_others_are_chosen() {
    let mut studio = two();
    find(&mut studio, "rest");
    assert!(studio.shows("guard: 1 match") && !studio.shows("archer: 1 match"));
    studio.fill("Replace with", "Sleep");
    studio.click("Replace all");
    studio.must_say_just("Replaced 1 match");
}

#[test]
fn one_match_is_replaced_and_the_next_one_shown() {
    let mut studio = two();
    find_in_all(&mut studio, "rest");
    studio.keys("F3");
    studio.fill("Replace with", "Sleep");
    studio.click("Replace");
    assert!(studio.shows_part("1 match"));
    find(&mut studio, "sleep");
    assert!(studio.shows_part("1 match"));
}

#[test]
fn case_whole_words_and_fields_narrow_the_matches() {
    let mut studio = two();
    find(&mut studio, "REST");
    studio.click("Match case");
    assert!(studio.shows_part("No matches."));
    studio.click("Match case");
    find(&mut studio, "res");
    assert!(studio.shows_part("Match: "));
    studio.click("Whole words only");
    assert!(studio.shows_part("No matches."));
}

#[test]
fn a_replacement_that_is_not_a_number_is_refused_with_the_reason() {
    let mut studio = two();
    find(&mut studio, "2.5");
    studio.fill("Replace with", "many");
    studio.click("Replace all");
    studio.must_say("numbers with text");
    assert!(!studio.is_dirty());
}

#[test]
fn the_usages_of_a_variable_are_listed() {
    let mut studio = two();
    studio.keys("Shift+F12 `heal` Enter");
    assert!(studio.shows("Usages of “health”"));
    studio.keys("F3");
    assert_eq!(studio.selected(), "n4");
}

const CALLEE: &str = r#"{"format": "treewright", "version": 1, "name": "Rest", "root": "r1",
"variables": [{"name": "place", "type": "string", "scope": "subtree", "initial": ""}],
"nodes": [{"id": "r1", "task": "Log", "parameters": {"text": {"var": "place"}}}]}"#;

const CALLER: &str = r#"{"format": "treewright", "version": 1, "name": "Caller", "root": "c1",
"nodes": [{"id": "c1", "task": "Subtree", "parameters": {"file": "rest.bt.json", "place": "the inn"}}]}"#;

#[test]
fn a_variable_is_renamed_in_open_documents_that_set_it() {
    let made = Studio::empty();
    let rest = made.write("rest.bt.json", CALLEE);
    let caller = made.write("caller.bt.json", CALLER);
    let mut studio = made.started_again(&[caller, rest]);
    studio.fill("Name of variable place", "where");
    studio.must_say("2 documents");
    studio.click("Document caller, unsaved changes");
    let set = |studio: &Studio| {
        let document = studio.document();
        let node = document.node(&"c1".into()).unwrap();
        let names: Vec<String> = node.parameters.keys().map(ToString::to_string).collect();
        names.join(" ")
    };
    assert_eq!(set(&studio), "file where");
    studio.click("Outline: rest");
    studio.keys("Ctrl+Z");
    assert_eq!(set(&studio), "file place");
}

#[test]
fn a_bound_parameter_leads_to_its_variable_and_to_all_usages() {
    let mut studio = two();
    studio.front_select("n4");
    studio.click("Go to declaration of “health”");
    let name = studio.get("Name of variable health");
    assert!(name.accesskit_node().is_focused());
    studio.click("Find usages of “health”");
    assert!(studio.shows("Usages of “health”"));
}

#[test]
fn any_number_of_matches_is_replaced() {
    const NAMED: usize = 2_500;
    let mut studio = Studio::empty();
    let mut tree = DocumentBuilder::new("Many");
    for number in 0..NAMED {
        let mut node = Node::new(format!("n{number}"), "Wait");
        node.name = format!("Wait {number}");
        tree.loose(node).unwrap();
    }
    let path = studio.write("many.bt.json", native::write(&tree.finish()).unwrap());
    studio.open(&path);
    studio.wait_until(|studio| studio.document().node_count() == NAMED);
    find(&mut studio, "Wait");
    studio.fill("Replace with", "Pause");
    studio.click("Replace all");
    let document = studio.document();
    let renamed = document.nodes().filter(|n| n.name.starts_with("Pause "));
    assert_eq!(renamed.count(), NAMED);
    // Node types stay unchanged.
    let said = format!("Replaced {NAMED} matches; ");
    studio.must_say_first(&said);
}

#[test]
fn matches_can_be_reached_in_a_low_window() {
    let mut studio = two();
    studio.harness.set_size(egui::vec2(853.0, 480.0));
    studio.steps(3);
    find(&mut studio, "rest");
    studio.steps(3);
    assert!(!studio.labels_that_begin("Match: Rest a while").is_empty());
}
