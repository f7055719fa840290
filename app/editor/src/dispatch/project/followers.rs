//! Scenarios and claims that follow nodes which an edit has moved to another file, or here from one: they are written in one step with the edit.

use std::sync::Arc;

use treewright_authoring::edit::Command;
use treewright_core::model::Document;
use treewright_session::host::project_files::FileKind;
use treewright_session::refactoring::moved_nodes::{self, MovedNodes};
use treewright_session::refactoring::on_disk::{ProjectEdit, ProjectEditError, ProjectFolder};
use treewright_session::refactoring::{Change, Content, NewContent, ProjectTexts, Use};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::project_steps::ChangedDocument;

use super::files::{self, Prepared};
use super::open_files::{open_texts, path_in, with_open};
use super::steps::PlannedStep;
use crate::editor::Editor;

/// A document before nodes of it move.
pub struct NodesBefore {
    id: DocumentId,
    document: Arc<Document>,
    revision: u64,
    /// Whether it was as on disk.
    was_saved: bool,
}

impl NodesBefore {
    pub fn of(document: &OpenDocument) -> Self {
        Self {
            id: document.id(),
            document: document.snapshot(),
            revision: document.revision(),
            was_saved: document.path().is_some() && !document.is_dirty(),
        }
    }
}

/// Nodes that have moved, and what is needed to find the scenarios and claims that name them.
pub struct MovedInFile {
    /// The path of the file relative to the project folder.
    pub file: String,
    pub before: Arc<Document>,
    /// The document afterwards, if its file is written along: then it and the scenarios fit together on disk, too.
    pub written: Option<Arc<Document>>,
    pub moves: Vec<MovedNodes>,
    /// The open documents, as they are used by others.
    pub open: ProjectTexts,
}

impl MovedInFile {
    /// The edit of all scenarios and claims that name these nodes, and of the file; nothing if there are none.
    ///
    /// # Errors
    /// If one of them cannot be written.
    pub fn edit(&self, project: &ProjectFolder) -> Result<ProjectEdit, ProjectEditError> {
        let mut texts = with_open(&project.texts, &self.open);
        texts.insert(self.file.clone(), Content::Tree(self.before.clone()));
        let mut plan = moved_nodes::about_trees(&texts, &self.file, &self.moves);
        if let Some(document) = self.written.as_ref().filter(|_| !plan.changes.is_empty()) {
            plan.changes.push(Change {
                path: self.file.clone(),
                uses: vec![Use::Declaration],
                content: NewContent::Tree(Command::Batch(Vec::new()), document.clone()),
            });
        }
        project.edit(&plan)
    }
}

/// Whether the project has scenarios or claims.
pub fn has_any(editor: &Editor) -> bool {
    let mut files = editor.services.project.listing().files.iter();
    files.any(|file| matches!(file.kind, FileKind::Scenario | FileKind::Claims))
}

/// Lets scenarios and claims follow the nodes of the active document that its last edit has moved.
pub fn follow(editor: &mut Editor, nodes: NodesBefore, moves: Vec<MovedNodes>) {
    let front = editor.workspace.front();
    let is_it = front.id() == nodes.id && front.revision() != nodes.revision;
    let folder = editor.services.project.folder();
    let file = folder.and_then(|folder| path_in(folder, front));
    let file = file.filter(|file| is_it && FileKind::of(file) == Some(FileKind::Tree));
    let (Some(folder), Some(file)) = (folder, file) else {
        return;
    };
    if moves.is_empty() || !has_any(editor) {
        return;
    }
    let done_in = vec![ChangedDocument::of(front)];
    let moved = MovedInFile {
        file,
        before: nodes.document,
        written: nodes.was_saved.then(|| front.snapshot()),
        moves,
        open: open_texts(&editor.workspace, folder),
    };
    files::prepare(editor, move |project| {
        let edit = moved.edit(&project).map_err(files::Failure::Edit)?;
        if edit.contents.is_empty() {
            return Ok(Prepared::Nothing);
        }
        Ok(Prepared::Step(PlannedStep {
            done_in,
            ..PlannedStep::of(edit)
        }))
    });
}
