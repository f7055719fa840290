//! What lies in the project folder, to look at: for panels, which never reach the disk.

pub use crate::host::project_files::{FileKind, MAX_FILES, ProjectFile, ProjectListing};
