//! Many trees at once: ticks them in the order in which they were added, and owns the variables that they share.
//! Knows nothing about what each tree is for.

use std::sync::Arc;

use super::blackboard::Globals;
use super::instance::{TreeInstance, TreeState};
use super::program::Program;
use super::sleeping::Sleepers;
use super::task::Tasks;
use super::tracer::{NoTracer, Tracer};
use crate::status::Status;

/// A tree of a manager. Never used again for another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub(crate) u64);

impl AgentId {
    /// The number that [`TickContext::agent`](super::TickContext::agent) gives to the tree's tasks.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// Trees that share global variables and are ticked together.
pub struct TreeManager<W, B> {
    pub(super) agents: Vec<(AgentId, TreeInstance<W, B>)>,
    pub(super) globals: Globals,
    pub(super) next: u64,
    pub(super) sleepers: Sleepers,
    /// Whether trees that are added may sleep.
    added_sleep: bool,
}

impl<W, B: Tasks> Default for TreeManager<W, B> {
    fn default() -> Self {
        Self {
            agents: Vec::new(),
            globals: Globals::default(),
            next: 0,
            sleepers: Sleepers::default(),
            added_sleep: false,
        }
    }
}

impl<W, B: Tasks> TreeManager<W, B> {
    /// A manager without trees.
    pub fn new() -> Self {
        Self::default()
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
        let mut next = 0;
        self.begin_frame(dt);
        // Those that sleep run as well as if they were awake.
        let mut running = self.sleepers.count();
        while let Some(place) = self.sleepers.next_awake(next) {
            next = place + 1;
            let (id, instance) = &mut self.agents[place];
            tracer.tree(*id);
            instance.begin_watch();
            let status = instance.run_frame(world, &mut self.globals, dt, tracer);
            running -= self.wake_readers(next);
            if status == Some(Status::Running) {
                running += 1;
                self.fall_asleep(place);
            }
        }
        self.hand_out_events();
        running
    }

    /// Events that tasks sent to all trees are there in the next frame of each.
    fn hand_out_events(&mut self) {
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

    /// How many trees are enabled.
    pub fn enabled_count(&self) -> usize {
        let enabled = |a: &&(AgentId, TreeInstance<W, B>)| a.1.state() == TreeState::Enabled;
        self.agents.iter().filter(enabled).count()
    }

    /// Ids rise in the order of the list.
    pub(super) fn place(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |(a, _)| *a).ok()
    }
}
