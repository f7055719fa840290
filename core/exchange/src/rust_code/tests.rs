//! Tests of the code for small trees; `tests/formats/rust_code.rs` tests that it compiles and builds the tree.

use treewright_core::abort::AbortType;
use treewright_core::library::NodeLibrary;
use treewright_core::model::testing::declared;
use treewright_core::model::{Document, Node, Variable};
use treewright_core::project::Project;
use treewright_core::value::{Value, ValueType};

use crate::testing::{SetParameters as _, draw, draw_each, drawn, inlined, over};
use crate::{ExchangeFormat, WriteOptions, write};

fn code(document: &Document) -> String {
    let (project, options) = (Project::alone(document), WriteOptions::default());
    let exported = write(
        ExchangeFormat::Rust,
        &project,
        &NodeLibrary::builtin(),
        &options,
    );
    exported.unwrap().files[0].text().to_owned()
}

#[test]
fn every_part_of_a_tree_is_a_line_of_code() {
    let mut root = Node::new("n1", "Selector");
    (root.abort, root.name) = (AbortType::OwnBranch, "守卫\n".into());
    let wait = Node::new("n2", "Wait").set("seconds", 1.5);
    let color = Node::new("n3", "Glow").set("as", Value::Color([0.1, 1.0, 0.0, 1.0]));
    let mut document = over(root, [wait, color.bind("v", "敌 人")]);
    document.name = "Guard the \"door\"".into();
    let mut places = declared("places:[vec2]@global");
    places.initial = Value::List(vec![Value::Vec2([1.0, -1e300])].into()).into();
    let enemy = Variable::new("敌 人", ValueType::String);
    document.variables.extend([places, enemy]);
    let code = code(&document);
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
fn functions_are_named_after_the_document_and_stay_small() {
    let named = |name: &str| code(&drawn(name, ""));
    assert!(named("守卫").contains("pub fn tree()"));
    assert!(named("match").contains("pub fn tree_match()"));
    assert!(named("2 guards").contains("pub fn tree_2_guards()"));
    assert!(named("a\n`b`").contains("/// The tree `a 'b'`."));
    let chain = draw_each(0..449, |i| format!("n{i}:Sequence["));
    let code = code(&draw(&format!("{chain}n449:Own")));
    assert!(code.contains("add_nodes_12(&mut builder)?;") && !code.contains("add_nodes_13"));
}

#[test]
fn trees_of_other_files_have_a_note_unless_inlined() {
    let document = draw("n1:Subtree(file=lib.bt.json)");
    let with = |options: &WriteOptions| {
        let project = Project::alone(&document);
        write(
            ExchangeFormat::Rust,
            &project,
            &NodeLibrary::builtin(),
            options,
        )
    };
    let notes = with(&WriteOptions::default()).unwrap().remarks;
    assert_eq!(notes[0].problem.code(), "game_elsewhere");
    assert!(with(&inlined()).is_err());
}
