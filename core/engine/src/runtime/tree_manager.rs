//! Manages many trees: ticks them in the order in which they were added, and owns the variables that they share. Knows
//! nothing about the purpose of any tree.

use std::fmt;
use std::sync::Arc;

use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::program::Program;
use super::sleeping::Sleepers;
use super::task::Tasks;
use super::tracer::{NoTracer, Tracer};
use crate::plural::counted;
use crate::status::Status;

/// Identifies a tree of a manager. Ids are not reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u64);

impl AgentId {
    /// Returns the agent number, which [`TickContext::agent`](super::TickContext::agent) returns to the tree's tasks.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The number of worlds or tracers differs from the number of trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WorldCount {
    /// The number of trees.
    pub trees: usize,
    /// The number of worlds or tracers that were passed.
    pub given: usize,
}

impl fmt::Display for WorldCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (trees, given) = (counted(self.trees, "tree"), self.given);
        write!(
            f,
            "expected a world and a tracer for each of {trees}, found {given}"
        )
    }
}

impl std::error::Error for WorldCount {}

/// Trees that share global variables and are ticked together.
pub struct TreeManager<W, B> {
    pub(super) agents: Vec<(AgentId, TreeInstance<W, B>)>,
    pub(super) globals: Globals,
    pub(super) next: u64,
    pub(super) sleepers: Sleepers,
    /// Whether new trees may sleep.
    added_sleep: bool,
    #[cfg(feature = "rayon")]
    pub(super) lanes: super::side_by_side::Lanes,
}

impl<W, B: Tasks> Default for TreeManager<W, B> {
    fn default() -> Self {
        Self {
            agents: Vec::new(),
            globals: Globals::default(),
            next: 0,
            sleepers: Sleepers::default(),
            added_sleep: false,
            #[cfg(feature = "rayon")]
            lanes: super::side_by_side::Lanes::default(),
        }
    }
}

/// Provides the world and the tracer of each tree of a manager.
pub(super) trait WorldProvider<W, T> {
    /// Returns the world and the tracer of the tree at this position, which is about to be ticked.
    fn of_tree(&mut self, place: usize, id: AgentId) -> (&mut W, &mut T);

    /// Called after the tree at this position has run.
    fn after_run(&mut self, _place: usize, _globals: &mut Globals) {}
}

/// One world and one tracer for all trees.
struct SharedWorld<'a, W, T> {
    world: &'a mut W,
    tracer: &'a mut T,
}

impl<W, T: Tracer> WorldProvider<W, T> for SharedWorld<'_, W, T> {
    fn of_tree(&mut self, _place: usize, id: AgentId) -> (&mut W, &mut T) {
        self.tracer.tree(id);
        (self.world, self.tracer)
    }
}

/// One world and one tracer for each tree, in the order of the trees.
pub(super) struct WorldPerTree<'a, W, T> {
    pub worlds: &'a mut [W],
    pub tracers: &'a mut [T],
}

impl<'a, W, T> WorldPerTree<'a, W, T> {
    /// Combines the worlds and tracers of `trees` trees.
    ///
    /// # Errors
    /// If the number of worlds or tracers differs.
    pub fn new(
        trees: usize,
        worlds: &'a mut [W],
        tracers: &'a mut [T],
    ) -> Result<Self, WorldCount> {
        let counts = [worlds.len(), tracers.len()];
        match counts.into_iter().find(|given| *given != trees) {
            Some(given) => Err(WorldCount { trees, given }),
            None => Ok(Self { worlds, tracers }),
        }
    }
}

impl<W, T: Tracer> WorldProvider<W, T> for WorldPerTree<'_, W, T> {
    fn of_tree(&mut self, place: usize, id: AgentId) -> (&mut W, &mut T) {
        let tracer = &mut self.tracers[place];
        tracer.tree(id);
        (&mut self.worlds[place], tracer)
    }
}

impl<W, B: Tasks> TreeManager<W, B> {
    /// Creates a manager without trees.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reserves capacity for exactly `trees` more trees.
    pub fn reserve(&mut self, trees: usize) {
        self.agents.reserve_exact(trees);
        self.sleepers.reserve(trees);
    }

    /// Adds an enabled instance of a program; it runs after those added before. Equal seeds give equal random numbers.
    pub fn add(&mut self, program: Arc<Program<W, B>>, seed: u64) -> AgentId {
        let id = AgentId(self.next);
        self.next += 1;
        let mut instance = TreeInstance::new(program, seed);
        instance.set_agent(id.0);
        self.push(id, instance);
        id
    }

    pub(super) fn push(&mut self, id: AgentId, instance: TreeInstance<W, B>) {
        self.agents.push((id, instance));
        self.sleepers.add(self.added_sleep);
    }

    /// Disables and removes a tree, and returns it; `None` if the manager does not have it.
    pub fn remove(&mut self, id: AgentId, world: &mut W) -> Option<TreeInstance<W, B>> {
        let place = self.place(id)?;
        self.wake_at(place);
        self.sleepers.remove(place);
        let (_, mut instance) = self.agents.remove(place);
        instance.disable(world, &mut self.globals);
        Some(instance)
    }

