//! Questions about files, and the effects of their answers.

use std::path::{Path, PathBuf};

use treewright_core::format::native;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint, Linked, SaveError};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::Workspace;
use treewright_session::workspace::open_document::DocumentId;

use super::closing::{close_now, go_on_after_saving, quit_without};
use super::exporting::export_to;
use super::on_disk::{keeps_what_is_here, load_theirs};
use super::opening::cannot_open;
use super::reading::{self, open_path, open_without_tree, try_to_open};
use super::recovering;
use super::saving::{self, Attempt, not_saved, save_linked, save_to};
use crate::action::{Answer, NamedBy};
use crate::dialogs::{PathAnswer, PathQuestion};
use crate::dispatch::{export, libraries, pictures, recordings, versions};
use crate::editor::Editor;
use crate::panels::path_box::{PathBox, Trouble};
use crate::panels::questions::Question;
use crate::services::Services;
use crate::shell::{Pending, Shell};
use crate::work_list::WorkList;

pub fn ask_what_to_open(editor: &mut Editor) {
    let question = PathQuestion::Open {
        title: editor.shell.texts.tr("question.open.title").into_owned(),
        folder: folder(editor),
    };
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        Pending::Open,
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
        Pending::SaveAs(id),
    );
}

/// Asks for a task library to add to a document.
pub fn ask_for_library(editor: &mut Editor, pending: Pending) {
    let question = PathQuestion::Open {
        title: editor.shell.texts.tr("question.library.title").into_owned(),
        folder: folder(editor),
    };
    ask(&mut editor.shell, &mut editor.services, question, pending);
}

/// Asks for a path; the answer arrives in a later frame.
pub(crate) fn ask(
    shell: &mut Shell,
    services: &mut Services,
    question: PathQuestion,
    pending: Pending,
) {
    shell.dialog = Some(pending);
    let wake = Box::new(shell.waker());
    services.dialogs.ask(question, wake);
}

/// Handles the answer of the open system dialog.
pub fn dialog_answered(editor: &mut Editor) {
    let Some(answer) = editor.services.dialogs.answer() else {
        return;
    };
    let Some(pending) = editor.shell.dialog.take() else {
        return;
    };
    match answer {
        PathAnswer::Cancelled => editor.shell.after_saving = None,
        PathAnswer::Paths(paths) => {
            for path in paths {
                let chosen_in = ChosenIn::SystemDialog;
                let taken = path_chosen(editor, &pending, &path, chosen_in);
                if let Err(trouble) = taken {
                    say_trouble(&mut editor.shell, &pending, &path, trouble);
                }
            }
        }
        PathAnswer::Unavailable => ask_for_path(editor, pending),
    }
}

/// Asks for a path in the window, where the system has no dialogs.
fn ask_for_path(editor: &mut Editor, pending: Pending) {
    let folder = folder(editor);
    let question = match &pending {
        Pending::SaveAs(id) => {
            let index = editor.workspace.index_of(*id);
            let document = index.map(|index| &editor.workspace.documents()[index]);
            let name = document.map(|document| document.file_name(&editor.shell.texts));
            Question::PathToSave(PathBox::proposing(folder, &name.unwrap_or_default()))
        }
        Pending::Export(export) => Question::PathToExport(PathBox::proposing(folder, &export.name)),
        Pending::Picture(to_save) => {
            Question::PathToPicture(PathBox::proposing(folder, &to_save.name))
        }
        // The export window has a field for the path.
        Pending::ExportTarget => return,
        Pending::AddLibrary(_) => Question::PathToLibrary(PathBox::starting_in(folder)),
        Pending::Compare(_) => Question::PathToCompare(PathBox::starting_in(folder)),
        Pending::CompareVersion => Question::PathToCompareVersion(PathBox::starting_in(folder)),
        _ => Question::PathToOpen(PathBox::starting_in(folder)),
    };
    editor.shell.question = Some((question, pending));
}

