//! Copies of unsaved work of sessions that crashed: offers them at start, one by one; each is opened as unsaved work, compared with its file first,
//! or discarded. Never writes a document's file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use egui::Pos2;
use treewright_core::format::native::{self, ReadDocument};
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::recovery::{CopyFault, FoundCopy, Recovery};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentFile, DocumentId, OpenDocument};

use super::closing::{close, close_now};
use super::opening::cannot_open;
use super::reading::{open_and_wait, origin_of};
use crate::action::CopyDecision;
use crate::dispatch::versions;
use crate::editor::Editor;
use crate::job_registry::JobRegistry;
use crate::panels::canvas::CanvasState;
use crate::panels::questions::Question;
use crate::panels::recovery_copies::{CopyRemark, RecoveryCopy};
use crate::services::{ComparedCopy, Services};
use crate::shell::{QuestionTopic, Shell};

/// The current state of a copy's file.
enum FileState {
    /// It never had one.
    NoFile,
    /// The contents from when the work on it began.
    Same(Vec<u8>),
    /// Other contents.
    Other,
    /// It was deleted.
    Gone,
}

/// Finds copies of earlier sessions, and offers them.
pub fn offer_copies(shell: &mut Shell, services: &mut Services) {
    let mut copies = services.copies.recovery.find();
    copies.retain(|copy| {
        let superfluous = is_superfluous(copy);
        if superfluous {
            files::remove(&copy.file);
        }
        !superfluous
    });
    services.undecided_copies.copies = copies;
    offer(shell, services);
}

/// Whether the file has the contents of the copy: the program ended between saving the file and removing the copy.
fn is_superfluous(copy: &FoundCopy) -> bool {
    let path = copy.head.path.as_ref().filter(|_| copy.fault.is_none());
    let there = path.and_then(|path| files::read(path).ok());
    there.is_some_and(|there| there == copy.bytes)
}

/// Asks about the remaining copies, if any.
fn offer(shell: &mut Shell, services: &Services) {
    if services.undecided_copies.copies.is_empty() {
        return;
    }
    let copies = services.undecided_copies.copies.iter();
    let copies = copies.map(|copy| describe(&shell.texts, copy)).collect();
    shell.question = Some((Question::Recover(copies), QuestionTopic::Recover));
}

/// Describes a copy for the question.
fn describe(texts: &Texts, copy: &FoundCopy) -> RecoveryCopy {
    let now = SystemTime::now();
    let age = copy.written.and_then(|at| now.duration_since(at).ok());
    let readable = copy.fault.as_ref().map(|_| {
        let read = native::read_damaged(&copy.bytes);
        read.map_or(0, |read| read.document.node_count())
    });
    let file = file_state(copy);
    let mut remarks = Vec::new();
    match file {
        FileState::NoFile if copy.fault != Some(CopyFault::NoHead) => {
            remarks.push(CopyRemark::NoFile);
        }
        FileState::Gone => remarks.push(CopyRemark::FileGone),
        FileState::Other => remarks.push(CopyRemark::FileChanged),
        FileState::Same(_) | FileState::NoFile => {}
    }
    if let (Some(fault), Some(nodes)) = (&copy.fault, readable) {
        remarks.push(CopyRemark::Damaged(texts.copy_fault(fault), nodes));
    }
    let can_open = readable != Some(0);
    RecoveryCopy {
        file: copy.file.clone(),
        title: copy.head.title.clone(),
        path: copy.head.path.clone(),
        age,
        remarks,
        can_restore: can_open,
        can_compare: can_open && matches!(file, FileState::Same(_) | FileState::Other),
        is_damaged: copy.fault.is_some(),
    }
}

fn file_state(copy: &FoundCopy) -> FileState {
    let Some(path) = &copy.head.path else {
        return FileState::NoFile;
    };
    match files::read(path) {
        Ok(bytes) => match copy.head.fingerprint {
            Some(before) if before != Fingerprint::of(&bytes) => FileState::Other,
            _ => FileState::Same(bytes),
        },
        Err(ReadError::NotFound) => FileState::Gone,
        Err(_) => FileState::Other,
    }
}

/// Applies a decision about a copy, and asks about the remaining ones.
pub fn on_decision(editor: &mut Editor, decision: CopyDecision, copy: &Path) {
    match decision {
        CopyDecision::Restore => {
            restore(editor, copy);
            offer(&mut editor.shell, &editor.services);
        }
        CopyDecision::Compare => {
            if !compare(editor, copy) {
                offer(&mut editor.shell, &editor.services);
            }
        }
        CopyDecision::Discard => {
            discard(editor, copy);
            offer(&mut editor.shell, &editor.services);
        }
    }
}

