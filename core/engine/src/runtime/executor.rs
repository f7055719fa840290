//! Step 3 of a frame: runs tasks until every live branch has returned Running, or the root ends. A cursor moves from
//! task to task instead of recursive calls, so that no tree is too deep for the call stack. The calls of leaves (start,
//! update, end) are at the end of the file; a game's own closures are called inline on the most frequent paths. How the
//! parents of a game are called is in `game_parents.rs`. Knows no node type.

use std::ops::{Deref, DerefMut};

use super::aborts::ObserverList;
use super::errors::raise;
use super::jumps::{Jump, Target};
use super::objects::GameObject;
use super::panics::{CallReason, catch};
use super::program::{Flags, NONE, NodeIndex, Program, ProgramNode, Role, some};
use super::program_builder::Operation;
use super::supervision::Suspended;
use super::task::{Next, ParentContext, Tasks};
use super::tracer::{Call, Tracer};
use super::user_task::TaskContext;
use super::world::World;
use crate::status::{EndStatus, Outcome, Status};
use crate::told::Message;

/// A run stack. Since it is a path of the tree, storing its top is enough.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// The deepest running task, or [`NONE`] if the stack is empty.
    pub top: u32,
    /// After an abort: the child with which the top continues or the branch starts. Otherwise [`NONE`].
    pub resume: u32,
}

impl Branch {
    pub const CLOSED: Self = Self {
        top: NONE,
        resume: NONE,
    };

    pub fn close(&mut self) {
        *self = Self::CLOSED;
    }
}

/// The run stacks of an instance, numbered as in its program. Most trees have only the main one, which is stored in
/// place.
#[derive(Clone, Debug)]
pub(super) enum Branches {
    Main([Branch; 1]),
    Several(Box<[Branch]>),
}

impl Branches {
    /// Creates this many empty run stacks, at least one.
    pub fn new(count: usize) -> Self {
        if count > 1 {
            Self::Several(vec![Branch::CLOSED; count].into())
        } else {
            Self::Main([Branch::CLOSED])
        }
    }
}

impl Deref for Branches {
    type Target = [Branch];

    #[inline]
    fn deref(&self) -> &[Branch] {
        match self {
            Self::Main(main) => main,
            Self::Several(branches) => branches,
        }
    }
}

impl DerefMut for Branches {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Branch] {
        match self {
            Self::Main(main) => main,
            Self::Several(branches) => branches,
        }
    }
}

/// The run state of an instance: run stacks, memory of tasks, observers.
pub(super) struct RunState<W: World + ?Sized> {
    pub memory: Box<[u64]>,
    pub branches: Branches,
    /// `Some` only in programs with conditionals that can be watched.
    pub observers: Option<Box<ObserverList>>,
    /// The game's own leaves and parents that are objects.
    pub objects: Box<[GameObject<W>]>,
}

/// The executor's next step.
pub(super) enum Cursor {
    /// Enters a task.
    Enter(u32),
    /// Runs the top of a branch.
    Run(u32),
    /// A task ended by itself; its parent continues.
    Ended(u32, Outcome),
    /// A branch has returned Running in this frame.
    BranchRunning(u32),
    /// The root ended.
    Finished(Outcome),
}

/// One tick of one instance, with everything that it may access, borrowed.
pub(super) struct Executor<'a, 'w, W: World + ?Sized, B, T> {
    pub program: &'a Program<W, B>,
    pub state: &'a mut RunState<W>,
    pub context: TaskContext<'a, 'w, W>,
    pub tracer: &'a mut T,
    /// Whether any results were forced from outside and not used yet.
    pub has_forced: bool,
    pub frame_state: &'a mut FrameState,
}

/// The part of the executor's state that must survive a panic in the middle of a frame. Kept apart, so that everything
/// else can stay in registers.
pub(super) struct FrameState {
    /// The task that waits while a parent runs from its first child again.
    pub suspended: Suspended,
    /// The child that a pipeline restarts although the pipeline itself has not been started again, or [`NONE`].
    pub restarted: u32,
    /// Why the task that was called last was called.
    pub call_reason: CallReason,
}

