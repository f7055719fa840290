//! Follows changes on disk to the files of open documents, or to the files they were imported from. Unchanged documents are reloaded as one undoable
//! step; if the document has changes, too, the user is asked; if the file was deleted, the document counts as unsaved.
//!
//! A file event only means "look again": content that was read before is ignored, other content is read in the
//! background and becomes one undo step. A file that is missing or half written is looked at twice. Files of other
//! tools are followed like our own until the document is saved as a tree.

use std::path::{Path, PathBuf};

use egui::Event;
use treewright_session::host::files;
use treewright_session::host::files::{Fingerprint, ReadError};
use treewright_session::host::reading::{FileReadJob, OpenError, OpenResult, OpenedContent};
use treewright_session::i18n::Texts;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{
    DiskChange, DocumentFile, DocumentId, OpenDocument, PendingLayout,
};
use treewright_session::workspace::reload::{Verdict, judge};

use super::opening::cannot_open;
use super::reading::{begin, describe_open_error};
use super::saving;
use crate::action::JobKind;
use crate::dispatch::{import, versions};
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry, name_of};
use crate::shell::{QuestionTopic, Shell};

/// How long, in seconds, a file may be missing or unreadable before that counts: other programs write and replace files in several steps.
const SECOND_CHECK_DELAY: f64 = 0.4;

/// A file that is being reread.
struct RereadJob {
    document: DocumentId,
    path: PathBuf,
    reading: FileReadJob,
    why: RereadReason,
}

/// Why a file is reread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RereadReason {
    Changed,
    /// It changed, and was unreadable a moment ago, so it is probably not just being written.
    StillChanged,
    /// The user wants its contents, whatever the document holds.
    TakeFile,
    /// The user is to be asked about the file and the document.
    AskUser,
}

/// Checks a file that changed on disk.
pub fn changed_on_disk(editor: &mut Editor, path: &Path) {
    if let Some(index) = editor.workspace.index_of_path(path) {
        check_file(editor, index, false);
    }
}

/// Checks the files of all documents.
pub fn check_all(editor: &mut Editor) {
    for index in 0..editor.workspace.documents().len() {
        check_file(editor, index, false);
    }
}

/// Checks in each frame what is due: files that were unreadable a moment ago, and all changed ones if the window was just focused.
pub fn check_due(editor: &mut Editor) {
    let now = editor.shell.now();
    let is_due = |document: &OpenDocument| document.second_look.is_some_and(|due| due <= now);
    let was_focused = editor
        .shell
        .ctx
        .input(|input| input.events.contains(&Event::WindowFocused(true)));
    for index in 0..editor.workspace.documents().len() {
        let document = &editor.workspace.documents()[index];
        if let Some(due) = document.second_look.filter(|due| *due > now) {
            // A frame may come a little before its requested time.
            editor.shell.wake_in(due - now);
        }
        if is_due(document) {
            check_file(editor, index, true);
        } else if was_focused
            && document
                .base()
                .is_some_and(|base| files::stamp(&base.path) != document.seen)
        {
            check_file(editor, index, false);
        }
    }
}

fn check_file(editor: &mut Editor, index: usize, is_second: bool) {
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    let id = document.id();
    if saving::is_saving(&editor.jobs, id) {
        // It changes because it is being saved, and is checked afterwards.
        return;
    }
    let document = &mut editor.workspace.documents_mut()[index];
    let Some(base) = document.base().cloned() else {
        return;
    };
    document.second_look = None;
    // Before reading, so that later changes are noticed.
    let stamp = files::stamp(&base.path);
    let found = match files::read(&base.path) {
        Ok(bytes) => Fingerprint::of(&bytes),
        Err(error) => {
            return on_unreadable(
                &mut editor.workspace,
                &mut editor.shell,
                index,
                &error,
                is_second,
            );
        }
    };
    document.seen = stamp;
    document.is_missing = false;
    match judge(base.fingerprint, found, document.would_lose_changes()) {
        Verdict::Ours => document.file_restored(),
        // If there is unsaved work, the user is asked, and must know whether the file is readable.
        Verdict::Reload | Verdict::Ask if is_second => {
            reread(editor, index, RereadReason::StillChanged);
        }
        Verdict::Reload | Verdict::Ask => reread(editor, index, RereadReason::Changed),
    }
}

