//! Writing documents in other tools' formats.

use std::path::PathBuf;

use treewright_exchange::{ExchangeFormat, WriteOptions};

/// Who gave a file its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedBy {
    /// The user: links are followed.
    User,
    /// The program, which follows none there.
    Program,
}

/// How and where a document is to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The format.
    pub format: ExchangeFormat,
    /// The file.
    pub file: PathBuf,
    /// Who gave it its name.
    pub named_by: NamedBy,
    /// What the writer is told.
    pub options: WriteOptions,
    /// Whether it is written each time the document is saved.
    pub on_save: bool,
}

/// What is done about exports of the document in front.
#[derive(Clone, Debug)]
pub enum ExportAction {
    /// Opens the window that asks how and where.
    Ask,
    /// Closes it.
    Close,
    /// Asks for the file in a dialog of the system.
    Browse,
    /// Writes it so, and keeps that for the next time.
    Write(Wanted),
    /// Writes what was written last once more.
    Again,
    /// Forgets the target at this place of the document's list.
    Forget(usize),
    /// Has the target at this place written each time the document is saved, or no longer.
    OnSave(usize, bool),
    /// Let the document's project write its exports on save, or no longer.
    AllowProject(bool),
}
