//! Saves documents to their files.
//!
//! While a document is being written, its file is not checked and it is not laid out; saving again, closing
//! or quitting waits for it. What was written, not the current state, counts as saved.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use treewright_authoring::edit::Rename;
use treewright_core::model::Document;
use treewright_core::on_purpose;
use treewright_session::host::document_writing::{Fault, Order, Outcome};
use treewright_session::host::files::{Expected, HardLinks, SaveError, UnchangedTarget, absolute};
use treewright_session::host::job::{Job, JobEnd};
use treewright_session::host::panics::caught;
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::{DocumentFile, DocumentId};

use super::asking::ask_where_to_save;
use super::on_disk::{self, cancel_reloads};
use crate::action::JobKind;
use crate::dispatch::import::{self, AccompanyingFiles};
use crate::dispatch::{explore, export, libraries, scenarios};
use crate::editor::Editor;
use crate::job_registry::{BackgroundJob, JobRegistry, name_of};
use crate::panels::questions::Question;
use crate::services::Services;
use crate::shell::{QuestionTopic, Shell};

/// The outcome of an attempt to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SaveOutcome {
    Saved,
    /// A file exists that the user has not agreed to replace.
    WouldReplace,
    /// This folder does not exist.
    NoFolder(PathBuf),
    /// The file changed on disk or has several hard links; the user is asked.
    Asked,
    /// Not saved, for this reason; the file is unchanged.
    Failed(String),
    /// Not saved, for this reason; the user must check the contents of the file.
    FailedCheckFile(String),
    /// Saving was interrupted, for this reason; the file does not have its previous contents.
    Interrupted(String),
}

impl SaveOutcome {
    /// Why the document was not saved; `None` if it was, or if the user is asked.
    fn reason(self, shell: &Shell) -> Option<String> {
        Some(match self {
            Self::Saved | Self::Asked => return None,
            Self::WouldReplace => shell.texts.save_error(&SaveError::Exists),
            Self::NoFolder(folder) => shell.texts.save_error(&SaveError::NoFolder(folder)),
            Self::Failed(reason) | Self::FailedCheckFile(reason) | Self::Interrupted(reason) => {
                reason
            }
        })
    }

    /// Reports why the document was not saved to `path`, unless a question already does.
    pub fn report(self, editor: &mut Editor, path: &Path) {
        let key = match self {
            Self::FailedCheckFile(_) => "notice.not_saved_look",
            Self::Interrupted(_) => "notice.not_saved_unsure",
            _ => key_of_unchanged(path),
        };
        if let Some(reason) = self.reason(&editor.shell) {
            report_failure(&mut editor.shell, key, &reason);
        }
    }
}

/// How a save is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Telling {
    /// By a notice of its own.
    Each,
    /// With others, by the caller.
    Together,
}

/// A document that is being saved.
struct SaveJob {
    document: DocumentId,
    request: Arc<Order>,
    /// The state of the document's history that is written.
    state: u64,
    job: Job<Outcome>,
}

/// The result of the job that saves a document.
type SaveJobResult = Result<Outcome, JobEnd>;

/// Saves the active document to its file, or asks for a path. Continues in the background if it takes longer than a moment.
pub fn save_front(editor: &mut Editor) {
    let id = editor.workspace.front().id();
    finish(editor, id);
    let Some(file) = editor.workspace.front().file.clone() else {
        return ask_where_to_save(editor, id);
    };
    let expected = Expected::Version(file.fingerprint);
    let Some(request) = save_request(
        &editor.workspace,
        &editor.services,
        id,
        &file.path,
        expected,
        HardLinks::Refuse,
    ) else {
        return;
    };
    let state = state_of(&editor.workspace, id);
    let request = Arc::new(request);
    let job_request = request.clone();
    let wake = editor.shell.waker();
    let job = Job::begin("saving", wake, move |_| Some(job_request.carry_out()));
    let job = job.withheld_by(editor.services.conditions.withheld_saves.clone());
    if let Some(result) = job.wait_for(editor.services.conditions.save_patience) {
        return on_finished(editor, id, &request, (state, Telling::Each), result)
            .report(editor, &request.path);
    }
    cancel_reloads(&mut editor.jobs, id);
    editor.jobs.begin(SaveJob {
        document: id,
        request,
        state,
        job,
    });
}

/// Saves a document to its file and waits; asks for a path if it has none. Returns false if it is not saved yet.
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
    if attempt == SaveOutcome::Saved {
        return true;
    }
    attempt.report(editor, &file.path);
    false
}

