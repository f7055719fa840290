//! The project folder of the active document; it is listed again when files change. What is done to its files is in the modules.

pub mod files;
pub mod followers;
pub mod founding;
pub mod open_files;
pub mod steps;
pub mod tasks;

use std::path::{Path, PathBuf};

use treewright_session::host::project::{MARK, Project};
use treewright_session::host::referenced_documents::ReferencedDocumentError;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{OpenDocument, Version};

use super::references;
use crate::editor::Editor;
use crate::services::Services;

/// For how long unsaved work must be unchanged before files that refer to it are looked into.
const QUIET_SECONDS: f64 = 0.6;

/// Switches to the project folder of the active document. An imported one keeps the folder in which its file is, and one without a file the previous folder.
pub fn update(workspace: &Workspace, services: &mut Services) {
    let path = workspace.front().file_or_origin();
    if path == services.project_of.as_deref() {
        return;
    }
    let Some(path) = path.map(Path::to_owned) else {
        return;
    };
    let is_own = workspace.front().path().is_some();
    let has_it = |folder: &Path| path.starts_with(folder);
    let stays = !is_own && services.project.folder().is_some_and(has_it);
    if let (false, Ok(project)) = (stays, Project::of(&path)) {
        services.project.follow(project.folder());
    }
    services.project_of = Some(path);
}

/// Applies finished listings and contents of files.
pub fn apply_results(editor: &mut Editor) {
    if editor.services.project.process_results() {
        index(editor);
        let services = &mut editor.services;
        let folders = &services.project.listing().folders;
        services.watcher.watch_folders(folders);
    }
}

/// Looks into the files of the project.
fn index(editor: &mut Editor) {
    let unsaved = references::unsaved_files(&editor.workspace);
    let texts = editor.shell.texts.clone();
    let language = texts.language();
    let say = Box::new(move |fault: &ReferencedDocumentError| texts.document_fault(fault));
    editor.services.project.index(language, unsaved, say);
}

/// Looks into the files again that refer to unsaved documents, once these have not changed for a while.
pub fn follow_unsaved(editor: &mut Editor) {
    let documents = editor.workspace.documents().iter();
    let unsaved = documents.filter(|document| document.is_dirty() && document.path().is_some());
    let versions: Vec<Version> = unsaved.map(OpenDocument::version).collect();
    let now = editor.shell.now();
    let known = &mut editor.services.unsaved_work;
    if known.versions != versions {
        known.versions = versions;
        known.changed_at = Some(now);
    }
    let Some(changed_at) = known.changed_at else {
        return;
    };
    let left = changed_at + QUIET_SECONDS - now;
    if left > 0.0 {
        return editor.shell.wake_in(left);
    }
    known.changed_at = None;
    index(editor);
}

/// Finds the project folder again, as its mark came or went, and reads all references again.
pub fn find_folder_again(editor: &mut Editor) {
    editor.services.project_of = None;
    references::read_all(editor);
}

/// Returns whether one of the files makes its folder a project folder.
pub fn marks_folder(changed: &[PathBuf]) -> bool {
    let is_mark = |path: &PathBuf| path.file_name().is_some_and(|name| name == MARK);
    changed.iter().any(is_mark)
}

/// Lists the folder again if the changes affect it.
pub fn changed_on_disk(services: &mut Services, changed: &[PathBuf], any_file: bool) {
    if any_file || services.project.concerns(changed) {
        services.project.scan();
    }
}
