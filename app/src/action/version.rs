//! What can be asked about versions of a document.

use treewright_core::model::Side;

use crate::workspace::open_document::DocumentId;

/// Comparing the document in front with another version, and merging.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VersionAction {
    /// Compares with what the document's file holds.
    CompareWithDisk,
    /// Compares with another tab: this one, or the one beside it.
    CompareWithOpen(Option<DocumentId>),
    /// Asks for a file to compare with.
    CompareWithFile,
    /// Compares no longer.
    Stop,
    /// Also tells what only lies elsewhere on the canvas, or no longer.
    ShowLayout(bool),
    /// Takes what the file holds by now into the document.
    MergeWithDisk,
    /// Leaves the document as it is: the next save replaces what the file holds.
    KeepMine,
    /// Takes what the file holds in the place of the document.
    LoadTheirs,
    /// Settles all conflicts of the document.
    SettleAll(Side),
    /// Goes to the next conflict of the document.
    NextConflict,
}