impl FrameState {
    /// Creates the state for the beginning of a frame.
    pub fn new() -> Self {
        Self {
            suspended: Suspended::NOTHING,
            restarted: NONE,
            call_reason: CallReason::Task,
        }
    }
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Runs from a cursor until every live branch has returned Running (`None`) or the root ends (its outcome).
    #[inline]
    pub(super) fn run(&mut self, mut cursor: Cursor) -> Option<Outcome> {
        loop {
            cursor = match cursor {
                Cursor::Enter(node) => self.enter(node),
                Cursor::Run(branch) => self.run_top(branch),
                Cursor::Ended(node, outcome) => self.child_ended(node, outcome),
                Cursor::BranchRunning(0) => return None,
                Cursor::BranchRunning(branch) => self.after_branch(branch),
                Cursor::Finished(outcome) => return Some(outcome),
            };
        }
    }

    #[inline]
    fn enter(&mut self, entered: u32) -> Cursor {
        if T::WATCHES {
            self.enter_watched(entered)
        } else {
            self.enter_unwatched(entered)
        }
    }

    /// Enters a task when no tracer watches. The run can jump straight from leaf to leaf then; closures of the game, the
    /// most common leaves, are called inline.
    #[inline]
    fn enter_unwatched(&mut self, entered: u32) -> Cursor {
        let mut index = self.program.nodes[entered as usize].landing;
        loop {
            let node = &self.program.nodes[index as usize];
            let Operation::Update(update) = &node.operation else {
                return self.start_node(index);
            };
            if self.has_forced || node.flags.has(Flags::WATCHED) {
                return self.start_node(index);
            }
            self.context.tick.agent.called_node = index;
            let status = update(&mut self.context);
            if self.context.tick.report.is_some() {
                let status = self.report(index, status);
                return self.leaf_returned(index, status);
            }
            let jump = match status {
                Status::Success => node.after_success,
                Status::Failure => node.after_failure,
                Status::Running if node.flags.has(Flags::INSTANT) => node.after_failure,
                Status::Running => return self.keep_running(index),
            };
            match jump.target() {
                Target::Enter(next) => index = next,
                Target::Ended(node, outcome) => return self.notify_parent(node, outcome),
            }
        }
    }

    /// Enters a task when a tracer watches: takes the way of [`Self::enter_unwatched`] step by step.
    #[inline]
    fn enter_watched(&mut self, entered: u32) -> Cursor {
        let mut entered = entered;
        loop {
            let index = self.program.nodes[entered as usize].landing;
            self.tracer.start_path(NodeIndex(entered), NodeIndex(index));
            let node = &self.program.nodes[index as usize];
            let Operation::Update(update) = &node.operation else {
                return self.start_node(index);
            };
            if self.has_forced || node.flags.has(Flags::WATCHED) {
                return self.start_node(index);
            }
            self.about_to_ask(index);
            let status = update(&mut self.context);
            self.report_writes(index);
            if self.context.tick.report.is_some() {
                let status = self.report(index, status);
                return self.leaf_returned(index, status);
            }
            let outcome = match status {
                Status::Success => Outcome::Success,
                Status::Running if !node.flags.has(Flags::INSTANT) => {
                    self.tracer.update(NodeIndex(index), status);
                    return self.keep_running(index);
                }
                Status::Failure | Status::Running => Outcome::Failure,
            };
            self.tracer.complete(NodeIndex(index), outcome);
            match self.climb(index, outcome) {
                Target::Enter(next) => entered = next,
                Target::Ended(node, outcome) => return self.notify_parent(node, outcome),
            }
        }
    }

