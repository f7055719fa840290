//! Copies of unsaved work of sessions that crashed: offers them at start, one by one; each is opened as unsaved work, compared with its file first,
//! or discarded. Never writes a document's file.

use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use treewright_core::format::native::{self, Read};
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::recovery::{CopyFault, FoundCopy, Recovery};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentFile, DocumentId, OpenDocument};

use super::closing::{close, close_now};
use super::opening::cannot_open;
use super::reading::{open_at_once, origin_of};
use crate::action::CopyWish;
use crate::dispatch::versions;
use crate::editor::Editor;
use crate::panels::left_copies::{LeftCopy, Remark};
use crate::panels::questions::Question;
use crate::services::{Compared, Services};
use crate::shell::{Pending, Shell};
use crate::work_list::WorkList;

/// The current state of a copy's file.
enum Now {
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
pub fn look_for_copies(shell: &mut Shell, services: &mut Services) {
    let mut copies = services.copies.recovery.find();
    copies.retain(|copy| {
        let superfluous = is_superfluous(copy);
        if superfluous {
            files::remove(&copy.file);
        }
        !superfluous
    });
    services.left_over.copies = copies;
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
    if services.left_over.copies.is_empty() {
        return;
    }
    let copies = services.left_over.copies.iter();
    let copies = copies.map(|copy| shown(&shell.texts, copy)).collect();
    shell.question = Some((Question::Recover(copies), Pending::Recover));
}

/// Describes a copy for the question.
fn shown(texts: &Texts, copy: &FoundCopy) -> LeftCopy {
    let now = SystemTime::now();
    let age = copy.written.and_then(|at| now.duration_since(at).ok());
    let readable = copy.fault.as_ref().map(|_| {
        let read = native::read_damaged(&copy.bytes);
        read.map_or(0, |read| read.document.node_count())
    });
    let file = now_on_disk(copy);
    let mut remarks = Vec::new();
    match file {
        Now::NoFile if copy.fault != Some(CopyFault::NoHead) => remarks.push(Remark::NoFile),
        Now::Gone => remarks.push(Remark::FileGone),
        Now::Other => remarks.push(Remark::FileChanged),
        Now::Same(_) | Now::NoFile => {}
    }
    if let (Some(fault), Some(nodes)) = (&copy.fault, readable) {
        remarks.push(Remark::Damaged(texts.copy_fault(fault), nodes));
    }
    let can_open = readable != Some(0);
    LeftCopy {
        file: copy.file.clone(),
        title: copy.head.title.clone(),
        path: copy.head.path.clone(),
        age,
        remarks,
        can_restore: can_open,
        can_compare: can_open && matches!(file, Now::Same(_) | Now::Other),
        is_damaged: copy.fault.is_some(),
    }
}

fn now_on_disk(copy: &FoundCopy) -> Now {
    let Some(path) = &copy.head.path else {
        return Now::NoFile;
    };
    match files::read(path) {
        Ok(bytes) => match copy.head.fingerprint {
            Some(before) if before != Fingerprint::of(&bytes) => Now::Other,
            _ => Now::Same(bytes),
        },
        Err(ReadError::NotFound) => Now::Gone,
        Err(_) => Now::Other,
    }
}

/// Applies a decision about a copy, and asks about the remaining ones.
pub fn answered(editor: &mut Editor, wish: CopyWish, copy: &Path) {
    match wish {
        CopyWish::Restore => {
            restore(editor, copy);
            offer(&mut editor.shell, &editor.services);
        }
        CopyWish::Compare => {
            if !compare(editor, copy) {
                offer(&mut editor.shell, &editor.services);
            }
        }
        CopyWish::GiveUp => {
            give_up(editor, copy);
            offer(&mut editor.shell, &editor.services);
        }
    }
}

/// Opens all readable copies.
pub fn restore_all(editor: &mut Editor) {
    let copies: Vec<PathBuf> = editor
        .services
        .left_over
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
        .left_over
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
    settle(editor, copy, id);
}

/// Accepts a copy that was opened. Its work must survive the next crash as well, so the old copy is removed when there is a new one.
fn settle(editor: &mut Editor, copy: &Path, id: DocumentId) {
    let Some(at) = editor
        .services
        .left_over
        .copies
        .iter()
        .position(|found| found.file == copy)
    else {
        return;
    };
    let found = editor.services.left_over.copies.remove(at);
    let index = editor.workspace.index_of(id);
    let Some(title) =
        index.map(|index| editor.workspace.documents()[index].title(&editor.shell.texts))
    else {
        return;
    };
    let (mut kind, key) = match now_on_disk(&found) {
        Now::Other => (NoticeKind::Refused, "recovery.restored_changed"),
        _ => (NoticeKind::Done, "recovery.restored"),
    };
    let mut text = editor.shell.texts.tr_with(key, &[("title", &title)]);
    if found.fault.is_some() {
        // The user may be able to recover more of it by other means.
        copy_in_place_of(editor, id, None);
        let (of_copy, aside) = put_aside(&editor.shell.texts, &found);
        let both = [("restored", &*text), ("aside", &*aside)];
        text = editor.shell.texts.tr_with("recovery.restored_part", &both);
        kind = of_copy;
    } else {
        copy_in_place_of(editor, id, Some(&found.file));
    }
    editor.shell.say(kind, text);
}

/// The compared copy was saved meanwhile, so nothing is left to decide.
fn settle_saved(shell: &mut Shell, services: &mut Services, copy: &Path) {
    let copies = &mut services.left_over.copies;
    let Some(at) = copies.iter().position(|found| found.file == copy) else {
        return;
    };
    let found = copies.remove(at);
    if found.fault.is_some() {
        let (kind, text) = put_aside(&shell.texts, &found);
        shell.say(kind, text);
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
        editor.services.copies.is_copied_already(document);
    }
    let Some(index) = editor.workspace.index_of(id) else {
        return false;
    };
    editor.workspace.bring_to_front(index);
    editor.services.left_over.compared = Some(Compared {
        copy: copy.to_owned(),
        document: id,
        revision: editor.workspace.documents()[index].history().revision(),
        was_open,
    });
    versions::compare_with_disk(editor, true);
    editor.shell.views.versions.undecided_copy = Some(id);
    is_seen(&editor.shell, &editor.work, id) || {
        leave(editor);
        false
    }
}

/// Whether a copy is shown next to its file, or will be as soon as that is read.
fn is_seen(shell: &Shell, work: &WorkList<Editor>, id: DocumentId) -> bool {
    shell.views.versions.beside(id).is_some() || versions::reading::is_awaited(work, id)
}

/// Applies the decision about the compared copy.
pub fn decided(editor: &mut Editor, wanted: bool) {
    let Some(compared) = editor.services.left_over.compared.take() else {
        return;
    };
    stop_showing(editor, compared.document);
    if wanted {
        settle(editor, &compared.copy, compared.document);
    } else {
        close_again(editor, &compared);
        give_up(editor, &compared.copy);
    }
    offer(&mut editor.shell, &editor.services);
}

/// If the user leaves the comparison of a copy without deciding, asks again; if the user continues to work on it, it counts as restored.
pub fn keep_up(editor: &mut Editor) {
    let Some(compared) = &editor.services.left_over.compared else {
        return;
    };
    let index = editor.workspace.index_of(compared.document);
    let document = index.map(|index| &editor.workspace.documents()[index]);
    let is_saved = document.is_some_and(|document| !document.is_dirty());
    let revision = document.map(|document| document.history().revision());
    let is_seen = is_seen(&editor.shell, &editor.work, compared.document);
    match revision {
        Some(revision) if is_saved && revision == compared.revision => {
            let copy = compared.copy.clone();
            editor.services.left_over.compared = None;
            editor.shell.views.versions.undecided_copy = None;
            settle_saved(&mut editor.shell, &mut editor.services, &copy);
            offer(&mut editor.shell, &editor.services);
        }
        Some(revision) if is_seen && revision == compared.revision => {}
        // The comparison stays open; only the question about the copy is decided.
        Some(revision) if revision != compared.revision => {
            let (copy, id) = (compared.copy.clone(), compared.document);
            editor.services.left_over.compared = None;
            editor.shell.views.versions.undecided_copy = None;
            settle(editor, &copy, id);
        }
        _ if editor.shell.question.is_none() => leave(editor),
        _ => {}
    }
}

fn leave(editor: &mut Editor) {
    if let Some(compared) = editor.services.left_over.compared.take() {
        stop_showing(editor, compared.document);
        close_again(editor, &compared);
    }
    offer(&mut editor.shell, &editor.services);
    editor.shell.ctx.request_repaint();
}

fn stop_showing(editor: &mut Editor, id: DocumentId) {
    editor.shell.views.versions.undecided_copy = None;
    versions::stop(editor, id);
}

/// Closes the document that was only opened for the comparison, and reopens the previous one.
fn close_again(editor: &mut Editor, compared: &Compared) {
    let Some(index) = editor.workspace.index_of(compared.document) else {
        return;
    };
    if editor.workspace.documents()[index].history().revision() == compared.revision {
        close_now(editor, compared.document);
    } else {
        close(editor, index);
    }
    if let Some(path) = &compared.was_open {
        open_at_once(editor, path);
    }
}

/// Discards a copy; a damaged one is kept permanently.
fn give_up(editor: &mut Editor, copy: &Path) {
    let Some(found) = find(editor, copy) else {
        return;
    };
    let (kind, text) = if found.fault.is_some() {
        put_aside(&editor.shell.texts, found)
    } else {
        match editor.services.copies.recovery.give_up(copy) {
            Ok(kept) => (
                NoticeKind::Done,
                given_up(&editor.shell.texts, found, &kept),
            ),
            Err(error) => (
                NoticeKind::Failed,
                it_stays(&editor.shell.texts, copy, &error),
            ),
        }
    };
    editor.shell.say(kind, text);
    editor
        .services
        .left_over
        .copies
        .retain(|found| found.file != copy);
}

/// Moves a damaged copy to another place, and reports where it is.
fn put_aside(texts: &Texts, found: &FoundCopy) -> (NoticeKind, String) {
    match Recovery::put_aside(found) {
        Ok(aside) => {
            let key = if found.fault == Some(CopyFault::Newer) {
                "recovery.kept_for_newer"
            } else {
                "recovery.put_aside"
            };
            let path = aside.display().to_string();
            (NoticeKind::Refused, texts.tr_with(key, &[("path", &path)]))
        }
        Err(error) => (NoticeKind::Failed, it_stays(texts, &found.file, &error)),
    }
}

/// The notice with the path of a discarded copy, in case that was a mistake.
fn given_up(texts: &Texts, found: &FoundCopy, kept: &Path) -> String {
    let path = kept.display().to_string();
    let arguments = [("title", &*found.head.title), ("path", &*path)];
    texts.tr_with("recovery.given_up", &arguments)
}

fn it_stays(texts: &Texts, copy: &Path, error: &io::Error) -> String {
    let (path, reason) = (copy.display().to_string(), texts.io_error(error));
    let arguments = [("path", &*path), ("reason", &*reason)];
    texts.tr_with("recovery.stays", &arguments)
}

/// Opens a copy; returns the document and the file that was open before and was closed for it. The document is based on the version of the file that
/// the copy was made from: if the file was changed or deleted since, saving asks.
fn open(editor: &mut Editor, copy: &Path) -> Option<(DocumentId, Option<PathBuf>)> {
    let found = find(editor, copy)?;
    let (head, on_disk) = (found.head.clone(), now_on_disk(found));
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
            Now::Same(bytes) => Fingerprint::of(bytes),
            _ => Fingerprint::of(b""),
        };
        let fingerprint = head.fingerprint.unwrap_or(now);
        DocumentFile { path, fingerprint }
    });
    let mut title = head.title.clone();
    let mut was_open = None;
    if let Some(path) = file.as_ref().map(|file| file.path.clone()) {
        let open = editor.workspace.index_of_path(&path);
        let open = open.map(|index| &editor.workspace.documents()[index]);
        match open.map(|open| (open.id(), open.is_dirty())) {
            // A document that was reopened at start is closed in favor of the unsaved work.
            Some((id, false)) => {
                close_now(editor, id);
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
                document.came_from(origin, files);
            }
        }
        document.file = file;
        if let Now::Same(bytes) = &on_disk
            && document.file.is_some()
            && let Ok(before) = native::read(bytes)
        {
            document.knows_on_disk(before.document);
        }
        document
    });
    opened.map(|id| (id, was_open))
}

/// Returns the contents of a copy, or what can be read of it.
fn read(copy: &FoundCopy) -> Result<Read, treewright_core::format::FormatError> {
    let whole = native::read(&copy.bytes);
    if copy.fault.is_none() {
        return whole;
    }
    whole.or_else(|error| native::read_damaged(&copy.bytes).ok_or(error))
}