/// Saves a document to its file and waits, together with others: neither asks nor tells that it was saved.
///
/// # Errors
/// Why it is not saved; the user was not told yet.
pub fn save_unasked(editor: &mut Editor, id: DocumentId) -> Result<(), String> {
    let index = editor.workspace.index_of(id);
    let file = index.and_then(|index| editor.workspace.documents()[index].file.clone());
    let Some(DocumentFile { path, fingerprint }) = file else {
        return Ok(());
    };
    let expected = Expected::Version(fingerprint);
    let linked = HardLinks::Refuse;
    let (workspace, services) = (&editor.workspace, &editor.services);
    let Some(request) = save_request(workspace, services, id, &path, expected, linked) else {
        return Ok(());
    };
    let result = run_now(&request);
    if let Ok(outcome) = &result
        && let Err(Fault::File(error @ (SaveError::Conflict | SaveError::SeveralNames(_)))) =
            &outcome.written
    {
        return Err(editor.shell.texts.save_error(error));
    }
    let state = state_of(&editor.workspace, id);
    let told = Telling::Together;
    match on_finished(editor, id, &request, (state, told), result) {
        SaveOutcome::Saved => Ok(()),
        outcome => Err(outcome.reason(&editor.shell).unwrap_or_default()),
    }
}

/// Saves a document to `path` and waits.
pub fn save_to(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    expected: Expected,
) -> SaveOutcome {
    try_to_save(editor, id, path, expected, HardLinks::Refuse)
}

/// Saves a document to a file with several hard links, as the user decided.
pub fn save_linked(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: HardLinks,
) {
    try_to_save(editor, id, path, expected, linked).report(editor, path);
}

fn try_to_save(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: HardLinks,
) -> SaveOutcome {
    let Some(request) = save_request(
        &editor.workspace,
        &editor.services,
        id,
        path,
        expected,
        linked,
    ) else {
        return SaveOutcome::Saved;
    };
    let result = run_now(&request);
    let state = state_of(&editor.workspace, id);
    on_finished(editor, id, &request, (state, Telling::Each), result)
}

/// The request to save a document; `None` if the document is closed.
fn save_request(
    workspace: &Workspace,
    services: &Services,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: HardLinks,
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

fn run_now(request: &Order) -> SaveJobResult {
    caught(|| request.carry_out()).map_err(JobEnd::Panicked)
}

/// Whether a document is being saved.
pub fn is_saving(jobs: &JobRegistry<Editor>, id: DocumentId) -> bool {
    let mut all = jobs.of::<SaveJob>();
    all.any(|saving| saving.document == id)
}

/// Waits until a document that is being saved is written.
pub fn finish(editor: &mut Editor, id: DocumentId) {
    if let Some(saving) = editor.jobs.take(|saving: &SaveJob| saving.document == id) {
        saving.finish(editor);
    }
}

/// Like `finish`, for all documents.
pub fn finish_all(editor: &mut Editor) {
    while let Some(saving) = editor.jobs.take(|_: &SaveJob| true) {
        saving.finish(editor);
    }
}

impl BackgroundJob<Editor> for SaveJob {
    fn kind(&self) -> JobKind {
        JobKind::Saving(self.document)
    }

    fn name(&self) -> String {
        name_of(&self.request.path)
    }

    fn is_ready(&self) -> bool {
        self.job.is_ready()
    }

    /// A failure may need a question.
    fn waits_for_user(&self) -> bool {
        let is_written =
            |result: &SaveJobResult| result.as_ref().is_ok_and(|outcome| outcome.written.is_ok());
        self.job.look(is_written) != Some(true)
    }

    /// Handles a finished save, or waits for it.
    fn finish(self: Box<Self>, editor: &mut Editor) {
        let result = self.job.wait();
        let request = &self.request;
        let known = (self.state, Telling::Each);
        on_finished(editor, self.document, request, known, result).report(editor, &request.path);
        // Changes of the file during the save were not checked.
        on_disk::changed_on_disk(editor, &request.path);
    }
}

/// Handles the result of writing a document.
fn on_finished(
    editor: &mut Editor,
    id: DocumentId,
    request: &Order,
    (state, told): (u64, Telling),
    result: SaveJobResult,
) -> SaveOutcome {
    let outcome = match result {
        // The job did not start.
        Err(JobEnd::NoThread) => run_now(request),
        result => result,
    };
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(ended) => {
            let reason = editor.shell.texts.ended(&ended);
            return if request.is_untouched() {
                SaveOutcome::Failed(reason)
            } else {
                SaveOutcome::Interrupted(reason)
            };
        }
    };
    if let Some(error) = outcome.no_backup {
        let reason = editor.shell.texts.save_error(&error);
        let arguments = [("reason", &*reason)];
        editor
            .shell
            .notify_key(NoticeKind::Refused, "notice.no_backup", &arguments);
    }
    let saved = match outcome.written {
        Ok(saved) => saved,
        Err(fault) => return on_not_written(editor, id, request, fault),
    };
    // The file has these contents now, whatever happens afterwards.
    let file = DocumentFile {
        path: request.path.clone(),
        fingerprint: saved.fingerprint,
    };
    let followup = caught(|| {
        on_written(editor, id, file, (&request.document, state), told);
    });
    if saved.not_durable.is_some() {
        let index = editor.workspace.index_of(id);
        if let Some(document) = index.map(|index| &editor.workspace.documents()[index]) {
            let copies = &mut editor.services.copies;
            copies.keep_copy_of_saved(document, &editor.shell.texts);
        }
    }
    if let Err(message) = followup {
        let (path, reason) = (
            request.path.display().to_string(),
            editor.shell.texts.mistake(&message),
        );
        let arguments = [("path", &*path), ("reason", &*reason)];
        editor
            .shell
            .notify_key(NoticeKind::Failed, "jobs.saved_only", &arguments);
    }
    SaveOutcome::Saved
}

