//! The listing of the project folder for panels, which never access the disk.

pub use crate::host::project_files::{
    FileKind, MAX_FILES, ProjectFile, ProjectListing, ProjectTree, sort_key,
};
pub use crate::host::project_foreign::{ForeignFile, ForeignKind, ForeignTree, trees_of_workspace};
pub use crate::host::project_index::{FileFacts, ProjectFacts, TreeRun};
