//! Copies of unsaved work that sessions left which ended as they should not: they are offered at start, one by one, and each is opened as unsaved
//! work, seen beside its file first, or given up. Nothing here writes a document's file.

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

/// What the file of a copy holds by now.
enum Now {
    /// It never had one.
    NoFile,
    /// What it held when the work on it began.
    Same(Vec<u8>),
    /// Something else.
    Other,
    /// It is not there.
    Gone,
}

/// Finds what earlier sessions left, and offers it.
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

/// Whether the file holds what the copy does: the program ended after it was saved, and before the copy was removed.
fn is_superfluous(copy: &FoundCopy) -> bool {
    let path = copy.head.path.as_ref().filter(|_| copy.fault.is_none());
    let there = path.and_then(|path| files::read(path).ok());
    there.is_some_and(|there| there == copy.bytes)
}

/// Asks about the copies that are left, if there are any.
fn offer(shell: &mut Shell, services: &Services) {
    if services.left_over.copies.is_empty() {
        return;
    }
    let copies = services.left_over.copies.iter();
    let copies = copies.map(|copy| shown(&shell.texts, copy)).collect();
    shell.question = Some((Question::Recover(copies), Pending::Recover));
}

/// What is said of a copy.
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

/// Does what was wished with a copy, and asks about those that are left.
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

/// Opens all copies that can be read.
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

/// Copies a document at once, in the place of a copy that another session left.
fn copy_in_place_of(editor: &mut Editor, id: DocumentId, copy: Option<&Path>) {
    if let Some(index) = editor.workspace.index_of(id) {
        let document = &editor.workspace.documents()[index];
        let copies = &mut editor.services.copies;
        copies.copy_in_place_of(document, &editor.shell.texts, copy);
    }
}

/// Opens a copy as unsaved work. Saving it asks if its file was changed since.
fn restore(editor: &mut Editor, copy: &Path) {
    let Some((id, _)) = open(editor, copy) else {
        return;
    };
    settle(editor, copy, id);
}

/// A copy was opened and is wanted: the work must survive the next crash as well, so the old copy goes when there is a new one.
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
        // Somebody may be able to read more of it.
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

/// What was seen beside its file is saved meanwhile, so nothing is left to decide about its copy.
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

/// Opens a copy beside its file; nothing is decided by that. False if it cannot be seen.
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

/// Whether a copy is seen beside its file, or will be as soon as that is read.
fn is_seen(shell: &Shell, work: &WorkList<Editor>, id: DocumentId) -> bool {
    shell.views.versions.beside(id).is_some() || versions::reading::is_awaited(work, id)
}

/// The copy that is seen beside its file is wanted, or not.
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

/// Whoever leaves the view of a copy without a word is asked again; whoever went on working on it has decided.
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
        // The view stays; only the question of what to do with the copy is answered.
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

/// Closes what was opened only to be looked at, and brings back what was there before.
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

/// Moves a copy out of the way; one that is damaged is kept for good.
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

/// Moves a copy out of the way that cannot be read as a whole, and says where it is.
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

/// Where a copy lies that was given up by mistake.
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

/// Opens a copy, and gives the document with the file that was open before and gave way to it. It belongs to the version of its file that it was made from:
/// if somebody changed or deleted that file since, saving asks.
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
            // What was reopened at the start gives way to the work that was not saved.
            Some((id, false)) => {
                close_now(editor, id);
                was_open = Some(path.clone());
            }
            // Two cannot belong to one file: this one gets a name of its own.
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
            // The files that had come with it, if the one that it came from is still there.
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

/// What a copy holds, or what can be read of it.
fn read(copy: &FoundCopy) -> Result<Read, treewright_core::format::FormatError> {
    let whole = native::read(&copy.bytes);
    if copy.fault.is_none() {
        return whole;
    }
    whole.or_else(|error| native::read_damaged(&copy.bytes).ok_or(error))
}
