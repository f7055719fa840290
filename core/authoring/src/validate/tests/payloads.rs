//! Payloads of events that no waiting node can store.

use std::sync::Arc;

use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, ParameterValue};
use treewright_core::project::{DocumentSet, Project};
use treewright_core::value::Value;

use super::super::validate_project;
use super::changed;
use crate::edit::testing::editor::draw;

const VARIABLES: &str = "n:int x:float names:[string] numbers:[float];";

/// A tree that sends this payload and waits for the event with these nodes.
fn sending(payload: impl Into<ParameterValue>, receivers: &str) -> Document {
    let drawing = format!("{VARIABLES} root:Parallel[s:SendEvent(name=ring) {receivers}]");
    changed(&drawing, "s", |node| {
        node.parameters.insert("payload".into(), payload.into());
    })
}

fn messages_with(document: &Document, others: &DocumentSet) -> Vec<String> {
    let project = Project::new(document, "a.bt.json", others);
    let found = validate_project(&project, &NodeLibrary::builtin());
    found.iter().map(ToString::to_string).collect()
}

fn messages(document: &Document) -> Vec<String> {
    messages_with(document, &DocumentSet::new())
}

fn list<const N: usize>(items: [Value; N]) -> ParameterValue {
    ParameterValue::literal(Value::List(items.into()))
}

fn wrong(expected: &str, found: &str) -> String {
    format!(
        "node s, `payload`: the nodes that wait for event `ring` store {expected}, found {found}; change the value or their variables"
    )
}

#[test]
fn a_payload_that_no_receiver_can_store_is_a_warning() {
    let names = "a:WaitForEvent(name=ring,payload={names})";
    let number = "b:HasReceivedEvent(name=ring,payload={x})";
    let both = &*format!("{names} {number}");
    let (one, text) = (|| Value::Int(1), || Value::from("a"));
    for (payload, receivers, expected) in [
        (list([one()]), names, Some(("[string]", "[int]"))),
        (list([text(), one()]), names, Some(("[string]", "[int]"))),
        (list([text()]), names, None),
        (list([]), names, None),
        (
            ParameterValue::literal(true),
            both,
            Some(("[string] or float", "bool")),
        ),
        (ParameterValue::literal(3_i64), both, None),
        (
            ParameterValue::literal("loud"),
            number,
            Some(("float", "string")),
        ),
        (ParameterValue::variable("n"), number, None),
        (
            ParameterValue::variable("n"),
            names,
            Some(("[string]", "int")),
        ),
        (
            ParameterValue::variable("numbers"),
            names,
            Some(("[string]", "[float]")),
        ),
        // Without a variable, or with another event, nothing is stored.
        (list([one()]), "a:WaitForEvent(name=ring)", None),
        (
            list([one()]),
            "a:WaitForEvent(name=knock,payload={names})",
            None,
        ),
        (
            list([one()]),
            "a:WaitForEvent(name=ring,payload={names},.off)",
            None,
        ),
        (list([one()]), "", None),
    ] {
        let expected = expected.map(|(expected, found)| wrong(expected, found));
        let shown = format!("{payload:?} {receivers}");
        assert_eq!(
            messages(&sending(payload, receivers)),
            Vec::from_iter(expected),
            "{shown}"
        );
    }
}

#[test]
fn receivers_in_other_files_count_and_overridden_ones_are_unknown() {
    let other = draw("heard:[int]; r:WaitForEvent(name=ring,payload={heard})");
    let mut others = DocumentSet::new();
    others.insert("b.bt.json", Arc::new(other));
    let runs = |more: &str| {
        let receivers = format!("u:Subtree(file=b.bt.json{more})");
        messages_with(&sending(list(["a".into()]), &receivers), &others)
    };
    assert_eq!(runs(""), [wrong("[int]", "[string]")]);
    assert_eq!(runs(",r/payload={names}"), [""; 0]);
}
