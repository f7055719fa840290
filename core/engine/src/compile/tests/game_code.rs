//! Code of a game that panics while a document is compiled, or takes the place of a built-in node type.

use super::*;
use crate::category::Category;
use crate::library::TaskDeclaration;
use crate::model::{ParameterDeclaration, StandIn};
use crate::nodes::Arguments;
use crate::runtime::{Task, TaskContext};

struct Ready;

impl Task<()> for Ready {
    fn update(&mut self, _: &mut TaskContext<'_, '_, ()>) -> Status {
        Status::Success
    }
}

/// Panics unless the argument `to` is a constant.
fn hooks(arguments: &Arguments) -> TaskHooks<()> {
    assert!(!arguments.text("to").is_empty(), "where to?");
    TaskHooks::new(|_: &mut TaskContext<()>| Status::Success)
}

fn object(arguments: &Arguments) -> Box<dyn Task<()>> {
    hooks(arguments);
    Box::new(Ready)
}

#[test]
fn a_maker_that_panics_breaks_its_node_and_not_the_caller() {
    let mut tasks = GameTasks::new();
    tasks.action("Go", hooks);
    tasks.conditional("CanGo", hooks);
    tasks.object("Walk", Category::Action, object);
    let to = || ParameterDeclaration::optional("to", ValueType::String, "", "Where to.");
    let run = TaskDeclaration::action("Run", "Goes fast.");
    tasks.declare(run.parameter(to()), hooks);
    let ride = TaskDeclaration::action("Ride", "Goes faster.");
    tasks.declare_object(ride.parameter(to()), object);
    for task in ["Go", "CanGo", "Walk", "Run", "Ride"] {
        let to = ParameterValue::literal("home");
        let fine = Node::new("fine", task).with_parameter("to", to);
        let lost = Node::new("lost", task);
        let document = tree("Selector", vec![lost, fine]);
        let compiled = compile(&document, &NodeLibrary::builtin(), &tasks);
        let broken: Vec<_> = compiled.broken.iter().collect();
        let [(node, why)] = broken[..] else {
            panic!("{task}: {broken:?}");
        };
        assert_eq!((node.as_str(), why.code()), ("lost", "not_made"), "{task}");
        assert!(why.english().ends_with("where to?"), "{task}: {why}");
        assert_eq!(first_status(&compiled), Status::Success, "{task}");
    }
}

#[test]
fn a_task_that_replaces_a_builtin_is_told_where_it_is_used() {
    let mut tasks = GameTasks::new();
    for task in ["Wait", "Idle", "Shoot"] {
        tasks.action(task, |_| {
            TaskHooks::new(|_: &mut TaskContext<()>| Status::Success)
        });
    }
    let leaves = ["Wait", "Shoot", "Wait"].into_iter().zip(["a", "b", "c"]);
    let leaves = leaves.map(|(task, id)| Node::new(id, task)).collect();
    let document = tree("Sequence", leaves);
    let compiled = compile(&document, &NodeLibrary::builtin(), &tasks);
    let task = "Wait".into();
    assert_eq!(compiled.notes, [CompileNote::ReplacesBuiltin { task }]);
    assert_eq!(
        compiled.notes[0].to_string(),
        "the game's task `Wait` replaces the built-in node type of that name"
    );
    assert_eq!(first_status(&compiled), Status::Success, "it does");
}

#[test]
fn tools_that_replace_single_nodes_cause_no_note() {
    let mut tasks = GameTasks::new();
    tasks.use_stand_ins(&NodeLibrary::builtin());
    tasks.replace_node("a".into(), Category::Action, || Box::new(Ready));
    tasks.set_stand_in("b".into(), StandIn::Always(Status::Success));
    let leaves = vec![Node::new("a", "Wait"), Node::new("b", "Wait")];
    let document = tree("Sequence", leaves);
    let compiled = compile(&document, &NodeLibrary::builtin(), &tasks);
    assert_eq!(compiled.notes, []);
    assert_eq!(first_status(&compiled), Status::Success);
}
