//! Closing documents and ending the program. Work that is on no disk is asked about first, as it is at that moment.

use std::path::Path;

use egui::{Context, ViewportCommand};
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::saving::{self, save};
use super::{on_disk, reading};
use crate::app::{EditorApp, Pending};
use crate::dispatch::export::writing;
use crate::dispatch::{layout, libraries, pictures, recordings, versions};
use crate::panels::questions::Question;

/// Closes a document, after a question if it has unsaved changes.
pub fn close(app: &mut EditorApp, ctx: &Context, index: usize) {
    saving::finish_all(app, ctx);
    let Some(document) = app.workspace.documents().get(index) else {
        return;
    };
    let id = document.id();
    if document.is_dirty() {
        let titles = vec![document.title(&app.texts)];
        app.question = Some((Question::Unsaved(titles), Pending::Close(vec![id])));
    } else {
        close_now(app, ctx, id);
    }
}

/// Closes all documents but one, after a question if any of them has unsaved changes.
pub fn close_others(app: &mut EditorApp, ctx: &Context, index: usize) {
    saving::finish_all(app, ctx);
    let documents = app.workspace.documents().iter().enumerate();
    let others: Vec<&OpenDocument> = documents
        .filter(|(other, _)| *other != index)
        .map(|(_, document)| document)
        .collect();
    let ids: Vec<DocumentId> = others.iter().map(|d| d.id()).collect();
    let dirty = others.iter().filter(|d| d.is_dirty());
    let titles: Vec<String> = dirty.map(|d| d.title(&app.texts)).collect();
    if titles.is_empty() {
        for id in ids {
            close_now(app, ctx, id);
        }
    } else {
        app.question = Some((Question::Unsaved(titles), Pending::Close(ids)));
    }
}

/// Closes a document, whatever it holds; not if an export of it was still being made and cannot be written, for it could never be made again.
pub fn close_now(app: &mut EditorApp, ctx: &Context, id: DocumentId) {
    if !writing::finish(app, ctx, &[id]) {
        return;
    }
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    if let Some(path) = app.workspace.documents()[index]
        .known_as()
        .map(Path::to_owned)
    {
        app.host.watcher.unwatch(&path);
    }
    app.let_go_of_copy(id);
    app.views.canvases.remove(id);
    layout::forget(app, id);
    libraries::forget(app, id);
    reading::forget(app, id);
    on_disk::forget(app, id);
    versions::reading::forget(app, id);
    recordings::comparing::forget(app, id);
    app.workspace.close(index);
}

/// Ends the program, after a question if there are unsaved changes.
pub fn quit(app: &mut EditorApp, ctx: &Context) {
    quit_without(app, ctx, &[]);
}

/// Ends the program without the changes of these documents; those of all others are asked about.
pub fn quit_without(app: &mut EditorApp, ctx: &Context, given_up: &[DocumentId]) {
    saving::finish_all(app, ctx);
    let would_be_lost = |d: &&OpenDocument| d.is_dirty() && !given_up.contains(&d.id());
    let documents = app.workspace.documents().iter();
    let dirty: Vec<_> = documents.filter(would_be_lost).collect();
    if dirty.is_empty() {
        quit_now(app, ctx);
        return;
    }
    let titles = dirty.iter().map(|d| d.title(&app.texts)).collect();
    let ids = dirty.iter().map(|d| d.id()).collect();
    // Whoever wants to go may not wait for the answer.
    app.copy_now();
    app.question = Some((Question::Unsaved(titles), Pending::Quit(ids)));
}

fn quit_now(app: &mut EditorApp, ctx: &Context) {
    let ids: Vec<DocumentId> = app
        .workspace
        .documents()
        .iter()
        .map(OpenDocument::id)
        .collect();
    // Once the window is gone nobody hears what went wrong.
    if !writing::finish(app, ctx, &ids) || !pictures::finish(app, ctx) {
        return;
    }
    app.quitting = true;
    for id in ids {
        app.let_go_of_copy(id);
    }
    ctx.send_viewport_cmd(ViewportCommand::Close);
}

/// Saves what is to be saved before documents are closed, one after the other, then closes them.
pub fn go_on_after_saving(app: &mut EditorApp, ctx: &Context) {
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
        // It is saved, but something that belongs to it went wrong.
        if app.after_saving.is_none() {
            return;
        }
    }
    app.after_saving = None;
    match pending {
        // Dialogs take their time: there may be more unsaved work now than was asked about.
        Pending::Quit(_) => quit(app, ctx),
        _ => ids.iter().for_each(|id| {
            if let Some(index) = app.workspace.index_of(*id) {
                close(app, ctx, index);
            }
        }),
    }
}