    /// Does step by step what a [`Jump`] does at once: continues after a task has ended, past all parents with a fixed
    /// rule that end with it, and tells the tracer of these.
    #[expect(
        clippy::inline_always,
        reason = "a run that is recorded spends a fifth of its time here otherwise"
    )]
    #[inline(always)]
    fn climb(&mut self, mut ended: u32, mut outcome: Outcome) -> Target {
        loop {
            let node = &self.program.nodes[ended as usize];
            let passes_on = !node.flags.has(Flags::BRANCH_ROOT)
                && self.program.nodes[node.parent as usize].landing != node.parent;
            let rule = if passes_on {
                self.program.nodes[node.parent as usize].rule
            } else {
                None
            };
            let Some(rule) = rule else {
                return Target::Ended(ended, outcome);
            };
            match rule.next(outcome, some(node.next_sibling)) {
                Next::Run(NodeIndex(sibling)) => return Target::Enter(sibling),
                Next::End(own) => {
                    (ended, outcome) = (node.parent, own);
                    self.tracer.end(NodeIndex(ended), own.into());
                }
                Next::Wait => return Target::Ended(ended, outcome),
            }
        }
    }

    fn start_node(&mut self, index: u32) -> Cursor {
        let node = &self.program.nodes[index as usize];
        if node.role() == Role::Leaf {
            self.start_leaf(index);
            self.report_writes(index);
            let report = self.context.tick.report.as_ref();
            let status = if report.is_some_and(|report| report.error.is_some()) {
                self.report(index, Status::Failure)
            } else {
                self.update_leaf(index)
            };
            return self.leaf_returned(index, status);
        }
        if node.flags.has(Flags::HAS_WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.retire(self.program, index);
        }
        if node.role() == Role::Parallel {
            return self.open_parallel(index);
        }
        if node.flags.has(Flags::GUARDS) && !self.guard_holds(index) {
            return self.refuse(index);
        }
        let next = if node.rule.is_some() {
            Next::Run(NodeIndex(index + 1))
        } else {
            self.before_call(index, Call::Start);
            self.call_parent(index, NONE, Tasks::parent_start, |executor| {
                executor.start_game_parent(index)
            })
        };
        self.apply_decision(index, next, NONE)
    }

    /// Enters a guard: checks its condition, which is watched from now on like a conditional.
    fn guard_holds(&mut self, index: u32) -> bool {
        let status = self.update_leaf(index);
        self.guard_returned(index, status);
        status == Status::Success
    }

    /// Handles the status of a guard's condition when it is entered.
    pub(super) fn guard_returned(&mut self, index: u32, status: Status) {
        self.tracer.update(NodeIndex(index), status);
        if self.program.nodes[index as usize].flags.has(Flags::WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.record(self.program, index, status);
        }
    }

    /// Leaves a guard whose condition is false: it fails without having been started.
    pub(super) fn refuse(&mut self, index: u32) -> Cursor {
        self.tracer.end(NodeIndex(index), EndStatus::Failure);
        Cursor::Ended(index, Outcome::Failure)
    }

    #[inline]
    pub(super) fn run_top(&mut self, branch: u32) -> Cursor {
        let top = self.state.branches[branch as usize].top;
        if top != NONE && self.program.nodes[top as usize].flags.has(Flags::REVISED) {
            return self.revise(top);
        }
        self.run_top_unrevised(branch)
    }

    /// Runs the top of a branch without consulting parents above it that revise.
    #[inline]
    pub(super) fn run_top_unrevised(&mut self, branch: u32) -> Cursor {
        let Branch { top, resume } = self.state.branches[branch as usize];
        if resume != NONE {
            self.state.branches[branch as usize].resume = NONE;
            return Cursor::Enter(resume);
        }
        let node = &self.program.nodes[top as usize];
        match node.role() {
            Role::Leaf => self
                .run_leaf_again(top, node)
                .unwrap_or(Cursor::BranchRunning(branch)),
            Role::Parallel => self.run_parallel(top),
            Role::Parent => {
                self.before_call(top, Call::Decision);
                let next = self.call_parent(top, NONE, Tasks::parent_again, |executor| {
                    executor.resume_game_parent(top)
                });
                self.apply_decision(top, next, NONE)
            }
        }
    }

    /// Continues after a task ended: with its parent, or with the first ancestor that has a decision to make.
    #[inline]
    fn child_ended(&mut self, child: u32, outcome: Outcome) -> Cursor {
        let target = if T::WATCHES {
            self.climb(child, outcome)
        } else {
            let node = &self.program.nodes[child as usize];
            let jump: Jump = match outcome {
                Outcome::Success => node.after_success,
                Outcome::Failure => node.after_failure,
            };
            jump.target()
        };
        match target {
            Target::Enter(next) => Cursor::Enter(next),
            Target::Ended(node, outcome) => self.notify_parent(node, outcome),
        }
    }

    fn notify_parent(&mut self, child: u32, outcome: Outcome) -> Cursor {
        let node = &self.program.nodes[child as usize];
        if node.flags.has(Flags::BRANCH_ROOT) {
            if child == 0 {
                self.state.branches[0].close();
                return Cursor::Finished(outcome);
            }
            return self.branch_ended(node.branch, outcome);
        }
        let parent = node.parent;
        let next = if let Some(rule) = self.program.nodes[parent as usize].rule {
            rule.next(outcome, some(node.next_sibling))
        } else {
            self.before_call(parent, Call::Decision);
            self.call_parent(
                parent,
                child,
                |kind, context| kind.child_ended(context, outcome),
                |executor| executor.tell_game_parent(parent, child, outcome),
            )
        };
        self.apply_decision(parent, next, child)
    }

    /// Applies the decision that a parent made after its child `ended` (or [`NONE`]) ended.
    ///
    /// If the parent would run the very child that it has just started and finished in this run, it returns Running
    /// instead: one round per run. A run of a parent lies within one frame, and a child that was started in an earlier
    /// frame was started in an earlier run. So it is enough to store the frame in which the child was started.
    #[inline]
    fn apply_decision(&mut self, parent: u32, next: Next, ended: u32) -> Cursor {
        let node = &self.program.nodes[parent as usize];
        match next {
            Next::Run(NodeIndex(child)) => {
                if node.flags.has(Flags::LOOPS_OR_REVISES) {
                    if node.flags.has(Flags::HAS_HOOKS) && !self.may_run(parent, child, ended) {
                        return self.keep_running(parent);
                    }
                    if node.flags.has(Flags::REVISES) {
                        return self.enter_or_resume(parent, child);
                    }
                    let frame = self.context.tick.frame();
                    let started = &mut self.state.memory[(node.memory + node.memory_len) as usize];
                    if ended == child && *started == frame {
                        return self.keep_running(parent);
                    }
                    *started = frame;
                }
                Cursor::Enter(child)
            }
            Next::End(outcome) => {
                if self.frame_state.suspended.reviser == parent {
                    self.interrupt_suspended();
                }
                self.leave(parent, outcome)
            }
            Next::Wait => self.keep_running(parent),
        }
    }

    /// Ends a parent with its own result.
    #[inline]
    pub(super) fn leave(&mut self, index: u32, outcome: Outcome) -> Cursor {
        if T::WATCHES {
            self.tracer.end(NodeIndex(index), outcome.into());
        }
        let flags = self.program.nodes[index as usize].flags;
        if flags.has(Flags::HAS_HOOKS_OR_WATCHED) {
            if flags.has(Flags::HAS_HOOKS) {
                self.call_end(index, outcome.into());
            }
            if flags.has(Flags::HAS_WATCHED)
                && let Some(observers) = &mut self.state.observers
            {
                observers.hand_up(self.program, index);
            }
        }
        Cursor::Ended(index, outcome)
    }

    /// Makes a task that returned Running the top of its run stack.
    #[inline]
    pub(super) fn keep_running(&mut self, index: u32) -> Cursor {
        let node = &self.program.nodes[index as usize];
        let branch = node.branch;
        if self.frame_state.suspended.reviser != NONE && self.is_suspended_on(branch) {
            return self.overtake(index);
        }
        self.state.branches[branch as usize].top = index;
        if node.flags.has(Flags::SUPERVISED) {
            return self.supervise(index);
        }
        Cursor::BranchRunning(branch)
    }

    /// Calls a parent after its child `ended` (or [`NONE`]) ended: a built-in one by `call`, one of the game by
    /// `call_game`.
    #[inline]
    pub(super) fn call_parent<R>(
        &mut self,
        index: u32,
        ended: u32,
        call: impl FnOnce(&B, &mut ParentContext<'_, '_>) -> R,
        call_game: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let node = &self.program.nodes[index as usize];
        let Operation::Builtin(kind) = &node.operation else {
            return call_game(self);
        };
        let (ended, next_sibling) = match ended {
            NONE => (index + 1, None),
            child => (child, some(self.program.nodes[child as usize].next_sibling)),
        };
        let mut context = ParentContext {
            first_child: NodeIndex(index + 1),
            ended: NodeIndex(ended),
            next_sibling,
            siblings: self.program,
            is_restarted: self.frame_state.restarted == index,
            memory: memory_of(&mut self.state.memory, node),
            tick: &mut self.context.tick,
        };
        let answer = call(kind, &mut context);
        self.report_writes(index);
        if self.context.tick.report.is_some() {
            self.report(index, Status::Running);
        }
        answer
    }

    /// Tells a tracer that decides what comes from outside that the code of a task is about to be called.
    #[inline]
    pub(super) fn before_call(&mut self, index: u32, call: Call) {
        if T::ANSWERS {
            let tick = &mut self.context.tick;
            self.tracer.before_call(NodeIndex(index), call, tick);
        }
    }

    pub(super) fn builtin(&self, index: u32) -> Option<&B> {
        match &self.program.nodes[index as usize].operation {
            Operation::Builtin(kind) => Some(kind),
            _ => None,
        }
    }
}

