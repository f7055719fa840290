//! What was done to the files of a project in the window, so that it can be undone and redone. Writes no file.

use super::open_document::{DocumentId, OpenDocument};
use crate::refactoring::Refactoring;
use crate::refactoring::on_disk::{NewText, ProjectEdit};

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

impl ChangedDocument {
    /// The document as it is now.
    pub fn of(document: &OpenDocument) -> Self {
        Self {
            id: document.id(),
            state: document.history().state(),
        }
    }
}

/// Whether the step that led a document to a state can be undone or redone now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepPlace {
    Free,
    /// Later ones concern the same files, so they come first.
    Bound,
}

/// A document and the state to which a step led it.
pub type ReachedState = (DocumentId, u64);

impl ProjectStep {
    /// Whether this must be undone before an earlier step.
    fn builds_on(&self, earlier: &Self) -> bool {
        let changes_paths = |edit: &ProjectEdit| {
            !(edit.moves.is_empty() && edit.made.is_empty() && edit.removed.is_empty())
        };
        let has_document = |document: &ChangedDocument| {
            let mut others = earlier.documents.iter();
            others.any(|other| other.id == document.id)
        };
        let has_text = |text: &NewText| {
            let mut others = earlier.edit.contents.iter();
            others.any(|other| other.paths == text.paths)
        };
        changes_paths(&self.edit)
            || changes_paths(&earlier.edit)
            || self.documents.iter().any(has_document)
            || self.edit.contents.iter().any(has_text)
    }

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

    /// Takes the step that is undone next: the last one, or the one that led a document to a state.
    pub fn take_done(&mut self, of: Option<ReachedState>) -> Option<ProjectStep> {
        take(&mut self.done, of)
    }

    /// Takes the step that is redone next, in the same way.
    pub fn take_undone(&mut self, of: Option<ReachedState>) -> Option<ProjectStep> {
        take(&mut self.undone, of)
    }

    /// Returns where the step is that led a document to this state, among those that can be undone.
    pub fn done_place(&self, of: ReachedState) -> Option<StepPlace> {
        place(&self.done, of)
    }

    /// The same among those that can be redone.
    pub fn undone_place(&self, of: ReachedState) -> Option<StepPlace> {
        place(&self.undone, of)
    }

    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }
}

fn index(steps: &[ProjectStep], (document, state): ReachedState) -> Option<usize> {
    steps.iter().rposition(|step| step.led_to(document, state))
}

fn take(steps: &mut Vec<ProjectStep>, of: Option<ReachedState>) -> Option<ProjectStep> {
    match of {
        None => steps.pop(),
        Some(of) => index(steps, of).map(|index| steps.remove(index)),
    }
}

fn place(steps: &[ProjectStep], of: ReachedState) -> Option<StepPlace> {
    let index = index(steps, of)?;
    let (step, mut later) = (&steps[index], steps[index + 1..].iter());
    Some(if later.any(|later| later.builds_on(step)) {
        StepPlace::Bound
    } else {
        StepPlace::Free
    })
}
