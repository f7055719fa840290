//! Earlier versions of the active document, which saves have replaced: lists them, compares with one, and restores one.

use std::path::Path;

use treewright_session::notice::NoticeKind;

use super::reading::{self, VersionPurpose};
use crate::editor::Editor;
use crate::panels::earlier_versions::{EarlierVersion, EarlierVersions};

/// Lists the earlier versions in a window.
pub fn list(editor: &mut Editor) {
    let document = editor.workspace.front();
    let Some(path) = document.path() else {
        return editor
            .shell
            .notify_key(NoticeKind::Refused, "versions.no_file", &[]);
    };
    let versions = editor.services.backups.of(path).into_iter();
    let versions = versions.map(|backup| EarlierVersion {
        file: backup.file,
        replaced: backup.replaced,
        bytes: backup.bytes,
    });
    let title = document.title(&editor.shell.texts);
    let window = EarlierVersions::new(document.id(), title, versions.collect());
    editor.shell.views.earlier = Some(window);
}

/// Shows the active document and an earlier version side by side.
pub fn compare(editor: &mut Editor, file: &Path, age: &str) {
    let id = editor.workspace.front().id();
    reading::read_version(editor, id, file, VersionPurpose::Earlier(age.to_owned()));
}

/// Restores an earlier version in the active document, as an undoable step. The file is unchanged until the next save.
pub fn restore(editor: &mut Editor, file: &Path) {
    let id = editor.workspace.front().id();
    reading::read_version(editor, id, file, VersionPurpose::Restore);
}
