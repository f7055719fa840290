//! Tasks of a game: declared in a library, registered in code, or replaced by stand-ins.

use super::{broken_of, first_status, tree};
use crate::TreeInstance;
use crate::category::Category;
use crate::compile::{Compiled, GameTasks, compile};
use crate::format::tasks_json;
use crate::library::{NodeLibrary, TaskDeclaration, TaskLibrary};
use crate::model::{Document, Node, ParameterDeclaration, ParameterType, ParameterValue};
use crate::runtime::World;
use crate::runtime::{Globals, Status, Task, TaskContext, TaskHooks};
use crate::value::{Value, ValueType};

struct Blink;

impl<W: World + ?Sized> Task<W> for Blink {
    fn update(&mut self, _: &mut TaskContext<'_, '_, W>) -> Status {
        Status::Running
    }
}

/// Tasks whose world is a list of log messages.
fn registered() -> GameTasks<Vec<String>> {
    let mut tasks = GameTasks::new();
    tasks.declare_object(
        TaskDeclaration::action("Blink", "Blinks.").stand_in_result(Status::Running),
        |_| Box::new(Blink),
    );
    tasks.declare(
        TaskDeclaration::action("Tell", "Tells everything.")
            .details("- Always: returns Success.")
            .icon("chat")
            .color("#aabbcc")
            .parameter(ParameterDeclaration::required(
                "who",
                ValueType::String,
                "To whom.",
            ))
            .parameter(
                ParameterDeclaration::optional("times", ValueType::Int, 3_i64, "How often.")
                    .within(0.0, 9.0),
            )
            .parameter(ParameterDeclaration::optional(
                "tone",
                ParameterType::choice(["Loud", "Quiet"]),
                "Quiet",
                "How.",
            ))
            .parameter(ParameterDeclaration::without_default(
                "into",
                ParameterType::VariableName(Some(ValueType::Bool)),
                "",
            )),
        |arguments| {
            let (who, times) = (arguments.string("who"), arguments.int("times"));
            let (tone, into) = (
                arguments.text("tone").to_owned(),
                arguments.variable("into"),
            );
            TaskHooks::new(move |c: &mut TaskContext<Vec<String>>| {
                let (who, times) = (who.get(&c.tick), times.get(&c.tick));
                c.world.push(format!("{who} {times} {tone}"));
                if let Some(into) = into {
                    c.tick.set(into, Value::Bool(true));
                }
                Status::Success
            })
        },
    );
    tasks
}

#[test]
fn a_written_library_reads_back_as_the_registered_declarations() {
    let library = registered().library("game");
    let names: Vec<_> = library.tasks.iter().map(TaskDeclaration::name).collect();
    assert_eq!(names, ["Blink", "Tell"]);
    let text = tasks_json::write(&library);
    assert_eq!(tasks_json::read(text.as_bytes()).unwrap().library, library);
}

#[test]
fn the_declaration_of_a_registered_task_completes_its_arguments() {
    let tell = Node::new("tell", "Tell")
        .with_parameter("who", ParameterValue::literal("all"))
        .with_parameter("into", ParameterValue::variable("ready"));
    let compiled = compile(
        &tree("Sequence", vec![tell]),
        &NodeLibrary::builtin(),
        &registered(),
    );
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 0);
    let (mut told, mut globals) = (Vec::new(), Globals::default());
    instance.tick(&mut told, &mut globals, 0.1);
    assert_eq!(told, ["all 3 Quiet"]);
    assert_eq!(
        instance.variable(&globals, "ready"),
        Some(&Value::Bool(true))
    );
}

#[test]
fn the_declaration_of_a_registered_task_checks_its_arguments() {
    let broken = |node: Node| {
        let document = tree("Sequence", vec![node]);
        compile(&document, &NodeLibrary::builtin(), &registered()).broken
    };
    let tell = || Node::new("tell", "Tell");
    assert_eq!(broken(tell())[0].1.english(), "parameter `who` is not set");
    let wrong = tell()
        .with_parameter("who", ParameterValue::literal("all"))
        .with_parameter("times", ParameterValue::literal("often"));
    assert_eq!(
        broken(wrong)[0].1.english(),
        "parameter `times`: expected int, found \"often\""
    );
}

