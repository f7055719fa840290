//! The worlds with which all trees of a manager run a frame: one for all, or one for each. Knows nothing of
//! links.

use std::sync::Arc;

use treewright_core::nodes::Builtin;
use treewright_core::runtime::{
    AgentId, Lent, ManagerFrame, SwapOutcome, Tracing, World, WorldCount,
};
use treewright_core::{Program, TreeManager};

/// The worlds of a frame.
pub(super) trait Worlds<W: World + ?Sized> {
    /// What a frame returns.
    type Ran;

    /// Runs a frame.
    fn run<S: Tracing>(self, frame: ManagerFrame<'_, W, Builtin, S>) -> Self::Ran;

    /// Replaces the program of all trees that run `old`.
    fn swap(
        &mut self,
        manager: &mut TreeManager<W>,
        old: &Arc<Program<W>>,
        new: &Arc<Program<W>>,
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
        old: &Arc<Program<W>>,
        new: &Arc<Program<W>>,
    ) -> Vec<(AgentId, SwapOutcome)> {
        manager.swap_all(old, new, self.0)
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
        old: &Arc<Program<W>>,
        new: &Arc<Program<W>>,
    ) -> Vec<(AgentId, SwapOutcome)> {
        let places = manager.iter().zip(0_usize..);
        let meant = places.filter(|((_, tree), _)| Arc::ptr_eq(tree.program(), old));
        let meant: Vec<_> = meant.map(|((agent, _), place)| (agent, place)).collect();
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
