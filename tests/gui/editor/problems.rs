//! The problems list: filters, explanations, fixes.

use treewright_core::diagnostic::Location;
use treewright_session::i18n::Texts;
use treewright_session::workspace::open_document::OpenDocument;

use super::studio::Studio;

/// A tree with two errors and a warning.
fn broken() -> Studio {
    let mut studio = Studio::with("Sequence Guard");
    studio.click("Outline: Sequence");
    studio.add("Wait");
    studio
}

#[test]
fn clicking_a_problem_explains_it() {
    let mut studio = broken();
    let why = "This value is required: without it, the node always fails.";
    assert!(!studio.shows_part(why));
    studio.click("“expression” has no value and no default: set it");
    assert!(studio.shows_part(why));
    let selected = studio.front(|front| front.selection().primary().cloned());
    assert_eq!(selected, Some(studio.id("Guard")));
}

#[test]
fn errors_and_warnings_are_hidden_and_shown_again() {
    let mut studio = broken();
    let error = "“expression” has no value and no default: set it";
    assert!(studio.shows(error));
    studio.click("Show errors");
    assert!(!studio.shows(error));
    studio.click("Show errors");
    assert!(studio.shows(error));
}

#[test]
fn a_fix_in_the_explanation_is_one_undo_step() {
    let mut studio = Studio::with("Sequence Wait");
    studio.click("Outline: Sequence > Self");
    let problem = studio
        .front(|front| Texts::default().as_sentence(&front.diagnostics()[0].problem.to_string()));
    studio.click(&problem);
    studio.click("Apply fix: Set the abort type to None");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    studio.keys("Ctrl+Z");
    assert_eq!(studio.front(|front| front.diagnostics().len()), 1);
}

#[test]
fn the_problem_of_a_decorator_without_a_child_offers_to_add_one() {
    let mut studio = Studio::with("Sequence Wait");
    studio.click("Outline: Sequence");
    studio.add("Inverter");
    studio.click("Outline: Wait");
    let problem = studio
        .front(|front| Texts::default().as_sentence(&front.diagnostics()[0].problem.to_string()));
    studio.click(&problem);
    assert!(studio.shows("Apply fix: Delete the node"));
    studio.click("Apply fix: Add child…");
    studio.keys("`Log` Enter");
    assert_eq!(studio.outline(), "Sequence\n  Wait\n  Inverter\n    Log");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
}

#[test]
fn dangling_references_in_a_file_are_removed_on_saving() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("torn.bt.json");
    let file = r#"{"format": "treewright", "version": 1, "name": "Torn", "root": "a", "loose": ["gone"],
        "nodes": [{"id": "a", "task": "Succeed"}]}"#;
    std::fs::write(&path, file).unwrap();
    let mut studio = Studio::with_files(std::slice::from_ref(&path));
    let problem = studio
        .front(|front| Texts::default().as_sentence(&front.diagnostics()[0].problem.to_string()));
    studio.click(&problem);
    studio.click("Apply fix: Save without it");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    assert!(!std::fs::read_to_string(&path).unwrap().contains("gone"));
}

#[test]
fn a_large_document_is_checked_in_the_background_and_its_problems_appear() {
    let nodes: Vec<String> = (2..1_502)
        .map(|i| format!(r#"{{"id": "n{i}", "task": "Wait"}}"#))
        .collect();
    let children: Vec<String> = (2..1_502).map(|i| format!(r#""n{i}""#)).collect();
    let file = format!(
        r#"{{"format": "treewright", "version": 1, "name": "Large", "root": "n1", "nodes": [
            {{"id": "n1", "task": "Sequence", "children": [{}]}}, {}]}}"#,
        children.join(","),
        nodes.join(",")
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.bt.json");
    std::fs::write(&path, file).unwrap();
    let mut studio = Studio::with_files(&[path]);
    studio.click("Outline: Sequence > Self");
    let found = |studio: &Studio| studio.front(|front| front.diagnostics().len());
    let wait_for = |studio: &mut Studio, count: usize| {
        for _ in 0..500 {
            if found(studio) == count {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
            studio.steps(1);
        }
        panic!("{} problems instead of {count}", found(studio));
    };
    wait_for(&mut studio, 1);
    studio.keys("Ctrl+Z");
    wait_for(&mut studio, 0);
}

#[test]
fn a_disabled_root_is_a_warning_fixed_by_enabling_it() {
    let mut studio = Studio::with("Sequence Wait");
    studio.click("Outline: Sequence");
    studio.switch("Disabled");
    let problem = studio
        .front(|front| Texts::default().as_sentence(&front.diagnostics()[0].problem.to_string()));
    studio.click(&problem);
    assert!(studio.shows_part("Disabling a node disables its branch"));
    studio.click("Apply fix: Enable the node");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
}

#[test]
fn very_many_problems_are_listed_in_part_and_all_counted() {
    let set: Vec<String> = (0..1_000).map(|i| format!("\"p{i}\": 1")).collect();
    let waiter = |i: usize| {
        let set = set.join(",");
        format!(
            r#"{{"id": "n{i}", "name": "Waiter {i}", "task": "Idle", "parameters": {{{set}}}}}"#
        )
    };
    let waiters: Vec<String> = (0..11).map(waiter).collect();
    let children: Vec<String> = (0..11).map(|i| format!("\"n{i}\"")).collect();
    let text = format!(
        r#"{{"format": "treewright", "version": 1, "root": "r", "nodes": [{{"id": "r", "task": "Sequence", "children": [{}]}}, {}]}}"#,
        children.join(","),
        waiters.join(",")
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.bt.json");
    std::fs::write(&file, text).unwrap();
    let mut studio = Studio::with_files(&[file]);
    studio.steps(3);
    // The list has no entry for the node below the others, but its card and the inspector show the problem.
    let unknown = |front: &OpenDocument| {
        let problems = front.diagnostics().iter();
        problems
            .filter(|one| matches!(one.location, Location::Parameter(..)))
            .count()
    };
    assert_eq!(studio.front(unknown), 10_000);
    let all = studio.front(OpenDocument::count_all_problems);
    assert!(all >= 11_000);
    studio.front_select("n0");
    assert!(studio.shows("… and 900 more"));
    studio.get("Outline: Waiter 10").scroll_to_me();
    studio.steps(12);
    studio.front_select("n10");
    assert!(studio.shows("… and 1000 more"));
    studio.speak_chinese();
    assert!(studio.shows("……另有 1000 个"));
}

/// A Selector with these leaves.
fn selector(leaves: [&str; 2]) -> Studio {
    let mut studio = Studio::with("Selector");
    for leaf in leaves {
        studio.click("Outline: Selector");
        studio.add(leaf);
    }
    studio
}

#[test]
fn a_fix_that_reorders_moves_the_cards_too_and_ends_the_problem() {
    let mut studio = selector(["Succeed", "Fail"]);
    studio.keys("Ctrl+A A Escape");
    studio.must_show_part(&["Unreachable"]);
    studio.click("Move “Succeed” to the end");
    assert_eq!(studio.outline(), "Selector\n  Fail\n  Succeed");
    assert!(!studio.shows_part("Unreachable"));
    let x = |task: &str| {
        studio
            .document()
            .nodes()
            .find(|node| &*node.task == task)
            .map(|node| node.position.x)
    };
    assert!(x("Succeed") > x("Fail"));
}

#[test]
fn reordering_is_no_fix_if_several_children_would_have_to_be_the_last() {
    let mut studio = selector(["Succeed", "Log"]);
    studio.click("Outline: Selector");
    studio.must_show_part(&["never fails"]);
    assert!(!studio.shows_part("to the end"));
}
