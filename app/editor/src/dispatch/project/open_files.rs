//! The open documents of a project: their paths in it, and their trees with unsaved changes, which stand for their files.

use std::path::Path;

use treewright_session::host::files;
use treewright_session::refactoring::{Content, ProjectTexts};
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::OpenDocument;

/// The path in a project folder; `None` if the file is elsewhere.
pub fn relative(folder: &Path, file: &Path) -> Option<String> {
    let file = files::real_path(file).ok()?;
    let inside = file.strip_prefix(folder).ok()?;
    Some(treewright_session::file_names::slashed(inside))
}

/// The path of a document's file in a project folder; `None` if it has none there.
pub fn path_in(folder: &Path, document: &OpenDocument) -> Option<String> {
    relative(folder, document.path()?)
}

/// The trees of the open documents of a project.
pub fn open_texts(workspace: &Workspace, folder: &Path) -> ProjectTexts {
    let mut texts = ProjectTexts::default();
    for document in workspace.documents() {
        if let Some(path) = path_in(folder, document) {
            texts.insert(path, Content::Tree(document.snapshot()));
        }
    }
    texts
}

/// The files of a project, with the trees of its open documents as they are open.
pub fn with_open(texts: &ProjectTexts, open: &ProjectTexts) -> ProjectTexts {
    let mut texts = texts.clone();
    for (path, document) in open.trees() {
        texts.insert(path, Content::Tree(document.clone()));
    }
    texts
}
