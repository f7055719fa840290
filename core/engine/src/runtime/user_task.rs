//! A game's own leaves: closures that all instances share, or objects of which each instance has its own. (Its parents
//! are in `parent_task.rs`.) Knows nothing about the built-in node types.

use std::fmt;
use std::sync::Arc;

use super::sleeping::Wake;
use super::state::StateError;
use super::tick_context::TickContext;
use super::world::{Lent, World};
use crate::status::{EndStatus, Status};
use crate::time::Nanoseconds;
use crate::told::Message;
use crate::value::Value;

/// What a game's task can access while it runs: the game's world, and the tick.
///
/// Of its lifetimes, `'a` is that of the call, and `'w` that for which the game lends its world.
pub struct TaskContext<'a, 'w, W: World + ?Sized> {
    /// What the game passed to the tick.
    pub world: &'a mut Lent<'w, W>,
    /// Time step, variables, events, random numbers, errors.
    pub tick: TickContext<'a>,
}

impl<W: World + ?Sized> TaskContext<'_, '_, W> {
    /// Returns the agent number of the tree as an index into the game's own lists: [`TickContext::agent`].
    pub fn agent(&self) -> usize {
        self.tick.agent() as usize
    }

    /// Reports why the task cannot do its work, and returns Failure.
    pub fn fail(&mut self, why: impl Into<Message>) -> Status {
        self.tick.fail(why);
        Status::Failure
    }
}

/// A leaf with its own state: each instance of the tree has its own object, created by a factory.
///
/// Only [`Task::update`] is required. Panics are caught: one in `start` or `update` makes the task fail with its text, and
/// so does one while the object is made, whenever the task runs.
///
/// ```
/// use treewright_core::prelude::*;
///
/// /// Runs for three frames.
/// struct Countdown { frames_left: u32 }
///
/// impl Task<()> for Countdown {
///     fn start(&mut self, _context: &mut TaskContext<()>) {
///         self.frames_left = 3;
///     }
///
///     fn update(&mut self, _context: &mut TaskContext<()>) -> Status {
///         self.frames_left -= 1;
///         if self.frames_left == 0 { Status::Success } else { Status::Running }
///     }
/// }
///
/// let mut tasks = GameTasks::<()>::new();
/// tasks.object("Countdown", Category::Action, |_| Box::new(Countdown { frames_left: 0 }));
///
/// let mut tree = DocumentBuilder::new("Rocket");
/// tree.root(Node::new("n1", "Countdown")).unwrap();
/// let program = compile(&tree.finish(), &NodeLibrary::builtin(), &tasks).program.unwrap();
/// let (mut instance, mut globals) = (TreeInstance::new(program, 0), Globals::default());
/// let statuses = [(); 3].map(|()| instance.tick(&mut (), &mut globals, 0.1).unwrap());
/// assert_eq!(statuses, [Status::Running, Status::Running, Status::Success]);
/// ```
pub trait Task<W: World + ?Sized>: Send + Sync {
    /// Called once, before the tree's first frame, in pre-order; for an object that is new after the program of a running
    /// tree was replaced, before the next frame.
    fn awake(&mut self, _context: &mut TaskContext<'_, '_, W>) {}
    /// Called when the task is entered.
    fn start(&mut self, _context: &mut TaskContext<'_, '_, W>) {}
    /// Called in each frame in which the task runs. For a conditional, Running counts as Failure.
    fn update(&mut self, context: &mut TaskContext<'_, '_, W>) -> Status;
    /// Called when the task ends, with its status; `Inactive` if it was interrupted.
    fn end(&mut self, _context: &mut TaskContext<'_, '_, W>, _status: EndStatus) {}
    /// Called when the tree is paused (true) or resumed (false).
    fn pause(&mut self, _paused: bool) {}
    /// Returns when the status of an update can change while the task runs or is watched. A task that depends on
    /// nothing but its arguments, and on events for which it listens, can return [`Wake::Inputs`], so that its tree can
    /// sleep.
    fn wake(&self) -> Wake {
        Wake::EveryFrame
    }
    /// Accounts for `frames` frames that were skipped while the tree slept, `elapsed` in all, in which its update would
    /// have returned the same status. A task that adds up [`TickContext::dt_nanoseconds`] adds `elapsed` here.
    fn pass(&mut self, _elapsed: Nanoseconds, _frames: u64) {}
    /// Returns what the task must remember for a run to continue from a [`Snapshot`](super::Snapshot) as if it had
    /// never stopped; `None` if nothing. Also used when the program of a running tree is replaced and the task has
    /// other arguments than before: then `None` makes a running task restart.
    fn save(&self) -> Option<Value> {
        None
    }
    /// Restores what [`Task::save`] returned, perhaps with other arguments. Called on a new object. [`Task::awake`] is
    /// not called again if the saved run had called it. If this panics, the object is replaced by a new one, and a
    /// running task restarts.
    fn restore(&mut self, _saved: &Value) {}
    /// Restores like [`Task::restore`], and returns what of it is lost, which [`SwapOutcome`](super::SwapOutcome) tells.
    /// `#[derive(Task)]` calls this instead, which restores each field by itself.
    fn try_restore(&mut self, saved: &Value) -> Vec<StateError> {
        self.restore(saved);
        Vec::new()
    }
}

