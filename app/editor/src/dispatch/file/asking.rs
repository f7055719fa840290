//! Questions about files, and the effects of their answers.

use std::path::{Path, PathBuf};

use treewright_core::format::native;
use treewright_core::project::references;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint, HardLinks, SaveError};
use treewright_session::host::project::Project;
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use super::closing::{
    close_discarding, continue_after_saving, leave_anyway, quit_discarding, save_chosen,
    save_long_run,
};
use super::exporting::export_to;
use super::on_disk::{cancel_reloads, reload_from_disk};
use super::opening::cannot_open;
use super::opening_many;
use super::reading::{self, open_path, open_without_tree, try_to_open};
use super::recovering;
use super::saving::{self, SaveOutcome, report_not_saved, save_linked, save_to};
use crate::action::{Answer, NamedBy};
use crate::dialogs::{PathAnswer, PathQuestion};
use crate::dispatch::edit::follow_in;
use crate::dispatch::{
    explore, export, libraries, live, pictures, project, recordings, removing, versions,
};
use crate::editor::Editor;
use crate::job_registry::JobRegistry;
use crate::panels::path_box::{PathBox, PathProblem};
use crate::panels::questions::Question;
use crate::services::Services;
use crate::shell::{QuestionTopic, Shell};

pub fn ask_for_files_to_open(editor: &mut Editor) {
    let question = PathQuestion::Open {
        title: editor.shell.texts.tr("question.open.title").into_owned(),
        folder: folder(editor),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        QuestionTopic::Open,
    );
}

pub fn ask_where_to_save(editor: &mut Editor, id: DocumentId) {
    let Some(index) = editor.workspace.index_of(id) else {
        return;
    };
    let question = PathQuestion::Save {
        title: editor.shell.texts.tr("question.save.title").into_owned(),
        folder: folder(editor),
        name: editor.workspace.documents()[index].file_name(&editor.shell.texts),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        QuestionTopic::SaveAs(id),
    );
}

/// Asks for a task library to add to a document.
pub fn ask_for_library(editor: &mut Editor, topic: QuestionTopic) {
    let question = PathQuestion::Open {
        title: editor.shell.texts.tr("question.library.title").into_owned(),
        folder: folder(editor),
    };
    ask(&mut editor.shell, &mut editor.services, question, topic);
}

/// Asks for a path; the answer arrives in a later frame.
pub(crate) fn ask(
    shell: &mut Shell,
    services: &mut Services,
    question: PathQuestion,
    topic: QuestionTopic,
) {
    shell.dialog = Some(topic);
    let wake = Box::new(shell.waker());
    services.dialogs.ask(question, wake);
}

/// Handles the answer of the open system dialog.
pub fn on_dialog_answer(editor: &mut Editor) {
    let Some(answer) = editor.services.dialogs.answer() else {
        return;
    };
    let Some(topic) = editor.shell.dialog.take() else {
        return;
    };
    match answer {
        PathAnswer::Cancelled => editor.shell.after_saving = None,
        PathAnswer::Paths(paths) => {
            for path in paths {
                let source = PathSource::SystemDialog;
                let taken = path_chosen(editor, &topic, &path, source);
                if let Err(problem) = taken {
                    report_path_problem(&mut editor.shell, &topic, &path, problem);
                }
            }
        }
        PathAnswer::Unavailable => ask_for_path(editor, topic),
    }
}

