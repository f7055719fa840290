//! Variables that a game stores, as seen by the game and its trees.

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

/// Sequence[ health < 10, word := "help", Idle ], restarted when finished.
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
fn a_stored_variable_is_read_from_the_game_and_written_back() {
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
fn each_agent_reads_its_own_value_even_through_a_global_variable() {
    let program = compiled(Scope::Global).program.unwrap();
    let mut manager = TreeManager::new();
    let ids = [0, 1].map(|seed| manager.add(program.clone(), seed).unwrap());
    let mut world = World {
        health: vec![50.0, 5.0],
        ..World::default()
    };
    assert_eq!(manager.tick(&mut world, 1.0), 1);
    let runs = ids.map(|id| manager.get(id).unwrap().stacks().count());
    assert_eq!(runs, [0, 1]);
}

#[test]
fn a_stored_variable_of_another_type_is_a_problem_of_the_tree() {
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
fn a_panic_of_the_game_in_a_storage_callback_stops_no_other_tree() {
    let mut tasks = tasks();
    tasks.bind_variable_read_only("health", |world: &World, agent| {
        world.health[agent as usize + 1]
    });
    let program = compile(&document(Scope::Tree), &NodeLibrary::builtin(), &tasks).program;
    let mut instance = TreeInstance::new(program.unwrap(), 1);
    let status = instance.tick(&mut World::default(), &mut Globals::default(), 1.0);
    assert_eq!(status, Some(Status::Running), "0 is below 10");
}

#[test]
fn a_stored_value_of_another_type_is_reported_and_not_stored() {
    use crate::nodes::testing::{TestRun, TraceEvent};
    use crate::nodes::{Arguments, Builtin};
    use crate::runtime::{
        NodeIndex, NodeSpec, Operation, ProgramBuilder, ProgramVariable, Storage,
    };
    use crate::value::Value;
    use std::sync::Arc;

    let mut builder = ProgramBuilder::<(), Builtin>::default();
    let names = ValueType::from_name("[string]").unwrap();
    let slot = builder.tree_variable(ProgramVariable {
        name: "names".into(),
        initial: names.default_value(),
        value_type: names,
    });
    builder.bind_storage(Storage {
        slot,
        read: Arc::new(|(), _| Value::List([Value::Int(1)].into())),
        write: None,
    });
    builder.open(NodeSpec {
        id: "0".into(),
        category: crate::category::Category::Action,
        abort: crate::abort::AbortType::None,
        operation: Operation::builtin(Builtin::make("Idle", &Arguments::default()).unwrap()),
    });
    builder.close().unwrap();
    let mut run = TestRun::of(Arc::new(builder.finish().unwrap()));
    let frame = run.frame();
    let reason = "variable `names`: expected [string], found [int]";
    let told = frame.events.iter().any(
        |event| matches!(event, TraceEvent::Error(NodeIndex(0), why) if why.english() == reason),
    );
    assert!(told, "{:?}", frame.events);
    assert_eq!(run.get("names"), Value::List([].into()));
}
