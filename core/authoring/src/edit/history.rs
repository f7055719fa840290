//! Undo and redo: the changes of a document in order, and which of its states was saved.
//!
//! Limitations: the history is a line, not a tree: a new change after an undo drops the redo stack. It is bounded and drops the
//! oldest changes first. It relies on being the only one that changes the document.

use std::collections::VecDeque;

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::renames::{NamesBefore, Rename};
use super::transaction::Transaction;
use super::{Command, Label, Refusal, Selection};

/// The maximum number of undo steps.
pub const MAX_STEPS: usize = 1_000;

/// The maximum estimated memory of undo steps, in bytes. The last step is kept regardless of its size.
pub const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The undo and redo stacks of one document.
#[derive(Debug)]
pub struct History {
    done: VecDeque<UndoStep>,
    undone: Vec<UndoStep>,
    done_bytes: usize,
    revision: u64,
    run_revision: u64,
    scenario_state: u64,
    /// The number of the current state. States with the same number differ at most in changes added by [`Self::amend_last`].
    state: u64,
    /// The number of the saved state; `None` if it cannot be reached any more.
    saved: Option<u64>,
    /// What was renamed since the last save, in order.
    renamed: Vec<Rename>,
}

/// A change with the numbers of the states before and after it.
#[derive(Debug)]
struct UndoStep {
    transaction: Transaction,
    bytes: usize,
    before: u64,
    after: u64,
    /// The numbers of the states of what scenarios run.
    scenarios: [u64; 2],
    renames: Vec<Rename>,
}

impl Default for History {
    fn default() -> Self {
        Self::new()
    }
}

impl History {
    /// Creates the history of a new or newly opened document: nothing to undo, not dirty.
    pub fn new() -> Self {
        Self {
            done: VecDeque::new(),
            undone: Vec::new(),
            done_bytes: 0,
            revision: 0,
            run_revision: 0,
            scenario_state: 0,
            state: 0,
            saved: Some(0),
            renamed: Vec::new(),
        }
    }

    /// Runs a command as one undo step.
    ///
    /// # Errors
    /// The reason why the command is refused. The document and the selection are then unchanged.
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

