//! Runs one frame of one tree, from external input to the requests of its tasks. How a run moves from task to task is
//! not known here: that is the executor.
//!
//! The most common frame of a game takes a short path: a single closure of the game runs, nothing is watched, and there
//! is no external input. Its update is called directly; the executor is needed only if it does not return Running.

use super::blackboard::Globals;
use super::errors::{ErrorLog, raise};
use super::executor::{Cursor, Executor, FrameState};
use super::instance::{TreeInstance, TreeState};
use super::outside::Request;
use super::panics::{catch, catch_frame, catch_update};
use super::program::{Flags, NONE, NodeIndex};
use super::program_builder::Operation;
use super::task::Tasks;
use super::tick_context::{Report, TickContext, TimeStep};
use super::tracer::Tracer;
use super::tree_manager::AgentId;
use super::user_task::TaskContext;
use super::variables::report_writes;
use super::watching::TreeObserver;
use super::world::{Lent, World};
use crate::status::{Outcome, Status};

/// The point at which a frame begins, or continues after a panic.
pub(super) enum StartPoint {
    /// At the root.
    Root,
    /// At this observer; the run follows.
    Check(usize),
    /// After the short path: the only running leaf has returned this status and report.
    LeafUpdated(u32, Status, Option<Box<Report>>),
    /// In the run.
    Run(Cursor),
}

/// The result of trying the short path of a frame.
pub(super) enum FastPath {
    /// The frame involves more than one leaf: the executor must run it, nothing has been called yet.
    NotApplicable,
    /// The leaf returned Running, and the frame is complete.
    Complete,
    /// The leaf was updated, and the executor must continue the frame here.
    NeedsExecutor(StartPoint),
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Runs one frame of `dt` seconds (a negative or non-finite number counts as 0). Returns the tree's status after
    /// the frame: Running until the root ends; `None` if the tree is paused, disabled or finished.
    ///
    /// Errors of tasks are written to the log ([`ErrorLog`]); what else they cause is the tree's
    /// [`ErrorPolicy`](super::ErrorPolicy).
    pub fn tick(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        dt: f64,
    ) -> Option<Status> {
        self.tick_traced(world, globals, dt, &mut ErrorLog)
    }