/// Handles a failed save; asks the user if necessary.
fn on_not_written(
    editor: &mut Editor,
    id: DocumentId,
    request: &Order,
    fault: Fault,
) -> SaveOutcome {
    let error = match fault {
        Fault::Text(error) => return SaveOutcome::Failed(editor.shell.texts.write_error(&error)),
        Fault::File(error) => error,
    };
    match error {
        SaveError::Exists => SaveOutcome::WouldReplace,
        SaveError::NoFolder(folder) => SaveOutcome::NoFolder(folder),
        SaveError::SeveralNames(count) => {
            let question = Question::SeveralNames(request.path.display().to_string(), count);
            let topic = QuestionTopic::SeveralNames(id, request.path.clone(), request.expected);
            editor.shell.question = Some((question, topic));
            SaveOutcome::Asked
        }
        SaveError::Conflict => {
            if let Some(index) = editor.workspace.index_of(id) {
                editor.shell.refused_save = Some(id);
                editor.workspace.bring_to_front(index);
                on_disk::ask(editor, editor.workspace.front_index());
            }
            SaveOutcome::Asked
        }
        error if error.leaves_doubt() => {
            SaveOutcome::FailedCheckFile(editor.shell.texts.save_error(&error))
        }
        error => SaveOutcome::Failed(editor.shell.texts.save_error(&error)),
    }
}

/// Updates everything that depends on the saved file.
fn on_written(
    editor: &mut Editor,
    id: DocumentId,
    file: DocumentFile,
    (written, state): (&Arc<Document>, u64),
    told: Telling,
) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    cancel_reloads(&mut editor.jobs, id);
    scenarios::keep_of_example(editor, id, &file.path);
    explore::before_save(editor, id);
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    let before = document.path().map(Path::to_owned);
    let mut accompanying = AccompanyingFiles::default();
    let path = file.path.clone();
    // Another file has no scenarios with the old names.
    let is_same_file = before.as_ref() == Some(&path);
    let renames = document.history().renames_until(state);
    let renames = renames.iter().filter(|_| is_same_file).cloned();
    let renames: Vec<Rename> = renames.collect();
    document.saved_to(file, written.clone(), state);
    if document.is_dirty() {
        editor.services.copies.mark_durable(id);
    } else {
        editor.services.copies.remove_copy(id);
    }
    on_purpose::panic_at("after saving");
    let Some((document, _)) = editor.workspace.get_mut(index) else {
        return;
    };
    if before.as_ref() != Some(&path) {
        if let Some(before) = before {
            editor.services.watcher.unwatch(&before);
        } else {
            // From now on the document is watched where it is saved.
            if let Some(origin) = &document.origin {
                editor.services.watcher.unwatch(&origin.file.path);
            }
            libraries::write_bundled(document, &path);
            accompanying = import::write_accompanying_files(&editor.workspace, index, &path);
        }
        editor.services.watcher.watch(&path);
    }
    editor.shell.settings.remember(&absolute(&path));
    if !renames.is_empty() {
        let tree = (&*absolute(&path), &**written);
        let (shell, services) = (&mut editor.shell, &mut editor.services);
        let renamed = scenarios::rename_in_files(shell, services, tree, &renames);
        accompanying.written.extend(renamed);
    }
    explore::after_save(editor, id, (&renames, is_same_file), &mut accompanying);
    if told == Telling::Each || accompanying != AccompanyingFiles::default() {
        report_saved(&mut editor.shell, &path, &accompanying);
    }
    export::on_document_saved(editor, index);
}

/// Reports what was saved, and which accompanying files were not written because other files exist.
fn report_saved(shell: &mut Shell, path: &Path, accompanying: &AccompanyingFiles) {
    let (path, beside) = (
        path.display().to_string(),
        shell.texts.list(&accompanying.written),
    );
    let (path, beside) = (("path", &*path), ("beside", &*beside));
    let text = if accompanying.written.is_empty() {
        shell.texts.tr_with("notice.saved", &[path])
    } else {
        shell.texts.tr_with("notice.saved_with", &[path, beside])
    };
    shell.notify(NoticeKind::Done, text);
    if !accompanying.in_the_way.is_empty() {
        let names = shell.texts.list(&accompanying.in_the_way);
        shell.notify_key(
            NoticeKind::Refused,
            "notice.saved_without",
            &[path, ("names", &names)],
        );
    }
}

/// Reports why a document was not saved to this path, and whether a file exists there.
pub fn report_not_saved(shell: &mut Shell, path: &Path, reason: &str) {
    report_failure(shell, key_of_unchanged(path), reason);
}

fn key_of_unchanged(path: &Path) -> &'static str {
    match UnchangedTarget::of(path) {
        UnchangedTarget::File => "notice.not_saved",
        UnchangedTarget::Nothing => "notice.not_saved_nothing",
    }
}

fn report_failure(shell: &mut Shell, key: &str, reason: &str) {
    shell.notify_key(NoticeKind::Failed, key, &[("reason", reason)]);
}
