//! The interface between the executor and the node types, which are defined elsewhere; the executor knows them only as
//! [`Tasks`].
//!
//! What a parent requires beyond that, it declares in `TaskRequirements`; a program without such parents pays one
//! bit test for it.

use std::sync::Arc;

use super::blackboard::Operand;
use super::draw::Draw;
use super::forgetting::Forgetting;
use super::ground::{ChoiceRule, Ground};
use super::parallel::Tally;
use super::parallel::{PipelineDecision, Turn};
use super::program::{NodeIndex, Sends};
use super::sleeping::Wake;
use super::tick_context::TickContext;
use crate::status::{Outcome, Status};
use crate::time::Nanoseconds;

/// A parent's decision about what to do next. `C` identifies a child: by index, or, for the parents of a game
/// ([`ParentTask`](super::ParentTask)), by its position from the left, starting at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next<C = NodeIndex> {
    /// Runs this child.
    Run(C),
    /// Ends with this outcome.
    End(Outcome),
    /// Returns Running, and is called again in the next frame.
    Wait,
}

/// A parent's decision about its running child at the beginning of a frame. `C` identifies a child, as in [`Next`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision<C = NodeIndex> {
    /// Continues with it.
    Stay,
    /// Runs from the first child again and suspends the running child. It continues when the parent reaches it, and is
    /// interrupted if the parent ends before that or an earlier child returns Running.
    FromFirst,
    /// Interrupts it and runs this child.
    Switch(C),
    /// Interrupts it and ends with this outcome.
    End(Outcome),
}

/// What a node type requires of the executor, beyond being started and being called when its children end.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent requirements, each set by name"
)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaskRequirements {
    /// It may run the same child twice, so the rule of one round per run applies.
    pub loops: bool,
    /// It is consulted before each frame in which something runs below it ([`Tasks::revise`]).
    pub revises: bool,
    /// It is consulted in each frame after its child returned Running ([`Tasks::child_runs`]).
    pub supervises: bool,
    /// It checks a condition before its child runs, and is watched like a conditional.
    pub guards: bool,
    /// It is called when it is interrupted ([`Tasks::interrupted`]).
    pub hears_interruption: bool,
    /// It may run its children in another order than from left to right.
    pub reorders: bool,
    /// While it is watched, it needs a new check only after a variable that it reads has changed: its status depends on
    /// nothing else, and the check has no side effects.
    pub follows_variables: bool,
    /// It may write the variables among its parameters.
    pub writes_variables: bool,
}

impl TaskRequirements {
    /// No requirements.
    pub const NONE: Self = Self {
        loops: false,
        revises: false,
        supervises: false,
        guards: false,
        hears_interruption: false,
        reorders: false,
        follows_variables: false,
        writes_variables: false,
    };
}

/// Access to the children of a program's nodes, without their behavior.
pub(super) trait Siblings {
    /// Returns the children of a parent that decides for itself, left to right.
    fn children(&self, parent: NodeIndex) -> &[u32];
}

/// A parent's view of its children, and its memory.
pub struct ParentContext<'a, 't> {
    pub(super) first_child: NodeIndex,
    /// The child that ended, or the first one.
    pub(super) ended: NodeIndex,
    pub(super) next_sibling: Option<NodeIndex>,
    pub(super) siblings: &'a dyn Siblings,
    pub(super) is_restarted: bool,
    /// The memory of the parent; zeros when its tree is enabled.
    pub memory: &'a mut [u64],
    /// Time, variables, events and random numbers.
    pub tick: &'a mut TickContext<'t>,
}

impl ParentContext<'_, '_> {
    /// Returns, on entering, whether the node is a child of a pipeline that has ended before and is started once more
    /// while the pipeline continues.
    pub fn is_restarted(&self) -> bool {
        self.is_restarted
    }

    /// Returns the leftmost child.
    #[inline]
    pub fn first_child(&self) -> NodeIndex {
        self.first_child
    }

    /// Returns the child that just ended.
    #[inline]
    pub fn ended(&self) -> NodeIndex {
        self.ended
    }

