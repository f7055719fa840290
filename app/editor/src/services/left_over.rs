//! Copies of unsaved work that sessions left which ended as they should not, as far as somebody still has to decide about them.

use std::path::PathBuf;

use treewright_session::host::recovery::FoundCopy;
use treewright_session::workspace::open_document::DocumentId;

/// The copies about which nobody has decided, and the one that is seen beside its file until somebody does.
#[derive(Default)]
pub(crate) struct LeftOver {
    pub copies: Vec<FoundCopy>,
    pub compared: Option<Compared>,
}

/// A copy that is seen beside its file.
pub(crate) struct Compared {
    pub copy: PathBuf,
    pub document: DocumentId,
    /// How far its history had come when it was opened.
    pub revision: u64,
    /// Its file was open before.
    pub was_open: Option<PathBuf>,
}
