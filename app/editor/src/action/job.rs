//! Background jobs as the user sees them: what runs, how far it is, and how to cancel it.

use std::path::PathBuf;

use treewright_session::workspace::open_document::DocumentId;

/// What a background job does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JobKind {
    /// Reads this file to open it.
    Opening(PathBuf),
    /// Rereads the file of this document, which changed on disk.
    Rereading(DocumentId),
    /// Reads this file to compare it with a document.
    Comparing(DocumentId, PathBuf),
    /// Compares this recording with the run of a document.
    ComparingRuns(DocumentId, PathBuf),
    /// Computes how a document differs from another version.
    FindingChanges(DocumentId),
    /// Reads an earlier version of a document to restore it.
    Restoring(DocumentId),
    /// Merges a document with its file on disk.
    Merging(DocumentId),
    /// Reads this task library to add it to a document.
    AddingLibrary(DocumentId, PathBuf),
    /// Writes a document to its file.
    Saving(DocumentId),
    /// Converts a document to this file in another format.
    Exporting(PathBuf),
    /// Renders a picture.
    Picture,
    Scenarios,
    /// Looks for uses of what was renamed in a document in closed files.
    Renaming(DocumentId),
    /// Looks for what a move or deletion in the project concerns.
    ChangingFiles,
    /// Lays out a document.
    LayingOut(DocumentId),
}

impl JobKind {
    /// The document that it concerns; `None` if it concerns a file or several documents.
    pub fn document(&self) -> Option<DocumentId> {
        match self {
            Self::Rereading(id)
            | Self::Comparing(id, _)
            | Self::ComparingRuns(id, _)
            | Self::FindingChanges(id)
            | Self::Restoring(id)
            | Self::Merging(id)
            | Self::AddingLibrary(id, _)
            | Self::Saving(id)
            | Self::Renaming(id)
            | Self::LayingOut(id) => Some(*id),
            Self::Opening(_)
            | Self::Exporting(_)
            | Self::Picture
            | Self::Scenarios
            | Self::ChangingFiles => None,
        }
    }

    /// Whether it can be cancelled. A save cannot: it is always completed.
    pub fn can_be_cancelled(&self) -> bool {
        !matches!(self, Self::Saving(_))
    }
}

/// A background job that the user waits for.
pub struct RunningJob {
    pub kind: JobKind,
    /// The name of the file or document that it concerns.
    pub name: String,
    /// How many seconds it has been running.
    pub seconds: f64,
    /// The steps done and the total; `None` if unknown.
    pub progress: Option<(usize, usize)>,
    /// It is done, and its result is applied as soon as the user is idle.
    pub is_ready: bool,
}

/// Actions on background jobs.
#[derive(Clone, Debug)]
pub enum JobAction {
    /// Cancels this job.
    Cancel(JobKind),
    /// Cancels all jobs that are shown to the user.
    CancelAll,
}
