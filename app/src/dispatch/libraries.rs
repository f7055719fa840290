//! The task libraries of documents: read when a document names others, read anew when their files change, added and removed.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use egui::Context;
use treewright_core::edit::Command;

use crate::app::{EditorApp, Pending};
use crate::dispatch::edit::perform_in;
use crate::examples;
use crate::host::files::{self, Expected};
use crate::host::libraries::{self, Fault, Libraries, LibraryProblem, Place};
use crate::host::project::Project;
use crate::notice::NoticeKind;
use crate::workspace::absolute;
use crate::workspace::document_libraries::Taken;
use crate::workspace::open_document::DocumentId;

/// Reads the libraries of documents that name others than before, or have another file.
pub fn follow(app: &mut EditorApp) {
    let mut read_any = false;
    for index in 0..app.workspace.documents().len() {
        if app.workspace.documents()[index].needs_libraries() {
            read(app, index);
            read_any = true;
        }
    }
    if read_any || app.host.library_users != app.workspace.documents().len() {
        watch(app);
    }
}

/// Reads the libraries of a document.
fn read(app: &mut EditorApp, index: usize) -> Taken {
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return Taken::default();
    };
    let references = &document.document().libraries;
    let libraries = match document.path() {
        Some(path) => Libraries::load(path, references),
        None => Libraries::without_file(references, examples::library),
    };
    document.take_libraries(libraries)
}

/// Watches the libraries of all documents, and no others.
fn watch(app: &mut EditorApp) {
    let documents = app.workspace.documents();
    app.host.library_users = documents.len();
    let wanted: BTreeSet<PathBuf> = documents
        .iter()
        .filter(|document| document.path().is_some())
        .flat_map(|document| document.libraries().paths().iter().cloned())
        .collect();
    let host = &mut app.host;
    for gone in host.watched_libraries.difference(&wanted) {
        host.watcher.unwatch(gone);
    }
    for new in wanted.difference(&host.watched_libraries) {
        host.watcher.watch(new);
    }
    host.watched_libraries = wanted;
}

/// Looks at the libraries among the files that changed on disk; at all of them if it is not known which changed.
pub fn changed_on_disk(app: &mut EditorApp, ctx: &Context, changed: &[PathBuf], any_file: bool) {
    if app.host.watched_libraries.is_empty() || changed.is_empty() && !any_file {
        return;
    }
    let changed: Vec<PathBuf> = changed.iter().map(|path| in_its_folder(path)).collect();
    for index in 0..app.workspace.documents().len() {
        let document = &app.workspace.documents()[index];
        let paths = document.libraries().paths();
        let concerned = !paths.is_empty() && document.path().is_some();
        if concerned && (any_file || paths.iter().any(|path| changed.contains(path))) {
            read_again(app, ctx, index);
        }
    }
    watch(app);
}

/// A path in the form in which paths of libraries are kept, whether or not there is a file of this name now.
fn in_its_folder(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => absolute(folder).join(name),
        _ => path.to_owned(),
    }
}

fn read_again(app: &mut EditorApp, ctx: &Context, index: usize) {
    let taken = read(app, index);
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

/// Asks which library the document in front is to use as well.
pub fn ask_which_to_add(app: &mut EditorApp, ctx: &Context) {
    let front = app.workspace.front();
    let id = front.id();
    if front.path().is_none() {
        let text = app.texts.tr("notice.save_before_library").into_owned();
        return app.say(ctx, NoticeKind::Refused, text);
    }
    super::file::ask_for_library(app, ctx, Pending::AddLibrary(id));
}

/// Adds the library in this file to a document, if it is one.
pub fn add(app: &mut EditorApp, ctx: &Context, id: DocumentId, path: &Path) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    let document = &app.workspace.documents()[index];
    let Some(file) = document.path() else {
        return;
    };
    let refused = |fault: Fault, place: Option<Place>| LibraryProblem {
        reference: path.display().to_string(),
        index: 0,
        fault,
        place,
    };
    let reference = match Project::of(file) {
        Ok(project) => project.reference_to(path).map_err(Fault::Reference),
        Err(error) => Err(Fault::Read(error.into())),
    };
    let problem = match (reference, libraries::read(path)) {
        (Err(fault), _) => refused(fault, None),
        (Ok(reference), _) if document.document().libraries.contains(&reference) => {
            refused(Fault::Twice, None)
        }
        (Ok(_), Err(faults)) => match faults.into_iter().next() {
            Some((fault, place)) => refused(fault, Some(place)),
            None => return,
        },
        (Ok(reference), Ok(library)) => {
            let mut list = document.document().libraries.clone();
            list.push(reference.clone());
            perform_in(app, ctx, index, &Command::SetLibraries(list));
            let count = app
                .texts
                .tr_count("document.tasks", library.library.tasks.len());
            let arguments = [("name", &*reference), ("tasks", &*count)];
            let text = app.texts.tr_with("notice.library_added", &arguments);
            return app.say(ctx, NoticeKind::Done, text);
        }
    };
    let reason = app.texts.library_problem(&problem);
    let text = app
        .texts
        .tr_with("notice.library_refused", &[("reason", &reason)]);
    app.say(ctx, NoticeKind::Refused, text);
}

/// Takes a library away from the document in front. Its tasks stay in the tree, as placeholders.
pub fn remove(app: &mut EditorApp, ctx: &Context, place: usize) {
    let mut list = app.workspace.front().document().libraries.clone();
    if place >= list.len() {
        return;
    }
    let name = list.remove(place);
    let index = app.workspace.front_index();
    perform_in(app, ctx, index, &Command::SetLibraries(list));
    let text = app
        .texts
        .tr_with("notice.library_removed", &[("name", &name)]);
    app.say(ctx, NoticeKind::Done, text);
}

/// Puts the libraries that come with the program beside a document that got its first file, where there are none yet.
pub fn ship(references: &[String], document: &Path) {
    let Ok(project) = Project::of(document) else {
        return;
    };
    for reference in references {
        if let (Some(text), Ok(path)) = (examples::library(reference), project.named(reference)) {
            // One that is there already, or cannot be written, shows as the document's problem if it is one.
            let _ = files::save(&path, text.as_bytes(), Expected::Nothing);
        }
    }
}
