//! The task libraries of documents: added, once they were read beside the window's thread, removed, and put beside an example that is saved.

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_authoring::edit::Command;
use treewright_core::on_purpose;
use treewright_session::examples;
use treewright_session::host::job::{Ended, Job};
use treewright_session::host::libraries;
use treewright_session::host::libraries::{Fault, LibraryFile, LibraryProblem, Place};
use treewright_session::host::outputs::make_in_project;
use treewright_session::host::project::Project;
use treewright_session::host::reading::patience;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::Work;
use crate::app::{EditorApp, Pending};
use crate::dispatch::arriving;
use crate::dispatch::edit::perform_in;
use crate::dispatch::underway::Found;

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

/// What reading the file of a library gave.
type Read = Result<LibraryFile, Vec<(Fault, Place)>>;

/// A library that is being read.
pub struct Underway {
    /// The document to which it is to be added.
    document: DocumentId,
    path: PathBuf,
    reading: Job<Read>,
}

impl Underway {
    /// What is told of it while it is not there.
    pub fn found(&self) -> Found {
        Found::of_file(self.work(), &self.path)
    }

    fn work(&self) -> Work {
        Work::AddingLibrary(self.document, self.path.clone())
    }
}

/// Adds the library in this file to a document. One that takes longer to read than a moment is added later.
///
/// # Errors
/// Why it is none, or none for this document, in words, as far as that is known after a moment.
pub fn add(app: &mut EditorApp, ctx: &Context, id: DocumentId, path: &Path) -> Result<(), String> {
    let (wanted, waker) = (path.to_owned(), ctx.clone());
    let wake = move || waker.request_repaint();
    let reading = Job::begin("library", wake, move |_| {
        on_purpose::panic_at("library");
        Some(libraries::read(&wanted))
    });
    if let Some(read) = reading.take_within(patience(path)) {
        return was_read(app, ctx, id, path, read);
    }
    app.host.libraries.push(Underway {
        document: id,
        path: path.to_owned(),
        reading,
    });
    Ok(())
}

/// Adds the libraries that were read since the last frame.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    let list: arriving::List<_> = |host| &mut host.libraries;
    let take = |underway: &mut Underway| underway.reading.take();
    while let Some((underway, read)) = arriving::next(app, ctx, list, take) {
        let Underway { document, path, .. } = underway;
        if let Err(reason) = was_read(app, ctx, document, &path, read) {
            say_not_added(app, ctx, &reason);
        }
    }
}

/// No longer wants this library.
pub fn stop(app: &mut EditorApp, work: &Work) {
    app.host
        .libraries
        .retain(|underway| underway.work() != *work);
}

/// No longer wants those of a document, which is closed.
pub fn forget(app: &mut EditorApp, id: DocumentId) {
    app.host
        .libraries
        .retain(|underway| underway.document != id);
}

/// A library was read: adds it to a document, if that is still open.
fn was_read(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    read: Result<Read, Ended>,
) -> Result<(), String> {
    let read = read.map_err(|ended| app.texts.ended(&ended))?;
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
    let problem = match (reference, read) {
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
            let _ = make_in_project(&project, &path, text.as_bytes());
        }
    }
}
