//! Expressions: what is wrong with one is told with its spot, and one that never changes is known to.

use treewright_core::diagnostic::Diagnostic;
use treewright_core::format::native;

use super::*;

/// What is said of an expression.
fn said(task: &str, text: &str) -> Vec<String> {
    let leaf = set(task, "expression", literal(text));
    let document = over_variables(leaf);
    let found = validate(&document, &NodeLibrary::builtin());
    let own = found
        .iter()
        .filter(|d| matches!(d.location, Location::Parameter(..)));
    own.map(|d| d.problem.to_string()).collect()
}

fn over_variables(leaf: Node) -> Document {
    let mut document = tree(vec![(0, node("root", "Sequence")), (1, leaf)]);
    for (name, value_type) in [("生命", ValueType::Int), ("my target", ValueType::Vec2)] {
        document.variables.push(Variable::new(name, value_type));
    }
    document
}

#[test]
fn an_expression_over_the_declared_variables_is_fine() {
    assert_eq!(
        said("Expression", "ready && 生命 < 30 || `my target`.x > 2"),
        [""; 0]
    );
    assert_eq!(said("WaitUntil", "生命 < 30"), [""; 0]);
}

#[test]
fn what_is_wrong_is_told_with_its_column() {
    let cases = [
        (
            "生命 < ",
            "`expression`, column 6: it ends too early: something is missing here",
        ),
        (
            "reedy",
            "`expression`, column 1: there is no variable `reedy`; is `ready` meant?",
        ),
        (
            "生命 < 3 && armour",
            "`expression`, column 11: there is no variable `armour`",
        ),
        (
            "生命 + 1",
            "`expression`, column 1: this is int and should be bool",
        ),
        (
            "生命 < ready",
            "`expression`, column 4: `<` does not work between int and bool",
        ),
        ("", "`expression`, column 1: there is no expression"),
    ];
    for (text, told) in cases {
        assert_eq!(said("Expression", text), [told], "{text}");
    }
}

#[test]
fn an_expression_is_text() {
    let number = problems_of(set("Expression", "expression", literal(3_i64)));
    assert_eq!(number.len(), 1);
    assert_eq!(number[0].code(), "wrong_parameter_type");
    let bound = problems_of(set(
        "Expression",
        "expression",
        ParameterValue::variable("ready"),
    ));
    assert_eq!(bound[0].code(), "literal_only");
}

#[test]
fn what_is_computed_has_the_type_of_its_variable() {
    let compute = |text: &str| {
        let leaf = set("Compute", "expression", literal(text));
        let leaf = leaf.with_parameter("variable", ParameterValue::variable("my target"));
        let found = validate(&over_variables(leaf), &NodeLibrary::builtin());
        found
            .iter()
            .map(|d| d.problem.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(compute("`my target` * 2"), [""; 0]);
    let wrong = "`expression`, column 1: this is int and should be vec2";
    assert_eq!(compute("生命 + 1"), [wrong]);
}

#[test]
fn a_file_is_told_the_line_and_the_column_of_the_spot() {
    let text = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
{"id": "a", "task": "Expression", "parameters": {"expression": "\"世\" == 生命"}}
]}"#;
    let read = native::read(text.as_bytes()).unwrap();
    let mut found = validate(&read.document, &NodeLibrary::builtin());
    read.positions.locate(&mut found);
    let [
        Diagnostic {
            position: Some(at), ..
        },
    ] = &found[..]
    else {
        panic!("{found:?}");
    };
    let line = text.lines().nth(at.line - 1).unwrap();
    let rest: String = line.chars().skip(at.column - 1).collect();
    assert!(rest.starts_with("生命\"}"), "{rest}");
}

#[test]
fn an_expression_that_never_changes_is_known_to() {
    let after = |task: &str, text: &str| {
        let leaf = node("first", task).with_parameter("expression", literal(text));
        let document = tree(vec![
            (0, node("root", "Sequence")),
            (1, leaf),
            (1, node("n", "Succeed")),
        ]);
        let found = problems(&document);
        found
            .iter()
            .any(|p| matches!(p, Problem::Unreachable { .. }))
    };
    let after_guard = |text: &str| {
        let guard = node("first", "Guard").with_parameter("expression", literal(text));
        let guarded = vec![
            (0, node("root", "Sequence")),
            (1, guard),
            (2, node("child", "Succeed")),
            (1, node("n", "Succeed")),
        ];
        let found = problems(&tree(guarded));
        found
            .iter()
            .any(|p| matches!(p, Problem::Unreachable { .. }))
    };
    assert!(after("Expression", "1 > 2"));
    assert!(!after("Expression", "2 > 1"));
    assert!(!after("Expression", "ready"));
    assert!(after_guard("1 > 2"));
    assert!(!after_guard("ready"));
    assert!(after("WaitUntil", "false"));
    assert!(!after("WaitUntil", "ready"));
}
