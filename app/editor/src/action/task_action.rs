//! Actions of the window in which the tasks of a library are made and changed. Paths are relative to the project folder.

use std::sync::Arc;

use treewright_session::refactoring::task_edits::TaskChange;
use treewright_session::workspace::open_document::DocumentId;

#[derive(Clone, Debug, PartialEq)]
pub enum TaskAction {
    /// Opens the window on the library at this path, for a new task.
    Open(String),
    /// Opens the window on this task of a library of the active document.
    Edit(Arc<str>),
    /// Closes the window.
    Close,
    /// Changes the library; asks first if a task is removed that is used.
    Apply(TaskRequest),
}

/// A change of a library that was asked for in the window.
#[derive(Clone, Debug, PartialEq)]
pub struct TaskRequest {
    pub library: String,
    /// The text of the library that the window shows.
    pub seen: Arc<str>,
    pub change: TaskChange,
    /// The document that is to use the library.
    pub user: Option<DocumentId>,
}