    /// Returns the child to the right of the one that just ended; `None` at the start and after the last child.
    #[inline]
    pub fn next_sibling(&self) -> Option<NodeIndex> {
        self.next_sibling
    }

    /// Returns the child at this position, counted from the left starting at 0; `None` beyond the last.
    #[inline]
    pub fn child(&self, place: usize) -> Option<NodeIndex> {
        self.list().get(place).copied().map(NodeIndex)
    }

    /// Returns the number of children.
    pub fn child_count(&self) -> usize {
        self.list().len()
    }

    /// Returns the position of a child, counted from the left starting at 0.
    pub fn position(&self, child: NodeIndex) -> usize {
        self.list().partition_point(|other| *other < child.0)
    }

    fn list(&self) -> &[u32] {
        self.siblings.children(NodeIndex(self.first_child.0 - 1))
    }
}

/// What a parent with a fixed rule does when a child ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Runs the next child; ends with Success after the last.
    NextElseSucceed,
    /// Runs the next child; ends with Failure after the last.
    NextElseFail,
    /// Ends with Success.
    Succeed,
    /// Ends with Failure.
    Fail,
}

/// The rule of a parent that starts with its first child, has no memory, and decides only by the status of the child
/// that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// What it does when a child succeeds.
    pub success: Verdict,
    /// What it does when a child fails.
    pub failure: Verdict,
}

impl Rule {
    /// Applies the rule to a child that ended.
    #[inline]
    pub fn next(self, outcome: Outcome, next_sibling: Option<NodeIndex>) -> Next {
        let verdict = match outcome {
            Outcome::Success => self.success,
            Outcome::Failure => self.failure,
        };
        match (verdict, next_sibling) {
            (Verdict::NextElseSucceed | Verdict::NextElseFail, Some(next)) => Next::Run(next),
            (Verdict::NextElseSucceed | Verdict::Succeed, _) => Next::End(Outcome::Success),
            (Verdict::NextElseFail | Verdict::Fail, _) => Next::End(Outcome::Failure),
        }
    }
}

