//! Ticks the trees of a manager on several threads at once, with the same results as one after another.
//!
//! The frame of a tree depends on nothing but the tree, its own world, and what it shares with other trees of the
//! manager; and what it can share is known from its program ([`Sharing`]). Trees that share nothing run first, in any
//! order. Trees that share something follow: if one of them may write in this frame, all of them run in their order on
//! one thread; otherwise in any order, since they read the same values. A tree that has not declared its shared
//! variables yet counts as one that writes. Events for all trees are delivered when the frame is over, in the order of
//! their senders.
//!
//! Threads process lanes: groups of neighboring trees, each with a copy of the shared values. So nothing needs a lock.
//! Trees that a tracer of the calling thread observes wait until the lanes are done, and run on that thread: whether a
//! tree that shares nothing runs early or late makes no difference, and those that share run in their order anyway.

use super::world::{Lent, World};
use rayon::prelude::*;

use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::outside::Event;
use super::sharing::Sharing;
use super::sleeping::{Nap, Sleepers};
use super::task::Tasks;
use super::tick_context::TimeStep;
use super::tracer::Tracer;
use super::tree_manager::{
    LendOwn, LendShared, Lender, Seat, TreeManager, WorldCount, WorldPerTree, WorldProvider,
};
use super::watching::lanes::ParallelTracing;
use super::watching::{ManagerFrame, Tracing, TreeObserver};
use crate::status::Status;

/// With fewer awake trees than this, using more threads costs more than it gains.
const MIN_AWAKE: usize = 32;

/// The number of lanes for each thread, so that a thread that is done takes over work of others.
const LANES_PER_THREAD: usize = 8;

/// Neighboring trees that one thread ticks, and the results of that.
#[derive(Default)]
pub(super) struct Lane {
    globals: Globals,
    /// How many trees returned Running.
    running: usize,
    /// Whether any awake tree shares something.
    has_sharers: bool,
    /// Whether any tree must run in its order.
    has_writers: bool,
    /// Events for all trees, with the positions of their senders.
    posted: Vec<(usize, Event)>,
    /// Trees that can sleep now, by position.
    naps: Vec<(usize, Nap)>,
}

/// The lanes of a manager, kept from frame to frame to reuse their buffers.
#[derive(Default)]
pub(super) struct Lanes(Vec<Lane>);

/// The data of a frame that all lanes use.
#[derive(Clone, Copy)]
struct LaneFrame<'a> {
    /// Whether this pass runs the trees that share something, or the others.
    for_sharers: bool,
    sleepers: &'a Sleepers,
    globals: &'a Globals,
    step: TimeStep,
    /// The number of trees in a lane.
    size: usize,
}

impl LaneFrame<'_> {
    /// Returns how many trees are in a lane.
    fn trees_in(&self, number: usize) -> usize {
        let first = number * self.size;
        let end = (first + self.size).min(self.sleepers.may_sleep.len());
        self.sleepers.rank(end) - self.sleepers.rank(first)
    }
}

impl Lane {
    /// Resets the lane at the beginning of a frame.
    fn begin(&mut self) {
        self.running = 0;
        self.has_sharers = false;
        self.has_writers = false;
    }

    /// Ticks the trees of this lane that belong to the current pass. `number` is the lane's index.
    fn run<W: World + ?Sized, B: Tasks>(
        &mut self,
        number: usize,
        frame: LaneFrame<'_>,
        seats: &mut [Seat<W, B>],
        worlds: &mut impl WorldProvider<W>,
        tracing: &mut impl Tracing,
    ) {
        if frame.for_sharers {
            if !self.has_sharers {
                return;
            }
            self.globals.copy_values(frame.globals);
        }
        let first = number * frame.size;
        let first_rank = frame.sleepers.rank(first);
        let mut next = first;
        while let Some(place) = frame.sleepers.next_awake(next) {
            next = place + 1;
            let Some(Seat { id, tree }) = seats.get_mut(place - first) else {
                break;
            };
            let Some(instance) = tree else {
                continue;
            };
            if instance.shares() != frame.for_sharers {
                self.has_sharers |= instance.shares();
                self.has_writers |= instance.needs_order();
                continue;
            }
            let rank = frame.sleepers.rank(place) - first_rank;
            let observer = tracing.observer(rank, *id);
            if matches!(observer, TreeObserver::Elsewhere) {
                continue;
            }
            instance.begin_watch();
            let status = worlds.with_world(rank, |world| {
                instance.run_observed(*id, world, &mut self.globals, frame.step, observer)
            });
            collect_posted(&mut self.globals, place, &mut self.posted);
            if status == Some(Status::Running) {
                self.running += 1;
                if frame.sleepers.may_sleep[place] {
                    let nap = instance.nap(&mut self.globals);
                    self.naps.extend(nap.map(|nap| (place, nap)));
                }
            }
        }
    }
}

