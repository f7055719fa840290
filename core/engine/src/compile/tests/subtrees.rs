//! Trees that run other trees: ids, variables and overrides inside a use, and what is refused.

mod limits;
mod other_files;

use super::*;
use crate::model::{NamedTree, Override, Scope};
use crate::nodes::testing::TestRun;

fn variable(name: &str, scope: Scope, initial: i64) -> Variable {
    let mut variable = Variable::new(name, ValueType::Int);
    variable.scope = scope;
    variable.initial = Value::Int(initial).into();
    variable
}

fn subtree(id: &str, tree: &str) -> Node {
    Node::new(id, "Subtree").with_parameter("tree", ParameterValue::literal(tree))
}

fn set(id: &str, name: &str, value: ParameterValue) -> Node {
    Node::new(id, "SetVariable")
        .with_parameter("variable", ParameterValue::variable(name))
        .with_parameter("value", value)
}

fn bound(name: &str) -> ParameterValue {
    ParameterValue::variable(name)
}

fn int(value: i64) -> ParameterValue {
    ParameterValue::literal(value)
}

/// A document with these variables, a root that runs these leaves in turn, and an unconnected branch of one leaf
/// under each of these names.
fn document(
    variables: Vec<Variable>,
    leaves: Vec<Node>,
    trees: Vec<(&str, Vec<Node>)>,
) -> Document {
    let mut builder = DocumentBuilder::new("Main");
    for variable in variables {
        builder.variable(variable);
    }
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    for leaf in leaves {
        builder.child(&root, leaf).unwrap();
    }
    for (name, leaves) in trees {
        let head = builder
            .loose(Node::new(format!("{name}!"), "Sequence"))
            .unwrap();
        for leaf in leaves {
            builder.child(&head, leaf).unwrap();
        }
        builder.settings(|document| document.trees.push(NamedTree::new(name, head)));
    }
    builder.finish()
}

fn ids(compiled: &Compiled<()>) -> String {
    let program = compiled.program.as_ref().unwrap();
    let ids: Vec<_> = program
        .indices()
        .map(|i| program.id(i).to_string())
        .collect();
    ids.join(" ")
}

fn run(compiled: &Compiled<()>) -> TestRun {
    assert_eq!(compiled.broken, []);
    TestRun::of(compiled.program.clone().unwrap())
}

#[test]
fn each_use_has_its_own_copies_of_the_nodes() {
    let document = document(
        vec![],
        vec![subtree("a", "Outer"), subtree("b", "Inner")],
        vec![
            (
                "Outer",
                vec![subtree("c", "Inner"), Node::new("d", "Succeed")],
            ),
            ("Inner", vec![Node::new("e", "Succeed")]),
        ],
    );
    let compiled = compiled(&document);
    assert_eq!(
        ids(&compiled),
        "root a a/Outer! a/c a/c/Inner! a/c/e a/d b b/Inner! b/e"
    );
    let inner = NodeId::from("a/c/e");
    let origin = compiled.origins.origin(&inner);
    assert_eq!((origin.path, origin.node.as_str()), (None, "e"));
    assert_eq!(run(&compiled).letters(1), "S");
}

#[test]
fn a_subtree_variable_is_reset_at_each_start_and_separate_per_use() {
    let counts = Node::new("count", "Compute")
        .with_parameter("variable", bound("own"))
        .with_parameter("expression", ParameterValue::literal("own + 1"));
    let mut document = document(
        vec![
            variable("own", Scope::Subtree, 5),
            variable("out", Scope::Tree, 0),
        ],
        vec![
            subtree("plain", "Count"),
            subtree("literal", "Count").with_parameter("own", int(10)),
            subtree("bound", "Count").with_parameter("own", bound("out")),
        ],
        vec![("Count", vec![counts, Node::new("wait", "Wait")])],
    );
    document.restart_when_complete = true;
    let mut run = run(&compiled(&document));
    let seen = |run: &TestRun| {
        let values = ["own", "plain/own", "literal/own", "out"];
        values.map(|name| run.get(name).as_int().unwrap())
    };
    assert_eq!(run.letters(1), "S");
    assert_eq!(seen(&run), [5, 6, 11, 1]);
    assert_eq!(run.letters(1), "S");
    assert_eq!(
        seen(&run),
        [5, 6, 11, 2],
        "the outer variable goes on counting"
    );
    assert!(run.instance.variable(&run.globals, "bound/own").is_none());
}

