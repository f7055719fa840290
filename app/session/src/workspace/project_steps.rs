//! What was done to the files of a project in the window, so that it can be undone and redone. Writes no file.

use std::path::Path;
use std::sync::Arc;

use super::open_document::{DocumentId, OpenDocument};
use crate::refactoring::Refactoring;
use crate::refactoring::on_disk::{NewText, ProjectEdit};

/// Something that was done to the files of a project.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectStep {
    /// The rename, move or replacement, if it was one.
    pub refactoring: Option<Refactoring>,
    pub edit: ProjectEdit,
    /// The open documents that it changed.
    pub documents: Vec<ChangedDocument>,
    /// Once it was undone: the open documents that had later edits, so that they were changed back by a new one.
    pub changed_back: Vec<ChangedDocument>,
}

/// An open document that a step changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedDocument {
    pub id: DocumentId,
    /// The state of its history after the step.
    pub state: u64,
    /// Whether the step is an edit of it. Otherwise only its file moved.
    pub is_edited: bool,
}

impl ChangedDocument {
    /// The document as it is now, after an edit.
    pub fn of(document: &OpenDocument) -> Self {
        Self {
            id: document.id(),
            state: document.history().state(),
            is_edited: true,
        }
    }

    /// Whether the step is an edit that led the document to this state.
    pub fn is_edit(&self, (id, state): ReachedState) -> bool {
        self.is_edited && self.id == id && self.state == state
    }
}

/// What a step did to a document that was closed since.
#[derive(Clone, Debug)]
pub struct ClosedEdit {
    /// The state to which it led the document.
    pub state: u64,
    /// The same in its file; `None` if it was never saved.
    pub on_disk: Option<NewText>,
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

    /// Whether undo in a document in this state undoes the step.
    fn led_to(&self, (document, state): ReachedState) -> bool {
        let mut changed = self.documents.iter();
        changed.any(|changed| changed.id == document && changed.state == state)
    }

    /// Whether redo in a document redoes the undone step: the next edit is its, or its file moves.
    fn leads_on(&self, (document, state): ReachedState, next: Option<u64>) -> bool {
        let mut changed = self.documents.iter();
        changed.any(|changed| {
            let from = if changed.is_edited { next } else { Some(state) };
            changed.id == document && from == Some(changed.state)
        })
    }

