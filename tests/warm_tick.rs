//! A warm tick allocates nothing. This test has its own binary, because it counts all allocations on its thread.
#![allow(
    clippy::unwrap_used,
    reason = "a test stops at once when a fact that it relies on does not hold"
)]

use treewright_core::abort::AbortType;
use treewright_core::compile::{GameTasks, compile};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder, Node, ParameterValue, Scope, Variable};
use treewright_core::runtime::{
    AgentSet, Children, Globals, Next, Outcome, ParentCallbacks, ParentTask, Revision, Status,
    Tally, TaskContext, TaskHooks, TickContext,
};
use treewright_core::trace::FlightRecorder;
use treewright_core::value::{Value, ValueType};
use treewright_core::{TreeInstance, TreeManager};
use treewright_link::Settings;
use treewright_link::testing::Game;

/// Data that the game's leaves read.
struct World {
    frame: u64,
}

/// A composite that runs its children from right to left, some of them again, and starts over in some frames.
struct Backwards;

impl ParentTask<World> for Backwards {
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE.revise().child_runs()
    }

    fn start(&mut self, _: &mut TaskContext<World>, children: Children) -> Next<usize> {
        Next::Run(children.count() - 1)
    }

    fn child_ended(
        &mut self,
        context: &mut TaskContext<World>,
        children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        match children.current().checked_sub(1) {
            Some(left) => Next::Run(left),
            None if context.world.frame.is_multiple_of(5) => Next::Run(0),
            None => Next::End(outcome),
        }
    }

    fn revise(&mut self, context: &mut TaskContext<World>, _: Children) -> Revision<usize> {
        if context.world.frame.is_multiple_of(7) {
            Revision::FromFirst
        } else {
            Revision::Stay
        }
    }
}

fn tasks() -> GameTasks<World> {
    let mut tasks = GameTasks::new();
    tasks.composite("Backwards", |_| Box::new(Backwards));
    tasks.parallel("All", |_| {
        |tally: Tally, _: &TickContext| {
            let is_over = tally.succeeded + tally.failed == tally.children;
            is_over.then_some(Outcome::Success)
        }
    });
    tasks.conditional("Third", |_| {
        TaskHooks::when(|c: &mut TaskContext<World>| c.world.frame.is_multiple_of(3))
    });
    tasks.action("Walk", |_| {
        TaskHooks::new(|c: &mut TaskContext<World>| {
            // A name that must be copied, for nobody.
            if !c.tick.is_watched() {
                c.tick.attach("frame", [c.world.frame as f64, 0.0]);
            }
            if c.world.frame.is_multiple_of(4) {
                Status::Success
            } else {
                Status::Running
            }
        })
    });
    tasks
}

type Outline = &'static [(usize, &'static str, AbortType)];

/// Basic node types, with aborts that fire every few frames.
const PLAIN: Outline = &[
    (0, "Selector", AbortType::None),
    (1, "Sequence", AbortType::Both),
    (2, "CompareBool", AbortType::None),
    (2, "Expression", AbortType::None),
    (2, "Third", AbortType::None),
    (2, "Compute", AbortType::None),
    (2, "Walk", AbortType::None),
    (1, "Sequence", AbortType::LowerPriority),
    (2, "UntilFailure", AbortType::None),
    (3, "CompareInt", AbortType::None),
    (2, "IsVariableSet", AbortType::None),
    (2, "Wait", AbortType::None),
    (1, "Sequence", AbortType::OwnBranch),
    (2, "Inverter", AbortType::None),
    (3, "CompareFloat", AbortType::None),
    (2, "CompareString", AbortType::None),
    (2, "Fail", AbortType::None),
    (1, "Parallel", AbortType::None),
    (2, "Repeater", AbortType::None),
    (3, "Walk", AbortType::None),
    (2, "Sequence", AbortType::OwnBranch),
    (3, "Third", AbortType::None),
    (3, "SetVariable", AbortType::None),
    (3, "WaitUntil", AbortType::None),
    (3, "StandIn", AbortType::None),
    (2, "ReturnSuccess", AbortType::None),
    (3, "RandomChance", AbortType::None),
    (2, "ReturnFailure", AbortType::None),
    (3, "UntilSuccess", AbortType::None),
    (4, "Walk", AbortType::None),
];

