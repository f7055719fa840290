//! Manages many trees: ticks them in the order in which they were added, and owns the variables that they share. Knows
//! nothing about the purpose of any tree.

use super::world::{Lent, World};
use std::fmt;
use std::sync::Arc;

use super::blackboard::{GlobalConflict, Globals};
#[cfg(doc)]
use super::errors::ErrorLog;
use super::errors::ErrorPolicy;
use super::instance::TreeInstance;
use super::outside::Event;
use super::program::Program;
use super::sleeping::Sleepers;
use super::task::Tasks;
use super::tick_context::TimeStep;
use super::tracer::Tracer;
use super::watching::{Tracing, TreeObserver};
use crate::plural::counted;
use crate::status::Status;

/// Identifies a tree of a manager. Ids are not reused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(pub u64);

impl AgentId {
    /// Returns the agent number, which [`TickContext::agent`](super::TickContext::agent) returns to the tree's tasks.
    pub fn number(self) -> u64 {
        self.0
    }
}

/// The number of worlds or tracers differs from the number of trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorldCount {
    /// The number of trees.
    pub trees: usize,
    /// The number of worlds or tracers that were passed.
    pub given: usize,
}

/// A position in a manager's list of trees.
pub(super) struct Seat<W: World + ?Sized, B> {
    pub id: AgentId,
    /// `None` if the tree was removed.
    pub tree: Option<TreeInstance<W, B>>,
}

/// With fewer removed trees than this, their positions stay in the list.
const MIN_GAPS: usize = if cfg!(test) { 2 } else { 32 };

impl fmt::Display for WorldCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (trees, given) = (counted(self.trees, "tree"), self.given);
        write!(
            f,
            "expected a world and a tracer for each of {trees}, found {given}"
        )
    }
}

impl std::error::Error for WorldCount {}

/// Trees that share global variables and are ticked together.
pub struct TreeManager<W: World + ?Sized, B> {
    /// The trees in the order in which they were added, which is that of their ids. The positions of removed trees stay
    /// in the list until half of it is vacant, so that removing a tree takes the same time however many there are.
    pub(super) seats: Vec<Seat<W, B>>,
    pub(super) globals: Globals,
    pub(super) next: u64,
    pub(super) sleepers: Sleepers,
    /// Whether new trees may sleep.
    pub(super) added_sleep: bool,
    pub(super) added_policy: ErrorPolicy,
    #[cfg(feature = "rayon")]
    pub(super) lanes: super::side_by_side::Lanes,
}

impl<W: World + ?Sized, B: Tasks> Default for TreeManager<W, B> {
    fn default() -> Self {
        Self {
            seats: Vec::new(),
            globals: Globals::default(),
            next: 0,
            sleepers: Sleepers::default(),
            added_sleep: false,
            added_policy: ErrorPolicy::default(),
            #[cfg(feature = "rayon")]
            lanes: super::side_by_side::Lanes::default(),
        }
    }
}

