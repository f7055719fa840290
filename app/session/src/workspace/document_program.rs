//! The compiled program of an open document, for its runs and for panels that examine its nodes. Compiled on first use, a large document on a
//! background thread, and cached until a change that affects runs. Runs nothing.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::sync::Arc;

use treewright_core::Message;
use treewright_core::compile::{GameTasks, Origin, compile_project, expanded_size};
use treewright_core::ids::NodeId;
use treewright_core::library::NodeLibrary;
use treewright_core::model::StandIn;
use treewright_core::project::Project;
use treewright_core::runtime::NodeIndex;
use treewright_core::{Program, on_purpose};

use super::background_check::{MAX_SYNC_NODES, ProjectSnapshot};
use super::node_mapping::NodeMapping;
use crate::host::background_drop::drop_in_background;
use crate::host::job::{Job, JobEnd};
use crate::host::panics;

/// A document and the trees that it runs, including those of other files, compiled to one program that runs without the game.
pub struct DocumentProgram {
    program: Option<Arc<Program<()>>>,
    mapping: Arc<NodeMapping>,
    /// Nodes that fail when they run, by their ids in the program, and the reasons.
    pub broken: Vec<(NodeId, Message)>,
    /// Names of the game's tasks that are replaced by stand-ins, without duplicates.
    pub stood_in: Vec<Arc<str>>,
}

/// The result of compiling. A panic is also in the program's log.
pub type Made = Result<Arc<DocumentProgram>, JobEnd>;

impl DocumentProgram {
    /// Compiles a document. The stand-ins in `leaves` override those of the document.
    pub fn of(project: &Project<'_>, library: &NodeLibrary, leaves: &[(NodeId, StandIn)]) -> Self {
        on_purpose::panic_at("program");
        let mut tasks = GameTasks::new();
        tasks.use_stand_ins(library);
        for (leaf, stand_in) in leaves {
            tasks.set_stand_in(leaf.clone(), stand_in.clone());
        }
        let compiled = compile_project(project, library, &tasks);
        let program = compiled.program;
        if let Some(program) = &program {
            // Large programs are compiled in the background; the start of a run is not.
            program.prepare_snapshots();
        }
        let places = program
            .as_deref()
            .map(|program| NodeMapping::new(program, compiled.origins));
        Self {
            mapping: Arc::new(places.unwrap_or_default()),
            program,
            broken: compiled.broken,
            stood_in: compiled.stand_ins,
        }
    }

    /// Returns the program, or `None` if there is nothing to run.
    pub fn program(&self) -> Option<&Arc<Program<()>>> {
        self.program.as_ref()
    }

    /// Returns the origins of the program's nodes.
    pub fn mapping(&self) -> &Arc<NodeMapping> {
        &self.mapping
    }

    /// Returns where a node of the program comes from.
    pub fn origin<'a>(&'a self, program: &'a Program<()>, place: NodeIndex) -> Origin<'a> {
        self.mapping.origins().origin(program.id(place))
    }

    /// Returns the indices of a document's node in the program: one for each use of its tree.
    pub fn places_of(&self, node: &NodeId) -> impl Iterator<Item = NodeIndex> {
        let program = self.program.iter();
        program.flat_map(|program| self.mapping.of(program, node))
    }

    fn len(&self) -> usize {
        self.program.as_deref().map_or(0, Program::len)
    }
}

/// Caches the last compiled program.
#[derive(Default)]
pub struct ProgramCache {
    /// The program and the run revision from which it was compiled.
    kept: RefCell<Option<(u64, Made)>>,
    /// Whether a program was requested that takes longer than a frame to compile.
    wanted: Cell<bool>,
    compiling: Option<CompileJob>,
    compiled: Cell<CompileCounts>,
}

/// Counts compilations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CompileCounts {
    /// While a frame waited.
    pub at_once: usize,
    /// On a background thread.
    pub beside: usize,
}

/// A program that is being compiled from a run revision.
struct CompileJob {
    revision: u64,
    job: Job<DocumentProgram>,
}

impl ProgramCache {
    /// Returns the program for this run revision. `None` while a large document is not compiled yet; [`Self::keep_up`] then compiles it.
    pub fn get(&self, revision: u64, project: &Project<'_>, library: &NodeLibrary) -> Option<Made> {
        if let known @ Some(_) = self.known(revision) {
            return known;
        }
        if project.node_count() > MAX_SYNC_NODES || expanded_size(project, library) > MAX_SYNC_NODES
        {
            self.wanted.set(true);
            return None;
        }
        let made = self.compile(revision, project, library);
        Some(made.map_err(JobEnd::Panicked))
    }