/// Asks for a path in the window, where the system has no dialogs.
fn ask_for_path(editor: &mut Editor, topic: QuestionTopic) {
    let folder = folder(editor);
    let question = match &topic {
        QuestionTopic::SaveAs(id) => {
            let index = editor.workspace.index_of(*id);
            let document = index.map(|index| &editor.workspace.documents()[index]);
            let name = document.map(|document| document.file_name(&editor.shell.texts));
            Question::PathToSave(PathBox::proposing(folder, &name.unwrap_or_default()))
        }
        QuestionTopic::Export(export) => {
            Question::PathToExport(PathBox::proposing(folder, &export.name), export.kind.key())
        }
        QuestionTopic::Picture(to_save) => {
            Question::PathToPicture(PathBox::proposing(folder, &to_save.name))
        }
        // The export window has a field for the path.
        QuestionTopic::ExportTarget => return,
        QuestionTopic::AddLibrary(_) => Question::PathToLibrary(PathBox::starting_in(folder)),
        QuestionTopic::NewProject => Question::PathToProject(PathBox::starting_in(
            project::founding::beside_project(editor),
        )),
        QuestionTopic::CoverIn(_) => Question::PathToCover(PathBox::starting_in(folder)),
        QuestionTopic::Compare(_) => Question::PathToCompare(PathBox::starting_in(folder)),
        QuestionTopic::CompareVersion => {
            Question::PathToCompareVersion(PathBox::starting_in(folder))
        }
        _ => Question::PathToOpen(PathBox::starting_in(folder)),
    };
    editor.shell.question = Some((question, topic));
}

/// Answers the open question.
pub fn answer(editor: &mut Editor, answer: Answer) {
    let Some((question, topic)) = editor.shell.question.take() else {
        return;
    };
    if let Err(problem) = apply_answer(editor, topic.clone(), answer) {
        editor.shell.question = Some((question.with_problem(problem), topic));
    }
}

/// The folder where dialogs start: that of the active document, otherwise of the most recent file, otherwise the user's documents folder.
pub fn folder(editor: &Editor) -> Option<PathBuf> {
    let front = editor.workspace.front().file_or_origin();
    let last = editor.shell.settings.recent.first().map(PathBuf::as_path);
    let parent = front.or(last).and_then(Path::parent);
    match parent {
        Some(parent) => std::path::absolute(parent).ok(),
        None => editor.services.folders.documents.clone(),
    }
}

/// Where the user chose a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathSource {
    /// A system dialog, which asks before it returns the path of an existing file.
    SystemDialog,
    /// The window's own path box, which does not ask.
    PathBox,
}

/// What the user agreed to with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathConsent {
    /// Nothing else.
    Nothing,
    /// To replace the existing file.
    Replace,
    /// To create its folder.
    CreateFolder,
}

/// Handles a chosen path.
///
/// # Errors
/// Why the path was refused. The user was not notified yet.
pub fn path_chosen(
    editor: &mut Editor,
    topic: &QuestionTopic,
    path: &Path,
    source: PathSource,
) -> Result<(), PathProblem> {
    let whole = match topic {
        QuestionTopic::SaveAs(_) => with_extension(&editor.workspace, topic, path),
        QuestionTopic::Picture(to_save) => pictures::with_ending(to_save, path),
        _ => path.to_owned(),
    };
    // The dialog asked about the name without the added extension, and only if the file exists: a link may be dangling.
    let is_seen = whole == *path && files::stamp(path).is_some();
    let confirmed = source == PathSource::SystemDialog && is_seen;
    let consent = if confirmed {
        PathConsent::Replace
    } else {
        PathConsent::Nothing
    };
    take_path(editor, topic, &whole, consent)
}

/// Asks for a recording to compare the active run with.
pub fn ask_for_recording(editor: &mut Editor) {
    let question = PathQuestion::Open {
        title: editor.shell.texts.tr("question.compare.title").into_owned(),
        folder: folder(editor),
    };
    let id = editor.workspace.front().id();
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        QuestionTopic::Compare(id),
    );
}

/// Asks for a file to compare the active document with.
pub fn ask_for_version_file(editor: &mut Editor) {
    let question = PathQuestion::Open {
        title: editor
            .shell
            .texts
            .tr("question.compare_version.title")
            .into_owned(),
        folder: folder(editor),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        QuestionTopic::CompareVersion,
    );
}

