//! Properties of runs, for any program and any script: checked by property tests over random cases, and by fuzzing.
#![allow(clippy::unwrap_used, reason = "only tests and fuzzing use it")]
#![cfg_attr(
    not(test),
    allow(
        dead_code,
        unused_imports,
        reason = "tests use more of it than fuzzing"
    )
)]

pub mod copies;

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{
    AgentId, Event, Globals, NoTracer, NodeIndex, Snapshot, SnapshotError, SnapshotTime, Status,
    SwapOutcome, TreeState,
};
use crate::category::Category;
use crate::format::snapshot_json;
use crate::model::Document;
use crate::nodes::testing::random::{
    Dice, FAULTY_TASK_PANIC, ScriptEvent, ScriptFrame, World, leaf, program,
};
use crate::time::Nanoseconds;
use crate::trace::{FrameRecorder, FrameTrace, TraceEvent};
use crate::{Program, TreeInstance, TreeManager};

/// A random tree with its world and its global variables.
pub struct Run {
    pub instance: TreeInstance<World>,
    pub globals: Globals,
    pub world: World,
    pub recorder: FrameRecorder,
}

/// The result of a frame: its trace, if it ran, and the events between frames.
#[derive(Clone, Debug, PartialEq)]
pub struct FrameResult {
    pub between: Vec<TraceEvent>,
    pub frame: Option<FrameTrace>,
}

impl Run {
    pub fn new(document: &Document, seed: u64) -> Self {
        Self::of(program(document), seed)
    }

    pub fn of(program: Arc<Program<World>>, seed: u64) -> Self {
        Self {
            instance: TreeInstance::new(program, seed),
            globals: Globals::default(),
            world: World::default(),
            recorder: FrameRecorder::default(),
        }
    }

    pub fn happens(&mut self, happening: &ScriptEvent) {
        match happening {
            ScriptEvent::Write(name, value) => {
                let set = self
                    .instance
                    .set_variable(&mut self.globals, name, value.clone());
                // Of two variables with the same name the first one counts, which may have another type.
                let found = self
                    .instance
                    .variables(&self.globals)
                    .find(|v| *v.name == **name);
                let fits = found.is_some_and(|v| v.value_type.accepts(value));
                assert_eq!(set.is_ok(), fits, "{name} = {value}: {set:?}");
            }
            ScriptEvent::Event(name, payload) => self.instance.send(Event {
                name: (*name).into(),
                payload: payload.clone(),
            }),
            ScriptEvent::Force(number, status) => {
                let leaf = leaf(self.instance.program(), *number);
                self.instance.force(leaf, *status).unwrap();
            }
            ScriptEvent::Interrupt(key, outcome) => self.instance.interrupt(*key, *outcome),
            ScriptEvent::Pause => self.instance.pause(),
            ScriptEvent::Resume => self.instance.resume(),
            ScriptEvent::Disable => self.disable(),
            ScriptEvent::Enable => self.instance.enable(),
            ScriptEvent::Restart => {
                self.disable();
                self.instance.enable();
            }
        }
    }

    pub fn disable(&mut self) {
        self.instance
            .disable_traced(&mut self.world, &mut self.globals, &mut self.recorder);
    }

    /// Applies the script's input for a frame, then runs it.
    pub fn step(&mut self, frame: &ScriptFrame) -> FrameResult {
        for happening in &frame.happenings {
            self.happens(happening);
        }
        let between = self.recorder.take_events();
        self.world.bits = frame.bits;
        let status = self.instance.tick_traced(
            &mut self.world,
            &mut self.globals,
            frame.dt,
            &mut self.recorder,
        );
        FrameResult {
            between,
            frame: self.take(status),
        }
    }

    /// Like [`Self::step`], without a tracer.
    pub fn step_unwatched(&mut self, frame: &ScriptFrame) -> Option<Status> {
        for happening in &frame.happenings {
            self.happens(happening);
        }
        self.recorder.take_events();
        self.world.bits = frame.bits;
        let (world, globals) = (&mut self.world, &mut self.globals);
        self.instance
            .tick_traced(world, globals, frame.dt, &mut NoTracer)
    }

