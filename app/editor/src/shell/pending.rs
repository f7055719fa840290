//! What a question or a dialog is about.

use std::path::PathBuf;

use treewright_session::host::files::Expected;
use treewright_session::workspace::open_document::DocumentId;

use crate::action::{PictureChoice, Wanted};

/// What a question is about, so that its answer can be acted upon.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pending {
    /// Close these documents.
    Close(Vec<DocumentId>),
    /// Close these documents and end the program.
    Quit(Vec<DocumentId>),
    /// The file of this document changed on disk.
    ChangedOnDisk(DocumentId),
    /// This file holds no tree.
    NoTree(PathBuf),
    /// Copies of unsaved work were found.
    Recover,
    /// A path to open is asked for.
    Open,
    /// A path to save this document to is asked for.
    SaveAs(DocumentId),
    /// A task library to add to this document is asked for.
    AddLibrary(DocumentId),
    /// A recording to compare this document's run with is asked for.
    Compare(DocumentId),
    /// A file to compare the document in front with is asked for.
    CompareVersion,
    /// A path to write this text to is asked for.
    Export(Export),
    /// A path to save this picture to is asked for.
    Picture(ToSave),
    /// A path for the window of exports is asked for.
    ExportTarget,
    /// There is a file at the path that this document is to be exported to.
    ReplaceExport(DocumentId, Wanted),
    /// The project in this folder asks to write exports when this document is saved.
    ProjectExports(DocumentId, PathBuf),
    /// There is a file at the path that this document is to be saved to.
    Replace(DocumentId, PathBuf),
    /// The file that this document is to be saved to has other names.
    SeveralNames(DocumentId, PathBuf, Expected),
}

/// Something to be written to a file of the user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Export {
    /// The name that is proposed.
    pub name: String,
    /// What the file will hold.
    pub what: What,
}

/// What a file will hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// A text.
    Text(String),
    /// The run of this document, written frame by frame: its text may be larger than memory.
    Run(DocumentId),
}

/// A picture that waits for its path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ToSave {
    pub document: DocumentId,
    pub choice: PictureChoice,
    /// The name that is proposed.
    pub name: String,
}