/// Answers the open question.
pub fn answer(editor: &mut Editor, answer: Answer) {
    let Some((question, pending)) = editor.shell.question.take() else {
        return;
    };
    if let Err(trouble) = answered(editor, pending.clone(), answer) {
        editor.shell.question = Some((question.with_trouble(trouble), pending));
    }
}

/// The folder where dialogs start: that of the active document, otherwise of the most recent file, otherwise the user's documents folder.
pub fn folder(editor: &Editor) -> Option<PathBuf> {
    let front = editor.workspace.front().known_as();
    let last = editor.shell.settings.recent.first().map(PathBuf::as_path);
    let parent = front.or(last).and_then(Path::parent);
    match parent {
        Some(parent) => std::path::absolute(parent).ok(),
        None => editor.services.folders.documents.clone(),
    }
}

/// Where the user chose a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenIn {
    /// A system dialog, which asks before it returns the path of an existing file.
    SystemDialog,
    /// The window's own path box, which does not ask.
    PathBox,
}

/// What the user agreed to with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreed {
    /// Nothing else.
    Nothing,
    /// To replace the existing file.
    ToReplace,
    /// To create its folder.
    ToMakeFolder,
}

/// Handles a chosen path.
///
/// # Errors
/// Why the path was refused. The user was not notified yet.
pub fn path_chosen(
    editor: &mut Editor,
    pending: &Pending,
    path: &Path,
    chosen_in: ChosenIn,
) -> Result<(), Trouble> {
    let whole = match pending {
        Pending::SaveAs(_) => with_extension(&editor.workspace, pending, path),
        Pending::Picture(to_save) => pictures::with_ending(to_save, path),
        _ => path.to_owned(),
    };
    // The dialog asked about the name without the added extension, and only if the file exists: a link may be dangling.
    let is_seen = whole == *path && files::stamp(path).is_some();
    let confirmed = chosen_in == ChosenIn::SystemDialog && is_seen;
    let agreed = if confirmed {
        Agreed::ToReplace
    } else {
        Agreed::Nothing
    };
    take_path(editor, pending, &whole, agreed)
}

/// Asks for a recording to compare the active run with.
pub fn ask_what_to_compare_with(editor: &mut Editor) {
    let question = PathQuestion::Open {
        title: editor.shell.texts.tr("question.compare.title").into_owned(),
        folder: folder(editor),
    };
    let id = editor.workspace.front().id();
    ask(
        &mut editor.shell,
        &mut editor.services,
        question,
        Pending::Compare(id),
    );
}

/// Asks for a file to compare the active document with.
pub fn ask_what_to_compare_versions_with(editor: &mut Editor) {
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
        Pending::CompareVersion,
    );
}

fn take_path(
    editor: &mut Editor,
    pending: &Pending,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
    if files::is_folder(path) {
        let path = path.display().to_string();
        let text = editor
            .shell
            .texts
            .tr_with("path_box.a_folder", &[("path", &path)]);
        return Err(Trouble::Said(text));
    }
    match pending {
        Pending::SaveAs(id) => save_as(editor, *id, path, agreed),
        Pending::AddLibrary(id) => libraries::add(editor, *id, path).map_err(Trouble::Said),
        Pending::Compare(id) => {
            recordings::comparing::compare(editor, *id, path).map_err(Trouble::Said)
        }
        Pending::CompareVersion => reading::compare(editor, path).map_err(Trouble::Said),
        Pending::Export(export) => export_to(
            &mut editor.workspace,
            &mut editor.shell,
            export,
            path,
            agreed,
        ),
        Pending::Picture(to_save) => pictures::save_to(editor, to_save, path, agreed),
        Pending::ExportTarget => {
            if let Some(window) = &mut editor.shell.views.export {
                window.propose(path, NamedBy::User);
            }
            Ok(())
        }
        _ => try_to_open(editor, path).map_err(Trouble::Said),
    }
}

