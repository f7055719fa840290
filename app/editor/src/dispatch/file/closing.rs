//! Closes documents and ends the program. Asks about work that is unsaved at that moment.

use std::path::Path;

use egui::ViewportCommand;
use treewright_session::host::files::absolute;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_session::RunSession;

use super::saving::{self, save};
use crate::dispatch::export::writing;
use crate::dispatch::{pictures, recordings};
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::shell::{Leaving, QuestionTopic};

/// Closes a document, after questions if anything of it would be lost.
pub fn close(editor: &mut Editor, index: usize) {
    let document = editor.workspace.documents().get(index);
    let ids = document.map(OpenDocument::id).into_iter().collect();
    close_all(editor, ids);
}

/// Closes all documents but one, after questions if anything of them would be lost.
pub fn close_others(editor: &mut Editor, index: usize) {
    let documents = editor.workspace.documents().iter().enumerate();
    let others = documents.filter(|(other, _)| *other != index);
    let ids = others.map(|(_, document)| document.id()).collect();
    close_all(editor, ids);
}

fn close_all(editor: &mut Editor, ids: Vec<DocumentId>) {
    saving::finish_all(editor);
    let documents = editor.workspace.documents().iter();
    let dirty = documents.filter(|d| ids.contains(&d.id()) && d.is_dirty());
    let titles: Vec<String> = dirty.map(|d| d.title(&editor.shell.texts)).collect();
    if titles.is_empty() {
        close_discarding(editor, ids);
    } else {
        editor.shell.question = Some((Question::Unsaved(titles), QuestionTopic::Close(ids)));
    }
}

/// Closes documents and drops unsaved changes; asks about anything else that would be lost.
pub fn close_discarding(editor: &mut Editor, ids: Vec<DocumentId>) {
    if let Some(question) = losses(editor, &ids) {
        let topic = QuestionTopic::Lose(Leaving::Documents(ids));
        editor.shell.question = Some((question, topic));
        return;
    }
    for id in ids {
        close_now(editor, id);
    }
}

/// Closes documents or the program with the losses that the user was asked about.
pub fn leave_anyway(editor: &mut Editor, leaving: Leaving) {
    match leaving {
        Leaving::Documents(ids) => ids.into_iter().for_each(|id| close_now(editor, id)),
        Leaving::Program(discarded) if !ask_about_unsaved(editor, &discarded) => quit_now(editor),
        Leaving::Program(_) => {}
    }
}

/// Asks where to save the first of the long runs. Nothing is closed.
pub fn save_long_run(editor: &mut Editor, leaving: &Leaving) {
    let is_left = |id| match leaving {
        Leaving::Documents(ids) => ids.contains(&id),
        Leaving::Program(_) => true,
    };
    let mut documents = editor.workspace.documents().iter();
    let can_be_saved = |d: &OpenDocument| d.long_run().is_some_and(RunSession::is_complete);
    let found = documents.position(|d| is_left(d.id()) && can_be_saved(d));
    let Some(index) = found else { return };
    editor.workspace.bring_to_front(index);
    editor.workspace.front_mut().0.reopen_last_run();
    recordings::save(editor);
}

/// The question about what closing these saved documents loses; `None` if that is nothing.
fn losses(editor: &Editor, ids: &[DocumentId]) -> Option<Question> {
    let texts = &editor.shell.texts;
    let documents = editor.workspace.documents().iter();
    let (mut sentences, mut has_run) = (Vec::new(), false);
    for document in documents.filter(|d| ids.contains(&d.id())) {
        let title = document.title(texts);
        let arguments = [("title", &*title)];
        let conflicts = document.document().conflicts.len();
        let path = document.path().map(absolute);
        if conflicts > 0 && path.is_some() && path == editor.services.merge_result {
            sentences.push(texts.tr_count_with("question.losses.conflicts", conflicts, &arguments));
        }
        if let Some(run) = document.long_run() {
            has_run |= run.is_complete();
            let frames = usize::try_from(run.unsaved_frames()).unwrap_or(usize::MAX);
            sentences.push(texts.tr_count_with("question.losses.run", frames, &arguments));
        }
    }
    (!sentences.is_empty()).then_some(Question::Losses { sentences, has_run })
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
    if let Some(file) = document.path() {
        let closed = &mut editor.shell.closed_files;
        closed.retain(|other| other != file);
        closed.push(file.to_owned());
    }
    editor.shell.views.canvases.remove(id);
    editor.jobs.discard_of_document(id);
    editor.workspace.close(index);
}

/// Ends the program, after questions if anything would be lost.
pub fn quit(editor: &mut Editor) {
    quit_discarding(editor, &[]);
}

/// Ends the program and drops the changes of these documents; asks about those of all others, and about anything else that would be lost.
pub fn quit_discarding(editor: &mut Editor, discarded: &[DocumentId]) {
    if ask_about_unsaved(editor, discarded) {
        return;
    }
    let documents = editor.workspace.documents().iter();
    let all: Vec<DocumentId> = documents.map(OpenDocument::id).collect();
    match losses(editor, &all) {
        Some(question) => {
            let topic = QuestionTopic::Lose(Leaving::Program(discarded.to_vec()));
            editor.shell.question = Some((question, topic));
        }
        None => quit_now(editor),
    }
}

/// Asks about unsaved changes of all documents but these. Returns whether there are any.
fn ask_about_unsaved(editor: &mut Editor, discarded: &[DocumentId]) -> bool {
    saving::finish_all(editor);
    let would_be_lost = |d: &&OpenDocument| d.is_dirty() && !discarded.contains(&d.id());
    let documents = editor.workspace.documents().iter();
    let dirty: Vec<_> = documents.filter(would_be_lost).collect();
    if dirty.is_empty() {
        return false;
    }
    let titles = dirty.iter().map(|d| d.title(&editor.shell.texts)).collect();
    let ids = dirty.iter().map(|d| d.id()).collect();
    // The user may end the program in another way before answering.
    editor.copy_now();
    editor.shell.question = Some((Question::Unsaved(titles), QuestionTopic::Quit(ids)));
    true
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
        _ => close_all(editor, ids.clone()),
    }
}
