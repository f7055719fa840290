//! Writing documents to their files.

use std::path::{Path, PathBuf};

use egui::Context;
use treewright_core::on_purpose;

use super::asking::ask_where_to_save;
use super::on_disk::{self, keeps_what_is_here};
use crate::app::{EditorApp, Pending};
use crate::dispatch::import::{self, Brought};
use crate::dispatch::{export, libraries};
use crate::host::files::{self, Expected, Linked, SaveError, Saved};
use crate::host::panics::caught;
use crate::notice::NoticeKind;
use crate::panels::questions::Question;
use crate::workspace::absolute;
use crate::workspace::open_document::{DocumentFile, DocumentId};

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
}

impl Attempt {
    /// Says why it is not saved, where nothing is asked.
    fn tell(self, app: &mut EditorApp, ctx: &Context) {
        let reason = match self {
            Self::Saved | Self::Asked => return,
            Self::WouldReplace => app.texts.save_error(&SaveError::Exists),
            Self::NoFolder(folder) => app.texts.save_error(&SaveError::NoFolder(folder)),
            Self::Failed(reason) => reason,
            Self::Unclear(reason) => return not_saved_and_unclear(app, ctx, &reason),
        };
        not_saved(app, ctx, &reason);
    }
}

/// Saves the document in front, where it was read or where the user says.
pub fn save_front(app: &mut EditorApp, ctx: &Context) {
    let id = app.workspace.front().id();
    save(app, ctx, id);
}

/// Saves a document to its file; asks where if it has none. False if it is not saved yet.
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
    attempt.tell(app, ctx);
    false
}

/// Saves a document to this path.
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
    try_to_save(app, ctx, id, path, expected, linked).tell(app, ctx);
}

fn try_to_save(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) -> Attempt {
    let written = caught(|| write(app, ctx, id, path, expected, linked));
    let saved = match written {
        Ok(Ok(saved)) => saved,
        Ok(Err(attempt)) => return attempt,
        Err(said) => return Attempt::Failed(app.texts.mistake(&said)),
    };
    // The file holds it now, whatever becomes of what follows.
    let file = DocumentFile {
        path: path.to_owned(),
        fingerprint: saved.fingerprint,
    };
    let followed = caught(|| {
        written_to(app, ctx, id, file);
    });
    if saved.not_durable.is_some() {
        app.keep_copy_of_saved(id);
    }
    if let Err(said) = followed {
        let (path, reason) = (path.display().to_string(), app.texts.mistake(&said));
        let arguments = [("path", &*path), ("reason", &*reason)];
        let text = app.texts.tr_with("jobs.saved_only", &arguments);
        app.say(ctx, NoticeKind::Failed, text);
    }
    Attempt::Saved
}

/// Writes the file; where it is not written, what came of it.
fn write(
    app: &mut EditorApp,
    ctx: &Context,
    id: DocumentId,
    path: &Path,
    expected: Expected,
    linked: Linked,
) -> Result<Saved, Attempt> {
    let Some(index) = app.workspace.index_of(id) else {
        return Err(Attempt::Saved);
    };
    on_purpose::panic_at("save");
    let text = match app.workspace.documents()[index].write() {
        Ok(text) => text,
        Err(error) => return Err(Attempt::Failed(app.texts.write_error(&error))),
    };
    if let Err(error) = app.host.backups.keep(path) {
        let reason = app.texts.save_error(&error);
        let text = app
            .texts
            .tr_with("notice.no_backup", &[("reason", &reason)]);
        app.say(ctx, NoticeKind::Refused, text);
    }
    let error = match files::save_linked(path, text.as_bytes(), expected, linked) {
        Ok(saved) => return Ok(saved),
        Err(error) => error,
    };
    Err(match error {
        SaveError::Exists => Attempt::WouldReplace,
        SaveError::NoFolder(folder) => Attempt::NoFolder(folder),
        SaveError::SeveralNames(count) => {
            let question = Question::SeveralNames(path.display().to_string(), count);
            let pending = Pending::SeveralNames(id, path.to_owned(), expected);
            app.question = Some((question, pending));
            Attempt::Asked
        }
        SaveError::Conflict => {
            app.workspace.bring_to_front(index);
            on_disk::ask(app, ctx, app.workspace.front_index());
            Attempt::Asked
        }
        error if error.leaves_doubt() => Attempt::Unclear(app.texts.save_error(&error)),
        error => Attempt::Failed(app.texts.save_error(&error)),
    })
}

/// What follows a save.
fn written_to(app: &mut EditorApp, ctx: &Context, id: DocumentId, file: DocumentFile) {
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
    document.saved_to(file);
    app.forget_copy(id);
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

/// Says why a document was not saved.
pub fn not_saved(app: &mut EditorApp, ctx: &Context, reason: &str) {
    let text = app.texts.tr_with("notice.not_saved", &[("reason", reason)]);
    app.say(ctx, NoticeKind::Failed, text);
}

/// The same where the file may not be what it was.
pub fn not_saved_and_unclear(app: &mut EditorApp, ctx: &Context, reason: &str) {
    let arguments = [("reason", reason)];
    let text = app.texts.tr_with("notice.not_saved_look", &arguments);
    app.say(ctx, NoticeKind::Failed, text);
}
