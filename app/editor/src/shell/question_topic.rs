//! The topics of questions and dialogs.

use std::path::PathBuf;

use treewright_authoring::edit::Command;
use treewright_core::Message;
use treewright_link::live_file;
use treewright_session::host::files::Expected;
use treewright_session::host::scenario_files::SCENARIO;
use treewright_session::refactoring::Refactoring;
use treewright_session::refactoring::on_disk::ProjectEdit;
use treewright_session::refactoring::uses::Subject;
use treewright_session::workspace::live::SourceId;
use treewright_session::workspace::open_document::DocumentId;
use treewright_session::workspace::project_steps::ProjectStep;

use crate::action::{ExportRequest, PictureChoice};
use crate::loss::Loss;

/// What a question or dialog is about, so that its answer can be applied.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum QuestionTopic {
    /// Do what destroys this.
    Confirm(Loss),
    /// Close these documents.
    Close(Vec<DocumentId>),
    /// Close these documents and end the program.
    Quit(Vec<DocumentId>),
    /// Close saved documents although something else of them is lost.
    Lose(Leaving),
    /// The file of this document changed on disk.
    ChangedOnDisk(DocumentId),
    /// This file holds no tree, but its folder holds these.
    NoTree(PathBuf, Vec<PathBuf>),
    /// Open all these trees of the workspace at this path.
    OpenAll(PathBuf, Vec<PathBuf>),
    /// Copies of unsaved work were found.
    Recover,
    /// Which file to open.
    Open,
    /// Where to save this document.
    SaveAs(DocumentId),
    /// Which task library to add to this document.
    AddLibrary(DocumentId),
    /// Which folder to make a project.
    NewProject,
    /// Where to write scenarios that show all that this document's tree can do.
    CoverIn(DocumentId),
    /// Which recording to compare this document's run with.
    Compare(DocumentId),
    /// Which file to compare the active document with.
    CompareVersion,
    /// Where to write this text or run.
    Export(ExportToFile),
    /// Where to save this picture.
    Picture(PictureToSave),
    /// Which path to use in the export window.
    ExportTarget,
    /// Replace the existing file by the export of this document.
    ReplaceExport(DocumentId, ExportRequest),
    /// Allow the project in this folder to write exports when this document is saved.
    ProjectExports(DocumentId, PathBuf),
    /// Write this rename or replacement, which open documents have already, to closed files, too.
    ChangeInFiles {
        step: Box<ProjectStep>,
        /// In how many places of closed files.
        places: usize,
        /// What stays as it is otherwise, in words.
        left: String,
    },
    /// Rename this in closed files, too, or in open ones alone. The text tells what stays as it is then.
    RenameInClosed(Box<Refactoring>, String),
    /// Remove something from the active document that other files use.
    RemoveUsed(Box<UsedRemoval>),
    /// Move a file or folder of the project to the trash, or remove a task of a library, that is in use.
    DeleteUsed(Box<ProjectDeletion>),
    /// Set breakpoints on this robot, which then waits at them.
    BreakpointsOnRobot(SourceId),
    /// Replace the existing file by this document.
    Replace(DocumentId, PathBuf),
    /// What to do about the other hard links of the file to which this document is saved.
    SeveralNames(DocumentId, PathBuf, Expected),
}

/// An edit that removes something that other files use.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct UsedRemoval {
    pub command: Command,
    pub subject: Subject,
}

/// A file or folder that is about to go to the trash, or a task that is about to leave its library.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProjectDeletion {
    pub subject: Subject,
    pub edit: ProjectEdit,
}

/// What the user leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Leaving {
    /// These documents.
    Documents(Vec<DocumentId>),
    /// The program, without the unsaved changes of these documents.
    Program(Vec<DocumentId>),
}

/// Documents that are being saved one after the other, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SavingMany {
    pub documents: Vec<DocumentId>,
    pub then: AfterSaving,
}

/// What follows once documents are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AfterSaving {
    /// Close these documents.
    Close {
        documents: Vec<DocumentId>,
        /// Those whose unsaved changes are dropped.
        discarded: Vec<DocumentId>,
    },
    /// End the program, without the unsaved changes of these documents.
    Quit(Vec<DocumentId>),
    /// Tell how many were saved, together with this number of documents that were saved before, and these that were not, in words.
    Tell { saved: usize, kept: Vec<String> },
}

/// A text or run to be written to a file of the user's choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExportToFile {
    pub kind: ExportedKind,
    /// The suggested file name.
    pub name: String,
    pub contents: FileContents,
    /// What the file lacks of the run in this document, to be told once it is written.
    pub lacks: Option<(DocumentId, Message)>,
}

impl ExportToFile {
    /// A file that lacks nothing.
    pub fn new(kind: ExportedKind, name: String, contents: FileContents) -> Self {
        Self {
            kind,
            name,
            contents,
            lacks: None,
        }
    }
}

/// What an exported file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportedKind {
    Text,
    Run,
    /// What agents of a game did.
    LiveRecord,
    Scenario,
}

impl ExportedKind {
    /// Returns the prefix of the keys of its dialog's texts.
    pub fn key(self) -> &'static str {
        match self {
            Self::Text => "question.export",
            Self::Run => "question.save_run",
            Self::LiveRecord => "question.save_record",
            Self::Scenario => "question.save_scenario",
        }
    }

    /// Returns the key of the notice that it is written.
    pub fn notice(self) -> &'static str {
        match self {
            Self::Text => "notice.exported",
            Self::Run => "notice.run_saved",
            Self::LiveRecord | Self::Scenario => "notice.saved",
        }
    }

    /// Returns how the names of such files end: by that they are recognized when they are opened.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Text => "",
            Self::Run => ".jsonl",
            Self::LiveRecord => live_file::ENDING,
            Self::Scenario => SCENARIO,
        }
    }
}

/// The contents of an exported file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FileContents {
    Text(String),
    /// The run of this document, written frame by frame: its text may be larger than memory.
    Run(DocumentId),
}

/// A picture that waits for its path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PictureToSave {
    pub document: DocumentId,
    pub choice: PictureChoice,
    /// The suggested file name.
    pub name: String,
}
