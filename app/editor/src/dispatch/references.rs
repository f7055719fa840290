//! The references of documents, to task libraries and other documents: reads them when they change in a document, and again when files or the open
//! documents that stand for them change.
//!
//! A library that can no longer be read keeps its last valid version.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use treewright_session::host::files::{absolute, real_path};
use treewright_session::host::libraries::Libraries;
use treewright_session::host::referenced_documents::{OpenFiles, ReferencedDocuments};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::document_libraries::Taken;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument, Version};

use crate::editor::Editor;
use crate::services::Services;
use crate::shell::Shell;

/// Reads the references of documents that have new ones or another file.
pub fn update(editor: &mut Editor) {
    let mut read_any = follow_open_documents(editor);
    for index in 0..editor.workspace.documents().len() {
        if editor.workspace.documents()[index].needs_libraries() {
            read_libraries(&mut editor.workspace, index);
            read_any = true;
        }
        let document = editor.workspace.get_mut(index);
        if document.is_some_and(|(document, _)| document.needs_related()) {
            read_related(&mut editor.workspace, &editor.shell, index);
            read_any = true;
        }
    }
    if read_any || editor.services.reference_users != editor.workspace.documents().len() {
        watch(&editor.workspace, &mut editor.services);
    }
}

/// Lets documents follow others that they refer to and that were edited, opened or closed; returns whether any did.
fn follow_open_documents(editor: &mut Editor) -> bool {
    let versions = editor.workspace.documents().iter();
    let versions: Vec<Version> = versions.map(OpenDocument::version).collect();
    if editor.services.seen_versions == versions {
        return false;
    }
    let before = std::mem::replace(&mut editor.services.seen_versions, versions);
    let documents = editor.workspace.documents();
    let changed = documents
        .iter()
        .filter(|it| !before.contains(&it.version()));
    let changed: Vec<PathBuf> = changed
        .filter_map(|it| Some(absolute(it.path()?)))
        .collect();
    let is_outdated = |document: &&OpenDocument| {
        let mut used = document.related_open();
        let is_gone = used.any(|used| documents.iter().all(|it| it.id() != used));
        is_gone || document.related_files().any(|file| changed.contains(file))
    };
    let outdated: Vec<DocumentId> = documents
        .iter()
        .filter(is_outdated)
        .map(OpenDocument::id)
        .collect();
    for id in &outdated {
        if let Some(index) = editor.workspace.index_of(*id) {
            read_related(&mut editor.workspace, &editor.shell, index);
        }
    }
    !outdated.is_empty()
}

/// The open documents that have files.
pub fn open_files(workspace: &Workspace) -> OpenFiles {
    files_of(workspace.documents().iter())
}

/// The unsaved documents that have files.
pub fn unsaved_files(workspace: &Workspace) -> OpenFiles {
    let documents = workspace.documents().iter();
    files_of(documents.filter(|document| document.is_dirty()))
}

fn files_of<'d>(documents: impl Iterator<Item = &'d OpenDocument>) -> OpenFiles {
    let mut open = OpenFiles::default();
    for document in documents {
        let file = document.path().and_then(|path| real_path(path).ok());
        if let Some(file) = file {
            let version = (document.id().0, document.revision());
            open.insert(file, document.snapshot(), version);
        }
    }
    open
}

/// Says whose unsaved changes are used by what was just done with a document, besides its own.
pub fn tell_unsaved_work(workspace: &Workspace, shell: &mut Shell, index: usize) {
    let documents = workspace.documents();
    let used = documents.get(index).map(OpenDocument::related_open);
    let used: Vec<DocumentId> = used.into_iter().flatten().collect();
    let unsaved = documents
        .iter()
        .filter(|it| used.contains(&it.id()) && it.is_dirty());
    let titles: Vec<String> = unsaved.map(|it| it.title(&shell.texts)).collect();
    if !titles.is_empty() {
        let titles = shell.texts.list(&titles);
        let arguments = [("titles", &*titles)];
        shell.notify_key(NoticeKind::Done, "notice.uses_unsaved", &arguments);
    }
}

fn read_libraries(workspace: &mut Workspace, index: usize) -> Taken {
    let Some((document, _)) = workspace.get_mut(index) else {
        return Taken::default();
    };
    let references = &document.document().libraries;
    let libraries = match document.path() {
        Some(path) => Libraries::load(path, references),
        None => document.libraries_without_file(),
    };
    document.take_libraries(libraries)
}