fn library() -> NodeLibrary {
    let mut game = TaskLibrary::new("game");
    game.tasks = vec![
        TaskDeclaration::action("Shoot", "").stand_in_result(Status::Running),
        TaskDeclaration::conditional("Near", "").stand_in_result(Status::Failure),
        TaskDeclaration::action("Hide", ""),
        TaskDeclaration::of(Category::Decorator, "Slow", ""),
        TaskDeclaration::of(Category::Composite, "Vote", ""),
    ];
    let mut library = NodeLibrary::builtin();
    assert_eq!(library.add_library("game", &game), []);
    library
}

fn stood_in(document: &Document) -> Compiled<()> {
    let mut tasks = GameTasks::new();
    tasks.use_stand_ins(&library());
    compile(document, &library(), &tasks)
}

#[test]
fn library_leaves_return_the_result_of_their_stand_in() {
    for (task, answer) in [
        ("Shoot", Status::Running),
        ("Near", Status::Failure),
        ("Hide", Status::Success),
    ] {
        let document = tree("Sequence", vec![Node::new("leaf", task)]);
        let compiled = stood_in(&document);
        assert_eq!(compiled.broken, []);
        assert_eq!(first_status(&compiled), answer);
        assert_eq!(compiled.stand_ins, [task.into()]);
    }
}

#[test]
fn a_registered_task_has_no_stand_in() {
    let mut tasks = GameTasks::<()>::new();
    tasks.action("Shoot", |_| TaskHooks::new(|_| Status::Failure));
    tasks.use_stand_ins(&library());
    let document = tree("Sequence", vec![Node::new("leaf", "Shoot")]);
    let compiled = compile(&document, &library(), &tasks);
    assert_eq!(first_status(&compiled), Status::Failure);
    assert_eq!(compiled.stand_ins, []);
}

#[test]
fn only_stand_ins_that_run_are_reported() {
    let mut off = Node::new("off", "Near");
    off.disabled = true;
    let document = tree(
        "Sequence",
        vec![
            off,
            Node::new("a", "Hide"),
            Node::new("b", "Hide"),
            Node::new("c", "Shoot"),
        ],
    );
    let mut tasks = GameTasks::<()>::new();
    tasks.use_stand_ins(&library());
    tasks.replace_node("c".into(), Category::Action, || Box::new(Blink));
    let compiled = compile(&document, &library(), &tasks);
    assert_eq!(compiled.stand_ins, ["Hide".into()]);
}

#[test]
fn an_unregistered_leaf_fails_with_the_reason() {
    let document = tree("Selector", vec![Node::new("leaf", "Shoot")]);
    let compiled: Compiled<()> = compile(&document, &library(), &GameTasks::new());
    let why = "no code for task `Shoot`: the game does not register it";
    assert_eq!(broken_of(&compiled), [("leaf".into(), why.to_owned())]);
}

#[test]
fn library_parents_without_code_fail_with_the_reason() {
    for (task, category) in [("Slow", "decorator"), ("Vote", "composite")] {
        let mut builder = crate::model::DocumentBuilder::new("test");
        let root = builder.root(Node::new("root", "Selector")).unwrap();
        let parent = builder.child(&root, Node::new("parent", task)).unwrap();
        builder
            .child(&parent, Node::new("leaf", "Succeed"))
            .unwrap();
        builder.child(&root, Node::new("works", "Succeed")).unwrap();
        let compiled = stood_in(&builder.finish());
        let why = format!(
            "no code for `{task}`, a {category} of a task library: choose what its stand-in acts like, or build it from built-in nodes"
        );
        assert_eq!(broken_of(&compiled), [("parent".into(), why)]);
        assert_eq!(first_status(&compiled), Status::Success);
    }
}
