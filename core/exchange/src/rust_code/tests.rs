//! The code of small trees; that it compiles and builds the tree is for `tests/formats/rust_code.rs` to show.

use treewright_core::abort::AbortType;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{
    Document, DocumentBuilder, Node, ParameterValue, SUBTREE, Scope, Variable,
};
use treewright_core::project::Project;
use treewright_core::value::{Value, ValueType};

use crate::testing::{Set as _, inlined};
use crate::{ExchangeFormat, WriteOptions, write};

fn code(document: &Document) -> String {
    let options = WriteOptions::default();
    let project = Project::alone(document);
    let exported = write(
        ExchangeFormat::Rust,
        &project,
        &NodeLibrary::builtin(),
        &options,
    );
    exported.unwrap().files[0].text.clone()
}

#[test]
fn every_part_of_a_tree_is_a_line_of_code() {
    let mut builder = DocumentBuilder::new("Guard the \"door\"");
    let mut root = Node::new("n1", "Selector");
    (root.abort, root.name) = (AbortType::OwnBranch, "守卫\n".into());
    let root = builder.root(root).unwrap();
    let wait = Node::new("n2", "Wait").set("seconds", 1.5);
    builder.child(&root, wait).unwrap();
    let color = Node::new("n3", "Glow")
        .set("as", Value::Color([0.1, 1.0, 0.0, 1.0]))
        .bind("v", "敌 人");
    builder.child(&root, color).unwrap();
    let list = ValueType::List(Box::new(ValueType::Vec2));
    let mut variable = Variable::new("places", list);
    variable.initial = Value::List(vec![Value::Vec2([1.0, -1e300])].into()).into();
    variable.scope = Scope::Global;
    builder.variable(variable);
    builder.variable(Variable::new("敌 人", ValueType::String));
    let code = code(&builder.finish());
    for line in [
        "/// The tree `Guard the \"door\"`.",
        "pub fn guard_the_door() -> Result<Document, Box<Node>> {",
        "    let mut builder = DocumentBuilder::new(\"Guard the \\\"door\\\"\");",
        "    let mut variable = Variable::new(\"places\", ValueType::List(Box::new(ValueType::Vec2)));",
        "    variable.initial = Value::List(vec![Value::Vec2([1.0, -1e300])].into()).into();",
        "    node.name = \"守卫\\n\".into();",
        "    node.abort = AbortType::OwnBranch;",
        "        .with_parameter(\"seconds\", ParameterValue::literal(Value::Float(1.5)));",
        "        .with_parameter(\"as\", ParameterValue::literal(Value::Color([0.1, 1.0, 0.0, 1.0])))",
        "        .with_parameter(\"v\", ParameterValue::variable(\"敌 人\"));",
        "    builder.child(&\"n1\".into(), node)?;",
    ] {
        assert!(code.lines().any(|of| of == line), "{line}\n{code}");
    }
}

#[test]
fn functions_are_called_after_the_document_and_stay_small() {
    let named = |name: &str| code(&DocumentBuilder::new(name).finish());
    assert!(named("守卫").contains("pub fn tree()"));
    assert!(named("match").contains("pub fn tree_match()"));
    assert!(named("2 guards").contains("pub fn tree_2_guards()"));
    assert!(named("a\n`b`").contains("/// The tree `a 'b'`."));
    let mut builder = DocumentBuilder::new("Large");
    let mut parent = builder.root(Node::new("n0", "Sequence")).unwrap();
    for i in 1..450 {
        parent = builder
            .child(
                &parent,
                Node::new(format!("n{i}"), if i == 449 { "Own" } else { "Sequence" }),
            )
            .unwrap();
    }
    let code = code(&builder.finish());
    assert!(code.contains("add_nodes_12(&mut builder)?;") && !code.contains("add_nodes_13"));
}

#[test]
fn trees_of_other_files_are_told_unless_they_stand_in_their_places() {
    let mut builder = DocumentBuilder::new("main");
    let file = ParameterValue::literal("lib.bt.json");
    builder
        .root(Node::new("n1", SUBTREE).with_parameter("file", file))
        .unwrap();
    let document = builder.finish();
    let project = Project::alone(&document);
    let library = NodeLibrary::builtin();
    let exported = write(
        ExchangeFormat::Rust,
        &project,
        &library,
        &WriteOptions::default(),
    );
    assert_eq!(
        exported.unwrap().remarks[0].problem.code(),
        "game_elsewhere"
    );
    let options = inlined();
    assert!(write(ExchangeFormat::Rust, &project, &library, &options).is_err());
}
