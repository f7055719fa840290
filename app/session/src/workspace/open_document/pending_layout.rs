//! Pending layouts of a document: of a document read without positions, or of an edit followed by auto layout. They are recorded by history state, so
//! that undo and redo find them again. Does not know how trees are laid out.

use std::collections::BTreeMap;

use treewright_authoring::edit::{Command, History, Refusal};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;

use super::OpenDocument;

/// Why a layout is pending.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PendingLayout {
    /// The document was laid out while reading, with unknown card sizes. Later edits are based on that layout.
    Reading,
    /// An edit is to be followed by auto layout.
    Edit,
}

/// How the positions of a layout are applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApplyLayout {
    /// As if they had been read: not a step of the history.
    AsRead,
    /// As part of the last step.
    WithLast,
    /// As a separate step, since the current state was saved.
    AsStep,
}

/// The history states with a pending layout.
#[derive(Debug, Default)]
pub struct PendingLayouts(BTreeMap<u64, PendingLayout>);

impl PendingLayouts {
    /// Copies a pending layout of the reader to the state after an edit, which leaves all other nodes in place.
    pub(super) fn follow(&mut self, before: u64, after: u64) {
        if self.0.get(&before) == Some(&PendingLayout::Reading) {
            self.0.insert(after, PendingLayout::Reading);
        }
    }
}

impl OpenDocument {
    /// Marks the current state as pending. [`PendingLayout::Reading`] takes precedence over [`PendingLayout::Edit`].
    pub fn request_layout(&mut self, why: PendingLayout) {
        let owed = self
            .pending_layouts
            .0
            .entry(self.history.state())
            .or_insert(why);
        if why == PendingLayout::Reading {
            *owed = why;
        }
    }

    /// Marks the current state as laid out.
    pub fn mark_laid_out(&mut self) {
        self.pending_layouts.0.remove(&self.history.state());
    }

    /// Discards all pending layouts, also those of states that undo and redo lead to.
    pub fn cancel_layouts(&mut self) {
        self.pending_layouts.0.clear();
    }

    /// Returns the pending layout of the current state and how to apply it. `None` if there is none, or if it has to wait: a saved state must neither
    /// change nor become unreachable by redo.
    pub fn pending_layout(&self) -> Option<(PendingLayout, ApplyLayout)> {
        let owed = *self.pending_layouts.0.get(&self.history.state())?;
        let history = &self.history;
        let is_as_read = history.state() == self.read_at;
        let taking = match owed {
            _ if history.is_saved_ahead() => return None,
            PendingLayout::Reading if is_as_read && self.read_at == 0 => ApplyLayout::AsRead,
            _ if !history.can_undo() => return None,
            PendingLayout::Reading if self.is_dirty() || is_as_read => ApplyLayout::WithLast,
            PendingLayout::Reading if history.can_redo() => return None,
            PendingLayout::Reading => ApplyLayout::AsStep,
            PendingLayout::Edit if self.is_dirty() => ApplyLayout::WithLast,
            PendingLayout::Edit => return None,
        };
        Some((owed, taking))
    }

    /// Sets positions as if they had been read: not a step of the history.
    pub fn place(&mut self, places: Vec<(NodeId, Position)>) {
        self.mark_laid_out();
        let (library, arrange) = (self.libraries.kinds().clone(), Command::Arrange(places));
        let mut history = History::new();
        // It is refused only if all nodes have these positions already.
        let _ = history.apply(&mut self.document, &library, &mut self.selection, &arrange);
        self.placings += 1;
    }

    /// Sets positions as part of the last step. A document that was reloaded and not edited since does not become unsaved.
    ///
    /// # Errors
    /// If all nodes have these positions already.
    pub fn place_with_last(
        &mut self,
        library: &NodeLibrary,
        places: Vec<(NodeId, Position)>,
    ) -> Result<(), Refusal> {
        self.mark_laid_out();
        let (is_dirty, is_as_read) = (self.is_dirty(), self.history.state() == self.read_at);
        let (document, selection) = (&mut self.document, &mut self.selection);
        let arrange = Command::Arrange(places);
        self.history
            .amend_last(document, library, selection, &arrange)?;
        if is_as_read {
            self.read_at = self.history.state();
            if !is_dirty {
                self.history.mark_saved();
            }
        }
        Ok(())
    }
}
