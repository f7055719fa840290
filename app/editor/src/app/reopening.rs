//! Restores the previous session at start: the open files, the active one, the view of each canvas, and how agents are listed.

use treewright_session::host::files::absolute;
use treewright_session::notice::NoticeKind;
use treewright_session::settings::OpenFile;

use crate::dispatch::file::reading;
use crate::editor::Editor;

/// Records the open files for the next start.
pub(super) fn record_open_files(editor: &mut Editor) {
    let front = editor.workspace.front().id();
    let documents = editor.workspace.documents().iter();
    let open = documents.filter_map(|document| {
        let path = absolute(document.file_or_origin()?);
        let canvas = editor.shell.views.canvases.get(document.id());
        let camera = canvas.map(|canvas| {
            let middle = canvas.middle();
            (middle.x, middle.y, canvas.zoom())
        });
        Some(OpenFile {
            path,
            camera,
            front: document.id() == front,
            agents: editor.shell.views.agents.changed_table(document.id()),
        })
    });
    let mut files: Vec<OpenFile> = open.collect();
    // Files that are still being read count as well.
    let awaited: Vec<OpenFile> = reading::for_next_start(&editor.jobs).collect();
    if awaited.iter().any(|file| file.front) {
        for file in &mut files {
            file.front = false;
        }
    }
    files.extend(awaited);
    editor.shell.settings.open_files = files;
}

/// Opens the files of the previous session, and names those that are missing.
pub(super) fn reopen(editor: &mut Editor) {
    let files = std::mem::take(&mut editor.shell.settings.open_files);
    let mut front = None;
    let (found, missing): (Vec<_>, Vec<_>) = files.iter().partition(|file| file.path.is_file());
    for file in found {
        reading::reopen(editor, file);
        let Some(index) = editor.workspace.index_of_path(&file.path) else {
            continue;
        };
        let id = editor.workspace.documents()[index].id();
        if file.front {
            front = Some(id);
        }
    }
    if let Some(index) = front.and_then(|id| editor.workspace.index_of(id)) {
        editor.workspace.bring_to_front(index);
    }
    if !missing.is_empty() {
        let paths = missing.iter().map(|file| file.path.display().to_string());
        let paths = editor.shell.texts.list(&paths.collect::<Vec<_>>());
        let arguments = [("paths", &*paths)];
        editor
            .shell
            .notify_key(NoticeKind::Refused, "notice.not_reopened", &arguments);
    }
}
