//! Duplicates and pasted fragments.

use treewright_core::model::{DocumentBuilder, Literal, Node, ParameterValue, Variable};
use treewright_core::value::{Value, ValueType};

use super::*;
use crate::edit::testing::desk::{Desk, check, draw, dump, ids, picture, refused};
use crate::edit::{Command, History};

const DRAWING: &str =
    "r:Sequence[a:Selector[b:Wait c:Log] d:Inverter[e:Idle] f:Idle] | x:Log | y:Idle";

fn duplicate(nodes: &str) -> Command {
    Command::Duplicate {
        nodes: ids(nodes),
        dx: 5,
        dy: 7,
    }
}

fn paste(fragment: &str, parent: Option<&str>) -> Command {
    Command::Paste {
        fragment: Box::new(draw(fragment)),
        at: Position::new(1_000, 2_000),
        below: parent.map(|parent| (NodeId::from(parent), usize::MAX)),
    }
}

#[test]
fn a_copy_comes_right_behind_its_original_and_is_selected() {
    let desk = check(
        DRAWING,
        &duplicate("a"),
        "r[a[b c] n1[n2 n3] d[e] f] | x | y",
    );
    assert_eq!(desk.selected(), "n1");
    assert_eq!(desk.node("n2").position, Position::new(5, 7));
    assert_eq!(&*desk.node("n3").task, "Log");
}

#[test]
fn several_subtrees_are_copied_in_order() {
    let desk = check(
        DRAWING,
        &duplicate("y f b a x"),
        "r[a[b c] n1[n2 n3] d[e] f n4] | x | n5 | y | n6",
    );
    assert_eq!(desk.selected(), "n1 n4 n5 n6");
}

#[test]
fn a_copy_is_loose_where_its_parent_has_no_room() {
    check(
        "r:Inverter[e:Idle] | x:Log",
        &duplicate("e"),
        "r[e] | x | n1",
    );
    check(
        "r:Inverter[e:Idle] | x:Log",
        &duplicate("r"),
        "r[e] | x | n1[n2]",
    );
    assert_eq!(refused(DRAWING, &duplicate("z")), "there is no node `z`");
    assert_eq!(refused(DRAWING, &duplicate("")), "nothing to do");
}

#[test]
fn a_copy_has_all_settings_but_not_what_the_file_held_against_the_original() {
    let mut node = Node::new("r", "Mystery").with_parameter("p", ParameterValue::variable("v"));
    node.name = "Name".to_owned();
    node.disabled = true;
    node.extra.insert("future".to_owned(), "[1,2]".to_owned());
    node.duplicate_of = Some("q".into());
    let mut builder = DocumentBuilder::default();
    builder.root(node.clone()).unwrap();
    let mut desk = Desk::with(builder.finish());
    desk.apply(&duplicate("r")).unwrap();
    node.position = Position::new(5, 7);
    node.duplicate_of = None;
    assert_eq!(desk.node("n1"), &node.copy_as("n1".into()));
}

#[test]
fn a_fragment_is_pasted_loose_or_below_a_node_with_room() {
    let fragment = "| p:Wait | q:Sequence[s:Log]";
    let desk = check(
        "r:Sequence[a:Idle]",
        &paste(fragment, None),
        "r[a] | n1 | n2[n3]",
    );
    assert_eq!(desk.selected(), "n1 n2");
    check(
        "r:Sequence[a:Idle]",
        &paste(fragment, Some("r")),
        "r[a n1 n2[n3]]",
    );
    check("r:Inverter", &paste(fragment, Some("r")), "r[n1] | n2[n3]");
    check(
        "r:Sequence[a:Idle]",
        &paste(fragment, Some("a")),
        "r[a] | n1 | n2[n3]",
    );
    check("r:Idle", &paste("p:Wait | q:Log", None), "r | n1 | n2");
    assert_eq!(
        refused("r:Idle", &paste(fragment, Some("z"))),
        "there is no node `z`"
    );
    assert_eq!(refused("r:Idle", &paste("", None)), "nothing to do");
}

#[test]
fn what_is_pasted_first_into_an_empty_document_becomes_the_root() {
    check(
        "",
        &paste("| p:Wait | q:Sequence[s:Log]", None),
        "n1 | n2[n3]",
    );
}

#[test]
fn a_fragment_may_bring_the_ids_of_the_document() {
    check(
        "n1:Sequence[n2:Wait]",
        &paste("n1:Sequence[n2:Wait]", Some("n1")),
        "n1[n2 n3[n4]]",
    );
}

#[test]
fn the_top_left_corner_comes_where_it_is_asked_for() {
    let at = |id: &str, x, y| {
        let mut node = Node::new(id, "Sequence");
        node.position = Position::new(x, y);
        node
    };
    let mut builder = DocumentBuilder::default();
    let head = builder.loose(at("a", 50, -40)).unwrap();
    builder.child(&head, at("b", -30, 60)).unwrap();
    builder.child(&head, at("c", i32::MAX, i32::MIN)).unwrap();
    let mut desk = Desk::drawn("");
    let command = Command::Paste {
        fragment: Box::new(builder.finish()),
        at: Position::new(100, 200),
        below: None,
    };
    desk.apply(&command).unwrap();
    assert_eq!(desk.node("n2").position, Position::new(100, i32::MAX));
    assert_eq!(desk.node("n3").position, Position::new(i32::MAX, 200));
    assert_eq!(desk.node("n1").position.x, 180);
}

#[test]
fn a_fragment_brings_the_variables_that_are_missing() {
    let mut builder = DocumentBuilder::default();
    builder.loose(Node::new("a", "Idle")).unwrap();
    let mut known = Variable::new("known", ValueType::String);
    known.initial = Literal::from(Value::from("of the fragment"));
    builder.variable(known);
    builder.variable(Variable::new("new", ValueType::Bool));
    let fragment = Box::new(builder.finish());

    let mut desk = Desk::drawn("r:Idle");
    let declared = Variable::new("known", ValueType::String);
    desk.apply(&Command::AddVariable(declared.clone())).unwrap();
    let before = dump(&desk.document);
    let command = Command::Paste {
        fragment,
        at: Position::default(),
        below: None,
    };
    desk.apply(&command).unwrap();
    let expected = [declared, Variable::new("new", ValueType::Bool)];
    assert_eq!(*desk.document.variables, expected);
    assert_eq!(picture(&desk.document), "r | n1");
    desk.undo();
    assert_eq!(dump(&desk.document), before);
}

#[test]
fn a_variable_of_a_fragment_that_means_something_else_gets_another_name() {
    let library = NodeLibrary::builtin();
    let mut builder = DocumentBuilder::new("own");
    builder.variable(Variable::new("alarm", ValueType::Int));
    let mut document = builder.finish();
    let mut builder = DocumentBuilder::new("fragment");
    builder.variable(Variable::new("alarm", ValueType::Bool));
    let mut node = Node::new("a", "CompareBool");
    let bound = ParameterValue::variable("alarm");
    node.parameters.insert("left".into(), bound.clone());
    builder.loose(node).unwrap();
    let command = Command::Paste {
        fragment: Box::new(builder.finish()),
        at: Position::new(0, 0),
        below: None,
    };
    let (mut history, mut selection) = (History::new(), Selection::default());
    history
        .apply(&mut document, &library, &mut selection, &command)
        .unwrap();
    let names: Vec<&str> = document.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["alarm", "alarm_2"]);
    let pasted = document.nodes().next().unwrap();
    let left = pasted.parameters.get("left").unwrap();
    assert_eq!(left.as_variable(), Some("alarm_2"));
}
