//! A frame of a manager's trees, put together in steps: who observes which trees, and where the trees get their worlds.
//! Knows nothing about what a tracer records.

use super::agent_set::{AgentCursor, AgentSet};
use super::blackboard::Globals;
use super::errors::ErrorLog;
use super::instance::TreeInstance;
use super::task::Tasks;
use super::tracer::{Both, NoTracer, Tracer};
use super::tree_manager::{
    AgentId, LendOwn, LendShared, OneWorld, TreeManager, WorldCount, WorldPerTree,
};
use super::world::{Lent, World};
use crate::status::Status;

/// A frame of all trees of a manager that is about to run ([`TreeManager::frame`]).
///
/// First choose who observes it, then how it runs. Every choice is independent of the others, and none changes what the
/// trees do.
///
/// ```
/// use treewright_core::prelude::*;
/// use treewright_core::runtime::AgentSet;
/// use treewright_core::trace::FrameRecorder;
///
/// # let mut tree = DocumentBuilder::new("Sleeper");
/// # tree.root(Node::new("n1", "Idle")).unwrap();
/// # let program = compile(&tree.finish(), &NodeLibrary::builtin(), &GameTasks::<u32>::new()).program.unwrap();
/// let mut trees = TreeManager::new();
/// let goblins: Vec<_> = (0..1_000).map(|seed| trees.add(program.clone(), seed).unwrap()).collect();
/// let mut worlds = vec![0_u32; 1_000];
///
/// // One goblin is observed; the others run as if there were no tracer.
/// let watched: AgentSet = [goblins[17]].into_iter().collect();
/// let mut recorder = FrameRecorder::default();
/// trees.frame(0.1).watching(&watched, &mut recorder).run_each(&mut worlds).unwrap();
/// let seen = recorder.take_trees();
/// assert_eq!(seen.len(), 1);
/// assert_eq!(seen[0].0, goblins[17]);
/// ```
#[must_use = "a frame does nothing until it runs"]
pub struct ManagerFrame<'m, W: World + ?Sized, B, S = Untraced> {
    pub(super) manager: &'m mut TreeManager<W, B>,
    pub(super) dt: f64,
    pub(super) tracing: S,
}

impl<W: World + ?Sized, B: Tasks> TreeManager<W, B> {
    /// Prepares a frame of `dt` seconds. It happens when one of the methods of [`ManagerFrame`] runs it.
    pub fn frame(&mut self, dt: f64) -> ManagerFrame<'_, W, B> {
        ManagerFrame {
            manager: self,
            dt,
            tracing: Untraced,
        }
    }

    /// Like [`Self::tick`], with a tracer that observes the trees of this set only. The other trees run at full speed,
    /// so observing one of ten thousand costs next to nothing.
    ///
    /// Whoever is watched, all trees do the same. Errors are written to the log as in [`Self::tick`], also those that
    /// the tracer is told of.
    pub fn tick_watching<T: Tracer>(
        &mut self,
        world: &mut Lent<'_, W>,
        dt: f64,
        watched: &AgentSet,
        tracer: &mut T,
    ) -> usize {
        self.frame(dt).watching(watched, tracer).run(world)
    }
}

impl<W: World + ?Sized, B: Tasks> TreeInstance<W, B> {
    /// Like [`Self::tick_traced`], for a tree without a manager that is one of many which a tracer observes:
    /// [`Tracer::tree`] announces it by this number, and errors are also written to the log.
    pub fn tick_watched<T: Tracer>(
        &mut self,
        agent: AgentId,
        world: &mut Lent<'_, W>,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        tracer.tree(agent);
        self.tick_traced(world, globals, dt, &mut Both::new(tracer, ErrorLog))
    }
}

