//! Writing documents to their files.

use std::path::{Path, PathBuf};

use egui::Context;

use super::asking::ask_where_to_save;
use crate::app::EditorApp;
use crate::dispatch::{export, import, libraries};
use crate::host::files::{self, Expected, SaveError};
use crate::notice::NoticeKind;
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
    /// The file changed on disk, about which the user is asked.
    Asked,
    /// It is not saved, for this reason.
    Failed(String),
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
    let reason = match save_to(app, ctx, id, &file.path, expected) {
        Attempt::Saved => return true,
        Attempt::Asked => return false,
        Attempt::WouldReplace => app.texts.save_error(&SaveError::Exists),
        Attempt::NoFolder(folder) => app.texts.save_error(&SaveError::NoFolder(folder)),
        Attempt::Failed(reason) => reason,
    };
    not_saved(app, ctx, &reason);
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
    let Some(index) = app.workspace.index_of(id) else {
        return Attempt::Saved;
    };
    let text = match app.workspace.documents()[index].write() {
        Ok(text) => text,
        Err(error) => return Attempt::Failed(app.texts.write_error(&error)),
    };
    match files::save(path, text.as_bytes(), expected) {
        Ok(saved) => {
            let file = DocumentFile {
                path: path.to_owned(),
                fingerprint: saved.fingerprint,
            };
            written(app, ctx, index, file);
            if let Some(why) = saved.not_durable {
                let reason = app.texts.io_error(&why);
                let text = app
                    .texts
                    .tr_with("notice.not_durable", &[("reason", &reason)]);
                app.say(ctx, NoticeKind::Refused, text);
            }
            Attempt::Saved
        }
        Err(SaveError::Exists) => Attempt::WouldReplace,
        Err(SaveError::NoFolder(folder)) => Attempt::NoFolder(folder),
        Err(SaveError::Conflict) => {
            app.workspace.bring_to_front(index);
            if let Some((document, _)) = app.workspace.get_mut(index) {
                document.changed_on_disk = true;
            }
            Attempt::Asked
        }
        Err(error) => Attempt::Failed(app.texts.save_error(&error)),
    }
}

fn written(app: &mut EditorApp, ctx: &Context, index: usize, file: DocumentFile) {
    let Some((document, _)) = app.workspace.get_mut(index) else {
        return;
    };
    let before = document.path().map(Path::to_owned);
    let path = file.path.clone();
    document.saved_to(file);
    app.host.recovery.remove(document.id().0);
    if before.as_ref() != Some(&path) {
        if let Some(before) = before {
            app.host.watcher.unwatch(&before);
        } else {
            libraries::ship(&document.document().libraries, &path);
            import::bring_along(app, index, &path);
        }
        app.host.watcher.watch(&path);
    }
    app.settings.remember(&absolute(&path));
    let name = path.display().to_string();
    let text = app.texts.tr_with("notice.saved", &[("path", &name)]);
    app.say(ctx, NoticeKind::Done, text);
    export::saved(app, ctx, index);
}

/// Says why a document was not saved.
pub fn not_saved(app: &mut EditorApp, ctx: &Context, reason: &str) {
    let text = app.texts.tr_with("notice.not_saved", &[("reason", reason)]);
    app.say(ctx, NoticeKind::Failed, text);
}