    /// Like [`Self::get`], for a run that cannot do without the program: blocks until it is compiled.
    ///
    /// # Errors
    /// The message of a panic while compiling.
    pub fn get_blocking(
        &mut self,
        revision: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Result<Arc<DocumentProgram>, String> {
        if let Some(compiling) = self
            .compiling
            .take_if(|compiling| compiling.revision == revision)
        {
            self.keep(revision, compiling.job.wait().map(Arc::new));
        }
        match self.known(revision) {
            Some(Ok(program)) => Ok(program),
            _ => self.compile(revision, project, library),
        }
    }

    fn compile(
        &self,
        revision: u64,
        project: &Project<'_>,
        library: &NodeLibrary,
    ) -> Result<Arc<DocumentProgram>, String> {
        self.count(|compiled| compiled.at_once += 1);
        let made = panics::caught(|| DocumentProgram::of(project, library, &[]));
        let made = made.map(Arc::new);
        self.keep(revision, made.clone().map_err(JobEnd::Panicked));
        made
    }

    /// Replaces the cached program.
    fn keep(&self, revision: u64, made: Made) {
        self.kept.replace(Some((revision, made)));
    }

    fn known(&self, revision: u64) -> Option<Made> {
        let kept = self.kept.borrow();
        let kept = kept.as_ref().filter(|(of, _)| *of == revision);
        kept.map(|(_, made)| made.clone())
    }

    /// Requests the program in advance, so that it is ready when it is needed.
    pub fn request(&self) {
        self.wanted.set(true);
    }

    /// Accepts a program that was compiled in the background, and compiles the one that was requested since. `wake` is called when it is ready.
    pub fn keep_up(
        &mut self,
        revision: u64,
        snapshot: impl FnOnce() -> ProjectSnapshot,
        wake: impl Fn() + Send + Sync + 'static,
    ) {
        if let Some(compiling) = self.compiling.take() {
            match compiling.job.take() {
                None => self.compiling = Some(compiling),
                // A blocking request has already compiled a newer one.
                Some(_) if self.known(revision).is_some() => {}
                Some(made) => self.keep(compiling.revision, made.map(Arc::new)),
            }
        }
        if self.compiling.is_some() || !self.wanted.take() || self.known(revision).is_some() {
            return;
        }
        self.count(|compiled| compiled.beside += 1);
        let snapshot = snapshot();
        let job = Job::begin("program", wake, move |_| {
            let project = Project::new(&snapshot.document, &snapshot.path, &snapshot.others);
            Some(DocumentProgram::of(&project, &snapshot.library, &[]))
        });
        self.compiling = Some(CompileJob { revision, job });
    }

    pub fn compiled(&self) -> CompileCounts {
        self.compiled.get()
    }

    fn count(&self, one_more: impl FnOnce(&mut CompileCounts)) {
        let mut compiled = self.compiled.get();
        one_more(&mut compiled);
        self.compiled.set(compiled);
    }
}

/// Large programs are freed on a background thread, regardless of which thread drops them.
impl Drop for DocumentProgram {
    fn drop(&mut self) {
        if self.len() > MAX_SYNC_NODES {
            drop_in_background((self.program.take(), std::mem::take(&mut self.mapping)));
        }
    }
}

impl fmt::Debug for DocumentProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DocumentProgram").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use treewright_authoring::edit::Command;
    use treewright_core::abort::AbortType;
    use treewright_core::ids::NodeId;
    use treewright_core::model::{DocumentBuilder, Node};

    use crate::workspace::open_document::{DocumentId, OpenDocument};

    #[test]
    fn a_document_is_compiled_again_only_after_changes_that_affect_runs() {
        let mut tree = DocumentBuilder::new("T");
        let root = tree.root(Node::new("n1", "Selector")).unwrap();
        tree.child(&root, Node::new("n2", "CompareInt")).unwrap();
        let wait = tree.child(&root, Node::new("n3", "Wait")).unwrap();
        let mut open = OpenDocument::new(DocumentId(1), tree.finish(), Vec::new());
        let library = open.library().clone();
        let first = open.program().unwrap().unwrap();
        let comment = Command::SetComment(vec![wait], "later".to_owned());
        open.apply(&library, &comment).unwrap();
        assert!(Arc::ptr_eq(&first, &open.program().unwrap().unwrap()));
        let reach = |open: &OpenDocument| {
            let compiled = open.program().unwrap().unwrap();
            let program = compiled.program().unwrap();
            let place = compiled.places_of(&NodeId::from("n2")).next().unwrap();
            let reached = program.interruptible_by(place).into_iter();
            let ids: Vec<_> = reached.map(|place| program.id(place).to_string()).collect();
            ids.join(" ")
        };
        assert_eq!(reach(&open), "");
        let watch = Command::SetAbort(vec![root], AbortType::Both);
        open.apply(&library, &watch).unwrap();
        assert!(!Arc::ptr_eq(&first, &open.program().unwrap().unwrap()));
        assert_eq!(reach(&open), "n3");
    }
}