/// Called when the task is entered.
pub(super) type StartHook<W> = Box<dyn Fn(&mut TaskContext<'_, '_, W>) + Send + Sync>;
/// Called in each frame in which the leaf runs. A box inside an `Arc` takes fewer instructions to call than a closure in
/// an `Arc`: where it lies in that depends on its alignment, which is looked up in each call.
pub(crate) type UpdateHook<W> = Arc<BoxedUpdate<W>>;
pub(crate) type BoxedUpdate<W> = Box<dyn Fn(&mut TaskContext<'_, '_, W>) -> Status + Send + Sync>;
/// Called when the task ends.
pub(super) type EndHook<W> = Box<dyn Fn(&mut TaskContext<'_, '_, W>, EndStatus) + Send + Sync>;

/// A leaf without its own state: closures that all instances of a program share.
pub struct TaskHooks<W: World + ?Sized> {
    pub(super) start: Option<StartHook<W>>,
    pub(crate) update: UpdateHook<W>,
    pub(super) end: Option<EndHook<W>>,
    /// Whether its status depends only on its arguments and the events for which it listens.
    pub(super) waits: bool,
    pub(super) listens: Vec<Arc<str>>,
}

impl<W: World + ?Sized> TaskHooks<W> {
    /// Creates a leaf that calls `update` in each frame in which it runs.
    pub fn new(
        update: impl Fn(&mut TaskContext<'_, '_, W>) -> Status + Send + Sync + 'static,
    ) -> Self {
        Self {
            start: None,
            update: Arc::new(Box::new(update)),
            end: None,
            waits: false,
            listens: Vec::new(),
        }
    }

    /// Creates a conditional that succeeds while `holds` returns true and fails otherwise.
    pub fn when(
        holds: impl Fn(&mut TaskContext<'_, '_, W>) -> bool + Send + Sync + 'static,
    ) -> Self {
        Self::new(move |context| Status::of(holds(context)))
    }

    /// Also calls `start` when the leaf is entered.
    #[must_use]
    pub fn on_enter(
        mut self,
        start: impl Fn(&mut TaskContext<'_, '_, W>) + Send + Sync + 'static,
    ) -> Self {
        self.start = Some(Box::new(start));
        self
    }

    /// Declares that the leaf's status depends only on its arguments and the events for which it listens, so that its
    /// tree can sleep while it runs. If it reads the game's world as well, the game must wake the tree when that
    /// changes ([`TreeManager::wake`](crate::TreeManager::wake)).
    #[must_use]
    pub fn waits_for_inputs(mut self) -> Self {
        self.waits = true;
        self
    }

    /// Makes the leaf listen for events of this name: they wake its tree, and are counted for
    /// [`TickContext::received`].
    #[must_use]
    pub fn listens_for(mut self, event: impl Into<Arc<str>>) -> Self {
        self.listens.push(event.into());
        self
    }

    /// Also calls `end` when the leaf ends, with its status; `Inactive` if it was interrupted.
    #[must_use]
    pub fn on_exit(
        mut self,
        end: impl Fn(&mut TaskContext<'_, '_, W>, EndStatus) + Send + Sync + 'static,
    ) -> Self {
        self.end = Some(Box::new(end));
        self
    }
}

impl<W: World + ?Sized> fmt::Debug for TaskHooks<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TaskHooks")
    }
}
