//! The traits of built-in node types: declaration and creation, and the behavior as a parent, a Parallel or a leaf.

use super::Arguments;
use crate::model::NodeDeclaration;
use std::sync::Arc;

use crate::runtime::{
    ChoiceRule, Draw, Forgetting, Ground, Next, NodeIndex, Operand, Outcome, ParentContext,
    PipelineDecision, Revision, Rule, Sends, Status, Tally, TaskRequirements, TickContext, Turn,
    Wake,
};
use crate::time::Nanoseconds;

/// A node type.
pub trait NodeType: Sized {
    /// Returns the name, category, parameters and help texts.
    fn declaration() -> NodeDeclaration;
    /// Creates a task with these arguments. Missing ones have the declaration's defaults.
    fn make(arguments: &Arguments) -> Self;
}

/// A composite or decorator that starts with its first child, has no memory, and decides only by the status of the
/// child that ended.
pub trait RuledParent {
    /// What it does when a child ends.
    const RULE: Rule;
}

/// A composite or decorator that runs one child at a time and decides for itself.
pub trait Parent {
    /// What it requires of the executor, beyond being started and being called when its children end.
    const WANTS: TaskRequirements = TaskRequirements::NONE;

    /// Whether it only represents its child, so that the child takes its place in its parent.
    const STANDS_FOR_CHILD: bool = false;

    /// How many numbers of memory it needs.
    const MEMORY: usize = 0;

    /// By what it decides, besides variables and the results of its children.
    const GROUND: Option<Ground> = None;

    /// Returns the fixed rule that applies with its arguments, if any; the executor then calls no other method.
    fn rule(&self) -> Option<Rule> {
        None
    }

    /// Returns how many numbers of memory it needs for this many children.
    fn memory_len(&self, _children: usize) -> usize {
        Self::MEMORY
    }

    /// Enters the parent and returns which child runs first.
    fn start(&self, context: &mut ParentContext<'_, '_>) -> Next {
        Next::Run(context.first_child())
    }

    /// Continues in a later frame, after a finished round or [`Next::Wait`].
    fn resume(&self, context: &mut ParentContext<'_, '_>) -> Next {
        Next::Run(context.first_child())
    }

    /// Decides after a child ended by itself.
    fn child_ended(&self, _context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next {
        Next::End(outcome)
    }

    /// Called when an abort leads back to this child: it runs next, without another decision. Only needed by a parent
    /// whose memory depends on which child is running.
    fn aborted_to(&self, _context: &mut ParentContext<'_, '_>, _child: NodeIndex) {}

    /// Decides about the running child at the beginning of a frame. Called if [`TaskRequirements::revises`] is set.
    fn revise(&self, _context: &mut ParentContext<'_, '_>, _running: NodeIndex) -> Revision {
        Revision::FromFirst
    }

    /// Decides after its child returned Running in this frame: `Some` ends it with this outcome and interrupts the
    /// child. Called if [`TaskRequirements::supervises`] is set.
    fn child_runs(&self, _context: &mut ParentContext<'_, '_>) -> Option<Outcome> {
        None
    }

    /// Returns whether the child may run: called on entering, and in each frame if it is watched. Called if
    /// [`TaskRequirements::guards`] is set.
    fn condition(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) -> bool {
        true
    }

    /// Called when it is interrupted, if [`TaskRequirements::hears_interruption`] is set.
    fn interrupted(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) {}

    /// Returns when its decision can change: while it waits, supervises, revises, or is watched as a guard. Its status
    /// in this frame is `last`.
    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::EveryFrame
    }

    /// Accounts for `frames` skipped frames, `elapsed` in all, in which it would have decided the same.
    fn pass(&self, _memory: &mut [u64], _elapsed: Nanoseconds, _frames: u64) {}

    /// Forgets, after a frame, what no later frame can read of its memory.
    fn forget(&self, _memory: &mut [u64], _forgetting: &Forgetting<'_>) {}

    /// Returns what it draws when it starts with so many children.
    fn draw(&self, _children: usize, _tick: &TickContext<'_>) -> Option<Draw> {
        None
    }

    /// Returns which numbers of its memory are times in nanoseconds.
    fn times(&self) -> &'static [usize] {
        &[]
    }

    /// Returns the key by which other nodes of the tree can interrupt it.
    fn interrupt_key(&self) -> Option<&Arc<str>> {
        None
    }

    /// Records in its memory that it was interrupted by its key, and the outcome with which it ends. Its child has been
    /// interrupted already, and [`Parent::resume`] follows.
    fn interrupt_with(&self, _memory: &mut [u64], _outcome: Outcome) {}

    /// Returns the rule by which it chooses the child at this position of `children`.
    fn choice(&self, _place: usize, _children: usize) -> Option<ChoiceRule> {
        None
    }

    /// Returns the semaphore of which it may take a slot while it runs.
    fn semaphore(&self) -> Option<&Arc<str>> {
        None
    }
}

