//! The property: on any number of threads and in any order, trees do what they do one after another. Checked over
//! random trees of all kinds of sharing, with random scripts.

use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{Frame, Lane, LendOwn, WorldPerTree, run_at_once};
use crate::TreeManager;
use crate::model::{Document, Scope};
use crate::nodes::Builtin;
use crate::nodes::testing::random::{
    Dice, ScriptFrame, World, document, document_with_trees, program, script, with_own_parents,
};
use crate::runtime::testing::apply_to_tree;
use crate::runtime::{AgentId, ManagerSnapshot, Sharing, TreeInstance};
use crate::testing::cases;
use crate::trace::{FrameRecorder, TraceEvent};

type Instances = [(AgentId, TreeInstance<World, Builtin>)];
type Each<'e> = WorldPerTree<'e, World, FrameRecorder, LendOwn>;

/// How a frame of many trees is run.
#[derive(Clone, Copy, Debug)]
enum TickMode<'a> {
    OneAfterAnother,
    /// In lanes of this size on one thread, in the worst possible order.
    Lanes(
        usize,
        fn(&mut [Lane], Frame<'_>, &mut Instances, &mut Each<'_>),
    ),
    /// In lanes of this size on these threads.
    Threads(usize, &'a ThreadPool),
    /// As a game does it.
    Parallel(&'a ThreadPool),
}

fn in_order(
    order: impl Fn(usize) -> Vec<usize>,
    lanes: &mut [Lane],
    frame: Frame<'_>,
    agents: &mut Instances,
    each: &mut Each<'_>,
) {
    for number in order(lanes.len()) {
        let from = number * frame.size;
        let to = (from + frame.size).min(agents.len());
        let mut each = WorldPerTree {
            own: &mut each.own[from..to],
            tracers: &mut each.tracers[from..to],
            lender: each.lender,
        };
        lanes[number].run(number, frame, &mut agents[from..to], &mut each);
    }
}

fn backwards(lanes: &mut [Lane], frame: Frame<'_>, agents: &mut Instances, each: &mut Each<'_>) {
    in_order(
        |count| (0..count).rev().collect(),
        lanes,
        frame,
        agents,
        each,
    );
}

/// Runs every second lane, starting with the second, then the rest.
fn every_second_first(
    lanes: &mut [Lane],
    frame: Frame<'_>,
    agents: &mut Instances,
    each: &mut Each<'_>,
) {
    let order = |count| (1..count).step_by(2).chain((0..count).step_by(2));
    in_order(|count| order(count).collect(), lanes, frame, agents, each);
}

/// Random trees under one manager, each with its own world and tracer.
struct TreeGroup {
    manager: TreeManager<World>,
    ids: Vec<AgentId>,
    worlds: Vec<World>,
    tracers: Vec<FrameRecorder>,
}

/// The results of a frame.
#[derive(Debug, PartialEq)]
struct FrameResult {
    running: usize,
    events: Vec<Vec<TraceEvent>>,
    worlds: Vec<World>,
    snapshot: ManagerSnapshot,
    asleep: usize,
}

impl TreeGroup {
    fn new(documents: &[Document], trees: usize, sleeps: bool) -> Self {
        let programs: Vec<_> = documents.iter().map(program).collect();
        let mut manager = TreeManager::new();
        manager.set_added_sleep(sleeps);
        let kinds = programs.iter().cycle().take(trees).zip(1..);
        let ids: Vec<_> = kinds
            .map(|(program, seed)| manager.add(program.clone(), seed))
            .collect();
        Self {
            manager,
            worlds: vec![World::default(); ids.len()],
            tracers: ids.iter().map(|_| FrameRecorder::default()).collect(),
            ids,
        }
    }

    fn step(&mut self, frame: &ScriptFrame, number: u64, mode: TickMode<'_>) -> FrameResult {
        let mut dice = Dice::new(number);
        for happening in &frame.happenings {
            let place = dice.below(self.ids.len());
            let world = &mut self.worlds[place];
            apply_to_tree(&mut self.manager, self.ids[place], world, happening);
        }
        for (world, place) in self.worlds.iter_mut().zip(0..) {
            world.bits = frame.bits.rotate_left(place);
        }
        let (worlds, tracers) = (&mut self.worlds[..], &mut self.tracers[..]);
        let manager = &mut self.manager;
        let running = match mode {
            TickMode::OneAfterAnother => {
                manager.tick_each_traced(worlds, frame.dt, tracers).unwrap()
            }
            TickMode::Lanes(size, run) => manager.tick_in_lanes(
                &mut WorldPerTree {
                    own: worlds,
                    tracers,
                    lender: &LendOwn,
                },
                frame.dt,
                size,
                run,
            ),
            TickMode::Threads(size, pool) => {
                let mut each = WorldPerTree {
                    own: worlds,
                    tracers,
                    lender: &LendOwn,
                };
                pool.install(|| manager.tick_in_lanes(&mut each, frame.dt, size, run_at_once))
            }
            TickMode::Parallel(pool) => pool
                .install(|| manager.tick_parallel_traced(worlds, frame.dt, tracers))
                .unwrap(),
        };
        let asleep = self.manager.asleep_count();
        let recorded = self.tracers.iter_mut();
        FrameResult {
            running,
            events: recorded.map(FrameRecorder::take_events).collect(),
            worlds: self.worlds.clone(),
            snapshot: self.manager.snapshot(),
            asleep,
        }
    }
}

/// Draws a random document whose program has this kind of sharing.
fn sharing(wanted: Sharing, seed: u64, size: usize) -> Document {
    let drawn = (0..100).map(|n| {
        let seed = seed.wrapping_add(n);
        let mut document = match wanted {
            Sharing::Reads => document(seed, size),
            Sharing::Nothing | Sharing::Writes => document_with_trees(seed, size, &[]),
        };
        if seed.is_multiple_of(3) {
            document = with_own_parents(&document, seed);
        }
        if wanted == Sharing::Nothing {
            for variable in &mut document.variables {
                if variable.scope == Scope::Global {
                    variable.scope = Scope::Tree;
                }
            }
        }
        document
    });
    let mut fitting = drawn.filter(|document| program(document).sharing() == wanted);
    fitting.next().unwrap()
}

/// Draws documents that share nothing, together with some that read, some that write, or both.
fn documents(seed: u64, size: usize) -> Vec<Document> {
    use Sharing::{Nothing, Reads, Writes};
    let mixed: &[Sharing] = match seed % 5 {
        0 => &[Nothing],
        1 => &[Reads],
        2 => &[Nothing, Reads],
        3 => &[Nothing, Writes, Nothing],
        _ => &[Reads, Nothing, Writes, Writes],
    };
    let of = |(wanted, n): (&Sharing, u64)| sharing(*wanted, seed.wrapping_add(n * 1_000), size);
    mixed.iter().zip(0..).map(of).collect()
}

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
}

