//! Writing documents to their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::host::document_writing::{Fault, Order, Outcome};
use treewright_session::host::files::{Expected, Linked, SaveError, Untouched, absolute};
use treewright_session::host::job::{Ended, Job};
use treewright_session::host::panics::caught;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentFile, DocumentId};

use super::asking::ask_where_to_save;
use super::on_disk::{self, keeps_what_is_here};
use crate::action::Work;
use crate::dispatch::import::{self, Brought};
use crate::dispatch::{export, libraries};
use crate::editor::Editor;
use crate::panels::questions::Question;
use crate::services::Services;
use crate::shell::{Pending, Shell};
use crate::work_list::{Underway, WorkList, name_of};

/// What came of an attempt to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// It is saved.
    Saved,
    /// There is a file that nobody agreed to replace.
    WouldReplace,
    /// There is no such folder.
    NoFolder(PathBuf),
    /// The file changed on disk, or has other names, about which the user is asked.
    Asked,
    /// It is not saved, for this reason; the file is as it was.
    Failed(String),
    /// It is not saved, for this reason, and somebody has to look at what the file holds now.
    Unclear(String),
    /// Saving ended midway, for this reason, and what the file holds is not what it held before.
    Unsure(String),
}

impl Attempt {
    /// Says why it is not saved to this path, where nothing is asked.
    pub fn tell(self, editor: &mut Editor, path: &Path) {
        let reason = match self {
            Self::Saved | Self::Asked => return,
            Self::WouldReplace => editor.shell.texts.save_error(&SaveError::Exists),
            Self::NoFolder(folder) => editor.shell.texts.save_error(&SaveError::NoFolder(folder)),
            Self::Failed(reason) => reason,
            Self::Unclear(reason) => {
                return say(&mut editor.shell, "notice.not_saved_look", &reason);
            }
            Self::Unsure(reason) => {
                return say(&mut editor.shell, "notice.not_saved_unsure", &reason);
            }
        };
        not_saved(&mut editor.shell, path, &reason);
    }
}

/// A document that is being written to its file.
struct Saving {
    document: DocumentId,
    order: Arc<Order>,
    /// The state of its history that is written.
    state: u64,
    job: Job<Outcome>,
}

/// What a job that writes a document tells in the end.
type Told = Result<Outcome, Ended>;

/// Saves the document in front, where it was read or where the user says. What takes longer than a moment goes on beside the window's thread.
pub fn save_front(editor: &mut Editor) {
    let id = editor.workspace.front().id();
    finish(editor, id);
    let Some(file) = editor.workspace.front().file.clone() else {
        return ask_where_to_save(editor, id);
    };
    let expected = Expected::Version(file.fingerprint);
    let Some(order) = order(
        &editor.workspace,
        &editor.services,
        id,
        &file.path,
        expected,
        Linked::Refuse,
    ) else {
        return;
    };
    let state = state_of(&editor.workspace, id);
    let order = Arc::new(order);
    let wanted = order.clone();
    let wake = editor.shell.waker();
    let job = Job::begin("saving", wake, move |_| Some(wanted.carry_out()));
    let job = job.held_by(editor.services.conditions.saves.clone());
    if let Some(told) = job.take_within(editor.services.conditions.patience) {
        return arrived(editor, id, &order, state, told).tell(editor, &order.path);
    }
    keeps_what_is_here(&mut editor.work, id);
    editor.work.begin(Saving {
        document: id,
        order,
        state,
        job,
    });
}

/// Saves a document to its file before the window goes on; asks where if it has none. False if it is not saved yet.
pub fn save(editor: &mut Editor, id: DocumentId) -> bool {
    let Some(index) = editor.workspace.index_of(id) else {
        return true;
    };
    let Some(file) = editor.workspace.documents()[index].file.clone() else {
        ask_where_to_save(editor, id);
        return false;
    };
    let expected = Expected::Version(file.fingerprint);
    let attempt = save_to(editor, id, &file.path, expected);
    if attempt == Attempt::Saved {
        return true;
    }
    attempt.tell(editor, &file.path);
    false
}