    fn take(&mut self, status: Option<Status>) -> Option<FrameTrace> {
        // A tree that stopped itself has nevertheless run its frame.
        let events = self.recorder.take_events();
        if status.is_none() && events.is_empty() {
            return None;
        }
        Some(FrameTrace {
            frame: self.instance.frame(),
            status: status.unwrap_or(Status::Running),
            events,
            stacks: self.instance.stacks().collect(),
        })
    }
}

/// Applies a script event to a tree of a manager. Writes of global variables bypass the trees, which may be asleep.
pub fn apply_to_tree(
    manager: &mut TreeManager<World>,
    id: AgentId,
    world: &mut World,
    happening: &ScriptEvent,
) {
    if let ScriptEvent::Write(name, value) = happening
        && manager.globals().get(name).is_some()
    {
        // A value of another type is refused.
        let _ = manager.globals_mut().set(name, value.clone());
        return;
    }
    let (instance, globals) = manager.get_mut(id).unwrap();
    match happening {
        ScriptEvent::Write(name, value) => {
            let _ = instance.set_variable(globals, name, value.clone());
        }
        ScriptEvent::Event(name, payload) => instance.send(Event {
            name: (*name).into(),
            payload: payload.clone(),
        }),
        ScriptEvent::Force(number, status) => {
            let leaf = leaf(instance.program(), *number);
            instance.force(leaf, *status).unwrap();
        }
        ScriptEvent::Interrupt(key, outcome) => instance.interrupt(*key, *outcome),
        ScriptEvent::Pause => instance.pause(),
        ScriptEvent::Resume => instance.resume(),
        ScriptEvent::Enable => instance.enable(),
        ScriptEvent::Disable => instance.disable(world, globals),
        ScriptEvent::Restart => instance.restart(world, globals),
    }
}

/// The tasks that have started and not ended.
#[derive(Default)]
struct ActiveTasks(FxHashSet<NodeIndex>);

impl ActiveTasks {
    fn apply(&mut self, events: &[TraceEvent]) {
        for event in events {
            match event {
                TraceEvent::Start(node) => {
                    assert!(self.0.insert(*node), "{node:?} started twice in {events:?}");
                }
                TraceEvent::End(node, _) => {
                    assert!(
                        self.0.remove(node),
                        "{node:?} ended unstarted in {events:?}"
                    );
                }
                TraceEvent::Update(node, _) => {
                    assert!(
                        self.0.contains(node),
                        "{node:?} updated outside in {events:?}"
                    );
                }
                _ => {}
            }
        }
    }
}

/// Asserts that each run stack is a path of the tree from the root or a child of a Parallel, and that each such
/// Parallel is the top of another stack.
pub fn check_stacks(instance: &TreeInstance<World>) {
    let program = instance.program();
    let stacks: Vec<_> = instance.stacks().collect();
    let tops: Vec<_> = instance.tops().collect();
    for (number, stack) in stacks.iter().enumerate() {
        for pair in stack.windows(2) {
            assert_eq!(program.parent(pair[1]), Some(pair[0]), "{stacks:?}");
        }
        match program.parent(stack[0]) {
            None => assert_eq!(number, 0, "{stacks:?}"),
            Some(parallel) => assert!(tops.contains(&parallel), "{stacks:?}"),
        }
        let top = stack[stack.len() - 1];
        assert_ne!(program.category(top), Category::Conditional, "{stacks:?}");
    }
}

impl Run {
    /// Continues with a copy that was written to the snapshot format and read back.
    fn reload(&mut self) {
        let globals = self.globals.snapshot();
        let text = snapshot_json::write_globals(&globals);
        assert_eq!(
            snapshot_json::read_globals(text.as_bytes()).unwrap(),
            globals
        );
        self.globals = Globals::restore(&globals).unwrap();
        assert_eq!(self.globals.snapshot(), globals);
        let snapshot = self.instance.snapshot();
        let text = snapshot_json::write(&snapshot);
        let read = snapshot_json::read(text.as_bytes()).unwrap();
        assert_eq!(read, snapshot.shortened());
        assert_eq!(snapshot_json::write(&read), text);
        let program = self.instance.program().clone();
        let restored = TreeInstance::restore(program, &read, &mut self.globals).unwrap();
        assert_eq!(restored.1, SwapOutcome::Kept);
        self.instance = restored.0;
        assert_eq!(self.instance.snapshot(), snapshot);
    }
}