/// The file is being replaced, or is deleted; the second check decides.
fn on_unreadable(
    workspace: &mut Workspace,
    shell: &mut Shell,
    index: usize,
    error: &ReadError,
    is_second: bool,
) {
    if !is_second {
        return check_again_later(workspace, shell, index);
    }
    let Some((document, _)) = workspace.get_mut(index) else {
        return;
    };
    if let ReadError::NotFound | ReadError::NotAFile = error {
        // The document is the only copy now: it counts as unsaved, and the next save creates the file. There is nothing left to ask.
        document.changed_on_disk = None;
        document.file_deleted();
        let is_known = std::mem::replace(&mut document.is_missing, true);
        let (id, title) = (document.id(), document.title(&shell.texts));
        let is_moot =
            |(_, topic): &mut (_, QuestionTopic)| *topic == QuestionTopic::ChangedOnDisk(id);
        shell.question.take_if(is_moot);
        if !is_known {
            shell.notify_key(NoticeKind::Failed, "notice.deleted", &[("title", &title)]);
        }
        return;
    }
    // It is checked again when it changes, and before it is saved.
    let path = document
        .file_or_origin()
        .map(Path::to_owned)
        .unwrap_or_default();
    let (shown, reason) = (path.display().to_string(), shell.texts.read_error(error));
    let arguments = [("path", &*shown), ("reason", &*reason)];
    shell.notify_key(NoticeKind::Failed, "notice.unreadable_now", &arguments);
}

fn check_again_later(workspace: &mut Workspace, shell: &Shell, index: usize) {
    let now = shell.now();
    if let Some((document, _)) = workspace.get_mut(index) {
        document.second_look = Some(now + SECOND_CHECK_DELAY);
        shell.wake_in(SECOND_CHECK_DELAY);
    }
}

/// Reloads the document from its file, whatever the document holds.
pub fn reload_from_disk(editor: &mut Editor, index: usize) {
    let Some(document) = editor.workspace.documents_mut().get_mut(index) else {
        return;
    };
    document.changed_on_disk = None;
    let id = document.id();
    versions::reading::cancel_merge(&mut editor.jobs, id);
    reread(editor, index, RereadReason::TakeFile);
}

/// Asks about a document whose file was changed by another program.
pub fn ask(editor: &mut Editor, index: usize) {
    reread(editor, index, RereadReason::AskUser);
}

/// Rereads a file, a large one in the background.
fn reread(editor: &mut Editor, index: usize, why: RereadReason) {
    let document = &editor.workspace.documents()[index];
    let (id, path) = (document.id(), document.file_or_origin().map(Path::to_owned));
    let Some(path) = path else {
        return;
    };
    // A running job reads the previous contents.
    cancel_rereading(&mut editor.jobs, id);
    let reading = begin(&editor.shell, &path, true)
        .held_by(editor.services.conditions.background_gate.hold());
    match reading.wait_briefly() {
        Some(outcome) => on_finished(editor, id, outcome, why),
        None => editor.jobs.begin(RereadJob {
            document: id,
            path,
            reading,
            why,
        }),
    }
}

impl BackgroundJob<Editor> for RereadJob {
    fn kind(&self) -> JobKind {
        JobKind::Rereading(self.document)
    }

    fn name(&self) -> String {
        name_of(&self.path)
    }

    fn is_requested(&self) -> bool {
        match self.why {
            RereadReason::TakeFile | RereadReason::AskUser => true,
            RereadReason::Changed | RereadReason::StillChanged => false,
        }
    }

    fn is_ready(&self) -> bool {
        self.reading.is_ready()
    }

    fn waits_for_user(&self) -> bool {
        false
    }

    fn finish(self: Box<Self>, editor: &mut Editor) {
        let outcome = self.reading.take_at_last();
        on_finished(editor, self.document, outcome, self.why);
    }

    /// The document counts as unsaved, since the file differs. If the user had wanted the file, the user decides again.
    fn cancel(self: Box<Self>, editor: &mut Editor) {
        let Some(index) = editor.workspace.index_of(self.document) else {
            return;
        };
        let document = &mut editor.workspace.documents_mut()[index];
        if self.why == RereadReason::TakeFile || document.would_lose_changes() {
            document.changed_on_disk = Some(DiskChange::Version);
        } else {
            document.file_deleted();
        }
    }
}

