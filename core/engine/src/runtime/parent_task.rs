//! A game's own composites and decorators: objects that decide which child runs next, one for each instance; and the
//! rules by which a game's own Parallels end. Knows nothing about the built-in node types.

use std::sync::Arc;

use super::parallel::Tally;
use super::sleeping::Wake;
use super::state::StateError;
use super::task::{Next, Revision, TaskRequirements};
use super::tick_context::TickContext;
use super::user_task::TaskContext;
use super::world::World;
use crate::category::Category;
use crate::status::{EndStatus, Outcome};
use crate::time::Nanoseconds;
use crate::value::Value;

/// A composite or decorator of a game: each instance of the tree has its own object, created by a factory.
///
/// It decides which child runs; the executor runs it, and follows the rules of all parents: what a task below it returned
/// is passed on in the same frame, abort types and observers work as for built-in composites, and what runs below it is
/// interrupted when it ends. Nothing is required: it runs its first child and ends as that does, unless
/// [`ParentTask::start`] and [`ParentTask::child_ended`] decide otherwise. Children are numbered from the left, starting at
/// 0 ([`Children`]).
///
/// - Panics are caught: it fails with the text. It also fails, with the reason, if it chooses a child that it does not
///   have, or reports an error with [`TickContext::fail`].
/// - It cannot keep a frame from ending. If it runs the very child again that has just ended, and started in this frame,
///   it returns Running, and that child runs in the next frame. The same happens if it runs a child again after another
///   one, 1,000 times in one frame of the tree.
/// - After a conditional abort inside it, it continues at the child that contains the conditional, without being asked
///   ([`ParentTask::aborted_to`] tells it). So [`ParentTask::child_ended`] may tell of another child than the one that it
///   chose last.
///
/// ```
/// use treewright_core::prelude::*;
///
/// struct World { distances: Vec<f64> }
///
/// /// Runs its children until one succeeds: the nearest first.
/// struct NearestFirst { left: Vec<usize> }
///
/// impl NearestFirst {
///     fn next(&mut self) -> Next<usize> {
///         self.left.pop().map_or(Next::End(Outcome::Failure), Next::Run)
///     }
/// }
///
/// impl ParentTask<World> for NearestFirst {
///     fn start(&mut self, context: &mut TaskContext<World>, children: Children) -> Next<usize> {
///         let far = &context.world.distances;
///         self.left.clear();
///         self.left.extend(0..children.count());
///         self.left.sort_unstable_by(|a, b| far[*b].total_cmp(&far[*a]));
///         self.next()
///     }
///
///     fn child_ended(&mut self, _: &mut TaskContext<World>, _: Children, outcome: Outcome) -> Next<usize> {
///         if outcome.is_success() { Next::End(outcome) } else { self.next() }
///     }
/// }
///
/// let mut tasks = GameTasks::<World>::new();
/// tasks.composite("NearestFirst", |_| Box::new(NearestFirst { left: Vec::new() }));
///
/// let mut tree = DocumentBuilder::new("Bird");
/// tree.variable(Variable::new("at", ValueType::Int));
/// let root = tree.root(Node::new("n1", "NearestFirst")).unwrap();
/// for number in 0..3_i64 {
///     let land = Node::new(format!("land on {number}"), "SetVariable")
///         .with_parameter("variable", ParameterValue::variable("at"))
///         .with_parameter("value", ParameterValue::literal(number));
///     tree.child(&root, land).unwrap();
/// }
/// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
/// let (mut instance, mut globals) = (TreeInstance::new(program, 0), Globals::default());
/// let mut world = World { distances: vec![7.0, 3.0, 5.0] };
/// assert_eq!(instance.tick(&mut world, &mut globals, 0.1), Some(Status::Success));
/// assert_eq!(instance.variable(&globals, "at"), Some(&Value::Int(1)));
/// ```
///
/// After `TreeInstance::swap_program`, or when a saved run is restored, a running composite restarts if its children are
/// others than before, since it may remember their positions.
///
/// A composite that runs its children at the same time has a rule instead of an object: see
/// [`GameTasks::parallel`](crate::compile::GameTasks::parallel).
pub trait ParentTask<W: World + ?Sized>: Send + Sync {
    /// Returns which of the optional callbacks are called. Asked once for each node, when its tree is compiled.
    fn callbacks(&self) -> ParentCallbacks {
        ParentCallbacks::NONE
    }

    /// Called once, before the tree's first frame, in pre-order.
    fn awake(&mut self, _context: &mut TaskContext<'_, '_, W>) {}

    /// Called when it is entered: decides which child runs first. Resets what it remembers of its last run.
    fn start(&mut self, _context: &mut TaskContext<'_, '_, W>, _children: Children) -> Next<usize> {
        Next::Run(0)
    }

    /// Decides after the [current](Children::current) child ended by itself: by default, ends as it did. Not called when a
    /// child is interrupted.
    fn child_ended(
        &mut self,
        _context: &mut TaskContext<'_, '_, W>,
        _children: Children,
        outcome: Outcome,
    ) -> Next<usize> {
        Next::End(outcome)
    }

    /// Called after a conditional abort inside it: it continues at the [current](Children::current) child, which contains
    /// the conditional.
    fn aborted_to(&mut self, _context: &mut TaskContext<'_, '_, W>, _children: Children) {}

    /// Continues in a later frame: after [`Next::Wait`], or when the [current](Children::current) child was to run again
    /// in the same frame.
    fn resume(&mut self, _context: &mut TaskContext<'_, '_, W>, children: Children) -> Next<usize> {
        Next::Run(children.current())
    }