/// Replaces the program of a run. A saved run that is restored in the same program is in the same state then, with the
/// same outcome.
pub fn swapped_as_restored(run: &mut Run, program: &Arc<Program<World>>) -> SwapOutcome {
    let saved = snapshot_json::write(&run.instance.snapshot());
    let saved = snapshot_json::read(saved.as_bytes()).unwrap();
    let mut globals = Globals::restore(&run.globals.snapshot()).unwrap();
    let restored = TreeInstance::restore(program.clone(), &saved, &mut globals);
    let (restored, as_saved) = restored.unwrap();
    let outcome = run
        .instance
        .swap_program(program.clone(), &mut run.world, &mut run.globals);
    assert_eq!(outcome, as_saved);
    assert_eq!(run.instance.snapshot(), restored.snapshot(), "{outcome}");
    assert_eq!(run.globals.snapshot(), globals.snapshot(), "{outcome}");
    outcome
}

/// Every start has exactly one end, run stacks are paths of started tasks, and everything has ended when the tree is
/// disabled.
pub fn ends_once(program: &Arc<Program<World>>, seed: u64, script: &[ScriptFrame]) {
    let mut run = Run::of(program.clone(), seed);
    for frame in script {
        run.check_frame(frame);
        let on_stacks = run.on_stacks();
        let state = run.instance.state();
        let stopped = matches!(state, TreeState::Disabled | TreeState::Finished(_));
        assert!(!stopped || on_stacks.is_empty());
    }
    let mut active = ActiveTasks(run.on_stacks());
    run.disable();
    active.apply(&run.recorder.take_events());
    assert!(active.0.is_empty(), "{:?} not ended", active.0);
}

impl Run {
    fn on_stacks(&self) -> FxHashSet<NodeIndex> {
        self.instance.stacks().flatten().collect()
    }

    /// Runs a frame and asserts that the run stacks consist of exactly the tasks that started and did not end.
    pub fn check_frame(&mut self, frame: &ScriptFrame) {
        let mut active = ActiveTasks(self.on_stacks());
        let FrameResult { between, frame } = self.step(frame);
        active.apply(&between);
        active.apply(&frame.map(|f| f.events).unwrap_or_default());
        check_stacks(&self.instance);
        assert_eq!(self.on_stacks(), active.0);
    }
}

/// A run without a tracer has the same state as one with a tracer.
pub fn has_same_state_without_tracer(
    program: &Arc<Program<World>>,
    seed: u64,
    script: &[ScriptFrame],
) {
    let mut watched = Run::of(program.clone(), seed);
    let mut unwatched = Run::of(program.clone(), seed);
    for frame in script {
        watched.step(frame);
        unwatched.step_unwatched(frame);
        assert_eq!(watched.instance.state(), unwatched.instance.state());
        assert!(watched.instance.stacks().eq(unwatched.instance.stacks()));
        assert!(watched.instance.watched().eq(unwatched.instance.watched()));
        assert_eq!(watched.world, unwatched.world);
        assert_eq!(watched.instance.snapshot(), unwatched.instance.snapshot());
        assert_eq!(watched.globals.snapshot(), unwatched.globals.snapshot());
    }
}

/// A run that is restored before and after every frame continues as if it had never stopped.
pub fn continues_when_restored(program: &Arc<Program<World>>, seed: u64, script: &[ScriptFrame]) {
    let mut whole = Run::of(program.clone(), seed);
    let mut pieces = Run::of(program.clone(), seed);
    for frame in script {
        for happening in &frame.happenings {
            pieces.happens(happening);
            pieces.reload();
        }
        let silent = ScriptFrame {
            happenings: vec![],
            ..frame.clone()
        };
        assert_eq!(whole.step(frame), pieces.step(&silent));
        assert_eq!(whole.world, pieces.world);
        pieces.reload();
        assert_eq!(whole.instance.snapshot(), pieces.instance.snapshot());
        assert_eq!(whole.globals.snapshot(), pieces.globals.snapshot());
    }
}

