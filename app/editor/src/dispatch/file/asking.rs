//! Questions about files and what follows from their answers.

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_core::format::native;
use treewright_session::host::files;
use treewright_session::host::files::{Expected, Fingerprint, Linked, SaveError};
use treewright_session::notice::NoticeKind;
use treewright_session::workspace::open_document::DocumentId;

use super::closing::{close_now, go_on_after_saving, quit_without};
use super::exporting::export_to;
use super::on_disk::{keeps_what_is_here, load_theirs};
use super::opening::cannot_open;
use super::reading::{self, open_path, open_without_tree, try_to_open};
use super::recovering;
use super::saving::{self, Attempt, not_saved, save_linked, save_to};
use crate::action::Answer;
use crate::action::NamedBy;
use crate::app::{EditorApp, Pending};
use crate::dialogs::PathQuestion;
use crate::dispatch::{export, libraries, pictures, recordings, versions};
use crate::panels::path_box::Trouble;
use crate::panels::questions::Question;

/// Asks which file to open.
pub fn ask_what_to_open(app: &mut EditorApp, ctx: &Context) {
    let question = PathQuestion::Open {
        title: app.texts.tr("question.open.title").into_owned(),
        folder: folder(app),
    };
    ask(app, ctx, question, Pending::Open);
}

/// Asks where to save a document.
pub fn ask_where_to_save(app: &mut EditorApp, ctx: &Context, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    let question = PathQuestion::Save {
        title: app.texts.tr("question.save.title").into_owned(),
        folder: folder(app),
        name: app.workspace.documents()[index].file_name(&app.texts),
    };
    ask(app, ctx, question, Pending::SaveAs(id));
}

/// Asks which task library a document is to use as well.
pub fn ask_for_library(app: &mut EditorApp, ctx: &Context, pending: Pending) {
    let question = PathQuestion::Open {
        title: app.texts.tr("question.library.title").into_owned(),
        folder: folder(app),
    };
    ask(app, ctx, question, pending);
}

/// Asks for a path; the answer comes in a later frame.
pub(crate) fn ask(app: &mut EditorApp, ctx: &Context, question: PathQuestion, pending: Pending) {
    let waker = ctx.clone();
    app.dialog = Some(pending);
    let wake = Box::new(move || waker.request_repaint());
    app.host.dialogs.ask(question, wake);
}

/// Where dialogs start: beside the document in front, else beside the last file, else among the user's documents.
pub fn folder(app: &EditorApp) -> Option<PathBuf> {
    let front = app.workspace.front().known_as();
    let last = app.settings.recent.first().map(PathBuf::as_path);
    let parent = front.or(last).and_then(Path::parent);
    match parent {
        Some(parent) => std::path::absolute(parent).ok(),
        None => app.host.documents.clone(),
    }
}

/// Who let the user choose a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenIn {
    /// A dialog of the system, which asks before it gives the path of a file that is there.
    SystemDialog,
    /// The window's own box, which asks nothing.
    PathBox,
}

/// What the user agreed to when giving a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreed {
    /// Nothing beyond it.
    Nothing,
    /// To replace the file that is there.
    ToReplace,
    /// To make its folder.
    ToMakeFolder,
}

/// A path was chosen.
///
/// # Errors
/// Why it was not taken. Nobody was told of it yet.
pub fn path_chosen(
    app: &mut EditorApp,
    ctx: &Context,
    pending: &Pending,
    path: &Path,
    chosen_in: ChosenIn,
) -> Result<(), Trouble> {
    let whole = match pending {
        Pending::SaveAs(_) => with_extension(app, pending, path),
        Pending::Picture(to_save) => pictures::with_ending(to_save, path),
        _ => path.to_owned(),
    };
    // Only the name that the dialog has seen was asked about, and only if there is a file: a link may lead nowhere.
    let is_seen = whole == *path && files::stamp(path).is_some();
    let confirmed = chosen_in == ChosenIn::SystemDialog && is_seen;
    let agreed = if confirmed {
        Agreed::ToReplace
    } else {
        Agreed::Nothing
    };
    take_path(app, ctx, pending, &whole, agreed)
}

/// Asks with which recording to compare the run in front.
pub fn ask_what_to_compare_with(app: &mut EditorApp, ctx: &Context) {
    let question = PathQuestion::Open {
        title: app.texts.tr("question.compare.title").into_owned(),
        folder: folder(app),
    };
    let id = app.workspace.front().id();
    ask(app, ctx, question, Pending::Compare(id));
}

/// Asks with which file to compare the document in front.
pub fn ask_what_to_compare_versions_with(app: &mut EditorApp, ctx: &Context) {
    let question = PathQuestion::Open {
        title: app.texts.tr("question.compare_version.title").into_owned(),
        folder: folder(app),
    };
    ask(app, ctx, question, Pending::CompareVersion);
}