#[test]
fn a_subtree_can_write_a_global_and_pass_its_variables_on() {
    let document = document(
        vec![
            variable("own", Scope::Subtree, 0),
            variable("all", Scope::Global, 1),
        ],
        vec![subtree("a", "Outer").with_parameter("own", bound("all"))],
        vec![
            (
                "Outer",
                vec![subtree("b", "Inner").with_parameter("own", bound("own"))],
            ),
            ("Inner", vec![set("c", "own", int(7))]),
        ],
    );
    let mut run = run(&compiled(&document));
    assert_eq!(run.letters(1), "S");
    assert_eq!(run.globals.get("all"), Some(&Value::Int(7)));
}

#[test]
fn overrides_reach_any_depth_and_outer_ones_take_precedence() {
    let over = |path: &str, value: ParameterValue| Override {
        path: path.into(),
        parameter: "value".into(),
        value,
    };
    let mut outer = subtree("a", "Outer");
    outer.overrides = vec![over("b/c", bound("seven"))];
    let mut inner = subtree("b", "Inner");
    inner.overrides = vec![over("c", int(3)), over("d", int(4))];
    let document = document(
        vec![
            variable("x", Scope::Tree, 0),
            variable("y", Scope::Tree, 0),
            variable("seven", Scope::Tree, 7),
        ],
        vec![outer],
        vec![
            ("Outer", vec![inner]),
            ("Inner", vec![set("c", "x", int(1)), set("d", "y", int(2))]),
        ],
    );
    let mut run = run(&compiled(&document));
    assert_eq!(run.letters(1), "S");
    assert_eq!((run.get("x"), run.get("y")), (Value::Int(7), Value::Int(4)));
}

/// The broken nodes with their errors.
fn broken(document: &Document) -> Vec<(String, String)> {
    broken_of(&compiled(document))
}

#[test]
fn an_invalid_use_fails_with_the_reason_and_the_rest_runs() {
    let file = |id: &str, file: &str| {
        subtree(id, "").with_parameter("file", ParameterValue::literal(file))
    };
    let document = document(
        vec![
            variable("own", Scope::Subtree, 0),
            Variable::new("flag", ValueType::Bool),
        ],
        vec![
            Node::new("works", "Succeed"),
            subtree("lost", "Atack"),
            file("out", "../x.bt.json"),
            file("absolute", "/x.bt.json"),
            file("unread", "x.bt.json"),
            subtree("typed", "Rest").with_parameter("own", bound("flag")),
            subtree("literal", "Rest").with_parameter("own", ParameterValue::literal("much")),
        ],
        vec![("Attack", vec![]), ("Rest", vec![Node::new("r", "Idle")])],
    );
    let found = broken(&document);
    let why = |id: &str| &*found.iter().find(|(node, _)| node == id).unwrap().1;
    assert!(why("lost").starts_with("no tree named `Atack` in this document"));
    assert!(why("out").starts_with("../x.bt.json is outside the project folder"));
    assert!(why("absolute").contains("use a path relative to this file"));
    assert_eq!(why("unread"), "x.bt.json was not loaded");
    assert_eq!(
        why("typed"),
        "parameter `own`: expected int, found variable `flag` of type bool"
    );
    assert_eq!(
        why("literal"),
        "parameter `own`: expected int, found \"much\""
    );
    assert_eq!(found.len(), 6);
    let compiled = compiled(&document);
    let mut run = TestRun::of(compiled.program.unwrap());
    assert_eq!(run.letters(1), "F");
}

