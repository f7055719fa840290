//! Access to the operating system: files, the file watcher, copies of unsaved work. Knows nothing of panels.

pub mod about_trees;
pub mod backups;
pub mod breakpoints;

pub mod background_drop;
pub mod claims_files;
pub mod exchange;
pub mod export_targets;
pub mod file_manager;
pub mod files;
pub mod guide;
pub mod held;
pub mod job;
pub mod libraries;
pub mod line_ends;
pub mod link;
pub mod outputs;
pub mod panics;
pub mod program_log;
pub mod project;
pub mod project_files;
pub mod project_foreign;
pub mod project_index;
pub mod recordings;
pub mod scenario_files;
pub mod side_file;
pub mod trash;
pub mod unexpected_end;
pub mod unsaved_renames;
pub mod watcher;

pub mod desktop;
pub mod document_writing;
pub mod reading;
pub mod recovery;
pub mod referenced_documents;
pub mod robot;
pub mod scenario_runner;
pub mod second_start;

use std::path::PathBuf;

use directories::ProjectDirs;

/// The name under which desktops know the program.
pub const APP_ID: &str = "treewright";

/// Returns the user's folders for this program, or `None` without a home folder.
pub fn folders() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", APP_ID)
}

/// Returns the folder for data that is kept between starts.
pub fn state_folder() -> Option<PathBuf> {
    let folders = folders()?;
    let state = folders.state_dir().unwrap_or(folders.data_local_dir());
    Some(state.to_owned())
}
