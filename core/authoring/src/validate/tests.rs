//! Each rule on a document that breaks it and on one that does not.

mod expressions;
mod fixes;
mod stand_ins;
mod subtrees;

use treewright_core::abort::AbortType;
use treewright_core::diagnostic::{Location, Never, Problem, Severity};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::model::{DocumentBuilder, Literal, Node, ParameterValue, Variable};
use treewright_core::value::{Value, ValueType};

use super::*;

/// Nodes as `(depth, node)`, each below the last one before it that lies one level higher.
fn tree(nodes: Vec<(usize, Node)>) -> Document {
    let mut builder = DocumentBuilder::new("test");
    builder.variable(Variable::new("ready", ValueType::Bool));
    let mut path: Vec<NodeId> = Vec::new();
    for (depth, node) in nodes {
        path.truncate(depth);
        let id = match path.last() {
            None => builder.root(node),
            Some(parent) => builder.child(parent, node),
        };
        path.push(id.unwrap());
    }
    builder.finish()
}

fn node(id: &str, task: &str) -> Node {
    Node::new(id, task)
}

fn literal(value: impl Into<Value>) -> ParameterValue {
    ParameterValue::literal(value)
}

fn set(task: &str, name: &str, value: ParameterValue) -> Node {
    node("n", task).with_parameter(name, value)
}

fn problems(document: &Document) -> Vec<Problem> {
    let found = validate(document, &NodeLibrary::builtin());
    found.into_iter().map(|d| d.problem).collect()
}

/// The problems of a Sequence over this leaf.
fn problems_of(leaf: Node) -> Vec<Problem> {
    problems(&tree(vec![(0, node("root", "Sequence")), (1, leaf)]))
}

#[test]
fn a_sound_tree_has_no_problems() {
    let mut root = node("root", "Selector");
    root.abort = AbortType::OwnBranch;
    let condition = set("CompareBool", "left", ParameterValue::variable("ready"));
    let wait = node("wait", "Wait").with_parameter("seconds", literal(2_i64));
    let document = tree(vec![(0, root), (1, condition), (1, wait)]);
    assert_eq!(problems(&document), []);
}

#[test]
fn an_empty_document_has_no_root() {
    assert_eq!(
        problems(&Document::default()),
        [Problem::NoRoot { loose: 0 }]
    );
}

#[test]
fn what_a_child_carries_for_its_parent_is_known_and_checked_below_that_parent_alone() {
    let below = |parent: &str, priority: ParameterValue| {
        problems(&tree(vec![
            (0, node("root", parent)),
            (1, set("Succeed", "priority", priority)),
        ]))
    };
    assert_eq!(below("PrioritySelector", literal(2.5)), []);
    assert_eq!(
        below("PrioritySelector", literal("high")),
        [Problem::WrongParameterType {
            parameter: "priority".into(),
            expected: "float".into(),
            found: "string".into(),
        }]
    );
    assert_eq!(
        below("Selector", literal(2.5)),
        [Problem::UnknownParameter {
            parameter: "priority".into(),
            task: "Succeed".into(),
        }]
    );
}

#[test]
fn children_are_counted() {
    let too_few = problems(&tree(vec![(0, node("root", "Selector"))]));
    assert_eq!(
        too_few,
        [Problem::WrongChildCount {
            task: "Selector".into(),
            has: 0,
            min: 1,
            max: usize::MAX
        }]
    );
    let too_many = tree(vec![
        (0, node("root", "Inverter")),
        (1, node("a", "Succeed")),
        (1, node("b", "Succeed")),
    ]);
    assert_eq!(
        problems(&too_many),
        [Problem::WrongChildCount {
            task: "Inverter".into(),
            has: 2,
            min: 1,
            max: 1
        }]
    );
}

#[test]
fn an_unknown_task_is_an_error_at_its_node() {
    let document = tree(vec![
        (0, node("root", "Sequence")),
        (1, node("x", "Teleport")),
    ]);
    let found = validate(&document, &NodeLibrary::builtin());
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].location, Location::Node("x".into()));
    assert_eq!(found[0].severity, Severity::Error);
    assert_eq!(
        found[0].problem,
        Problem::UnknownTask {
            task: "Teleport".into()
        }
    );
}

#[test]
fn parameters_are_checked_against_their_declarations() {
    let code = |leaf: Node| {
        let codes: Vec<_> = problems_of(leaf).iter().map(Problem::code).collect();
        codes
    };
    assert_eq!(code(node("n", "IsVariableSet")), ["missing_parameter"]);
    assert_eq!(
        code(set("Wait", "seconds", literal("long"))),
        ["wrong_parameter_type"]
    );
    assert_eq!(
        code(set("Wait", "seconds", literal(-1.0))),
        ["parameter_out_of_range"]
    );
    assert_eq!(
        code(set("Wait", "seconds", literal(f64::NAN))),
        ["not_finite"]
    );
    assert_eq!(
        code(set("Wait", "second", literal(1.0))),
        ["unknown_parameter"]
    );
    assert_eq!(
        code(set("CompareInt", "operator", literal("=<"))),
        ["not_a_choice"]
    );
    let bound = |name: &str| ParameterValue::variable(name);
    assert_eq!(
        code(set("CompareInt", "operator", bound("ready"))),
        ["literal_only"]
    );
    assert_eq!(
        code(set("IsVariableSet", "variable", literal(true))),
        ["variable_only"]
    );
    assert_eq!(
        code(set("Wait", "seconds", bound("delay"))),
        ["undeclared_variable"]
    );
    assert_eq!(
        code(set("Wait", "seconds", bound("ready"))),
        ["wrong_variable_type"]
    );
    let write = |value: ParameterValue| {
        set("SetVariable", "variable", ParameterValue::variable("ready"))
            .with_parameter("value", value)
    };
    assert_eq!(code(write(literal(true))), Vec::<&str>::new());
    assert_eq!(code(write(literal(1_i64))), ["wrong_parameter_type"]);
}

