//! The project folder: that of the document in front, listed anew when files come and go.

use std::path::{Path, PathBuf};

use treewright_session::host::project::Project;

use crate::app::EditorApp;

/// Looks at the folder of the document in front. One without a file leaves the folder as it is.
pub fn follow(app: &mut EditorApp) {
    let path = app.workspace.front().path();
    if path == app.project_of.as_deref() {
        return;
    }
    let Some(path) = path.map(Path::to_owned) else {
        return;
    };
    if let Ok(project) = Project::of(&path) {
        app.host.project.follow(project.folder());
    }
    app.project_of = Some(path);
}

/// Takes in what was listed and read meanwhile.
pub fn take_in(app: &mut EditorApp) {
    if app.host.project.take_in() {
        let folders = &app.host.project.listing().folders;
        app.host.watcher.watch_folders(folders);
    }
}

/// Lists the folder anew if what changed concerns it.
pub fn changed_on_disk(app: &mut EditorApp, changed: &[PathBuf], any_file: bool) {
    if any_file || app.host.project.concerns(changed) {
        app.host.project.scan();
    }
}
