//! Tests of the compiler from the caller's point of view: what a document compiles to, and what is refused.

mod arguments;
mod expressions;
mod game_code;
mod libraries;
mod parents;
mod stand_ins;
mod subtrees;

use super::*;
use crate::TreeInstance;
use crate::model::{DocumentBuilder, NamedTree, ParameterValue, Variable};
use crate::runtime::World;
use crate::runtime::{Globals, Status};
use crate::value::{Value, ValueType};

fn compiled(document: &Document) -> Compiled<()> {
    compile(document, &NodeLibrary::builtin(), &GameTasks::new())
}

/// A document with a root of this task and these leaves below it.
fn tree(root: &str, leaves: Vec<Node>) -> Document {
    let mut builder = DocumentBuilder::new("test");
    builder.variable(Variable::new("ready", ValueType::Bool));
    let root = builder.root(Node::new("root", root)).unwrap();
    for leaf in leaves {
        builder.child(&root, leaf).unwrap();
    }
    builder.finish()
}

fn first_status(compiled: &Compiled<()>) -> Status {
    let mut instance = TreeInstance::new(compiled.program.clone().unwrap(), 0);
    instance
        .tick(&mut (), &mut Globals::default(), 1.0)
        .unwrap()
}

#[test]
fn a_disabled_node_is_skipped_as_if_it_were_absent() {
    let mut fails = Node::new("fails", "Fail");
    fails.disabled = true;
    let compiled = compiled(&tree(
        "Sequence",
        vec![fails, Node::new("works", "Succeed")],
    ));
    assert!(compiled.broken.is_empty());
    assert_eq!(compiled.program.as_ref().unwrap().len(), 2);
    assert_eq!(first_status(&compiled), Status::Success);
}

#[test]
fn a_parent_whose_children_are_all_disabled_is_skipped_too() {
    let mut off = Node::new("off", "Fail");
    off.disabled = true;
    let mut builder = DocumentBuilder::new("test");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    let inverter = builder.child(&root, Node::new("not", "Inverter")).unwrap();
    builder.child(&inverter, off).unwrap();
    builder.child(&root, Node::new("works", "Succeed")).unwrap();
    let compiled = compiled(&builder.finish());
    assert!(compiled.broken.is_empty());
    assert_eq!(first_status(&compiled), Status::Success);
}

#[test]
fn a_document_with_nothing_to_run_has_no_program() {
    assert!(compiled(&Document::default()).program.is_none());
    let mut off = Node::new("root", "Succeed");
    off.disabled = true;
    let mut builder = DocumentBuilder::new("test");
    builder.root(off).unwrap();
    assert!(compiled(&builder.finish()).program.is_none());
}

/// The broken nodes with their English errors.
fn broken_of<W: World + ?Sized>(compiled: &Compiled<W>) -> Vec<(String, String)> {
    let broken = compiled.broken.iter();
    let texts = broken.map(|(id, why)| (id.to_string(), why.to_string()));
    texts.collect()
}

#[test]
fn a_broken_node_fails_and_the_rest_runs() {
    let cases = [
        (Node::new("bad", "Teleport"), "unknown node type `Teleport`"),
        (
            Node::new("bad", "Inverter"),
            "expected exactly 1 child, found 0",
        ),
        (
            Node::new("bad", "IsVariableSet"),
            "parameter `variable` is not set",
        ),
        (
            Node::new("bad", "Wait").with_parameter("seconds", ParameterValue::literal("soon")),
            "parameter `seconds`: expected float, found \"soon\"",
        ),
        (
            Node::new("bad", "Wait").with_parameter("seconds", ParameterValue::variable("delay")),
            "parameter `seconds`: variable `delay` is not declared",
        ),
        (
            Node::new("bad", "Wait").with_parameter("seconds", ParameterValue::variable("ready")),
            "parameter `seconds`: expected float, found variable `ready` of type bool",
        ),
    ];
    for (node, why) in cases {
        let compiled = compiled(&tree("Selector", vec![node, Node::new("works", "Succeed")]));
        assert_eq!(broken_of(&compiled), [("bad".into(), why.to_owned())]);
        assert_eq!(first_status(&compiled), Status::Success);
    }
}