fn take_path(
    editor: &mut Editor,
    topic: &QuestionTopic,
    path: &Path,
    consent: PathConsent,
) -> Result<(), PathProblem> {
    if *topic == QuestionTopic::NewProject {
        return project::founding::found(editor, path).map_err(PathProblem::Message);
    }
    if let QuestionTopic::CoverIn(id) = topic {
        return explore::cover_in(editor, *id, path).map_err(PathProblem::Message);
    }
    if files::is_folder(path) {
        let path = path.display().to_string();
        let text = editor
            .shell
            .texts
            .tr_with("path_box.a_folder", &[("path", &path)]);
        return Err(PathProblem::Message(text));
    }
    match topic {
        QuestionTopic::SaveAs(id) => save_as(editor, *id, path, consent),
        QuestionTopic::AddLibrary(id) => {
            libraries::add(editor, *id, path).map_err(PathProblem::Message)
        }
        QuestionTopic::Compare(id) => {
            recordings::comparing::compare(editor, *id, path).map_err(PathProblem::Message)
        }
        QuestionTopic::CompareVersion => {
            reading::compare(editor, path).map_err(PathProblem::Message)
        }
        QuestionTopic::Export(export) => export_to(
            &mut editor.workspace,
            &mut editor.shell,
            export,
            path,
            consent,
        ),
        QuestionTopic::Picture(to_save) => pictures::save_to(editor, to_save, path, consent),
        QuestionTopic::ExportTarget => {
            if let Some(window) = &mut editor.shell.views.export {
                window.propose(path, NamedBy::User);
            }
            Ok(())
        }
        _ => try_to_open(editor, path).map_err(PathProblem::Message),
    }
}

/// Reports why a path from a system dialog was refused, or asks how to resolve it.
pub fn report_path_problem(
    shell: &mut Shell,
    topic: &QuestionTopic,
    path: &Path,
    problem: PathProblem,
) {
    let reason = match (topic, problem) {
        // The close or quit after saving waits for the answer.
        (QuestionTopic::SaveAs(id), PathProblem::Exists(path)) => {
            let question = Question::Replace(path.display().to_string());
            shell.question = Some((question, QuestionTopic::Replace(*id, path)));
            return;
        }
        (_, PathProblem::Message(reason)) => reason,
        (_, PathProblem::Exists(_)) => shell.texts.save_error(&SaveError::Exists),
        (_, PathProblem::NoFolder { folder, .. }) => {
            shell.texts.save_error(&SaveError::NoFolder(folder))
        }
    };
    match topic {
        QuestionTopic::SaveAs(_) => {
            shell.after_saving = None;
            report_not_saved(shell, path, &reason);
        }
        QuestionTopic::AddLibrary(_) => libraries::report_not_added(shell, &reason),
        QuestionTopic::Export(_) | QuestionTopic::Picture(_) => {
            let path = path.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            shell.notify_key(NoticeKind::Failed, "notice.not_written", &arguments);
        }
        _ => cannot_open(shell, path, &reason),
    }
}

/// Adapts the references of a document that is about to be saved to another folder of its project. Returns whether there was something to adapt.
fn rebase(editor: &mut Editor, index: usize, to: &Path) -> bool {
    let document = &editor.workspace.documents()[index];
    let Some(from) = document.references_lead_from().filter(|from| *from != to) else {
        return false;
    };
    let projects = (Project::of(from), Project::of(to));
    let (Ok(old), Ok(new)) = projects else {
        return false;
    };
    if old.folder() != new.folder() {
        return false;
    }
    let (from, to) = (old.relative_path(from), new.relative_path(to));
    let Some(command) = refactoring::rebased(document.document(), &from, &to) else {
        return false;
    };
    follow_in(&mut editor.workspace, &mut editor.shell, index, &command);
    true
}

