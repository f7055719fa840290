//! Laws that hold for every tree of every kind, whatever happens to it: checked over random trees and scripts.

mod cut;

use proptest::prelude::*;
use rustc_hash::FxHashSet;

use super::{Event, Globals, NoTracer, NodeIndex, Status, TreeState};
use crate::TreeInstance;
use crate::category::Category;
use crate::model::Document;
use crate::nodes::testing::random::{
    Happening, ScriptFrame, World, document, document_with_trees, leaf, program, script,
};
use crate::runtime::EndStatus;
use crate::trace::{FrameRecorder, FrameTrace, TraceEvent};

/// A random tree with its world and the variables that it would share.
pub(super) struct Run {
    pub instance: TreeInstance<World>,
    pub globals: Globals,
    pub world: World,
    pub recorder: FrameRecorder,
}

/// What a frame of a run gave: its trace, if it ran, and what happened between frames.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Seen {
    pub between: Vec<TraceEvent>,
    pub frame: Option<FrameTrace>,
}

impl Run {
    pub fn new(document: &Document, seed: u64) -> Self {
        Self {
            instance: TreeInstance::new(program(document), seed),
            globals: Globals::default(),
            world: World::default(),
            recorder: FrameRecorder::default(),
        }
    }

    pub fn happens(&mut self, happening: &Happening) {
        match happening {
            Happening::Write(name, value) => self
                .instance
                .set_variable(&mut self.globals, name, value.clone())
                .unwrap(),
            Happening::Event(name) => self.instance.send(Event {
                name: (*name).into(),
                payload: None,
            }),
            Happening::Force(number, status) => {
                let leaf = leaf(self.instance.program(), *number);
                self.instance.force(leaf, *status);
            }
            Happening::Interrupt(key, succeeded) => self.instance.interrupt(*key, *succeeded),
            Happening::Pause => self.instance.pause(),
            Happening::Resume => self.instance.resume(),
            Happening::Disable => self.disable(),
            Happening::Enable => self.instance.enable(),
            Happening::Restart => {
                self.disable();
                self.instance.enable();
            }
        }
    }

    pub fn disable(&mut self) {
        self.instance
            .disable_traced(&mut self.world, &mut self.globals, &mut self.recorder);
    }

    /// What the script says for a frame, and the frame.
    pub fn step(&mut self, frame: &ScriptFrame) -> Seen {
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
        Seen {
            between,
            frame: self.take(status),
        }
    }

