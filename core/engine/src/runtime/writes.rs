//! Who wrote which variable: tasks write through their context, which does not know them, and the executor that called them tells the
//! tracer. With a tracer that does not watch nothing is noted and nothing told.

use super::blackboard::VariableSlot;
use super::executor::Executor;
use super::instance::TreeInstance;
use super::program::{NodeIndex, Program};
use super::task::Tasks;
use super::tick_context::TickContext;
use super::tracer::Tracer;

impl<W, B: Tasks> TreeInstance<W, B> {
    /// What tasks write is noted only for somebody who wants to be told.
    #[inline]
    pub(super) fn watch_writes<T: Tracer>(&mut self) {
        if T::WATCHES {
            self.agent.rare.get_or_insert_default().is_watched = true;
        } else if let Some(rare) = &mut self.agent.rare {
            rare.is_watched = false;
        }
    }
}

impl<W, B: Tasks, T: Tracer> Executor<'_, W, B, T> {
    /// A task of the tree was called: the tracer hears what it wrote.
    #[inline]
    pub(super) fn tell_writes(&mut self, node: u32) {
        if T::WATCHES {
            let rare = self.context.tick.agent.rare.as_ref();
            // Most calls write nothing.
            if rare.is_some_and(|rare| !rare.writes.is_empty()) {
                tell_writes(self.program, &mut self.context.tick, self.tracer, node);
            }
        }
    }
}

/// Tells what was written since the last call, as written by this node.
#[cold]
pub(super) fn tell_writes<W, B, T: Tracer>(
    program: &Program<W, B>,
    tick: &mut TickContext<'_>,
    tracer: &mut T,
    node: u32,
) {
    let Some(rare) = &mut tick.agent.rare else {
        return;
    };
    for (slot, value) in rare.writes.drain(..) {
        let declared = match slot {
            VariableSlot::Tree(index) => &program.tree_variables[index as usize],
            VariableSlot::Global(index) => &program.global_variables[index as usize],
        };
        tracer.wrote(NodeIndex(node), slot, &declared.name, &value);
    }
}

#[cfg(test)]
mod tests;
