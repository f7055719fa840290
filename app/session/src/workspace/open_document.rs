//! One open document: the document itself, its history and selection, what is wrong with it, its file, its run.
//! The only holder of `&mut Document` in the editor, which it hands to [`History`] alone.

mod checking;
mod held;
mod imported;
mod laying;
mod on_disk;
mod running;
mod snapshot;

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub use imported::Origin;
use laying::OwedLayouts;
pub use laying::{Owed, Taking};
pub use on_disk::DiskChange;
use treewright_authoring::edit::{Command, History, Label, Refusal, Selection};
use treewright_authoring::validate::Fix;
use treewright_core::diagnostic::{Diagnostic, Problems, Severity};
use treewright_core::format::{WriteError, native};
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder};
use treewright_core::project::Project;
use treewright_insight::recording_json::Sources;

use super::background_check::BackgroundCheck;
use super::breakpoints::Breakpoints;
use super::document_libraries::{DocumentLibraries, Taken};
use super::document_program::KeptProgram;
use super::related_documents::RelatedDocuments;
use super::run_session::RunSession;
use crate::host::export_targets::ExportTarget;
use crate::host::files::{Fingerprint, Stamp};
use crate::host::libraries::Libraries;
use crate::host::referenced_documents::Related;
use crate::i18n::Texts;
use crate::memo::Memo;

/// Tells open documents apart for as long as the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u64);

/// Which document, and which state of it: what is worked out of a document holds for one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The document.
    pub document: DocumentId,
    /// Its revision.
    pub revision: u64,
}

/// A file that a document was read from or written to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFile {
    /// Where it is.
    pub path: PathBuf,
    /// What it held when it was last read or written.
    pub fingerprint: Fingerprint,
}

/// An open document.
pub struct OpenDocument {
    id: DocumentId,
    document: Document,
    history: History,
    selection: Selection,
    /// What the reader had to say that no rule finds again.
    from_reader: Vec<Diagnostic>,
    /// In which state of its history it is as the reader gave it.
    read_at: u64,
    diagnostics: Problems,
    checked: Option<u64>,
    /// A check of an earlier state or of this one that goes on beside.
    checking: Option<BackgroundCheck>,
    /// What would cure the diagnostics that were looked at since then, by their place in the list: finding it out takes
    /// a walk over the document, and panels ask in every frame.
    known_fixes: RefCell<HashMap<usize, Vec<Fix>>>,
    program: KeptProgram,
    libraries: DocumentLibraries,
    related: RelatedDocuments,
    /// The files that came with it in a recording or out of another tool's file; used while it has no file of its own.
    held: Option<Sources>,
    /// The file of another tool that it came from.
    pub origin: Option<Origin>,
    /// Where it was exported to while it had no file, with full paths; kept for good when it gets one.
    pub exports: Vec<ExportTarget>,
    /// Its file, if it has one.
    pub file: Option<DocumentFile>,
    /// What it is called while it has no file.
    untitled: String,
    /// Tells it from others that have neither file nor name, from 1.
    pub number: usize,
    /// Where its runs are to stop, and what is watched in them.
    pub breakpoints: Breakpoints,
    /// Its run, if there is one.
    pub run: Option<RunSession>,
    /// What the panic said that ended its run, of which nobody was told yet.
    pub broken_run: Option<String>,
    /// What its file became while it had unsaved changes, if the user is still to be asked.
    pub changed_on_disk: Option<DiskChange>,
    /// In which states it is still to be laid out.
    owed: OwedLayouts,
    /// Its file changed on disk, and the user wanted to see how before deciding.
    pub undecided_on_disk: bool,
    /// When its file, which was gone or could not be read, is looked at once more, in seconds of the window's clock.
    pub second_look: Option<f64>,
    /// What could be seen of its file when that was looked at last.
    pub seen: Stamp,
    /// Its file was lost while it was in this state and saved.
    lost_at: Option<u64>,
    /// What its file held when it was last read or written.
    on_disk: Option<Arc<Document>>,
    /// The document as it was at a revision, for those who look at it beside the window's thread.
    snapshot: RefCell<Memo<u64, Option<Arc<Document>>>>,
    /// Grows when the document is replaced as a whole or its libraries change, so that revisions of different contents differ.
    generation: u64,
    /// How often it was given places that are no step of its history; no run notices them.
    placings: u64,
}