/// Saves a document to this path before the window goes on.
pub fn save_to(editor: &mut Editor, id: DocumentId, path: &Path, expected: Expected) -> Attempt {
    try_to_save(editor, id, path, expected, Linked::Refuse)
}

/// Saves a document to the path of a file that has other names, where the user has said what becomes of them.
pub fn save_linked(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) {
    try_to_save(editor, id, path, expected, linked).tell(editor, path);
}

fn try_to_save(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) -> Attempt {
    let Some(order) = order(
        &editor.workspace,
        &editor.services,
        id,
        path,
        expected,
        linked,
    ) else {
        return Attempt::Saved;
    };
    let told = here(&order);
    let state = state_of(&editor.workspace, id);
    arrived(editor, id, &order, state, told)
}

/// What there is to write; none if the document is closed.
fn order(
    workspace: &Workspace,
    services: &Services,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) -> Option<Order> {
    let index = workspace.index_of(id)?;
    Some(Order {
        document: workspace.documents()[index].snapshot(),
        path: path.to_owned(),
        expected,
        linked,
        backups: services.backups.clone(),
    })
}

fn state_of(workspace: &Workspace, id: DocumentId) -> u64 {
    let index = workspace.index_of(id);
    index.map_or(0, |index| workspace.documents()[index].history().state())
}

fn here(order: &Order) -> Told {
    caught(|| order.carry_out()).map_err(Ended::Panicked)
}

/// Whether a document is being written to its file.
pub fn is_underway(work: &WorkList<Editor>, id: DocumentId) -> bool {
    let mut all = work.of::<Saving>();
    all.any(|saving| saving.document == id)
}

/// Waits until a document is written that is being written, for whoever cannot go on without that.
pub fn finish(editor: &mut Editor, id: DocumentId) {
    if let Some(saving) = editor.work.take(|saving: &Saving| saving.document == id) {
        saving.finish(editor);
    }
}

/// The same of all documents.
pub fn finish_all(editor: &mut Editor) {
    while let Some(saving) = editor.work.take(|_: &Saving| true) {
        saving.finish(editor);
    }
}

impl Underway<Editor> for Saving {
    fn work(&self) -> Work {
        Work::Saving(self.document)
    }

    fn name(&self) -> String {
        name_of(&self.order.path)
    }

    fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// What went wrong may ask something.
    fn waits_for_hands(&self) -> bool {
        let is_written = |told: &Told| told.as_ref().is_ok_and(|outcome| outcome.written.is_ok());
        self.job.look(is_written) != Some(true)
    }

    /// A document was written while the window went on, or is waited for now.
    fn finish(self: Box<Self>, editor: &mut Editor) {
        let told = self.job.take_at_last();
        let order = &self.order;
        arrived(editor, self.document, order, self.state, told).tell(editor, &order.path);
        // What happened to the file meanwhile was not looked at.
        on_disk::changed_on_disk(editor, &order.path);
    }
}

/// What came of writing a document, and what follows.
fn arrived(editor: &mut Editor, id: DocumentId, order: &Order, state: u64, told: Told) -> Attempt {
    let outcome = match told {
        // Nothing was done yet.
        Err(Ended::NoThread) => here(order),
        told => told,
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(ended) => {
            let reason = editor.shell.texts.ended(&ended);
            return if order.is_untouched() {
                Attempt::Failed(reason)
            } else {
                Attempt::Unsure(reason)
            };
        }
    };
    if let Some(error) = outcome.no_backup {
        let reason = editor.shell.texts.save_error(&error);
        let arguments = [("reason", &*reason)];
        editor
            .shell
            .say_key(NoticeKind::Refused, "notice.no_backup", &arguments);
    }
    let saved = match outcome.written {
        Ok(saved) => saved,
        Err(fault) => return not_written(editor, id, order, fault),
    };
    // The file holds it now, whatever becomes of what follows.
    let file = DocumentFile {
        path: order.path.clone(),
        fingerprint: saved.fingerprint,
    };
    let followed = caught(|| {
        written_to(editor, id, file, (&order.document, state));
    });
    if saved.not_durable.is_some() {
        let index = editor.workspace.index_of(id);
        if let Some(document) = index.map(|index| &editor.workspace.documents()[index]) {
            let copies = &mut editor.services.copies;
            copies.keep_copy_of_saved(document, &editor.shell.texts);
        }
    }
    if let Err(said) = followed {
        let (path, reason) = (
            order.path.display().to_string(),
            editor.shell.texts.mistake(&said),
        );
        let arguments = [("path", &*path), ("reason", &*reason)];
        editor
            .shell
            .say_key(NoticeKind::Failed, "jobs.saved_only", &arguments);
    }
    Attempt::Saved
}