    /// Whether the edit that led the document to this state undid the step.
    fn was_changed_back(&self, of: ReachedState) -> bool {
        self.changed_back.iter().any(|changed| changed.is_edit(of))
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

    /// Returns the states to which steps without a rename led a document: these can only be undone as it was then.
    pub fn edits_of(&self, id: DocumentId) -> Vec<u64> {
        let steps = self.done.iter().filter(|step| step.refactoring.is_none());
        let changed = steps.flat_map(|step| &step.documents);
        let own = changed.filter(|changed| changed.id == id && changed.is_edited);
        own.map(|changed| changed.state).collect()
    }

    /// Notes that a document was closed: what a step did to it is undone in its file, if that has it.
    pub fn on_closed(&mut self, id: DocumentId, edits: Vec<ClosedEdit>) {
        for edit in edits {
            let is_it = |changed: &ChangedDocument| changed.is_edit((id, edit.state));
            let mut steps = self.done.iter_mut().rev();
            let Some(step) = steps.find(|step| step.documents.iter().any(is_it)) else {
                continue;
            };
            step.documents.retain(|changed| !is_it(changed));
            step.edit.contents.extend(edit.on_disk);
        }
    }

    /// Returns where the file is now that had this path in a project folder at some time: steps have moved it since, or back.
    pub fn path_now(&self, folder: &Path, path: &str) -> String {
        let in_folder = |step: &&ProjectStep| step.edit.folder() == folder;
        let mut now = path.to_owned();
        for step in self.done.iter().filter(in_folder) {
            now = step.edit.new_path(&now);
        }
        if now == path {
            for step in self.undone.iter().filter(in_folder) {
                now = step.edit.reversed().new_path(&now);
            }
        }
        now
    }

    /// Returns the name now of the task that had this one in a project folder at some time: steps have renamed it since, or back.
    pub fn task_now(&self, folder: &Path, task: &str) -> Arc<str> {
        let in_folder = |step: &&ProjectStep| step.edit.folder() == folder;
        let follow = |now: &mut Arc<str>, refactoring: Option<Refactoring>| {
            if let Some(Refactoring::RenameTask { from, to, .. }) = refactoring
                && from == *now
            {
                *now = to;
            }
        };
        let mut now: Arc<str> = task.into();
        for step in self.done.iter().filter(in_folder) {
            follow(&mut now, step.refactoring.clone());
        }
        if *now == *task {
            for step in self.undone.iter().filter(in_folder) {
                let refactoring = step.refactoring.clone();
                follow(&mut now, refactoring.and_then(Refactoring::reversed));
            }
        }
        now
    }

    /// Takes the step in this project folder that is undone next.
    pub fn take_last_done(&mut self, folder: &Path) -> Option<ProjectStep> {
        take_last(&mut self.done, folder)
    }

    /// Takes the step in this project folder that is redone next.
    pub fn take_last_undone(&mut self, folder: &Path) -> Option<ProjectStep> {
        take_last(&mut self.undone, folder)
    }

    /// Takes the step that led a document to a state.
    pub fn take_done(&mut self, of: ReachedState) -> Option<ProjectStep> {
        let index = self.done.iter().rposition(|step| step.led_to(of))?;
        Some(self.done.remove(index))
    }

    /// Takes the undone step with which redo in a document goes on. `next` is the state to which its own next edit leads.
    pub fn take_undone(&mut self, of: ReachedState, next: Option<u64>) -> Option<ProjectStep> {
        let mut undone = self.undone.iter();
        let index = undone.rposition(|step| step.leads_on(of, next))?;
        Some(self.undone.remove(index))
    }

    /// Takes the step that was undone by the edit that led a document to a state.
    pub fn take_changed_back(&mut self, of: ReachedState) -> Option<ProjectStep> {
        let mut undone = self.undone.iter();
        let index = undone.rposition(|step| step.was_changed_back(of))?;
        Some(self.undone.remove(index))
    }

    /// Takes the redone step that the document's own next edit undoes again.
    pub fn take_done_undone_by(&mut self, next: ReachedState) -> Option<ProjectStep> {
        let mut done = self.done.iter();
        let index = done.rposition(|step| step.was_changed_back(next))?;
        Some(self.done.remove(index))
    }

    /// Returns where the step is that led a document to this state, among those that can be undone.
    pub fn done_place(&self, of: ReachedState) -> Option<StepPlace> {
        let index = self.done.iter().rposition(|step| step.led_to(of))?;
        let (step, mut later) = (&self.done[index], self.done[index + 1..].iter());
        Some(if later.any(|later| later.builds_on(step)) {
            StepPlace::Bound
        } else {
            StepPlace::Free
        })
    }

    /// Whether undo in a document in this state undoes a step.
    pub fn is_undone_in(&self, of: ReachedState) -> bool {
        self.done_place(of).is_some()
    }

    /// Whether undo in a document in this state redoes a step, because its last edit undid the step.
    pub fn is_redone_by_undo_in(&self, of: ReachedState) -> bool {
        self.undone.iter().any(|step| step.was_changed_back(of))
    }

    /// Whether redo in a document redoes a step. `next` is the state to which its own next edit leads.
    pub fn is_redone_in(&self, of: ReachedState, next: Option<u64>) -> bool {
        self.undone.iter().any(|step| step.leads_on(of, next))
    }

    pub fn can_undo(&self, folder: &Path) -> bool {
        self.done.iter().any(|step| step.edit.folder() == folder)
    }

    pub fn can_redo(&self, folder: &Path) -> bool {
        self.undone.iter().any(|step| step.edit.folder() == folder)
    }
}

fn take_last(steps: &mut Vec<ProjectStep>, folder: &Path) -> Option<ProjectStep> {
    let place = steps
        .iter()
        .rposition(|step| step.edit.folder() == folder)?;
    Some(steps.remove(place))
}