#[test]
fn a_cycle_is_refused_with_its_path() {
    let document = document(
        vec![],
        vec![subtree("n7", "Attack")],
        vec![
            ("Attack", vec![subtree("n12", "Reload")]),
            (
                "Reload",
                vec![Node::new("ok", "Succeed"), subtree("n20", "Attack")],
            ),
        ],
    );
    let found = broken(&document);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, "n7/n12/n20");
    assert!(
        found[0]
            .1
            .contains("Main -> Attack (n7) -> Reload (n12) -> Attack;"),
        "{}",
        found[0].1
    );
}

#[test]
fn a_tree_that_runs_itself_is_a_cycle_too() {
    let mut builder = DocumentBuilder::new("");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    builder.child(&root, subtree("me", "Again")).unwrap();
    builder.settings(|document| document.trees.push(NamedTree::new("Again", "root")));
    let found = broken(&builder.finish());
    assert!(found[0].1.contains("Again -> Again;"), "{}", found[0].1);
}

#[test]
fn a_node_that_names_no_tree_fails_and_says_that_none_is_chosen() {
    let mut builder = DocumentBuilder::new("");
    let root = builder.root(Node::new("root", "Sequence")).unwrap();
    builder.child(&root, Node::new("me", "Subtree")).unwrap();
    let found = broken(&builder.finish());
    assert!(found[0].1.contains("no tree is chosen"), "{}", found[0].1);
}

#[test]
fn a_subtree_with_nothing_to_run_is_skipped() {
    let mut off = Node::new("off", "Fail");
    off.disabled = true;
    let document = document(
        vec![],
        vec![Node::new("works", "Succeed"), subtree("a", "Outer")],
        vec![("Outer", vec![subtree("b", "Empty")]), ("Empty", vec![off])],
    );
    let compiled = compiled(&document);
    assert_eq!(ids(&compiled), "root works");
    assert_eq!(run(&compiled).letters(1), "S");
}

#[test]
fn ids_with_slashes_never_collide_with_ids_inside_a_use() {
    let document = document(
        vec![],
        vec![
            Node::new("a/x", "Succeed"),
            subtree("a", "T"),
            Node::new("a/T!", "Succeed"),
        ],
        vec![("T", vec![Node::new("x", "Succeed")])],
    );
    let compiled = compiled(&document);
    assert_eq!(compiled.program.as_ref().unwrap().len(), 6);
    let inside = NodeId::from("a/x'");
    assert_eq!(compiled.origins.origin(&inside).node.as_str(), "x");
    assert_eq!(run(&compiled).letters(1), "S");
}

/// A leaf that always returns this status.
struct Answers(Status);

impl crate::runtime::Task<()> for Answers {
    fn update(&mut self, _: &mut crate::runtime::TaskContext<'_, '_, ()>) -> Status {
        self.0
    }
}

#[test]
fn a_task_for_a_single_leaf_applies_to_every_use_or_to_one() {
    let document = document(
        vec![],
        vec![subtree("a", "T"), subtree("b", "T")],
        vec![("T", vec![Node::new("leaf", "Missing")])],
    );
    let answered = |nodes: &[(&str, Status)]| {
        let mut tasks = GameTasks::new();
        for (node, status) in nodes {
            let status = *status;
            let make = move || Box::new(Answers(status)) as Box<dyn crate::runtime::Task<()>>;
            tasks.replace_node((*node).into(), Category::Action, make);
        }
        let compiled = compile(&document, &NodeLibrary::builtin(), &tasks);
        run(&compiled).letters(1)
    };
    assert_eq!(answered(&[("leaf", Status::Success)]), "S");
    assert_eq!(
        answered(&[("leaf", Status::Success), ("b/leaf", Status::Failure)]),
        "F"
    );
    assert_eq!(
        answered(&[("leaf", Status::Failure), ("a/leaf", Status::Running)]),
        "R"
    );
}