/// Opens all readable copies.
pub fn restore_all(editor: &mut Editor) {
    let copies: Vec<PathBuf> = editor
        .services
        .undecided_copies
        .copies
        .iter()
        .map(|c| c.file.clone())
        .collect();
    for copy in copies {
        restore(editor, &copy);
    }
    offer(&mut editor.shell, &editor.services);
}

fn find<'a>(editor: &'a Editor, copy: &Path) -> Option<&'a FoundCopy> {
    editor
        .services
        .undecided_copies
        .copies
        .iter()
        .find(|found| found.file == copy)
}

/// Copies a document immediately, in place of a copy of another session.
fn copy_in_place_of(editor: &mut Editor, id: DocumentId, copy: Option<&Path>) {
    if let Some(index) = editor.workspace.index_of(id) {
        let document = &editor.workspace.documents()[index];
        let copies = &mut editor.services.copies;
        copies.copy_in_place_of(document, &editor.shell.texts, copy);
    }
}

/// Opens a copy as unsaved work. Saving it asks if its file has changed since.
fn restore(editor: &mut Editor, copy: &Path) {
    let Some((id, _)) = open(editor, copy) else {
        return;
    };
    accept(editor, copy, id);
}

/// Accepts a copy that was opened. Its work must survive the next crash as well, so the old copy is removed when there is a new one.
fn accept(editor: &mut Editor, copy: &Path, id: DocumentId) {
    let Some(at) = editor
        .services
        .undecided_copies
        .copies
        .iter()
        .position(|found| found.file == copy)
    else {
        return;
    };
    let found = editor.services.undecided_copies.copies.remove(at);
    let index = editor.workspace.index_of(id);
    let Some(title) =
        index.map(|index| editor.workspace.documents()[index].title(&editor.shell.texts))
    else {
        return;
    };
    let (mut kind, key) = match file_state(&found) {
        FileState::Other => (NoticeKind::Refused, "recovery.restored_changed"),
        _ => (NoticeKind::Done, "recovery.restored"),
    };
    let document = &match &found.head.path {
        Some(path) => {
            let arguments = [("title", &*title), ("path", &*path.display().to_string())];
            editor.shell.texts.tr_with("recovery.of_file", &arguments)
        }
        None => editor
            .shell
            .texts
            .tr_with("recovery.untitled", &[("title", &title)]),
    };
    let mut text = editor.shell.texts.tr_with(key, &[("document", document)]);
    if found.fault.is_some() {
        // The user may be able to recover more of it by other means.
        copy_in_place_of(editor, id, None);
        let (of_copy, aside) = set_aside_damaged(&editor.shell.texts, &found);
        let both = [("restored", &*text), ("aside", &*aside)];
        text = editor.shell.texts.tr_with("recovery.restored_part", &both);
        kind = of_copy;
    } else {
        copy_in_place_of(editor, id, Some(&found.file));
    }
    editor.shell.notify(kind, text);
}

/// The compared copy was saved meanwhile, so nothing is left to decide.
fn accept_saved(shell: &mut Shell, services: &mut Services, copy: &Path) {
    let copies = &mut services.undecided_copies.copies;
    let Some(at) = copies.iter().position(|found| found.file == copy) else {
        return;
    };
    let found = copies.remove(at);
    if found.fault.is_some() {
        let (kind, text) = set_aside_damaged(&shell.texts, &found);
        shell.notify(kind, text);
    } else {
        files::remove(&found.file);
    }
}

/// Opens a copy next to its file, without a decision. Returns false if it cannot be shown.
fn compare(editor: &mut Editor, copy: &Path) -> bool {
    let Some((id, was_open)) = open(editor, copy) else {
        return false;
    };
    if let Some(index) = editor.workspace.index_of(id) {
        let document = &editor.workspace.documents()[index];
        editor.services.copies.mark_copied(document);
    }
    let Some(index) = editor.workspace.index_of(id) else {
        return false;
    };
    editor.workspace.bring_to_front(index);
    editor.services.undecided_copies.compared = Some(ComparedCopy {
        copy: copy.to_owned(),
        document: id,
        revision: editor.workspace.documents()[index].history().revision(),
        was_open,
    });
    versions::compare_with_disk(editor, true);
    editor.shell.views.versions.undecided_copy = Some(id);
    is_comparing(&editor.shell, &editor.jobs, id) || {
        leave_comparison(editor);
        false
    }
}

/// Whether a copy is shown next to its file, or will be as soon as that is read.
fn is_comparing(shell: &Shell, jobs: &JobRegistry<Editor>, id: DocumentId) -> bool {
    shell.views.versions.side_by_side_versions(id).is_some()
        || versions::reading::is_reading(jobs, id)
}