/// The built-in node types of a program as one closed type, so that the executor's calls are static.
///
/// Each method is called only for the node types to which it applies.
pub trait Tasks: Send + Sync + Sized + 'static {
    /// Returns the name of the node type.
    fn kind(&self) -> &'static str;

    /// Returns how many numbers of memory the task needs. They are zero when the tree is enabled, and persist until it
    /// is enabled again.
    fn memory_len(&self, children: usize) -> usize;

    /// Returns the requirements of the task.
    fn wants(&self) -> TaskRequirements;

    /// Returns the fixed rule of a parent that has one; the executor then calls no other method of it.
    fn rule(&self) -> Option<Rule>;

    /// Returns whether the task only represents its child, so that the child takes its place in its parent (`Subtree`).
    fn is_transparent(&self) -> bool;

    /// Returns whether the task is a Parallel: its children have their own run stacks, and [`Tasks::join`] decides.
    fn is_parallel(&self) -> bool;

    /// Returns whether the task is a Parallel that runs each child in every frame: [`Tasks::after_turn`] decides
    /// instead of [`Tasks::join`].
    fn is_pipeline(&self) -> bool;

    /// Enters a parent.
    fn parent_start(&self, context: &mut ParentContext<'_, '_>) -> Next;

    /// Continues a parent in a later frame, after it returned [`Next::Wait`] or finished a round.
    fn parent_again(&self, context: &mut ParentContext<'_, '_>) -> Next;

    /// Decides after a child ended by itself.
    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next;

    /// Called when an abort leads back to this child of a parent, which runs next.
    fn aborted_to(&self, context: &mut ParentContext<'_, '_>, child: NodeIndex);

    /// Decides about a running child at the beginning of a frame.
    fn revise(&self, context: &mut ParentContext<'_, '_>, running: NodeIndex) -> Revision;

    /// Decides after the child of a parent returned Running in this frame: `Some` ends the parent with this outcome and
    /// interrupts the child.
    fn child_runs(&self, context: &mut ParentContext<'_, '_>) -> Option<Outcome>;

    /// Returns when the status of a task can change. The task is a leaf that runs, a conditional or guard that is
    /// watched, a parent that waits, supervises or revises, or a pipeline, and returned `last` in this frame.
    fn wake(&self, memory: &[u64], last: Status, tick: &TickContext<'_>) -> Wake;

    /// Accounts for `frames` skipped frames, `elapsed` in all, in which the task would have returned the same status.
    fn pass(&self, memory: &mut [u64], elapsed: Nanoseconds, frames: u64);

    /// Forgets, after a frame, what no later frame can read: see `forgetting.rs`.
    fn forget(&self, memory: &mut [u64], forgetting: &Forgetting<'_>);

    /// Returns how many events a task has received and not reported yet.
    fn backlog(&self, memory: &[u64], tick: &TickContext<'_>) -> u64;

    /// Returns whether the task reads the number of the frame, or the time since the tree was created.
    fn reads_clock(&self) -> bool;

    /// Returns what the task draws: a parent or an action when it starts, a conditional at each check.
    fn draw(&self, children: usize, tick: &TickContext<'_>) -> Option<Draw>;

    /// Returns which numbers of the memory are times in nanoseconds. Snapshots of earlier versions have them in seconds.
    fn times(&self) -> &'static [usize];

    /// Called when a task is interrupted, if its [`TaskRequirements`] require it.
    fn interrupted(&self, memory: &mut [u64], tick: &mut TickContext<'_>);

    /// Returns the outcome of a Parallel, given the results of its children; `None` to continue.
    fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome>;

    /// Decides whether a child of a pipeline that is not running starts in this frame. `is_first` tells whether it has
    /// not run since the pipeline was entered; the memory is zero then.
    fn starts(
        &self,
        memory: &mut [u64],
        place: usize,
        is_first: bool,
        tick: &TickContext<'_>,
    ) -> bool;

    /// Decides after the turn of a pipeline's child.
    fn after_turn(&self, memory: &mut [u64], turn: Turn) -> PipelineDecision;

    /// Enters a leaf.
    fn leaf_start(&self, memory: &mut [u64], tick: &mut TickContext<'_>);

    /// Updates a leaf, or checks a watched conditional or guard.
    fn leaf_update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status;

    /// Called when a forced result replaces an update of the leaf.
    fn leaf_forced(&self, memory: &mut [u64], status: Status);

    /// Returns whether a leaf waits for a result from outside.
    fn is_asking(&self) -> bool;

    /// Returns the name of the event for which the task listens.
    fn event(&self) -> Option<&Arc<str>>;

    /// Returns the event that a leaf sends when it succeeds.
    fn sends(&self) -> Option<Sends>;

    /// Returns the key of the tasks that a leaf interrupts when it succeeds.
    fn interrupts(&self) -> Option<&Operand<Arc<str>>>;

    /// Returns the key by which other nodes of the tree can interrupt the task. An interrupted task continues with
    /// [`Tasks::parent_again`].
    fn interrupt_key(&self) -> Option<&Arc<str>>;

    /// Records in the task's memory that it was interrupted by its key, and the outcome with which it ends.
    fn interrupt_with(&self, memory: &mut [u64], outcome: Outcome);

    /// Returns by what the task decides, besides variables and the results of its children; `None` for fixed rules.
    fn ground(&self) -> Option<Ground>;

    /// Returns the rule by which a parent chooses the child at this position of `children`; `None` if it runs its children
    /// in order, or all.
    fn choice(&self, place: usize, children: usize) -> Option<ChoiceRule>;

    /// Returns whether a leaf stops or restarts its tree.
    fn ends_the_tree(&self) -> bool;

    /// Returns the semaphore of which the task may take a slot while it runs.
    fn semaphore(&self) -> Option<&Arc<str>>;

    /// Returns the background tree that stops when the task is interrupted.
    fn background_tree(&self) -> Option<&Arc<str>>;

    /// Returns the background tree on which the task's result depends, or which it starts or stops.
    fn concerned_tree(&self) -> Option<&Arc<str>>;
}