fn compare(seed: u64, size: usize, trees: usize, modes: &[TickMode<'_>]) {
    let documents = documents(seed, size);
    let script = script(seed, 12, 40, &documents[0]);
    let sleeps = seed.is_multiple_of(2);
    let mut first = TreeGroup::new(&documents, trees, sleeps);
    let mut others: Vec<_> = modes
        .iter()
        .map(|mode| (mode, TreeGroup::new(&documents, trees, sleeps)))
        .collect();
    for (frame, number) in script.iter().zip(0..) {
        let expected = first.step(frame, number, TickMode::OneAfterAnother);
        for (mode, other) in &mut others {
            let result = other.step(frame, number, **mode);
            assert_eq!(expected, result, "{mode:?}, frame {number}: {frame:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(150)))]

    #[test]
    fn results_are_the_same_in_every_allowed_order(seed: u64, size in 1_usize..16) {
        compare(seed, size, 9, &[
            TickMode::Lanes(1, backwards),
            TickMode::Lanes(1, every_second_first),
            TickMode::Lanes(2, backwards),
            TickMode::Lanes(4, every_second_first),
            TickMode::Lanes(9, backwards),
        ]);
    }
}

#[test]
fn results_are_the_same_on_any_number_of_threads() {
    let pools = [1, 2, 4].map(pool);
    let mut modes: Vec<_> = pools.iter().map(TickMode::Parallel).collect();
    modes.extend(pools.iter().map(|pool| TickMode::Threads(3, pool)));
    for seed in 0..cases(40) {
        compare(seed, 1 + seed as usize % 12, 40, &modes);
    }
}

/// Guards the property: it would prove little about trees that never interact.
#[test]
fn the_random_trees_interact() {
    let (mut slept, mut posted, mut written) = (0, 0, 0);
    for seed in 0..100 {
        let documents = documents(seed, 10);
        let mut group = TreeGroup::new(&documents, 9, seed.is_multiple_of(2));
        let mut before = None;
        for (frame, number) in script(seed, 12, 40, &documents[0]).iter().zip(0..) {
            let silent = ScriptFrame {
                happenings: Vec::new(),
                ..frame.clone()
            };
            let result = group.step(&silent, number, TickMode::OneAfterAnother);
            let trees = &result.snapshot.trees;
            let notified = trees.iter().filter(|(_, tree)| !tree.events.is_empty());
            posted += usize::from(notified.count() == trees.len());
            slept += result.asleep;
            let globals = Some(result.snapshot.globals.variables);
            written += usize::from(before.is_some() && before != globals);
            before = globals;
        }
    }
    let counts = [slept, posted, written];
    assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
}