/// Moves newly sent events for all trees to `posted`, with the position of their sender.
fn collect_posted(globals: &mut Globals, place: usize, posted: &mut Vec<(usize, Event)>) {
    posted.extend(globals.posted.drain(..).map(|event| (place, event)));
}

/// The worlds of trees that run in their order after the others.
struct OrderedWorlds<'a, P> {
    worlds: &'a mut P,
    posted: &'a mut Vec<(usize, Event)>,
}

impl<W: World + ?Sized, P: WorldProvider<W>> WorldProvider<W> for OrderedWorlds<'_, P> {
    fn with_world<R>(&mut self, rank: usize, run: impl FnOnce(&mut Lent<'_, W>) -> R) -> R {
        self.worlds.with_world(rank, run)
    }

    fn after_run(&mut self, place: usize, globals: &mut Globals) {
        collect_posted(globals, place, self.posted);
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    fn shares(&self) -> bool {
        self.program.sharing > Sharing::Nothing
    }

    /// Returns whether the tree has resolved the shared variables that its program declares.
    fn is_bound(&self) -> bool {
        let rare = self.agent.rare.as_ref();
        let found = rare.map_or(0, |rare| rare.global_places.len());
        found == self.program.global_variables.len()
    }

    /// Returns whether other trees could notice in which order this tree is ticked.
    fn needs_order(&self) -> bool {
        match self.program.sharing {
            Sharing::Nothing => false,
            Sharing::Reads => !self.is_bound(),
            Sharing::Writes => true,
        }
    }
}

impl<W: Send + 'static, B: Tasks> TreeManager<W, B> {
    /// Like [`Self::tick_each`], on the threads of `rayon`'s pool, with the same results on any number of threads.
    ///
    /// Trees run in parallel if they share nothing, or if they only read shared variables in a frame in which no tree
    /// writes them. All others run one after another on the calling thread
    /// ([`Program::sharing`](crate::Program::sharing) tells which). A world should only read data that other worlds can
    /// access as well (behind an `Arc`, for instance): even behind a lock, the order of writes would be undefined. The
    /// same applies to data that tasks of the game keep outside of the world.
    ///
    /// ```
    /// # use treewright_core::TreeManager;
    /// # use treewright_core::compile::{GameTasks, compile};
    /// # use treewright_core::library::NodeLibrary;
    /// # use treewright_core::model::{DocumentBuilder, Node};
    /// # use treewright_core::runtime::{Status, TaskContext, TaskHooks, WorldCount};
    /// struct Soldier { steps: u32 }
    ///
    /// # let mut builder = DocumentBuilder::new("Patrol");
    /// # builder.root(Node::new("n1", "Step")).unwrap();
    /// # let document = builder.finish();
    /// let mut tasks = GameTasks::<Soldier>::new();
    /// tasks.action("Step", |_| {
    ///     TaskHooks::new(|context: &mut TaskContext<Soldier>| {
    ///         context.world.steps += 1;
    ///         Status::Running
    ///     })
    /// });
    /// let program = compile(&document, &NodeLibrary::builtin(), &tasks).program.unwrap();
    /// let mut trees = TreeManager::new();
    /// let mut soldiers = Vec::new();
    /// for seed in 0..1_000 {
    ///     trees.add(program.clone(), seed).unwrap();
    ///     soldiers.push(Soldier { steps: 0 });
    /// }
    /// assert_eq!(trees.tick_parallel(&mut soldiers, 0.1)?, 1_000);
    /// assert!(soldiers.iter().all(|soldier| soldier.steps == 1));
    /// # Ok::<(), WorldCount>(())
    /// ```
    ///
    /// # Errors
    /// If the number of worlds differs from the number of trees; nothing has happened then.
    pub fn tick_parallel(&mut self, worlds: &mut [W], dt: f64) -> Result<usize, WorldCount> {
        self.frame(dt).run_parallel(worlds)
    }

    /// Like [`Self::tick_parallel`], with a tracer for each tree.
    ///
    /// # Errors
    /// If the number of worlds or tracers differs from the number of trees; nothing has happened then.
    pub fn tick_parallel_traced<T: Tracer + Send>(
        &mut self,
        worlds: &mut [W],
        dt: f64,
        tracers: &mut [T],
    ) -> Result<usize, WorldCount> {
        self.frame(dt).traced_each(tracers)?.run_parallel(worlds)
    }
}

