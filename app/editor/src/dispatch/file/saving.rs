//! Writing documents to their files.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use egui::Context;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::host::document_writing::{Fault, Order, Outcome};
use treewright_session::host::files::{Expected, Linked, SaveError, Untouched, absolute};
use treewright_session::host::job::{Ended, Job};
use treewright_session::host::panics::caught;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::{DocumentFile, DocumentId};

use super::asking::ask_where_to_save;
use super::on_disk::{self, keeps_what_is_here};
use crate::action::Work;
use crate::app::{EditorApp, Pending};
use crate::dispatch::import::{self, Brought};
use crate::dispatch::underway::Found;
use crate::dispatch::{arriving, export, libraries};
use crate::panels::questions::Question;

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
    pub fn tell(self, app: &mut EditorApp, ctx: &Context, path: &Path) {
        let reason = match self {
            Self::Saved | Self::Asked => return,
            Self::WouldReplace => app.texts.save_error(&SaveError::Exists),
            Self::NoFolder(folder) => app.texts.save_error(&SaveError::NoFolder(folder)),
            Self::Failed(reason) => reason,
            Self::Unclear(reason) => return say(app, ctx, "notice.not_saved_look", &reason),
            Self::Unsure(reason) => return say(app, ctx, "notice.not_saved_unsure", &reason),
        };
        not_saved(app, ctx, path, &reason);
    }
}

/// A document that is being written to its file.
pub struct Saving {
    document: DocumentId,
    order: Arc<Order>,
    /// The state of its history that is written.
    state: u64,
    job: Job<Outcome>,
    /// What came of it, until the user is done with what they are doing.
    ready: Option<Told>,
}

/// What a job that writes a document tells in the end.
type Told = Result<Outcome, Ended>;

/// For so long the window waits for a file that is written before it goes on without it: a small one is there by then.
pub const PATIENCE: Duration = Duration::from_millis(30);

/// Saves the document in front, where it was read or where the user says. What takes longer than a moment goes on beside the window's thread.
pub fn save_front(app: &mut EditorApp, ctx: &Context) {
    let id = app.workspace.front().id();
    finish(app, ctx, id);
    let Some(file) = app.workspace.front().file.clone() else {
        return ask_where_to_save(app, ctx, id);
    };
    let expected = Expected::Version(file.fingerprint);
    let Some(order) = order(app, id, &file.path, expected, Linked::Refuse) else {
        return;
    };
    let (state, waker) = (state_of(app, id), ctx.clone());
    let order = Arc::new(order);
    let wanted = order.clone();
    let wake = move || waker.request_repaint();
    let job = Job::begin("saving", wake, move |_| Some(wanted.carry_out()));
    let job = job.held_by(app.host.savings_held.clone());
    if let Some(told) = job.take_within(app.host.patience) {
        return arrived(app, ctx, id, &order, state, told).tell(app, ctx, &order.path);
    }
    keeps_what_is_here(app, id);
    app.host.savings.push(Saving {
        document: id,
        order,
        state,
        job,
        ready: None,
    });
}

/// Saves a document to its file before the window goes on; asks where if it has none. False if it is not saved yet.
pub fn save(app: &mut EditorApp, ctx: &Context, id: DocumentId) -> bool {
    let Some(index) = app.workspace.index_of(id) else {
        return true;
    };
    let Some(file) = app.workspace.documents()[index].file.clone() else {
        ask_where_to_save(app, ctx, id);
        return false;
    };
    let expected = Expected::Version(file.fingerprint);
    let attempt = save_to(app, ctx, id, &file.path, expected);
    if attempt == Attempt::Saved {
        return true;
    }
    attempt.tell(app, ctx, &file.path);
    false
}

/// Saves a document to this path before the window goes on.
pub fn save_to(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    expected: Expected,
) -> Attempt {
    try_to_save(app, ctx, id, path, expected, Linked::Refuse)
}

/// Saves a document to the path of a file that has other names, where the user has said what becomes of them.
pub fn save_linked(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) {
    try_to_save(app, ctx, id, path, expected, linked).tell(app, ctx, path);
}

