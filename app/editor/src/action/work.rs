//! Work that goes on beside the window's thread, as it is told and called off.

use std::path::PathBuf;

use treewright_session::workspace::open_document::DocumentId;

/// Something that is being done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Work {
    /// This file is being read.
    Opening(PathBuf),
    /// The file of this document, which changed on disk, is being read again.
    ReadingAgain(DocumentId),
    /// This file is being read, to be held beside a document.
    Comparing(DocumentId, PathBuf),
    /// This recording is being compared with the run of a document.
    ComparingRuns(DocumentId, PathBuf),
    /// It is being found out how a document differs from another version.
    FindingChanges(DocumentId),
    /// An earlier version of a document is being read, which it is to become.
    Restoring(DocumentId),
    /// A document is being merged with what its file holds.
    Merging(DocumentId),
    /// This task library is being read, to be added to a document.
    AddingLibrary(DocumentId, PathBuf),
    /// A document is being written to its file.
    Saving(DocumentId),
    /// This file is being made in another format.
    Exporting(PathBuf),
    /// A picture is being made.
    Picture,
    /// Scenarios are being run.
    Scenarios,
    /// A document is being laid out.
    LayingOut(DocumentId),
}

impl Work {
    /// The document that it is about; none where it is about a file or about several.
    pub fn document(&self) -> Option<DocumentId> {
        match self {
            Self::ReadingAgain(id)
            | Self::Comparing(id, _)
            | Self::ComparingRuns(id, _)
            | Self::FindingChanges(id)
            | Self::Restoring(id)
            | Self::Merging(id)
            | Self::AddingLibrary(id, _)
            | Self::Saving(id)
            | Self::LayingOut(id) => Some(*id),
            Self::Opening(_) | Self::Exporting(_) | Self::Picture | Self::Scenarios => None,
        }
    }

    /// Whether it can be called off: what is written to a file is written to its end.
    pub fn can_be_stopped(&self) -> bool {
        !matches!(self, Self::Saving(_))
    }
}

/// What is waited for.
pub struct Awaited {
    /// What it is.
    pub work: Work,
    /// What the file or the document is called that it is about.
    pub name: String,
    /// For how many seconds it has been going on.
    pub seconds: f64,
    /// How far it has come, and how far it goes; none where nobody knows.
    pub progress: Option<(usize, usize)>,
    /// It is done, and waits until the user is done with what they are doing.
    pub is_ready: bool,
}

/// What is done about it.
#[derive(Clone, Debug)]
pub enum WorkAction {
    /// This is no longer wanted.
    Stop(Work),
    /// Nothing of what is shown as being done is wanted any more.
    StopAll,
}