/// Compiles a node of this task over these children, in a document with two variables.
fn selector_over(task: &str, children: Vec<Node>) -> Compiled<()> {
    let mut builder = DocumentBuilder::new("test");
    builder.variable(Variable::new("danger", ValueType::Float));
    builder.variable(Variable::new("ready", ValueType::Bool));
    let root = builder.root(Node::new("root", task)).unwrap();
    for child in children {
        builder.child(&root, child).unwrap();
    }
    compiled(&builder.finish())
}

#[test]
fn child_parameters_reach_the_parent() {
    let mut absent =
        Node::new("absent", "Fail").with_parameter("priority", ParameterValue::literal(9.0));
    absent.disabled = true;
    let carries = |id: &str, task: &str, priority: ParameterValue| {
        Node::new(id, task).with_parameter("priority", priority)
    };
    let compiled = selector_over(
        "PrioritySelector",
        vec![
            absent,
            Node::new("says_nothing", "Succeed"),
            carries("variable", "Fail", ParameterValue::variable("danger")),
            carries("whole", "Idle", ParameterValue::literal(1_i64)),
        ],
    );
    assert!(compiled.broken.is_empty());
    assert_eq!(first_status(&compiled), Status::Running);
}

#[test]
fn child_parameters_are_type_checked() {
    let cases = [
        (
            ParameterValue::variable("ready"),
            "child `bad`: parameter `utility`: expected float, found variable `ready` of type bool",
        ),
        (
            ParameterValue::literal("high"),
            "child `bad`: parameter `utility`: expected float, found \"high\"",
        ),
    ];
    for (value, why) in cases {
        let bad = Node::new("bad", "Succeed").with_parameter("utility", value);
        let compiled = selector_over("UtilitySelector", vec![bad]);
        assert_eq!(broken_of(&compiled), [("root".into(), why.to_owned())]);
    }
}

#[test]
fn int_literals_are_accepted_for_float_parameters() {
    let wait = Node::new("wait", "Wait").with_parameter("seconds", ParameterValue::literal(2_i64));
    let compiled = compiled(&tree("Sequence", vec![wait]));
    assert!(compiled.broken.is_empty());
    assert_eq!(first_status(&compiled), Status::Running);
}

#[test]
fn a_set_value_must_have_the_type_of_its_variable() {
    let set = |value: ParameterValue| {
        let node = Node::new("set", "SetVariable")
            .with_parameter("variable", ParameterValue::variable("ready"))
            .with_parameter("value", value);
        compiled(&tree("Sequence", vec![node])).broken
    };
    assert!(set(ParameterValue::literal(true)).is_empty());
    assert_eq!(set(ParameterValue::literal(Value::Int(1))).len(), 1);
}

#[test]
fn a_hundred_thousand_nodes_ten_thousand_deep_compile() {
    let mut builder = DocumentBuilder::new("deep");
    let mut at = builder.root(Node::new("0", "Sequence")).unwrap();
    for level in 1..10_000 {
        at = builder
            .child(&at, Node::new(level.to_string(), "Sequence"))
            .unwrap();
    }
    for leaf in 10_000..100_000 {
        builder
            .child(&at, Node::new(leaf.to_string(), "Succeed"))
            .unwrap();
    }
    let compiled = compiled(&builder.finish());
    assert_eq!(compiled.program.as_ref().unwrap().len(), 100_000);
    assert_eq!(first_status(&compiled), Status::Success);
}

#[test]
fn a_task_that_starts_an_unknown_tree_fails_with_the_reason() {
    let broken = |tree: &str| {
        let mut builder = DocumentBuilder::new("Main");
        let tree = ParameterValue::literal(tree);
        let starts = Node::new("run", "RunTree").with_parameter("tree", tree);
        builder.root(starts).unwrap();
        let head = builder.loose(Node::new("idle", "Idle")).unwrap();
        let patrol = NamedTree::new("patrol", head);
        builder.settings(|document| document.trees.push(patrol));
        let headless = NamedTree::new("rest", "gone");
        builder.settings(|document| document.trees.push(headless));
        let (library, tasks) = (NodeLibrary::builtin(), GameTasks::<()>::new());
        broken_of(&compile(builder.document(), &library, &tasks))
    };
    assert_eq!(broken("patrol"), []);
    let why = "there is no tree named `patol`".to_owned();
    assert_eq!(broken("patol"), [("run".into(), why)]);
    let why = "there is no tree named `rest`".to_owned();
    assert_eq!(broken("rest"), [("run".into(), why)]);
}