impl<W: Send + 'static, B: Tasks, S: ParallelTracing> ManagerFrame<'_, W, B, S> {
    /// Runs the frame with a world for each tree, on the threads of `rayon`'s pool: see [`TreeManager::tick_parallel`].
    ///
    /// # Errors
    /// If the number of worlds differs from the number of trees; nothing has happened then.
    pub fn run_parallel(mut self, worlds: &mut [W]) -> Result<usize, WorldCount> {
        let Self { manager, dt, .. } = self;
        let worlds = WorldPerTree::new(manager.len(), worlds, &LendOwn)?;
        Ok(manager.tick_on_threads(worlds, &mut self.tracing, dt))
    }
}

impl<W: World + ?Sized, B: Tasks, S: ParallelTracing> ManagerFrame<'_, W, B, S> {
    /// Runs the frame with a world for each tree that `lend` makes of what all trees share and of what is the tree's
    /// own, on the threads of `rayon`'s pool: see [`TreeManager::tick_parallel_sharing`].
    ///
    /// # Errors
    /// If `own` has not one item for each tree; nothing has happened then.
    pub fn run_parallel_sharing<Shared: Sync, O: Send>(
        mut self,
        shared: &Shared,
        own: &mut [O],
        lend: impl for<'w> Fn(&'w Shared, &'w mut O) -> Lent<'w, W> + Sync,
    ) -> Result<usize, WorldCount> {
        let Self { manager, dt, .. } = self;
        let lender = LendShared { shared, lend };
        let worlds = WorldPerTree::new(manager.len(), own, &lender)?;
        Ok(manager.tick_on_threads(worlds, &mut self.tracing, dt))
    }
}

/// Runs lanes in any order, or at the same time.
trait LaneRunner {
    fn run<W: World + ?Sized, B: Tasks, O: Send, L: Lender<W, O> + Sync, S: Tracing + Send>(
        &self,
        lanes: &mut [Lane],
        frame: LaneFrame<'_>,
        seats: &mut [Seat<W, B>],
        worlds: &mut WorldPerTree<'_, O, L>,
        tracing: &mut [S],
    );
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Like [`Self::tick_each_sharing`], on the threads of `rayon`'s pool, with the same results on any number of
    /// threads. What is said of the order of trees at [`Self::tick_parallel`] applies.
    ///
    /// ```
    /// use treewright_core::prelude::*;
    ///
    /// struct Map { width: f64 }
    /// struct Soldier { x: f64 }
    /// type World = dyn for<'w> LentWorld<'w, Lent = (&'w Map, &'w mut Soldier)>;
    ///
    /// let mut tasks = GameTasks::<World>::new();
    /// tasks.action("Step", |_| {
    ///     TaskHooks::new(|context: &mut TaskContext<World>| {
    ///         let (map, soldier) = &mut *context.world;
    ///         soldier.x = (soldier.x + 1.0).min(map.width);
    ///         Status::Running
    ///     })
    /// });
    /// # let mut tree = DocumentBuilder::new("Walker");
    /// # tree.root(Node::new("n1", "Step")).unwrap();
    /// # let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
    /// let mut trees = TreeManager::new();
    /// let mut soldiers = Vec::new();
    /// for seed in 0..1_000 {
    ///     trees.add(program.clone(), seed).unwrap();
    ///     soldiers.push(Soldier { x: 0.0 });
    /// }
    /// let map = Map { width: 100.0 };
    /// trees.tick_parallel_sharing(&map, &mut soldiers, 0.1, |map, soldier| (map, soldier)).unwrap();
    /// assert!(soldiers.iter().all(|soldier| soldier.x == 1.0));
    /// ```
    ///
    /// # Errors
    /// If `own` has not one item for each tree; nothing has happened then.
    pub fn tick_parallel_sharing<S: Sync, O: Send>(
        &mut self,
        shared: &S,
        own: &mut [O],
        dt: f64,
        lend: impl for<'w> Fn(&'w S, &'w mut O) -> Lent<'w, W> + Sync,
    ) -> Result<usize, WorldCount> {
        self.frame(dt).run_parallel_sharing(shared, own, lend)
    }

