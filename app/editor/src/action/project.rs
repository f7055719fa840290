//! Actions on the files of the project. Paths are relative to the project folder.

use std::path::PathBuf;
use std::sync::Arc;

use treewright_session::refactoring::Refactoring;
use treewright_session::workspace::project_listing::FileKind;

use super::TaskAction;

/// What is created in a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NewEntry {
    Tree,
    Library,
    /// A scenario of the tree at this path.
    Scenario(String),
    Folder,
}

impl NewEntry {
    /// The type of the file; `None` for a folder.
    pub fn file_kind(&self) -> Option<FileKind> {
        match self {
            Self::Tree => Some(FileKind::Tree),
            Self::Library => Some(FileKind::Library),
            Self::Scenario(_) => Some(FileKind::Scenario),
            Self::Folder => None,
        }
    }
}

/// Something that has its name in the whole project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NamedInProject {
    Event(Arc<str>),
    /// A task of a library of the active document.
    Task(Arc<str>),
    /// A task of the library at this path.
    TaskOf(String, Arc<str>),
}

impl NamedInProject {
    pub fn name(&self) -> &Arc<str> {
        match self {
            Self::Event(name) | Self::Task(name) | Self::TaskOf(_, name) => name,
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ProjectAction {
    /// Shows the field for the name of something new in the project panel.
    AskForNew(NewEntry),
    /// Creates a file or folder at this path.
    Make { path: String, entry: NewEntry },
    /// Moves or renames a file or folder, with all references to it.
    Move { from: String, to: String },
    /// Copies a file to a free name beside it.
    Duplicate(String),
    /// Lets all trees of the project use this task library.
    ShareLibrary(String),
    /// Lets all references to something that is missing lead to something else.
    Mend(Refactoring),
    /// Moves a file or folder to the trash; asks first if something uses it.
    Delete(String),
    /// Makes this folder the project folder of all that is in it.
    MarkFolder(PathBuf),
    /// Asks for a new name.
    AskForName(NamedInProject),
    /// Closes the window that asks for a new name.
    CloseName,
    /// Renames something in all files.
    Rename { what: NamedInProject, to: Arc<str> },
    /// Makes and changes tasks of a library.
    Task(TaskAction),
    /// Undoes what was last done to the files of the project.
    Undo,
    /// Redoes what was undone last.
    Redo,
}
