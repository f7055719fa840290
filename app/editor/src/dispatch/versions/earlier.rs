//! The versions that saves of the document in front replaced: listing them, holding one beside it, and taking one back.

use std::path::Path;

use treewright_session::notice::NoticeKind;

use super::reading::{self, Aim};
use crate::editor::Editor;
use crate::panels::earlier_versions::{EarlierVersion, EarlierVersions};

/// Shows which there are.
pub fn list(editor: &mut Editor) {
    let document = editor.workspace.front();
    let Some(path) = document.path() else {
        return editor
            .shell
            .say_key(NoticeKind::Refused, "versions.no_file", &[]);
    };
    let versions = editor.services.backups.of(path).into_iter();
    let versions = versions.map(|kept| EarlierVersion {
        file: kept.file,
        replaced: kept.replaced,
        bytes: kept.bytes,
    });
    let title = document.title(&editor.shell.texts);
    let window = EarlierVersions::new(document.id(), title, versions.collect());
    editor.shell.views.earlier = Some(window);
}

/// Shows the document in front beside one of them.
pub fn hold_beside(editor: &mut Editor, file: &Path, age: &str) {
    let id = editor.workspace.front().id();
    reading::order(editor, id, file, Aim::Earlier(age.to_owned()));
}

/// Makes the document in front what one of them was, as a step that can be undone. Its file stays as it is until it is saved.
pub fn restore(editor: &mut Editor, file: &Path) {
    let id = editor.workspace.front().id();
    reading::order(editor, id, file, Aim::Restore);
}