/// Node types with their own child order, memory, timers or event handlers.
const FURTHER: Outline = &[
    (0, "Parallel", AbortType::None),
    (1, "ReactiveSelector", AbortType::Both),
    (2, "ReactiveSequence", AbortType::None),
    (3, "CompareBool", AbortType::None),
    (3, "TimeLimit", AbortType::None),
    (4, "ParallelComplete", AbortType::None),
    (5, "Walk", AbortType::None),
    (5, "RandomWait", AbortType::None),
    (2, "UtilitySelector", AbortType::OwnBranch),
    (3, "Walk", AbortType::None),
    (3, "RandomSequence", AbortType::None),
    (4, "Guard", AbortType::None),
    (5, "Walk", AbortType::None),
    (4, "Semaphore", AbortType::None),
    (5, "Walk", AbortType::None),
    (1, "Repeater", AbortType::None),
    (2, "PrioritySelector", AbortType::LowerPriority),
    (3, "HasReceivedEvent", AbortType::None),
    (3, "Cooldown", AbortType::None),
    (4, "CounterLimit", AbortType::None),
    (5, "WaitForEvent", AbortType::None),
    (3, "RandomSelector", AbortType::None),
    (4, "Timer", AbortType::None),
    (4, "VariableChanged", AbortType::None),
    (4, "Probability", AbortType::None),
    (5, "SendEvent", AbortType::None),
    (4, "PerformInterrupt", AbortType::None),
    (1, "Interruptible", AbortType::None),
    (2, "ParallelSelector", AbortType::None),
    (3, "Retry", AbortType::None),
    (4, "RunOnce", AbortType::None),
    (5, "Fail", AbortType::None),
    (3, "Delay", AbortType::None),
    (4, "Walk", AbortType::None),
];

/// Composites of the game, and services.
const OWN: Outline = &[
    (0, "Backwards", AbortType::Both),
    (1, "Walk", AbortType::None),
    (1, "Third", AbortType::None),
    (1, "All", AbortType::None),
    (2, "Walk", AbortType::None),
    (2, "Service", AbortType::None),
    (3, "SetVariable", AbortType::None),
    (3, "Walk", AbortType::None),
];

/// A tree that restarts whenever it ends.
fn document(outline: Outline) -> Document {
    let mut builder = DocumentBuilder::new("Everything");
    builder.settings(|document| document.restart_when_complete = true);
    builder.variable(Variable::new("flag", ValueType::Bool));
    builder.variable(Variable::new("count", ValueType::Int));
    builder.variable(Variable::new("reach", ValueType::Float));
    builder.variable(Variable::new("word", ValueType::String));
    let mut path = Vec::new();
    for (number, &(depth, task, abort)) in outline.iter().enumerate() {
        path.truncate(depth);
        let mut node = with_parameters(Node::new(format!("n{number}").as_str(), task));
        node.abort = abort;
        let added = match path.last() {
            None => builder.root(node),
            Some(parent) => builder.child(parent, node),
        };
        path.push(added.unwrap());
    }
    builder.finish()
}

fn with_parameters(node: Node) -> Node {
    let variable = ParameterValue::variable;
    match &*node.task.clone() {
        "CompareBool" => node.with_parameter("left", variable("flag")),
        "CompareInt" => node.with_parameter("left", variable("count")),
        "CompareFloat" => node.with_parameter("left", variable("reach")),
        "CompareString" => node.with_parameter("left", variable("word")),
        "Expression" => node.with_parameter(
            "expression",
            ParameterValue::literal(
                "flag && length(vec2(reach, count)) < 9 || word.contains('x') || count in [1, 2]",
            ),
        ),
        "WaitUntil" => node.with_parameter("expression", ParameterValue::literal("word != ''")),
        "Compute" => node
            .with_parameter("variable", variable("count"))
            .with_parameter("expression", ParameterValue::literal("(count + 1) % 5")),
        "IsVariableSet" => node.with_parameter("variable", variable("word")),
        "SetVariable" => node
            .with_parameter("variable", variable("word"))
            .with_parameter("value", ParameterValue::literal("hello")),
        "VariableChanged" => node.with_parameter("variable", variable("flag")),
        "Guard" => node.with_parameter("expression", ParameterValue::literal("flag || count < 3")),
        "Semaphore" | "HasReceivedEvent" | "WaitForEvent" | "SendEvent" => {
            node.with_parameter("name", ParameterValue::literal("bell"))
        }
        "Interruptible" | "PerformInterrupt" => {
            node.with_parameter("key", ParameterValue::literal("stop"))
        }
        "Parallel" => node.with_parameter("failure_threshold", ParameterValue::literal(0_i64)),
        "Wait" => node.with_parameter("seconds", ParameterValue::literal(0.25)),
        "StandIn" => node
            .with_parameter("mode", ParameterValue::literal("Sequence"))
            .with_parameter("answers", ParameterValue::literal("RRS")),
        _ => node,
    }
}

