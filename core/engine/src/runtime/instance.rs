//! A running tree: one agent's part of a shared program. Ticks it, and lets a game reach into it between ticks.

use std::sync::Arc;

use oorandom::Rand32;

use super::blackboard::Globals;
use super::companions::Companions;
use super::events::Event;
use super::executor::{Branch, Cursor, Executor, Kept, RunState};
use super::interrupt::AtEnd;
use super::observers::ObserverList;
use super::outside::Request;
use super::panics::{Step, catch, catch_frame};
use super::program::{NONE, NodeIndex, Program, some};
use super::task::Tasks;
use super::tick_context::{AgentState, TickContext};
use super::tracer::{NoTracer, Tracer};
use super::user_task::TaskContext;
use super::variables::initial_values;
use super::waiting::Waiting;
use super::writes::tell_writes;
use crate::status::Status;

/// Whether a tree runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

    /// Runs one frame of `dt` seconds (a negative or unusable number counts as 0). Returns its status after the frame:
    /// Running until the root ends; `None` if it is paused, disabled or finished.
    pub fn tick(&mut self, world: &mut W, globals: &mut Globals, dt: f64) -> Option<Status> {
        self.tick_traced(world, globals, dt, &mut NoTracer)
    }

    /// [`Self::tick`], telling a tracer what happens.
    #[inline]
    pub fn tick_traced<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        let status = self.run_frame(world, globals, dt, tracer);
        // A tree that is ticked by itself is all trees that there are.
        if !globals.posted.is_empty() {
            let posted = std::mem::take(&mut globals.posted);
            for event in posted {
                self.send(event);
            }
        }
        status
    }

    /// A frame, as one of a manager's trees.
    #[inline]
    pub(super) fn run_frame<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        let status = self.run_own_frame(world, globals, dt, tracer);
        let rare = self.agent.rare.as_ref();
        if rare.is_some_and(|rare| rare.board.is_some()) {
            match self.state {
                TreeState::Enabled => self.run_companions(world, globals, dt, tracer),
                TreeState::Paused => {}
                TreeState::Disabled | TreeState::Finished(_) => {
                    self.stop_companions(world, globals, tracer);
                }
            }
        }
        status
    }

    /// A frame of this tree without those that run beside it.
    #[inline]
    pub(super) fn run_own_frame<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        if self.program.storage.is_empty() {
            self.run_frame_inside(world, globals, dt, tracer)
        } else {
            self.run_frame_with_storage(world, globals, dt, tracer)
        }
    }

    /// A frame, whatever the game keeps for it.
    #[inline]
    pub(super) fn run_frame_inside<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        if self.state != TreeState::Enabled && !self.restarts() {
            return None;
        }
        self.agent.frame += 1;
        self.agent.rounds = 0;
        let first_frame = std::mem::replace(&mut self.at_start, false);
        if first_frame {
            self.begin(world, globals, tracer);
        }
        let dt = if dt > 0.0 && dt.is_finite() { dt } else { 0.0 };
        self.agent.time += dt;
        let waiting = if T::WATCHES || first_frame {
            Waiting::NotAlone
        } else {
            self.run_waiting_leaf(world, globals, dt)
        };
        if let Waiting::StillWaits = waiting {
            return Some(Status::Running);
        }
        let mut kept = Kept::new();
        let mut executor = self.executor(world, globals, dt, tracer, &mut kept);
        if executor.context.tick.agent.rare.is_some() {
            executor.apply_outside(first_frame);
        }
        let mut step = match waiting {
            Waiting::Ended(leaf, status, report) => executor.after_waiting(leaf, status, report),
            _ if first_frame => Step::Run(Cursor::Enter(0)),
            _ => Step::Check(0),
        };
        let finished = loop {
            // The executor is made anew in there: what lives only in there is kept in registers.
            let frame = || {
                self.executor(world, globals, dt, tracer, &mut kept)
                    .go(step)
            };
            match catch_frame(frame) {
                Ok(finished) => break finished,
                Err(panic) => {
                    let mut executor = self.executor(world, globals, dt, tracer, &mut kept);
                    step = executor.recover(panic);
                }
            }
        };
        if self.agent.rare.is_some() {
            self.after_frame(finished.is_some(), world, globals, tracer);
        }
        let Some(succeeded) = finished else {
            return self.status();
        };
        let status = Status::of(succeeded);
        self.state = TreeState::Finished(status);
        self.at_start = true;
        if let Some(observers) = &mut self.run.observers {
            observers.clear();
        }
        Some(status)
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

    /// Interrupts the tasks that can be interrupted by this key, at the beginning of the next frame. They end with Success if `succeeded`.
    pub fn interrupt(&mut self, key: impl Into<Arc<str>>, succeeded: bool) {
        let rare = self.agent.rare.get_or_insert_default();
        rare.interrupts.push((key.into(), succeeded));
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

    #[inline]
    fn executor<'a, T: Tracer>(
        &'a mut self,
        world: &'a mut W,
        globals: &'a mut Globals,
        dt: f64,
        tracer: &'a mut T,
        kept: &'a mut Kept,
    ) -> Executor<'a, W, B, T> {
        self.watch_writes::<T>();
        let rare = self.agent.rare.as_ref();
        Executor {
            program: &self.program,
            state: &mut self.run,
            has_forced: rare.is_some_and(|rare| !rare.forced.is_empty()),
            context: TaskContext {
                world,
                tick: TickContext {
                    dt,
                    agent: &mut self.agent,
                    globals,
                    report: None,
                },
            },
            tracer,
            kept,
        }
    }

    /// What the tree answers while it is not finished: Running, or nothing if a task of it has just stopped it.
    fn status(&self) -> Option<Status> {
        (self.state == TreeState::Enabled).then_some(Status::Running)
    }

    /// Does what the tasks asked for in this frame.
    #[cold]
    fn after_frame<T: Tracer>(
        &mut self,
        finished: bool,
        world: &mut W,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        let Some(rare) = &mut self.agent.rare else {
            return;
        };
        rare.events.clear();
        let mut requests = std::mem::take(&mut rare.requests);
        for request in requests.drain(..) {
            match request {
                Request::Send(event) => self.send_to_this_tree(event),
                Request::Interrupt(key, succeeded) => self.interrupt(key, succeeded),
                Request::Stop | Request::Restart if finished => {}
                Request::Stop => self.disable_traced(world, globals, tracer),
                Request::Restart => {
                    self.disable_traced(world, globals, tracer);
                    self.enable();
                }
            }
        }
        // Its room is kept, so that asking again allocates nothing.
        self.agent.rare.get_or_insert_default().requests = requests;
    }

    /// A tree that has finished runs on if its document says so.
    #[cold]
    fn restarts(&mut self) -> bool {
        let restarts =
            matches!(self.state, TreeState::Finished(_)) && self.program.restart_when_complete;
        if restarts {
            self.state = TreeState::Enabled;
        }
        restarts
    }

    /// Before the first frame: the first time, tasks are awoken.
    pub(super) fn begin<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        self.bind_globals(globals);
        if !std::mem::replace(&mut self.awake, true) && !self.run.objects.is_empty() {
            self.executor(world, globals, 0.0, tracer, &mut Kept::new())
                .awake_objects();
        }
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

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// Factories were numbered in pre-order, and so are the objects that they made.
    fn awake_objects(&mut self) {
        for (object, node) in self
            .state
            .objects
            .iter_mut()
            .zip(&self.program.object_nodes)
        {
            let awoken = catch(|| object.awake(&mut self.context));
            if T::WATCHES {
                tell_writes(self.program, &mut self.context.tick, self.tracer, *node);
            }
            if let Err(text) = awoken {
                self.tracer.error(NodeIndex(*node), &text);
            }
        }
    }
}
