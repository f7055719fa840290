//! Trees that sleep do what they would do awake, and what wakes them.

use std::sync::Arc;

use proptest::prelude::*;
use rustc_hash::FxHashMap;

use crate::TreeManager;
use crate::abort::AbortType;
use crate::category::Category;
use crate::compile::{GameTasks, compile};
use crate::format::snapshot_json;
use crate::library::NodeLibrary;
use crate::model::{Document, DocumentBuilder, Node, ParameterValue, Scope, Variable};
use crate::nodes::testing::random::{
    Dice, Happening, ScriptFrame, World, document_with_trees, leaf, program, script,
};
use crate::runtime::{
    AgentId, Beside, EndStatus, Event, ManagerSnapshot, NodeIndex, Status, TaskContext, TaskHooks,
    Tracer, Wake,
};
use crate::trace::{FrameRecorder, TraceEvent};
use crate::value::ValueType;

/// What happens in a tick, tree by tree.
#[derive(Default)]
struct Watcher {
    recorder: FrameRecorder,
    agent: Option<AgentId>,
    seen: Vec<(AgentId, Vec<TraceEvent>)>,
}

impl Watcher {
    fn take(&mut self) -> Vec<(AgentId, Vec<TraceEvent>)> {
        self.finish();
        std::mem::take(&mut self.seen)
    }

    fn finish(&mut self) {
        let events = self.recorder.take_events();
        self.seen.extend(self.agent.take().map(|id| (id, events)));
    }
}

impl Tracer for Watcher {
    fn tree(&mut self, agent: AgentId) {
        self.finish();
        self.agent = Some(agent);
    }
    fn start(&mut self, node: NodeIndex) {
        self.recorder.start(node);
    }
    fn update(&mut self, node: NodeIndex, status: Status) {
        self.recorder.update(node, status);
    }
    fn end(&mut self, node: NodeIndex, status: EndStatus) {
        self.recorder.end(node, status);
    }
    fn check(&mut self, node: NodeIndex, status: Status) {
        self.recorder.check(node, status);
    }
    fn abort(&mut self, conditional: NodeIndex, scope: NodeIndex) {
        self.recorder.abort(conditional, scope);
    }
    fn log(&mut self, node: NodeIndex, text: &str) {
        self.recorder.log(node, text);
    }
    fn mark(&mut self, node: NodeIndex, text: &str) {
        self.recorder.mark(node, text);
    }
    fn beside(&mut self, tree: &Arc<str>, what: Beside<'_>) {
        self.recorder.beside(tree, what);
    }
    fn error(&mut self, node: NodeIndex, text: &str) {
        self.recorder.error(node, text);
    }
}

/// Three random trees under one manager, and the answers that were heard last.
struct Arena {
    manager: TreeManager<World>,
    ids: Vec<AgentId>,
    world: World,
    watcher: Watcher,
    answers: FxHashMap<(AgentId, NodeIndex), Status>,
    slept: usize,
}

impl Arena {
    fn new(documents: &[Document], sleeps: bool) -> Self {
        let mut manager = TreeManager::new();
        manager.set_added_sleep(sleeps);
        let add = |(document, seed)| manager.add(program(document), seed);
        let ids = documents.iter().zip(1..).map(add).collect();
        Self {
            manager,
            ids,
            world: World::default(),
            watcher: Watcher::default(),
            answers: FxHashMap::default(),
            slept: 0,
        }
    }

    fn happens(&mut self, happening: &Happening, dice: &mut Dice) {
        let id = dice.of(&self.ids);
        if let Happening::Write(name, value) = happening
            && self.manager.globals().get(name).is_some()
        {
            let written = self.manager.globals_mut().set(name, value.clone());
            return written.unwrap();
        }
        let (instance, globals) = self.manager.get_mut(id).unwrap();
        match happening {
            Happening::Write(name, value) => {
                instance.set_variable(globals, name, value.clone()).unwrap();
            }
            Happening::Event(name) => instance.send(Event {
                name: (*name).into(),
                payload: None,
            }),
            Happening::Force(number, status) => {
                instance.force(leaf(instance.program(), *number), *status);
            }
            Happening::Interrupt(key, succeeded) => instance.interrupt(*key, *succeeded),
            Happening::Pause => instance.pause(),
            Happening::Resume => instance.resume(),
            Happening::Enable => instance.enable(),
            Happening::Disable => instance.disable(&mut self.world, globals),
            Happening::Restart => instance.restart(&mut self.world, globals),
        }
    }