impl Drop for OpenDocument {
    fn drop(&mut self) {
        self.end_run();
    }
}

impl OpenDocument {
    /// A new document without nodes.
    pub fn empty(id: DocumentId) -> Self {
        Self::new(id, DocumentBuilder::default().finish(), Vec::new())
    }

    /// A document that was just made or read.
    pub fn new(id: DocumentId, document: Document, from_reader: Vec<Diagnostic>) -> Self {
        Self {
            id,
            document,
            history: History::new(),
            selection: Selection::default(),
            from_reader,
            read_at: 0,
            diagnostics: Problems::default(),
            checked: None,
            checking: None,
            known_fixes: RefCell::default(),
            program: KeptProgram::default(),
            libraries: DocumentLibraries::default(),
            related: RelatedDocuments::default(),
            held: None,
            origin: None,
            exports: Vec::new(),
            file: None,
            untitled: String::new(),
            number: 1,
            breakpoints: Breakpoints::default(),
            run: None,
            broken_run: None,
            changed_on_disk: None,
            owed: OwedLayouts::default(),
            undecided_on_disk: false,
            second_look: None,
            seen: None,
            lost_at: None,
            on_disk: None,
            snapshot: RefCell::default(),
            generation: 0,
            placings: 0,
        }
    }

    /// This document, called `name` while it has no file.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.untitled = name.into();
        self
    }

    /// This document, read from or written to this file.
    #[must_use]
    pub fn of_file(mut self, file: DocumentFile) -> Self {
        self.file = Some(file);
        self.knows_on_disk(self.document.clone());
        self
    }

    /// This document as work that is on no disk.
    #[must_use]
    pub fn unsaved(mut self) -> Self {
        self.history.mark_dirty();
        self
    }

    /// Its identity.
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// The document itself.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The kinds of nodes that it can have.
    pub fn library(&self) -> &Arc<NodeLibrary> {
        self.libraries.kinds()
    }

    /// Its task libraries, as they were read last.
    pub fn libraries(&self) -> &DocumentLibraries {
        &self.libraries
    }

    /// Whether it names other libraries than those that were read, or is another file than then.
    pub fn needs_libraries(&self) -> bool {
        !self.libraries.is_of(self.path(), &self.document.libraries)
    }

    /// Takes what its libraries hold now.
    pub fn take_libraries(&mut self, libraries: Libraries) -> Taken {
        let file = self.file.as_ref().map(|file| file.path.as_path());
        let references = &self.document.libraries;
        let taken = self.libraries.take(file, references, libraries);
        if taken.changed {
            self.related.combine(self.libraries.kinds());
            self.generation += 1;
        }
        taken
    }

    /// Whether it refers to other documents than those that were read.
    pub fn needs_related(&mut self) -> bool {
        let revision = self.revision();
        let file = self.file.as_ref().map(|file| file.path.as_path());
        self.related.are_others(file, &self.document, revision)
    }

    /// Takes what the documents that it refers to hold now; says whether anything is another than before.
    pub fn take_related(&mut self, related: Related) -> bool {
        let file = self.file.as_ref().map(|file| file.path.as_path());
        let changed = self.related.take(file, &self.document, related);
        if changed {
            self.related.combine(self.libraries.kinds());
            self.generation += 1;
        }
        changed
    }

    /// The files of the documents that it refers to, and of their libraries.
    pub fn related_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.related.files()
    }

    /// It and the documents that it refers to.
    pub fn project(&self) -> Project<'_> {
        self.related.project(&self.document)
    }

    /// How many problems of this severity it and its libraries have.
    pub fn count_problems(&self, severity: Severity) -> usize {
        let of_libraries = self.libraries.problems().iter();
        let of_libraries = of_libraries.filter(|problem| problem.fault.severity() == severity);
        self.diagnostics.counts().of(severity) + of_libraries.count()
    }

    /// How many problems it and its libraries have.
    pub fn count_all_problems(&self) -> usize {
        self.diagnostics.counts().total() + self.libraries.problems().len()
    }

    /// What is selected.
    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Selects something else.
    pub fn select(&mut self, selection: Selection) {
        self.selection = selection;
        self.selection.retain_existing(&self.document);
    }

    /// Its changes.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Whether it differs from its file.
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty()
    }

    /// Whether it is new, empty and was never changed, so that it can give way to another one.
    pub fn is_untouched(&self) -> bool {
        self.is_untitled()
            && !self.is_dirty()
            && self.history.revision() == 0
            && self.document.node_count() == 0
    }

    /// What it is called without a file; may be empty.
    pub fn untitled(&self) -> &str {
        &self.untitled
    }

    /// Whether it has neither a file nor a name.
    pub fn is_untitled(&self) -> bool {
        self.file.is_none() && self.untitled.is_empty()
    }

    /// Changes with each change of the document.
    pub fn revision(&self) -> u64 {
        ((self.generation + self.placings) << 40) | self.history.revision()
    }

    /// Which document it is, in which state.
    pub fn version(&self) -> Version {
        Version {
            document: self.id,
            revision: self.revision(),
        }
    }

    /// The path of its file.
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// What its tab says.
    pub fn title(&self, texts: &Texts) -> String {
        let name = self.path().and_then(Path::file_name);
        if let Some(name) = name {
            let name = name.to_string_lossy();
            return name.trim_end_matches(".bt.json").to_owned();
        }
        if self.untitled.is_empty() {
            let untitled = texts.tr("document.untitled").into_owned();
            return match self.number {
                1 => untitled,
                number => format!("{untitled} {number}"),
            };
        }
        self.untitled.clone()
    }

    /// The name that is proposed when it is saved for the first time.
    pub fn file_name(&self, texts: &Texts) -> String {
        if let Some(name) = self.path().and_then(Path::file_name) {
            return name.to_string_lossy().into_owned();
        }
        // What systems do not allow in names.
        let forbidden = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
        let title = self.title(texts).replace(forbidden, "-");
        format!("{title}.bt.json")
    }

    /// Does a command as one undoable change.
    ///
    /// # Errors
    /// Says why it cannot be done.
    pub fn apply(&mut self, library: &NodeLibrary, command: &Command) -> Result<(), Refusal> {
        let before = self.history.state();
        self.history
            .apply(&mut self.document, library, &mut self.selection, command)?;
        self.owed.follow(before, self.history.state());
        Ok(())
    }

    /// Does a command as part of the last change, so that both are undone as one.
    ///
    /// # Errors
    /// Says why it cannot be done.
    pub fn apply_to_last(
        &mut self,
        library: &NodeLibrary,
        command: &Command,
    ) -> Result<(), Refusal> {
        let before = self.history.state();
        let (document, selection) = (&mut self.document, &mut self.selection);
        self.history
            .apply_to_last(document, library, selection, command)?;
        self.owed.follow(before, self.history.state());
        Ok(())
    }

    /// Takes the last change back.
    pub fn undo(&mut self) -> Option<Label> {
        let label = self.history.undo(&mut self.document, &mut self.selection)?;
        Some(label)
    }

    /// Does the change that was taken back last again.
    pub fn redo(&mut self) -> Option<Label> {
        let label = self.history.redo(&mut self.document, &mut self.selection)?;
        Some(label)
    }

    /// The text of its file.
    ///
    /// # Errors
    /// If it holds something that no file can hold.
    pub fn write(&self) -> Result<String, WriteError> {
        native::write(&self.document)
    }

    /// It was written to this file as it was in this state of its history.
    pub fn saved_to(&mut self, file: DocumentFile, written: Arc<Document>, state: u64) {
        self.file = Some(file);
        self.knows_on_disk(written);
        self.undecided_on_disk = false;
        self.history.mark_saved_at(state);
        // What was wrong with the file that was read is gone with that.
        self.from_reader.clear();
        self.checked = None;
        self.changed_on_disk = None;
        self.lost_at = None;
        self.second_look = None;
    }
}
