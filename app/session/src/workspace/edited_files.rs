//! An edit of an open document that also concerns closed files.

use super::open_document::DocumentId;
use crate::refactoring::on_disk::ProjectEdit;

/// What an edit changes in closed files. They follow when it is undone or redone.
#[derive(Clone, Debug, PartialEq)]
pub struct EditInFiles {
    /// The document that was edited.
    pub document: DocumentId,
    /// The state of its history after the edit.
    pub state: u64,
    /// The changes of the closed files.
    pub edit: ProjectEdit,
    pub kind: EditKind,
}

/// What was edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditKind {
    /// A name, in any number of files.
    Rename,
    /// A branch moved to a file.
    Extraction,
}