/// Reports why a path from a system dialog was refused, or asks how to resolve it.
pub fn say_trouble(shell: &mut Shell, pending: &Pending, path: &Path, trouble: Trouble) {
    let reason = match (pending, trouble) {
        // The close or quit after saving waits for the answer.
        (Pending::SaveAs(id), Trouble::Exists(path)) => {
            let question = Question::Replace(path.display().to_string());
            shell.question = Some((question, Pending::Replace(*id, path)));
            return;
        }
        (_, Trouble::Said(reason)) => reason,
        (_, Trouble::Exists(_)) => shell.texts.save_error(&SaveError::Exists),
        (_, Trouble::NoFolder { folder, .. }) => {
            shell.texts.save_error(&SaveError::NoFolder(folder))
        }
    };
    match pending {
        Pending::SaveAs(_) => {
            shell.after_saving = None;
            not_saved(shell, path, &reason);
        }
        Pending::AddLibrary(_) => libraries::say_not_added(shell, &reason),
        Pending::Export(_) | Pending::Picture(_) => {
            let path = path.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            shell.say_key(NoticeKind::Failed, "notice.not_written", &arguments);
        }
        _ => cannot_open(shell, path, &reason),
    }
}

/// Saves a document to a path that the user chose, unless that would replace a file without consent.
fn save_as(
    editor: &mut Editor,
    id: DocumentId,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
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
            return Err(Trouble::Said(text));
        }
        // Its own file: like any save.
        Some(_) => match &editor.workspace.documents()[index].file {
            Some(file) => Expected::Version(file.fingerprint),
            None => Expected::Nothing,
        },
        None if agreed == Agreed::ToReplace => Expected::Anything,
        None => Expected::Nothing,
    };
    if agreed == Agreed::ToMakeFolder
        && let Some(folder) = path.parent()
        && let Err(error) = files::make_folder(folder)
    {
        return Err(Trouble::Said(editor.shell.texts.io_error(&error)));
    }
    match save_to(editor, id, path, expected) {
        Attempt::Saved => {
            go_on_after_saving(editor);
            Ok(())
        }
        Attempt::WouldReplace => Err(Trouble::Exists(path.to_owned())),
        Attempt::NoFolder(folder) => Err(Trouble::NoFolder {
            file: path.to_owned(),
            folder,
        }),
        Attempt::Asked => {
            editor.shell.after_saving = None;
            Ok(())
        }
        Attempt::Failed(reason) => Err(Trouble::Said(reason)),
        attempt @ (Attempt::Unclear(_) | Attempt::Unsure(_)) => {
            editor.shell.after_saving = None;
            attempt.tell(editor, path);
            Ok(())
        }
    }
}

