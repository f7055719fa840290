//! The world outside: files, the file watcher, dialogs of the system, copies of unsaved work. Knows nothing of panels.

#[cfg(feature = "gui")]
pub mod breakpoints;
pub mod documents;
pub mod exchange;
pub mod export_targets;
pub mod file_manager;
pub mod files;
pub mod held;
pub mod libraries;
pub mod project;
pub mod project_files;
pub mod scenario_files;
pub mod side_file;
pub mod watcher;

#[cfg(feature = "gui")]
pub mod desktop;
#[cfg(feature = "gui")]
pub mod dialogs;
#[cfg(feature = "gui")]
pub mod recovery;
#[cfg(feature = "gui")]
pub mod scenario_runner;
#[cfg(feature = "gui")]
pub mod second_start;
