//! What can be asked about versions of a document.

use std::path::PathBuf;

use treewright_core::ids::NodeId;
use treewright_core::model::Side;
use treewright_session::workspace::open_document::DocumentId;

/// Comparing the document in front with another version, and merging.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VersionAction {
    /// Compares with what the document's file holds.
    CompareWithDisk,
    /// Compares with another tab: this one, or the one beside it.
    CompareWithOpen(Option<DocumentId>),
    /// Asks for a file to compare with.
    CompareWithFile,
    /// Lists the versions that saves replaced.
    ListEarlier,
    /// Compares with the one of them that lies there, which is so old.
    CompareWithEarlier(PathBuf, String),
    /// Makes the document what the one of them was that lies there.
    RestoreEarlier(PathBuf),
    /// Compares no longer.
    Stop,
    /// Shows both versions beside each other, or the document alone again.
    SideBySide,
    /// Moves both sides together, or each by itself.
    LinkSides,
    /// Goes to the thing of which this difference tells, by its place in the list.
    GoTo(usize),
    /// Goes to the next thing that differs, or the one before.
    Step {
        /// To the one before.
        backwards: bool,
    },
    /// Selects a node of the other version, or where it was.
    Pick(NodeId),
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
    /// The copy of unsaved work that is seen beside its file is wanted, or not.
    DecideCopy {
        /// It is.
        restore: bool,
    },
}

/// What is to become of a copy of unsaved work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyWish {
    /// It is opened as unsaved work.
    Restore,
    /// It is seen beside its file first.
    Compare,
    /// It is not wanted.
    GiveUp,
}
