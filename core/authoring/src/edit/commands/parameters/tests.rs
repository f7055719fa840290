//! The values that parameters accept.

use treewright_core::model::testing::value_shown;
use treewright_core::model::{Literal, Surgery as _};

use super::*;
use crate::edit::testing::editor::{TestEditor, check, declares, draw, refused, resets, sets};

const DRAWING: &str =
    "r:Sequence[w:Wait c:CompareInt s:SetVariable p:RandomChance l:Log m:Mystery]";

/// Checks that a node accepts a setting, written as in a drawing.
#[track_caller]
fn accepts(node: &str, setting: &str) {
    let editor = check(DRAWING, &sets(node, setting), "r[w c s p l m]");
    let parameters = editor.node(node).parameters.iter();
    let mut set = parameters.map(|(name, value)| format!("{name}={}", value_shown(value)));
    assert!(set.any(|set| set == setting), "{setting}");
}

#[test]
fn values_must_match_the_declared_type_choices_and_range() {
    accepts("c", "left=3");
    accepts("w", "seconds=1.5");
    accepts("c", "operator=<=");
    accepts("p", "probability=1.0");
    accepts("s", "variable={anything}");
    accepts("m", "anything=x");
    let operators = "== | != | < | <= | > | >=";
    for (nodes, setting, reason) in [
        ("c", "left=1.5", "expected int, found `1.5`"),
        ("w", "seconds=NaN", "expected float, found `NaN`"),
        ("w", "seconds=x", "expected float, found `\"x\"`"),
        (
            "c",
            "operator=<>",
            &format!("expected {operators}, found `\"<>\"`"),
        ),
        (
            "c",
            "operator={v}",
            &format!("expected {operators}, found `v`"),
        ),
        (
            "p",
            "probability=1.5",
            "expected float (0 – 1), found `1.5`",
        ),
        ("s", "variable=x", "expected variable, found `\"x\"`"),
        ("s", "variable={}", "enter a name for the variable"),
        ("m", "anything=inf", "expected float, found `inf`"),
        ("l w", "seconds=1.0", "`Log` has no parameter `seconds`"),
    ] {
        assert_eq!(refused(DRAWING, &sets(nodes, setting)), reason, "{setting}");
    }
}

#[test]
fn a_written_value_must_have_the_type_of_its_variable() {
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(sets("s", "value=free"));
    editor.does(declares("alarm:bool"));
    editor.does(sets("s", "variable={alarm}"));
    let refusal = editor.refuses(&sets("s", "value=1"));
    assert_eq!(refusal, "expected bool, found `1`");
    editor.does(sets("s", "value=true"));
}

#[test]
fn an_explicit_default_is_kept_and_none_resets() {
    let mut editor = TestEditor::drawn(DRAWING);
    editor.does(sets("c", "left=0"));
    assert_eq!(editor.node("c").parameters.len(), 1);
    editor.does(resets("c", "left"));
    assert!(editor.node("c").parameters.is_empty());
    assert_eq!(editor.apply(&resets("c", "left")), Err(Refusal::Nothing));
}

#[test]
fn parameters_keep_the_order_of_the_declaration_and_undo_keeps_the_order_of_the_file() {
    let mut editor = TestEditor::drawn(DRAWING);
    for setting in ["right=1", "left=1", "operator=>"] {
        editor.does(sets("c", setting));
    }
    assert_eq!(editor.shown("c"), "CompareInt(left=1, operator=>, right=1)");

    let mut editor = TestEditor::drawn("c:CompareInt(right=1, left=2, operator=<)");
    editor.does(resets("c", "left"));
    assert_eq!(editor.shown("c"), "CompareInt(right=1, operator=<)");
    editor.undo();
    assert_eq!(editor.shown("c"), "CompareInt(right=1, left=2, operator=<)");
}

#[test]
fn undo_restores_how_a_number_was_written() {
    let written = ParameterValue::Literal(Literal {
        value: Value::Float(1.5),
        written: Some("1.50".into()),
    });
    let mut document = draw("w:Wait");
    let wait = document.node_mut(&"w".into()).unwrap();
    wait.parameters.insert("seconds".into(), written.clone());
    let mut editor = TestEditor::with(document);
    editor.does(sets("w", "seconds=2.0"));
    editor.undo();
    assert_eq!(editor.node("w").parameters.get("seconds"), Some(&written));
}

#[test]
fn a_child_accepts_the_parameters_of_its_parent() {
    let drawing = "r:Sequence[u:UtilitySelector[w:Wait] o:Wait]";
    let utility = |node: &str| sets(node, "utility=2.0");
    let editor = check(drawing, &utility("w"), "r[u[w] o]");
    assert_eq!(editor.shown("w"), "Wait(utility=2.0)");
    let above = refused(drawing, &utility("u"));
    let beside = refused(drawing, &utility("o"));
    assert_eq!(beside, above.replace("UtilitySelector", "Wait"));
    assert!(refused(drawing, &sets("w", "utility=much")).contains("expected float"));
}