fn take_path(
    app: &mut EditorApp,
    ctx: &Context,
    pending: &Pending,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
    if files::is_folder(path) {
        let path = path.display().to_string();
        let text = app.texts.tr_with("path_box.a_folder", &[("path", &path)]);
        return Err(Trouble::Said(text));
    }
    match pending {
        Pending::SaveAs(id) => save_as(app, ctx, *id, path, agreed),
        Pending::AddLibrary(id) => libraries::add(app, ctx, *id, path).map_err(Trouble::Said),
        Pending::Compare(id) => {
            recordings::comparing::compare(app, ctx, *id, path).map_err(Trouble::Said)
        }
        Pending::CompareVersion => reading::compare(app, ctx, path).map_err(Trouble::Said),
        Pending::Export(export) => export_to(app, ctx, export, path, agreed),
        Pending::Picture(to_save) => pictures::save_to(app, ctx, to_save, path, agreed),
        Pending::ExportTarget => {
            if let Some(window) = &mut app.views.export {
                window.propose(path, NamedBy::User);
            }
            Ok(())
        }
        _ => try_to_open(app, ctx, path).map_err(Trouble::Said),
    }
}

/// Says why a path was not taken that a dialog of the system gave, or asks what stands in the way.
pub fn say_trouble(
    app: &mut EditorApp,
    ctx: &Context,
    pending: &Pending,
    path: &Path,
    trouble: Trouble,
) {
    let reason = match (pending, trouble) {
        // What was to be done after saving waits for the answer.
        (Pending::SaveAs(id), Trouble::Exists(path)) => {
            let question = Question::Replace(path.display().to_string());
            app.question = Some((question, Pending::Replace(*id, path)));
            return;
        }
        (_, Trouble::Said(reason)) => reason,
        (_, Trouble::Exists(_)) => app.texts.save_error(&SaveError::Exists),
        (_, Trouble::NoFolder { folder, .. }) => app.texts.save_error(&SaveError::NoFolder(folder)),
    };
    match pending {
        Pending::SaveAs(_) => {
            app.after_saving = None;
            not_saved(app, ctx, path, &reason);
        }
        Pending::AddLibrary(_) => libraries::say_not_added(app, ctx, &reason),
        Pending::Export(_) | Pending::Picture(_) => {
            let path = path.display().to_string();
            let arguments = [("path", &*path), ("reason", &*reason)];
            let text = app.texts.tr_with("notice.not_written", &arguments);
            app.say(ctx, NoticeKind::Failed, text);
        }
        _ => cannot_open(app, ctx, path, &reason),
    }
}