impl<'m, W: World + ?Sized, B: Tasks> ManagerFrame<'m, W, B> {
    fn with<S>(self, tracing: S) -> ManagerFrame<'m, W, B, S> {
        ManagerFrame {
            manager: self.manager,
            dt: self.dt,
            tracing,
        }
    }

    /// Lets a tracer observe all trees; [`Tracer::tree`] announces each. Errors go to the tracer, not to the log. A tree
    /// that sleeps reports nothing. All trees run on the calling thread.
    pub fn traced<T: Tracer>(self, tracer: &mut T) -> ManagerFrame<'m, W, B, Traced<'_, T>> {
        self.with(Traced(tracer))
    }

    /// Lets a tracer observe the trees of this set; [`Tracer::tree`] announces each. Errors are also written to the log.
    /// The watched trees run on the calling thread.
    pub fn watching<'t, T: Tracer>(
        self,
        watched: &'t AgentSet,
        tracer: &'t mut T,
    ) -> ManagerFrame<'m, W, B, Watching<'t, T>> {
        self.with(Watching {
            watched: watched.cursor(),
            tracer: Both::new(tracer, ErrorLog),
        })
    }

    /// Gives each tree its own tracer, in the order of [`TreeManager::agents`]. They are told of errors instead of the
    /// log.
    ///
    /// # Errors
    /// If the number of tracers differs from the number of trees.
    pub fn traced_each<T: Tracer>(
        self,
        tracers: &mut [T],
    ) -> Result<ManagerFrame<'m, W, B, TracedEach<'_, T>>, WorldCount> {
        let (trees, given) = (self.manager.len(), tracers.len());
        if given != trees {
            return Err(WorldCount { trees, given });
        }
        Ok(self.with(TracedEach(tracers)))
    }
}

impl<'m, 't, W: World + ?Sized, B: Tasks, O: Tracer> ManagerFrame<'m, W, B, Traced<'t, O>> {
    /// Lets a second tracer observe the trees of this set, beside the one that observes all; [`Tracer::tree`] announces
    /// each. If the first one does not watch ([`Tracer::WATCHES`]), the other trees run at full speed.
    pub fn watching<T: Tracer>(
        self,
        watched: &'t AgentSet,
        tracer: &'t mut T,
    ) -> ManagerFrame<'m, W, B, TracedWatching<'t, O, T>> {
        ManagerFrame {
            manager: self.manager,
            dt: self.dt,
            tracing: TracedWatching {
                watched: watched.cursor(),
                tracers: Both::new(self.tracing.0, tracer),
            },
        }
    }
}

impl<W: World + ?Sized, B: Tasks, S: Tracing> ManagerFrame<'_, W, B, S> {
    /// Runs the frame with one world for all trees. Returns how many trees are Running afterwards.
    pub fn run(mut self, world: &mut Lent<'_, W>) -> usize {
        let Self { manager, dt, .. } = self;
        manager.tick_worlds(OneWorld(world), &mut self.tracing, dt)
    }

    /// Runs the frame with a world for each tree that `lend` makes of what all trees share and of what is the tree's
    /// own; `own` is in the order of [`TreeManager::agents`].
    ///
    /// # Errors
    /// If `own` has not one item for each tree; nothing has happened then.
    pub fn run_each_sharing<Shared, O>(
        mut self,
        shared: &Shared,
        own: &mut [O],
        lend: impl for<'w> Fn(&'w Shared, &'w mut O) -> Lent<'w, W>,
    ) -> Result<usize, WorldCount> {
        let Self { manager, dt, .. } = self;
        let lender = LendShared { shared, lend };
        let worlds = WorldPerTree::new(manager.len(), own, &lender)?;
        Ok(manager.tick_worlds(worlds, &mut self.tracing, dt))
    }
}

impl<W: 'static, B: Tasks, S: Tracing> ManagerFrame<'_, W, B, S> {
    /// Runs the frame with a world for each tree, in the order of [`TreeManager::agents`].
    ///
    /// # Errors
    /// If the number of worlds differs from the number of trees; nothing has happened then.
    pub fn run_each(mut self, worlds: &mut [W]) -> Result<usize, WorldCount> {
        let Self { manager, dt, .. } = self;
        let worlds = WorldPerTree::new(manager.len(), worlds, &LendOwn)?;
        Ok(manager.tick_worlds(worlds, &mut self.tracing, dt))
    }
}

