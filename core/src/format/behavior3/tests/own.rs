//! Documents of our own in behavior3: what goes over, and what is refused.

use super::{codes, node};
use crate::diagnostic::Diagnostic;
use crate::format::behavior3::write;
use crate::format::exchange::ExchangeFormat::Behavior3;
use crate::format::exchange::WriteOptions;
use crate::format::foreign::testing::{Files, check_kept, read as read_file};
use crate::library::NodeLibrary;
use crate::model::{Document, DocumentBuilder, NamedTree, Node, ParameterValue, Variable};
use crate::project::{DocumentSet, Project};
use crate::value::ValueType;

fn exported(document: &Document) -> Result<crate::format::exchange::Exported, Vec<Diagnostic>> {
    let others = DocumentSet::new();
    let project = Project::new(document, "ai/own.bt.json", &others);
    write(&project, &NodeLibrary::builtin(), &WriteOptions::default())
}

fn own() -> DocumentBuilder {
    let mut builder = DocumentBuilder::new("Own");
    let root = builder.root(Node::new("n1", "Selector")).unwrap();
    let mut wait =
        Node::new("n2", "Wait").with_parameter("seconds", ParameterValue::variable("pause"));
    (wait.name, wait.disabled) = ("Rest".into(), true);
    builder.child(&root, wait).unwrap();
    let compare = Node::new("n3", "CompareInt")
        .with_parameter("left", ParameterValue::variable("hp"))
        .with_parameter("operator", ParameterValue::literal("<"));
    builder.child(&root, compare).unwrap();
    builder
        .child(
            &root,
            Node::new("n4", "Subtree").with_parameter("tree", ParameterValue::literal("Alarm")),
        )
        .unwrap();
    let alarm = builder.loose(Node::new("n5", "Log")).unwrap();
    builder.variable(Variable::new("pause", ValueType::Float));
    builder.variable(Variable::new("hp", ValueType::Int));
    builder.settings(|document| document.trees.push(NamedTree::new("Alarm", alarm)));
    builder
}

#[test]
fn a_document_of_our_own_goes_out_and_comes_back() {
    let document = own().finish();
    let out = exported(&document).unwrap();
    let paths: Vec<_> = out.files.iter().map(|file| &*file.path).collect();
    assert_eq!(paths, ["own.json", "own-Alarm.json", "own.b3-setting"]);
    assert_eq!(codes(&out.remarks), ["behavior3_needs_own_node"]);
    let files: Files = out
        .files
        .iter()
        .map(|file| (format!("ai/{}", file.path), file.text.clone().into_bytes()))
        .chain([("x.b3-workspace".to_owned(), b"{}".to_vec())])
        .collect();
    let imported = read_file(Behavior3, &files, "ai/own.json").unwrap();
    let back = &imported.documents[0].document;
    assert_eq!(imported.documents.len(), 2);
    assert_eq!(
        (&*node(back, "n2").name, node(back, "n2").disabled),
        ("Rest", true)
    );
    assert_eq!(
        node(back, "n2").parameters.get("seconds"),
        Some(&ParameterValue::variable("pause"))
    );
    assert_eq!(back.variable("pause").unwrap().value_type, ValueType::Float);
    assert_eq!(&*node(back, "n3").task, "game.CompareInt");
    assert_eq!(
        node(back, "n3").parameters.get("input1"),
        Some(&ParameterValue::variable("hp"))
    );
    assert_eq!(node(back, "n4").text_parameter("file"), "own-Alarm.bt.json");
    check_kept(Behavior3, &files, "ai/own.json");
}

#[test]
fn what_cannot_be_said_there_is_refused_by_node() {
    let refused = |edit: &dyn Fn(&mut Document)| {
        let mut document = own().finish();
        edit(&mut document);
        codes(&exported(&document).unwrap_err())
    };
    let at = |document: &mut Document, id: &str, name: &str, value: ParameterValue| {
        document
            .node_mut(&id.into())
            .unwrap()
            .parameters
            .insert(name.into(), value);
    };
    assert_eq!(
        refused(&|d| d.node_mut(&"n1".into()).unwrap().abort = crate::abort::AbortType::Both),
        ["behavior3_no_aborts"]
    );
    assert_eq!(
        refused(&|d| at(d, "n4", "hp", ParameterValue::literal(3))),
        ["behavior3_other_variable"]
    );
    assert_eq!(
        refused(&|d| at(d, "n3", "operator", ParameterValue::variable("hp"))),
        ["behavior3_constant_only"]
    );
    assert_eq!(
        refused(&|d| at(d, "n4", "file", ParameterValue::literal("../../x.bt.json"))),
        ["behavior3_not_in_workspace"]
    );
    assert_eq!(
        codes(&exported(&Document::default()).unwrap_err()),
        ["behavior3_no_root"]
    );
}