/// Ticks a tree and returns how often it ended, so that the test is known to exercise starts and ends.
fn run(
    instance: &mut TreeInstance<World>,
    globals: &mut Globals,
    frames: std::ops::Range<u64>,
) -> u32 {
    let mut ended = 0;
    for frame in frames {
        let flag = Value::Bool(frame % 5 < 2);
        instance.set_variable(globals, "flag", flag).unwrap();
        let status = instance.tick(&mut World { frame }, globals, 0.1);
        ended += u32::from(status != Some(Status::Running));
    }
    ended
}

#[test]
fn a_warm_tick_allocates_nothing() {
    for outline in [PLAIN, FURTHER, OWN] {
        let compiled = compile(&document(outline), &NodeLibrary::builtin(), &tasks());
        assert_eq!(compiled.broken, []);
        let program = compiled.program.unwrap();
        let mut instance = TreeInstance::new(program.clone(), 7);
        let mut globals = Globals::default();
        run(&mut instance, &mut globals, 0..200);
        let mut ended = 0;
        let counted = allocation_counter::measure(|| {
            ended = run(&mut instance, &mut globals, 200..2_200);
        });
        assert!(ended > 20, "the tree ended only {ended} times");
        assert_eq!(counted.count_total, 0, "allocations in 2,000 ticks");
    }
}

#[test]
fn a_warm_frame_of_many_trees_allocates_nothing() {
    let program = compile(&document(PLAIN), &NodeLibrary::builtin(), &tasks()).program;
    let program = program.unwrap();
    let mut manager = TreeManager::new();
    for seed in 0..50 {
        manager.add(program.clone(), seed).unwrap();
    }
    let mut frames = |range: std::ops::Range<u64>| {
        for frame in range {
            manager.tick(&mut World { frame }, 0.1);
        }
    };
    frames(0..200);
    let counted = allocation_counter::measure(|| frames(200..400));
    assert_eq!(
        counted.count_total, 0,
        "allocations in 200 frames of 50 trees"
    );
}

#[test]
fn recording_the_last_part_of_a_run_allocates_nothing_once_warm() {
    let program = compile(&document(PLAIN), &NodeLibrary::builtin(), &tasks()).program;
    let program = program.unwrap();
    let mut manager = TreeManager::new();
    for seed in 0..50 {
        manager.add(program.clone(), seed).unwrap();
    }
    let watched: AgentSet = manager.agents().step_by(7).collect();
    let (mut all, mut some) = (FlightRecorder::new(1 << 20), FlightRecorder::new(100_000));
    let mut frames = |range: std::ops::Range<u64>| {
        for frame in range {
            all.begin_frame(frame, 0.1);
            manager.tick_traced(&mut World { frame }, 0.1, &mut all);
            some.begin_frame(frame, 0.1);
            manager.tick_watching(&mut World { frame }, 0.1, &watched, &mut some);
        }
        all.bytes().max(some.bytes())
    };
    frames(0..2_000);
    let mut most = 0;
    let counted = allocation_counter::measure(|| most = frames(2_000..3_000));
    assert_eq!(counted.count_total, 0, "allocations in 1,000 frames");
    assert!(most <= 1 << 20, "{most} bytes");
}

