//! What parameters can be set to.

use treewright_core::model::{Literal, Variable};

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, check, ids, refused};

const DRAWING: &str =
    "r:Sequence[w:Wait c:CompareInt s:SetVariable p:RandomChance l:Log m:Mystery]";

fn set(nodes: &str, name: &str, value: ParameterValue) -> Command {
    Command::SetParameter {
        nodes: ids(nodes),
        name: name.into(),
        value: Some(value),
    }
}

fn literal(value: impl Into<Value>) -> ParameterValue {
    ParameterValue::literal(value)
}

fn accepts(node: &str, name: &str, value: ParameterValue) {
    let desk = check(DRAWING, &set(node, name, value.clone()), "r[w c s p l m]");
    assert_eq!(desk.node(node).parameters.get(name).cloned(), Some(value));
}

fn refuses(nodes: &str, name: &str, value: ParameterValue) -> String {
    refused(DRAWING, &set(nodes, name, value))
}

#[test]
fn a_literal_must_have_the_declared_type() {
    accepts("c", "left", literal(3_i64));
    accepts("w", "seconds", literal(1.5));
    assert_eq!(
        refuses("c", "left", literal(1.5)),
        "`1.5` is not a usable int"
    );
    assert_eq!(
        refuses("w", "seconds", literal(f64::NAN)),
        "`NaN` is not a usable float"
    );
    assert_eq!(
        refuses("w", "seconds", literal("x")),
        "`\"x\"` is not a usable float"
    );
}

#[test]
fn a_choice_is_one_of_its_texts() {
    accepts("c", "operator", literal("<="));
    assert_eq!(
        refuses("c", "operator", literal("<>")),
        "`\"<>\"` is not a usable == | != | < | <= | > | >="
    );
    let bound = refuses("c", "operator", ParameterValue::variable("v"));
    assert_eq!(bound, "`v` is not a usable == | != | < | <= | > | >=");
}

#[test]
fn a_number_stays_in_its_range() {
    accepts("p", "probability", literal(1.0));
    assert_eq!(
        refuses("p", "probability", literal(1.5)),
        "`1.5` is not a usable float (0 – 1)"
    );
}

#[test]
fn a_parameter_that_names_a_variable_takes_no_literal() {
    accepts("s", "variable", ParameterValue::variable("anything"));
    assert_eq!(
        refuses("s", "variable", literal("x")),
        "`\"x\"` is not a usable variable"
    );
    assert_eq!(
        refuses("s", "variable", ParameterValue::variable("")),
        "a variable needs a name"
    );
}

#[test]
fn a_value_to_write_has_the_type_of_the_variable() {
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&set("s", "value", literal("free"))).unwrap();
    let alarm = Variable::new("alarm", ValueType::Bool);
    desk.apply(&Command::AddVariable(alarm)).unwrap();
    desk.apply(&set("s", "variable", ParameterValue::variable("alarm")))
        .unwrap();
    let refusal = desk.apply(&set("s", "value", literal(1_i64))).unwrap_err();
    assert_eq!(refusal.to_string(), "`1` is not a usable bool");
    desk.apply(&set("s", "value", literal(true))).unwrap();
}

#[test]
fn an_unknown_task_takes_any_parameter_and_a_known_one_only_its_own() {
    accepts("m", "anything", literal("x"));
    assert_eq!(
        refuses("m", "anything", literal(f64::INFINITY)),
        "`inf` is not a usable float"
    );
    assert_eq!(
        refuses("l w", "seconds", literal(1.0)),
        "`Log` has no parameter `seconds`"
    );
}

#[test]
fn the_default_is_kept_when_it_is_set_and_none_resets() {
    let mut desk = Desk::drawn(DRAWING);
    desk.apply(&set("c", "left", literal(0_i64))).unwrap();
    assert_eq!(desk.node("c").parameters.len(), 1);
    let reset = Command::SetParameter {
        nodes: ids("c"),
        name: "left".into(),
        value: None,
    };
    desk.apply(&reset).unwrap();
    assert!(desk.node("c").parameters.is_empty());
    assert_eq!(desk.apply(&reset), Err(Refusal::Nothing));
}

#[test]
fn parameters_keep_the_order_of_the_declaration_and_undo_keeps_the_order_of_the_file() {
    let names = |desk: &Desk| {
        let names = desk.node("c").parameters.keys();
        names.map(ToString::to_string).collect::<Vec<_>>()
    };
    let mut desk = Desk::drawn(DRAWING);
    for name in ["right", "left"] {
        desk.apply(&set("c", name, literal(1_i64))).unwrap();
    }
    desk.apply(&set("c", "operator", literal(">"))).unwrap();
    assert_eq!(names(&desk), ["left", "operator", "right"]);

    let node = Node::new("c", "CompareInt")
        .with_parameter("right", literal(1_i64))
        .with_parameter("left", literal(2_i64))
        .with_parameter("operator", literal("<"));
    let mut builder = treewright_core::model::DocumentBuilder::default();
    builder.root(node).unwrap();
    let mut desk = Desk::with(builder.finish());
    let reset = Command::SetParameter {
        nodes: ids("c"),
        name: "left".into(),
        value: None,
    };
    desk.apply(&reset).unwrap();
    assert_eq!(names(&desk), ["right", "operator"]);
    desk.undo();
    assert_eq!(names(&desk), ["right", "left", "operator"]);
}

#[test]
fn how_a_number_was_written_comes_back() {
    let written = ParameterValue::Literal(Literal {
        value: Value::Float(1.5),
        written: Some("1.50".into()),
    });
    let mut builder = treewright_core::model::DocumentBuilder::default();
    builder
        .root(Node::new("w", "Wait").with_parameter("seconds", written.clone()))
        .unwrap();
    let mut desk = Desk::with(builder.finish());
    desk.apply(&set("w", "seconds", literal(2.0))).unwrap();
    desk.undo();
    assert_eq!(desk.node("w").parameters.get("seconds"), Some(&written));
}

#[test]
fn a_child_takes_what_it_carries_for_its_parent() {
    let drawing = "r:Sequence[u:UtilitySelector[w:Wait] o:Wait]";
    let utility = |node: &str| set(node, "utility", literal(2.0));
    let desk = check(drawing, &utility("w"), "r[u[w] o]");
    assert_eq!(
        desk.node("w").parameters.get("utility"),
        Some(&literal(2.0))
    );
    assert_eq!(
        refused(drawing, &utility("o")),
        refused(drawing, &utility("u")).replace("UtilitySelector", "Wait")
    );
    assert!(refused(drawing, &set("w", "utility", literal("much"))).contains("not a usable float"));
}
