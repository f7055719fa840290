//! A rename in an open document that also concerns closed files.

use super::open_document::DocumentId;
use crate::refactoring::on_disk::ProjectEdit;

/// What a rename changes in closed files. They follow when it is undone or redone.
#[derive(Clone, Debug, PartialEq)]
pub struct RenameInFiles {
    /// The document that has what was renamed.
    pub document: DocumentId,
    /// The state of its history after the rename.
    pub state: u64,
    /// The changes of the closed files.
    pub edit: ProjectEdit,
}
