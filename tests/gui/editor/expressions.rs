//! The field of an expression: errors appear while typing, and renaming a variable updates the expression.

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::studio::Studio;

const TREE: &str = r#"{"format": "treewright", "version": 1, "root": "n1",
"variables": [{"name": "生命", "type": "int", "scope": "tree", "initial": 10}],
"nodes": [{"id": "n1", "task": "Expression", "name": "Low health?"}]}"#;

/// A studio on a tree of one Expression that is selected.
fn studio() -> Studio {
    let first = Studio::empty();
    let path = first.path("tree.bt.json");
    std::fs::write(&path, TREE).unwrap();
    let mut studio = first.started_again(&[path]);
    studio.click("Outline: Low health?");
    studio
}

fn expression(studio: &Studio) -> Option<String> {
    let document = studio.document();
    let set = document.node(&"n1".into())?.parameters.get("expression")?;
    Some(set.as_literal()?.as_str()?.to_owned())
}

#[test]
fn an_error_is_shown_while_typing() {
    let mut studio = studio();
    studio.focus("Expression");
    studio.type_text("生命 < ");
    assert!(studio.shows("Column 6: the expression is incomplete: something is missing here"));
    assert_eq!(expression(&studio), None, "the text is still being typed");
    studio.type_text("mane");
    assert!(studio.shows("Column 6: there is no variable named “mane”"));
    studio.keys("Ctrl+A `生命 < 30`");
    assert!(!studio.shows_part("Column "));
    studio.keys("Enter");
    assert_eq!(expression(&studio).as_deref(), Some("生命 < 30"));
}

#[test]
fn an_invalid_expression_is_kept_and_listed_among_the_problems() {
    let mut studio = studio();
    studio.fill("Expression", "生命 + 1");
    assert_eq!(expression(&studio).as_deref(), Some("生命 + 1"));
    // Shown only once.
    assert!(!studio.shows("Column 1: expected bool, found int"));
    assert!(studio.shows_part("“expression”, column 1: expected bool, found int"));
    studio.keys("Ctrl+Z");
    assert_eq!(expression(&studio), None);
}

#[test]
fn variables_and_functions_are_listed_and_inserted_at_the_cursor() {
    let mut studio = studio();
    studio.fill("Expression", "2 >");
    studio.click("Insert variable or function into Expression > abs(x)");
    assert_eq!(expression(&studio).as_deref(), Some("2 >abs()"));
    // The cursor is between the brackets.
    studio.click("Insert variable or function into Expression > 生命");
    assert_eq!(expression(&studio).as_deref(), Some("2 >abs(生命)"));
    assert!(!studio.shows_part("Column "));
}

#[test]
fn renaming_a_variable_renames_it_in_the_expression() {
    let mut studio = studio();
    studio.fill("Expression", "生命 < 30");
    studio.fill("Name of variable 生命", "my health");
    assert_eq!(expression(&studio).as_deref(), Some("`my health` < 30"));
}

/// Returns the content of the field while it is being typed.
fn typed(studio: &Studio) -> String {
    let field = studio.get("Expression");
    field.accesskit_node().value().unwrap_or_default()
}

fn begin(studio: &mut Studio, text: &str) {
    studio.focus("Expression");
    studio.type_text(text);
}

#[test]
fn names_are_completed_by_enter_and_tab() {
    let mut studio = studio();
    begin(&mut studio, "生");
    studio.keys("Enter");
    assert_eq!(typed(&studio), "生命");
    assert_eq!(expression(&studio), None, "the text is still being typed");
    studio.type_text(" < ab");
    studio.keys("Tab");
    assert_eq!(typed(&studio), "生命 < abs()");
    studio.keys("`3` Enter");
    assert_eq!(expression(&studio).as_deref(), Some("生命 < abs(3)"));
}

#[test]
fn arrows_choose_among_completions_and_escape_closes_them_alone() {
    let mut studio = studio();
    begin(&mut studio, "m");
    assert!(studio.shows_part("The largest of the numbers."));
    studio.keys("ArrowDown Enter");
    assert_eq!(typed(&studio), "max()", "after min");
    studio.keys("Ctrl+A `cla`");
    assert!(studio.shows_part("clamp(x, low, high)"));
    studio.keys("Escape");
    assert!(!studio.shows_part("clamp(x, low, high)"));
    assert_eq!(typed(&studio), "cla");
    studio.keys("Escape");
    assert_eq!(typed(&studio), "");
}

#[test]
fn a_completion_is_accepted_by_mouse_without_leaving_the_field() {
    let mut studio = studio();
    begin(&mut studio, "1 < 生");
    let row = studio.harness.get_by_label("生命 int");
    let at = row.rect().center();
    studio.press_at(at, 1);
    assert_eq!(typed(&studio), "1 < 生命");
    studio.keys("Enter");
    assert_eq!(expression(&studio).as_deref(), Some("1 < 生命"));
}

#[test]
fn undeclared_names_can_be_declared_from_the_inspector() {
    let mut studio = studio();
    studio.fill("Expression", "health < 30 && seen");
    assert_eq!(studio.front(|front| front.diagnostics().len()), 2);
    studio.click("Fix: Declare “health” as int > Fix: Declare “seen” as bool");
    assert!(studio.front(|front| front.diagnostics().is_empty()));
    let document = studio.document();
    let names = document.variables.iter().map(|v| v.name.to_string());
    assert_eq!(names.collect::<Vec<_>>(), ["生命", "health", "seen"]);
}
