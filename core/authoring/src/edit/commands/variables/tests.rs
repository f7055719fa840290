//! Declared variables and what is bound to them.

use treewright_core::model::{DocumentBuilder, Literal, Node, Override, Scope};
use treewright_core::value::{Value, ValueType};

use super::*;
use crate::edit::Command;
use crate::edit::testing::desk::{Desk, dump};

/// Variables `a`, `b`, `c`; a tree and a loose node that read and write `a`.
fn desk() -> Desk {
    let mut builder = DocumentBuilder::default();
    for name in ["a", "b", "c"] {
        builder.variable(Variable::new(name, ValueType::Int));
    }
    let bound = |name: &str| ParameterValue::variable(name);
    let reads = Node::new("r", "CompareInt")
        .with_parameter("left", bound("a"))
        .with_parameter("right", bound("b"));
    builder.root(reads).unwrap();
    builder
        .loose(Node::new("x", "SetVariable").with_parameter("variable", bound("a")))
        .unwrap();
    Desk::with(builder.finish())
}

fn names(desk: &Desk) -> String {
    let names: Vec<&str> = desk.document.variables.iter().map(|v| &*v.name).collect();
    names.join(" ")
}

fn rename(from: &str, to: &str) -> Command {
    Command::RenameVariable {
        from: from.into(),
        to: to.into(),
    }
}

/// Does a command that can be undone.
fn done(command: &Command) -> Desk {
    let mut desk = desk();
    let before = dump(&desk.document);
    desk.apply(command).unwrap();
    let after = dump(&desk.document);
    desk.undo();
    assert_eq!(dump(&desk.document), before);
    desk.redo();
    assert_eq!(dump(&desk.document), after);
    desk
}

fn refused(command: &Command) -> String {
    desk().apply(command).unwrap_err().to_string()
}

#[test]
fn a_variable_is_declared_last() {
    let new = |name: &str| Command::AddVariable(Variable::new(name, ValueType::Float));
    assert_eq!(names(&done(&new("距离"))), "a b c 距离");
    assert_eq!(refused(&new("b")), "there is already a variable `b`");
    assert_eq!(refused(&new(" ")), "a variable needs a name");
    let mut wrong = Variable::new("d", ValueType::Float);
    wrong.initial = Literal::from(true);
    assert_eq!(
        refused(&Command::AddVariable(wrong)),
        "`true` is not a usable float"
    );
}

#[test]
fn a_removed_variable_comes_back_where_it_was() {
    let mut desk = done(&Command::RemoveVariable("b".into()));
    assert_eq!(names(&desk), "a c");
    assert_eq!(
        desk.node("r")
            .parameters
            .get("right")
            .unwrap()
            .as_variable(),
        Some("b")
    );
    desk.undo();
    assert_eq!(names(&desk), "a b c");
    assert_eq!(
        refused(&Command::RemoveVariable("z".into())),
        "there is no variable `z`"
    );
}

#[test]
fn a_variable_is_renamed_with_all_its_uses() {
    let desk = done(&rename("a", "z"));
    assert_eq!(names(&desk), "z b c");
    assert_eq!(
        desk.node("r").parameters.get("left").unwrap().as_variable(),
        Some("z")
    );
    assert_eq!(
        desk.node("r")
            .parameters
            .get("right")
            .unwrap()
            .as_variable(),
        Some("b")
    );
    assert_eq!(
        desk.node("x")
            .parameters
            .get("variable")
            .unwrap()
            .as_variable(),
        Some("z")
    );
    assert_eq!(
        refused(&rename("a", "b")),
        "there is already a variable `b`"
    );
    assert_eq!(refused(&rename("a", "a")), "nothing to do");
    assert_eq!(refused(&rename("a", "")), "a variable needs a name");
    assert_eq!(refused(&rename("z", "y")), "there is no variable `z`");
}

#[test]
fn a_variable_is_renamed_in_expressions_too() {
    let mut builder = DocumentBuilder::default();
    builder.variable(Variable::new("a", ValueType::Int));
    let text = |text: &str| ParameterValue::literal(text);
    let holds = Node::new("e", "Expression").with_parameter("expression", text("a < max(a, b)"));
    let root = builder.root(Node::new("r", "Sequence")).unwrap();
    builder.child(&root, holds).unwrap();
    // What is no expression keeps its text, and what is a broken one is changed as far as it can be read.
    builder
        .child(
            &root,
            Node::new("l", "Log").with_parameter("text", text("a < 1")),
        )
        .unwrap();
    let broken = Node::new("w", "WaitUntil").with_parameter("expression", text("a < (a #"));
    builder.loose(broken).unwrap();
    let mut desk = Desk::with(builder.finish());
    let before = dump(&desk.document);
    desk.apply(&rename("a", "my 生命")).unwrap();
    let text = |id: &str, name: &str| {
        desk.node(id)
            .parameters
            .get(name)
            .unwrap()
            .as_literal()
            .cloned()
    };
    assert_eq!(
        text("e", "expression"),
        Some("`my 生命` < max(`my 生命`, b)".into())
    );
    assert_eq!(text("l", "text"), Some("a < 1".into()));
    assert_eq!(
        text("w", "expression"),
        Some("`my 生命` < (`my 生命` #".into())
    );
    desk.undo();
    assert_eq!(dump(&desk.document), before);
}

