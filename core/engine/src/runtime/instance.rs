//! A running tree: one agent's part of a shared program, its life cycle, and the calls that a game makes between
//! frames. For what happens inside a frame see `frame.rs`.

use super::world::{Lent, World};
use std::sync::Arc;

use oorandom::Rand32;
use serde::{Deserialize, Serialize};

use super::aborts::{ObserverHandling, ObserverList};
use super::blackboard::Globals;
use super::companions::Companions;
use super::errors::{ErrorLog, ErrorState};
use super::executor::{Branches, FrameState, RunState};
use super::objects::{GameObject, ObjectFactory};
use super::outside::{Event, ForceError};
use super::panics::catch;
use super::program::{NONE, NodeIndex, Program, some};
use super::task::Tasks;
use super::tick_context::{AgentState, TimeStep};
use super::tracer::Tracer;
use super::variables::initial_values;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;

/// The life-cycle state of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum TreeState {
    /// The tree runs: each tick is a frame.
    Enabled,
    /// The tree keeps its run state and does nothing until it is resumed.
    Paused,
    /// The tree does nothing until it is enabled.
    Disabled,
    /// The root ended with this status. Further ticks do nothing, unless the document says `restart_when_complete`.
    Finished(Status),
}

/// One agent's instance of a program: run stacks, memory of tasks, observers, variables, random numbers.
///
/// Dropping a running instance interrupts nothing: no task is ended, and a `Semaphore` keeps its slot in the globals.
/// Call [`Self::disable`] first; [`TreeManager::remove`](crate::TreeManager::remove) does.
pub struct TreeInstance<W: World + ?Sized, B> {
    pub(super) program: Arc<Program<W, B>>,
    pub(super) run: RunState<W>,
    pub(super) agent: AgentState,
    /// The background trees.
    pub(super) companions: Option<Box<Companions<W, B>>>,
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Creates an instance that is enabled and has run no frame yet. Equal seeds give equal runs.
    ///
    /// A task whose object cannot be made, because its factory panics, fails with the reason whenever it runs.
    pub fn new(program: Arc<Program<W, B>>, seed: u64) -> Self {
        let objects = program.factories.iter().map(ObjectFactory::make).collect();
        Self::with_objects(program, seed, objects)
    }

    /// Creates an instance with these task objects.
    pub(super) fn with_objects(
        program: Arc<Program<W, B>>,
        seed: u64,
        objects: Box<[GameObject<W>]>,
    ) -> Self {
        let observers = (program.watched_count > 0).then(|| {
            let mut list = ObserverList::new(program.watched_count);
            list.reserve(program.watched_count);
            Box::new(list)
        });
        Self {
            run: RunState {
                memory: vec![0; program.memory_len].into(),
                branches: Branches::new(program.branches.len()),
                observers,
                objects,
            },
            agent: AgentState {
                variables: initial_values(&program),
                random: Rand32::new(seed),
                frame: 0,
                time: Nanoseconds::ZERO,
                agent: 0,
                rounds: 0,
                is_restless: false,
                errors: ErrorState::default(),
                state: TreeState::Enabled,
                at_start: true,
                awake: false,
                called_node: NONE,
                rare: None,
            },
            companions: None,
            program,
        }
    }

    /// Returns the program.
    pub fn program(&self) -> &Arc<Program<W, B>> {
        &self.program
    }

    /// Returns the life-cycle state.
    pub fn state(&self) -> TreeState {
        self.agent.state
    }

    /// Returns how many frames the instance has run.
    pub fn frame(&self) -> u64 {
        self.agent.frame
    }

    /// Makes a disabled or finished tree start from the root in the next frame. Resets the memory of built-in tasks,
    /// also of those that remember across starts; variables keep their values.
    pub fn enable(&mut self) {
        if matches!(
            self.agent.state,
            TreeState::Disabled | TreeState::Finished(_)
        ) {
            self.run.memory.fill(0);
            if let Some(rare) = &mut self.agent.rare {
                rare.received.clear();
                rare.interrupts.clear();
            }
            self.agent.state = TreeState::Enabled;
            self.agent.at_start = true;
        }
    }

    /// Interrupts everything, deepest task first, and drops all observers. Errors of tasks are written to the log.
    pub fn disable(&mut self, world: &mut Lent<'_, W>, globals: &mut Globals) {
        self.disable_traced(world, globals, &mut ErrorLog);
    }

