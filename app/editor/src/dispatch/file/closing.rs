//! Closes documents and ends the program. Asks about work that is unsaved at that moment.

use std::path::Path;

use egui::ViewportCommand;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};

use super::saving::{self, save};
use crate::dispatch::export::writing;
use crate::dispatch::pictures;
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::shell::QuestionTopic;

/// Closes a document, after a question if it has unsaved changes.
pub fn close(editor: &mut Editor, index: usize) {
    saving::finish_all(editor);
    let Some(document) = editor.workspace.documents().get(index) else {
        return;
    };
    let id = document.id();
    if document.is_dirty() {
        let titles = vec![document.title(&editor.shell.texts)];
        editor.shell.question = Some((Question::Unsaved(titles), QuestionTopic::Close(vec![id])));
    } else {
        close_now(editor, id);
    }
}

/// Closes all documents but one, after a question if any of them has unsaved changes.
pub fn close_others(editor: &mut Editor, index: usize) {
    saving::finish_all(editor);
    let documents = editor.workspace.documents().iter().enumerate();
    let others: Vec<&OpenDocument> = documents
        .filter(|(other, _)| *other != index)
        .map(|(_, document)| document)
        .collect();
    let ids: Vec<DocumentId> = others.iter().map(|d| d.id()).collect();
    let dirty = others.iter().filter(|d| d.is_dirty());
    let titles: Vec<String> = dirty.map(|d| d.title(&editor.shell.texts)).collect();
    if titles.is_empty() {
        for id in ids {
            close_now(editor, id);
        }
    } else {
        editor.shell.question = Some((Question::Unsaved(titles), QuestionTopic::Close(ids)));
    }
}

/// Closes a document and drops unsaved changes. Keeps it open if an unfinished export of it cannot be written, since that could not be repeated.
pub fn close_now(editor: &mut Editor, id: DocumentId) {
    if !writing::finish(editor, &[id]) {
        return;
    }
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    if let Some(path) = editor.workspace.documents()[index]
        .file_or_origin()
        .map(Path::to_owned)
    {
        editor.services.watcher.unwatch(&path);
    }
    let document = &editor.workspace.documents()[index];
    editor.services.copies.on_closed(document);
    editor.shell.views.canvases.remove(id);
    editor.jobs.discard_of_document(id);
    editor.workspace.close(index);
}

/// Ends the program, after a question if there are unsaved changes.
pub fn quit(editor: &mut Editor) {
    quit_discarding(editor, &[]);
}

/// Ends the program and drops the changes of these documents; asks about those of all others.
pub fn quit_discarding(editor: &mut Editor, discarded: &[DocumentId]) {
    saving::finish_all(editor);
    let would_be_lost = |d: &&OpenDocument| d.is_dirty() && !discarded.contains(&d.id());
    let documents = editor.workspace.documents().iter();
    let dirty: Vec<_> = documents.filter(would_be_lost).collect();
    if dirty.is_empty() {
        quit_now(editor);
        return;
    }
    let titles = dirty.iter().map(|d| d.title(&editor.shell.texts)).collect();
    let ids = dirty.iter().map(|d| d.id()).collect();
    // The user may end the program in another way before answering.
    editor.copy_now();
    editor.shell.question = Some((Question::Unsaved(titles), QuestionTopic::Quit(ids)));
}

fn quit_now(editor: &mut Editor) {
    let ids: Vec<DocumentId> = editor
        .workspace
        .documents()
        .iter()
        .map(OpenDocument::id)
        .collect();
    // Once the window is closed, errors cannot be shown.
    if !writing::finish(editor, &ids) || !pictures::finish(editor) {
        return;
    }
    editor.shell.quitting = true;
    for document in editor.workspace.documents() {
        editor.services.copies.on_closed(document);
    }
    editor.services.copies.stop();
    editor.shell.ctx.send_viewport_cmd(ViewportCommand::Close);
}

/// Saves the documents to be closed, one after the other, then closes them.
pub fn continue_after_saving(editor: &mut Editor) {
    let Some(topic) = editor.shell.after_saving.clone() else {
        return;
    };
    let (QuestionTopic::Close(ids) | QuestionTopic::Quit(ids)) = &topic else {
        return;
    };
    for id in ids {
        let index = editor.workspace.index_of(*id);
        let dirty = index.is_some_and(|index| editor.workspace.documents()[index].is_dirty());
        if dirty && !save(editor, *id) {
            // Either a dialog is open, which continues here, or saving failed and all documents stay open.
            if editor.shell.dialog.is_none() {
                editor.shell.after_saving = None;
            }
            return;
        }
        // The document is saved, but an export of it failed.
        if editor.shell.after_saving.is_none() {
            return;
        }
    }
    editor.shell.after_saving = None;
    match topic {
        // A dialog takes time: there may be more unsaved work now than was asked about.
        QuestionTopic::Quit(_) => quit(editor),
        _ => ids.iter().for_each(|id| {
            if let Some(index) = editor.workspace.index_of(*id) {
                close(editor, index);
            }
        }),
    }
}