/// Who observes which trees of a frame: [`Untraced`], [`Traced`], [`Watching`], [`TracedWatching`] or [`TracedEach`].
pub trait Tracing: sealed::Sealed {
    /// The tracer of those that are observed.
    type Tracer: Tracer;
    /// The tracer of the others, if they have one, too.
    type Other: Tracer;

    /// Returns who observes a tree before which there are `rank` others. Called for each tree in the order of the manager.
    #[doc(hidden)]
    fn observer(
        &mut self,
        rank: usize,
        agent: AgentId,
    ) -> TreeObserver<'_, Self::Tracer, Self::Other>;
}

/// Who observes a tree in this frame.
#[doc(hidden)]
pub enum TreeObserver<'t, T, O> {
    /// Nobody: errors go to the log.
    Nobody,
    /// This tracer.
    Tracer(&'t mut T),
    /// That of the trees which are not chosen.
    Other(&'t mut O),
    /// A tracer on another thread: the tree has to wait until this one is done.
    Elsewhere,
}

mod sealed {
    pub trait Sealed {}
}

/// A frame that no tracer observes. Errors of tasks are written to the log.
#[derive(Clone, Copy, Debug, Default)]
pub struct Untraced;

/// A frame of which a tracer observes all trees.
#[derive(Debug)]
pub struct Traced<'t, T>(&'t mut T);

/// A frame of which a tracer observes some trees.
#[derive(Debug)]
pub struct Watching<'t, T> {
    watched: AgentCursor<'t>,
    tracer: Both<'t, T, ErrorLog>,
}

/// A frame of which one tracer observes all trees, and another one some of them.
#[derive(Debug)]
pub struct TracedWatching<'t, O, T> {
    watched: AgentCursor<'t>,
    tracers: Both<'t, O, &'t mut T>,
}

/// A frame in which each tree has its own tracer.
#[derive(Debug)]
pub struct TracedEach<'t, T>(&'t mut [T]);

impl sealed::Sealed for Untraced {}
impl<T> sealed::Sealed for Traced<'_, T> {}
impl<T> sealed::Sealed for Watching<'_, T> {}
impl<O, T> sealed::Sealed for TracedWatching<'_, O, T> {}
impl<T> sealed::Sealed for TracedEach<'_, T> {}

impl Tracing for Untraced {
    type Tracer = NoTracer;
    type Other = NoTracer;

    #[inline]
    fn observer(&mut self, _rank: usize, _agent: AgentId) -> TreeObserver<'_, NoTracer, NoTracer> {
        TreeObserver::Nobody
    }
}

impl<T: Tracer> Tracing for Traced<'_, T> {
    type Tracer = T;
    type Other = NoTracer;

    #[inline]
    fn observer(&mut self, _rank: usize, _agent: AgentId) -> TreeObserver<'_, T, NoTracer> {
        TreeObserver::Tracer(self.0)
    }
}

impl<'t, T: Tracer> Tracing for Watching<'t, T> {
    type Tracer = Both<'t, T, ErrorLog>;
    type Other = NoTracer;

    #[inline]
    fn observer(
        &mut self,
        _rank: usize,
        agent: AgentId,
    ) -> TreeObserver<'_, Both<'t, T, ErrorLog>, NoTracer> {
        if self.watched.reaches(agent) {
            TreeObserver::Tracer(&mut self.tracer)
        } else {
            TreeObserver::Nobody
        }
    }
}

impl<'t, O: Tracer, T: Tracer> Tracing for TracedWatching<'t, O, T> {
    type Tracer = Both<'t, O, &'t mut T>;
    type Other = O;

    #[inline]
    fn observer(&mut self, _rank: usize, agent: AgentId) -> TreeObserver<'_, Self::Tracer, O> {
        if self.watched.reaches(agent) {
            TreeObserver::Tracer(&mut self.tracers)
        } else {
            TreeObserver::Other(self.tracers.first())
        }
    }
}

