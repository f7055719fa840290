//! A running tree: one agent's part of a shared program, its life from start to end, and what a game asks and tells it between frames. What happens in
//! a frame is in `frame.rs`.

use std::sync::Arc;

use oorandom::Rand32;
use serde::{Deserialize, Serialize};

use super::aborts::{AtEnd, ObserverList};
use super::blackboard::Globals;
use super::companions::Companions;
use super::executor::{Branch, Kept, RunState};
use super::outside::Event;
use super::panics::catch;
use super::program::{NONE, NodeIndex, Program, some};
use super::task::Tasks;
use super::tick_context::AgentState;
use super::tracer::{NoTracer, Tracer};
use super::variables::initial_values;
use crate::status::{Outcome, Status};

/// Whether a tree runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TreeState {
    /// It runs: each tick is a frame.
    Enabled,
    /// It keeps its place and does nothing until it is resumed.
    Paused,
    /// It does nothing until it is enabled.
    Disabled,
    /// Its root ended with this status. Ticks do nothing more, unless its document says that it restarts when complete.
    Finished(Status),
}

/// One agent's instance of a program: run stacks, memories of tasks, observers, variables, random numbers.
///
/// One that is dropped while it runs interrupts nothing: no task hears that it ended, and a `Semaphore` keeps its place in the globals.
/// [`Self::disable`] it before; [`TreeManager::remove`](super::TreeManager::remove) does.
pub struct TreeInstance<W, B> {
    pub(super) program: Arc<Program<W, B>>,
    pub(super) run: RunState<W>,
    pub(super) agent: AgentState,
    pub(super) state: TreeState,
    /// The next tick enters the root.
    pub(super) at_start: bool,
    pub(super) awake: bool,
    /// Trees that run beside it.
    pub(super) companions: Option<Box<Companions<W, B>>>,
}

impl<W, B: Tasks> TreeInstance<W, B> {
    /// An instance that is enabled and has run no frame yet. Equal seeds give equal runs.
    pub fn new(program: Arc<Program<W, B>>, seed: u64) -> Self {
        let observers = (program.watched_count > 0).then(|| {
            let mut list = ObserverList::new(program.watched_count);
            list.reserve(program.watched_count);
            Box::new(list)
        });
        Self {
            run: RunState {
                memory: vec![0; program.memory_len].into(),
                branches: vec![Branch::CLOSED; program.branches.len()].into(),
                observers,
                objects: program.factories.iter().map(|make| make()).collect(),
            },
            agent: AgentState {
                variables: initial_values(&program),
                random: Rand32::new(seed),
                frame: 0,
                time: 0.0,
                agent: 0,
                restless: 0,
                rounds: 0,
                rare: None,
            },
            state: TreeState::Enabled,
            at_start: true,
            awake: false,
            companions: None,
            program,
        }
    }

    /// The program that it runs.
    pub fn program(&self) -> &Arc<Program<W, B>> {
        &self.program
    }

    /// Whether it runs.
    pub fn state(&self) -> TreeState {
        self.state
    }

    /// How many frames it has run.
    pub fn frame(&self) -> u64 {
        self.agent.frame
    }

    /// Starts from the root in the next frame, if it was disabled or has finished. Built-in tasks that remember across starts begin anew;
    /// variables keep their values.
    pub fn enable(&mut self) {
        if matches!(self.state, TreeState::Disabled | TreeState::Finished(_)) {
            self.run.memory.fill(0);
            if let Some(rare) = &mut self.agent.rare {
                rare.received.clear();
                rare.interrupts.clear();
            }
            self.state = TreeState::Enabled;
            self.at_start = true;
        }
    }

    /// Interrupts everything, deepest task first, and forgets what was observed.
    pub fn disable(&mut self, world: &mut W, globals: &mut Globals) {
        self.disable_traced(world, globals, &mut NoTracer);
    }