    /// A frame: how many trees run after it, and what happened in the trees in which anything did.
    fn step(
        &mut self,
        frame: &ScriptFrame,
        number: u64,
    ) -> (usize, Vec<(AgentId, Vec<TraceEvent>)>) {
        let mut dice = Dice::new(number);
        for happening in &frame.happenings {
            self.happens(happening, &mut dice);
        }
        self.world.bits = frame.bits;
        let running = self
            .manager
            .tick_traced(&mut self.world, frame.dt, &mut self.watcher);
        self.slept += self.manager.asleep_count();
        let mut seen = self.watcher.take();
        seen.retain(|(id, events)| !self.is_quiet(*id, events));
        (running, seen)
    }

    /// Whether nothing happened but that tasks answered what they had answered before. Remembers what they answered.
    fn is_quiet(&mut self, id: AgentId, events: &[TraceEvent]) -> bool {
        let mut quiet = true;
        for event in events {
            quiet &= match event {
                TraceEvent::Update(node, status) => {
                    self.answers.insert((id, *node), *status);
                    *status == Status::Running
                }
                TraceEvent::Check(node, status) => {
                    self.answers.insert((id, *node), *status) == Some(*status)
                }
                _ => false,
            };
        }
        quiet
    }

    /// Goes on with what is made of a file.
    fn reload(&mut self) {
        let text = snapshot_json::write_manager(&self.manager.snapshot());
        let snapshot = snapshot_json::read_manager(text.as_bytes()).unwrap();
        let manager = &self.manager;
        let programs = |number: u64, _: &_| {
            let id = manager.agents().find(|id| id.number() == number)?;
            Some(manager.get(id)?.program().clone())
        };
        self.manager = TreeManager::restore(&snapshot, programs).unwrap();
        for id in &self.ids {
            self.manager.set_sleeps(*id, true);
        }
    }

    /// Where all trees stand, without events that are there for a frame and that nobody listens for.
    fn stand(&mut self) -> ManagerSnapshot {
        let mut snapshot = self.manager.snapshot();
        for (_, tree) in &mut snapshot.trees {
            tree.events.clear();
        }
        snapshot
    }
}

/// Kinds over which trees can sleep, so that they do.
const CALM: [&str; 20] = [
    "Sequence",
    "Selector",
    "Parallel",
    "ParallelSelector",
    "UtilitySelector",
    "TimeLimit",
    "Delay",
    "Guard",
    "Inverter",
    "Wait",
    "WaitUntil",
    "WaitForEvent",
    "RandomWait",
    "Idle",
    "CompareBool",
    "CompareFloat",
    "Expression",
    "HasReceivedEvent",
    "VariableChanged",
    "Timer",
];

fn documents(seed: u64, size: usize) -> Vec<Document> {
    let kinds: &[&str] = if seed.is_multiple_of(4) { &[] } else { &CALM };
    (0..3)
        .map(|n| document_with_trees(seed.wrapping_add(n), size, kinds))
        .collect()
}

fn compare(seed: u64, size: usize, frames: usize) -> usize {
    let documents = documents(seed, size);
    let script = script(seed, frames, 12, &documents[0]);
    let (mut polled, mut slept) = (Arena::new(&documents, false), Arena::new(&documents, true));
    for (frame, number) in script.iter().zip(0..) {
        assert_eq!(
            polled.step(frame, number),
            slept.step(frame, number),
            "{frame:?}"
        );
        assert_eq!(polled.world, slept.world);
        // Seldom, because whoever takes a snapshot lets those that sleep catch up.
        if number % 13 == 12 {
            assert_eq!(polled.stand(), slept.stand());
            slept.reload();
        }
    }
    slept.slept
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_tree_that_sleeps_does_what_it_would_do_awake(seed: u64, size in 1_usize..20) {
        compare(seed, size, 40);
    }
}

#[test]
fn the_random_trees_do_sleep() {
    let slept: usize = (0..100).map(|seed| compare(seed, 8, 40)).sum();
    assert!(slept > 1_000, "only {slept} of 12,000 frames were slept");
}

/// Selector[ Sequence(lower priority)[ alarm (shared), say ], Wait 10 s ], again and again.
fn guard() -> Document {
    let mut builder = DocumentBuilder::new("Guard");
    builder.settings(|document| document.restart_when_complete = true);
    for name in ["alarm", "other"] {
        builder.variable(Variable {
            scope: Scope::Global,
            ..Variable::new(name, ValueType::Bool)
        });
    }
    let root = builder.root(Node::new("n1", "Selector")).unwrap();
    let mut sequence = Node::new("n2", "Sequence");
    sequence.abort = AbortType::LowerPriority;
    let sequence = builder.child(&root, sequence).unwrap();
    let alarm = Node::new("n3", "CompareBool")
        .with_parameter("left", ParameterValue::variable("alarm"))
        .with_parameter("right", ParameterValue::literal(true));
    builder.child(&sequence, alarm).unwrap();
    builder.child(&sequence, Node::new("n4", "Idle")).unwrap();
    let wait = Node::new("n5", "Wait").with_parameter("seconds", ParameterValue::literal(10.0));
    builder.child(&root, wait).unwrap();
    builder.finish()
}

