//! What a kind of node must tell the executor. The kinds themselves are elsewhere; the executor sees them through [`Tasks`].
//! Knows no kind.

use std::sync::Arc;

use super::parallel::Tally;
use super::parallel::{AfterTurn, Turn};
use super::program::NodeIndex;
use super::sleeping::Wake;
use super::tick_context::TickContext;
use crate::status::{Outcome, Status};

/// What a parent does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Runs this child.
    Run(NodeIndex),
    /// Ends so.
    End(Outcome),
    /// Answers Running and is asked again in the next frame.
    Wait,
}

/// What a parent does with its running child before a frame goes on below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Revision {
    /// Goes on with it.
    Stay,
    /// Runs from the first child again. The running child waits: it goes on if its turn comes, and is interrupted if the parent ends before
    /// that or an earlier child answers Running.
    FromFirst,
    /// Interrupts it and runs this child.
    Switch(NodeIndex),
}

/// What a kind wants of the executor beyond being started and told of its children's ends.
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent wishes, each named where a kind states it"
)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wants {
    /// It may run the same child twice, so that the rule of one round per run concerns it.
    pub loops: bool,
    /// It is asked before each frame in which something runs below it ([`Tasks::revise`]).
    pub revises: bool,
    /// It is asked in each frame after its child answered Running ([`Tasks::child_runs`]).
    pub supervises: bool,
    /// It asks a condition before its child is run, and is watched as a conditional would be.
    pub guards: bool,
    /// It is told when it is interrupted ([`Tasks::interrupted`]).
    pub hears_interruption: bool,
    /// It runs its children in another order than from left to right.
    pub reorders: bool,
    /// It is asked again, where it is watched, only after a variable that it reads was changed: nothing else changes its answer, and
    /// asking it does nothing.
    pub follows_variables: bool,
    /// It may write the variables that it names.
    pub writes_variables: bool,
}

impl Wants {
    /// Nothing.
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

/// How a program's nodes hang together, without what they do.
pub(super) trait Siblings {
    /// The children of a parent that decides for itself, left to right.
    fn children(&self, parent: NodeIndex) -> &[u32];
}

/// The parent's view of its own place in the program, and what it remembers.
pub struct ParentContext<'a, 't> {
    pub(super) first_child: NodeIndex,
    /// The child that ended, or the first one.
    pub(super) ended: NodeIndex,
    pub(super) next_sibling: Option<NodeIndex>,
    pub(super) siblings: &'a dyn Siblings,
    pub(super) is_restarted: bool,
    /// What it remembers; zeros when its tree is enabled.
    pub memory: &'a mut [u64],
    /// What any task can reach.
    pub tick: &'a mut TickContext<'t>,
}

impl ParentContext<'_, '_> {
    /// On entering: whether it is the child of a pipeline that has ended before and is started once more, while the pipeline goes on.
    pub fn is_restarted(&self) -> bool {
        self.is_restarted
    }

    /// Its leftmost child.
    #[inline]
    pub fn first_child(&self) -> NodeIndex {
        self.first_child
    }

    /// The child that just ended.
    #[inline]
    pub fn ended(&self) -> NodeIndex {
        self.ended
    }

    /// The child to the right of the one that just ended; none at the start and after the last.
    #[inline]
    pub fn next_sibling(&self) -> Option<NodeIndex> {
        self.next_sibling
    }

    /// Its child at this place, counted from the left; none beyond the last.
    #[inline]
    pub fn child(&self, place: usize) -> Option<NodeIndex> {
        self.list().get(place).copied().map(NodeIndex)
    }

    /// How many children it has.
    pub fn child_count(&self) -> usize {
        self.list().len()
    }

    /// The place of a child, counted from the left.
    pub fn place(&self, child: NodeIndex) -> usize {
        self.list().partition_point(|other| *other < child.0)
    }

    fn list(&self) -> &[u32] {
        self.siblings.children(NodeIndex(self.first_child.0 - 1))
    }
}

/// What a parent that follows a fixed rule does when a child ends with a certain status.
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

/// The rule of a parent that starts with its first child, remembers nothing, and decides by nothing but the status of the child that ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// When a child succeeds.
    pub success: Verdict,
    /// When a child fails.
    pub failure: Verdict,
}

