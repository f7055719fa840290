//! Which layouts a document still owes: since it was read without places, or since an edit that was to be laid out. They are known by the states of its
//! history, so that undo and redo come back to them. Knows nothing of how trees are laid out.

use std::collections::BTreeMap;

use treewright_authoring::edit::{Command, History, Refusal};
use treewright_core::geometry::Position;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;

use super::OpenDocument;

/// Why a layout is owed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owed {
    /// It was laid out before anybody knew how large its cards are. What was changed since then lies no better.
    Reading,
    /// An edit was to be laid out.
    Edit,
}

/// How places are taken in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// As it was read: that is no step of its history.
    AsRead,
    /// As part of the last step.
    WithLast,
    /// As a step of its own: what is here was saved as it is.
    AsStep,
}

/// Which states of a document are still to be laid out.
#[derive(Debug, Default)]
pub struct OwedLayouts(BTreeMap<u64, Owed>);

impl OwedLayouts {
    /// From one state came another one, in which everything else lies as before.
    pub(super) fn follow(&mut self, before: u64, after: u64) {
        if self.0.get(&before) == Some(&Owed::Reading) {
            self.0.insert(after, Owed::Reading);
        }
    }
}

impl OpenDocument {
    /// It is to be laid out as it is now. That it is so since it was read counts more than that it was edited.
    pub fn owe_layout(&mut self, why: Owed) {
        let owed = self.owed.0.entry(self.history.state()).or_insert(why);
        if why == Owed::Reading {
            *owed = why;
        }
    }

    /// It is laid out as it is now.
    pub fn is_laid_out(&mut self) {
        self.owed.0.remove(&self.history.state());
    }

    /// It stays as it lies, and so do the states to which undo and redo lead.
    pub fn owe_no_layout(&mut self) {
        self.owed.0.clear();
    }

    /// How a layout that is owed would be taken in now; none if none is owed, or if that has to wait: what was saved is never changed, nor does it get out of reach.
    pub fn owes_layout(&self) -> Option<(Owed, Taking)> {
        let owed = *self.owed.0.get(&self.history.state())?;
        let history = &self.history;
        let is_as_read = history.state() == self.read_at;
        let taking = match owed {
            _ if history.is_saved_ahead() => return None,
            Owed::Reading if is_as_read && self.read_at == 0 => Taking::AsRead,
            _ if !history.can_undo() => return None,
            Owed::Reading if self.is_dirty() || is_as_read => Taking::WithLast,
            Owed::Reading if history.can_redo() => return None,
            Owed::Reading => Taking::AsStep,
            Owed::Edit if self.is_dirty() => Taking::WithLast,
            Owed::Edit => return None,
        };
        Some((owed, taking))
    }

    /// Takes places as part of reading it: that is no step of its history.
    pub fn place(&mut self, places: Vec<(NodeId, Position)>) {
        self.is_laid_out();
        let (library, arrange) = (self.libraries.kinds().clone(), Command::Arrange(places));
        let mut history = History::new();
        // That all of them lie well already is the only refusal.
        let _ = history.apply(&mut self.document, &library, &mut self.selection, &arrange);
        self.placings += 1;
    }

    /// Takes places as part of the last change. What was read again and not changed since is no unsaved work by that.
    ///
    /// # Errors
    /// If all nodes lie there already.
    pub fn place_with_last(
        &mut self,
        library: &NodeLibrary,
        places: Vec<(NodeId, Position)>,
    ) -> Result<(), Refusal> {
        self.is_laid_out();
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