    /// Runs a command as part of the last change. Both are undone as one step with the label of the last change.
    ///
    /// # Errors
    /// The reason why the command is refused. The document and the selection are then unchanged.
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
                last.scenarios[1] = step.scenarios[1];
                last.renames.extend(step.renames);
            }
            None => self.done.push_back(step),
        }
        self.drop_oldest();
        Ok(())
    }

    /// Like [`Self::apply_to_last`], but keeps the redo stack. Only for changes that no redo step depends on (card positions).
    ///
    /// Redo then restores a state that may differ in such changes; if the saved state is on the redo stack, the caller checks
    /// [`Self::is_saved_ahead`] first.
    ///
    /// # Errors
    /// The reason why the command is refused. The document and the selection are then unchanged.
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

    /// Runs a command and returns its undo step.
    fn perform(
        &mut self,
        document: &mut Document,
        library: &NodeLibrary,
        selection: &mut Selection,
        command: &Command,
    ) -> Result<UndoStep, Refusal> {
        let names = NamesBefore::of(document, command);
        let transaction = Transaction::perform(document, library, selection, command)?;
        self.count(&transaction);
        let before = self.scenario_state;
        if transaction.concerns_scenarios() {
            self.scenario_state = self.revision;
        }
        let step = UndoStep {
            bytes: transaction.estimated_bytes(),
            transaction,
            before: self.state,
            after: self.revision,
            scenarios: [before, self.scenario_state],
            renames: names.renames(document),
        };
        self.renamed.extend(step.renames.iter().cloned());
        self.state = step.after;
        self.undone.clear();
        self.done_bytes += step.bytes;
        Ok(step)
    }

    /// Undoes the last change and returns its label; `None` if there is none.
    pub fn undo(&mut self, document: &mut Document, selection: &mut Selection) -> Option<Label> {
        let mut step = self.done.pop_back()?;
        step.transaction.undo(document, selection);
        self.done_bytes -= step.bytes;
        self.count(&step.transaction);
        self.state = step.before;
        self.scenario_state = step.scenarios[0];
        let renames = step.renames.iter().rev();
        self.renamed.extend(renames.map(Rename::reversed));
        let label = step.transaction.label().clone();
        self.undone.push(step);
        Some(label)
    }

    /// Redoes the change undone last and returns its label; `None` if there is none.
    pub fn redo(&mut self, document: &mut Document, selection: &mut Selection) -> Option<Label> {
        let mut step = self.undone.pop()?;
        step.transaction.redo(document, selection);
        self.done_bytes += step.bytes;
        self.count(&step.transaction);
        self.state = step.after;
        self.scenario_state = step.scenarios[1];
        self.renamed.extend(step.renames.iter().cloned());
        let label = step.transaction.label().clone();
        self.done.push_back(step);
        Some(label)
    }

    /// Returns whether there is a change to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns whether there is a change to redo.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Returns the label of the change that the next undo reverts.
    pub fn undo_label(&self) -> Option<&Label> {
        self.done.back().map(|step| step.transaction.label())
    }

    /// Returns the label of the change that the next redo makes again.
    pub fn redo_label(&self) -> Option<&Label> {
        self.undone.last().map(|step| step.transaction.label())
    }

    /// Returns a number that grows with every change, undo and redo. Values computed from the document at one revision are valid
    /// until the next.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the number of the current state. Undo and redo back to a state give its number again, regardless of changes by
    /// [`Self::amend_last`] in the meantime.
    pub fn state(&self) -> u64 {
        self.state
    }

    /// Returns the number of the state to which the next undo leads; `None` if there is none.
    pub fn undo_state(&self) -> Option<u64> {
        self.done.back().map(|step| step.before)
    }

    /// Returns the number of the saved state; `None` if it cannot be reached any more.
    pub fn saved_state(&self) -> Option<u64> {
        self.saved
    }

    /// Returns the number of the state to which the next redo leads; `None` if there is none.
    pub fn redo_state(&self) -> Option<u64> {
        self.undone.last().map(|step| step.after)
    }

    /// Returns whether redo can reach the saved state.
    pub fn is_saved_ahead(&self) -> bool {
        self.undone
            .iter()
            .any(|step| Some(step.after) == self.saved)
    }

    /// Returns a number that grows with changes that affect a running tree, unlike names, comments or card positions.
    pub fn run_revision(&self) -> u64 {
        self.run_revision
    }

    /// Returns a number that differs after each change that affects scenarios of the tree, which run it and name its nodes. Undo and redo
    /// back to a state give its number again.
    pub fn scenario_state(&self) -> u64 {
        self.scenario_state
    }

    /// Marks the current state as saved.
    pub fn mark_saved(&mut self) {
        self.mark_saved_at(self.state);
    }

    /// Marks the state with this number as saved; it need not be the current one.
    pub fn mark_saved_at(&mut self, state: u64) {
        let kept = self.renames_until(state).len();
        self.renamed.drain(..kept);
        self.saved = Some(state);
    }

    /// Returns what was renamed from the last save up to the state with this number, in order. A rename and its undo
    /// are both listed.
    pub fn renames_until(&self, state: u64) -> &[Rename] {
        // What was saved may be older than the last changes.
        let later = self.done.iter().rev();
        let later = later.take_while(|step| self.state != state && step.before >= state);
        let later: usize = later.map(|step| step.renames.len()).sum();
        &self.renamed[..self.renamed.len().saturating_sub(later)]
    }

    /// Returns what was renamed since the last save, in order.
    pub fn renames(&self) -> &[Rename] {
        &self.renamed
    }

    /// Marks the document and all states reachable by undo and redo as unsaved (it was recovered or repaired).
    pub fn mark_dirty(&mut self) {
        self.saved = None;
    }

    /// Returns whether the document differs from the saved one. Undoing back to the saved state makes it clean.
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