/// Saves a document to a path that the user chose, unless that would cost a file that nobody was asked about.
fn save_as(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    agreed: Agreed,
) -> Result<(), Trouble> {
    let Some(index) = app.workspace.index_of(id) else {
        app.after_saving = None;
        return Ok(());
    };
    saving::finish(app, ctx, id);
    let expected = match app.workspace.index_of_path(path) {
        Some(other) if other != index => {
            let path = path.display().to_string();
            let text = app
                .texts
                .tr_with("notice.open_elsewhere", &[("path", &path)]);
            return Err(Trouble::Said(text));
        }
        // Its own file: as every save.
        Some(_) => match &app.workspace.documents()[index].file {
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
        return Err(Trouble::Said(app.texts.io_error(&error)));
    }
    match save_to(app, ctx, id, path, expected) {
        Attempt::Saved => {
            go_on_after_saving(app, ctx);
            Ok(())
        }
        Attempt::WouldReplace => Err(Trouble::Exists(path.to_owned())),
        Attempt::NoFolder(folder) => Err(Trouble::NoFolder {
            file: path.to_owned(),
            folder,
        }),
        Attempt::Asked => {
            app.after_saving = None;
            Ok(())
        }
        Attempt::Failed(reason) => Err(Trouble::Said(reason)),
        attempt @ (Attempt::Unclear(_) | Attempt::Unsure(_)) => {
            app.after_saving = None;
            attempt.tell(app, ctx, path);
            Ok(())
        }
    }
}

/// A name that does not say that it is JSON gets our ending; the name of the document's own file stays.
fn with_extension(app: &EditorApp, pending: &Pending, path: &Path) -> PathBuf {
    let is_own = match pending {
        Pending::SaveAs(id) => app.workspace.index_of(*id) == app.workspace.index_of_path(path),
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

/// Acts upon the answer to the question in front.
///
/// # Errors
/// Why a path was not taken; the question stays then.
pub fn answered(
    app: &mut EditorApp,
    ctx: &Context,
    pending: Pending,
    answer: Answer,
) -> Result<(), Trouble> {
    match (pending, answer) {
        (Pending::Recover, Answer::RestoreAll) => recovering::restore_all(app, ctx),
        (Pending::Recover, Answer::Copy(wish, copy)) => {
            recovering::answered(app, ctx, wish, &copy);
        }
        (Pending::ChangedOnDisk(id), Answer::LoadTheirs) => {
            if let Some(index) = app.workspace.index_of(id) {
                load_theirs(app, ctx, index);
            }
        }
        (Pending::ChangedOnDisk(id), Answer::Merge) => versions::merge_with_disk(app, ctx, id),
        (Pending::ChangedOnDisk(id), Answer::ShowDifferences) => {
            if let Some(index) = app.workspace.index_of(id) {
                versions::reading::forget_merge(app, id);
                app.workspace.bring_to_front(index);
                if let Some((document, _)) = app.workspace.get_mut(index) {
                    document.changed_on_disk = None;
                    document.undecided_on_disk = true;
                }
                versions::compare_with_disk(app, ctx, true);
            }
        }
        (Pending::ChangedOnDisk(id), Answer::KeepMine) => keep_mine(app, id),
        (Pending::ChangedOnDisk(id), _) => decide_later(app, ctx, id),
        (
            pending @ (Pending::Open
            | Pending::SaveAs(_)
            | Pending::AddLibrary(_)
            | Pending::Compare(_)
            | Pending::CompareVersion
            | Pending::Export(_)
            | Pending::Picture(_)),
            Answer::Path(path),
        ) => return path_chosen(app, ctx, &pending, &path, ChosenIn::PathBox),
        (
            pending @ (Pending::SaveAs(_) | Pending::Export(_) | Pending::Picture(_)),
            Answer::ReplaceFile(path),
        ) => {
            return take_path(app, ctx, &pending, &path, Agreed::ToReplace);
        }
        (
            pending @ (Pending::SaveAs(_) | Pending::Export(_) | Pending::Picture(_)),
            Answer::MakeFolderFor(path),
        ) => {
            return take_path(app, ctx, &pending, &path, Agreed::ToMakeFolder);
        }
        (Pending::Replace(id, path), Answer::Replace) => {
            if let Err(trouble) = save_as(app, ctx, id, &path, Agreed::ToReplace) {
                say_trouble(app, ctx, &Pending::SaveAs(id), &path, trouble);
            }
        }
        (Pending::NoTree(_), Answer::OpenTree(path)) => open_path(app, ctx, &path),
        (Pending::NoTree(path), Answer::NewTree) => {
            if let Err(reason) = open_without_tree(app, ctx, &path) {
                cannot_open(app, ctx, &path, &reason);
            }
        }
        (Pending::SeveralNames(id, path, expected), Answer::ChangeAllNames) => {
            save_linked(app, ctx, id, &path, expected, Linked::Through);
        }
        (Pending::SeveralNames(id, path, expected), Answer::LeaveOtherNames) => {
            save_linked(app, ctx, id, &path, expected, Linked::Leave);
        }
        (Pending::ProjectExports(id, folder), answer) => {
            export::consent::answered(app, ctx, (id, folder), answer == Answer::Allow);
        }
        (Pending::ReplaceExport(id, wanted), Answer::Replace) => {
            export::replace(app, ctx, id, wanted);
        }
        (pending @ (Pending::Close(_) | Pending::Quit(_)), Answer::Save) => {
            app.after_saving = Some(pending);
            go_on_after_saving(app, ctx);
        }
        (Pending::Close(ids), Answer::Discard) => {
            for id in ids {
                close_now(app, ctx, id);
            }
        }
        (Pending::Quit(ids), Answer::Discard) => quit_without(app, ctx, &ids),
        // Copies of unsaved work that nobody decided about are offered again at the next start.
        _ => app.after_saving = None,
    }
    Ok(())
}

/// Nothing is done with either version; saving finds the other one, and asks again.
fn decide_later(app: &mut EditorApp, ctx: &Context, id: DocumentId) {
    app.after_saving = None;
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    if let Some((document, _)) = app.workspace.get_mut(index) {
        document.changed_on_disk = None;
        document.undecided_on_disk = true;
        let text = app.texts.tr("question.changed.later").into_owned();
        app.say(ctx, NoticeKind::Refused, text);
    }
}

pub fn keep_mine(app: &mut EditorApp, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    keeps_what_is_here(app, id);
    if let Some((document, _)) = app.workspace.get_mut(index) {
        let found = document.known_as().and_then(|path| files::read(path).ok());
        let read = found.as_ref().and_then(|bytes| native::read(bytes).ok());
        if let Some(read) = read {
            // What is in the file by then is known, and not wanted.
            document.knows_on_disk(read.document);
        }
        let fingerprint = found.map(|bytes| Fingerprint::of(&bytes));
        let known = document.base().map(|file| file.fingerprint);
        if let Some(fingerprint) = fingerprint.or(known) {
            document.keep_mine(fingerprint);
        }
    }
}