    /// [`Self::disable`], telling a tracer what happens.
    pub fn disable_traced<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        self.executor(world, globals, 0.0, tracer, &mut Kept::new())
            .unwind(0, NONE, AtEnd::Leave);
        self.stop_companions(world, globals, tracer);
        if let Some(observers) = &mut self.run.observers {
            observers.clear();
        }
        self.state = TreeState::Disabled;
        self.at_start = true;
    }

    /// Disables and enables it.
    pub fn restart(&mut self, world: &mut W, globals: &mut Globals) {
        self.disable(world, globals);
        self.enable();
    }

    /// Keeps its place and does nothing until it is resumed.
    pub fn pause(&mut self) {
        if self.state == TreeState::Enabled {
            self.state = TreeState::Paused;
            self.tell_paused(true);
        }
    }

    /// Goes on where it was paused.
    pub fn resume(&mut self) {
        if self.state == TreeState::Paused {
            self.state = TreeState::Enabled;
            self.tell_paused(false);
        }
    }

    /// Uses this result instead of the next update of a leaf, as an interruption by the game or the answer to a stand-in that asks.
    /// A later one for the same leaf takes the place of an earlier one that was not used yet. For a conditional, Running counts as Failure.
    pub fn force(&mut self, leaf: NodeIndex, status: Status) {
        let status = self.program.can_be_forced(leaf, status);
        let forced = &mut self.agent.rare.get_or_insert_default().forced;
        forced.retain(|(node, _)| *node != leaf);
        forced.push((leaf, status));
    }

    /// The result that was forced on a leaf and waits to be used.
    pub fn forced(&self, leaf: NodeIndex) -> Option<Status> {
        let forced = self.agent.rare.as_ref()?.forced.iter();
        forced
            .rev()
            .find(|(node, _)| *node == leaf)
            .map(|(_, status)| *status)
    }

    /// Interrupts the tasks that can be interrupted by this key, at the beginning of the next frame. They end so.
    pub fn interrupt(&mut self, key: impl Into<Arc<str>>, outcome: Outcome) {
        let rare = self.agent.rare.get_or_insert_default();
        rare.interrupts.push((key.into(), outcome));
    }

    /// The number by which the game knows whose tree this is; tasks read it with [`TickContext::agent`].
    pub fn agent(&self) -> u64 {
        self.agent.agent
    }

    /// Says whose tree this is.
    pub fn set_agent(&mut self, agent: u64) {
        self.agent.agent = agent;
    }

    /// Tells the tree, and those that run beside it, that something happened; their tasks see it in the next frame.
    pub fn send(&mut self, event: Event) {
        self.tell_companions(&event);
        self.send_to_this_tree(event);
    }

    pub(super) fn send_to_this_tree(&mut self, event: Event) {
        self.agent.rare.get_or_insert_default().events.push(event);
    }

    /// The run stacks, the main one first, then those of branches, depth first, left to right; each from its first task to its top.
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

    /// The tops of the live run stacks: the tasks that answered Running last.
    pub fn tops(&self) -> impl Iterator<Item = NodeIndex> {
        self.run
            .branches
            .iter()
            .filter_map(|branch| some(branch.top))
    }

    /// Whether this leaf waits for an answer from outside.
    pub fn is_asking(&self, leaf: NodeIndex) -> bool {
        self.program.is_asking(leaf)
    }

    /// The conditionals that are watched now, with the scope in which each may interrupt (none while dormant).
    pub fn watched(&self) -> impl Iterator<Item = (NodeIndex, Option<NodeIndex>)> {
        let list = self.run.observers.iter().flat_map(|o| o.iter());
        list.map(|o| (NodeIndex(o.conditional), some(o.scope)))
    }

    fn tell_paused(&mut self, paused: bool) {
        for object in &mut self.run.objects {
            // Nobody listens for what a panic says here; the task fails at its next update if it is broken.
            let _ = catch(|| object.pause(paused));
        }
        for (_, companion) in self.companions.iter_mut().flat_map(|c| c.iter_mut()) {
            companion.tell_paused(paused);
        }
    }
}