    /// Runs one frame of `dt` seconds of every enabled tree. Returns how many trees are Running afterwards.
    pub fn tick(&mut self, world: &mut W, dt: f64) -> usize {
        self.tick_traced(world, dt, &mut NoTracer)
    }

    /// Like [`Self::tick`], with a tracer that observes all trees; [`Tracer::tree`] announces each. Nothing is reported
    /// of a tree that sleeps.
    pub fn tick_traced<T: Tracer>(&mut self, world: &mut W, dt: f64, tracer: &mut T) -> usize {
        self.begin_frame(dt);
        // Sleeping trees are Running, too.
        let asleep = self.sleepers.count();
        let woken_or_running = self.run_in_order(&mut SharedWorld { world, tracer }, dt, |_| true);
        self.deliver_events();
        asleep.saturating_add_signed(woken_or_running)
    }

    /// Like [`Self::tick`], with a world for each tree, in the order of [`Self::agents`].
    ///
    /// # Errors
    /// If the number of worlds differs from the number of trees; nothing has happened then.
    pub fn tick_each(&mut self, worlds: &mut [W], dt: f64) -> Result<usize, WorldCount> {
        // `NoTracer` has no size, so this allocates nothing.
        self.tick_each_traced(worlds, dt, &mut vec![NoTracer; worlds.len()])
    }

    /// Like [`Self::tick_each`], with a tracer for each tree.
    ///
    /// # Errors
    /// If the number of worlds or tracers differs from the number of trees; nothing has happened then.
    pub fn tick_each_traced<T: Tracer>(
        &mut self,
        worlds: &mut [W],
        dt: f64,
        tracers: &mut [T],
    ) -> Result<usize, WorldCount> {
        let mut each = WorldPerTree::new(self.agents.len(), worlds, tracers)?;
        self.begin_frame(dt);
        let asleep = self.sleepers.count();
        let woken_or_running = self.run_in_order(&mut each, dt, |_| true);
        self.deliver_events();
        Ok(asleep.saturating_add_signed(woken_or_running))
    }

    /// Runs the awake trees for which `has_turn` returns true, one after another. Returns the change of the number of
    /// Running trees, if the trees that slept before are counted already.
    pub(super) fn run_in_order<T: Tracer>(
        &mut self,
        worlds: &mut impl WorldProvider<W, T>,
        dt: f64,
        has_turn: impl Fn(&TreeInstance<W, B>) -> bool,
    ) -> isize {
        let mut next = 0;
        let mut more = 0;
        while let Some(place) = self.sleepers.next_awake(next) {
            next = place + 1;
            let (id, instance) = &mut self.agents[place];
            if !has_turn(instance) {
                continue;
            }
            let (world, tracer) = worlds.of_tree(place, *id);
            instance.begin_watch();
            let status = instance.run_frame(world, &mut self.globals, dt, tracer);
            worlds.after_run(place, &mut self.globals);
            more -= self.wake_readers(next) as isize;
            if status == Some(Status::Running) {
                more += 1;
                self.fall_asleep(place);
            }
        }
        more
    }

    /// Delivers the events that tasks sent to all trees; they are visible in each tree's next frame.
    pub(super) fn deliver_events(&mut self) {
        for event in std::mem::take(&mut self.globals.posted) {
            for place in 0..self.agents.len() {
                if self.sleepers.sleeps(place) && !self.agents[place].1.listens_for(&event.name) {
                    continue;
                }
                self.wake_at(place);
                self.agents[place].1.send(event.clone());
            }
        }
    }

    /// Sets whether trees that are added from now on may sleep: see [`Self::set_sleeps`].
    pub fn set_added_sleep(&mut self, sleeps: bool) {
        self.added_sleep = sleeps;
    }

    /// Iterates over the trees, in the order in which they are ticked.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.agents.iter().map(|(id, _)| *id)
    }

    /// Returns a tree; `None` if it was removed. While a tree sleeps, its counts of frames and seconds are those of the
    /// moment when it fell asleep.
    pub fn get(&self, id: AgentId) -> Option<&TreeInstance<W, B>> {
        Some(&self.agents[self.place(id)?].1)
    }

    /// Returns a tree and the global variables, which most of its methods need. Wakes the tree.
    pub fn get_mut(&mut self, id: AgentId) -> Option<(&mut TreeInstance<W, B>, &mut Globals)> {
        let place = self.place(id)?;
        self.wake_at(place);
        Some((&mut self.agents[place].1, &mut self.globals))
    }

    /// Returns the global variables.
    pub fn globals(&self) -> &Globals {
        &self.globals
    }

    /// Returns the global variables for writing.
    pub fn globals_mut(&mut self) -> &mut Globals {
        &mut self.globals
    }

    /// Returns the position of a tree. The list is sorted by id.
    pub(super) fn place(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |(a, _)| *a).ok()
    }
}
