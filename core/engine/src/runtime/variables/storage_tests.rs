//! Variables that a game keeps, as it and its trees see them.

use crate::compile::{Compiled, GameTasks, compile};
use crate::library::NodeLibrary;
use crate::model::{Document, DocumentBuilder, Node, ParameterValue, Scope, Variable};
use crate::runtime::{Globals, Status};
use crate::value::ValueType;
use crate::{TreeInstance, TreeManager};

#[derive(Default)]
struct World {
    health: Vec<f64>,
    word: String,
    writes: u32,
}

/// Sequence[ health < 10, word := "help", Idle ], again and again.
fn document(scope: Scope) -> Document {
    let mut builder = DocumentBuilder::new("Hurt");
    builder.variable(Variable {
        scope,
        ..Variable::new("health", ValueType::Float)
    });
    builder.variable(Variable::new("word", ValueType::String));
    let root = builder.root(Node::new("n1", "Sequence")).unwrap();
    let low = Node::new("n2", "CompareFloat")
        .with_parameter("left", ParameterValue::variable("health"))
        .with_parameter("operator", ParameterValue::literal("<"))
        .with_parameter("right", ParameterValue::literal(10.0));
    builder.child(&root, low).unwrap();
    let say = Node::new("n3", "SetVariable")
        .with_parameter("variable", ParameterValue::variable("word"))
        .with_parameter("value", ParameterValue::literal("help"));
    builder.child(&root, say).unwrap();
    builder.child(&root, Node::new("n4", "Idle")).unwrap();
    builder.settings(|document| document.restart_when_complete = true);
    builder.finish()
}

fn tasks() -> GameTasks<World> {
    let mut tasks = GameTasks::new();
    tasks.bind_variable_read_only("health", |world: &World, agent| {
        world.health[agent as usize]
    });
    tasks.bind_variable(
        "word",
        |world: &World, _| world.word.clone(),
        |world: &mut World, _, word| {
            world.word = word;
            world.writes += 1;
        },
    );
    tasks
}

fn compiled(scope: Scope) -> Compiled<World> {
    compile(&document(scope), &NodeLibrary::builtin(), &tasks())
}

#[test]
fn a_tree_reads_what_the_game_keeps_and_the_game_gets_what_the_tree_writes() {
    let compiled = compiled(Scope::Tree);
    assert_eq!(compiled.broken, []);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 1);
    let mut globals = Globals::default();
    let mut world = World {
        health: vec![50.0],
        ..World::default()
    };
    let mut tick = |world: &mut World| instance.tick(world, &mut globals, 1.0);
    assert_eq!(tick(&mut world), Some(Status::Failure));
    assert_eq!((world.word.as_str(), world.writes), ("", 0));
    world.health[0] = 5.0;
    assert_eq!(tick(&mut world), Some(Status::Running));
    assert_eq!((world.word.as_str(), world.writes), ("help", 1));
    assert_eq!(tick(&mut world), Some(Status::Running));
    assert_eq!(world.writes, 1, "the tree did not change it again");
    let health = instance.variables(&globals).next().unwrap();
    assert_eq!((health.slot.written, health.slot.changes), (2, 2));
}

#[test]
fn each_agent_reads_its_own_even_through_a_shared_variable() {
    let program = compiled(Scope::Global).program.unwrap();
    let mut manager = TreeManager::new();
    let ids = [0, 1].map(|seed| manager.add(program.clone(), seed));
    let mut world = World {
        health: vec![50.0, 5.0],
        ..World::default()
    };
    assert_eq!(manager.tick(&mut world, 1.0), 1);
    let runs = ids.map(|id| manager.get(id).unwrap().stacks().count());
    assert_eq!(runs, [0, 1]);
}

#[test]
fn a_variable_of_another_type_than_the_game_keeps_is_a_problem_of_the_tree() {
    let mut tasks = GameTasks::<World>::new();
    tasks.bind_variable_read_only("health", |_, _| 3_i64);
    tasks.bind_variable_read_only("nowhere", |_, _| true);
    let compiled = compile(&document(Scope::Tree), &NodeLibrary::builtin(), &tasks);
    let said: Vec<_> = compiled
        .broken
        .iter()
        .map(|(id, why)| (id.as_str(), why.english()))
        .collect();
    assert_eq!(
        said,
        [("n1", "variable `health`: the game expects int, found float")]
    );
    assert!(compiled.program.is_some());
}

#[test]
fn a_game_that_panics_while_it_is_asked_stops_nobody() {
    let mut tasks = tasks();
    tasks.bind_variable_read_only("health", |world: &World, agent| {
        world.health[agent as usize + 1]
    });
    let program = compile(&document(Scope::Tree), &NodeLibrary::builtin(), &tasks).program;
    let mut instance = TreeInstance::new(program.unwrap(), 1);
    let status = instance.tick(&mut World::default(), &mut Globals::default(), 1.0);
    assert_eq!(status, Some(Status::Running), "0 is below 10");
}