/// The number of files that a document uses and that it cannot use from a folder outside of its project.
fn count_left_behind(editor: &Editor, index: usize, to: &Path) -> usize {
    let document = &editor.workspace.documents()[index];
    let Some(from) = document.references_lead_from().filter(|from| *from != to) else {
        return 0;
    };
    let (Ok(old), Ok(new)) = (Project::of(from), Project::of(to)) else {
        return 0;
    };
    let stays = old.folder() == new.folder() || from.parent() == to.parent();
    let trees = references(document.document()).count();
    let uses = trees + document.document().libraries.len();
    if stays { 0 } else { uses }
}

/// Takes back what [`rebase`] did, because the document was not saved there.
fn take_back(editor: &mut Editor, id: DocumentId) {
    let index = editor.workspace.index_of(id);
    if let Some((document, _)) = index.and_then(|index| editor.workspace.get_mut(index)) {
        document.undo();
    }
}

/// Saves a document to a path that the user chose, unless that would replace a file without consent.
fn save_as(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    consent: PathConsent,
) -> Result<(), PathProblem> {
    let path = &files::from_root(path);
    let Some(index) = editor.workspace.index_of(id) else {
        editor.shell.after_saving = None;
        return Ok(());
    };
    saving::finish(editor, id);
    let expected = match editor.workspace.index_of_path(path) {
        Some(other) if other != index => {
            let path = path.display().to_string();
            let text = editor
                .shell
                .texts
                .tr_with("notice.open_elsewhere", &[("path", &path)]);
            return Err(PathProblem::Message(text));
        }
        // Its own file: like any save.
        Some(_) => match &editor.workspace.documents()[index].file {
            Some(file) => Expected::Version(file.fingerprint),
            None => Expected::Nothing,
        },
        None if consent == PathConsent::Replace => Expected::Anything,
        None => Expected::Nothing,
    };
    if consent == PathConsent::CreateFolder
        && let Some(folder) = path.parent()
        && let Err(error) = files::make_folder(folder)
    {
        return Err(PathProblem::Message(editor.shell.texts.io_error(&error)));
    }
    let is_rebased = rebase(editor, index, path);
    let left_behind = count_left_behind(editor, index, path);
    let from = editor.workspace.documents()[index]
        .references_lead_from()
        .map(Path::to_owned);
    let outcome = save_to(editor, id, path, expected);
    if is_rebased && !matches!(outcome, SaveOutcome::Saved) {
        take_back(editor, id);
    }
    match outcome {
        SaveOutcome::Saved => {
            if is_rebased && let Some(index) = editor.workspace.index_of(id) {
                let document = &mut editor.workspace.documents_mut()[index];
                document.undo_ends_at = Some(document.history().state());
            }
            if let Some(index) = editor.workspace.index_of(id) {
                let from = from.filter(|_| left_behind > 0);
                editor.workspace.documents_mut()[index].references_from = from;
            }
            if left_behind > 0 {
                let text = editor
                    .shell
                    .texts
                    .tr_count("notice.left_project", left_behind);
                editor.shell.notify(NoticeKind::Failed, text);
            }
            continue_after_saving(editor);
            Ok(())
        }
        SaveOutcome::WouldReplace => Err(PathProblem::Exists(path.to_owned())),
        SaveOutcome::NoFolder(folder) => Err(PathProblem::NoFolder {
            file: path.to_owned(),
            folder,
        }),
        SaveOutcome::Asked => {
            editor.shell.after_saving = None;
            Ok(())
        }
        SaveOutcome::Failed(reason) => Err(PathProblem::Message(reason)),
        attempt @ (SaveOutcome::FailedCheckFile(_) | SaveOutcome::Interrupted(_)) => {
            editor.shell.after_saving = None;
            attempt.report(editor, path);
            Ok(())
        }
    }
}

