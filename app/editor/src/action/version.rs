//! Actions that compare and merge versions of a document.

use std::path::PathBuf;

use treewright_core::ids::NodeId;
use treewright_core::model::Side;
use treewright_session::workspace::open_document::DocumentId;

/// Compares the active document with another version, and merges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionAction {
    /// Compares with the document's file on disk.
    CompareWithDisk,
    /// Compares with another open document: this one, or that of the neighboring tab.
    CompareWithOpen(Option<DocumentId>),
    /// Asks for a file to compare with.
    CompareWithFile,
    /// Lists the earlier versions that saves have replaced.
    ListEarlier,
    /// Compares with the earlier version at this path; the text is its age in words.
    CompareWithEarlier(PathBuf, String),
    /// Restores the earlier version at this path.
    RestoreEarlier(PathBuf),
    /// Stops the comparison.
    Stop,
    /// Toggles the side-by-side view of both versions.
    SideBySide,
    /// Toggles whether both sides scroll and zoom together.
    LinkSides,
    /// Goes to the subject of the difference at this index of the list.
    GoTo(usize),
    /// Goes to the next difference, or to the previous one.
    Step {
        /// Whether to go to the previous one.
        backwards: bool,
    },
    /// Selects a node of the other version, or the place where it was.
    SelectOther(NodeId),
    /// Sets whether changes of positions are listed, too.
    ShowLayout(bool),
    /// Merges the file on disk into the document.
    MergeWithDisk,
    /// Keeps the document; the next save replaces the file.
    KeepOurs,
    /// Reloads the document from the file on disk.
    LoadTheirs,
    /// Resolves all conflicts of the document.
    ResolveAll(Side),
    /// Goes to the next conflict of the document.
    NextConflict,
    /// Decides about the copy of unsaved work that is compared with its file.
    DecideCopy {
        /// Whether to restore it; otherwise it is discarded.
        restore: bool,
    },
}

/// The user's decision about a copy of unsaved work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyDecision {
    /// Open it as unsaved work.
    Restore,
    /// Compare it with its file first.
    Compare,
    Discard,
}
