//! The project folder: that of the document in front, listed anew when files come and go.

use std::path::{Path, PathBuf};

use treewright_session::host::project::Project;
use treewright_session::workspace::Workspace;

use crate::services::Services;

/// Looks at the folder of the document in front. One without a file leaves the folder as it is.
pub fn follow(workspace: &Workspace, services: &mut Services) {
    let path = workspace.front().path();
    if path == services.project_of.as_deref() {
        return;
    }
    let Some(path) = path.map(Path::to_owned) else {
        return;
    };
    if let Ok(project) = Project::of(&path) {
        services.project.follow(project.folder());
    }
    services.project_of = Some(path);
}

/// Takes in what was listed and read meanwhile.
pub fn take_in(services: &mut Services) {
    if services.project.take_in() {
        let folders = &services.project.listing().folders;
        services.watcher.watch_folders(folders);
    }
}

/// Lists the folder anew if what changed concerns it.
pub fn changed_on_disk(services: &mut Services, changed: &[PathBuf], any_file: bool) {
    if any_file || services.project.concerns(changed) {
        services.project.scan();
    }
}
