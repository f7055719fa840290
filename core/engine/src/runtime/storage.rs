//! Variables that a game keeps itself: read from its world at the beginning of each frame, and written back after it if the tree changed
//! them. Knows no name and no document.

use super::blackboard::{Globals, VariableSlot};
use super::instance::{TreeInstance, TreeState};
use super::panics::catch;
use super::program::NodeIndex;
use super::task::Tasks;
use super::tracer::Tracer;
use crate::status::Status;
use crate::value::Value;
use std::sync::Arc;

/// Reads a variable of the agent with this number from the game's world.
pub type StorageReader<W> = Arc<dyn Fn(&W, u64) -> Value + Send + Sync>;
/// Writes it there.
pub type StorageWriter<W> = Arc<dyn Fn(&mut W, u64, &Value) + Send + Sync>;

/// A variable that a game keeps itself.
pub struct Storage<W> {
    /// The variable in the program.
    pub slot: VariableSlot,
    /// What it is at the beginning of a frame. A value of another type than the variable's is not taken.
    pub read: StorageReader<W>,
    /// What becomes of it when the tree changed it; none for a variable that the tree's changes do not reach.
    pub write: Option<StorageWriter<W>>,
}

impl<W, B: Tasks> TreeInstance<W, B> {
    /// A frame between reading what the game keeps and giving it back.
    #[cold]
    pub(super) fn run_frame_with_storage<T: Tracer>(
        &mut self,
        world: &mut W,
        globals: &mut Globals,
        dt: f64,
        tracer: &mut T,
    ) -> Option<Status> {
        let finished = matches!(self.state, TreeState::Finished(_));
        if self.state != TreeState::Enabled && !(finished && self.program.restart_when_complete) {
            return None;
        }
        self.bind_globals(globals);
        let program = self.program.clone();
        let mut kept = std::mem::take(&mut self.agent.rare.get_or_insert_default().stored);
        kept.clear();
        for storage in &program.storage {
            let mut value = None;
            if let Err(text) = catch(|| value = Some((storage.read)(world, self.agent.agent))) {
                tracer.error(NodeIndex(0), &text);
            }
            let frame = self.agent.frame + 1;
            let slot = self.slot_mut(globals, storage.slot);
            if let Some(value) = value
                && slot.value != value
                && std::mem::discriminant(&slot.value) == std::mem::discriminant(&value)
                && slot.write(value, frame)
                && let VariableSlot::Global(index) = storage.slot
            {
                self.note_change(globals, index);
            }
            kept.push(self.slot_mut(globals, storage.slot).changes);
        }
        let status = self.run_frame_inside(world, globals, dt, tracer);
        for (storage, changes) in program.storage.iter().zip(&kept) {
            let agent = self.agent.agent;
            let slot = self.slot_mut(globals, storage.slot);
            if let Some(write) = &storage.write
                && slot.changes != *changes
                && let Err(text) = catch(|| write(world, agent, &slot.value))
            {
                tracer.error(NodeIndex(0), &text);
            }
        }
        self.agent.rare.get_or_insert_default().stored = kept;
        status
    }
}

#[cfg(test)]
mod tests;
