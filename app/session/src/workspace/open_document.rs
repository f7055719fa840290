//! An open document: the document itself with its history, selection, problems, file and run. Owns the only `&mut Document` in the editor, which it
//! passes to [`History`] only.

mod bundled_files;
mod checking;
mod imported;
mod on_disk;
mod pending_layout;
mod running;
mod shown_run;
mod snapshot;

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use imported::HeldFrom;
pub use imported::Origin;
pub use on_disk::DiskChange;
use pending_layout::PendingLayouts;
pub use pending_layout::{ApplyLayout, PendingLayout};
pub use running::NextRun;
use treewright_authoring::edit::{Command, History, Label, Refusal, Rename, RenameKind, Selection};
use treewright_authoring::layout::{self, Direction};
use treewright_authoring::validate::Fix;
use treewright_core::diagnostic::{Diagnostic, Problems, Severity};
use treewright_core::format::{WriteError, native};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::{Document, DocumentBuilder};
use treewright_core::project::Project;
use treewright_insight::recording_json::Sources;

use super::background_check::BackgroundCheck;
use super::breakpoints::Breakpoints;
use super::document_libraries::{DocumentLibraries, Taken};
use super::document_program::ProgramCache;
use super::related_documents::RelatedDocuments;
use super::run_session::{FirstValues, RunSession};
use super::run_view::{AgentScopes, RunQuery};
use super::told_run::ToldRun;
use crate::host::export_targets::ExportTarget;
use crate::host::files::{Fingerprint, Stamp};
use crate::host::libraries::Libraries;
use crate::host::referenced_documents::ReferencedDocuments;
use crate::i18n::Texts;
use crate::memo::Memo;

/// Identifies an open document while the program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DocumentId(pub u64);

/// Identifies a document in a certain state. A value derived from a document is valid for one version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    pub document: DocumentId,
    pub revision: u64,
}

/// The file of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentFile {
    pub path: PathBuf,
    /// Fingerprint of the content that was last read or written.
    pub fingerprint: Fingerprint,
}

/// Whose tree a document shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeOwner {
    User,
    /// A game or robot, which told it.
    OtherProgram,
}

pub struct OpenDocument {
    id: DocumentId,
    document: Document,
    history: History,
    selection: Selection,
    /// The state at which undo ends, because the references of earlier ones lead from another folder.
    pub undo_ends_at: Option<u64>,
    /// The file from whose folder its references lead on, if that is another one: it was saved outside of its project with them, or they were pasted
    /// before it had a file.
    pub references_from: Option<PathBuf>,
    /// Import notes and other messages of the reader that no validation rule reports.
    from_reader: Vec<Diagnostic>,
    /// The state of the history in which the document is as it was read.
    read_at: u64,
    diagnostics: Problems,
    /// All problems, if some of them are not told yet.
    all_problems: Option<Problems>,
    /// The node that was just made and is still selected: its problems are not told yet.
    new_node: Option<NodeId>,
    /// Whether something was done in it, so that it counts as more than an empty sheet.
    is_begun: bool,
    checked: Option<u64>,
    /// A background check of this or an earlier revision.
    checking: Option<BackgroundCheck>,
    /// The fixes found since the last check, by index of the problem. Finding them requires a pass over the document, and panels need them in every
    /// frame.
    known_fixes: RefCell<HashMap<usize, Vec<Fix>>>,
    program: ProgramCache,
    libraries: DocumentLibraries,
    related: RelatedDocuments,
    /// The files that came with it in a recording or an import; used while it has no file of its own.
    held: Option<Sources>,
    held_from: HeldFrom,
    owner: TreeOwner,
    /// The other tool's file from which it was imported.
    pub origin: Option<Origin>,
    /// Export targets with absolute paths, while it has no file; saved when it gets one.
    pub exports: Vec<ExportTarget>,
    /// The content of the file of its claims, while it has no file; a part of the unsaved work.
    claims_without_file: Option<Arc<str>>,
    pub file: Option<DocumentFile>,
    /// Its name while it has no file.
    untitled: String,
    /// Distinguishes documents without file and name, from 1.
    pub number: usize,
    pub breakpoints: Breakpoints,
    /// What the user looks for in its runs.
    pub run_query: Option<RunQuery>,
    pub agent_scopes: AgentScopes,
    pub run: Option<RunSession>,
    /// The run that was told with its tree; panels show it while nothing runs here.
    told: Option<ToldRun>,
    /// The run that was stopped last, until another one starts.
    pub last_run: Option<RunSession>,
    /// The agents that were added to the latest run that had more than one: the document of each one's tree, and what it began with.
    pub earlier_agents: Vec<(Option<DocumentId>, FirstValues)>,
    /// The panic message that ended its run, until it is shown.
    pub broken_run: Option<String>,
    /// A change of its file while it had unsaved changes, until the user has decided.
    pub changed_on_disk: Option<DiskChange>,
    /// The direction in which its trees grow; `None` until it is asked for.
    direction: Option<Direction>,
    /// The states that are still to be laid out.
    pending_layouts: PendingLayouts,
    /// Whether its file changed on disk and the user is comparing the versions before deciding.
    pub undecided_on_disk: bool,
    /// When its missing or unreadable file is to be checked again, in seconds of the window's clock.
    pub second_look: Option<f64>,
    /// Length and modification time of its file when it was last checked.
    pub seen: Stamp,
    /// The revision in which its file was deleted, if all changes were saved.
    lost_at: Option<u64>,
    /// Its file was missing when it was last checked, which the user knows.
    pub is_missing: bool,
    /// Content of its file when it was last read or written.
    on_disk: Option<Arc<Document>>,
    /// The document at a revision, for background jobs.
    snapshot: RefCell<Memo<u64, Option<Arc<Document>>>>,
    /// Increases when the document is replaced as a whole or its libraries change, so that revisions of different contents differ.
    generation: u64,
    /// How often positions were set outside the history; runs ignore them.
    placings: u64,
}