/// Applies the decision about the compared copy.
pub fn on_compared_decision(editor: &mut Editor, is_restored: bool) {
    let Some(compared) = editor.services.undecided_copies.compared.take() else {
        return;
    };
    stop_showing(editor, compared.document);
    if is_restored {
        accept(editor, &compared.copy, compared.document);
    } else {
        close_compared(editor, &compared);
        discard(editor, &compared.copy);
    }
    offer(&mut editor.shell, &editor.services);
}

/// If the user leaves the comparison of a copy without deciding, asks again; if the user continues to work on it, it counts as restored.
pub fn update(editor: &mut Editor) {
    let Some(compared) = &editor.services.undecided_copies.compared else {
        return;
    };
    let index = editor.workspace.index_of(compared.document);
    let document = index.map(|index| &editor.workspace.documents()[index]);
    let is_saved = document.is_some_and(|document| !document.is_dirty());
    let revision = document.map(|document| document.history().revision());
    let is_comparing = is_comparing(&editor.shell, &editor.jobs, compared.document);
    match revision {
        Some(revision) if is_saved && revision == compared.revision => {
            let copy = compared.copy.clone();
            editor.services.undecided_copies.compared = None;
            editor.shell.views.versions.undecided_copy = None;
            accept_saved(&mut editor.shell, &mut editor.services, &copy);
            offer(&mut editor.shell, &editor.services);
        }
        Some(revision) if is_comparing && revision == compared.revision => {}
        // The comparison stays open; only the question about the copy is decided.
        Some(revision) if revision != compared.revision => {
            let (copy, id) = (compared.copy.clone(), compared.document);
            editor.services.undecided_copies.compared = None;
            editor.shell.views.versions.undecided_copy = None;
            accept(editor, &copy, id);
        }
        _ if editor.shell.question.is_none() => leave_comparison(editor),
        _ => {}
    }
}

fn leave_comparison(editor: &mut Editor) {
    if let Some(compared) = editor.services.undecided_copies.compared.take() {
        stop_showing(editor, compared.document);
        close_compared(editor, &compared);
    }
    offer(&mut editor.shell, &editor.services);
    editor.shell.ctx.request_repaint();
}

fn stop_showing(editor: &mut Editor, id: DocumentId) {
    editor.shell.views.versions.undecided_copy = None;
    versions::stop(editor, id);
}

/// Closes the document that was only opened for the comparison, and reopens the previous one.
fn close_compared(editor: &mut Editor, compared: &ComparedCopy) {
    let Some(index) = editor.workspace.index_of(compared.document) else {
        return;
    };
    let place = TabPlace::of(editor, compared.document);
    if editor.workspace.documents()[index].history().revision() == compared.revision {
        close_now(editor, compared.document);
    } else {
        close(editor, index);
    }
    if let Some(path) = &compared.was_open {
        open_and_wait(editor, path);
        let reopened = editor.workspace.index_of_path(path);
        let reopened = reopened.map(|index| editor.workspace.documents()[index].id());
        if let (Some(place), Some(id)) = (place, reopened) {
            place.give_to(editor, id);
        }
    }
}

/// Discards a copy; a damaged one is kept permanently.
fn discard(editor: &mut Editor, copy: &Path) {
    let Some(found) = find(editor, copy) else {
        return;
    };
    let (kind, text) = if found.fault.is_some() {
        set_aside_damaged(&editor.shell.texts, found)
    } else {
        match editor.services.copies.recovery.discard(copy) {
            Ok(kept) => (
                NoticeKind::Done,
                discarded_notice(&editor.shell.texts, found, &kept),
            ),
            Err(error) => (
                NoticeKind::Failed,
                not_discarded_notice(&editor.shell.texts, copy, &error),
            ),
        }
    };
    editor.shell.notify(kind, text);
    editor
        .services
        .undecided_copies
        .copies
        .retain(|found| found.file != copy);
}

/// Moves a damaged copy to another place, and reports where it is.
fn set_aside_damaged(texts: &Texts, found: &FoundCopy) -> (NoticeKind, String) {
    match Recovery::set_aside(found) {
        Ok(aside) => {
            let key = if found.fault == Some(CopyFault::Newer) {
                "recovery.kept_for_newer"
            } else {
                "recovery.put_aside"
            };
            let path = aside.display().to_string();
            (NoticeKind::Refused, texts.tr_with(key, &[("path", &path)]))
        }
        Err(error) => (
            NoticeKind::Failed,
            not_discarded_notice(texts, &found.file, &error),
        ),
    }
}

