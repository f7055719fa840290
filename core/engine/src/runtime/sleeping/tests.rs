//! Tests of what wakes sleeping trees.

mod laws;

use std::sync::Arc;

use crate::TreeManager;
use crate::abort::AbortType;
use crate::category::Category;
use crate::compile::{GameTasks, compile};
use crate::library::NodeLibrary;
use crate::model::{Document, DocumentBuilder, Node, ParameterValue, Scope, Variable};
use crate::nodes::testing::random::{World, program};
use crate::runtime::{
    AgentId, Beside, EndStatus, Event, NodeError, NodeIndex, Status, TaskContext, TaskHooks,
    Tracer, Wake,
};
use crate::time::Nanoseconds;
use crate::trace::{FrameRecorder, TraceEvent};
use crate::value::ValueType;

/// Records the events of a tick, by tree.
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
    fn error(&mut self, error: &NodeError) {
        self.recorder.error(error);
    }
}

/// Selector[ Sequence(lower priority)[ alarm (global), Idle ], Wait 10 s ], restarted when finished.
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
    let id = manager.add(program(document), 1).unwrap();
    manager.set_sleeps(id, true);
    let mut world = World::default();
    manager.tick(&mut world, 0.5);
    manager.tick(&mut world, 0.5);
    assert!(manager.is_asleep(id));
    (manager, id)
}

#[test]
fn only_a_watched_variable_wakes_a_tree() {
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
fn a_timer_wakes_a_tree_in_the_frame_in_which_it_is_due() {
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
fn a_tree_that_the_game_accesses_is_awake_and_up_to_date() {
    let (mut manager, id) = sleeping(&guard());
    for _ in 0..6 {
        manager.tick(&mut World::default(), 0.5);
    }
    assert_eq!(manager.get(id).unwrap().frame(), 2, "it sleeps");
    assert_eq!(manager.get_mut(id).unwrap().0.frame(), 8);
    assert!(!manager.is_asleep(id));
    manager.tick(&mut World::default(), 0.5);
    assert!(manager.is_asleep(id));
    assert_eq!(manager.snapshot().trees[0].tree.frame, 9);
    assert!(manager.remove(id, &mut World::default()).is_some());
    assert_eq!(manager.asleep_count(), 0);
}

#[test]
fn trees_after_a_removed_one_stay_asleep() {
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let ids: Vec<_> = (0..70)
        .map(|seed| manager.add(program(&guard()), seed).unwrap())
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

/// A tree of a single task of a game.
fn only(tasks: &GameTasks<World>) -> (TreeManager<World>, AgentId) {
    let mut builder = DocumentBuilder::new("Only");
    builder.root(Node::new("n1", "Task")).unwrap();
    let compiled = compile(&builder.finish(), &NodeLibrary::builtin(), tasks);
    let mut manager = TreeManager::new();
    manager.set_added_sleep(true);
    let id = manager.add(compiled.program.unwrap(), 1).unwrap();
    for _ in 0..2 {
        manager.tick(&mut World::default(), 1.0);
    }
    (manager, id)
}

#[test]
fn a_task_of_the_game_keeps_its_tree_awake_unless_it_waits_for_inputs() {
    let mut tasks = GameTasks::<World>::new();
    tasks.action("Task", |_| TaskHooks::new(|_| Status::Running));
    let (manager, id) = only(&tasks);
    assert!(!manager.is_asleep(id));
    tasks.action("Task", |_| {
        TaskHooks::new(|c: &mut TaskContext<'_, '_, World>| match c.world.bits {
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
    assert_eq!(manager.tick(&mut world, 1.0), 1, "nothing has woken it");
    manager.wake(id);
    assert_eq!(manager.tick(&mut world, 1.0), 0);
}

#[test]
fn an_event_for_all_trees_wakes_the_listening_ones() {
    let mut tasks = GameTasks::<World>::new();
    tasks.action("Task", |_| {
        TaskHooks::new(
            |c: &mut TaskContext<'_, '_, World>| match c.tick.received("alarm") {
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
    manager.add(compiled.program.unwrap(), 1).unwrap();
    let mut world = World::default();
    assert_eq!(manager.tick(&mut world, 1.0), 1);
    assert!(
        !manager.is_asleep(id),
        "the event is there in its next frame"
    );
    assert_eq!(manager.tick(&mut world, 1.0), 0);
}

/// Sends an event to all trees once.
struct Caller;

impl crate::runtime::Task<World> for Caller {
    fn update(&mut self, context: &mut crate::runtime::TaskContext<'_, '_, World>) -> Status {
        context.tick.send_to_all(Event {
            name: "alarm".into(),
            payload: None,
        });
        Status::Success
    }
}

#[test]
fn a_long_sleep_ends_in_the_same_frame_as_without_sleep() {
    let mut builder = DocumentBuilder::new("Long");
    let wait = Node::new("n1", "Wait").with_parameter("seconds", ParameterValue::literal(4_000.1));
    builder.root(wait).unwrap();
    let program = program(&builder.finish());
    let mut world = World::default();
    let ends = [false, true].map(|sleeps| {
        let mut manager = TreeManager::new();
        manager.set_added_sleep(sleeps);
        let id = manager.add(program.clone(), 1).unwrap();
        let mut frame = 0_u64;
        let mut slept = 0_u64;
        loop {
            frame += 1;
            let dt = if frame.is_multiple_of(1000) { 0.3 } else { 0.1 };
            if manager.tick(&mut world, dt) == 0 {
                break;
            }
            slept += u64::from(manager.is_asleep(id));
        }
        (frame, slept, manager.snapshot().trees.remove(0).tree)
    });
    let [polled, slept] = ends;
    assert_eq!((polled.0, &polled.2), (slept.0, &slept.2));
    assert_eq!(slept.1, slept.0 - 1, "nothing else has woken it");
}

/// Waits three seconds, measured by a counter of its own.
#[derive(Default)]
struct Clock {
    passed: Nanoseconds,
    /// How many frames it slept through.
    skipped: u64,
}

const THREE_SECONDS: Nanoseconds = Nanoseconds::from_seconds(3.0);

impl crate::runtime::Task<World> for Clock {
    fn start(&mut self, _context: &mut TaskContext<'_, '_, World>) {
        self.passed = Nanoseconds::ZERO;
    }

    fn update(&mut self, context: &mut TaskContext<'_, '_, World>) -> Status {
        self.passed += context.tick.dt_nanoseconds();
        context.world.diary.push((self.skipped, "frames skipped"));
        if self.passed < THREE_SECONDS {
            Status::Running
        } else {
            Status::Success
        }
    }

    fn wake(&self) -> Wake {
        Wake::After(THREE_SECONDS - self.passed)
    }

    fn pass(&mut self, elapsed: Nanoseconds, frames: u64) {
        self.passed += elapsed;
        self.skipped += frames;
    }
}

#[test]
fn a_task_object_can_declare_how_long_it_waits() {
    let mut tasks = GameTasks::<World>::new();
    tasks.object("Task", Category::Action, |_| Box::<Clock>::default());
    let (mut manager, id) = only(&tasks);
    assert!(manager.is_asleep(id));
    let mut world = World::default();
    assert_eq!(manager.tick(&mut world, 0.5), 1);
    assert_eq!(manager.tick(&mut world, 0.4), 1);
    assert_eq!(world.diary, [], "it slept");
    assert_eq!(manager.tick(&mut world, 0.1), 0, "3 s have passed");
    // The second frame of `only` as well.
    assert_eq!(world.diary, [(3, "frames skipped")]);
}