fn sleeping(document: &Document) -> (TreeManager<World>, AgentId) {
    let mut manager = TreeManager::new();
    let id = manager.add(program(document), 1);
    manager.set_sleeps(id, true);
    let mut world = World::default();
    manager.tick(&mut world, 0.5);
    manager.tick(&mut world, 0.5);
    assert!(manager.is_asleep(id));
    (manager, id)
}

#[test]
fn a_variable_that_it_watches_wakes_it_and_others_do_not() {
    let (mut manager, id) = sleeping(&guard());
    let mut world = World::default();
    manager.globals_mut().set("other", true.into()).unwrap();
    manager.tick(&mut world, 0.5);
    assert!(manager.is_asleep(id));
    manager.globals_mut().set("alarm", false.into()).unwrap();
    manager.tick(&mut world, 0.5);
    assert!(manager.is_asleep(id), "it did not change");
    manager.globals_mut().set("alarm", true.into()).unwrap();
    let mut watcher = Watcher::default();
    manager.tick_traced(&mut world, 0.5, &mut watcher);
    let aborts = |e: &TraceEvent| matches!(e, TraceEvent::Abort { .. });
    assert!(watcher.take()[0].1.iter().any(aborts));
    assert_eq!(manager.get(id).unwrap().frame(), 5);
}

#[test]
fn a_timer_wakes_it_in_the_frame_in_which_it_is_due() {
    let (mut manager, id) = sleeping(&guard());
    let mut world = World::default();
    let mut woke = 0;
    for frame in 3..=20 {
        let mut watcher = Watcher::default();
        manager.tick_traced(&mut world, 0.5, &mut watcher);
        let ended = |e: &TraceEvent| matches!(e, TraceEvent::End(..));
        let seen = watcher.take();
        if seen.iter().any(|(_, events)| events.iter().any(ended)) {
            assert_eq!((frame, manager.get(id).unwrap().frame()), (20, 20));
            woke += 1;
        }
    }
    assert_eq!(woke, 1);
}

#[test]
fn whoever_reaches_for_it_finds_it_awake_and_up_to_date() {
    let (mut manager, id) = sleeping(&guard());
    for _ in 0..6 {
        manager.tick(&mut World::default(), 0.5);
    }
    assert_eq!(manager.get(id).unwrap().frame(), 2, "it sleeps");
    assert_eq!(manager.get_mut(id).unwrap().0.frame(), 8);
    assert!(!manager.is_asleep(id));
    manager.tick(&mut World::default(), 0.5);
    assert!(manager.is_asleep(id));
    assert_eq!(manager.snapshot().trees[0].1.frame, 9);
    assert!(manager.remove(id, &mut World::default()).is_some());
    assert_eq!(manager.asleep_count(), 0);
}

#[test]
fn trees_after_one_that_is_taken_out_stay_asleep() {
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let ids: Vec<_> = (0..70)
        .map(|seed| manager.add(program(&guard()), seed))
        .collect();
    let mut world = World::default();
    for _ in 0..2 {
        manager.tick(&mut world, 0.5);
    }
    manager.remove(ids[3], &mut world);
    assert_eq!(manager.asleep_count(), 69);
    assert!(manager.is_asleep(ids[69]));
    assert_eq!(manager.tick(&mut world, 0.5), 69);
    manager.globals_mut().set("alarm", true.into()).unwrap();
    manager.tick(&mut world, 0.5);
    assert_eq!(manager.asleep_count(), 0);
}

/// A tree of one task of a game.
fn only(tasks: &GameTasks<World>) -> (TreeManager<World>, AgentId) {
    let mut builder = DocumentBuilder::new("Only");
    builder.root(Node::new("n1", "Task")).unwrap();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), tasks);
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let id = manager.add(compiled.program.unwrap(), 1);
    for _ in 0..2 {
        manager.tick(&mut World::default(), 1.0);
    }
    (manager, id)
}