    fn tick_on_threads<O: Send, L: Lender<W, O> + Sync>(
        &mut self,
        mut worlds: WorldPerTree<'_, O, L>,
        tracing: &mut impl ParallelTracing,
        dt: f64,
    ) -> usize {
        let awake = self.len() - self.sleepers.count();
        if awake < MIN_AWAKE {
            return self.tick_worlds(worlds, tracing, dt);
        }
        let lanes = rayon::current_num_threads() * LANES_PER_THREAD;
        let size = self.seats.len().div_ceil(lanes);
        self.tick_in_lanes(&mut worlds, tracing, dt, size, &AtOnce)
    }

    /// Runs a frame in lanes of `size` trees each. Returns how many trees are Running afterwards.
    fn tick_in_lanes<O: Send, L: Lender<W, O> + Sync, S: ParallelTracing>(
        &mut self,
        worlds: &mut WorldPerTree<'_, O, L>,
        tracing: &mut S,
        dt: f64,
        size: usize,
        runner: &impl LaneRunner,
    ) -> usize {
        let step = self.begin_frame(dt);
        // Sleeping trees are Running, too.
        let mut running = self.sleepers.count();
        let mut lanes = std::mem::take(&mut self.lanes.0);
        let count = self.seats.len().div_ceil(size);
        lanes.resize_with(count, Lane::default);
        lanes.iter_mut().for_each(Lane::begin);
        let mut frame = LaneFrame {
            for_sharers: false,
            sleepers: &self.sleepers,
            globals: &self.globals,
            step,
            size,
        };
        let trees: Vec<usize> = (0..count).map(|number| frame.trees_in(number)).collect();
        let mut traced = tracing.lanes(&trees);
        runner.run(&mut lanes, frame, &mut self.seats, worlds, &mut traced);
        let has_sharers = lanes.iter().any(|lane| lane.has_sharers);
        let has_writers = lanes.iter().any(|lane| lane.has_writers);
        drop(traced);
        if has_sharers && !has_writers {
            frame.for_sharers = true;
            let mut traced = tracing.lanes(&trees);
            runner.run(&mut lanes, frame, &mut self.seats, worlds, &mut traced);
        }
        let mut posted = Vec::new();
        for lane in &mut lanes {
            running += lane.running;
            posted.append(&mut lane.posted);
            for (place, nap) in lane.naps.drain(..) {
                self.sleepers.put_to_sleep(place, nap);
            }
        }
        self.lanes.0 = lanes;
        if has_writers || S::IS_HERE {
            let posted = &mut posted;
            let mut ordered = OrderedWorlds { worlds, posted };
            let more = self.run_in_order(&mut ordered, tracing, step, |instance, is_observed| {
                has_writers && instance.shares() || S::IS_HERE && is_observed
            });
            running = running.saturating_add_signed(more);
        }
        posted.sort_by_key(|(place, _)| *place);
        let events = posted.into_iter().map(|(_, event)| event);
        self.globals.posted.extend(events);
        self.deliver_events();
        running
    }
}

/// Runs lanes on all threads of the pool.
struct AtOnce;

impl LaneRunner for AtOnce {
    fn run<W: World + ?Sized, B: Tasks, O: Send, L: Lender<W, O> + Sync, S: Tracing + Send>(
        &self,
        lanes: &mut [Lane],
        frame: LaneFrame<'_>,
        seats: &mut [Seat<W, B>],
        worlds: &mut WorldPerTree<'_, O, L>,
        tracing: &mut [S],
    ) {
        let lender = worlds.lender;
        let mut rest = &mut *worlds.own;
        let parts: Vec<_> = lanes
            .iter_mut()
            .zip(seats.chunks_mut(frame.size))
            .zip(tracing)
            .enumerate()
            .map(|(number, ((lane, seats), tracing))| {
                let own = rest.split_off_mut(..frame.trees_in(number));
                (number, lane, seats, own.unwrap_or_default(), tracing)
            })
            .collect();
        parts
            .into_par_iter()
            .for_each(|(number, lane, seats, own, tracing)| {
                let mut worlds = WorldPerTree { own, lender };
                lane.run(number, frame, seats, &mut worlds, tracing);
            });
    }
}

#[cfg(test)]
mod laws;