impl Drop for OpenDocument {
    fn drop(&mut self) {
        self.end_run();
        self.end_told_run();
    }
}

impl OpenDocument {
    /// Creates an empty document.
    pub fn empty(id: DocumentId) -> Self {
        Self::new(id, DocumentBuilder::default().finish(), Vec::new())
    }

    /// Opens a document that was just created or read.
    pub fn new(id: DocumentId, document: Document, from_reader: Vec<Diagnostic>) -> Self {
        Self {
            id,
            document,
            history: History::new(),
            selection: Selection::default(),
            from_reader,
            read_at: 0,
            diagnostics: Problems::default(),
            all_problems: None,
            new_node: None,
            is_begun: false,
            checked: None,
            checking: None,
            known_fixes: RefCell::default(),
            program: ProgramCache::default(),
            libraries: DocumentLibraries::default(),
            related: RelatedDocuments::default(),
            held: None,
            held_from: HeldFrom::default(),
            owner: TreeOwner::User,
            origin: None,
            exports: Vec::new(),
            claims_without_file: None,
            file: None,
            untitled: String::new(),
            number: 1,
            breakpoints: Breakpoints::default(),
            undo_ends_at: None,
            references_from: None,
            run_query: None,
            agent_scopes: AgentScopes::default(),
            run: None,
            told: None,
            last_run: None,
            earlier_agents: Vec::new(),
            broken_run: None,
            changed_on_disk: None,
            direction: None,
            pending_layouts: PendingLayouts::default(),
            undecided_on_disk: false,
            second_look: None,
            seen: None,
            lost_at: None,
            is_missing: false,
            on_disk: None,
            snapshot: RefCell::default(),
            generation: 0,
            placings: 0,
        }
    }

    /// Sets the name of a document without a file.
    #[must_use]
    pub fn called(mut self, name: impl Into<String>) -> Self {
        self.call(name);
        self
    }

    /// Changes the name of a document without a file.
    pub fn call(&mut self, name: impl Into<String>) {
        self.untitled = name.into();
    }

    /// Its tree is that of another program: it cannot be edited until it has a file.
    #[must_use]
    pub fn told(mut self) -> Self {
        self.owner = TreeOwner::OtherProgram;
        self
    }

    /// Sets the file from which the document was read.
    #[must_use]
    pub fn of_file(mut self, file: DocumentFile) -> Self {
        self.file = Some(file);
        self.set_on_disk(self.document.clone());
        self
    }

    /// Marks the document as unsaved.
    #[must_use]
    pub fn unsaved(mut self) -> Self {
        self.history.mark_dirty();
        self
    }

    /// Marks the document as unsaved, because something that is saved with it was changed.
    pub fn mark_unsaved(&mut self) {
        self.history.mark_dirty();
    }

    pub fn id(&self) -> DocumentId {
        self.id
    }

    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the node types that it can use.
    pub fn library(&self) -> &Arc<NodeLibrary> {
        self.libraries.kinds()
    }

    /// Returns the task libraries as they were last loaded.
    pub fn libraries(&self) -> &DocumentLibraries {
        &self.libraries
    }

    /// Returns whether the loaded libraries are those of another file or other references.
    pub fn needs_libraries(&self) -> bool {
        !self.libraries.is_of(self.path(), &self.document.libraries)
    }

    /// Accepts the loaded libraries.
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

