//! Many trees at once: ticks them in the order in which they were added, and owns the variables that they share.
//! Knows nothing about what each tree is for.

use std::sync::Arc;

use thiserror::Error;

use super::blackboard::Globals;
use super::instance::TreeInstance;
use super::program::Program;
use super::sleeping::Sleepers;
use super::task::Tasks;
use super::tracer::{NoTracer, Tracer};
use crate::plural::counted;
use crate::status::Status;

/// A tree of a manager. Never used again for another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u64);

impl AgentId {
    /// The number that [`TickContext::agent`](super::TickContext::agent) gives to the tree's tasks.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// There is not one world, or not one tracer, for each tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("expected a world and a tracer for each of {}, found {given}", counted(*trees, "tree"))]
pub struct WorldCount {
    /// How many trees there are.
    pub trees: usize,
    /// How many worlds or tracers were given.
    pub given: usize,
}

/// Trees that share global variables and are ticked together.
pub struct TreeManager<W, B> {
    pub(super) agents: Vec<(AgentId, TreeInstance<W, B>)>,
    pub(super) globals: Globals,
    pub(super) next: u64,
    pub(super) sleepers: Sleepers,
    /// Whether trees that are added may sleep.
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

/// Where the trees of a manager find their worlds, and who watches them.
pub(super) trait Surroundings<W, T> {
    /// Those of the tree at this place, which is about to be ticked.
    fn of(&mut self, place: usize, id: AgentId) -> (&mut W, &mut T);

    /// It has had its turn.
    fn has_run(&mut self, _place: usize, _globals: &mut Globals) {}
}

/// One world and one tracer for all.
struct Shared<'a, W, T> {
    world: &'a mut W,
    tracer: &'a mut T,
}

impl<W, T: Tracer> Surroundings<W, T> for Shared<'_, W, T> {
    fn of(&mut self, _place: usize, id: AgentId) -> (&mut W, &mut T) {
        self.tracer.tree(id);
        (self.world, self.tracer)
    }
}

/// A world and a tracer for each, in the order of the trees.
pub(super) struct OfEach<'a, W, T> {
    pub worlds: &'a mut [W],
    pub tracers: &'a mut [T],
}

impl<'a, W, T> OfEach<'a, W, T> {
    /// Those of so many trees.
    ///
    /// # Errors
    /// If there are more or fewer.
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

impl<W, T: Tracer> Surroundings<W, T> for OfEach<'_, W, T> {
    fn of(&mut self, place: usize, id: AgentId) -> (&mut W, &mut T) {
        let tracer = &mut self.tracers[place];
        tracer.tree(id);
        (&mut self.worlds[place], tracer)
    }
}

impl<W, B: Tasks> TreeManager<W, B> {
    /// A manager without trees.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes room for so many more trees, so that none is left over.
    pub fn reserve(&mut self, trees: usize) {
        self.agents.reserve_exact(trees);
        self.sleepers.reserve(trees);
    }

    /// Adds an instance of a program, enabled; it runs after those added before.
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

    /// Disables a tree and takes it out; none if it is not here.
    pub fn remove(&mut self, id: AgentId, world: &mut W) -> Option<TreeInstance<W, B>> {
        let place = self.place(id)?;
        self.wake_at(place);
        self.sleepers.remove(place);
        let (_, mut instance) = self.agents.remove(place);
        instance.disable(world, &mut self.globals);
        Some(instance)
    }

    /// Runs one frame of every enabled tree. Returns how many are Running afterwards.
    pub fn tick(&mut self, world: &mut W, dt: f64) -> usize {
        self.tick_traced(world, dt, &mut NoTracer)
    }

    /// [`Self::tick`], telling a tracer what happens; [`Tracer::tree`] says to whom. Of a tree that sleeps there is nothing to tell.
    pub fn tick_traced<T: Tracer>(&mut self, world: &mut W, dt: f64, tracer: &mut T) -> usize {
        self.begin_frame(dt);
        // Those that sleep run as well as if they were awake.
        let asleep = self.sleepers.count();
        let woken_or_running = self.run_in_order(&mut Shared { world, tracer }, dt, |_| true);
        self.hand_out_events();
        asleep.saturating_add_signed(woken_or_running)
    }

    /// [`Self::tick`] with a world of its own for each tree, in the order of [`Self::agents`].
    ///
    /// # Errors
    /// If there are more or fewer worlds than trees; nothing has happened then.
    pub fn tick_each(&mut self, worlds: &mut [W], dt: f64) -> Result<usize, WorldCount> {
        // A tracer that watches nothing takes no room.
        self.tick_each_traced(worlds, dt, &mut vec![NoTracer; worlds.len()])
    }

    /// [`Self::tick_each`], telling each tree's tracer what happens in it.
    ///
    /// # Errors
    /// If there are more or fewer worlds or tracers than trees; nothing has happened then.
    pub fn tick_each_traced<T: Tracer>(
        &mut self,
        worlds: &mut [W],
        dt: f64,
        tracers: &mut [T],
    ) -> Result<usize, WorldCount> {
        let mut each = OfEach::new(self.agents.len(), worlds, tracers)?;
        self.begin_frame(dt);
        let asleep = self.sleepers.count();
        let woken_or_running = self.run_in_order(&mut each, dt, |_| true);
        self.hand_out_events();
        Ok(asleep.saturating_add_signed(woken_or_running))
    }

    /// Runs those trees that are awake and have their turn in this frame, one after another. By how many more of all are Running than slept before.
    pub(super) fn run_in_order<T: Tracer>(
        &mut self,
        surroundings: &mut impl Surroundings<W, T>,
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
            let (world, tracer) = surroundings.of(place, *id);
            instance.begin_watch();
            let status = instance.run_frame(world, &mut self.globals, dt, tracer);
            surroundings.has_run(place, &mut self.globals);
            more -= self.wake_readers(next) as isize;
            if status == Some(Status::Running) {
                more += 1;
                self.fall_asleep(place);
            }
        }
        more
    }

    /// Events that tasks sent to all trees are there in the next frame of each.
    pub(super) fn hand_out_events(&mut self) {
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

    /// Whether trees that are added from now on may sleep: see [`Self::set_sleeps`].
    pub fn set_added_sleep(&mut self, sleeps: bool) {
        self.added_sleep = sleeps;
    }

    /// The trees, in the order in which they are ticked.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.agents.iter().map(|(id, _)| *id)
    }

    /// A tree. The numbers of frames and seconds of one that sleeps stand where it fell asleep, until it is woken.
    pub fn get(&self, id: AgentId) -> Option<&TreeInstance<W, B>> {
        Some(&self.agents[self.place(id)?].1)
    }

    /// A tree together with the global variables, which most of its methods ask for. If it slept, it is awake now.
    pub fn get_mut(&mut self, id: AgentId) -> Option<(&mut TreeInstance<W, B>, &mut Globals)> {
        let place = self.place(id)?;
        self.wake_at(place);
        Some((&mut self.agents[place].1, &mut self.globals))
    }

    /// The variables that all trees share.
    pub fn globals(&self) -> &Globals {
        &self.globals
    }

    /// The variables that all trees share, to write them.
    pub fn globals_mut(&mut self) -> &mut Globals {
        &mut self.globals
    }

    /// Ids rise in the order of the list.
    pub(super) fn place(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |(a, _)| *a).ok()
    }
}
