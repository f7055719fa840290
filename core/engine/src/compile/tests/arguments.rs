//! What the code of a game's task asks of its arguments: wrong names and types break the node.

use super::*;
use crate::library::TaskDeclaration;
use crate::model::{ExpressionType, ParameterDeclaration, ParameterType};
use crate::runtime::{OperandType, Task, TaskContext, TaskHooks, Var};

/// Asking is all that matters.
fn ignore<T>(_: T) {}

/// A task that asks for its arguments in this way.
fn asking(ask: impl Fn(&Arguments) + Send + Sync + 'static) -> GameTasks<()> {
    let mut tasks = GameTasks::new();
    tasks.action("Go", move |arguments| {
        ask(arguments);
        TaskHooks::new(|_| Status::Success)
    });
    tasks
}

/// The same with a declaration.
fn declared(ask: impl Fn(&Arguments) + Send + Sync + 'static) -> GameTasks<()> {
    let mut tasks = GameTasks::new();
    let choice = ParameterType::choice(["Walk", "Run"]);
    let condition = ParameterType::Expression(ExpressionType::Of(ValueType::Bool));
    let declaration = TaskDeclaration::action("Go", "")
        .parameter(ParameterDeclaration::optional(
            "speed",
            ValueType::Float,
            1.0,
            "",
        ))
        .parameter(ParameterDeclaration::optional(
            "times",
            ValueType::Int,
            3,
            "",
        ))
        .parameter(ParameterDeclaration::optional(
            "text",
            ValueType::String,
            "",
            "",
        ))
        .parameter(ParameterDeclaration::optional("gait", choice, "Walk", ""))
        .parameter(ParameterDeclaration::optional(
            "while", condition, "true", "",
        ))
        .parameter(ParameterDeclaration::without_default(
            "into",
            ParameterType::VariableName(Some(ValueType::Int)),
            "",
        ))
        .parameter(ParameterDeclaration::without_default(
            "any",
            ParameterType::Any,
            "",
        ));
    tasks.declare(declaration, move |arguments| {
        ask(arguments);
        TaskHooks::new(|_| Status::Success)
    });
    tasks
}

/// What is broken in a node `go` with these settings, in a document with the variables `count` and `line`.
fn broken(tasks: &GameTasks<()>, settings: &[(&str, ParameterValue)]) -> Vec<String> {
    let mut node = Node::new("go", "Go");
    for (name, value) in settings {
        node = node.with_parameter(name, value.clone());
    }
    let mut builder = DocumentBuilder::new("test");
    builder.variable(Variable::new("count", ValueType::Int));
    builder.variable(Variable::new("line", ValueType::String));
    builder.root(node).unwrap();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), tasks);
    let status = first_status(&compiled);
    assert_eq!(status == Status::Failure, !compiled.broken.is_empty());
    let broken = compiled.broken.iter();
    broken.map(|(_, why)| why.to_string()).collect()
}

fn count() -> ParameterValue {
    ParameterValue::variable("count")
}

#[test]
fn a_name_that_does_not_exist_breaks_the_node() {
    let misspelt =
        ["the game's code asks for parameter `sped`, which does not exist: did you mean `speed`?"];
    let float = |arguments: &Arguments| ignore(arguments.float("sped"));
    assert_eq!(broken(&declared(float), &[]), misspelt);
    assert_eq!(broken(&asking(float), &[("speed", 1.0.into())]), misspelt);
    let none = "the game's code asks for parameter `sped`, but there are no parameters";
    assert_eq!(broken(&asking(float), &[]), [none]);
    let other = |arguments: &Arguments| ignore(arguments.get("target"));
    let expected = "the game's code asks for parameter `target`, which does not exist: expected one of speed, times, text, gait, while, into, any";
    assert_eq!(broken(&declared(other), &[]), [expected]);
    assert_eq!(
        broken(&asking(other), &[]),
        [""; 0],
        "it may look for what a node need not set"
    );
}

#[test]
fn a_parameter_of_another_type_breaks_the_node_even_if_it_is_not_set() {
    let float = |arguments: &Arguments| ignore((arguments.float("text"), arguments.float("text")));
    let expected = "the game's code reads parameter `text` as float, but its type is string";
    assert_eq!(broken(&declared(float), &[]), [expected], "told once");
    assert_eq!(broken(&asking(float), &[("text", "x".into())]), [expected]);
    let line = ParameterValue::variable("line");
    assert_eq!(broken(&asking(float), &[("text", line)]), [expected]);
}

