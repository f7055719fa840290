//! The listing of the project folder for panels, which never access the disk.

pub use crate::host::project_files::{FileKind, MAX_FILES, ProjectFile, ProjectListing, sort_key};
