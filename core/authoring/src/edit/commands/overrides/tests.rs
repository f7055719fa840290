//! Setting parameters inside a subtree for one use.

use treewright_core::model::{Document, DocumentBuilder, NamedTree, Node, ParameterValue};

use crate::edit::Command;
use crate::edit::testing::desk::{Desk, dump};

fn document() -> Document {
    let mut builder = DocumentBuilder::default();
    let tree = ParameterValue::literal("Rest");
    let root = builder.root(Node::new("r", "Sequence")).unwrap();
    let ours = Node::new("use", "Subtree").with_parameter("tree", tree.clone());
    builder.child(&root, ours).unwrap();
    let theirs =
        Node::new("theirs", "Subtree").with_parameter("file", ParameterValue::literal("b.bt.json"));
    builder.child(&root, theirs).unwrap();
    builder.loose(Node::new("w", "Wait")).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("Rest", "w")));
    builder.finish()
}

fn set(node: &str, path: &str, parameter: &str, value: Option<ParameterValue>) -> Command {
    Command::SetOverride {
        node: node.into(),
        path: path.into(),
        parameter: parameter.into(),
        value,
    }
}

fn refused(command: &Command) -> String {
    let mut desk = Desk::with(document());
    desk.apply(command).unwrap_err().to_string()
}

fn shown(desk: &Desk, node: &str) -> String {
    let overrides = desk.node(node).overrides.iter();
    let all: Vec<_> = overrides
        .map(|o| {
            format!(
                "{} {} {}",
                o.path,
                o.parameter,
                o.value.as_literal().unwrap()
            )
        })
        .collect();
    all.join(", ")
}

#[test]
fn overrides_are_set_changed_and_reset_in_exact_steps() {
    let mut desk = Desk::with(document());
    let mut states = vec![dump(&desk.document)];
    for (path, parameter, value) in [
        ("a", "x", Some(1_i64)),
        ("b", "x", Some(2)),
        ("a", "y", Some(3)),
        ("a", "x", Some(4)),
        ("b", "x", None),
    ] {
        let value = value.map(ParameterValue::literal);
        desk.apply(&set("theirs", path, parameter, value)).unwrap();
        states.push(dump(&desk.document));
    }
    assert_eq!(
        shown(&desk, "theirs"),
        "a x 4, a y 3",
        "those of one node together"
    );
    for state in states.iter().rev().skip(1) {
        desk.undo();
        assert_eq!(&dump(&desk.document), state);
    }
    for state in states.iter().skip(1) {
        desk.redo();
        assert_eq!(&dump(&desk.document), state);
    }
}

#[test]
fn a_node_of_this_document_is_checked_as_if_it_were_set_there() {
    let value = |value: f64| Some(ParameterValue::literal(value));
    let mut desk = Desk::with(document());
    desk.apply(&set("use", "w", "seconds", value(3.0))).unwrap();
    assert_eq!(shown(&desk, "use"), "w seconds 3.0");
    let text = Some(ParameterValue::literal("soon"));
    assert_eq!(
        refused(&set("use", "w", "seconds", text)),
        "`\"soon\"` is not a usable float"
    );
    assert_eq!(
        refused(&set("use", "w", "speed", value(1.0))),
        "`Wait` has no parameter `speed`"
    );
    assert_eq!(
        refused(&set("use", "nobody", "seconds", value(1.0))),
        "there is no node `nobody`"
    );
    assert_eq!(
        refused(&set("r", "w", "seconds", value(1.0))),
        "`Sequence` runs no subtree: nothing inside it can be set"
    );
    assert_eq!(refused(&set("use", "w", "seconds", None)), "nothing to do");
}
