//! Trees of other files.

use std::sync::Arc;

use super::*;
use crate::project::DocumentSet;

/// A project with one other document, at `lib/b.bt.json`.
fn with_other(main: &Document, other: Document) -> Compiled<()> {
    let mut others = DocumentSet::new();
    others.insert("lib/b.bt.json", Arc::new(other));
    let project = Project::new(main, "ai/a.bt.json", &others);
    compile_project(&project, &NodeLibrary::builtin(), &GameTasks::new())
}

#[test]
fn a_tree_of_another_file_has_its_own_variables_except_globals() {
    let other = document(
        vec![
            variable("x", Scope::Tree, 1),
            variable("own", Scope::Subtree, 2),
            variable("all", Scope::Global, 3),
        ],
        vec![
            Node::new("more", "Compute")
                .with_parameter("variable", bound("x"))
                .with_parameter("expression", ParameterValue::literal("x + own")),
            subtree("deep", "Deep"),
        ],
        vec![(
            "Deep",
            vec![set("g", "all", bound("x")), set("o", "own", int(9))],
        )],
    );
    let uses = |id: &str| {
        subtree(id, "").with_parameter("file", ParameterValue::literal("../lib/b.bt.json"))
    };
    let mut main = document(
        vec![
            variable("x", Scope::Tree, 100),
            variable("all", Scope::Global, 0),
        ],
        vec![uses("a"), uses("b").with_parameter("own", int(20))],
        vec![],
    );
    main.restart_when_complete = true;
    let compiled = with_other(&main, other);
    let id = NodeId::from("a/deep/g");
    let origin = compiled.origins.origin(&id);
    assert_eq!(
        (origin.path, origin.node.as_str()),
        (Some("lib/b.bt.json"), "g")
    );
    let mut run = run(&compiled);
    assert_eq!(run.letters(1), "S");
    let value = |run: &TestRun, name: &str| run.get(name).as_int().unwrap();
    assert_eq!(
        (value(&run, "a/x"), value(&run, "b/x"), value(&run, "x")),
        (3, 21, 100)
    );
    assert_eq!((value(&run, "a/own"), value(&run, "a/deep/own")), (2, 9));
    assert_eq!(run.globals.get("all"), Some(&Value::Int(21)));
    assert_eq!(run.letters(1), "S");
    assert_eq!(
        value(&run, "a/x"),
        5,
        "scope `tree` keeps its value from start to start"
    );
}

#[test]
fn files_that_run_each_other_are_a_cycle() {
    let back =
        subtree("back", "").with_parameter("file", ParameterValue::literal("../ai/a.bt.json"));
    let there =
        subtree("there", "").with_parameter("file", ParameterValue::literal("../lib/b.bt.json"));
    let main = document(vec![], vec![there], vec![]);
    let other = document(vec![], vec![back], vec![]);
    let compiled = with_other(&main, other);
    let (node, why) = &compiled.broken[0];
    assert_eq!(node.as_str(), "there/back");
    assert!(
        why.english()
            .contains("Main -> lib/b.bt.json (there) -> Main;"),
        "{why}"
    );
}

#[test]
fn a_tree_and_its_background_trees_share_one_type_of_a_global_variable() {
    let uses = |id: &str, file: &str| {
        subtree(id, "").with_parameter("file", ParameterValue::literal(file))
    };
    let other = |value_type: ValueType, value: Value| {
        let mut own = Variable::new("all", value_type);
        own.scope = Scope::Global;
        let write = Node::new("w", "SetVariable")
            .with_parameter("variable", bound("all"))
            .with_parameter("value", ParameterValue::literal(value));
        document(vec![own], vec![write], vec![])
    };
    let run = Node::new("run", "RunTree").with_parameter("tree", ParameterValue::literal("Beside"));
    let main = document(
        vec![],
        vec![run, uses("a", "text.bt.json")],
        vec![("Beside", vec![uses("b", "number.bt.json")])],
    );
    let mut others = DocumentSet::new();
    let number = other(ValueType::Int, Value::Int(3));
    others.insert("number.bt.json", Arc::new(number));
    others.insert(
        "text.bt.json",
        Arc::new(other(ValueType::String, "hi".into())),
    );
    let project = Project::new(&main, "main.bt.json", &others);
    let compiled: Compiled<()> =
        compile_project(&project, &NodeLibrary::builtin(), &GameTasks::new());
    let broken: Vec<_> = compiled
        .broken
        .iter()
        .map(|(id, why)| format!("{id}: {why}"))
        .collect();
    assert_eq!(
        broken,
        ["a/w: parameter `value`: expected int, found \"hi\""]
    );
    assert!(compiled.program.is_some());
}