    /// Returns whether it refers to other documents than those that were read.
    pub fn needs_related(&mut self) -> bool {
        let revision = self.revision();
        let file = self.file.as_ref().map(|file| file.path.as_path());
        self.related.have_changed(file, &self.document, revision)
    }

    /// Accepts the referenced documents that were read. Returns whether anything has changed.
    pub fn take_related(&mut self, related: ReferencedDocuments) -> bool {
        let file = self.file.as_ref().map(|file| file.path.as_path());
        let changed = self.related.take(file, &self.document, related);
        if changed {
            self.related.combine(self.libraries.kinds());
            self.generation += 1;
        }
        changed
    }

    /// Returns the files of the documents that it refers to, and of their libraries.
    pub fn related_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.related.files()
    }

    /// Returns the open documents that it refers to.
    pub fn related_open(&self) -> impl Iterator<Item = DocumentId> {
        self.related.open()
    }

    /// Returns the file from whose folder its references lead on.
    pub fn references_lead_from(&self) -> Option<&Path> {
        self.references_from.as_deref().or(self.path())
    }

    /// Returns the document together with the documents to which it refers.
    pub fn project(&self) -> Project<'_> {
        self.related.project(&self.document)
    }

    /// Counts the problems of this severity in the document and its libraries.
    pub fn count_problems(&self, severity: Severity) -> usize {
        let of_libraries = self.libraries.problems().iter();
        let of_libraries = of_libraries.filter(|problem| problem.fault.severity() == severity);
        self.diagnostics.counts().of(severity) + of_libraries.count()
    }

    /// Counts the problems of the document and its libraries.
    pub fn count_all_problems(&self) -> usize {
        self.diagnostics.counts().total() + self.libraries.problems().len()
    }

    pub fn selection(&self) -> &Selection {
        &self.selection
    }

    /// Changes the selection; ignores nodes that do not exist.
    pub fn select(&mut self, selection: Selection) {
        if selection.is_clone_of(&self.selection) {
            return;
        }
        self.selection = selection;
        self.selection.retain_existing(&self.document);
    }

    /// Selects all nodes, notes and groups.
    pub fn select_all(&mut self) {
        self.selection = Selection::all(&self.document);
    }

    pub fn history(&self) -> &History {
        &self.history
    }

    /// Returns whether it has unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.history.is_dirty() && !self.is_read_only()
    }

    /// Returns whether it cannot be edited, because it shows the tree of another program and has no file.
    pub fn is_read_only(&self) -> bool {
        self.owner == TreeOwner::OtherProgram && self.file.is_none()
    }

    /// # Errors
    /// If it cannot be edited. What is only looked at differently is no edit.
    fn check_editable(&self, command: &Command) -> Result<(), Refusal> {
        let is_view = matches!(
            command,
            Command::SetCollapsed(..) | Command::SetBreakpoint(..)
        );
        if self.is_read_only() && !is_view {
            return Err(Refusal::ReadOnly);
        }
        Ok(())
    }

    /// Returns whether it is new, empty and was never edited, so that another document may replace it.
    pub fn is_untouched(&self) -> bool {
        self.is_untitled()
            && !self.is_dirty()
            && self.history.revision() == 0
            && self.document.node_count() == 0
    }

    /// Returns the content of the file of its claims, if it has no file and the user has changed them.
    pub fn claims_without_file(&self) -> Option<&str> {
        self.claims_without_file.as_deref()
    }

    /// Keeps claims with the unsaved work, as the document has no file beside which they could be saved.
    pub fn keep_claims(&mut self, text: &str) {
        self.claims_without_file = Some(text.into());
        self.history.mark_dirty();
    }

    /// Returns the name that it has while it has no file; may be empty.
    pub fn untitled(&self) -> &str {
        &self.untitled
    }

    /// Returns whether it has neither a file nor a name.
    pub fn is_untitled(&self) -> bool {
        self.file.is_none() && self.untitled.is_empty()
    }

    /// Returns a number that differs after each change of the document.
    pub fn revision(&self) -> u64 {
        ((self.generation + self.placings) << 40) | self.history.revision()
    }

    /// Identifies the document in its current state.
    pub fn version(&self) -> Version {
        Version {
            document: self.id,
            revision: self.revision(),
        }
    }

    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// Returns the title of its tab.
    pub fn title(&self, texts: &Texts) -> String {
        let name = self.path().and_then(Path::file_name);
        if let Some(name) = name {
            let name = name.to_string_lossy();
            return name.trim_end_matches(".bt.json").to_owned();
        }
        if self.untitled.is_empty() {
            let own = self.document.name.trim();
            if !own.is_empty() {
                return own.to_owned();
            }
            let untitled = texts.tr("document.untitled").into_owned();
            return match self.number {
                1 => untitled,
                number => format!("{untitled} {number}"),
            };
        }
        self.untitled.clone()
    }

    /// Returns the file name that is proposed when it is saved for the first time.
    pub fn file_name(&self, texts: &Texts) -> String {
        if let Some(name) = self.path().and_then(Path::file_name) {
            return name.to_string_lossy().into_owned();
        }
        // Not allowed in file names on some systems.
        let forbidden = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c);
        let title = self.title(texts).replace(forbidden, "-");
        format!("{title}.bt.json")
    }

    /// Applies a command as one undoable step.
    ///
    /// # Errors
    /// Why the command is refused.
    pub fn apply(&mut self, library: &NodeLibrary, command: &Command) -> Result<(), Refusal> {
        self.check_editable(command)?;
        let before = self.history.state();
        let known = self.history.renames().len();
        let nodes = self.document.node_count();
        let selected = self.selection.primary().cloned();
        self.history
            .apply(&mut self.document, library, &mut self.selection, command)?;
        self.follow_renames(known);
        self.pending_layouts.follow(before, self.history.state());
        self.note_new_node(nodes, selected.as_ref());
        Ok(())
    }

    /// Applies a command as part of the last step, so that both are undone together.
    ///
    /// # Errors
    /// Why the command is refused.
    pub fn apply_to_last(
        &mut self,
        library: &NodeLibrary,
        command: &Command,
    ) -> Result<(), Refusal> {
        self.check_editable(command)?;
        let before = self.history.state();
        let known = self.history.renames().len();
        let (document, selection) = (&mut self.document, &mut self.selection);
        self.history
            .apply_to_last(document, library, selection, command)?;
        self.follow_renames(known);
        self.pending_layouts.follow(before, self.history.state());
        Ok(())
    }

    pub fn undo(&mut self) -> Option<Label> {
        let known = self.history.renames().len();
        let label = self.history.undo(&mut self.document, &mut self.selection)?;
        self.follow_renames(known);
        self.follow_layout(&label);
        Some(label)
    }

    pub fn redo(&mut self) -> Option<Label> {
        let known = self.history.renames().len();
        let label = self.history.redo(&mut self.document, &mut self.selection)?;
        self.follow_renames(known);
        self.follow_layout(&label);
        Some(label)
    }

    /// The direction may be another one before or after a layout.
    fn follow_layout(&mut self, undone: &Label) {
        if undone.code == "arrange" {
            self.direction = layout::direction_of(&self.document).or(self.direction);
        }
    }

    /// The direction in which its trees grow, if it has been found out.
    pub fn direction(&self) -> Option<Direction> {
        self.direction
    }

    /// Whether its trees grow to the right instead of downwards.
    pub fn grows_right(&self) -> bool {
        self.direction == Some(Direction::LeftToRight)
    }

    /// Finds out in which direction its trees grow, unless that is known: the usual one if its nodes do not tell.
    pub fn find_direction(&mut self, usual: Direction) {
        if self.direction.is_none() {
            self.direction = layout::direction_of(&self.document).or(Some(usual));
        }
    }

    /// From now on its trees grow in this direction.
    pub fn set_direction(&mut self, direction: Direction) {
        self.direction = Some(direction);
    }

    /// Breakpoints, watches and the run follow the renames of variables after the first `known` renames. The run cannot find them out by itself:
    /// while an earlier frame is shown, it does not take over the document.
    fn follow_renames(&mut self, known: usize) {
        let new = &self.history.renames()[known..];
        for Rename { kind, from, to } in new {
            if *kind == RenameKind::Variable {
                self.breakpoints.rename_variable(from, to);
                if let Some(query) = &mut self.run_query {
                    query.sought.rename_variable(from, to);
                }
                if let Some(run) = &mut self.run {
                    run.rename_variable(self.id, from.clone(), to.clone());
                }
            }
        }
    }

    /// Serializes the document.
    ///
    /// # Errors
    /// If it contains something that files cannot represent.
    pub fn write(&self) -> Result<String, WriteError> {
        native::write(&self.document)
    }

    /// Records that `written`, a state of its history, was saved to this file.
    pub fn saved_to(&mut self, file: DocumentFile, written: Arc<Document>, state: u64) {
        self.file = Some(file);
        self.claims_without_file = None;
        self.tell_all_problems();
        self.set_on_disk(written);
        self.undecided_on_disk = false;
        self.history.mark_saved_at(state);
        // Messages about the old file no longer apply.
        self.from_reader.clear();
        self.checked = None;
        self.changed_on_disk = None;
        self.lost_at = None;
        self.is_missing = false;
        self.second_look = None;
    }
}