/// A composite that runs its children at the same time.
pub trait Parallel {
    /// By what it decides, besides variables and the results of its children.
    const GROUND: Option<Ground> = None;

    /// Returns the outcome with which it ends, given the results of its children; `None` to continue.
    fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome>;
}

/// A composite that runs each child in every frame, left to right: running children continue, children that have ended
/// restart.
pub trait Pipeline {
    /// By what it decides, besides variables and the results of its children.
    const GROUND: Option<Ground> = None;

    /// Returns how many numbers of memory it needs for this many children. They are zero when it is entered.
    fn memory_len(&self, _children: usize) -> usize {
        1
    }

    /// Decides whether a child that is not running starts in this frame. `is_first` tells whether it has not run since
    /// the pipeline was entered.
    fn starts(
        &self,
        _memory: &mut [u64],
        _place: usize,
        _is_first: bool,
        _tick: &TickContext<'_>,
    ) -> bool {
        true
    }

    /// Decides after a child's turn.
    fn after_turn(&self, memory: &mut [u64], turn: Turn) -> PipelineDecision;

    /// Forgets, after a frame, what no later frame can read of its memory. Not called while it does not run: then all is
    /// forgotten.
    fn forget(&self, _memory: &mut [u64], _forgetting: &Forgetting<'_>) {}

    /// Returns when it can start a child that is not running.
    fn wake(&self, _memory: &[u64], _tick: &TickContext<'_>) -> Wake {
        Wake::EveryFrame
    }
}

/// A conditional or an action.
pub trait Leaf {
    /// How many numbers of memory it needs.
    const MEMORY: usize = 0;

    /// Whether [`Leaf::interrupted`] is called.
    const HEARS_INTERRUPTION: bool = false;

    /// Whether the leaf's status depends only on the variables that it reads, and updating it has no side effects
    /// ([`TaskRequirements::follows_variables`]).
    const FOLLOWS_VARIABLES: bool = false;

    /// By what it decides, besides the variables that it reads.
    const GROUND: Option<Ground> = None;

    /// Whether it may write the variables among its parameters.
    const WRITES_VARIABLES: bool = false;

    /// Called when it is entered.
    fn start(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) {}

    /// Runs it, or checks it as a watched conditional.
    fn update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status;

    /// Called when a forced result replaces an update.
    fn forced(&self, _memory: &mut [u64], _status: Status) {}

    /// Called when it is interrupted, if [`Leaf::HEARS_INTERRUPTION`] is set.
    fn interrupted(&self, _memory: &mut [u64], _tick: &mut TickContext<'_>) {}

    /// Returns when its status can change, while it runs or is watched. Its status in this frame is `last`.
    fn wake(&self, _memory: &[u64], _last: Status, _tick: &TickContext<'_>) -> Wake {
        Wake::EveryFrame
    }

    /// Accounts for `frames` skipped frames, `elapsed` in all, in which it would have returned the same status.
    fn pass(&self, _memory: &mut [u64], _elapsed: Nanoseconds, _frames: u64) {}

    /// Forgets, after a frame, what no later frame can read of its memory.
    fn forget(&self, _memory: &mut [u64], _forgetting: &Forgetting<'_>) {}

    /// Returns how many events it has received and not reported yet.
    fn backlog(&self, _memory: &[u64], _tick: &TickContext<'_>) -> u64 {
        0
    }

    /// Returns whether it reads the number of the frame, or the time since the tree was created.
    fn reads_clock(&self) -> bool {
        false
    }

    /// Returns what it draws: an action when it starts, a conditional at each check, a stand-in at each update.
    fn draw(&self, _tick: &TickContext<'_>) -> Option<Draw> {
        None
    }

    /// Returns which numbers of its memory are times in nanoseconds.
    fn times(&self) -> &'static [usize] {
        &[]
    }

    /// Returns whether it stops or restarts its tree.
    fn ends_the_tree(&self) -> bool {
        false
    }

    /// Returns whether it waits for a result from outside.
    fn is_asking(&self) -> bool {
        false
    }

    /// Returns the name of the event for which it listens.
    fn event(&self) -> Option<&Arc<str>> {
        None
    }

    /// Returns the event that it sends when it succeeds.
    fn sends(&self) -> Option<Sends> {
        None
    }

    /// Returns the key of the nodes that it interrupts when it succeeds.
    fn interrupts(&self) -> Option<&Operand<Arc<str>>> {
        None
    }

    /// Returns the background tree that stops when it is interrupted.
    fn background_tree(&self) -> Option<&Arc<str>> {
        None
    }

    /// Returns the background tree on which its result depends, or which it starts or stops.
    fn concerned_tree(&self) -> Option<&Arc<str>> {
        None
    }
}

/// Adds to a time in a task's memory, and returns the sum.
pub(crate) fn add_time(memory: &mut u64, elapsed: Nanoseconds) -> Nanoseconds {
    let passed = Nanoseconds(*memory) + elapsed;
    *memory = passed.0;
    passed
}