/// Counts the allocations in 200 warm frames of a game to which nobody is attached.
fn allocations_in_a_link(remembered: usize) -> u64 {
    let program = compile(&document(PLAIN), &NodeLibrary::builtin(), &tasks()).program;
    let program = program.unwrap();
    let settings = Settings::named("Arena").remembering(remembered);
    let mut game = Game::with_world(&settings, World { frame: 0 });
    for seed in 0..50 {
        let agent = game.trees.add(program.clone(), seed).unwrap();
        game.link.name(agent, "guard", &["team:red"]);
    }
    let mut frames = |range: std::ops::Range<u64>| {
        for frame in range {
            assert!(game.link.may_run());
            let world = &mut World { frame };
            game.link.tick(&mut game.trees, world, 0.1);
        }
    };
    frames(0..2_000);
    allocation_counter::measure(|| frames(2_000..2_200)).count_total
}

#[test]
fn a_link_to_which_nobody_is_attached_allocates_nothing() {
    assert_eq!(allocations_in_a_link(0), 0);
    assert_eq!(allocations_in_a_link(1 << 20), 0, "what is remembered");
}

#[test]
fn an_error_that_repeats_costs_the_log_nothing() {
    let error = treewright_core::Message::words("no ammunition");
    let mut tasks = GameTasks::<World>::new();
    tasks.action("Shoot", move |_| {
        let error = error.clone();
        TaskHooks::new(move |c: &mut TaskContext<World>| c.fail(error.clone()))
    });
    let mut builder = DocumentBuilder::new("Gunner");
    builder.settings(|document| document.restart_when_complete = true);
    builder.root(Node::new("n1", "Shoot")).unwrap();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks);
    let mut instance = TreeInstance::new(compiled.program.unwrap(), 0);
    let mut globals = Globals::default();
    let mut ticks = |count| {
        for frame in 0..count {
            instance.tick(&mut World { frame }, &mut globals, 0.1);
        }
    };
    ticks(10);
    let counted = allocation_counter::measure(|| ticks(100));
    // What a task reports besides its status takes one allocation.
    assert_eq!(counted.count_total, 100, "allocations in 100 ticks");
}

/// A tree that waits for a shared variable and for a timer, again and again.
fn waiting_document() -> Document {
    let mut builder = DocumentBuilder::new("Waiting");
    builder.settings(|document| document.restart_when_complete = true);
    builder.variable(Variable {
        scope: Scope::Global,
        ..Variable::new("flag", ValueType::Bool)
    });
    let root = builder.root(Node::new("n1", "Selector")).unwrap();
    let mut sequence = Node::new("n2", "Sequence");
    sequence.abort = AbortType::LowerPriority;
    let sequence = builder.child(&root, sequence).unwrap();
    let flag = Node::new("n3", "CompareBool")
        .with_parameter("left", ParameterValue::variable("flag"))
        .with_parameter("right", ParameterValue::literal(true));
    builder.child(&sequence, flag).unwrap();
    let seconds = |id: &str, seconds: f64| {
        Node::new(id, "Wait").with_parameter("seconds", ParameterValue::literal(seconds))
    };
    builder.child(&sequence, seconds("n4", 2.0)).unwrap();
    builder.child(&root, seconds("n5", 5.0)).unwrap();
    builder.finish()
}

#[test]
fn going_to_sleep_and_waking_allocate_nothing() {
    let tasks = GameTasks::<()>::new();
    let compiled = compile(&waiting_document(), &NodeLibrary::builtin(), &tasks);
    let program = compiled.program.unwrap();
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    for seed in 0..50 {
        manager.add(program.clone(), seed).unwrap();
    }
    let (mut most, mut fewest) = (0, usize::MAX);
    let mut frames = |range: std::ops::Range<u64>| {
        for frame in range {
            manager.tick(&mut (), 0.1);
            let flag = Value::Bool(frame % 37 < 10);
            manager.globals_mut().set("flag", flag).unwrap();
            most = most.max(manager.asleep_count());
            fewest = fewest.min(manager.asleep_count());
        }
    };
    frames(0..200);
    let counted = allocation_counter::measure(|| frames(200..600));
    assert_eq!((most, fewest), (50, 0), "all trees slept and woke");
    assert_eq!(counted.count_total, 0, "allocations in 400 frames");
}

#[test]
fn the_counter_counts() {
    let counted = allocation_counter::measure(|| {
        std::hint::black_box(vec![1, 2, 3]);
    });
    assert_eq!(counted.count_total, 1);
}
