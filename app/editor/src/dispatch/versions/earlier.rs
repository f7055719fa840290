//! The versions that saves of the document in front replaced: listing them, holding one beside it, and taking one back.

use std::path::Path;

use egui::Context;
use treewright_session::notice::NoticeKind;

use super::reading::{self, Aim};
use crate::app::EditorApp;
use crate::panels::earlier_versions::{EarlierVersion, EarlierVersions};

/// Shows which there are.
pub fn list(app: &mut EditorApp, ctx: &Context) {
    let document = app.workspace.front();
    let Some(path) = document.path() else {
        let text = app.texts.tr("versions.no_file").into_owned();
        return app.say(ctx, NoticeKind::Refused, text);
    };
    let versions = app.host.backups.of(path).into_iter();
    let versions = versions.map(|kept| EarlierVersion {
        file: kept.file,
        replaced: kept.replaced,
        bytes: kept.bytes,
    });
    let title = document.title(&app.texts);
    let window = EarlierVersions::new(document.id(), title, versions.collect());
    app.views.earlier = Some(window);
}

/// Shows the document in front beside one of them.
pub fn hold_beside(app: &mut EditorApp, ctx: &Context, file: &Path, age: &str) {
    let id = app.workspace.front().id();
    reading::order(app, ctx, id, file, Aim::Earlier(age.to_owned()));
}

/// Makes the document in front what one of them was, as a step that can be undone. Its file stays as it is until it is saved.
pub fn restore(app: &mut EditorApp, ctx: &Context, file: &Path) {
    let id = app.workspace.front().id();
    reading::order(app, ctx, id, file, Aim::Restore);
}