/// A document was not written: what came of it, and what is asked.
fn not_written(editor: &mut Editor, id: DocumentId, order: &Order, fault: Fault) -> Attempt {
    let error = match fault {
        Fault::Text(error) => return Attempt::Failed(editor.shell.texts.write_error(&error)),
        Fault::File(error) => error,
    };
    match error {
        SaveError::Exists => Attempt::WouldReplace,
        SaveError::NoFolder(folder) => Attempt::NoFolder(folder),
        SaveError::SeveralNames(count) => {
            let question = Question::SeveralNames(order.path.display().to_string(), count);
            let pending = Pending::SeveralNames(id, order.path.clone(), order.expected);
            editor.shell.question = Some((question, pending));
            Attempt::Asked
        }
        SaveError::Conflict => {
            if let Some(index) = editor.workspace.index_of(id) {
                editor.workspace.bring_to_front(index);
                on_disk::ask(editor, editor.workspace.front_index());
            }
            Attempt::Asked
        }
        error if error.leaves_doubt() => Attempt::Unclear(editor.shell.texts.save_error(&error)),
        error => Attempt::Failed(editor.shell.texts.save_error(&error)),
    }
}

/// What follows a save.
fn written_to(
    editor: &mut Editor,
    id: DocumentId,
    file: DocumentFile,
    (written, state): (&Arc<Document>, u64),
) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    keeps_what_is_here(&mut editor.work, id);
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    let before = document.path().map(Path::to_owned);
    let mut brought = Brought::default();
    let path = file.path.clone();
    document.saved_to(file, written.clone(), state);
    if document.is_dirty() {
        editor.services.copies.forget_doubt(id);
    } else {
        editor.services.copies.forget(id);
    }
    on_purpose::panic_at("after saving");
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    if before.as_ref() != Some(&path) {
        if let Some(before) = before {
            editor.services.watcher.unwatch(&before);
        } else {
            // From now on it is followed where it is saved.
            if let Some(origin) = &document.origin {
                editor.services.watcher.unwatch(&origin.file.path);
            }
            libraries::ship(document, &path);
            brought = import::bring_along(&editor.workspace, index, &path);
        }
        editor.services.watcher.watch(&path);
    }
    editor.shell.settings.remember(&absolute(&path));
    say_saved(&mut editor.shell, &path, &brought);
    export::saved(editor, index);
}

/// Says what was written, and what was not because another file is there.
fn say_saved(shell: &mut Shell, path: &Path, brought: &Brought) {
    let (path, beside) = (
        path.display().to_string(),
        shell.texts.list(&brought.written),
    );
    let (path, beside) = (("path", &*path), ("beside", &*beside));
    let text = if brought.written.is_empty() {
        shell.texts.tr_with("notice.saved", &[path])
    } else {
        shell.texts.tr_with("notice.saved_with", &[path, beside])
    };
    shell.say(NoticeKind::Done, text);
    if !brought.in_the_way.is_empty() {
        let names = shell.texts.list(&brought.in_the_way);
        shell.say_key(
            NoticeKind::Refused,
            "notice.saved_without",
            &[path, ("names", &names)],
        );
    }
}

/// Says why a document was not saved to this path, and what is there.
pub fn not_saved(shell: &mut Shell, path: &Path, reason: &str) {
    let key = match Untouched::of(path) {
        Untouched::File => "notice.not_saved",
        Untouched::Nothing => "notice.not_saved_nothing",
    };
    say(shell, key, reason);
}

fn say(shell: &mut Shell, key: &str, reason: &str) {
    shell.say_key(NoticeKind::Failed, key, &[("reason", reason)]);
}