/// Adds our extension to a name that does not end in `.json`; the name of the document's own file stays.
fn with_extension(workspace: &Workspace, pending: &Pending, path: &Path) -> PathBuf {
    let is_own = match pending {
        Pending::SaveAs(id) => workspace.index_of(*id) == workspace.index_of_path(path),
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
pub fn answered(editor: &mut Editor, pending: Pending, answer: Answer) -> Result<(), Trouble> {
    match (pending, answer) {
        (Pending::Recover, Answer::RestoreAll) => recovering::restore_all(editor),
        (Pending::Recover, Answer::Copy(wish, copy)) => {
            recovering::answered(editor, wish, &copy);
        }
        (Pending::ChangedOnDisk(id), Answer::LoadTheirs) => {
            if let Some(index) = editor.workspace.index_of(id) {
                load_theirs(editor, index);
            }
        }
        (Pending::ChangedOnDisk(id), Answer::Merge) => versions::merge_with_disk(editor, id),
        (Pending::ChangedOnDisk(id), Answer::ShowDifferences) => {
            if let Some(index) = editor.workspace.index_of(id) {
                versions::reading::forget_merge(&mut editor.work, id);
                editor.workspace.bring_to_front(index);
                if let Some((document, _)) = editor.workspace.get_mut(index) {
                    document.changed_on_disk = None;
                    document.undecided_on_disk = true;
                }
                versions::compare_with_disk(editor, true);
            }
        }
        (Pending::ChangedOnDisk(id), Answer::KeepMine) => {
            keep_mine(&mut editor.workspace, &mut editor.work, id);
        }
        (Pending::ChangedOnDisk(id), _) => {
            decide_later(&mut editor.workspace, &mut editor.shell, id);
        }
        (
            pending @ (Pending::Open
            | Pending::SaveAs(_)
            | Pending::AddLibrary(_)
            | Pending::Compare(_)
            | Pending::CompareVersion
            | Pending::Export(_)
            | Pending::Picture(_)),
            Answer::Path(path),
        ) => return path_chosen(editor, &pending, &path, ChosenIn::PathBox),
        (
            pending @ (Pending::SaveAs(_) | Pending::Export(_) | Pending::Picture(_)),
            Answer::ReplaceFile(path),
        ) => {
            return take_path(editor, &pending, &path, Agreed::ToReplace);
        }
        (
            pending @ (Pending::SaveAs(_) | Pending::Export(_) | Pending::Picture(_)),
            Answer::MakeFolderFor(path),
        ) => {
            return take_path(editor, &pending, &path, Agreed::ToMakeFolder);
        }
        (Pending::Replace(id, path), Answer::Replace) => {
            if let Err(trouble) = save_as(editor, id, &path, Agreed::ToReplace) {
                say_trouble(&mut editor.shell, &Pending::SaveAs(id), &path, trouble);
            }
        }
        (Pending::NoTree(_), Answer::OpenTree(path)) => open_path(editor, &path),
        (Pending::NoTree(path), Answer::NewTree) => {
            if let Err(reason) = open_without_tree(editor, &path) {
                cannot_open(&mut editor.shell, &path, &reason);
            }
        }
        (Pending::SeveralNames(id, path, expected), Answer::ChangeAllNames) => {
            save_linked(editor, id, &path, expected, Linked::Through);
        }
        (Pending::SeveralNames(id, path, expected), Answer::LeaveOtherNames) => {
            save_linked(editor, id, &path, expected, Linked::Leave);
        }
        (Pending::ProjectExports(id, folder), answer) => {
            export::consent::answered(editor, (id, folder), answer == Answer::Allow);
        }
        (Pending::ReplaceExport(id, wanted), Answer::Replace) => {
            export::replace(editor, id, wanted);
        }
        (pending @ (Pending::Close(_) | Pending::Quit(_)), Answer::Save) => {
            editor.shell.after_saving = Some(pending);
            go_on_after_saving(editor);
        }
        (Pending::Close(ids), Answer::Discard) => {
            for id in ids {
                close_now(editor, id);
            }
        }
        (Pending::Quit(ids), Answer::Discard) => quit_without(editor, &ids),
        // Copies of unsaved work that were not decided about are offered again at the next start.
        _ => editor.shell.after_saving = None,
    }
    Ok(())
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
        shell.say_key(NoticeKind::Refused, "question.changed.later", &[]);
    }
}

pub fn keep_mine(workspace: &mut Workspace, work: &mut WorkList<Editor>, id: DocumentId) {
    let Some(index) = workspace.index_of(id) else {
        return;
    };
    keeps_what_is_here(work, id);
    if let Some((document, _)) = workspace.get_mut(index) {
        let found = document.known_as().and_then(|path| files::read(path).ok());
        let read = found.as_ref().and_then(|bytes| native::read(bytes).ok());
        if let Some(read) = read {
            // The contents of the file are known, and not wanted.
            document.knows_on_disk(read.document);
        }
        let fingerprint = found.map(|bytes| Fingerprint::of(&bytes));
        let known = document.base().map(|file| file.fingerprint);
        if let Some(fingerprint) = fingerprint.or(known) {
            document.keep_mine(fingerprint);
        }
    }
}
