//! Earlier versions of the active document, which saves have replaced: lists them, compares with one, and restores one.

use std::collections::HashSet;
use std::path::Path;

use treewright_authoring::diff::diff;
use treewright_authoring::edit::{History, Selection};
use treewright_core::format::native;
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, Subject};
use treewright_session::file_names::slashed;
use treewright_session::host::project::Project;
use treewright_session::host::{backups, files};
use treewright_session::notice::NoticeKind;
use treewright_session::refactoring::rebased;
use treewright_session::workspace::versions::OtherVersion;

use super::reading::{self, VersionPurpose};
use crate::editor::Editor;
use crate::panels::earlier_versions::{ChangeCounts, EarlierVersion, EarlierVersions};

/// Up to these sizes, the changes of all listed versions are found at once.
const MAX_COMPARED_NODES: usize = 3_000;
const MAX_COMPARED_BYTES: u64 = 600_000;

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
        changes: changes((document.document(), path), &backup),
        file: backup.file,
        replaced: backup.replaced,
        bytes: backup.bytes,
    });
    let title = document.title(&editor.shell.texts);
    let window = EarlierVersions::new(document.id(), title, versions.collect());
    editor.shell.views.earlier = Some(window);
}

/// What an earlier version would change in a document; `None` if the file is too large to find out at once, or unreadable.
fn changes(
    (document, path): (&Document, &Path),
    backup: &backups::EarlierVersion,
) -> Option<ChangeCounts> {
    if document.node_count() > MAX_COMPARED_NODES || backup.bytes > MAX_COMPARED_BYTES {
        return None;
    }
    let bytes = files::read(&backup.file).ok()?;
    let mut earlier = native::read(&bytes).ok()?.document;
    adapt_references(&mut earlier, &backup.file, path);
    let differences = diff(document, &earlier);
    let is_same = differences.is_empty();
    let differences = differences.into_iter();
    let differences = differences.filter(|difference| !difference.is_layout());
    let (mut nodes, mut others) = (HashSet::<NodeId>::new(), Vec::new());
    for difference in differences {
        match difference.subject {
            Subject::Node(id) => drop(nodes.insert(id)),
            other if others.contains(&other) => {}
            other => others.push(other),
        }
    }
    Some(ChangeCounts {
        nodes: nodes.len(),
        others: others.len(),
        is_same,
    })
}

/// Lets the references of an earlier version, from before its file moved, lead to the same files from where the file is now.
pub fn adapt_references(version: &mut Document, backup: &Path, now: &Path) {
    let (Some(then), Ok(project)) = (backups::path_before_move(backup), Project::of(now)) else {
        return;
    };
    let Ok(then) = then.strip_prefix(project.folder()) else {
        return;
    };
    if let Some(command) = rebased(version, &slashed(then), &project.relative_path(now)) {
        let (library, mut selection) = (NodeLibrary::builtin(), Selection::default());
        // What is refused stays as it was, and is shown as a problem.
        let _ = History::new().apply(version, &library, &mut selection, &command);
    }
}

/// Shows the active document and an earlier version side by side.
pub fn compare(editor: &mut Editor, file: &Path, age: &str) {
    let id = editor.workspace.front().id();
    let name = editor.shell.texts.tr_with("earlier.name", &[("age", age)]);
    reading::read_version(editor, id, file, VersionPurpose::Earlier(name));
}

/// Files have moved, and their earlier versions with them: lists those again, and compares again with the one that is shown.
pub fn follow_moves(editor: &mut Editor) {
    let (id, views) = (editor.workspace.front().id(), &mut editor.shell.views);
    let listed = views.earlier.take().map(|window| window.document);
    let shown = views.versions.shown.as_ref().and_then(|shown| {
        let OtherVersion::Earlier(file) = &shown.other else {
            return None;
        };
        let is_gone = !files::is_there(file);
        is_gone.then(|| (shown.document, file.clone(), shown.name.clone()))
    });
    if listed == Some(id) {
        list(editor);
    }
    let Some((document, file, name)) = shown else {
        return;
    };
    let path = editor.workspace.front().path().filter(|_| document == id);
    let kept = path.map(|path| editor.services.backups.of(path));
    let mut kept = kept.into_iter().flatten();
    match kept.find(|version| version.file.file_name() == file.file_name()) {
        Some(kept) => reading::read_version(editor, id, &kept.file, VersionPurpose::Earlier(name)),
        None => editor.shell.views.versions.stop(),
    }
}

/// Restores an earlier version in the active document, as an undoable step. The file is unchanged until the next save.
pub fn restore(editor: &mut Editor, file: &Path) {
    let id = editor.workspace.front().id();
    reading::read_version(editor, id, file, VersionPurpose::Restore);
}