/// Provides the world of each tree of a manager.
pub(super) trait WorldProvider<W: World + ?Sized> {
    /// Calls `run` with the world of the tree at this position.
    fn with_world<R>(&mut self, place: usize, run: impl FnOnce(&mut Lent<'_, W>) -> R) -> R;

    /// Called after the tree at this position has run.
    fn after_run(&mut self, _place: usize, _globals: &mut Globals) {}
}

/// One world for all trees.
pub(super) struct OneWorld<'a, 'w, W: World + ?Sized>(pub &'a mut Lent<'w, W>);

impl<W: World + ?Sized> WorldProvider<W> for OneWorld<'_, '_, W> {
    #[inline]
    fn with_world<R>(&mut self, _place: usize, run: impl FnOnce(&mut Lent<'_, W>) -> R) -> R {
        run(self.0)
    }
}

/// Makes the world of a tree from what is the tree's own.
pub(super) trait Lender<W: World + ?Sized, O> {
    /// Calls `run` with the world.
    fn lend<R>(&self, own: &mut O, run: impl FnOnce(&mut Lent<'_, W>) -> R) -> R;
}

/// The tree's own is its world.
pub(super) struct LendOwn;

impl<W: 'static> Lender<W, W> for LendOwn {
    fn lend<R>(&self, own: &mut W, run: impl FnOnce(&mut W) -> R) -> R {
        run(own)
    }
}

/// The world is made of what all trees share and the tree's own.
pub(super) struct LendShared<'s, S, F> {
    pub shared: &'s S,
    pub lend: F,
}

impl<W, S, O, F> Lender<W, O> for LendShared<'_, S, F>
where
    W: World + ?Sized,
    F: for<'w> Fn(&'w S, &'w mut O) -> Lent<'w, W>,
{
    fn lend<R>(&self, own: &mut O, run: impl FnOnce(&mut Lent<'_, W>) -> R) -> R {
        run(&mut (self.lend)(self.shared, own))
    }
}

/// A world for each tree, in the order of the trees.
pub(super) struct WorldPerTree<'a, O, L> {
    pub own: &'a mut [O],
    pub lender: &'a L,
}

impl<'a, O, L> WorldPerTree<'a, O, L> {
    /// Makes the world of each of `trees` trees from what is its own.
    ///
    /// # Errors
    /// If the number of worlds differs.
    pub fn new(trees: usize, own: &'a mut [O], lender: &'a L) -> Result<Self, WorldCount> {
        match own.len() {
            given if given != trees => Err(WorldCount { trees, given }),
            _ => Ok(Self { own, lender }),
        }
    }
}

impl<W: World + ?Sized, O, L: Lender<W, O>> WorldProvider<W> for WorldPerTree<'_, O, L> {
    #[inline]
    fn with_world<R>(&mut self, place: usize, run: impl FnOnce(&mut Lent<'_, W>) -> R) -> R {
        self.lender.lend(&mut self.own[place], run)
    }
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Creates a manager without trees.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reserves capacity for exactly `trees` more trees.
    pub fn reserve(&mut self, trees: usize) {
        self.seats.reserve_exact(trees);
        self.sleepers.reserve(trees);
    }

    /// Adds an enabled instance of a program; it runs after those added before. Equal seeds give equal random numbers.
    /// Declares the global variables of the program, so that they can be read and written at once.
    ///
    /// ```
    /// use treewright_core::model::Scope;
    /// use treewright_core::prelude::*;
    ///
    /// let program = |value_type| {
    ///     let mut tree = DocumentBuilder::new("Guard");
    ///     tree.variable(Variable { scope: Scope::Global, ..Variable::new("alarm", value_type) });
    ///     tree.root(Node::new("n1", "Idle")).unwrap();
    ///     compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<()>::new()).program.unwrap()
    /// };
    /// let mut trees = TreeManager::new();
    /// trees.add(program(ValueType::Bool), 0)?;
    /// trees.globals_mut().set_as("alarm", true).unwrap();
    ///
    /// let conflict = trees.add(program(ValueType::Int), 0).unwrap_err();
    /// assert!(conflict.to_string().starts_with("global variable `alarm` is int in tree `Guard`, but bool in `Guard`"));
    /// # Ok::<(), GlobalConflict>(())
    /// ```
    ///
    /// # Errors
    /// If another tree has declared one of the global variables with another type; then the tree is not added.
    pub fn add(
        &mut self,
        program: Arc<Program<W, B>>,
        seed: u64,
    ) -> Result<AgentId, GlobalConflict> {
        let mut instance = TreeInstance::new(program, seed);
        instance.set_error_policy(self.added_policy);
        self.insert(instance)
    }

    /// Adds a tree that was created or restored elsewhere, in whatever state it is; it runs after those added before.
    /// Its agent number becomes that of the returned id, and its global variables those of this manager. Slots of
    /// semaphores that it holds must be counted in this manager's globals already, as those of a saved run are.
    ///
    /// # Errors
    /// If another tree has declared one of its global variables with another type; then the tree is not added.
    pub fn insert(&mut self, mut instance: TreeInstance<W, B>) -> Result<AgentId, GlobalConflict> {
        self.globals.declare(instance.program())?;
        let id = AgentId(self.next);
        self.next += 1;
        instance.join(id.0, &mut self.globals);
        self.push(id, instance, self.added_sleep);
        Ok(id)
    }

    pub(super) fn push(&mut self, id: AgentId, instance: TreeInstance<W, B>, may_sleep: bool) {
        let tree = Some(instance);
        self.seats.push(Seat { id, tree });
        self.sleepers.add(may_sleep);
    }

    /// Disables and removes a tree, and returns it; `None` if the manager does not have it. How long this takes does not
    /// depend on the number of trees.
    pub fn remove(&mut self, id: AgentId, world: &mut Lent<'_, W>) -> Option<TreeInstance<W, B>> {
        let place = self.place(id)?;
        let removed = self.remove_at(place, world);
        self.close_gaps();
        removed
    }

    /// Disables and removes the trees for which `keep` returns false, and returns how many they were. `keep` gets the
    /// world as well.
    ///
    /// ```
    /// # use treewright_core::prelude::*;
    /// # let mut tree = DocumentBuilder::new("Idler");
    /// # tree.root(Node::new("n1", "Idle")).unwrap();
    /// # let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<Vec<f64>>::new()).program.unwrap();
    /// let mut trees = TreeManager::new();
    /// for seed in 0..3 {
    ///     trees.add(program.clone(), seed)?;
    /// }
    /// let mut health = vec![10.0, 0.0, 2.5];
    /// trees.retain(&mut health, |health, id, _tree| health[id.number() as usize] > 0.0);
    /// assert_eq!(trees.len(), 2);
    /// # Ok::<(), GlobalConflict>(())
    /// ```
    pub fn retain(
        &mut self,
        world: &mut Lent<'_, W>,
        mut keep: impl FnMut(&mut Lent<'_, W>, AgentId, &TreeInstance<W, B>) -> bool,
    ) -> usize {
        let mut removed = 0;
        for place in 0..self.seats.len() {
            let Seat { id, tree } = &self.seats[place];
            if let Some(tree) = tree
                && !keep(world, *id, tree)
            {
                self.remove_at(place, world);
                removed += 1;
            }
        }
        self.close_gaps();
        removed
    }

    /// Removes vacant positions once there are as many as trees. So this takes, on average, a constant time for each
    /// removed tree.
    fn close_gaps(&mut self) {
        let vacant = self.sleepers.vacant();
        if vacant >= MIN_GAPS && vacant * 2 >= self.seats.len() {
            self.seats.retain(|seat| seat.tree.is_some());
            self.sleepers.close_gaps();
        }
    }

    fn remove_at(&mut self, place: usize, world: &mut Lent<'_, W>) -> Option<TreeInstance<W, B>> {
        self.wake_at(place);
        let mut instance = self.seats[place].tree.take()?;
        self.sleepers.remove(place);
        instance.disable(world, &mut self.globals);
        Some(instance)
    }

    /// Runs one frame of `dt` seconds of every enabled tree. Returns how many trees are Running afterwards.
    ///
    /// Errors of tasks are written to the log ([`ErrorLog`]); what else they cause is the [`ErrorPolicy`].
    /// [`Self::frame`] has the other ways to run a frame.
    pub fn tick(&mut self, world: &mut Lent<'_, W>, dt: f64) -> usize {
        self.frame(dt).run(world)
    }

    /// Like [`Self::tick`], with a tracer that observes all trees; [`Tracer::tree`] announces each. It is told of errors
    /// instead of the log. Nothing is reported of a tree that sleeps.
    pub fn tick_traced<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        dt: f64,
        tracer: &mut T,
    ) -> usize {
        self.frame(dt).traced(tracer).run(world)
    }

    /// Like [`Self::tick`], with a world for each tree that `lend` makes of what all trees share and of what is the
    /// tree's own; `own` is in the order of [`Self::agents`].
    ///
    /// # Errors
    /// If `own` has not one item for each tree; nothing has happened then.
    pub fn tick_each_sharing<S, O>(
        &mut self,
        shared: &S,
        own: &mut [O],
        dt: f64,
        lend: impl for<'w> Fn(&'w S, &'w mut O) -> Lent<'w, W>,
    ) -> Result<usize, WorldCount> {
        self.frame(dt).run_each_sharing(shared, own, lend)
    }

    pub(super) fn tick_worlds(
        &mut self,
        mut worlds: impl WorldProvider<W>,
        tracing: &mut impl Tracing,
        dt: f64,
    ) -> usize {
        let step = self.begin_frame(dt);
        // Sleeping trees are Running, too.
        let asleep = self.sleepers.count();
        let woken_or_running = self.run_in_order(&mut worlds, tracing, step, |_, _| true);
        self.deliver_events();
        asleep.saturating_add_signed(woken_or_running)
    }

    /// Runs the awake trees for which `has_turn` returns true, one after another. Its argument says whether a tree is observed.
    /// Returns the change of the number of Running trees, if the trees that slept before are counted already.
    pub(super) fn run_in_order(
        &mut self,
        worlds: &mut impl WorldProvider<W>,
        tracing: &mut impl Tracing,
        step: TimeStep,
        has_turn: impl Fn(&TreeInstance<W, B>, bool) -> bool,
    ) -> isize {
        let mut next = 0;
        let mut more = 0;
        while let Some(place) = self.sleepers.next_awake(next) {
            next = place + 1;
            let Seat { id, tree } = &mut self.seats[place];
            let Some(instance) = tree else {
                continue;
            };
            let rank = self.sleepers.rank(place);
            let observer = tracing.observer(rank, *id);
            if !has_turn(
                instance,
                matches!(observer, TreeObserver::Tracer(_) | TreeObserver::Other(_)),
            ) {
                continue;
            }
            instance.begin_watch();
            let status = worlds.with_world(rank, |world| {
                instance.run_observed(*id, world, &mut self.globals, step, observer)
            });
            worlds.after_run(place, &mut self.globals);
            more -= self.wake_readers(next) as isize;
            if status == Some(Status::Running) {
                more += 1;
                self.fall_asleep(place);
            }
        }
        more
    }

    /// Delivers the events that tasks sent to all trees; they are visible in each tree's next frame.
    pub(super) fn deliver_events(&mut self) {
        for event in std::mem::take(&mut self.globals.posted) {
            self.send_to_all(&event);
        }
    }

    /// Sends an event to all trees and their background trees; their tasks see it in the next frame. Sleeping trees that
    /// do not listen for it sleep on.
    pub fn send_to_all(&mut self, event: &Event) {
        for place in 0..self.seats.len() {
            let Some(tree) = &self.seats[place].tree else {
                continue;
            };
            if self.sleepers.sleeps(place) && !tree.listens_for(&event.name) {
                continue;
            }
            self.wake_at(place);
            if let Some(tree) = &mut self.seats[place].tree {
                tree.send(event.clone());
            }
        }
    }

    /// Sets whether trees that are added from now on may sleep: see [`Self::set_sleeps`].
    pub fn set_added_sleep(&mut self, sleeps: bool) {
        self.added_sleep = sleeps;
    }

    /// Iterates over the trees, in the order in which they are ticked.
    pub fn agents(&self) -> impl ExactSizeIterator<Item = AgentId> {
        let seats = self.seats.iter();
        Counted {
            items: seats.filter(|seat| seat.tree.is_some()).map(|seat| seat.id),
            left: self.len(),
        }
    }

    /// Returns the number of trees.
    pub fn len(&self) -> usize {
        self.seats.len() - self.sleepers.vacant()
    }

    /// Returns how many trees were added so far, including those that were removed. As long as neither this nor
    /// [`Self::len`] changes, the trees are the same.
    pub fn added(&self) -> u64 {
        self.next
    }

    /// Returns whether there are no trees.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the trees, in the order in which they are ticked.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (AgentId, &TreeInstance<W, B>)> {
        let seats = self.seats.iter();
        Counted {
            items: seats.filter_map(|seat| Some((seat.id, seat.tree.as_ref()?))),
            left: self.len(),
        }
    }

    /// Iterates over the trees, in the order in which they are ticked. Wakes all of them. Methods that need the global
    /// variables take them from [`Self::get_mut`].
    pub fn iter_mut(
        &mut self,
    ) -> impl ExactSizeIterator<Item = (AgentId, &mut TreeInstance<W, B>)> {
        for place in 0..self.seats.len() {
            self.wake_at(place);
        }
        let left = self.len();
        let seats = self.seats.iter_mut();
        Counted {
            items: seats.filter_map(|seat| Some((seat.id, seat.tree.as_mut()?))),
            left,
        }
    }

    /// Returns a tree; `None` if it was removed. While a tree sleeps, its counts of frames and seconds are those of the
    /// moment when it fell asleep.
    pub fn get(&self, id: AgentId) -> Option<&TreeInstance<W, B>> {
        self.seats[self.place(id)?].tree.as_ref()
    }

    /// Returns a tree and the global variables, which most of its methods need. Wakes the tree.
    pub fn get_mut(&mut self, id: AgentId) -> Option<(&mut TreeInstance<W, B>, &mut Globals)> {
        let place = self.place(id)?;
        self.wake_at(place);
        let tree = self.seats[place].tree.as_mut()?;
        Some((tree, &mut self.globals))
    }

    /// Returns the global variables.
    pub fn globals(&self) -> &Globals {
        &self.globals
    }

    /// Returns the global variables for writing.
    pub fn globals_mut(&mut self) -> &mut Globals {
        &mut self.globals
    }

    /// Returns the position of a tree. The list is sorted by id.
    pub(super) fn place(&self, id: AgentId) -> Option<usize> {
        let found = self.seats.binary_search_by_key(&id, |seat| seat.id);
        found.ok().filter(|place| self.seats[*place].tree.is_some())
    }
}

/// An iterator with a known number of items.
struct Counted<I> {
    items: I,
    left: usize,
}

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let item = self.items.next()?;
        self.left -= 1;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<I: Iterator> ExactSizeIterator for Counted<I> {}

impl<W: 'static, B: Tasks> TreeManager<W, B> {
    /// Like [`Self::tick`], with a world for each tree, in the order of [`Self::agents`].
    ///
    /// # Errors
    /// If the number of worlds differs from the number of trees; nothing has happened then.
    pub fn tick_each(&mut self, worlds: &mut [W], dt: f64) -> Result<usize, WorldCount> {
        self.frame(dt).run_each(worlds)
    }

    /// Like [`Self::tick_each`], with a tracer for each tree.
    ///
    /// # Errors
    /// If the number of worlds or tracers differs from the number of trees; nothing has happened then.
    pub fn tick_each_traced<T: Tracer>(
        &mut self,
        worlds: &mut [W],
        dt: f64,
        tracers: &mut [T],
    ) -> Result<usize, WorldCount> {
        self.frame(dt).traced_each(tracers)?.run_each(worlds)
    }
}

#[cfg(test)]
mod tests;