fn try_to_save(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) -> Attempt {
    let Some(order) = order(app, id, path, expected, linked) else {
        return Attempt::Saved;
    };
    let told = here(&order);
    let state = state_of(app, id);
    arrived(app, ctx, id, &order, state, told)
}

/// What there is to write; none if the document is closed.
fn order(
    app: &EditorApp,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) -> Option<Order> {
    let index = app.workspace.index_of(id)?;
    Some(Order {
        document: app.workspace.documents()[index].snapshot(),
        path: path.to_owned(),
        expected,
        linked,
        backups: app.host.backups.clone(),
    })
}

fn state_of(app: &EditorApp, id: DocumentId) -> u64 {
    let index = app.workspace.index_of(id);
    index.map_or(0, |index| {
        app.workspace.documents()[index].history().state()
    })
}

fn here(order: &Order) -> Told {
    caught(|| order.carry_out()).map_err(Ended::Panicked)
}

/// Whether a document is being written to its file.
pub fn is_underway(app: &EditorApp, id: DocumentId) -> bool {
    app.host.savings.iter().any(|saving| saving.document == id)
}

/// Waits until a document is written that is being written, for whoever cannot go on without that.
pub fn finish(app: &mut EditorApp, ctx: &Context, id: DocumentId) {
    let savings = &mut app.host.savings;
    let at = savings.iter().position(|saving| saving.document == id);
    if let Some(saving) = at.map(|at| savings.remove(at)) {
        arrived_later(app, ctx, saving);
    }
}

/// The same of all documents.
pub fn finish_all(app: &mut EditorApp, ctx: &Context) {
    while let Some(saving) = app.host.savings.pop() {
        arrived_later(app, ctx, saving);
    }
}

/// Takes in what was written since the last frame. What went wrong, and may ask something, waits until the user is done.
pub fn take_in(app: &mut EditorApp, ctx: &Context) {
    for saving in &mut app.host.savings {
        saving.ready = saving.ready.take().or_else(|| saving.job.take());
    }
    let is_written = |saving: &mut Saving| {
        let ready = saving.ready.as_ref();
        ready.is_some_and(|told| told.as_ref().is_ok_and(|outcome| outcome.written.is_ok()))
    };
    let written: Vec<Saving> = app.host.savings.extract_if(.., is_written).collect();
    for saving in written {
        arrived_later(app, ctx, saving);
    }
    let list: arriving::List<_> = |host| &mut host.savings;
    let is_ready = |saving: &mut Saving| saving.ready.is_some().then_some(());
    while let Some((saving, ())) = arriving::next(app, ctx, list, is_ready) {
        arrived_later(app, ctx, saving);
    }
}

impl Saving {
    /// What is told of it while it goes on.
    pub fn found(&self) -> Found {
        Found::of_file(Work::Saving(self.document), &self.order.path)
    }
}

/// A document was written while the window went on, or is waited for now.
fn arrived_later(app: &mut EditorApp, ctx: &Context, saving: Saving) {
    let Saving {
        document,
        order,
        state,
        job,
        ready,
    } = saving;
    let told = ready.unwrap_or_else(|| job.take_at_last());
    arrived(app, ctx, document, &order, state, told).tell(app, ctx, &order.path);
    // What happened to the file meanwhile was not looked at.
    on_disk::changed_on_disk(app, ctx, &order.path);
}

/// What came of writing a document, and what follows.
fn arrived(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    order: &Order,
    state: u64,
    told: Told,
) -> Attempt {
    let outcome = match told {
        // Nothing was done yet.
        Err(Ended::NoThread) => here(order),
        told => told,
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(ended) => {
            let reason = app.texts.ended(&ended);
            return if order.is_untouched() {
                Attempt::Failed(reason)
            } else {
                Attempt::Unsure(reason)
            };
        }
    };
    if let Some(error) = outcome.no_backup {
        let reason = app.texts.save_error(&error);
        let arguments = [("reason", &*reason)];
        let text = app.texts.tr_with("notice.no_backup", &arguments);
        app.say(ctx, NoticeKind::Refused, text);
    }
    let saved = match outcome.written {
        Ok(saved) => saved,
        Err(fault) => return not_written(app, ctx, id, order, fault),
    };
    // The file holds it now, whatever becomes of what follows.
    let file = DocumentFile {
        path: order.path.clone(),
        fingerprint: saved.fingerprint,
    };
    let followed = caught(|| {
        written_to(app, ctx, id, file, (&order.document, state));
    });
    if saved.not_durable.is_some() {
        app.keep_copy_of_saved(id);
    }
    if let Err(said) = followed {
        let (path, reason) = (order.path.display().to_string(), app.texts.mistake(&said));
        let arguments = [("path", &*path), ("reason", &*reason)];
        let text = app.texts.tr_with("jobs.saved_only", &arguments);
        app.say(ctx, NoticeKind::Failed, text);
    }
    Attempt::Saved
}