impl Rule {
    /// What the rule says after a child ended.
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

/// The built-in kinds of a program as one closed type, so that the executor's calls are static.
///
/// Each method is called only for the kinds that it concerns.
pub trait Tasks: Send + Sync + Sized + 'static {
    /// The name of its kind.
    fn kind(&self) -> &'static str;

    /// How many numbers it remembers between calls. They are zero when the tree is enabled, and kept until then.
    fn memory_len(&self, children: usize) -> usize;

    /// What it wants of the executor.
    fn wants(&self) -> Wants;

    /// The rule of a parent that has a fixed one; the executor then asks it nothing else.
    fn rule(&self) -> Option<Rule>;

    /// Whether it is a parent that only stands for its child, so that what holds for its place holds for the child.
    fn stands_for_child(&self) -> bool;

    /// Whether it is a Parallel: its children have run stacks of their own, and [`Tasks::join`] decides.
    fn is_parallel(&self) -> bool;

    /// Whether it is a Parallel that gives each child a turn in every frame: [`Tasks::after_turn`] decides instead of [`Tasks::join`].
    fn is_pipeline(&self) -> bool;

    /// A parent is entered.
    fn parent_start(&self, context: &mut ParentContext<'_, '_>) -> Next;

    /// A parent that answered [`Next::Wait`], or whose round was over, runs again in a later frame.
    fn parent_again(&self, context: &mut ParentContext<'_, '_>) -> Next;

    /// A child ended by itself.
    fn child_ended(&self, context: &mut ParentContext<'_, '_>, outcome: Outcome) -> Next;

    /// What a parent does with its running child before a frame goes on below it.
    fn revise(&self, context: &mut ParentContext<'_, '_>, running: NodeIndex) -> Revision;

    /// The child of a parent answered Running in this frame: with what the parent ends, its child being interrupted; none to go on.
    fn child_runs(&self, context: &mut ParentContext<'_, '_>) -> Option<Outcome>;

    /// When the answer can change of a leaf that runs, a conditional or guard that is watched, or a parent that waits, supervises or revises.
    /// It answered `last` in this frame.
    fn wake(&self, memory: &[u64], last: Status, tick: &TickContext<'_>) -> Wake;

    /// So many frames of this length have passed in which it would have been asked and have answered the same.
    fn pass(&self, memory: &mut [u64], dt: f64, frames: u64);

    /// A task that wants to hear of it is interrupted.
    fn interrupted(&self, memory: &mut [u64], tick: &mut TickContext<'_>);

    /// With what a Parallel ends, given how its children stand; none to go on.
    fn join(&self, tally: Tally, tick: &TickContext<'_>) -> Option<Outcome>;

    /// What a pipeline does after the turn of a child. Its memory is zero when it is entered.
    fn after_turn(&self, memory: &mut [u64], turn: Turn) -> AfterTurn;

    /// A leaf is entered.
    fn leaf_start(&self, memory: &mut [u64], tick: &mut TickContext<'_>);

    /// A leaf is run, or a watched conditional or guard is asked.
    fn leaf_update(&self, memory: &mut [u64], tick: &mut TickContext<'_>) -> Status;

    /// A leaf's result was forced from outside instead of an update.
    fn leaf_forced(&self, memory: &mut [u64], status: Status);

    /// Whether a leaf waits for an answer from outside.
    fn is_asking(&self) -> bool;

    /// The name of the event that it listens for, if it does.
    fn event(&self) -> Option<&Arc<str>>;

    /// The name by which it can be interrupted from elsewhere in the tree, if it can. Interrupted, it is run again as a parent that waited.
    fn interrupt_key(&self) -> Option<&Arc<str>>;

    /// Keeps in its memory that it was interrupted by its key, and with what it ends.
    fn interrupt_with(&self, memory: &mut [u64], outcome: Outcome);

    /// The semaphore of which it may hold a place while it runs, if it does.
    fn semaphore(&self) -> Option<&Arc<str>>;
}
