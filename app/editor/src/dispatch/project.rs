//! The project folder of the active document; it is listed again when files change. What is done to its files is in the modules.

pub mod files;
pub mod steps;

use std::path::{Path, PathBuf};

use treewright_session::host::project::Project;
use treewright_session::workspace::Workspace;

use crate::services::Services;

/// Switches to the project folder of the active document. A document without a file keeps the previous folder.
pub fn update(workspace: &Workspace, services: &mut Services) {
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

/// Applies finished listings and contents of files.
pub fn apply_results(services: &mut Services) {
    if services.project.process_results() {
        let folders = &services.project.listing().folders;
        services.watcher.watch_folders(folders);
    }
}

/// Lists the folder again if the changes affect it.
pub fn changed_on_disk(services: &mut Services, changed: &[PathBuf], any_file: bool) {
    if any_file || services.project.concerns(changed) {
        services.project.scan();
    }
}