    /// Like [`Self::disable`], with a tracer that observes what happens. Errors go to the tracer, not to the log.
    pub fn disable_traced<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        self.disable_alone(world, globals, tracer);
        self.stop_companions(world, globals, tracer);
        self.after_disabling();
    }

    /// Disables the tree without its background trees.
    pub(super) fn disable_alone<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        self.executor(
            world,
            globals,
            TimeStep::ZERO,
            tracer,
            &mut FrameState::new(),
        )
        .unwind(0, NONE, ObserverHandling::CallerDrops);
        if let Some(observers) = &mut self.run.observers {
            observers.clear();
        }
        self.agent.state = TreeState::Disabled;
        self.agent.at_start = true;
    }

    /// Disables and enables the tree.
    pub fn restart(&mut self, world: &mut Lent<'_, W>, globals: &mut Globals) {
        self.disable(world, globals);
        self.enable();
    }

    /// Pauses the tree: it keeps its run state and does nothing until it is resumed.
    pub fn pause(&mut self) {
        if self.agent.state == TreeState::Enabled {
            self.agent.state = TreeState::Paused;
            self.notify_paused(true);
        }
    }

    /// Continues a paused tree.
    pub fn resume(&mut self) {
        if self.agent.state == TreeState::Paused {
            self.agent.state = TreeState::Enabled;
            self.notify_paused(false);
        }
    }

    /// Forces a result on a leaf: it is used instead of the leaf's next update. Interrupts actions from the game, or
    /// answers a stand-in that asks. A later result for the same leaf replaces one that was not used yet. For a
    /// conditional, Running counts as Failure.
    ///
    /// # Errors
    /// If the node is not a leaf, or does not exist; nothing has changed then.
    pub fn force(&mut self, leaf: NodeIndex, status: Status) -> Result<(), ForceError> {
        self.program.check_force(leaf)?;
        let status = self.program.can_be_forced(leaf, status);
        let forced = &mut self.agent.rare.get_or_insert_default().forced;
        forced.retain(|(node, _)| *node != leaf);
        forced.push((leaf, status));
        Ok(())
    }

    /// Returns the forced result of a leaf that was not used yet.
    pub fn forced(&self, leaf: NodeIndex) -> Option<Status> {
        let forced = self.agent.rare.as_ref()?.forced.iter();
        forced
            .rev()
            .find(|(node, _)| *node == leaf)
            .map(|(_, status)| *status)
    }

    /// Interrupts the tasks with this interrupt key at the beginning of the next frame; they end with `outcome`.
    pub fn interrupt(&mut self, key: impl Into<Arc<str>>, outcome: Outcome) {
        let rare = self.agent.rare.get_or_insert_default();
        rare.interrupts.push((key.into(), outcome));
    }

    /// Returns the agent number, by which the game knows to whom this tree belongs. Tasks read it with
    /// [`TickContext::agent`].
    pub fn agent(&self) -> u64 {
        self.agent.agent
    }

    /// Sets the agent number.
    pub fn set_agent(&mut self, agent: u64) {
        self.agent.agent = agent;
    }

    /// Makes the tree, which may have run elsewhere, one of a manager's.
    pub(super) fn join(&mut self, agent: u64, globals: &mut Globals) {
        self.set_agent(agent);
        if let Some(rare) = &mut self.agent.rare {
            rare.global_places = Box::default();
        }
        self.bind_globals(globals);
        for (_, companion) in self.companions.iter_mut().flat_map(|c| c.iter_mut()) {
            companion.join(agent, globals);
        }
    }

    /// Sends an event to the tree and its background trees; their tasks see it in the next frame.
    pub fn send(&mut self, event: Event) {
        self.send_to_companions(&event);
        self.send_to_this_tree(event);
    }

    pub(super) fn send_to_this_tree(&mut self, event: Event) {
        self.agent.rare.get_or_insert_default().events.push(event);
    }

    /// Iterates over the run stacks, each from its first task to its top: the main stack, then those of branches, depth
    /// first, left to right.
    pub fn stacks(&self) -> impl Iterator<Item = Vec<NodeIndex>> {
        let live = self.run.branches.iter().zip(&self.program.branches);
        live.filter(|(branch, _)| branch.top != NONE)
            .map(|(branch, facts)| {
                let mut stack = Vec::new();
                let mut at = branch.top;
                while let Some(node) = some(at) {
                    stack.push(node);
                    if at == facts.root {
                        break;
                    }
                    at = self.program.nodes[at as usize].parent;
                }
                stack.reverse();
                stack
            })
    }

    /// Iterates over the nodes on all run stacks, each from its top down, without putting them in lists.
    pub fn running(&self) -> impl Iterator<Item = NodeIndex> {
        let live = self.run.branches.iter().zip(&self.program.branches);
        live.filter(|(branch, _)| branch.top != NONE)
            .flat_map(|(branch, facts)| {
                std::iter::successors(some(branch.top), |node| {
                    let is_first = node.0 == facts.root;
                    some(self.program.nodes[node.get()].parent).filter(|_| !is_first)
                })
            })
    }

    /// Iterates over the tops of the live run stacks: the tasks that returned Running last.
    pub fn tops(&self) -> impl Iterator<Item = NodeIndex> {
        self.run
            .branches
            .iter()
            .filter_map(|branch| some(branch.top))
    }

    /// Returns whether this leaf is a stand-in that waits for a result from outside.
    pub fn is_asking(&self, leaf: NodeIndex) -> bool {
        self.program.awaits_result(leaf)
    }

    /// Iterates over the conditionals that are watched now, with the scope inside which each may interrupt (`None`
    /// while dormant).
    pub fn watched(&self) -> impl Iterator<Item = (NodeIndex, Option<NodeIndex>)> {
        let list = self.run.observers.iter().flat_map(|o| o.iter());
        list.map(|o| (NodeIndex(o.conditional), some(o.scope)))
    }

    fn notify_paused(&mut self, paused: bool) {
        for object in &mut self.run.objects {
            // The panic text of `pause` has no receiver. A broken task fails at its next update.
            let _ = catch(|| object.pause(paused));
        }
        for (_, companion) in self.companions.iter_mut().flat_map(|c| c.iter_mut()) {
            companion.notify_paused(paused);
        }
    }
}
