//! Copies of unsaved work from crashed sessions, until the user has decided about them.

use std::path::PathBuf;

use treewright_session::host::recovery::FoundCopy;
use treewright_session::workspace::open_document::DocumentId;

/// The copies without a decision, and the one that is compared with its file.
#[derive(Default)]
pub(crate) struct UndecidedCopies {
    pub copies: Vec<FoundCopy>,
    pub compared: Option<ComparedCopy>,
}

/// A copy that is compared with its file.
pub(crate) struct ComparedCopy {
    pub copy: PathBuf,
    pub document: DocumentId,
    /// The revision of the document when it was opened.
    pub revision: u64,
    /// The file that was open before and was closed for the comparison.
    pub was_open: Option<PathBuf>,
}