/// Adds our extension to a name that does not end in `.json`; the name of the document's own file stays.
fn with_extension(workspace: &Workspace, topic: &QuestionTopic, path: &Path) -> PathBuf {
    let is_own = match topic {
        QuestionTopic::SaveAs(id) => workspace.index_of(*id) == workspace.index_of_path(path),
        _ => false,
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    if is_own || ending.eq_ignore_ascii_case("json") || name.is_empty() || files::is_folder(path) {
        return path.to_owned();
    }
    let ending = if ending.eq_ignore_ascii_case("bt") {
        ".json"
    } else {
        ".bt.json"
    };
    path.with_file_name(format!("{name}{ending}"))
}

/// Applies the answer to the open question.
///
/// # Errors
/// Why a path was refused; the question stays open then.
pub fn apply_answer(
    editor: &mut Editor,
    topic: QuestionTopic,
    answer: Answer,
) -> Result<(), PathProblem> {
    match (topic, answer) {
        (QuestionTopic::Recover, Answer::RestoreAll) => recovering::restore_all(editor),
        (QuestionTopic::Recover, Answer::Cancel) => {
            let shell = &mut editor.shell;
            shell.notify_key(NoticeKind::Done, "recovery.offered_again", &[]);
        }
        (QuestionTopic::Recover, Answer::Copy(decision, copy)) => {
            recovering::on_decision(editor, decision, &copy);
        }
        (QuestionTopic::ChangedOnDisk(id), answer) => on_change_decided(editor, id, &answer),
        (
            topic @ (QuestionTopic::Open
            | QuestionTopic::SaveAs(_)
            | QuestionTopic::AddLibrary(_)
            | QuestionTopic::NewProject
            | QuestionTopic::CoverIn(_)
            | QuestionTopic::Compare(_)
            | QuestionTopic::CompareVersion
            | QuestionTopic::Export(_)
            | QuestionTopic::Picture(_)),
            Answer::Path(path),
        ) => return path_chosen(editor, &topic, &path, PathSource::PathBox),
        (
            topic @ (QuestionTopic::SaveAs(_)
            | QuestionTopic::Export(_)
            | QuestionTopic::Picture(_)),
            Answer::ReplaceFile(path),
        ) => {
            return take_path(editor, &topic, &path, PathConsent::Replace);
        }
        (
            topic @ (QuestionTopic::SaveAs(_)
            | QuestionTopic::Export(_)
            | QuestionTopic::Picture(_)),
            Answer::MakeFolderFor(path),
        ) => {
            return take_path(editor, &topic, &path, PathConsent::CreateFolder);
        }
        (QuestionTopic::Replace(id, path), Answer::Replace) => {
            if let Err(problem) = save_as(editor, id, &path, PathConsent::Replace) {
                report_path_problem(
                    &mut editor.shell,
                    &QuestionTopic::SaveAs(id),
                    &path,
                    problem,
                );
            }
        }
        (QuestionTopic::NoTree(..), Answer::OpenTree(path)) => open_path(editor, &path),
        (QuestionTopic::NoTree(path, trees), Answer::OpenAll) => {
            opening_many::open_all(editor, path, trees);
        }
        (QuestionTopic::OpenAll(path, trees), Answer::OpenAll) => {
            opening_many::open_now(editor, path, trees);
        }
        (QuestionTopic::NoTree(path, _), Answer::NewTree) => {
            if let Err(reason) = open_without_tree(editor, &path) {
                cannot_open(&mut editor.shell, &path, &reason);
            }
        }
        (QuestionTopic::SeveralNames(id, path, expected), Answer::ChangeAllNames) => {
            save_linked(editor, id, &path, expected, HardLinks::Through);
        }
        (QuestionTopic::SeveralNames(id, path, expected), Answer::LeaveOtherNames) => {
            save_linked(editor, id, &path, expected, HardLinks::Leave);
        }
        (
            topic @ (QuestionTopic::DeleteUsed(_)
            | QuestionTopic::ChangeInFiles { .. }
            | QuestionTopic::RenameInClosed(..)),
            answer,
        ) => {
            project::files::on_answer(editor, topic, &answer);
        }
        (QuestionTopic::RemoveUsed(removal), answer) => {
            removing::on_answer(editor, *removal, &answer);
        }
        (QuestionTopic::ProjectExports(id, folder), answer) => {
            export::consent::on_answer(editor, (id, folder), answer == Answer::Allow);
        }
        (QuestionTopic::BreakpointsOnRobot(source), answer) => {
            live::on_answer(editor, source, answer == Answer::Allow);
        }
        (QuestionTopic::ReplaceExport(id, request), Answer::Replace) => {
            export::replace(editor, id, request);
        }
        (topic @ (QuestionTopic::Close(_) | QuestionTopic::Quit(_)), Answer::Save(chosen)) => {
            save_chosen(editor, topic, chosen);
        }
        (QuestionTopic::Close(ids), Answer::Discard) => close_discarding(editor, ids),
        (QuestionTopic::Lose(leaving), Answer::Discard) => leave_anyway(editor, leaving),
        (QuestionTopic::Lose(leaving), Answer::SaveRun) => save_long_run(editor, &leaving),
        (QuestionTopic::Quit(ids), Answer::Discard) => quit_discarding(editor, &ids),
        // Copies of unsaved work that were not decided about are offered again at the next start.
        _ => editor.shell.after_saving = None,
    }
    Ok(())
}

/// The user has decided about a file that changed on disk.
fn on_change_decided(editor: &mut Editor, id: DocumentId, answer: &Answer) {
    let wants_saving = editor.shell.refused_save.take() == Some(id);
    match answer {
        Answer::LoadTheirs => {
            if let Some(index) = editor.workspace.index_of(id) {
                reload_from_disk(editor, index);
            }
        }
        Answer::Merge => versions::merge_with_disk(editor, id),
        Answer::ShowDifferences => {
            if let Some(index) = editor.workspace.index_of(id) {
                versions::reading::cancel_merge(&mut editor.jobs, id);
                editor.workspace.bring_to_front(index);
                if let Some((document, _)) = editor.workspace.get_mut(index) {
                    document.changed_on_disk = None;
                    document.undecided_on_disk = true;
                }
                versions::compare_with_disk(editor, true);
            }
        }
        Answer::KeepOurs => {
            keep_ours(&mut editor.workspace, &mut editor.jobs, id);
            if wants_saving {
                saving::save(editor, id);
            }
        }
        _ => decide_later(&mut editor.workspace, &mut editor.shell, id),
    }
}

/// Leaves both versions as they are; the next save detects the conflict, and asks again.
fn decide_later(workspace: &mut Workspace, shell: &mut Shell, id: DocumentId) {
    shell.after_saving = None;
    let Some(index) = workspace.index_of(id) else {
        return;
    };
    if let Some((document, _)) = workspace.get_mut(index) {
        document.changed_on_disk = None;
        document.undecided_on_disk = true;
        shell.notify_key(NoticeKind::Refused, "question.changed.later", &[]);
    }
}

pub fn keep_ours(workspace: &mut Workspace, jobs: &mut JobRegistry<Editor>, id: DocumentId) {
    let Some(index) = workspace.index_of(id) else {
        return;
    };
    cancel_reloads(jobs, id);
    if let Some((document, _)) = workspace.get_mut(index) {
        let found = document
            .file_or_origin()
            .and_then(|path| files::read(path).ok());
        let read = found.as_ref().and_then(|bytes| native::read(bytes).ok());
        if let Some(read) = read {
            // The contents of the file are known, and not wanted.
            document.set_on_disk(read.document);
        }
        let fingerprint = found.map(|bytes| Fingerprint::of(&bytes));
        let known = document.base().map(|file| file.fingerprint);
        if let Some(fingerprint) = fingerprint.or(known) {
            document.keep_ours(fingerprint);
        }
    }
}
