//! Questions about files and what follows from their answers.

use std::path::{Path, PathBuf};

use egui::{Context, ViewportCommand};

use super::opening::{copies_answered, load_theirs, open_path};
use super::saving::{save, save_to};
use crate::action::Answer;
use crate::app::{EditorApp, Pending};
use crate::host::dialogs::PathQuestion;
use crate::host::files::{self, Expected, Fingerprint};
use crate::panels::questions::Question;
use crate::workspace::open_document::DocumentId;

/// Asks which file to open.
pub fn ask_what_to_open(app: &mut EditorApp, ctx: &Context) {
    let question = PathQuestion::Open {
        title: app.texts.tr("question.open.title").into_owned(),
        folder: folder(app),
    };
    ask(app, ctx, question, Pending::Open);
}

/// Asks where to save a document.
pub fn ask_where_to_save(app: &mut EditorApp, ctx: &Context, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    let question = PathQuestion::Save {
        title: app.texts.tr("question.save.title").into_owned(),
        folder: folder(app),
        name: app.workspace.documents()[index].file_name(&app.texts),
    };
    ask(app, ctx, question, Pending::SaveAs(id));
}

fn ask(app: &mut EditorApp, ctx: &Context, question: PathQuestion, pending: Pending) {
    let waker = ctx.clone();
    app.dialog = Some(pending);
    let wake = Box::new(move || waker.request_repaint());
    app.host.dialogs.ask(question, wake);
}

/// Where dialogs start: beside the document in front, else beside the last file.
fn folder(app: &EditorApp) -> Option<PathBuf> {
    let front = app.workspace.front().path();
    let last = app.settings.recent.first().map(PathBuf::as_path);
    let parent = front.or(last)?.parent()?;
    std::path::absolute(parent).ok()
}

/// A path was chosen in a dialog.
pub fn path_chosen(app: &mut EditorApp, ctx: &Context, pending: &Pending, path: PathBuf) {
    match pending {
        Pending::SaveAs(id) => {
            let path = with_extension(path);
            // The dialog has asked about a file that is there.
            if save_to(app, ctx, *id, &path, Expected::Anything) {
                go_on_after_saving(app, ctx);
            }
        }
        _ => open_path(app, ctx, &path),
    }
}

/// A name without any extension gets ours.
fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some() {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".bt.json");
    PathBuf::from(name)
}

/// Closes a document, after a question if it has unsaved changes.
pub fn close(app: &mut EditorApp, index: usize) {
    let Some(document) = app.workspace.documents().get(index) else {
        return;
    };
    let id = document.id();
    if document.is_dirty() {
        let titles = vec![document.title(&app.texts)];
        app.question = Some((Question::Unsaved(titles), Pending::Close(vec![id])));
    } else {
        close_now(app, id);
    }
}

fn close_now(app: &mut EditorApp, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    if let Some(path) = app.workspace.documents()[index].path().map(Path::to_owned) {
        app.host.watcher.unwatch(&path);
    }
    app.host.recovery.remove(id.0);
    app.views.canvases.remove(&id);
    app.workspace.close(index);
}

/// Ends the program, after a question if there are unsaved changes.
pub fn quit(app: &mut EditorApp, ctx: &Context) {
    let documents = app.workspace.documents().iter();
    let dirty: Vec<_> = documents.filter(|document| document.is_dirty()).collect();
    if dirty.is_empty() {
        quit_now(app, ctx);
        return;
    }
    let titles = dirty.iter().map(|d| d.title(&app.texts)).collect();
    let ids = dirty.iter().map(|d| d.id()).collect();
    app.question = Some((Question::Unsaved(titles), Pending::Quit(ids)));
}

fn quit_now(app: &mut EditorApp, ctx: &Context) {
    app.quitting = true;
    for document in app.workspace.documents() {
        app.host.recovery.remove(document.id().0);
    }
    ctx.send_viewport_cmd(ViewportCommand::Close);
}

/// Acts upon the answer to the question in front.
pub fn answered(app: &mut EditorApp, ctx: &Context, pending: Pending, answer: Answer) {
    match (pending, answer) {
        (Pending::Recover, Answer::Recover) => copies_answered(app, ctx, true),
        (Pending::Recover, Answer::Forget) => copies_answered(app, ctx, false),
        (Pending::ChangedOnDisk(id), Answer::LoadTheirs) => {
            if let Some(index) = app.workspace.index_of(id) {
                load_theirs(app, ctx, index);
            }
        }
        // Not wanting to decide is keeping what is here.
        (Pending::ChangedOnDisk(id), _) => keep_mine(app, id),
        (pending @ (Pending::Open | Pending::SaveAs(_)), Answer::Path(path)) => {
            path_chosen(app, ctx, &pending, path);
        }
        (pending @ (Pending::Close(_) | Pending::Quit(_)), Answer::Save) => {
            app.after_saving = Some(pending);
            go_on_after_saving(app, ctx);
        }
        (Pending::Close(ids), Answer::Discard) => {
            for id in ids {
                close_now(app, id);
            }
        }
        (Pending::Quit(_), Answer::Discard) => quit_now(app, ctx),
        // Copies of unsaved work that nobody decided about are offered again at the next start.
        _ => app.after_saving = None,
    }
}

fn keep_mine(app: &mut EditorApp, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    if let Some((document, _)) = app.workspace.get_mut(index) {
        let found = document.path().and_then(|path| files::read(path).ok());
        let fingerprint = found.map(|bytes| Fingerprint::of(&bytes));
        let known = document.file.as_ref().map(|file| file.fingerprint);
        if let Some(fingerprint) = fingerprint.or(known) {
            document.keep_mine(fingerprint);
        }
    }
}

/// Saves what is to be saved before documents are closed, one after the other, then closes them.
fn go_on_after_saving(app: &mut EditorApp, ctx: &Context) {
    let Some(pending) = app.after_saving.clone() else {
        return;
    };
    let (Pending::Close(ids) | Pending::Quit(ids)) = &pending else {
        return;
    };
    for id in ids {
        let index = app.workspace.index_of(*id);
        let dirty = index.is_some_and(|index| app.workspace.documents()[index].is_dirty());
        if dirty && !save(app, ctx, *id) {
            // Either a dialog is open now, which comes back here, or it went wrong and everything stays.
            if app.dialog.is_none() {
                app.after_saving = None;
            }
            return;
        }
    }
    app.after_saving = None;
    match pending {
        Pending::Quit(_) => quit_now(app, ctx),
        _ => ids.iter().for_each(|id| close_now(app, *id)),
    }
}
