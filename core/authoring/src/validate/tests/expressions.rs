//! Expressions: errors are reported with their column, and constant expressions are detected.

use treewright_core::format::native;
use treewright_core::model::{ParameterValue, Surgery as _, Variable};
use treewright_core::value::ValueType;

use super::*;

/// The problems of an expression of a leaf with these settings.
fn messages(task: &str, text: &str) -> Vec<String> {
    let found = validate(&over_variables(task, text, ""), &NodeLibrary::builtin());
    let own = found.iter();
    let own = own.filter(|d| matches!(d.location, Location::Parameter(..)));
    own.map(|d| d.problem.to_string()).collect()
}

fn over_variables(task: &str, text: &str, settings: &str) -> Document {
    let mut document = tree(&format!(
        "ready:bool 生命:int; root:Sequence[n:{task}({settings})]"
    ));
    document
        .variables
        .push(Variable::new("my target", ValueType::Vec2));
    let node = document.node_mut(&"n".into()).unwrap();
    node.parameters
        .insert("expression".into(), ParameterValue::literal(text));
    document
}

#[test]
fn an_expression_over_the_declared_variables_is_fine() {
    let text = "ready && 生命 < 30 || `my target`.x > 2";
    assert_eq!(messages("Expression", text), [""; 0]);
    assert_eq!(messages("WaitUntil", "生命 < 30"), [""; 0]);
}

#[test]
fn errors_are_reported_with_their_column() {
    for (text, column, told) in [
        (
            "生命 < ",
            6,
            "the expression is incomplete: something is missing here",
        ),
        (
            "reedy",
            1,
            "there is no variable named `reedy`: did you mean `ready`?",
        ),
        (
            "生命 < 3 && armour",
            11,
            "there is no variable named `armour`",
        ),
        ("生命 + 1", 1, "expected bool, found int"),
        ("生命 < ready", 4, "`<` does not support int and bool"),
        ("", 1, "the expression is empty"),
    ] {
        let expected = format!("`expression`, column {column}: {told}");
        assert_eq!(messages("Expression", text), [expected], "{text}");
    }
}

#[test]
fn an_expression_is_text() {
    let of = |leaf: &str| codes(&problems_of(leaf))[0];
    assert_eq!(problems_of("Expression(expression=3)").len(), 1);
    assert_eq!(of("Expression(expression=3)"), "wrong_parameter_type");
    assert_eq!(of("Expression(expression={ready})"), "literal_only");
}

#[test]
fn a_computed_value_has_the_type_of_its_variable() {
    let compute = |text: &str| -> Vec<String> {
        let document = over_variables("Compute", text, "variable={my target}");
        problems(&document).iter().map(Problem::to_string).collect()
    };
    assert_eq!(compute("`my target` * 2"), [""; 0]);
    let wrong = "`expression`, column 1: expected vec2, found int";
    assert_eq!(compute("生命 + 1"), [wrong]);
}

#[test]
fn errors_in_files_have_line_and_column() {
    let text = r#"{"format": "treewright", "version": 1, "root": "a", "nodes": [
{"id": "a", "task": "Expression", "parameters": {"expression": "\"世\" == 生命"}}
]}"#;
    let read = native::read(text.as_bytes()).unwrap();
    let mut found = validate(&read.document, &NodeLibrary::builtin());
    read.positions.locate(&mut found);
    assert_eq!(found.len(), 1, "{found:?}");
    let at = found[0].position.unwrap();
    let line = text.lines().nth(at.line - 1).unwrap();
    let rest: String = line.chars().skip(at.column - 1).collect();
    assert!(rest.starts_with("生命\"}"), "{rest}");
}

#[test]
fn constant_expressions_are_detected() {
    for (first, expected) in [
        ("Expression(expression=1 > 2)", true),
        ("Expression(expression=2 > 1)", false),
        ("Expression(expression=ready)", false),
        ("Guard(expression=1 > 2)[child:Succeed]", true),
        ("Guard(expression=ready)[child:Succeed]", false),
        ("WaitUntil(expression=\"false\")", true),
        ("WaitUntil(expression=ready)", false),
    ] {
        let found = problems(&tree(&format!("root:Sequence[first:{first} n:Succeed]")));
        let is_known = found
            .iter()
            .any(|p| matches!(p, Problem::Unreachable { .. }));
        assert_eq!(is_known, expected, "{first}");
    }
}