fn reads<T: OperandType>(name: &'static str) -> GameTasks<()> {
    declared(move |arguments| ignore(arguments.operand::<T>(name)))
}

#[test]
fn what_fits_can_be_read() {
    assert_eq!(
        broken(&reads::<f64>("times"), &[]),
        [""; 0],
        "an int as a float"
    );
    assert_eq!(broken(&reads::<f32>("speed"), &[]), [""; 0]);
    assert_eq!(broken(&reads::<Arc<str>>("gait"), &[]), [""; 0]);
    assert_eq!(broken(&reads::<i64>("into"), &[("into", count())]), [""; 0]);
    assert_eq!(
        broken(&reads::<i64>("any"), &[]),
        [""; 0],
        "it may be left out"
    );
    assert_eq!(broken(&reads::<i64>("any"), &[("any", 3.into())]), [""; 0]);
    assert_eq!(
        broken(&reads::<i64>("any"), &[("any", "x".into())]).len(),
        1
    );
    assert_eq!(broken(&reads::<i64>("speed"), &[]).len(), 1);
    assert_eq!(broken(&reads::<bool>("while"), &[]).len(), 1);
    let expression = |arguments: &Arguments| ignore(arguments.expression("while"));
    assert_eq!(broken(&declared(expression), &[]), [""; 0]);
    let list = |arguments: &Arguments| ignore(arguments.list("route"));
    let empty = Value::List(Arc::new([]));
    assert_eq!(broken(&asking(list), &[("route", empty.into())]), [""; 0]);
}

#[test]
fn a_constant_text_cannot_be_a_variable() {
    let text = |arguments: &Arguments| ignore(arguments.text("text").to_owned());
    assert_eq!(broken(&declared(text), &[("text", "x".into())]), [""; 0]);
    let line = ParameterValue::variable("line");
    let expected = "parameter `text`: expected a name, found variable `line`";
    assert_eq!(
        broken(&declared(text), &[("text", line.clone())]),
        [expected]
    );
    assert_eq!(broken(&asking(text), &[("text", line)]), [expected]);
}

#[test]
fn a_variable_must_exist_and_have_the_type() {
    let var = |arguments: &Arguments| ignore::<Var<i64>>(arguments.var("into"));
    assert_eq!(broken(&declared(var), &[("into", count())]), [""; 0]);
    assert_eq!(broken(&asking(var), &[("into", count())]), [""; 0]);
    assert_eq!(broken(&declared(var), &[]), ["parameter `into` is not set"]);
    let constant = "parameter `into`: expected a variable, found 3";
    assert_eq!(broken(&declared(var), &[("into", 3.into())]), [constant]);
    assert_eq!(broken(&asking(var), &[("into", 3.into())]), [constant]);
    let line = ParameterValue::variable("line");
    let other = "parameter `into`: expected int, found variable `line` of type string";
    assert_eq!(broken(&asking(var), &[("into", line)]), [other]);
    let text = |arguments: &Arguments| ignore::<Var<String>>(arguments.var("into"));
    let expected = "the game's code reads parameter `into` as string, but its type is int";
    assert_eq!(broken(&declared(text), &[]), [expected]);
}

#[test]
fn a_task_can_refuse_a_value() {
    let refuse = |arguments: &Arguments| arguments.refuse("speed", "too fast");
    assert_eq!(
        broken(&declared(refuse), &[]),
        ["parameter `speed`: too fast"]
    );
}

#[test]
fn an_object_is_checked_when_the_tree_is_compiled() {
    struct Go;
    impl Task<()> for Go {
        fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
            Status::Success
        }
    }
    let mut tasks = GameTasks::<()>::new();
    tasks.object("Go", Category::Action, |arguments| {
        let _speed = arguments.float("sped");
        Box::new(Go)
    });
    assert_eq!(broken(&tasks, &[("speed", 1.0.into())]).len(), 1);
    assert_eq!(broken(&tasks, &[("sped", 1.0.into())]), [""; 0]);
}

#[test]
fn all_that_is_wrong_with_a_node_is_listed() {
    let ask = |arguments: &Arguments| ignore((arguments.float("sped"), arguments.int("text")));
    assert_eq!(broken(&declared(ask), &[]).len(), 2);
    let settings = [
        ("speed", "fast".into()),
        ("times", ParameterValue::variable("x")),
    ];
    assert_eq!(
        broken(&declared(|_| {}), &settings),
        [
            "parameter `speed`: expected float, found \"fast\"",
            "parameter `times`: variable `x` is not declared"
        ]
    );
}
