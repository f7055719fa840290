//! A game's own leaves: closures shared by all instances, or objects of which each instance has its own.
//! Knows nothing about the built-in kinds.

use std::fmt;
use std::sync::Arc;

use super::sleeping::Wake;
use super::tick_context::TickContext;
use crate::status::{EndStatus, Status};
use crate::told::Message;
use crate::value::Value;

/// What a game's task can reach while it runs: the game's world, and the tree's tick.
#[derive(Debug)]
pub struct TaskContext<'a, W> {
    /// Whatever the game handed to the tick.
    pub world: &'a mut W,
    /// Time step, variables, events, random numbers, errors.
    pub tick: TickContext<'a>,
}

impl<W> TaskContext<'_, W> {
    /// Says why the task cannot do its work, and gives the Failure to return.
    pub fn fail(&mut self, why: impl Into<Message>) -> Status {
        self.tick.fail(why);
        Status::Failure
    }
}

/// A leaf with state of its own: each instance of the tree has its own object, made by a factory.
pub trait Task<W>: Send {
    /// Once when the tree is enabled, in pre-order.
    fn awake(&mut self, _context: &mut TaskContext<'_, W>) {}
    /// On entering.
    fn start(&mut self, _context: &mut TaskContext<'_, W>) {}
    /// Each frame in which it is run. For a conditional, Running counts as Failure.
    fn update(&mut self, context: &mut TaskContext<'_, W>) -> Status;
    /// On leaving.
    fn end(&mut self, _context: &mut TaskContext<'_, W>, _status: EndStatus) {}
    /// When the tree is paused or goes on.
    fn pause(&mut self, _paused: bool) {}
    /// When the answer of its update can change while it runs or is watched. One that looks at nothing but its arguments, and at events that
    /// it listens for, can say [`Wake::Inputs`], so that its tree can sleep.
    fn wake(&self) -> Wake {
        Wake::EveryFrame
    }
    /// So many frames of this length have passed while its tree slept, in which its update would have answered the same.
    fn pass(&mut self, _dt: f64, _frames: u64) {}
    /// What it must remember for a run to go on from a [`Snapshot`](super::Snapshot) as if it had never stopped; none if nothing.
    fn save(&self) -> Option<Value> {
        None
    }
    /// Takes back what it saved: it is a new object, of a run that was awoken, and goes on where the saved one was.
    fn restore(&mut self, _saved: &Value) {}
}

/// Called on entering.
pub(super) type StartHook<W> = Box<dyn Fn(&mut TaskContext<'_, W>) + Send + Sync>;
/// Called each frame in which the leaf is run.
pub(super) type UpdateHook<W> = Arc<dyn Fn(&mut TaskContext<'_, W>) -> Status + Send + Sync>;
/// Called on leaving.
pub(super) type EndHook<W> = Box<dyn Fn(&mut TaskContext<'_, W>, EndStatus) + Send + Sync>;

/// A leaf without state of its own: closures that all instances of a program share.
pub struct TaskHooks<W> {
    pub(super) start: Option<StartHook<W>>,
    pub(super) update: UpdateHook<W>,
    pub(super) end: Option<EndHook<W>>,
    /// Its answer changes only with its arguments and the events that it listens for.
    pub(super) waits: bool,
    pub(super) listens: Vec<Arc<str>>,
}

impl<W> TaskHooks<W> {
    /// A leaf that does this each frame in which it is run.
    pub fn new(update: impl Fn(&mut TaskContext<'_, W>) -> Status + Send + Sync + 'static) -> Self {
        Self {
            start: None,
            update: Arc::new(update),
            end: None,
            waits: false,
            listens: Vec::new(),
        }
    }

    /// A conditional: Success while `holds` says so.
    pub fn when(holds: impl Fn(&mut TaskContext<'_, W>) -> bool + Send + Sync + 'static) -> Self {
        Self::new(move |context| Status::of(holds(context)))
    }

    /// This leaf, doing something on entering.
    #[must_use]
    pub fn on_enter(
        mut self,
        start: impl Fn(&mut TaskContext<'_, W>) + Send + Sync + 'static,
    ) -> Self {
        self.start = Some(Box::new(start));
        self
    }

    /// This leaf, whose answer changes only with its arguments and the events that it listens for: while it runs, its tree can sleep. If it looks
    /// at the game's world too, the game must wake the tree when that changes
    /// ([`TreeManager::wake`](super::TreeManager::wake)).
    #[must_use]
    pub fn waits_for_inputs(mut self) -> Self {
        self.waits = true;
        self
    }

    /// This leaf, which listens for events of this name: they wake its tree, and are counted for
    /// [`TickContext::received`].
    #[must_use]
    pub fn listens_for(mut self, event: impl Into<Arc<str>>) -> Self {
        self.listens.push(event.into());
        self
    }

    /// This leaf, doing something on leaving.
    #[must_use]
    pub fn on_exit(
        mut self,
        end: impl Fn(&mut TaskContext<'_, W>, EndStatus) + Send + Sync + 'static,
    ) -> Self {
        self.end = Some(Box::new(end));
        self
    }
}

impl<W> fmt::Debug for TaskHooks<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TaskHooks")
    }
}