    /// Decides at the beginning of a frame about its running child, the [current](Children::current) one. Called if
    /// [`ParentCallbacks::revise`] is set.
    fn revise(
        &mut self,
        _context: &mut TaskContext<'_, '_, W>,
        _children: Children,
    ) -> Revision<usize> {
        Revision::FromFirst
    }

    /// Decides after the [current](Children::current) child returned Running in this frame: `Some` ends it with this
    /// outcome and interrupts the child. Called if [`ParentCallbacks::child_runs`] is set.
    fn child_runs(
        &mut self,
        _context: &mut TaskContext<'_, '_, W>,
        _children: Children,
    ) -> Option<Outcome> {
        None
    }

    /// Returns whether a decorator's child may run: called before [`ParentTask::start`], which follows only if it is true.
    /// It is watched like a conditional in its place, and then called in every frame. Called if
    /// [`ParentCallbacks::condition`] is set.
    fn condition(&mut self, _context: &mut TaskContext<'_, '_, W>) -> bool {
        true
    }

    /// Called when it ends, with its status; `Inactive` if it was interrupted. What ran below it has ended already.
    fn end(&mut self, _context: &mut TaskContext<'_, '_, W>, _status: EndStatus) {}

    /// Called when the tree is paused (true) or resumed (false).
    fn pause(&mut self, _paused: bool) {}

    /// Returns when its decision can change: while it waits, while a child runs and it has
    /// [`revise`](ParentCallbacks::revise) or [`child_runs`](ParentCallbacks::child_runs), or while its condition is
    /// watched. A parent with none of these does not keep its tree awake.
    fn wake(&self) -> Wake {
        Wake::EveryFrame
    }

    /// Accounts for `frames` frames, `elapsed` in all, that were skipped while the tree slept, in which it would have
    /// decided the same.
    fn pass(&mut self, _elapsed: Nanoseconds, _frames: u64) {}

    /// Returns what it must remember for a run to continue from a [`Snapshot`](super::Snapshot) as if it had never
    /// stopped; `None` if nothing.
    fn save(&self) -> Option<Value> {
        None
    }

    /// Restores what [`ParentTask::save`] returned. Called on a new object. [`ParentTask::awake`] is not called again if
    /// the saved run had called it.
    fn restore(&mut self, _saved: &Value) {}

    /// Restores, and returns what is lost: see [`Task::try_restore`](super::Task::try_restore).
    fn try_restore(&mut self, saved: &Value) -> Vec<StateError> {
        self.restore(saved);
        Vec::new()
    }
}

/// The children of a game's parent, by position from the left, starting at 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Children {
    pub(super) count: usize,
    pub(super) current: usize,
}

impl Children {
    /// Returns the number of children: at least 1, and always the same for one object.
    pub fn count(self) -> usize {
        self.count
    }

    /// Returns the position of the child that the call is about: the one that has ended, is running, or was chosen last.
    pub fn current(self) -> usize {
        self.current
    }

    /// Returns the position of the child to the right of the current one; `None` after the last.
    pub fn next_sibling(self) -> Option<usize> {
        Some(self.current + 1).filter(|next| *next < self.count)
    }
}

/// The optional callbacks of a [`ParentTask`] that are called. Each has a cost in every frame, so none is called unless
/// it is named here.
///
/// ```
/// # use treewright_core::runtime::ParentCallbacks;
/// let callbacks = ParentCallbacks::NONE.revise().child_runs();
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParentCallbacks {
    revise: bool,
    child_runs: bool,
    condition: bool,
}

impl ParentCallbacks {
    /// No optional callbacks.
    pub const NONE: Self = Self {
        revise: false,
        child_runs: false,
        condition: false,
    };

    /// Also calls [`ParentTask::revise`].
    #[must_use]
    pub const fn revise(mut self) -> Self {
        self.revise = true;
        self
    }

    /// Also calls [`ParentTask::child_runs`].
    #[must_use]
    pub const fn child_runs(mut self) -> Self {
        self.child_runs = true;
        self
    }

    /// Also calls [`ParentTask::condition`]; for decorators.
    #[must_use]
    pub const fn condition(mut self) -> Self {
        self.condition = true;
        self
    }
}

/// Creates the object of a composite or decorator for each instance of a program.
pub struct ParentFactory<W: World + ?Sized> {
    make: Arc<dyn Fn() -> Box<dyn ParentTask<W>> + Send + Sync>,
    callbacks: ParentCallbacks,
}

impl<W: World + ?Sized> Clone for ParentFactory<W> {
    fn clone(&self) -> Self {
        Self {
            make: Arc::clone(&self.make),
            callbacks: self.callbacks,
        }
    }
}

impl<W: World + ?Sized> ParentFactory<W> {
    /// Creates a factory from a function, which is called once now, to find out the callbacks of its objects.
    pub fn new(make: impl Fn() -> Box<dyn ParentTask<W>> + Send + Sync + 'static) -> Self {
        let callbacks = make().callbacks();
        let make = Arc::new(make);
        Self { make, callbacks }
    }

    pub(super) fn make(&self) -> Box<dyn ParentTask<W>> {
        (self.make)()
    }

    /// Returns the requirements of its objects for nodes of this category. As nobody knows in which order the game runs
    /// the children, they may run in any.
    pub(super) fn wants(&self, category: Category) -> TaskRequirements {
        TaskRequirements {
            loops: true,
            reorders: true,
            revises: self.callbacks.revise,
            supervises: self.callbacks.child_runs,
            guards: self.callbacks.condition && category == Category::Decorator,
            ..TaskRequirements::NONE
        }
    }
}

/// The rule by which a game's own Parallel ends: returns its outcome, given the results of its children; `None` to
/// continue. It depends on nothing else but the arguments and variables of the node.
pub type JoinRule = Arc<dyn Fn(Tally, &TickContext<'_>) -> Option<Outcome> + Send + Sync>;
