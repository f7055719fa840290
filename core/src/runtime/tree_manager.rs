//! Many trees at once: ticks them in the order in which they were added, and owns the variables that they share.
//! Knows nothing about what each tree is for.

use std::sync::Arc;

use super::blackboard::Globals;
use super::instance::{TreeInstance, TreeState};
use super::program::Program;
use super::status::Status;
use super::task::Tasks;
use super::tracer::{NoTracer, Tracer};

/// A tree of a manager. Never used again for another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub(super) u64);

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
}

impl<W, B: Tasks> Default for TreeManager<W, B> {
    fn default() -> Self {
        Self {
            agents: Vec::new(),
            globals: Globals::default(),
            next: 0,
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
        self.agents.push((id, instance));
        id
    }

    /// Disables a tree and takes it out; none if it is not here.
    pub fn remove(&mut self, id: AgentId, world: &mut W) -> Option<TreeInstance<W, B>> {
        let place = self.place(id)?;
        let (_, mut instance) = self.agents.remove(place);
        instance.disable(world, &mut self.globals);
        Some(instance)
    }

    /// Runs one frame of every enabled tree. Returns how many are Running afterwards.
    pub fn tick(&mut self, world: &mut W, dt: f64) -> usize {
        self.tick_traced(world, dt, &mut NoTracer)
    }

    /// [`Self::tick`], telling a tracer what happens; [`Tracer::tree`] says to whom.
    pub fn tick_traced<T: Tracer>(&mut self, world: &mut W, dt: f64, tracer: &mut T) -> usize {
        let mut running = 0;
        for (id, instance) in &mut self.agents {
            tracer.tree(*id);
            let status = instance.run_frame(world, &mut self.globals, dt, tracer);
            running += usize::from(status == Some(Status::Running));
        }
        self.hand_out_events();
        running
    }

    /// Events that tasks sent to all trees are there in the next frame of each.
    fn hand_out_events(&mut self) {
        for event in std::mem::take(&mut self.globals.posted) {
            for (_, instance) in &mut self.agents {
                instance.send(event.clone());
            }
        }
    }

    /// The trees, in the order in which they are ticked.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        self.agents.iter().map(|(id, _)| *id)
    }

    /// A tree.
    pub fn get(&self, id: AgentId) -> Option<&TreeInstance<W, B>> {
        Some(&self.agents[self.place(id)?].1)
    }

    /// A tree together with the global variables, which most of its methods ask for.
    pub fn get_mut(&mut self, id: AgentId) -> Option<(&mut TreeInstance<W, B>, &mut Globals)> {
        let place = self.place(id)?;
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
    fn place(&self, id: AgentId) -> Option<usize> {
        self.agents.binary_search_by_key(&id, |(a, _)| *a).ok()
    }
}
