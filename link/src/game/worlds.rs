//! The worlds with which all trees of a manager run a frame: one for all, or one for each; and who of the game observes it.
//! Knows nothing of links.

use std::sync::Arc;

use treewright_core::nodes::Builtin;
use treewright_core::runtime::{
    AgentId, AgentSet, Both, Globals, Lent, ManagerFrame, Status, SwapOutcome, Tracer, Tracing,
    World, WorldCount,
};
use treewright_core::{Program, TreeInstance, TreeManager};

/// The worlds of a frame.
pub(super) trait Worlds<W: World + ?Sized> {
    /// What a frame returns.
    type Ran;

    /// Runs a frame.
    fn run<S: Tracing>(self, frame: ManagerFrame<'_, W, Builtin, S>) -> Self::Ran;

    /// Replaces the program of up to `most` trees that run `old`.
    fn swap(
        &mut self,
        manager: &mut TreeManager<W>,
        programs: (&Arc<Program<W>>, &Arc<Program<W>>),
        most: usize,
    ) -> Vec<(AgentId, SwapOutcome)>;
}

/// One world for all trees.
pub(super) struct OneWorld<'a, 'w, W: World + ?Sized>(pub &'a mut Lent<'w, W>);

impl<W: World + ?Sized> Worlds<W> for OneWorld<'_, '_, W> {
    type Ran = usize;

    fn run<S: Tracing>(self, frame: ManagerFrame<'_, W, Builtin, S>) -> usize {
        frame.run(self.0)
    }

    fn swap(
        &mut self,
        manager: &mut TreeManager<W>,
        (old, new): (&Arc<Program<W>>, &Arc<Program<W>>),
        most: usize,
    ) -> Vec<(AgentId, SwapOutcome)> {
        let mut left = most;
        manager.swap_each(new, self.0, |_, tree| {
            let is_meant = left > 0 && Arc::ptr_eq(tree.program(), old);
            left -= usize::from(is_meant);
            is_meant
        })
    }
}

/// A world for each tree, in the order of the trees.
pub(super) struct WorldEach<'a, W>(pub &'a mut [W]);

impl<W: 'static> Worlds<W> for WorldEach<'_, W> {
    type Ran = Result<usize, WorldCount>;

    fn run<S: Tracing>(self, frame: ManagerFrame<'_, W, Builtin, S>) -> Self::Ran {
        frame.run_each(self.0)
    }

    fn swap(
        &mut self,
        manager: &mut TreeManager<W>,
        (old, new): (&Arc<Program<W>>, &Arc<Program<W>>),
        most: usize,
    ) -> Vec<(AgentId, SwapOutcome)> {
        let places = manager.iter().zip(0_usize..);
        let meant = places.filter(|((_, tree), _)| Arc::ptr_eq(tree.program(), old));
        let meant = meant.map(|((agent, _), place)| (agent, place));
        let meant: Vec<_> = meant.take(most).collect();
        let mut outcomes = Vec::new();
        for (agent, place) in meant {
            if let (Some(world), Some((tree, globals))) =
                (self.0.get_mut(place), manager.get_mut(agent))
            {
                let outcome = tree.swap_program(new.clone(), world, globals);
                outcomes.push((agent, outcome));
            }
        }
        outcomes
    }
}

/// A frame of a manager that is about to run.
type Ready<'m, W> = ManagerFrame<'m, W, Builtin>;

/// A tree that is ticked by itself, with what it needs for that.
pub(super) struct Alone<'t, 'w, W: World + ?Sized> {
    pub agent: AgentId,
    pub tree: &'t mut TreeInstance<W>,
    pub world: &'t mut Lent<'w, W>,
    pub globals: &'t mut Globals,
    pub dt: f64,
}

/// Who of the game observes its trees: nobody, so that errors go to the log, or a tracer.
pub(super) trait Observing<W: World + ?Sized> {
    /// Runs a frame without a recorder.
    fn run<S: Worlds<W>>(self, worlds: S, frame: Ready<'_, W>) -> S::Ran;

    /// Runs a frame with a recorder for some trees.
    fn run_recorded<S: Worlds<W>>(
        self,
        worlds: S,
        frame: Ready<'_, W>,
        recorded: &AgentSet,
        recorder: &mut impl Tracer,
    ) -> S::Ran;

    /// Runs a frame of a tree without a recorder.
    fn tick(self, alone: Alone<'_, '_, W>) -> Option<Status>;

    /// Runs a frame of a tree with a recorder.
    fn tick_recorded(self, alone: Alone<'_, '_, W>, recorder: &mut impl Tracer) -> Option<Status>;
}

/// Nobody observes.
pub(super) struct Unobserved;

impl<W: World + ?Sized> Observing<W> for Unobserved {
    fn run<S: Worlds<W>>(self, worlds: S, frame: Ready<'_, W>) -> S::Ran {
        worlds.run(frame)
    }

    fn run_recorded<S: Worlds<W>>(
        self,
        worlds: S,
        frame: Ready<'_, W>,
        recorded: &AgentSet,
        recorder: &mut impl Tracer,
    ) -> S::Ran {
        worlds.run(frame.watching(recorded, recorder))
    }

    fn tick(self, alone: Alone<'_, '_, W>) -> Option<Status> {
        alone.tree.tick(alone.world, alone.globals, alone.dt)
    }

    fn tick_recorded(self, alone: Alone<'_, '_, W>, recorder: &mut impl Tracer) -> Option<Status> {
        let (tree, world, globals) = (alone.tree, alone.world, alone.globals);
        tree.tick_watched(alone.agent, world, globals, alone.dt, recorder)
    }
}

/// A tracer of the game observes.
pub(super) struct Observed<'t, T>(pub &'t mut T);

impl<W: World + ?Sized, T: Tracer> Observing<W> for Observed<'_, T> {
    fn run<S: Worlds<W>>(self, worlds: S, frame: Ready<'_, W>) -> S::Ran {
        worlds.run(frame.traced(self.0))
    }

    fn run_recorded<S: Worlds<W>>(
        self,
        worlds: S,
        frame: Ready<'_, W>,
        recorded: &AgentSet,
        recorder: &mut impl Tracer,
    ) -> S::Ran {
        worlds.run(frame.traced(self.0).watching(recorded, recorder))
    }

    fn tick(self, alone: Alone<'_, '_, W>) -> Option<Status> {
        let (tree, world, globals) = (alone.tree, alone.world, alone.globals);
        tree.tick_traced(world, globals, alone.dt, self.0)
    }

    fn tick_recorded(self, alone: Alone<'_, '_, W>, recorder: &mut impl Tracer) -> Option<Status> {
        let mut both = Both::new(self.0, recorder);
        both.tree(alone.agent);
        let (tree, world, globals) = (alone.tree, alone.world, alone.globals);
        tree.tick_traced(world, globals, alone.dt, &mut both)
    }
}
