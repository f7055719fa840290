//! What documents refer to, task libraries and other documents: read when a document means others, read anew when files change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use egui::Context;
use treewright_session::host::documents::Related;
use treewright_session::host::files::absolute;
use treewright_session::host::libraries::Libraries;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::document_libraries::Taken;

use crate::app::EditorApp;

/// Reads what documents refer to that mean others than before, or have another file.
pub fn follow(app: &mut EditorApp) {
    let mut read_any = false;
    for index in 0..app.workspace.documents().len() {
        if app.workspace.documents()[index].needs_libraries() {
            read_libraries(app, index);
            read_any = true;
        }
        let document = app.workspace.get_mut(index);
        if document.is_some_and(|(document, _)| document.needs_related()) {
            read_related(app, index);
            read_any = true;
        }
    }
    if read_any || app.host.reference_users != app.workspace.documents().len() {
        watch(app);
    }
}

fn read_libraries(app: &mut EditorApp, index: usize) -> Taken {
    let Some((document, _)) = app.workspace.get_mut(index) else {
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
fn read_related(app: &mut EditorApp, index: usize) -> bool {
    let texts = &app.texts;
    let Some((document, _)) = app.workspace.get_mut(index) else {
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
fn watch(app: &mut EditorApp) {
    let documents = app.workspace.documents();
    app.host.reference_users = documents.len();
    let open: BTreeSet<&Path> = documents.iter().filter_map(|d| d.known_as()).collect();
    let with_file = documents.iter().filter(|d| d.path().is_some());
    let wanted: BTreeSet<PathBuf> = with_file
        .flat_map(|d| d.libraries().paths().iter().chain(d.related_files()))
        // Open documents are watched as such.
        .filter(|path| !open.contains(path.as_path()))
        .cloned()
        .collect();
    let host = &mut app.host;
    for gone in host.watched_references.difference(&wanted) {
        if !open.contains(gone.as_path()) {
            host.watcher.unwatch(gone);
        }
    }
    for new in wanted.difference(&host.watched_references) {
        host.watcher.watch(new);
    }
    host.watched_references = wanted;
}

/// Looks at what documents refer to among the files that changed on disk; at all of it if it is not known what changed.
pub fn changed_on_disk(app: &mut EditorApp, ctx: &Context, changed: &[PathBuf], any_file: bool) {
    if changed.is_empty() && !any_file {
        return;
    }
    let changed: Vec<PathBuf> = changed.iter().map(|path| in_its_folder(path)).collect();
    for index in 0..app.workspace.documents().len() {
        let document = &app.workspace.documents()[index];
        if document.path().is_none() {
            continue;
        }
        let concerns = |path: &PathBuf| any_file || changed.contains(path);
        let libraries = document.libraries().paths().iter().any(concerns);
        let related = document.related_files().any(concerns);
        if libraries {
            libraries_again(app, ctx, index);
        }
        if related && read_related(app, index) {
            let title = app.workspace.documents()[index].title(&app.texts);
            let text = app
                .texts
                .tr_with("notice.related_reloaded", &[("title", &title)]);
            app.say(ctx, NoticeKind::Done, text);
        }
    }
    watch(app);
}

/// A path in the form in which paths of references are kept, whether or not there is a file of this name now.
fn in_its_folder(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => absolute(folder).join(name),
        _ => path.to_owned(),
    }
}

fn libraries_again(app: &mut EditorApp, ctx: &Context, index: usize) {
    let taken = read_libraries(app, index);
    let document = &app.workspace.documents()[index];
    let problems = document.libraries().problems();
    if let Some(problem) = taken.kept.and_then(|kept| problems.get(kept)) {
        let reason = app.texts.library_problem(problem);
        let text = app
            .texts
            .tr_with("notice.library_kept", &[("reason", &reason)]);
        app.say(ctx, NoticeKind::Failed, text);
    } else if !taken.reloaded.is_empty() {
        let names = taken.reloaded.join(", ");
        let text = app
            .texts
            .tr_with("notice.library_reloaded", &[("names", &names)]);
        app.say(ctx, NoticeKind::Done, text);
    }
}
