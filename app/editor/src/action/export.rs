//! Actions that write documents in other tools' formats.

use std::path::PathBuf;

use treewright_exchange::{ExchangeFormat, WriteOptions};

/// Who chose the name of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBy {
    /// The user: links are followed.
    User,
    /// The program: links in the path are not followed.
    Program,
}

/// How and where to write a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportRequest {
    pub format: ExchangeFormat,
    pub file: PathBuf,
    /// Who chose the name of `file`.
    pub named_by: NamedBy,
    pub options: WriteOptions,
    /// Whether it is written each time the document is saved.
    pub on_save: bool,
}

/// Actions on exports of the active document.
#[derive(Clone, Debug)]
pub enum ExportAction {
    /// Opens the export window.
    Ask,
    /// Closes the export window.
    Close,
    /// Asks for the file in a system dialog.
    Browse,
    /// Writes this export, and remembers its settings.
    Write(ExportRequest),
    /// Repeats the last export.
    Repeat,
    /// Removes the target at this index from the document's list.
    RemoveTarget(usize),
    /// Sets whether the target at this index is written each time the document is saved.
    OnSave(usize, bool),
    /// Allows or forbids the document's project to write its exports on save.
    AllowProject(bool),
}
