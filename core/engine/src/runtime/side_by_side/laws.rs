//! The property: on any number of threads and in any order, trees do what they do one after another. Checked over
//! random trees of all kinds of sharing, with random scripts, some of which are removed.

use proptest::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::{AtOnce, Lane, LaneFrame, LaneRunner, LendOwn, Lender, WorldPerTree};
use crate::TreeManager;
use crate::model::{Document, Scope};
use crate::nodes::testing::random::{
    Dice, ScriptFrame, World, document, document_with_trees, program, script, with_own_parents,
};
use crate::runtime::testing::apply_to_tree;
use crate::runtime::tree_manager::Seat;
use crate::runtime::{AgentId, ManagerFrame, ManagerSnapshot, Sharing, Tasks, Tracing};
use crate::testing::cases;
use crate::trace::{FrameRecorder, TraceEvent};

/// How a frame of many trees is run.
#[derive(Clone, Copy, Debug)]
enum TickMode<'a> {
    OneAfterAnother,
    /// In lanes of this size on one thread, in the worst possible order.
    Lanes(usize, InOrder),
    /// In lanes of this size on these threads.
    Threads(usize, &'a ThreadPool),
    /// As a game does it.
    Parallel(&'a ThreadPool),
}

/// Runs lanes one after another: of a number of lanes, returns their order.
#[derive(Clone, Copy, Debug)]
struct InOrder(fn(usize) -> Vec<usize>);

impl LaneRunner for InOrder {
    fn run<W: crate::runtime::World + ?Sized, B: Tasks, O: Send, L, S: Tracing + Send>(
        &self,
        lanes: &mut [Lane],
        frame: LaneFrame<'_>,
        seats: &mut [Seat<W, B>],
        worlds: &mut WorldPerTree<'_, O, L>,
        tracing: &mut [S],
    ) where
        L: Lender<W, O> + Sync,
    {
        for number in self.0(lanes.len()) {
            let from = number * frame.size;
            let to = (from + frame.size).min(seats.len());
            let trees = frame.sleepers.rank(from)..frame.sleepers.rank(to);
            let mut each = WorldPerTree {
                own: &mut worlds.own[trees],
                lender: worlds.lender,
            };
            let seats = &mut seats[from..to];
            lanes[number].run(number, frame, seats, &mut each, &mut tracing[number]);
        }
    }
}

const BACKWARDS: InOrder = InOrder(|count| (0..count).rev().collect());

/// Runs every second lane, starting with the second, then the rest.
const EVERY_SECOND_FIRST: InOrder = InOrder(|count| {
    let order = (1..count).step_by(2).chain((0..count).step_by(2));
    order.collect()
});

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
            .map(|(program, seed)| manager.add(program.clone(), seed).unwrap())
            .collect();
        Self {
            manager,
            worlds: vec![World::default(); ids.len()],
            tracers: ids.iter().map(|_| FrameRecorder::default()).collect(),
            ids,
        }
    }

    /// Removes the tree at this position among those that are left.
    fn remove(&mut self, place: usize) {
        let mut world = self.worlds.remove(place);
        let id = self.ids.remove(place);
        self.tracers.remove(place);
        assert!(self.manager.remove(id, &mut world).is_some());
        assert!(self.manager.agents().eq(self.ids.iter().copied()));
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
            TickMode::Lanes(size, order) => {
                in_lanes(manager, worlds, tracers, (frame.dt, size), &order)
            }
            TickMode::Threads(size, pool) => {
                pool.install(|| in_lanes(manager, worlds, tracers, (frame.dt, size), &AtOnce))
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

fn in_lanes(
    manager: &mut TreeManager<World>,
    own: &mut [World],
    tracers: &mut [FrameRecorder],
    (dt, size): (f64, usize),
    runner: &impl LaneRunner,
) -> usize {
    let frame = manager.frame(dt).traced_each(tracers).unwrap();
    let ManagerFrame {
        manager,
        mut tracing,
        ..
    } = frame;
    let lender = &LendOwn;
    manager.tick_in_lanes(
        &mut WorldPerTree { own, lender },
        &mut tracing,
        dt,
        size,
        runner,
    )
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
    let mut dice = Dice::new(seed);
    for (frame, number) in script.iter().zip(0..) {
        if dice.percent(30) && first.ids.len() > 1 {
            let place = dice.below(first.ids.len());
            let groups = others.iter_mut().map(|(_, group)| group);
            groups
                .chain([&mut first])
                .for_each(|group| group.remove(place));
        }
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
            TickMode::Lanes(1, BACKWARDS),
            TickMode::Lanes(1, EVERY_SECOND_FIRST),
            TickMode::Lanes(2, BACKWARDS),
            TickMode::Lanes(4, EVERY_SECOND_FIRST),
            TickMode::Lanes(9, BACKWARDS),
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
            let notified = trees.iter().filter(|saved| !saved.tree.events.is_empty());
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
