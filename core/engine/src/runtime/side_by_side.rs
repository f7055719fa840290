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

use super::world::{Lent, World};
use rayon::prelude::*;

use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::outside::Event;
use super::sharing::Sharing;
use super::sleeping::Nap;
use super::sleeping::Sleepers;
use super::task::Tasks;
use super::tracer::{NoTracer, Tracer};
use super::tree_manager::{
    AgentId, LendOwn, LendShared, Lender, TreeManager, WorldCount, WorldPerTree, WorldProvider,
};
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
struct Frame<'a> {
    /// Whether this pass runs the trees that share something, or the others.
    for_sharers: bool,
    sleepers: &'a Sleepers,
    globals: &'a Globals,
    dt: f64,
    /// The number of trees in a lane.
    size: usize,
}

impl Lane {
    /// Resets the lane at the beginning of a frame.
    fn begin(&mut self) {
        self.running = 0;
        self.has_sharers = false;
        self.has_writers = false;
    }

    /// Ticks the trees of this lane that belong to the current pass. `number` is the lane's index.
    fn run<W: World + ?Sized, B: Tasks, T: Tracer>(
        &mut self,
        number: usize,
        frame: Frame<'_>,
        agents: &mut [(AgentId, TreeInstance<W, B>)],
        worlds: &mut impl WorldProvider<W, T>,
    ) {
        if frame.for_sharers {
            if !self.has_sharers {
                return;
            }
            self.globals.copy_values(frame.globals);
        }
        let first = number * frame.size;
        let mut next = first;
        while let Some(place) = frame.sleepers.next_awake(next) {
            next = place + 1;
            let Some((id, instance)) = agents.get_mut(place - first) else {
                break;
            };
            if instance.shares() != frame.for_sharers {
                self.has_sharers |= instance.shares();
                self.has_writers |= instance.needs_order();
                continue;
            }
            instance.begin_watch();
            let status = worlds.with_tree(place - first, *id, |world, tracer| {
                instance.run_frame(world, &mut self.globals, frame.dt, tracer)
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

impl<W: World + ?Sized, T: Tracer, P: WorldProvider<W, T>> WorldProvider<W, T>
    for OrderedWorlds<'_, P>
{
    fn with_tree<R>(
        &mut self,
        place: usize,
        id: AgentId,
        run: impl FnOnce(&mut Lent<'_, W>, &mut T) -> R,
    ) -> R {
        self.worlds.with_tree(place, id, run)
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
    ///     trees.add(program.clone(), seed);
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
        self.tick_parallel_traced(worlds, dt, &mut vec![NoTracer; worlds.len()])
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
        let worlds = WorldPerTree::new(self.agents.len(), worlds, tracers, &LendOwn)?;
        Ok(self.tick_on_threads(worlds, dt))
    }
}

/// A function that runs lanes in any order, or at the same time.
type RunLanes<W, B, O, T, L> = fn(
    &mut [Lane],
    Frame<'_>,
    &mut [(AgentId, TreeInstance<W, B>)],
    &mut WorldPerTree<'_, O, T, L>,
);

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
    ///     trees.add(program.clone(), seed);
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
        // `NoTracer` has no size, so this allocates nothing.
        let tracers = &mut vec![NoTracer; own.len()];
        let lender = LendShared { shared, lend };
        let worlds = WorldPerTree::new(self.agents.len(), own, tracers, &lender)?;
        Ok(self.tick_on_threads(worlds, dt))
    }

    fn tick_on_threads<O, T, L>(&mut self, mut worlds: WorldPerTree<'_, O, T, L>, dt: f64) -> usize
    where
        O: Send,
        T: Tracer + Send,
        L: Lender<W, O> + Sync,
    {
        let awake = self.agents.len() - self.sleepers.count();
        if awake < MIN_AWAKE {
            return self.tick_worlds(worlds, dt);
        }
        let lanes = rayon::current_num_threads() * LANES_PER_THREAD;
        let size = self.agents.len().div_ceil(lanes);
        self.tick_in_lanes(&mut worlds, dt, size, run_at_once)
    }

    /// Runs a frame in lanes of `size` trees each. Returns how many trees are Running afterwards.
    fn tick_in_lanes<O, T: Tracer, L: Lender<W, O>>(
        &mut self,
        worlds: &mut WorldPerTree<'_, O, T, L>,
        dt: f64,
        size: usize,
        run: RunLanes<W, B, O, T, L>,
    ) -> usize {
        self.begin_frame(dt);
        // Sleeping trees are Running, too.
        let mut running = self.sleepers.count();
        let mut lanes = std::mem::take(&mut self.lanes.0);
        lanes.resize_with(self.agents.len().div_ceil(size), Lane::default);
        lanes.iter_mut().for_each(Lane::begin);
        let mut frame = Frame {
            for_sharers: false,
            sleepers: &self.sleepers,
            globals: &self.globals,
            dt,
            size,
        };
        run(&mut lanes, frame, &mut self.agents, worlds);
        let has_sharers = lanes.iter().any(|lane| lane.has_sharers);
        let has_writers = lanes.iter().any(|lane| lane.has_writers);
        if has_sharers && !has_writers {
            frame.for_sharers = true;
            run(&mut lanes, frame, &mut self.agents, worlds);
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
        if has_writers {
            let posted = &mut posted;
            let mut ordered = OrderedWorlds { worlds, posted };
            let more = self.run_in_order(&mut ordered, dt, TreeInstance::shares);
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
fn run_at_once<W, B, O, T, L>(
    lanes: &mut [Lane],
    frame: Frame<'_>,
    agents: &mut [(AgentId, TreeInstance<W, B>)],
    worlds: &mut WorldPerTree<'_, O, T, L>,
) where
    W: World + ?Sized,
    B: Tasks,
    O: Send,
    T: Tracer + Send,
    L: Lender<W, O> + Sync,
{
    let lender = worlds.lender;
    lanes
        .par_iter_mut()
        .zip(agents.par_chunks_mut(frame.size))
        .zip(worlds.own.par_chunks_mut(frame.size))
        .zip(worlds.tracers.par_chunks_mut(frame.size))
        .enumerate()
        .for_each(|(number, (((lane, agents), own), tracers))| {
            let mut worlds = WorldPerTree {
                own,
                tracers,
                lender,
            };
            lane.run(number, frame, agents, &mut worlds);
        });
}

#[cfg(test)]
mod laws;