#[test]
fn a_variable_is_renamed_in_expressions_set_inside_a_subtree() {
    let mut builder = DocumentBuilder::default();
    builder.variable(Variable::new("a", ValueType::Int));
    let root = builder.root(Node::new("r", "Sequence")).unwrap();
    let set = |parameter: &str| Override {
        path: "e".into(),
        parameter: parameter.into(),
        value: ParameterValue::literal("a < 2"),
    };
    let mut uses = Node::new("u", SUBTREE);
    uses.overrides = vec![set("expression"), set("other")];
    builder.child(&root, uses).unwrap();
    builder.loose(Node::new("e", "Expression")).unwrap();
    let mut desk = Desk::with(builder.finish());
    desk.apply(&rename("a", "b")).unwrap();
    let values: Vec<_> = desk
        .node("u")
        .overrides
        .iter()
        .map(|o| o.value.clone())
        .collect();
    let literal = |text: &str| ParameterValue::literal(text);
    assert_eq!(values, [literal("b < 2"), literal("a < 2")]);
}

#[test]
fn all_but_the_name_of_a_variable_changes() {
    let mut variable = Variable::new("b", ValueType::String);
    variable.scope = Scope::Global;
    variable.comment = "why".to_owned();
    let desk = done(&Command::ChangeVariable(variable.clone()));
    assert_eq!(desk.document.variable("b"), Some(&variable));
    assert_eq!(names(&desk), "a b c");
    variable.initial = Literal::from(Value::Int(1));
    assert_eq!(
        refused(&Command::ChangeVariable(variable)),
        "`1` is not a usable string"
    );
    let same = Variable::new("b", ValueType::Int);
    assert_eq!(refused(&Command::ChangeVariable(same)), "nothing to do");
}

#[test]
fn a_variable_moves_in_the_list() {
    let reorder = |name: &str, index| Command::MoveVariable(name.into(), index);
    assert_eq!(names(&done(&reorder("a", 1))), "b a c");
    assert_eq!(names(&done(&reorder("a", 99))), "b c a");
    assert_eq!(names(&done(&reorder("c", 0))), "c a b");
    assert_eq!(refused(&reorder("c", 2)), "nothing to do");
}

#[test]
fn renaming_a_subtrees_variable_renames_the_parameters_that_set_it() {
    let mut builder = DocumentBuilder::default();
    let mut target = Variable::new("target", ValueType::Int);
    target.scope = Scope::Subtree;
    builder.variable(target);
    let bound = ParameterValue::variable("target");
    let mut ours = Node::new("ours", "Subtree")
        .with_parameter("tree", ParameterValue::literal("T"))
        .with_parameter("target", bound.clone())
        .with_parameter("other", ParameterValue::literal(1_i64));
    ours.overrides.push(treewright_core::model::Override {
        path: "x".into(),
        parameter: "left".into(),
        value: bound.clone(),
    });
    builder.loose(ours).unwrap();
    let theirs = Node::new("theirs", "Subtree")
        .with_parameter("file", ParameterValue::literal("b.bt.json"))
        .with_parameter("target", bound);
    builder.loose(theirs).unwrap();
    let mut desk = Desk::with(builder.finish());
    let before = dump(&desk.document);
    desk.apply(&rename("target", "foe")).unwrap();
    let after = dump(&desk.document);
    let set = |id: &str| {
        let parameters = desk.node(id).parameters.iter();
        let all: Vec<_> = parameters
            .map(|(name, value)| format!("{name} {value:?}"))
            .collect();
        all.join(", ")
    };
    let foe = r#"Variable("foe")"#;
    assert!(
        set("ours").contains(&format!("foe {foe}, other ")),
        "{}",
        set("ours")
    );
    assert!(
        set("theirs").ends_with(&format!("target {foe}")),
        "{}",
        set("theirs")
    );
    assert_eq!(
        desk.node("ours").overrides[0].value.as_variable(),
        Some("foe")
    );
    desk.undo();
    assert_eq!(dump(&desk.document), before);
    desk.redo();
    assert_eq!(dump(&desk.document), after);
}
