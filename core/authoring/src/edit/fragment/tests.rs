//! What goes to the clipboard.

use treewright_core::model::{Node, ParameterValue, Variable};
use treewright_core::value::ValueType;

use super::*;
use crate::edit::testing::desk::{Desk, draw, ids, picture};

fn copied(nodes: &str) -> String {
    let drawing = "r:Sequence[a:Selector[b:Wait c:Log] d:Idle] | x:Log";
    picture(&copy(&draw(drawing), &NodeLibrary::builtin(), &ids(nodes)))
}

#[test]
fn whole_subtrees_are_copied_in_the_order_of_the_document() {
    assert_eq!(copied("a"), "| a[b c]");
    assert_eq!(copied("x d c a"), "| a[b c] | d | x");
    assert_eq!(copied("r b"), "| r[a[b c] d]");
    assert_eq!(copied("nobody"), "");
}

#[test]
fn a_fragment_holds_the_variables_that_it_uses() {
    let mut builder = DocumentBuilder::default();
    for name in ["one", "two", "three"] {
        builder.variable(Variable::new(name, ValueType::Int));
    }
    let bound = |id: &str, name: &str| {
        Node::new(id, "Log").with_parameter("text", ParameterValue::variable(name))
    };
    let root = builder.root(Node::new("r", "Sequence")).unwrap();
    builder.child(&root, bound("a", "three")).unwrap();
    builder.child(&root, bound("b", "one")).unwrap();
    builder.child(&root, bound("c", "two")).unwrap();
    let document = builder.finish();
    let fragment = copy(&document, &NodeLibrary::builtin(), &ids("b a"));
    let names: Vec<&str> = fragment.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["one", "three"]);
}

#[test]
fn a_fragment_holds_the_variables_that_its_expressions_read() {
    let mut builder = DocumentBuilder::default();
    for name in ["one", "生命"] {
        builder.variable(Variable::new(name, ValueType::Int));
    }
    let text = ParameterValue::literal("生命 > 3");
    builder
        .root(Node::new("a", "WaitUntil").with_parameter("expression", text))
        .unwrap();
    let fragment = copy(&builder.finish(), &NodeLibrary::builtin(), &ids("a"));
    let names: Vec<&str> = fragment.variables.iter().map(|v| &*v.name).collect();
    assert_eq!(names, ["生命"]);
}

#[test]
fn what_is_copied_and_pasted_is_the_same_but_for_its_ids() {
    let mut desk = Desk::drawn("n1:Sequence[n2:Selector[n3:Wait n4:Log]]");
    let fragment = Box::new(copy(&desk.document, &NodeLibrary::builtin(), &ids("n2")));
    let command = crate::edit::Command::Paste {
        fragment,
        at: desk.node("n2").position,
        below: Some(("n1".into(), usize::MAX)),
    };
    desk.apply(&command).unwrap();
    assert_eq!(picture(&desk.document), "n1[n2[n3 n4] n5[n6 n7]]");
    assert_eq!(desk.node("n6"), &{
        let mut expected = desk.node("n3").clone();
        expected = expected.copy_as("n6".into());
        let mut builder = DocumentBuilder::default();
        let head = builder.loose(Node::new("n5", "Selector")).unwrap();
        builder.child(&head, expected).unwrap();
        builder.finish().node(&"n6".into()).unwrap().clone()
    });
}
