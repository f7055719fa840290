//! A transaction: the primitives of one user's edit, done or taken back as a whole, with the selection that each side leaves.
//! Knows nothing about what comes before or after it.

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::commands::plan;
use super::primitive::Primitive;
use super::{Command, Label, Refusal, Selection};

/// A change that was done. It holds what is needed to take it back, and after that what is needed to do it again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Transaction {
    label: Label,
    primitives: Vec<Primitive>,
    selection_before: Selection,
    selection_after: Selection,
}

impl Transaction {
    /// Does a command. Each part of a batch sees what those before it did; if one is refused, all are taken back.
    pub(crate) fn perform(
        document: &mut Document,
        library: &NodeLibrary,
        selection: &mut Selection,
        command: &Command,
    ) -> Result<Self, Refusal> {
        let mut done = Vec::new();
        let mut labels: Vec<Label> = Vec::new();
        let mut selected = None;
        let mut pending = vec![command];
        while let Some(next) = pending.pop() {
            if let Command::Batch(parts) = next {
                pending.extend(parts.iter().rev());
                continue;
            }
            match plan(next, document, library) {
                Ok(mut plan) => {
                    for primitive in &mut plan.primitives {
                        primitive.exchange(document);
                    }
                    done.append(&mut plan.primitives);
                    labels.push(plan.label);
                    selected = plan.select.or(selected);
                }
                Err(Refusal::Nothing) => {}
                Err(refusal) => {
                    take_back(&mut done, document);
                    return Err(refusal);
                }
            }
        }
        let Some(label) = joint_label(labels) else {
            return Err(Refusal::Nothing);
        };
        let mut selection_after = selected.unwrap_or_else(|| selection.clone());
        selection_after.retain_existing(document);
        let selection_before = std::mem::replace(selection, selection_after.clone());
        Ok(Self {
            label,
            primitives: done,
            selection_before,
            selection_after,
        })
    }

    /// Takes in a change that was done right after this one.
    pub(crate) fn append(&mut self, mut next: Self) {
        self.primitives.append(&mut next.primitives);
        self.selection_after = next.selection_after;
    }

    /// Takes the change back.
    pub(crate) fn undo(&mut self, document: &mut Document, selection: &mut Selection) {
        take_back(&mut self.primitives, document);
        selection.clone_from(&self.selection_before);
        selection.retain_existing(document);
    }

    /// Does the change again.
    pub(crate) fn redo(&mut self, document: &mut Document, selection: &mut Selection) {
        for primitive in &mut self.primitives {
            primitive.exchange(document);
        }
        selection.clone_from(&self.selection_after);
        selection.retain_existing(document);
    }

    /// Whether a running tree could tell.
    pub(crate) fn concerns_run(&self) -> bool {
        self.primitives.iter().any(Primitive::concerns_run)
    }

    /// What it is called.
    pub(crate) fn label(&self) -> &Label {
        &self.label
    }

    /// About how much memory it holds.
    pub(crate) fn estimated_bytes(&self) -> usize {
        /// An entry of an ordered set of ids.
        const SELECTED: usize = 40;
        let selected = self.selection_before.len() + self.selection_after.len();
        let primitives = self.primitives.iter().map(Primitive::estimated_bytes);
        size_of::<Self>() + selected * SELECTED + primitives.sum::<usize>()
    }
}

fn take_back(done: &mut [Primitive], document: &mut Document) {
    for primitive in done.iter_mut().rev() {
        primitive.exchange(document);
    }
}

/// One label for all parts: their own if they are of one kind, or that of the part with which the others go along.
fn joint_label(labels: Vec<Label>) -> Option<Label> {
    let parts = labels.len();
    labels.into_iter().reduce(|joint, next| {
        if joint.code == next.code {
            Label::new(joint.code, joint.count + next.count)
        } else if next.goes_along() {
            joint
        } else if joint.goes_along() {
            next
        } else {
            Label::new("several_changes", parts)
        }
    })
}