    /// Like [`Self::tick`], with a tracer that observes the frame. Errors go to the tracer, not to the log.
    #[inline]
    pub fn tick_traced<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        let status = self.run_frame(world, globals, TimeStep::new(dt), tracer);
        if !globals.posted.is_empty() {
            self.send_posted(globals);
        }
        status
    }

    /// Sends the events for all trees: a tree that is ticked on its own is their only receiver.
    #[cold]
    fn send_posted(&mut self, globals: &mut Globals) {
        for event in std::mem::take(&mut globals.posted) {
            self.send(event);
        }
    }

    /// Runs a frame as one of a manager's trees.
    #[expect(
        clippy::inline_always,
        reason = "a frame of ten thousand trees takes a twentieth less time this way"
    )]
    #[inline(always)]
    pub(super) fn run_frame<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> Option<Status> {
        match self.run_single_leaf(world, globals, step, tracer) {
            FastPath::Complete => Some(Status::Running),
            FastPath::NeedsExecutor(start) => {
                self.run_long_frame(world, globals, step, tracer, Some(start))
            }
            FastPath::NotApplicable => self.run_long_frame(world, globals, step, tracer, None),
        }
    }

    /// Runs a frame that involves more than one leaf, or what is left of it from `begun` on. Not inlined, so that the short path needs
    /// few registers.
    #[inline(never)]
    fn run_long_frame<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
        begun: Option<StartPoint>,
    ) -> Option<Status> {
        let status = match begun {
            Some(start) => self.run_from(start, world, globals, step, tracer),
            None => self.run_own_frame(world, globals, step, tracer),
        };
        let rare = self.agent.rare.as_ref();
        if rare.is_some_and(|rare| rare.background.is_some()) {
            match self.agent.state {
                TreeState::Enabled => self.run_companions(world, globals, step, tracer),
                TreeState::Paused => {}
                TreeState::Disabled | TreeState::Finished(_) => {
                    self.stop_companions(world, globals, tracer);
                }
            }
        }
        if self.agent.has_failed() {
            return self.after_error(status, world, globals, tracer);
        }
        status
    }

    /// Runs a frame as one of a manager's trees, with whoever observes it.
    #[inline]
    pub(super) fn run_observed<T: Tracer, O: Tracer>(
        &mut self,
        id: AgentId,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        observer: TreeObserver<'_, T, O>,
    ) -> Option<Status> {
        match observer {
            TreeObserver::Tracer(tracer) => self.run_watched(id, world, globals, step, tracer),
            TreeObserver::Other(tracer) => self.run_watched(id, world, globals, step, tracer),
            TreeObserver::Nobody | TreeObserver::Elsewhere => {
                self.run_frame(world, globals, step, &mut ErrorLog)
            }
        }
    }

    /// Runs a frame as one of a manager's trees, with a tracer. Not inlined, so that the trees that nobody observes run
    /// as fast as if nobody observed any.
    #[inline(never)]
    fn run_watched<T: Tracer>(
        &mut self,
        id: AgentId,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> Option<Status> {
        tracer.tree(id);
        self.run_frame(world, globals, step, tracer)
    }

    /// Runs a frame of this tree without its background trees.
    #[inline]
    pub(super) fn run_own_frame<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> Option<Status> {
        if self.program.storage.is_empty() {
            self.run_frame_inside(world, globals, step, tracer)
        } else {
            self.run_frame_with_storage(world, globals, step, tracer)
        }
    }

    /// Runs a frame, ignoring variables that the game stores.
    #[inline]
    pub(super) fn run_frame_inside<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> Option<Status> {
        if self.agent.state != TreeState::Enabled && !self.restarts() {
            return None;
        }
        self.agent.begin_frame();
        let first_frame = std::mem::replace(&mut self.agent.at_start, false);
        if first_frame {
            self.begin(world, globals, tracer);
        }
        self.agent.time += step.nanoseconds;
        if T::WATCHES {
            globals.data.begin();
            self.report_writes_from_outside(globals, tracer);
        }
        let start = if first_frame {
            StartPoint::Root
        } else {
            StartPoint::Check(0)
        };
        self.run_from(start, world, globals, step, tracer)
    }

    /// Runs a frame that has begun from this point on.
    fn run_from<T: Tracer>(
        &mut self,
        mut start: StartPoint,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> Option<Status> {
        let mut frame_state = FrameState::new();
        let mut executor = self.executor(world, globals, step, tracer, &mut frame_state);
        if executor.context.tick.agent.rare.is_some() {
            executor.apply_outside(matches!(start, StartPoint::Root));
        }
        let finished = loop {
            // The executor is created inside the closure, so that its fields can be kept in registers.
            let frame = || {
                self.executor(world, globals, step, tracer, &mut frame_state)
                    .run_steps(start)
            };
            match catch_frame(frame) {
                Ok(finished) => break finished,
                Err(panic) => {
                    let mut executor =
                        self.executor(world, globals, step, tracer, &mut frame_state);
                    start = executor.recover(panic);
                }
            }
        };
        if T::WATCHES {
            globals.data.finish(tracer);
        }
        if self.agent.rare.is_some() {
            self.after_frame(finished.is_some(), world, globals, tracer);
            if T::WATCHES {
                self.remember_globals(globals);
            }
        }
        let Some(outcome) = finished else {
            return self.status();
        };
        let status = outcome.into();
        self.agent.state = TreeState::Finished(status);
        self.agent.at_start = true;
        if let Some(observers) = &mut self.run.observers {
            observers.clear();
        }
        Some(status)
    }

    /// Runs the frame if it consists of an update of the only running leaf.
    #[inline]
    fn run_single_leaf<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        step: TimeStep,
        tracer: &mut T,
    ) -> FastPath {
        let top = self.run.branches[0].top;
        // There is no node with the index `NONE`.
        let Some(node) = self.program.nodes.get(top as usize) else {
            return FastPath::NotApplicable;
        };
        let Operation::Update(update) = &node.operation else {
            return FastPath::NotApplicable;
        };
        if !self.program.has_short_frames
            || node.flags.has(Flags::REVISED_OR_SUPERVISED)
            || self.agent.rare.is_some()
            || self.agent.state != TreeState::Enabled
            || self.agent.at_start
            || self.agent.has_failed()
        {
            return FastPath::NotApplicable;
        }
        self.agent.begin_frame();
        self.agent.time += step.nanoseconds;
        if T::WATCHES {
            globals.data.begin();
            self.report_writes_from_outside(globals, tracer);
            tracer.asks(NodeIndex(top));
        }
        globals.collects_writes = T::WATCHES;
        let mut context = TaskContext {
            world,
            tick: TickContext {
                step,
                agent: &mut self.agent,
                globals,
                declared: &self.program.tree_variables,
                labels: &self.program.labels,
                report: None,
            },
        };
        context.tick.agent.called_node = top;
        let status =
            catch_update(|| update(&mut context)).unwrap_or_else(|text| context.fail(text));
        if T::WATCHES && context.tick.globals.has_news() {
            report_writes(&self.program, &mut context.tick, tracer, top);
        }
        let report = context.tick.report;
        if status == Status::Running && report.is_none() && self.agent.rare.is_none() {
            tracer.update(NodeIndex(top), status);
            if T::WATCHES {
                globals.data.finish(tracer);
            }
            return FastPath::Complete;
        }
        FastPath::NeedsExecutor(StartPoint::LeafUpdated(top, status, report))
    }

    #[inline]
    pub(super) fn executor<'a, 'w, T: Tracer>(
        &'a mut self,
        world: &'a mut Lent<'w, W>,
        globals: &'a mut Globals,
        step: TimeStep,
        tracer: &'a mut T,
        frame_state: &'a mut FrameState,
    ) -> Executor<'a, 'w, W, B, T> {
        globals.collects_writes = T::WATCHES;
        let rare = self.agent.rare.as_ref();
        Executor {
            program: &self.program,
            state: &mut self.run,
            has_forced: rare.is_some_and(|rare| !rare.forced.is_empty()),
            context: TaskContext {
                world,
                tick: TickContext {
                    step,
                    agent: &mut self.agent,
                    globals,
                    declared: &self.program.tree_variables,
                    labels: &self.program.labels,
                    report: None,
                },
            },
            tracer,
            frame_state,
        }
    }

    /// Returns the status of an unfinished tree: Running, or `None` if one of its tasks has just stopped it.
    fn status(&self) -> Option<Status> {
        (self.agent.state == TreeState::Enabled).then_some(Status::Running)
    }

    /// Carries out what the tasks requested in this frame.
    #[cold]
    fn after_frame<T: Tracer>(
        &mut self,
        finished: bool,
        world: &mut Lent<'_, W>,
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
                Request::Interrupt(key, outcome) => self.interrupt(key, outcome),
                Request::Stop | Request::Restart if finished => {}
                Request::Stop => self.disable_traced(world, globals, tracer),
                Request::Restart => {
                    self.disable_traced(world, globals, tracer);
                    self.enable();
                }
            }
        }
        // The buffer is kept, so that new requests allocate nothing.
        self.agent.rare.get_or_insert_default().requests = requests;
    }

    /// Restarts a finished tree if its document says so. Returns whether it did.
    #[cold]
    fn restarts(&mut self) -> bool {
        let restarts = matches!(self.agent.state, TreeState::Finished(_))
            && self.program.restart_when_complete;
        if restarts {
            self.agent.state = TreeState::Enabled;
        }
        restarts
    }

    /// Prepares the first frame. The very first time, this calls `awake` of the game's tasks.
    pub(super) fn begin<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        tracer: &mut T,
    ) {
        self.bind_globals_traced(globals, tracer);
        if !std::mem::replace(&mut self.agent.awake, true) && !self.run.objects.is_empty() {
            self.executor(
                world,
                globals,
                TimeStep::ZERO,
                tracer,
                &mut FrameState::new(),
            )
            .awake_objects();
        }
    }
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Runs steps 2 and 3 of a frame. Returns the outcome of the root; `None` if it is still running.
    #[inline]
    pub(super) fn run_steps(&mut self, start: StartPoint) -> Option<Outcome> {
        let cursor = match start {
            StartPoint::Root => Cursor::Enter(0),
            StartPoint::Run(cursor) => cursor,
            StartPoint::LeafUpdated(leaf, status, report) => {
                self.after_single_leaf(leaf, status, report)
            }
            StartPoint::Check(observer) => {
                if self.state.observers.is_some() {
                    self.reevaluate(observer);
                }
                self.run_top(0)
            }
        };
        self.run(cursor)
    }

    /// Continues the frame with the status that the single leaf returned.
    #[cold]
    fn after_single_leaf(
        &mut self,
        leaf: u32,
        status: Status,
        report: Option<Box<Report>>,
    ) -> Cursor {
        self.context.tick.agent.called_node = NONE;
        self.context.tick.report = report;
        let status = self.report(leaf, status);
        self.leaf_returned(leaf, status)
    }

    /// Calls `awake` of all objects.
    fn awake_objects(&mut self) {
        self.awake_objects_of(|_| true);
        if let Some(rare) = &mut self.context.tick.agent.rare {
            rare.fresh.clear();
        }
    }

    /// Calls `awake` of the objects that are new in a run that has begun before.
    pub(super) fn awake_fresh_objects(&mut self) {
        let rare = self.context.tick.agent.rare.as_mut();
        let fresh = rare.map(|rare| std::mem::take(&mut rare.fresh));
        if let Some(mut fresh) = fresh.filter(|fresh| !fresh.is_empty()) {
            fresh.sort_unstable();
            self.awake_objects_of(|node| fresh.binary_search(&NodeIndex(node)).is_ok());
        }
    }

    /// Calls `awake` of the objects of these nodes. Both factories and the objects that they created are in pre-order.
    fn awake_objects_of(&mut self, is_meant: impl Fn(u32) -> bool) {
        let objects = self.state.objects.iter_mut();
        let objects = objects.zip(&self.program.object_nodes);
        for (object, node) in objects.filter(|(_, node)| is_meant(**node)) {
            self.context.tick.agent.called_node = *node;
            let awoken = catch(|| object.awake(&mut self.context));
            if T::WATCHES {
                report_writes(self.program, &mut self.context.tick, self.tracer, *node);
            }
            if let Err(text) = awoken {
                let agent = &mut *self.context.tick.agent;
                raise(self.program, agent, self.tracer, *node, &text);
            }
            if let Some(report) = self.context.tick.report.take() {
                let agent = &mut *self.context.tick.agent;
                report.pass_on(self.program, agent, self.tracer, *node);
            }
        }
        self.context.tick.agent.called_node = NONE;
    }
}