/// A document was not written: what came of it, and what is asked.
fn not_written(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    order: &Order,
    fault: Fault,
) -> Attempt {
    let error = match fault {
        Fault::Text(error) => return Attempt::Failed(app.texts.write_error(&error)),
        Fault::File(error) => error,
    };
    match error {
        SaveError::Exists => Attempt::WouldReplace,
        SaveError::NoFolder(folder) => Attempt::NoFolder(folder),
        SaveError::SeveralNames(count) => {
            let question = Question::SeveralNames(order.path.display().to_string(), count);
            let pending = Pending::SeveralNames(id, order.path.clone(), order.expected);
            app.question = Some((question, pending));
            Attempt::Asked
        }
        SaveError::Conflict => {
            if let Some(index) = app.workspace.index_of(id) {
                app.workspace.bring_to_front(index);
                on_disk::ask(app, ctx, app.workspace.front_index());
            }
            Attempt::Asked
        }
        error if error.leaves_doubt() => Attempt::Unclear(app.texts.save_error(&error)),
        error => Attempt::Failed(app.texts.save_error(&error)),
    }
}

/// What follows a save.
fn written_to(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    file: DocumentFile,
    (written, state): (&Arc<Document>, u64),
) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    keeps_what_is_here(app, id);
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    let before = document.path().map(Path::to_owned);
    let mut brought = Brought::default();
    let path = file.path.clone();
    document.saved_to(file, written.clone(), state);
    if document.is_dirty() {
        app.forget_doubt(id);
    } else {
        app.forget_copy(id);
    }
    on_purpose::panic_at("after saving");
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    if before.as_ref() != Some(&path) {
        if let Some(before) = before {
            app.host.watcher.unwatch(&before);
        } else {
            // From now on it is followed where it is saved.
            if let Some(origin) = &document.origin {
                app.host.watcher.unwatch(&origin.file.path);
            }
            libraries::ship(&document.document().libraries, &path);
            brought = import::bring_along(app, index, &path);
        }
        app.host.watcher.watch(&path);
    }
    app.settings.remember(&absolute(&path));
    say_saved(app, ctx, &path, &brought);
    export::saved(app, ctx, index);
}

/// Says what was written, and what was not because another file is there.
fn say_saved(app: &mut EditorApp, ctx: &Context, path: &Path, brought: &Brought) {
    let (path, beside) = (path.display().to_string(), brought.written.join(", "));
    let (path, beside) = (("path", &*path), ("beside", &*beside));
    let text = if brought.written.is_empty() {
        app.texts.tr_with("notice.saved", &[path])
    } else {
        app.texts.tr_with("notice.saved_with", &[path, beside])
    };
    app.say(ctx, NoticeKind::Done, text);
    if !brought.in_the_way.is_empty() {
        let names = brought.in_the_way.join(", ");
        let text = app
            .texts
            .tr_with("notice.saved_without", &[path, ("names", &names)]);
        app.say(ctx, NoticeKind::Refused, text);
    }
}

/// Says why a document was not saved to this path, and what is there.
pub fn not_saved(app: &mut EditorApp, ctx: &Context, path: &Path, reason: &str) {
    let key = match Untouched::of(path) {
        Untouched::File => "notice.not_saved",
        Untouched::Nothing => "notice.not_saved_nothing",
    };
    say(app, ctx, key, reason);
}

fn say(app: &mut EditorApp, ctx: &Context, key: &str, reason: &str) {
    let text = app.texts.tr_with(key, &[("reason", reason)]);
    app.say(ctx, NoticeKind::Failed, text);
}