#[inline]
pub(super) fn memory_of<'m, W: World + ?Sized, B>(
    memory: &'m mut [u64],
    node: &ProgramNode<W, B>,
) -> &'m mut [u64] {
    let from = node.memory as usize;
    &mut memory[from..from + node.memory_len as usize]
}

impl<W: World + ?Sized, B: Tasks, T: Tracer> Executor<'_, '_, W, B, T> {
    /// Runs a leaf that is the top of its run stack. Returns `None` if it is still running. A game's own closure, the
    /// most common leaf, is called inline.
    #[expect(
        clippy::inline_always,
        reason = "a Parallel over a hundred running leaves takes a third less time this way"
    )]
    #[inline(always)]
    pub(super) fn run_leaf_again(
        &mut self,
        index: u32,
        node: &ProgramNode<W, B>,
    ) -> Option<Cursor> {
        let status = match &node.operation {
            Operation::Update(update) if !self.has_forced => {
                self.about_to_ask(index);
                let status = update(&mut self.context);
                self.report_writes(index);
                let is_all = self.context.tick.report.is_none();
                if status == Status::Running && is_all && !node.flags.has(Flags::SUPERVISED) {
                    self.tracer.update(NodeIndex(index), status);
                    return None;
                }
                self.report(index, status)
            }
            _ => self.update_leaf(index),
        };
        self.running_leaf_returned(index, status)
    }

    #[inline(never)]
    fn running_leaf_returned(&mut self, index: u32, status: Status) -> Option<Cursor> {
        if status != Status::Running {
            return Some(self.leaf_returned(index, status));
        }
        self.tracer.update(NodeIndex(index), status);
        let node = &self.program.nodes[index as usize];
        node.flags
            .has(Flags::SUPERVISED)
            .then(|| self.supervise(index))
    }

    #[inline]
    pub(super) fn leaf_returned(&mut self, index: u32, status: Status) -> Cursor {
        self.tracer.update(NodeIndex(index), status);
        let Some(outcome) = status.outcome() else {
            return self.keep_running(index);
        };
        self.end_task(index, outcome.into());
        if self.program.nodes[index as usize].flags.has(Flags::WATCHED)
            && let Some(observers) = &mut self.state.observers
        {
            observers.record(self.program, index, status);
        }
        Cursor::Ended(index, outcome)
    }

    /// Records that the update of a leaf, or of a condition, is about to be called.
    #[inline]
    pub(super) fn about_to_ask(&mut self, index: u32) {
        if T::WATCHES {
            self.tracer.asks(NodeIndex(index));
        }
        self.context.tick.agent.called_node = index;
    }

    /// Returns the result of a leaf: the forced one if there is one, otherwise that of its update.
    #[inline]
    pub(super) fn update_leaf(&mut self, index: u32) -> Status {
        let node = &self.program.nodes[index as usize];
        self.before_call(index, Call::Update);
        if let Some(status) = self.result_from_outside(index) {
            if let Operation::Builtin(kind) = &node.operation {
                kind.leaf_forced(memory_of(&mut self.state.memory, node), status);
            }
            return status;
        }
        self.about_to_ask(index);
        let status = match &node.operation {
            Operation::Update(update) => update(&mut self.context),
            Operation::Hooks(hooks) => (hooks.update)(&mut self.context),
            Operation::Builtin(kind) => kind.leaf_update(
                memory_of(&mut self.state.memory, node),
                &mut self.context.tick,
            ),
            Operation::Object(object) | Operation::ParentObject(object) => {
                self.state.objects[*object as usize].update(&mut self.context)
            }
            Operation::Factory(_) | Operation::Parent(_) | Operation::Parallel(_) => {
                Status::Failure
            }
        };
        self.report_writes(index);
        if self.context.tick.report.is_some() {
            return self.report(index, status);
        }
        if status == Status::Running && node.flags.has(Flags::INSTANT) {
            return Status::Failure;
        }
        status
    }

    /// Returns the result that a leaf has instead of that of its update, if there is one.
    #[inline]
    fn result_from_outside(&mut self, index: u32) -> Option<Status> {
        if T::ANSWERS
            && let Some(status) = self.tracer.answer(NodeIndex(index))
        {
            return Some(status);
        }
        if self.has_forced {
            return self.take_forced_result(index);
        }
        None
    }

    /// Passes a task's report on to the tracer. A task that reported an error fails, whatever it returned.
    #[cold]
    pub(super) fn report(&mut self, index: u32, status: Status) -> Status {
        let Some(report) = self.context.tick.report.take() else {
            return status;
        };
        self.context.tick.agent.is_restless = true;
        self.invalidate();
        let agent = &mut *self.context.tick.agent;
        let has_failed = report.pass_on(self.program, agent, self.tracer, index);
        let is_instant = status == Status::Running && self.is_instant(index);
        if has_failed || is_instant {
            Status::Failure
        } else {
            status
        }
    }

    fn is_instant(&self, index: u32) -> bool {
        self.program.nodes[index as usize].flags.has(Flags::INSTANT)
    }

    #[cold]
    fn take_forced_result(&mut self, index: u32) -> Option<Status> {
        let agent = &mut *self.context.tick.agent;
        let forced = &mut agent.rare.as_mut()?.forced;
        let place = forced.iter().position(|(node, _)| node.0 == index)?;
        agent.is_restless = true;
        let status = forced.remove(place).1;
        self.invalidate();
        Some(status)
    }

    #[inline]
    pub(super) fn start_leaf(&mut self, index: u32) {
        self.before_call(index, Call::Start);
        let node = &self.program.nodes[index as usize];
        match &node.operation {
            Operation::Builtin(kind) => kind.leaf_start(
                memory_of(&mut self.state.memory, node),
                &mut self.context.tick,
            ),
            Operation::Hooks(hooks) => {
                self.context.tick.agent.called_node = index;
                if let Some(start) = &hooks.start
                    && let Err(text) = catch(|| start(&mut self.context))
                {
                    self.context.tick.fail(text);
                }
                self.context.tick.agent.called_node = NONE;
            }
            Operation::Object(object) => {
                self.context.tick.agent.called_node = index;
                let object = &mut self.state.objects[*object as usize];
                if let Err(text) = catch(|| object.start(&mut self.context)) {
                    self.context.tick.fail(text);
                }
                self.context.tick.agent.called_node = NONE;
            }
            _ => {}
        }
    }

    /// Ends a task that has left its run stack.
    #[inline]
    pub(super) fn end_task(&mut self, index: u32, status: EndStatus) {
        self.tracer.end(NodeIndex(index), status);
        if self.program.nodes[index as usize]
            .flags
            .has(Flags::HAS_HOOKS)
        {
            self.call_end(index, status);
        }
    }

    /// Calls what a game's own node does at its end.
    fn call_end(&mut self, index: u32, status: EndStatus) {
        self.context.tick.agent.called_node = index;
        let ended = match &self.program.nodes[index as usize].operation {
            Operation::Hooks(hooks) => match &hooks.end {
                Some(end) => catch(|| end(&mut self.context, status)),
                None => Ok(()),
            },
            Operation::Object(object) | Operation::ParentObject(object) => {
                let object = &mut self.state.objects[*object as usize];
                catch(|| object.end(&mut self.context, status))
            }
            _ => Ok(()),
        };
        // Whatever panics from here on is not the task.
        self.context.tick.agent.called_node = NONE;
        self.report_writes(index);
        if let Err(text) = ended {
            self.raise(index, &text);
        }
        if self.context.tick.report.is_some() {
            // Too late to change its status.
            self.report(index, Status::Running);
        }
    }

    /// Tells of an error of a task.
    #[cold]
    fn raise(&mut self, index: u32, why: &Message) {
        raise(
            self.program,
            self.context.tick.agent,
            self.tracer,
            index,
            why,
        );
    }
}
