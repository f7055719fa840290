//! Writing documents in other tools' formats.

use crate::panels::export_window::Wanted;

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
