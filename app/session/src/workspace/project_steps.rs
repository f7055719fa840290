//! What was done to the files of a project in the window, so that it can be undone and redone. Writes no file.

use super::open_document::DocumentId;
use crate::refactoring::Refactoring;
use crate::refactoring::on_disk::ProjectEdit;

/// Something that was done to the files of a project.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectStep {
    /// The move, if it was one.
    pub refactoring: Option<Refactoring>,
    pub edit: ProjectEdit,
    /// The open documents that it changed.
    pub documents: Vec<ChangedDocument>,
}

/// An open document that a step changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedDocument {
    pub id: DocumentId,
    /// The state of its history after the step.
    pub state: u64,
}

/// Where the step is that led a document to a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepPlace {
    /// It is undone or redone next.
    Next,
    /// Others come before it.
    Later,
}

impl ProjectStep {
    fn led_to(&self, document: DocumentId, state: u64) -> bool {
        let mut changed = self.documents.iter();
        changed.any(|changed| changed.id == document && changed.state == state)
    }
}

/// The steps that can be undone and redone, latest last.
#[derive(Debug, Default)]
pub struct ProjectSteps {
    done: Vec<ProjectStep>,
    undone: Vec<ProjectStep>,
}

impl ProjectSteps {
    /// Adds a new step; what was undone before it cannot be redone any more.
    pub fn add(&mut self, step: ProjectStep) {
        self.undone.clear();
        self.done.push(step);
    }

    /// Adds a step that was redone.
    pub fn add_redone(&mut self, step: ProjectStep) {
        self.done.push(step);
    }

    /// Adds a step that was undone.
    pub fn add_undone(&mut self, step: ProjectStep) {
        self.undone.push(step);
    }

    /// Takes the step that is undone next.
    pub fn take_done(&mut self) -> Option<ProjectStep> {
        self.done.pop()
    }

    /// Takes the step that is redone next.
    pub fn take_undone(&mut self) -> Option<ProjectStep> {
        self.undone.pop()
    }

    /// Returns where the step is that led a document to this state, among those that can be undone.
    pub fn done_place(&self, document: DocumentId, state: u64) -> Option<StepPlace> {
        place(&self.done, document, state)
    }

    /// The same among those that can be redone.
    pub fn undone_place(&self, document: DocumentId, state: u64) -> Option<StepPlace> {
        place(&self.undone, document, state)
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

fn place(steps: &[ProjectStep], document: DocumentId, state: u64) -> Option<StepPlace> {
    let mut latest_first = steps.iter().rev();
    let before = latest_first.position(|step| step.led_to(document, state))?;
    Some(if before == 0 {
        StepPlace::Next
    } else {
        StepPlace::Later
    })
}
