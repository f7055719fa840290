//! Closes documents and ends the program. Asks about work that is unsaved at that moment.

use std::path::Path;

use egui::ViewportCommand;
use treewright_session::host::files::absolute;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentId, OpenDocument};
use treewright_session::workspace::run_session::RunSession;

use super::saving::{self, save};
use super::saving_all;
use crate::dispatch::export::writing;
use crate::dispatch::project::steps;
use crate::dispatch::{pictures, recordings};
use crate::editor::Editor;
use crate::panels::questions::{Question, UnsavedDocument};
use crate::shell::{AfterSaving, Leaving, QuestionTopic, SavingMany, Shell};

/// Closes a document, after questions if anything of it would be lost.
pub fn close(editor: &mut Editor, index: usize) {
    let document = editor.workspace.documents().get(index);
    let ids = document.map(OpenDocument::id).into_iter().collect();
    close_all(editor, ids, &[]);
}

/// Closes all documents but one, after questions if anything of them would be lost.
pub fn close_others(editor: &mut Editor, index: usize) {
    let documents = editor.workspace.documents().iter().enumerate();
    let others = documents.filter(|(other, _)| *other != index);
    let ids = others.map(|(_, document)| document.id()).collect();
    close_all(editor, ids, &[]);
}

/// Closes documents, and drops the unsaved changes of those in `discarded`; asks about those of the others.
fn close_all(editor: &mut Editor, ids: Vec<DocumentId>, discarded: &[DocumentId]) {
    saving::finish_all(editor);
    let would_be_lost =
        |d: &&OpenDocument| ids.contains(&d.id()) && d.is_dirty() && !discarded.contains(&d.id());
    let documents = editor.workspace.documents().iter();
    let dirty = documents.filter(would_be_lost);
    let dirty: Vec<UnsavedDocument> = dirty.map(|d| unsaved(&editor.shell, d)).collect();
    if dirty.is_empty() {
        close_discarding(editor, ids);
    } else {
        editor.shell.question = Some((Question::Unsaved(dirty), QuestionTopic::Close(ids)));
    }
}

fn unsaved(shell: &Shell, document: &OpenDocument) -> UnsavedDocument {
    let folder = document.path().and_then(Path::parent);
    UnsavedDocument {
        id: document.id(),
        title: document.title(&shell.texts),
        folder: folder.map(|folder| folder.display().to_string()),
        is_chosen: true,
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
    let all: Vec<DocumentId>;
    let left = match leaving {
        Leaving::Documents(ids) => ids,
        Leaving::Program(_) => {
            let documents = editor.workspace.documents().iter();
            all = documents.map(OpenDocument::id).collect();
            &all
        }
    };
    let found = lost_runs(editor, left)
        .find(|(_, run)| run.is_complete())
        .map(|(document, _)| document.id());
    let found = found.and_then(|id| editor.workspace.index_of(id));
    let Some(index) = found else { return };
    editor.workspace.bring_to_front(index);
    editor.workspace.front_mut().0.reopen_last_run();
    recordings::save(editor);
}

/// The runs that are missed when these documents are closed, each with the document that has it: long ones, and those that documents share
/// which stay open.
fn lost_runs<'e>(
    editor: &'e Editor,
    ids: &'e [DocumentId],
) -> impl Iterator<Item = (&'e OpenDocument, &'e RunSession)> {
    let documents = editor.workspace.documents().iter();
    documents.filter_map(|document| {
        let ends = |run: &&RunSession| run.documents().any(|of| ids.contains(&of));
        let shared = document.run.as_ref().filter(|run| is_shared(run, ids));
        let run = document.long_run().filter(ends).or(shared.filter(ends))?;
        Some((document, run))
    })
}

/// Whether a run with frames that are in no file has trees of other documents than these.
fn is_shared(run: &RunSession, ids: &[DocumentId]) -> bool {
    run.unsaved_frames() > 0 && run.documents().any(|of| !ids.contains(&of))
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
    }
    for (document, run) in lost_runs(editor, ids) {
        let title = document.title(texts);
        has_run |= run.is_complete();
        let frames = usize::try_from(run.unsaved_frames()).unwrap_or(usize::MAX);
        let arguments = [("title", &*title)];
        let key = if is_shared(run, ids) {
            "question.losses.shared_run"
        } else {
            "question.losses.run"
        };
        sentences.push(texts.tr_count_with(key, frames, &arguments));
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
    steps::on_closing(editor, index);
    editor.shell.views.canvases.remove(id);
    editor.jobs.discard_of_document(id);
    if editor.workspace.ends_shared_run(id) {
        let title = editor.workspace.documents()[index].title(&editor.shell.texts);
        let arguments = [("title", &*title)];
        let shell = &mut editor.shell;
        shell.notify_key(NoticeKind::Done, "notice.run_closed", &arguments);
    }
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
    let ids = dirty.iter().map(|d| d.id()).collect();
    let dirty = dirty.iter().map(|d| unsaved(&editor.shell, d)).collect();
    // The user may end the program in another way before answering.
    editor.copy_now();
    editor.shell.question = Some((Question::Unsaved(dirty), QuestionTopic::Quit(ids)));
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

/// Saves the chosen ones of the documents that the question was about, then closes what was to be closed.
pub fn save_chosen(editor: &mut Editor, topic: QuestionTopic, chosen: Vec<DocumentId>) {
    let (QuestionTopic::Close(asked) | QuestionTopic::Quit(asked)) = &topic else {
        return;
    };
    let documents = editor.workspace.documents().iter();
    let dirty = documents.filter(|document| document.is_dirty());
    let others = dirty.map(OpenDocument::id);
    let others = others.filter(|id| asked.contains(id) && !chosen.contains(id));
    let discarded = others.collect();
    let then = match topic {
        QuestionTopic::Close(documents) => AfterSaving::Close {
            documents,
            discarded,
        },
        _ => AfterSaving::Quit(discarded),
    };
    let with_file: Vec<DocumentId> = chosen
        .iter()
        .copied()
        .filter(|id| has_unsaved_file(editor, *id))
        .collect();
    let documents = chosen;
    editor.shell.after_saving = Some(SavingMany { documents, then });
    if with_file.len() > 1
        && let Err(kept) = saving_all::save_each(editor, &with_file)
    {
        // All documents stay open.
        editor.shell.after_saving = None;
        let saved = with_file.len() - kept.len();
        return saving_all::tell(&mut editor.shell, saved, &kept);
    }
    continue_after_saving(editor);
}

/// Whether a document has a file, and unsaved changes.
fn has_unsaved_file(editor: &Editor, id: DocumentId) -> bool {
    let document = editor.workspace.with_id(id);
    document.is_some_and(|document| document.file.is_some() && document.is_dirty())
}

/// Saves the documents that wait for it, one after the other, then does what follows.
pub fn continue_after_saving(editor: &mut Editor) {
    let Some(SavingMany { documents, then }) = editor.shell.after_saving.clone() else {
        return;
    };
    for id in &documents {
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
    match then {
        // A dialog takes time: there may be more unsaved work now than was asked about.
        AfterSaving::Quit(discarded) => quit_discarding(editor, &discarded),
        AfterSaving::Close {
            documents,
            discarded,
        } => close_all(editor, documents, &discarded),
        AfterSaving::Tell { saved, kept } => {
            saving_all::tell(&mut editor.shell, saved + documents.len(), &kept);
        }
    }
}