#[test]
fn a_task_of_the_game_keeps_its_tree_awake_unless_it_says_that_it_waits() {
    let mut tasks = GameTasks::<World>::new();
    tasks.action("Task", |_| TaskHooks::new(|_| Status::Running));
    let (manager, id) = only(&tasks);
    assert!(!manager.is_asleep(id));
    tasks.action("Task", |_| {
        TaskHooks::new(|c: &mut TaskContext<'_, World>| match c.world.bits {
            0 => Status::Running,
            _ => Status::Success,
        })
        .waits_for_inputs()
    });
    let (mut manager, id) = only(&tasks);
    assert!(manager.is_asleep(id));
    let mut world = World {
        bits: 1,
        ..World::default()
    };
    assert_eq!(manager.tick(&mut world, 1.0), 1, "nobody told it");
    manager.wake(id);
    assert_eq!(manager.tick(&mut world, 1.0), 0);
}

#[test]
fn an_event_to_all_wakes_those_that_listen() {
    let mut tasks = GameTasks::<World>::new();
    tasks.action("Task", |_| {
        TaskHooks::new(
            |c: &mut TaskContext<'_, World>| match c.tick.received("alarm") {
                None => Status::Running,
                Some(_) => Status::Success,
            },
        )
        .waits_for_inputs()
        .listens_for("alarm")
    });
    let (mut manager, id) = only(&tasks);
    tasks.object("Task", Category::Action, |_| Box::new(Caller));
    let mut builder = DocumentBuilder::new("Caller");
    builder.root(Node::new("n1", "Task")).unwrap();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), &tasks);
    assert!(manager.is_asleep(id));
    manager.add(compiled.program.unwrap(), 1);
    let mut world = World::default();
    assert_eq!(manager.tick(&mut world, 1.0), 1);
    assert!(
        !manager.is_asleep(id),
        "the event is there in its next frame"
    );
    assert_eq!(manager.tick(&mut world, 1.0), 0);
}

/// Calls once.
struct Caller;

impl crate::runtime::Task<World> for Caller {
    fn update(&mut self, context: &mut crate::runtime::TaskContext<'_, World>) -> Status {
        context.tick.send_to_all(Event {
            name: "alarm".into(),
            payload: None,
        });
        Status::Success
    }
}

#[test]
fn a_long_sleep_ends_in_the_very_frame_in_which_polling_would() {
    let mut builder = DocumentBuilder::new("Long");
    let wait = Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(4_000.1));
    builder.root(wait).unwrap();
    let program = program(&builder.finish());
    let mut world = World::default();
    let ends = [false, true].map(|sleeps| {
        let mut manager = TreeManager::new();
        manager.set_added_sleep(sleeps);
        let id = manager.add(program.clone(), 1);
        let mut frame = 0_u64;
        let mut slept = 0;
        loop {
            frame += 1;
            let dt = if frame.is_multiple_of(1000) { 0.3 } else { 0.1 };
            if manager.tick(&mut world, dt) == 0 {
                break;
            }
            slept += usize::from(manager.is_asleep(id));
        }
        (frame, slept, manager.snapshot())
    });
    let [polled, slept] = ends;
    assert_eq!((polled.0, &polled.2), (slept.0, &slept.2));
    assert!(slept.1 > 39_000, "{} of {} frames", slept.1, slept.0);
}

/// Waits three seconds by a clock of its own.
#[derive(Default)]
struct Clock {
    passed: f64,
}

impl crate::runtime::Task<World> for Clock {
    fn start(&mut self, _context: &mut TaskContext<'_, World>) {
        self.passed = 0.0;
    }

    fn update(&mut self, context: &mut TaskContext<'_, World>) -> Status {
        self.passed += context.tick.dt();
        context.world.diary.push((context.tick.frame(), "asked"));
        if self.passed < 3.0 {
            Status::Running
        } else {
            Status::Success
        }
    }

    fn wake(&self) -> Wake {
        Wake::After(3.0 - self.passed)
    }

    fn pass(&mut self, dt: f64, frames: u64) {
        (0..frames).for_each(|_| self.passed += dt);
    }
}

#[test]
fn an_object_of_the_game_can_say_how_long_it_waits() {
    let mut tasks = GameTasks::<World>::new();
    tasks.object("Task", Category::Action, |_| Box::<Clock>::default());
    let (mut manager, id) = only(&tasks);
    assert!(manager.is_asleep(id));
    let mut world = World::default();
    assert_eq!(manager.tick(&mut world, 0.5), 1);
    assert_eq!(world.diary, [], "it slept");
    assert_eq!(manager.tick(&mut world, 0.5), 0, "3 s have passed");
    assert_eq!(world.diary, [(4, "asked")]);
}
