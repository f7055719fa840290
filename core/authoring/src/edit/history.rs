//! Undo and redo: the changes of a document in the order in which they were done, and which state of it was saved.
//!
//! Limitations: history is a line, not a tree: a new change after an undo drops what could be redone. It is bounded, and drops
//! the oldest changes first. It trusts that nobody else changes the document.

use std::collections::VecDeque;

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::transaction::Transaction;
use super::{Command, Label, Refusal, Selection};

/// How many changes can be taken back at most.
pub const MAX_STEPS: usize = 1_000;

/// How much memory the changes that can be taken back hold at most, in about this many bytes; the last one is kept however large it is.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The changes of one document.
#[derive(Debug)]
pub struct History {
    done: VecDeque<Step>,
    undone: Vec<Step>,
    done_bytes: usize,
    revision: u64,
    run_revision: u64,
    /// The state that the document is in. No two states that differ in more than what [`Self::amend_last`] added have the same number.
    state: u64,
    /// The state that is on disk, if any can still be.
    saved: Option<u64>,
}

/// A change and the states on its two sides.
#[derive(Debug)]
struct Step {
    transaction: Transaction,
    bytes: usize,
    before: u64,
    after: u64,
}

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

impl History {
    /// The history of a document that was just made or read: nothing to undo, not dirty.
    pub fn new() -> Self {
        Self {
            done: VecDeque::new(),
            undone: Vec::new(),
            done_bytes: 0,
            revision: 0,
            run_revision: 0,
            state: 0,
            saved: Some(0),
        }
    }

    /// Does a command, which can be undone as one step.
    ///
    /// # Errors
    /// Says why the command cannot be done. The document and the selection are then as they were.
    pub fn apply(
        &mut self,
        document: &mut Document,
        library: &NodeLibrary,
        selection: &mut Selection,
        command: &Command,
    ) -> Result<(), Refusal> {
        let step = self.perform(document, library, selection, command)?;
        self.done.push_back(step);
        self.drop_oldest();
        Ok(())
    }

    /// Does a command as part of the last change: both are undone as one step, which is called what the last change was called.
    ///
    /// # Errors
    /// Says why the command cannot be done. The document and the selection are then as they were.
    pub fn apply_to_last(
        &mut self,
        document: &mut Document,
        library: &NodeLibrary,
        selection: &mut Selection,
        command: &Command,
    ) -> Result<(), Refusal> {
        let step = self.perform(document, library, selection, command)?;
        match self.done.back_mut() {
            Some(last) => {
                last.transaction.append(step.transaction);
                last.bytes += step.bytes;
                last.after = step.after;
            }
            None => self.done.push_back(step),
        }
        self.drop_oldest();
        Ok(())
    }

    /// The same for a command that whatever can be done again does not rely on, as places on the canvas are: it can still be done again then. What
    /// is done again is as it was only in what those changes name, so whoever has the saved state ahead asks [`Self::is_saved_ahead`] first.
    ///
    /// # Errors
    /// Says why the command cannot be done. The document and the selection are then as they were.
    pub fn amend_last(
        &mut self,
        document: &mut Document,
        library: &NodeLibrary,
        selection: &mut Selection,
        command: &Command,
    ) -> Result<(), Refusal> {
        let undone = std::mem::take(&mut self.undone);
        let done = self.apply_to_last(document, library, selection, command);
        self.undone = undone;
        if let Some(next) = self.undone.last_mut() {
            next.before = self.state;
        }
        done
    }

    /// Does a command, and says what to keep of it.
    fn perform(
        &mut self,
        document: &mut Document,
        library: &NodeLibrary,
        selection: &mut Selection,
        command: &Command,
    ) -> Result<Step, Refusal> {
        let transaction = Transaction::perform(document, library, selection, command)?;
        self.count(&transaction);
        let step = Step {
            bytes: transaction.estimated_bytes(),
            transaction,
            before: self.state,
            after: self.revision,
        };
        self.state = step.after;
        self.undone.clear();
        self.done_bytes += step.bytes;
        Ok(step)
    }

    /// Takes the last change back, and says which it was.
    pub fn undo(&mut self, document: &mut Document, selection: &mut Selection) -> Option<Label> {
        let mut step = self.done.pop_back()?;
        step.transaction.undo(document, selection);
        self.done_bytes -= step.bytes;
        self.count(&step.transaction);
        self.state = step.before;
        let label = step.transaction.label().clone();
        self.undone.push(step);
        Some(label)
    }

    /// Does the change that was taken back last again, and says which it was.
    pub fn redo(&mut self, document: &mut Document, selection: &mut Selection) -> Option<Label> {
        let mut step = self.undone.pop()?;
        step.transaction.redo(document, selection);
        self.done_bytes += step.bytes;
        self.count(&step.transaction);
        self.state = step.after;
        let label = step.transaction.label().clone();
        self.done.push_back(step);
        Some(label)
    }

    /// Whether there is a change to take back.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is a change to do again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// What the next undo takes back.
    pub fn undo_label(&self) -> Option<&Label> {
        self.done.back().map(|step| step.transaction.label())
    }

    /// Grows with every change, undo and redo: what was computed from the document at one revision holds until the next.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The state that the document is in: another number for each that can be reached, and the same again where undo and redo come back to one,
    /// but for what [`Self::amend_last`] added meanwhile.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Whether doing again what was taken back leads to what was saved.
    pub fn is_saved_ahead(&self) -> bool {
        self.undone
            .iter()
            .any(|step| Some(step.after) == self.saved)
    }

    /// Grows with those changes that a running tree can tell: not with names, comments or places on the canvas.
    pub fn run_revision(&self) -> u64 {
        self.run_revision
    }

    /// The document as it is now was saved.
    pub fn mark_saved(&mut self) {
        self.mark_saved_at(self.state);
    }

    /// The document as it was in this state is what was saved, whatever it is by now.
    pub fn mark_saved_at(&mut self, state: u64) {
        self.saved = Some(state);
    }

    /// The document as it is now, and all states that undo and redo lead to, are on no disk (it was recovered or repaired).
    pub fn mark_dirty(&mut self) {
        self.saved = None;
    }

    /// Whether the document differs from what was saved. Undoing back to the saved state is not dirty.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.state)
    }

    fn count(&mut self, transaction: &Transaction) {
        self.revision += 1;
        self.run_revision += u64::from(transaction.concerns_run());
    }

    fn drop_oldest(&mut self) {
        while self.done.len() > MAX_STEPS || (self.done_bytes > MAX_BYTES && self.done.len() > 1) {
            if let Some(oldest) = self.done.pop_front() {
                self.done_bytes -= oldest.bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests;