/// Changes a snapshot, mostly to a state that no run could have.
fn spoil(snapshot: &mut Snapshot, dice: &mut Dice) {
    let wild = |dice: &mut Dice| dice.of(&[0, 1, 2, 3, 1 << 31, 1 << 62, 1 << 63, u64::MAX, 7]);
    let node = |dice: &mut Dice| NodeIndex(dice.of(&[0, 1, 2, 3, 4, 5, 6, 7, u32::MAX, 1 << 30]));
    if dice.percent(50) {
        // It claims to be of another program.
        snapshot.program ^= 1;
    }
    if dice.percent(50) {
        *snapshot = snapshot.shortened();
    }
    match dice.below(16) {
        0..=4 => {
            for number in &mut snapshot.memory {
                if dice.percent(40) {
                    *number = wild(dice);
                }
            }
        }
        5 => snapshot.tops.push(node(dice)),
        6 => drop(snapshot.tops.pop()),
        7 => {
            for top in &mut snapshot.tops {
                if dice.percent(50) {
                    *top = node(dice);
                }
            }
        }
        8 => {
            for watched in &mut snapshot.watched {
                watched.scope = dice.percent(70).then(|| node(dice));
                watched.status = dice.of(&Status::ALL);
            }
        }
        9 => snapshot.forced.push((node(dice), dice.of(&Status::ALL))),
        10 => snapshot.resumes.push(node(dice)),
        11 => snapshot.fresh.push(node(dice)),
        12 => snapshot.unsaved.push((node(dice), "torn".into())),
        13 | 14 => spoil_nodes(snapshot, dice),
        15 => {
            snapshot.frame = wild(dice);
            snapshot.time = dice.of(&[
                SnapshotTime::Seconds(f64::NAN),
                SnapshotTime::Seconds(1e300),
                SnapshotTime::Seconds(-1.0),
                SnapshotTime::Nanoseconds(Nanoseconds::MAX),
            ]);
        }
        _ => {
            snapshot.state = dice.of(&[
                TreeState::Enabled,
                TreeState::Paused,
                TreeState::Disabled,
                TreeState::Finished(Status::Running),
            ]);
        }
    }
}

/// Changes the list of nodes of a snapshot.
fn spoil_nodes(snapshot: &mut Snapshot, dice: &mut Dice) {
    let mut nodes = snapshot.nodes.take().unwrap_or_default().to_vec();
    if nodes.is_empty() {
        return;
    }
    let number = dice.below(nodes.len());
    let other = nodes[dice.below(nodes.len())].clone();
    match dice.below(7) {
        0 => nodes[number].parent = Some(NodeIndex(dice.below(99) as u32)),
        1 => nodes[number].parent = None,
        2 => nodes[number].task = other.task,
        3 => nodes[number].id = other.id,
        4 => nodes[number].memory = dice.of(&[0, 1, 2, 9, u32::MAX]),
        5 => drop(nodes.remove(number)),
        _ => nodes.reverse(),
    }
    snapshot.nodes = Some(nodes.into());
}

/// A damaged snapshot is refused, or runs without harm.
pub fn damaged_snapshots_do_no_harm(
    program: &Arc<Program<World>>,
    seed: u64,
    (script, stop): (&[ScriptFrame], usize),
    dice: &mut Dice,
) {
    let (before, after) = script.split_at(stop.min(script.len()));
    let mut run = Run::of(program.clone(), seed);
    for frame in before {
        run.step(frame);
    }
    let mut snapshot = run.instance.snapshot();
    spoil(&mut snapshot, dice);
    match TreeInstance::restore(program.clone(), &snapshot, &mut run.globals) {
        Err(error) => assert!(matches!(error, SnapshotError::Damaged(_)), "{error}"),
        Ok((instance, _)) => {
            run.instance = instance;
            for frame in after {
                let FrameResult { frame, .. } = run.step(frame);
                for event in frame.iter().flat_map(|f| &f.events) {
                    if let TraceEvent::Error(node, text) = event {
                        let own =
                            text.english().contains(FAULTY_TASK_PANIC) || text.code() != "panicked";
                        assert!(own, "{node:?} {text}");
                    }
                }
            }
            run.disable();
        }
    }
}