/// The user keeps or saves the document: cancels pending reloads and merges that would overwrite it.
pub fn cancel_reloads(jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    cancel_rereading(jobs, id);
    versions::reading::cancel_merge(jobs, id);
}

/// Cancels rereading for a document: it is read again, or the document is closed.
pub fn cancel_rereading(jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    jobs.discard(|again: &RereadJob| again.document == id);
}

fn on_finished(editor: &mut Editor, id: DocumentId, outcome: OpenResult, why: RereadReason) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    let Some((document, library)) = editor.workspace.get_mut(index) else {
        return;
    };
    let is_asked = document.would_lose_changes() && why != RereadReason::TakeFile
        || why == RereadReason::AskUser;
    match &outcome {
        // It may just be being written.
        Err(OpenError::Format(_) | OpenError::Import(_) | OpenError::Read(_))
            if why == RereadReason::Changed =>
        {
            return check_again_later(&mut editor.workspace, &editor.shell, index);
        }
        outcome if is_asked => {
            let change = disk_change(&editor.shell.texts, outcome);
            editor.workspace.documents_mut()[index].changed_on_disk = Some(change);
            return;
        }
        _ => {}
    }
    match outcome {
        Ok(OpenedContent::Own(own)) => {
            let path = document
                .file_or_origin()
                .map(Path::to_owned)
                .unwrap_or_default();
            let file = DocumentFile {
                path,
                fingerprint: own.fingerprint,
            };
            document.reload(&library, own.read.document, own.read.diagnostics);
            document.file = Some(file);
            if own.placed {
                document.request_layout(PendingLayout::Reading);
            }
        }
        Ok(OpenedContent::Foreign(foreign)) => {
            let path = document
                .file_or_origin()
                .map(Path::to_owned)
                .unwrap_or_default();
            let origin = import::origin(&path, &foreign);
            let mut unpacked = foreign.unpacked;
            let theirs = std::mem::take(&mut unpacked.document);
            document.set_origin(origin, (foreign.held, unpacked));
            document.reload(&library, theirs, foreign.from_reader);
            if foreign.placed {
                document.request_layout(PendingLayout::Reading);
            }
        }
        Ok(
            OpenedContent::NoTree(_)
            | OpenedContent::Recording(_)
            | OpenedContent::RobotLog(_)
            | OpenedContent::GameRecord(_)
            | OpenedContent::Rules(_),
        ) => {
            let reason = editor.shell.texts.tr("import.unknown").into_owned();
            return keep_document(&mut editor.workspace, &mut editor.shell, index, &reason);
        }
        Err(fault) => {
            let reason = describe_open_error(&editor.shell.texts, &fault);
            return keep_document(&mut editor.workspace, &mut editor.shell, index, &reason);
        }
    }
    editor.services.copies.remove_copy(id);
    let title = editor.workspace.documents()[index].title(&editor.shell.texts);
    editor
        .shell
        .notify_key(NoticeKind::Done, "notice.reloaded", &[("title", &title)]);
}

/// How the file of a document changed, according to its rereading.
fn disk_change(texts: &Texts, outcome: &OpenResult) -> DiskChange {
    match outcome {
        Ok(OpenedContent::Own(_) | OpenedContent::Foreign(_)) => DiskChange::Version,
        Ok(
            OpenedContent::NoTree(_)
            | OpenedContent::Recording(_)
            | OpenedContent::RobotLog(_)
            | OpenedContent::GameRecord(_)
            | OpenedContent::Rules(_),
        ) => DiskChange::Unreadable(texts.tr("import.unknown").into_owned()),
        Err(fault) => DiskChange::Unreadable(describe_open_error(texts, fault)),
    }
}

/// Keeps the document, which counts as unsaved until the file can be read.
fn keep_document(workspace: &mut Workspace, shell: &mut Shell, index: usize, reason: &str) {
    let Some((document, _)) = workspace.get_mut(index) else {
        return;
    };
    document.file_deleted();
    let path = document.file_or_origin().map(Path::to_owned);
    cannot_open(shell, &path.unwrap_or_default(), reason);
}