#[test]
fn variables_are_checked() {
    let mut document = tree(vec![(0, node("root", "Succeed"))]);
    document
        .variables
        .push(Variable::new("ready", ValueType::Int));
    document.variables.push(Variable {
        initial: Literal::from(Value::Bool(true)),
        ..Variable::new("health", ValueType::Int)
    });
    let codes: Vec<_> = problems(&document).iter().map(Problem::code).collect();
    assert_eq!(codes, ["duplicate_variable", "wrong_initial_value"]);
}

#[test]
fn an_abort_type_needs_a_watched_conditional_below() {
    let with_abort = |task: &str, leaf: &str| {
        let mut parent = node("parent", task);
        parent.abort = AbortType::Both;
        problems(&tree(vec![(0, parent), (1, node("leaf", leaf))]))
    };
    assert_eq!(with_abort("Sequence", "CompareBool"), []);
    let both = AbortType::Both;
    assert_eq!(
        with_abort("Sequence", "Succeed"),
        [Problem::AbortWithoutConditional { abort: both }]
    );
    assert_eq!(
        with_abort("Inverter", "CompareBool"),
        [Problem::AbortOnNonComposite {
            abort: both,
            task: "Inverter".into()
        }]
    );
}

#[test]
fn a_conditional_below_a_composite_without_abort_type_triggers_nothing() {
    let mut root = node("root", "Selector");
    root.abort = AbortType::Both;
    let document = tree(vec![
        (0, root),
        (1, node("inner", "Sequence")),
        (2, node("c", "CompareBool")),
    ]);
    assert_eq!(
        problems(&document),
        [Problem::AbortWithoutConditional {
            abort: AbortType::Both
        }]
    );
}

#[test]
fn a_child_behind_one_that_never_lets_go_is_unreachable() {
    let behind = |parent: &str, first: Node| {
        let document = tree(vec![
            (0, node("root", parent)),
            (1, first),
            (1, node("next", "Log")),
        ]);
        problems(&document).iter().find_map(|p| match p {
            Problem::Unreachable { never, .. } => Some(*never),
            _ => None,
        })
    };
    assert_eq!(behind("Sequence", node("a", "Idle")), Some(Never::Ends));
    assert_eq!(behind("Sequence", node("a", "Fail")), Some(Never::Succeeds));
    assert_eq!(behind("Selector", node("a", "Succeed")), Some(Never::Fails));
    assert_eq!(behind("Selector", node("a", "Fail")), None);
    assert_eq!(behind("Sequence", node("a", "Wait")), None);
    assert_eq!(behind("Parallel", node("a", "Idle")), None);
}

#[test]
fn outcomes_go_up_through_parents() {
    let forever = node("loop", "Repeater").with_parameter("forever", literal(true));
    let document = tree(vec![
        (0, node("root", "Selector")),
        (1, node("guard", "Sequence")),
        (2, node("c", "CompareBool")),
        (2, forever),
        (3, node("work", "Succeed")),
        (2, node("never", "Log")),
        (1, node("reached", "Log")),
    ]);
    let found = validate(&document, &NodeLibrary::builtin());
    let places: Vec<_> = found.iter().filter_map(|d| d.location.node()).collect();
    assert_eq!(
        places,
        [&NodeId::from("never")],
        "the guard can fail, so what follows it is reached"
    );
}

#[test]
fn a_hundred_thousand_nodes_ten_thousand_deep_are_checked() {
    let mut nodes: Vec<_> = (0..10_000)
        .map(|i| (i, node(&i.to_string(), "Sequence")))
        .collect();
    nodes.extend((10_000..100_000).map(|i| (10_000, node(&i.to_string(), "Succeed"))));
    let mut document = tree(nodes);
    document.groups.push(treewright_core::model::Group {
        position: Position::new(1, 1),
        ..Default::default()
    });
    assert_eq!(problems(&document), []);
}

#[test]
fn a_guard_is_watched_as_a_conditional_would_be() {
    let watching = |guard: Node| {
        let mut root = node("root", "Sequence");
        root.abort = AbortType::OwnBranch;
        problems(&tree(vec![
            (0, root),
            (1, guard),
            (2, node("leaf", "Idle")),
        ]))
    };
    let guard = node("guard", "Guard").with_parameter("expression", literal("ready"));
    assert_eq!(watching(guard), []);
    assert_eq!(
        watching(node("not", "Inverter")),
        [Problem::AbortWithoutConditional {
            abort: AbortType::OwnBranch
        }]
    );
}
