//! What documents refer to, task libraries and other documents: read when a document means others, read anew when files change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use treewright_session::host::files::absolute;
use treewright_session::host::libraries::Libraries;
use treewright_session::host::referenced_documents::Related;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::document_libraries::Taken;

use crate::editor::Editor;
use crate::services::Services;
use crate::shell::Shell;

/// Reads what documents refer to that mean others than before, or have another file.
pub fn follow(editor: &mut Editor) {
    let mut read_any = false;
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

/// Whether anything is another than before.
fn read_related(workspace: &mut Workspace, shell: &Shell, index: usize) -> bool {
    let texts = &shell.texts;
    let Some((document, _)) = workspace.get_mut(index) else {
        return false;
    };
    let related = match document.path() {
        Some(path) => Related::load(path, document.document(), |fault| {
            texts.document_fault(fault)
        }),
        None => document.related_without_file(),
    };
    document.take_related(related)
}

/// Watches what all documents refer to, and nothing else.
fn watch(workspace: &Workspace, services: &mut Services) {
    let documents = workspace.documents();
    services.reference_users = documents.len();
    let open: BTreeSet<&Path> = documents.iter().filter_map(|d| d.known_as()).collect();
    let with_file = documents.iter().filter(|d| d.path().is_some());
    let wanted: BTreeSet<PathBuf> = with_file
        .flat_map(|d| d.libraries().paths().iter().chain(d.related_files()))
        // Open documents are watched as such.
        .filter(|path| !open.contains(path.as_path()))
        .cloned()
        .collect();
    for gone in services.watched_references.difference(&wanted) {
        if !open.contains(gone.as_path()) {
            services.watcher.unwatch(gone);
        }
    }
    for new in wanted.difference(&services.watched_references) {
        services.watcher.watch(new);
    }
    services.watched_references = wanted;
}

/// Looks at what documents refer to among the files that changed on disk; at all of it if it is not known what changed.
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
            libraries_again(&mut editor.workspace, &mut editor.shell, index);
        }
        if related && read_related(&mut editor.workspace, &editor.shell, index) {
            let title = editor.workspace.documents()[index].title(&editor.shell.texts);
            editor.shell.say_key(
                NoticeKind::Done,
                "notice.related_reloaded",
                &[("title", &title)],
            );
        }
    }
    watch(&editor.workspace, &mut editor.services);
}

/// A path in the form in which paths of references are kept, whether or not there is a file of this name now.
fn in_its_folder(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => absolute(folder).join(name),
        _ => path.to_owned(),
    }
}

fn libraries_again(workspace: &mut Workspace, shell: &mut Shell, index: usize) {
    let taken = read_libraries(workspace, index);
    let document = &workspace.documents()[index];
    let problems = document.libraries().problems();
    if let Some(problem) = taken.kept.and_then(|kept| problems.get(kept)) {
        let reason = shell.texts.library_problem(problem);
        shell.say_key(
            NoticeKind::Failed,
            "notice.library_kept",
            &[("reason", &reason)],
        );
    } else if !taken.reloaded.is_empty() {
        let names = shell.texts.list(&taken.reloaded);
        shell.say_key(
            NoticeKind::Done,
            "notice.library_reloaded",
            &[("names", &names)],
        );
    }
}