/// The notice with the path of a discarded copy, in case that was a mistake.
fn discarded_notice(texts: &Texts, found: &FoundCopy, kept: &Path) -> String {
    let path = kept.display().to_string();
    let arguments = [("title", &*found.head.title), ("path", &*path)];
    texts.tr_with("recovery.given_up", &arguments)
}

fn not_discarded_notice(texts: &Texts, copy: &Path, error: &io::Error) -> String {
    let (path, reason) = (copy.display().to_string(), texts.io_error(error));
    let arguments = [("path", &*path), ("reason", &*reason)];
    texts.tr_with("recovery.stays", &arguments)
}

/// Where a document is among the tabs, and what its canvas shows.
struct TabPlace {
    index: usize,
    view: Option<(Pos2, f32)>,
}

impl TabPlace {
    fn of(editor: &Editor, id: DocumentId) -> Option<Self> {
        let canvas = editor.shell.views.canvases.get(id);
        Some(Self {
            index: editor.workspace.index_of(id)?,
            view: canvas.and_then(CanvasState::looks_at),
        })
    }

    /// Gives the place to a document that was opened instead.
    fn give_to(self, editor: &mut Editor, id: DocumentId) {
        let Some(from) = editor.workspace.index_of(id) else {
            return;
        };
        let last = editor.workspace.documents().len() - 1;
        editor.workspace.move_tab(from, self.index.min(last));
        if let Some((middle, zoom)) = self.view {
            let canvas = editor.shell.views.canvases.of(id);
            canvas.look_at(middle, zoom);
        }
    }
}

/// Opens a copy; returns the document and the file that was open before and was closed for it. The document is based on the version of the file that
/// the copy was made from: if the file was changed or deleted since, saving asks.
fn open(editor: &mut Editor, copy: &Path) -> Option<(DocumentId, Option<PathBuf>)> {
    let found = find(editor, copy)?;
    let (head, on_disk) = (found.head.clone(), file_state(found));
    let read = match read(found) {
        Ok(read) => read,
        Err(error) => {
            let reason = editor.shell.texts.format_error(&error);
            cannot_open(&mut editor.shell, copy, &reason);
            return None;
        }
    };
    let mut file = head.path.clone().map(|path| {
        let now = match &on_disk {
            FileState::Same(bytes) => Fingerprint::of(bytes),
            _ => Fingerprint::of(b""),
        };
        let fingerprint = head.fingerprint.unwrap_or(now);
        DocumentFile { path, fingerprint }
    });
    let mut title = head.title.clone();
    let (mut was_open, mut place) = (None, None);
    if let Some(path) = file.as_ref().map(|file| file.path.clone()) {
        let open = editor.workspace.index_of_path(&path);
        let open = open.map(|index| &editor.workspace.documents()[index]);
        match open.map(|open| (open.id(), open.is_dirty())) {
            // A document that was reopened at start is closed in favor of the unsaved work.
            Some((id, false)) => {
                place = TabPlace::of(editor, id);
                close_now(editor, id);
                editor.shell.closed_files.retain(|other| *other != path);
                was_open = Some(path.clone());
            }
            // Two documents cannot belong to one file: this one gets another name.
            Some((_, true)) => {
                file = None;
                title = editor
                    .shell
                    .texts
                    .tr_with("recovery.other", &[("title", &title)]);
            }
            None => {}
        }
        if file.is_some() {
            editor.services.watcher.watch(&path);
        }
    }
    let mut opened = None;
    editor.workspace.add(|id| {
        opened = Some(id);
        let mut document = OpenDocument::new(id, read.document, read.diagnostics)
            .called(title)
            .unsaved();
        if let (None, Some(origin)) = (&file, &head.origin) {
            // Restores the files of the import, if the imported file still exists.
            if let Some((origin, files)) = origin_of(origin) {
                document.set_origin(origin, files);
            }
        }
        if let (None, Some(claims)) = (&file, &head.claims) {
            document.keep_claims(claims);
        }
        document.file = file;
        if let FileState::Same(bytes) = &on_disk
            && document.file.is_some()
            && let Ok(before) = native::read(bytes)
        {
            document.set_on_disk(before.document);
        }
        document
    });
    let id = opened?;
    if let Some(place) = place {
        place.give_to(editor, id);
    }
    Some((id, was_open))
}

/// Returns the contents of a copy, or what can be read of it.
fn read(copy: &FoundCopy) -> Result<ReadDocument, treewright_core::format::FormatError> {
    let whole = native::read(&copy.bytes);
    if copy.fault.is_none() {
        return whole;
    }
    whole.or_else(|error| native::read_damaged(&copy.bytes).ok_or(error))
}
