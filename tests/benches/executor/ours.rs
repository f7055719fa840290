//! Treewright as a game uses it: leaves are the game's closures, which read the world passed to the tick.

use std::sync::Arc;

use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::format::{compact, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue};
use treewright_core::nodes::Arguments;
use treewright_core::runtime::{Globals, Operand, Status, TaskContext, TaskHooks};
use treewright_core::{Program, TreeInstance};

use super::engine::{Engine, Tally};
use super::shape::{Agent, Outcome, Shape, Surroundings, World};

fn index(arguments: &Arguments) -> usize {
    match arguments.operand::<i64>("index") {
        Operand::Literal(index) => index as usize,
        Operand::Variable(_) => 0,
    }
}

/// Declares the leaves of the workloads for a world in which `find` returns their data.
pub fn declare<W: 'static, S: Surroundings>(
    tasks: &mut GameTasks<W>,
    find: impl for<'w> Fn(&'w mut TaskContext<W>) -> &'w mut S + Copy + Send + Sync + 'static,
) {
    tasks.conditional("Ask", move |arguments| {
        let index = index(arguments);
        TaskHooks::when(move |context: &mut TaskContext<W>| find(context).condition(index))
    });
    tasks.action("Act", move |arguments| {
        let index = index(arguments);
        TaskHooks::new(
            move |context: &mut TaskContext<W>| match find(context).action(index) {
                Outcome::Success => Status::Success,
                Outcome::Failure => Status::Failure,
                Outcome::Running => Status::Running,
            },
        )
    });
}

fn node(id: usize, shape: &Shape) -> Node {
    let task = match shape {
        Shape::Sequence(_) | Shape::Watched(_) => "Sequence",
        Shape::Selector(_) | Shape::Watching(_) => "Selector",
        Shape::Parallel(_) => "Parallel",
        Shape::Inverter(_) => "Inverter",
        Shape::Condition(_) => "Ask",
        Shape::Action(_) => "Act",
    };
    let mut node = Node::new(format!("n{id}").as_str(), task);
    if let Shape::Condition(index) | Shape::Action(index) = shape {
        node = node.with_parameter("index", ParameterValue::literal(*index as i64));
    }
    if let Shape::Watched(_) = shape {
        node.abort = AbortType::LowerPriority;
    }
    node
}

pub fn document(shape: &Shape) -> Document {
    let mut builder = DocumentBuilder::new("Benchmark");
    builder.settings(|document| document.restart_when_complete = true);
    let mut open = vec![(None, shape)];
    let mut count = 0;
    while let Some((parent, shape)) = open.pop() {
        count += 1;
        let node = node(count, shape);
        let added = match &parent {
            None => builder.root(node),
            Some(parent) => builder.child(parent, node),
        };
        let Ok(id) = added else {
            panic!("node {count} cannot be added");
        };
        open.extend(shape.children().iter().rev().map(|c| (Some(id.clone()), c)));
    }
    builder.finish()
}

fn program<W: Surroundings>(document: &Document) -> Arc<Program<W>> {
    compiled(document, &tasks())
}

fn tasks<W: Surroundings>() -> GameTasks<W> {
    let mut tasks = GameTasks::new();
    declare(&mut tasks, |context: &mut TaskContext<W>| {
        &mut *context.world
    });
    tasks
}

pub fn compiled<W: 'static>(document: &Document, tasks: &GameTasks<W>) -> Arc<Program<W>> {
    let compiled = compile(document, &NodeLibrary::builtin(), tasks);
    assert!(compiled.broken.is_empty(), "{:?}", compiled.broken);
    match compiled.program {
        Some(program) => program,
        None => panic!("the program is empty"),
    }
}

fn outcome(status: Option<Status>) -> Outcome {
    match status {
        Some(Status::Success) => Outcome::Success,
        Some(Status::Running) => Outcome::Running,
        Some(Status::Failure) | None => Outcome::Failure,
    }
}

pub struct Ours;

/// Programs for both world types of the workloads, since a program is generic over its world.
pub struct Programs {
    world: Arc<Program<World>>,
    pub agent: Arc<Program<Agent>>,
}

impl Engine for Ours {
    const NAME: &'static str = "ours";

    type Program = Programs;
    type Single = (TreeInstance<World>, World, Globals);
    type Crowd = (Globals, Vec<(TreeInstance<Agent>, Agent)>);
    type Loaded = Arc<Program<World>>;

    fn program(shape: Shape) -> Self::Program {
        let document = document(&shape);
        Programs {
            world: program(&document),
            agent: program(&document),
        }
    }

    fn single(programs: &Self::Program, world: World) -> Self::Single {
        let instance = TreeInstance::new(programs.world.clone(), 0);
        (instance, world, Globals::default())
    }

    #[inline]
    fn tick((instance, world, globals): &mut Self::Single) -> Outcome {
        outcome(instance.tick(world, globals, 0.1))
    }

    fn set_condition((_, world, _): &mut Self::Single, index: usize, value: bool) {
        world.conditions[index] = value;
    }

    fn crowd(programs: &Self::Program, agents: &[Agent]) -> Self::Crowd {
        let one = |agent: &Agent| {
            let instance = TreeInstance::new(programs.agent.clone(), 0);
            (instance, agent.clone())
        };
        (Globals::default(), agents.iter().map(one).collect())
    }

    fn frame((globals, crowd): &mut Self::Crowd, tally: &mut Tally) {
        for (instance, agent) in crowd {
            tally.count(outcome(instance.tick(agent, globals, 0.1)));
        }
    }

    fn file(shape: &Shape) -> String {
        match native::write(&document(shape)) {
            Ok(text) => text,
            Err(error) => panic!("{error}"),
        }
    }

    fn load(file: &str) -> Self::Loaded {
        loaded(file.as_bytes())
    }
}

impl Ours {
    /// Returns the tree in the compact form.
    pub fn compact_file(shape: &Shape) -> Vec<u8> {
        match compact::write(&document(shape)) {
            Ok(file) => file,
            Err(error) => panic!("{error}"),
        }
    }

    pub fn load_compact(file: &[u8]) -> Arc<Program<World>> {
        loaded(file)
    }
}

/// Loads a file as a game does.
fn loaded(file: &[u8]) -> Arc<Program<World>> {
    match Program::load(file, &tasks()) {
        Ok(program) => program,
        Err(error) => panic!("{error}"),
    }
}
