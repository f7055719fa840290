//! Questions about files and what follows from their answers.

use std::path::{Path, PathBuf};

use egui::Context;

use super::closing::{close_now, go_on_after_saving, quit_without};
use super::opening::{copies_answered, load_theirs, open_path};
use super::saving::{Attempt, save_to};
use crate::action::Answer;
use crate::app::{EditorApp, Pending};
use crate::dispatch::libraries;
use crate::host::dialogs::PathQuestion;
use crate::host::files::{self, Expected, Fingerprint};
use crate::notice::NoticeKind;
use crate::panels::questions::Question;
use crate::workspace::open_document::DocumentId;

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

fn ask(app: &mut EditorApp, ctx: &Context, question: PathQuestion, pending: Pending) {
    let waker = ctx.clone();
    app.dialog = Some(pending);
    let wake = Box::new(move || waker.request_repaint());
    app.host.dialogs.ask(question, wake);
}

/// Where dialogs start: beside the document in front, else beside the last file.
fn folder(app: &EditorApp) -> Option<PathBuf> {
    let front = app.workspace.front().path();
    let last = app.settings.recent.first().map(PathBuf::as_path);
    let parent = front.or(last)?.parent()?;
    std::path::absolute(parent).ok()
}

/// Who let the user choose a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChosenIn {
    /// A dialog of the system, which asks before it gives the path of a file that is there.
    SystemDialog,
    /// The window's own box, which asks nothing.
    PathBox,
}

/// A path was chosen.
pub fn path_chosen(
    app: &mut EditorApp,
    ctx: &Context,
    pending: &Pending,
    path: &Path,
    chosen_in: ChosenIn,
) {
    match pending {
        Pending::SaveAs(id) => {
            let whole = with_extension(path.to_owned());
            // Only the name that the dialog has seen was asked about.
            let confirmed = chosen_in == ChosenIn::SystemDialog && whole == *path;
            save_as(app, ctx, *id, &whole, confirmed);
        }
        Pending::AddLibrary(id) => libraries::add(app, ctx, *id, path),
        _ => open_path(app, ctx, path),
    }
}

/// Saves a document to a path that the user chose, unless that would cost a file that nobody was asked about.
fn save_as(app: &mut EditorApp, ctx: &Context, id: DocumentId, path: &Path, confirmed: bool) {
    let Some(index) = app.workspace.index_of(id) else {
        app.after_saving = None;
        return;
    };
    let expected = match app.workspace.index_of_path(path) {
        Some(other) if other != index => {
            app.after_saving = None;
            let path = path.display().to_string();
            let text = app
                .texts
                .tr_with("notice.open_elsewhere", &[("path", &path)]);
            app.say(ctx, NoticeKind::Refused, text);
            return;
        }
        // Its own file: as every save.
        Some(_) => match &app.workspace.documents()[index].file {
            Some(file) => Expected::Version(file.fingerprint),
            None => Expected::Nothing,
        },
        None if confirmed => Expected::Anything,
        None => Expected::Nothing,
    };
    match save_to(app, ctx, id, path, expected) {
        Attempt::Saved => go_on_after_saving(app, ctx),
        // What was to be done after saving waits for the answer.
        Attempt::WouldReplace => {
            let question = Question::Replace(path.display().to_string());
            app.question = Some((question, Pending::Replace(id, path.to_owned())));
        }
        Attempt::Failed => app.after_saving = None,
    }
}

/// A name without any extension gets ours.
fn with_extension(path: PathBuf) -> PathBuf {
    if path.extension().is_some() {
        return path;
    }
    let mut name = path.into_os_string();
    name.push(".bt.json");
    PathBuf::from(name)
}

/// Acts upon the answer to the question in front.
pub fn answered(app: &mut EditorApp, ctx: &Context, pending: Pending, answer: Answer) {
    match (pending, answer) {
        (Pending::Recover, Answer::Recover) => copies_answered(app, ctx, true),
        (Pending::Recover, Answer::Forget) => copies_answered(app, ctx, false),
        (Pending::ChangedOnDisk(id), Answer::LoadTheirs) => {
            if let Some(index) = app.workspace.index_of(id) {
                load_theirs(app, ctx, index);
            }
        }
        // Not wanting to decide is keeping what is here.
        (Pending::ChangedOnDisk(id), _) => keep_mine(app, id),
        (
            pending @ (Pending::Open | Pending::SaveAs(_) | Pending::AddLibrary(_)),
            Answer::Path(path),
        ) => {
            path_chosen(app, ctx, &pending, &path, ChosenIn::PathBox);
        }
        (Pending::Replace(id, path), Answer::Replace) => save_as(app, ctx, id, &path, true),
        (pending @ (Pending::Close(_) | Pending::Quit(_)), Answer::Save) => {
            app.after_saving = Some(pending);
            go_on_after_saving(app, ctx);
        }
        (Pending::Close(ids), Answer::Discard) => {
            for id in ids {
                close_now(app, id);
            }
        }
        (Pending::Quit(ids), Answer::Discard) => quit_without(app, ctx, &ids),
        // Copies of unsaved work that nobody decided about are offered again at the next start.
        _ => app.after_saving = None,
    }
}

fn keep_mine(app: &mut EditorApp, id: DocumentId) {
    let Some(index) = app.workspace.index_of(id) else {
        return;
    };
    if let Some((document, _)) = app.workspace.get_mut(index) {
        let found = document.path().and_then(|path| files::read(path).ok());
        let fingerprint = found.map(|bytes| Fingerprint::of(&bytes));
        let known = document.file.as_ref().map(|file| file.fingerprint);
        if let Some(fingerprint) = fingerprint.or(known) {
            document.keep_mine(fingerprint);
        }
    }
}
