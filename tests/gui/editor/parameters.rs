//! The inspector's fields: each parameter type has a fitting one.

use egui_kittest::kittest::NodeT as _;
use treewright_core::value::{Value, ValueType};

use super::studio::Studio;

/// Returns a parameter of the only node of this task: the literal, or the name of the variable.
fn parameter(studio: &Studio, task: &str, name: &str) -> Option<String> {
    let document = studio.document();
    let node = document.nodes().find(|node| &*node.task == task).unwrap();
    let value = node.parameters.get(name)?;
    let literal = value.as_literal().map(Value::to_string);
    literal.or_else(|| value.as_variable().map(str::to_owned))
}

#[test]
fn a_variable_is_declared_and_bound_in_one_step() {
    let mut studio = Studio::with("SetVariable");
    studio.click("Variable > Add variable “variable” (bool)");
    assert_eq!(
        parameter(&studio, "SetVariable", "variable").as_deref(),
        Some("variable")
    );
    let declared = studio.document().variable("variable").unwrap().clone();
    assert_eq!(declared.value_type, ValueType::Bool);
    // Its name has the keyboard, and nothing was typed yet.
    studio.keys("Ctrl+Z");
    assert_eq!(parameter(&studio, "SetVariable", "variable"), None);
    assert!(studio.document().variables.is_empty());
    studio.click("Variable > Add variable “variable” (bool)");
    studio.keys("`target` Enter");
    assert_eq!(
        parameter(&studio, "SetVariable", "variable").as_deref(),
        Some("target")
    );
}

#[test]
fn binding_without_a_suitable_variable_declares_one_of_the_right_type() {
    let mut studio = Studio::with("Wait");
    studio.click("Bind Seconds to a variable");
    assert_eq!(
        parameter(&studio, "Wait", "seconds").as_deref(),
        Some("seconds")
    );
    let declared = studio.document().variable("seconds").unwrap().clone();
    assert_eq!(declared.value_type, ValueType::Float);
}

#[test]
fn a_text_accepts_several_lines_and_enter_finishes_it() {
    let mut studio = Studio::with("Log");
    studio.focus("Text");
    studio.keys("Ctrl+A `first` Shift+Enter `second` Enter");
    assert_eq!(
        parameter(&studio, "Log", "text").as_deref(),
        Some("\"first\\nsecond\"")
    );
}

#[test]
fn a_number_with_a_small_range_has_a_slider() {
    let mut studio = Studio::with("Probability");
    studio.focus("P: slider");
    studio.keys("ArrowRight Tab");
    let p = parameter(&studio, "Probability", "p").expect("it was moved");
    assert!(p.parse::<f64>().unwrap() > 0.5, "{p}");
    studio.click("Reset P");
    assert_eq!(parameter(&studio, "Probability", "p"), None);
}

#[test]
fn a_choice_explains_each_of_its_options() {
    let mut studio = Studio::with("Sequence CompareInt");
    studio.click("Operator");
    let help = studio.get("<=").accesskit_node().description();
    assert_eq!(help.as_deref(), Some("The left side is smaller or equal."));
    studio.click("<=");
    let document = studio.document();
    let node = document.node(&studio.id("CompareInt")).unwrap();
    let set = node.parameters.get("operator").unwrap();
    assert_eq!(set.as_literal().unwrap().as_str(), Some("<="));
}