impl<T: Tracer> Tracing for TracedEach<'_, T> {
    type Tracer = T;
    type Other = NoTracer;

    #[inline]
    fn observer(&mut self, rank: usize, _agent: AgentId) -> TreeObserver<'_, T, NoTracer> {
        TreeObserver::Tracer(&mut self.0[rank])
    }
}

#[cfg(feature = "rayon")]
pub(super) mod lanes {
    //! How the tracers of a frame are divided among threads.

    use super::super::agent_set::AgentCursor;
    use super::super::tracer::{NoTracer, Tracer};
    use super::super::tree_manager::AgentId;
    use super::sealed::Sealed;
    use super::{Traced, TracedEach, Tracing, TreeObserver, Untraced, Watching};

    /// Tracing that can be divided into lanes: groups of neighboring trees, each of which runs on one thread.
    pub trait ParallelTracing: Tracing {
        /// Whether observed trees run on the calling thread, because their tracer is there.
        #[doc(hidden)]
        const IS_HERE: bool;

        /// What one lane needs.
        #[doc(hidden)]
        type Lane<'l>: Tracing + Send
        where
            Self: 'l;

        /// Divides it into lanes of so many trees each. The ranks of a lane begin at 0.
        #[doc(hidden)]
        fn lanes(&mut self, trees: &[usize]) -> Vec<Self::Lane<'_>>;
    }

    impl ParallelTracing for Untraced {
        const IS_HERE: bool = false;
        type Lane<'l> = Self;

        fn lanes(&mut self, trees: &[usize]) -> Vec<Self> {
            vec![Self; trees.len()]
        }
    }

    impl<T: Tracer + Send> ParallelTracing for TracedEach<'_, T> {
        const IS_HERE: bool = false;
        type Lane<'l>
            = TracedEach<'l, T>
        where
            Self: 'l;

        fn lanes(&mut self, trees: &[usize]) -> Vec<TracedEach<'_, T>> {
            let mut rest = &mut *self.0;
            let lanes = trees.iter();
            lanes
                .map(|trees| TracedEach(rest.split_off_mut(..*trees).unwrap_or_default()))
                .collect()
        }
    }

    /// A lane of a frame whose tracer is on the calling thread.
    #[derive(Clone)]
    pub struct WatchedElsewhere<'l> {
        /// The observed trees; `None` for all.
        watched: Option<AgentCursor<'l>>,
    }

    impl Sealed for WatchedElsewhere<'_> {}

    impl Tracing for WatchedElsewhere<'_> {
        type Tracer = NoTracer;
        type Other = NoTracer;

        #[inline]
        fn observer(
            &mut self,
            _rank: usize,
            agent: AgentId,
        ) -> TreeObserver<'_, NoTracer, NoTracer> {
            let watched = self.watched.as_mut();
            if watched.is_none_or(|watched| watched.reaches(agent)) {
                TreeObserver::Elsewhere
            } else {
                TreeObserver::Nobody
            }
        }
    }

    impl<T: Tracer> ParallelTracing for Traced<'_, T> {
        const IS_HERE: bool = true;
        type Lane<'l>
            = WatchedElsewhere<'l>
        where
            Self: 'l;

        fn lanes(&mut self, trees: &[usize]) -> Vec<WatchedElsewhere<'_>> {
            vec![WatchedElsewhere { watched: None }; trees.len()]
        }
    }

    impl<T: Tracer> ParallelTracing for Watching<'_, T> {
        const IS_HERE: bool = true;
        type Lane<'l>
            = WatchedElsewhere<'l>
        where
            Self: 'l;

        fn lanes(&mut self, trees: &[usize]) -> Vec<WatchedElsewhere<'_>> {
            let watched = Some(self.watched.clone());
            vec![WatchedElsewhere { watched }; trees.len()]
        }
    }
}

#[cfg(test)]
mod laws;
