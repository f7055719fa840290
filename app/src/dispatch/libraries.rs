//! The task libraries of documents: added, removed, and put beside an example that is saved.

use std::path::Path;

use egui::Context;
use treewright_core::edit::Command;

use crate::app::{EditorApp, Pending};
use crate::dispatch::edit::perform_in;
use crate::examples;
use crate::host::files::{self, Expected};
use crate::host::libraries::{self, Fault, LibraryProblem, Place};
use crate::host::project::Project;
use crate::notice::NoticeKind;
use crate::workspace::open_document::DocumentId;

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

/// Adds the library in this file to a document.
///
/// # Errors
/// Why it is none, or none for this document, in words.
pub fn add(app: &mut EditorApp, ctx: &Context, id: DocumentId, path: &Path) -> Result<(), String> {
    let Some(index) = app.workspace.index_of(id) else {
        return Ok(());
    };
    let document = &app.workspace.documents()[index];
    let Some(file) = document.path() else {
        return Ok(());
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
            None => return Ok(()),
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
            app.say(ctx, NoticeKind::Done, text);
            return Ok(());
        }
    };
    Err(app.texts.library_problem(&problem))
}

/// Says why a library was not added.
pub fn say_not_added(app: &mut EditorApp, ctx: &Context, reason: &str) {
    let text = app
        .texts
        .tr_with("notice.library_refused", &[("reason", reason)]);
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
