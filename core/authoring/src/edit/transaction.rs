//! A transaction: the primitives of one edit, applied and undone as a whole, with the selection before and after it. Does not
//! know the transactions around it.

use treewright_core::library::NodeLibrary;
use treewright_core::model::Document;

use super::commands::plan;
use super::primitive::Primitive;
use super::{Command, Label, Refusal, Selection};

/// An applied change. It holds the data to undo it, and after that the data to redo it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Transaction {
    label: Label,
    primitives: Vec<Primitive>,
    selection_before: Selection,
    selection_after: Selection,
}

impl Transaction {
    /// Runs a command. Each part of a batch sees the effects of the parts before it; if one is refused, all are undone.
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
                    undo_all(&mut done, document);
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

    /// Appends a change that was applied right after this one.
    pub(crate) fn append(&mut self, mut next: Self) {
        self.primitives.append(&mut next.primitives);
        self.selection_after = next.selection_after;
    }

    pub(crate) fn undo(&mut self, document: &mut Document, selection: &mut Selection) {
        undo_all(&mut self.primitives, document);
        selection.clone_from(&self.selection_before);
        selection.retain_existing(document);
    }

    pub(crate) fn redo(&mut self, document: &mut Document, selection: &mut Selection) {
        for primitive in &mut self.primitives {
            primitive.exchange(document);
        }
        selection.clone_from(&self.selection_after);
        selection.retain_existing(document);
    }

    /// Returns whether the change can affect a running tree.
    pub(crate) fn concerns_run(&self) -> bool {
        self.primitives.iter().any(Primitive::concerns_run)
    }

    /// Whether it may change what scenarios of the tree do.
    pub(crate) fn concerns_scenarios(&self) -> bool {
        let renames = |primitive: &Primitive| matches!(primitive, Primitive::Name(..));
        self.concerns_run() || self.primitives.iter().any(renames)
    }

    pub(crate) fn label(&self) -> &Label {
        &self.label
    }

    /// Estimates the memory in bytes.
    pub(crate) fn estimated_bytes(&self) -> usize {
        /// Estimated size of an entry in an ordered set of ids, in bytes.
        const SELECTED: usize = 40;
        let selected = self.selection_before.len() + self.selection_after.len();
        let primitives = self.primitives.iter().map(Primitive::estimated_bytes);
        size_of::<Self>() + selected * SELECTED + primitives.sum::<usize>()
    }
}

fn undo_all(done: &mut [Primitive], document: &mut Document) {
    for primitive in done.iter_mut().rev() {
        primitive.exchange(document);
    }
}

/// Returns one label for all parts: their common label, or that of the only part that is not secondary.
fn joint_label(labels: Vec<Label>) -> Option<Label> {
    let parts = labels.len();
    labels.into_iter().reduce(|joint, next| {
        if let Some(both) = joint.together_with(&next) {
            both
        } else if joint.code == next.code {
            Label::new(joint.code, joint.count + next.count)
        } else if next.is_secondary() {
            joint
        } else if joint.is_secondary() {
            next
        } else {
            Label::new("several_changes", parts)
        }
    })
}