    /// [`Self::step`] without anybody watching.
    fn step_unwatched(&mut self, frame: &ScriptFrame) -> Option<Status> {
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
        // A tree that stopped itself has run its frame all the same.
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

/// The tasks that have been entered and not left.
#[derive(Default)]
struct Live(FxHashSet<NodeIndex>);

impl Live {
    fn follow(&mut self, events: &[TraceEvent]) {
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

/// Each run stack is a path of the tree from the root or a Parallel's child, and each such Parallel is the top of another one.
fn check_stacks(instance: &TreeInstance<World>) {
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

/// A document of one tree and a script for it.
fn case(seed: u64, size: usize, frames: usize) -> (Document, Vec<ScriptFrame>) {
    let document = document(seed, size);
    let script = script(seed, frames, 40, &document);
    (document, script)
}

/// A document whose tree runs others inside it and beside it, and a script for it.
fn case_with_trees(seed: u64, size: usize, frames: usize) -> (Document, Vec<ScriptFrame>) {
    let document = document_with_trees(seed, size, &[]);
    let script = script(seed, frames, 40, &document);
    (document, script)
}

const FRAMES: usize = 24;

/// Laws about runs in which little happens would say little.
#[test]
fn the_random_runs_have_everything_in_them() {
    let mut tasks = FxHashSet::default();
    let (mut aborts, mut ended, mut errors) = (0, 0, 0);
    for seed in 0..1000 {
        let (document, script) = case_with_trees(seed, 30, FRAMES);
        tasks.extend(document.nodes().map(|node| node.task.to_string()));
        let mut run = Run::new(&document, seed);
        for frame in &script {
            let seen = run.step(frame);
            let events = seen.frame.iter().flat_map(|f| &f.events);
            for event in events {
                aborts += usize::from(matches!(event, TraceEvent::Abort { .. }));
                errors += usize::from(matches!(event, TraceEvent::Error(..)));
            }
            ended += usize::from(matches!(run.instance.state(), TreeState::Finished(_)));
        }
    }
    for declaration in crate::nodes::declarations() {
        assert!(tasks.contains(&*declaration.task), "{}", declaration.task);
    }
    let counts = [aborts, ended, errors];
    assert!(counts.iter().all(|count| *count > 100), "{counts:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn equal_seeds_give_equal_runs(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        let mut runs = [Run::new(&document, seed), Run::new(&document, seed)];
        for frame in &script {
            let [a, b] = &mut runs;
            prop_assert_eq!(a.step(frame), b.step(frame));
            prop_assert_eq!(&a.world, &b.world);
        }
    }

    #[test]
    fn every_start_has_one_end_and_run_stacks_are_paths_of_what_was_started(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        let mut run = Run::new(&document, seed);
        let mut live = Live::default();
        for frame in &script {
            let seen = run.step(frame);
            live.follow(&seen.between);
            live.follow(&seen.frame.map(|f| f.events).unwrap_or_default());
            check_stacks(&run.instance);
            let on_stacks: FxHashSet<_> = run.instance.stacks().flatten().collect();
            prop_assert_eq!(&on_stacks, &live.0);
            let stopped = matches!(run.instance.state(), TreeState::Disabled | TreeState::Finished(_));
            prop_assert!(!stopped || on_stacks.is_empty());
        }
    }

    #[test]
    fn disabling_at_any_frame_ends_everything_once_deepest_first(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, 10);
        for stop in 0..=script.len() {
            let mut run = Run::new(&document, seed);
            for frame in &script[..stop] {
                run.step(frame);
            }
            let mut live: FxHashSet<_> = run.instance.stacks().flatten().collect();
            run.disable();
            for event in run.recorder.take_events() {
                let TraceEvent::End(node, EndStatus::Inactive) = event else {
                    // A game's task may complain while it ends, and trees beside this one end with it.
                    let others = matches!(event, TraceEvent::Error(..) | TraceEvent::Beside(..));
                    prop_assert!(others, "{event:?}");
                    continue;
                };
                prop_assert!(live.remove(&node), "{node:?} ended twice");
                let program = run.instance.program();
                prop_assert!(live.iter().all(|other| !program.is_inside(*other, node)));
            }
            prop_assert!(live.is_empty(), "{live:?} not ended");
            prop_assert_eq!(run.instance.stacks().count(), 0);
            prop_assert_eq!(run.instance.watched().count(), 0);
            prop_assert_eq!(run.instance.state(), TreeState::Disabled);
        }
    }

    #[test]
    fn a_run_that_nobody_watches_stands_where_a_watched_one_stands(seed: u64, size in 1_usize..40) {
        let (document, script) = case_with_trees(seed, size, FRAMES);
        let (mut watched, mut unwatched) = (Run::new(&document, seed), Run::new(&document, seed));
        for frame in &script {
            watched.step(frame);
            unwatched.step_unwatched(frame);
            prop_assert_eq!(watched.instance.state(), unwatched.instance.state());
            prop_assert!(watched.instance.stacks().eq(unwatched.instance.stacks()));
            prop_assert!(watched.instance.watched().eq(unwatched.instance.watched()));
            prop_assert_eq!(&watched.world, &unwatched.world);
            for variable in &document.variables {
                prop_assert_eq!(
                    watched.instance.variable(&watched.globals, &variable.name),
                    unwatched.instance.variable(&unwatched.globals, &variable.name)
                );
            }
        }
    }
}