/// Reads the referenced documents again; returns whether any of them changed.
fn read_related(workspace: &mut Workspace, shell: &Shell, index: usize) -> bool {
    let texts = &shell.texts;
    let open = open_files(workspace);
    let Some((document, _)) = workspace.get_mut(index) else {
        return false;
    };
    let related = match document.path() {
        Some(path) => ReferencedDocuments::load_beside(&open, path, document.document(), |fault| {
            texts.document_fault(fault)
        }),
        None => document.related_without_file(),
    };
    document.take_related(related)
}

/// Watches exactly the files that documents refer to.
fn watch(workspace: &Workspace, services: &mut Services) {
    let documents = workspace.documents();
    services.reference_users = documents.len();
    let open: BTreeSet<&Path> = documents
        .iter()
        .filter_map(|d| d.file_or_origin())
        .collect();
    let with_file = documents.iter().filter(|d| d.path().is_some());
    let needed: BTreeSet<PathBuf> = with_file
        .flat_map(|d| d.libraries().paths().iter().chain(d.related_files()))
        // Open documents are watched separately.
        .filter(|path| !open.contains(path.as_path()))
        .cloned()
        .collect();
    for removed in services.watched_references.difference(&needed) {
        if !open.contains(removed.as_path()) {
            services.watcher.unwatch(removed);
        }
    }
    for added in needed.difference(&services.watched_references) {
        services.watcher.watch(added);
    }
    services.watched_references = needed;
}

/// Reads referenced files again that changed on disk; all of them if the changed files are unknown.
pub fn changed_on_disk(editor: &mut Editor, changed: &[PathBuf], any_file: bool) {
    if changed.is_empty() && !any_file {
        return;
    }
    let changed: Vec<PathBuf> = changed.iter().map(|path| in_its_folder(path)).collect();
    for index in 0..editor.workspace.documents().len() {
        let document = &editor.workspace.documents()[index];
        if document.path().is_none() {
            continue;
        }
        let concerns = |path: &PathBuf| any_file || changed.contains(path);
        let libraries = document.libraries().paths().iter().any(concerns);
        let related = document.related_files().any(concerns);
        if libraries {
            reload_libraries(&mut editor.workspace, &mut editor.shell, index);
        }
        if related && read_related(&mut editor.workspace, &editor.shell, index) {
            let title = editor.workspace.documents()[index].title(&editor.shell.texts);
            editor.shell.notify_key(
                NoticeKind::Done,
                "notice.related_reloaded",
                &[("title", &title)],
            );
        }
    }
    watch(&editor.workspace, &mut editor.services);
}

/// Reads the references of all documents again: they may lead elsewhere in another project folder.
pub fn read_all(editor: &mut Editor) {
    for index in 0..editor.workspace.documents().len() {
        if editor.workspace.documents()[index].path().is_some() {
            reload_libraries(&mut editor.workspace, &mut editor.shell, index);
            read_related(&mut editor.workspace, &editor.shell, index);
        }
    }
    watch(&editor.workspace, &mut editor.services);
}

/// Reads libraries and referenced documents again after the program itself wrote files. Reports nothing.
pub fn read_written(editor: &mut Editor) {
    for index in 0..editor.workspace.documents().len() {
        if editor.workspace.documents()[index].path().is_some() {
            read_libraries(&mut editor.workspace, index);
            read_related(&mut editor.workspace, &editor.shell, index);
        }
    }
    watch(&editor.workspace, &mut editor.services);
}

/// The path in the form of stored references, whether or not the file exists.
fn in_its_folder(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => absolute(folder).join(name),
        _ => path.to_owned(),
    }
}

fn reload_libraries(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    let taken = read_libraries(workspace, index);
    let document = &workspace.documents()[index];
    let problems = document.libraries().problems();
    if let Some(problem) = taken.kept.and_then(|kept| problems.get(kept)) {
        let reason = shell.texts.library_problem(problem);
        let reason = reason.trim_end_matches(['.', '。']);
        shell.notify_key(
            NoticeKind::Failed,
            "notice.library_kept",
            &[("reason", reason)],
        );
    } else if !taken.reloaded.is_empty() {
        let names = shell.texts.list(&taken.reloaded);
        shell.notify_key(
            NoticeKind::Done,
            "notice.library_reloaded",
            &[("names", &names)],
        );
    }
}
